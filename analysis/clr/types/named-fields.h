/* Fields by name, of the classes of the base library that Mangrove takes apart: delegates, tasks, timers. Their places
 * differ between versions, their names hardly; each class is looked at once. */
#pragma once

#include "analysis/clr/types/fields.h"

G_BEGIN_DECLS

typedef struct
{
  MgClrModules *modules; /* borrowed */
  GHashTable *classes;   /* guint64 *: MethodTable → GHashTable of name → MgField * */
} MgNamedFields;

MgNamedFields *mg_named_fields_new (MgClrModules *modules) G_GNUC_WARN_UNUSED_RESULT;
void mg_named_fields_free (MgNamedFields *fields);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgNamedFields, mg_named_fields_free)

/* The MethodTable of the object at ADDRESS, mark bits masked; 0 when it is not in the dump. */
guint64 mg_named_fields_class (const MgNamedFields *fields, guint64 address);

/* The instance field NAME of class TABLE or its parents (borrowed; the most derived one of that name); NULL: none. O(1)
 * after the class's first time. */
const MgField *mg_named_fields_find (MgNamedFields *fields, guint64 table, const char *name);

/* What the field NAME of the object at ADDRESS holds; 0 when there is no such field, or it is not in the dump. */
guint64 mg_named_fields_u64 (MgNamedFields *fields, guint64 address, const char *name);
guint32 mg_named_fields_u32 (MgNamedFields *fields, guint64 address, const char *name);
/* The same of a field that must hold a reference: 0 for null, and for a field of another kind. */
guint64 mg_named_fields_reference (MgNamedFields *fields, guint64 address, const char *name);

G_END_DECLS
