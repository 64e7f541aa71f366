/* Names of types as C# and SOS write them, from MethodTables and metadata:
 * "System.Collections.Generic.Dictionary<System.String, Zoo.Payload>+Entry[]". */
#pragma once

#include "analysis/clr/types/modules.h"

G_BEGIN_DECLS

typedef struct
{
  MgClrModules *modules; /* borrowed */
  GHashTable *names;     /* guint64 * → char * */
} MgTypeNames;

MgTypeNames *mg_type_names_new (MgClrModules *modules) G_GNUC_WARN_UNUSED_RESULT;
void mg_type_names_free (MgTypeNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTypeNames, mg_type_names_free)

/* Full name of the type whose MethodTable is at TABLE (borrowed). Never NULL: what cannot be named is written as
 * "module!token" or "MethodTable 0x…". */
const char *mg_type_names_get (MgTypeNames *names, guint64 table);

/* Name of TypeDef ROW of MODULE without generic arguments: "System.Collections.Generic.List`1" (with_arity) or
 * "…List". NULL when the metadata is not in the dump. Free with g_free. */
char *mg_type_names_of_def (const MgClrModule *module, guint32 row, gboolean with_arity) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
