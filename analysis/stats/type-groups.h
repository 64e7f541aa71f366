/* Types put together: by namespace, by module. */
#pragma once

#include "analysis/graph/type-table.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 n_groups;
  char **names;      /* n_groups, sorted; "" stands for types without a namespace, NULL never */
  guint32 *group_of; /* n_types of the table */
  GStringChunk *chunk;
} MgTypeGroups;

/* "System.Collections.Generic" of "System.Collections.Generic.List<MyApp.Item>+Enumerator[]": bytes of NAME before the
 * last dot outside generic arguments and outer types; 0 when there is none. */
gsize mg_type_namespace_length (const char *name);

/* O(types log types). */
MgTypeGroups *mg_type_groups_by_namespace (const MgTypeTable *types) G_GNUC_WARN_UNUSED_RESULT;
/* By the file name of the module: "MyApp.dll"; "" where the file does not say. */
MgTypeGroups *mg_type_groups_by_module (const MgTypeTable *types) G_GNUC_WARN_UNUSED_RESULT;
void mg_type_groups_free (MgTypeGroups *groups);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTypeGroups, mg_type_groups_free)

/* File name of a module's path, of Windows or Unix, without allocating. */
const char *mg_module_file_name (const char *module);

G_END_DECLS
