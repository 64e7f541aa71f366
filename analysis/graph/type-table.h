/* The types of a snapshot: names, modules, and what is known of each. Immutable once built; shared by reference. */
#pragma once

#include "analysis/types.h"

G_BEGIN_DECLS

typedef enum
{
  MG_TYPE_OWN = 1 << 0,           /* not of the runtime, the framework or its extensions: the user's code */
  MG_TYPE_RUNTIME_TABLE = 1 << 1, /* bookkeeping of the runtime (RuntimeType caches, loader allocators) */
  MG_TYPE_FREE = 1 << 2,          /* the "Free" blocks between objects */
  MG_TYPE_UNDEFINED = 1 << 3,     /* referenced in the file, never described */
  MG_TYPE_LIST_ELEMENT = 1 << 4,  /* refers to the runtime's list that it is in, and so to all others in there */
} MgTypeFlags;

typedef struct
{
  const char *name;   /* as shown to people; never NULL */
  const char *module; /* file name or path as recorded; NULL when not known */
  guint64 handle;     /* MethodTable address or other number from the file; 0 = none */
  guint32 flags;      /* MgTypeFlags */
} MgType;

struct _MgTypeTable
{
  guint32 n_types;
  MgType *types; /* sorted by name, module, handle */
};

MgTypeTable *mg_type_table_ref (MgTypeTable *table);
void mg_type_table_unref (MgTypeTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTypeTable, mg_type_table_unref)

static inline const MgType *
mg_type_table_get (const MgTypeTable *table, MgTypeId id)
{
  return &table->types[id];
}

/* First type with exactly NAME (several modules may define it: the others follow), or MG_TYPE_NONE. O(log n). */
MgTypeId mg_type_table_find (const MgTypeTable *table, const char *name);

/* Whether a type of this NAME and MODULE (may be NULL) is user code: by module when known, else by namespace. */
gboolean mg_type_is_own (const char *name, const char *module);

/* Collects types in the file's order, then sorts them. Equal (name, module, handle) become one type. */
typedef struct _MgTypeTableBuilder MgTypeTableBuilder;

MgTypeTableBuilder *mg_type_table_builder_new (void) G_GNUC_WARN_UNUSED_RESULT;
/* Copies NAME and MODULE. Returns the provisional index: 0, 1, 2, … in call order. OWN is found from the names. */
guint32 mg_type_table_builder_add (MgTypeTableBuilder *builder,
                                   const char *name,
                                   const char *module,
                                   guint64 handle,
                                   guint32 flags);
/* Frees BUILDER. *MAP (free with g_free) gives the MgTypeId of each provisional index. O(n log n). */
MgTypeTable *mg_type_table_builder_finish (MgTypeTableBuilder *builder, MgTypeId **map) G_GNUC_WARN_UNUSED_RESULT;
void mg_type_table_builder_free (MgTypeTableBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTypeTableBuilder, mg_type_table_builder_free)

G_END_DECLS
