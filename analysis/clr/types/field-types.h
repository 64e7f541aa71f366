/* The declared type of a field: from its signature in the metadata (ECMA-335 II.23.2.4, 23.2.12).
 *
 * FieldDescs only say "a reference", "a struct", "a 32-bit number". What class, which struct, which enum stands in the
 * Field row's signature; generic parameters are filled in from the exact class that holds the field. */
#pragma once

#include "analysis/clr/types/fields.h"
#include "analysis/clr/types/method-table.h"
#include "analysis/clr/types/type-names.h"

G_BEGIN_DECLS

typedef struct
{
  MgTypeNames *names;           /* borrowed */
  const MgMethodTables *tables; /* borrowed: the types met on the heap */
  GHashTable *instances;        /* char * "module:row:arg,arg" → guint64 *: MethodTable; NULL until first needed */
  GHashTable *primitives;       /* name → guint64 *: MethodTable or 0 */
} MgFieldTypes;

typedef struct
{
  char *name;      /* "System.Int32", "Zoo.Colour"; never NULL after success */
  guint64 table;   /* MethodTable; 0: a primitive, or the type was never loaded */
  guint8 element;  /* MgElementType as the signature has it */
  gboolean is_enum; /* the signature names a value type, the FieldDesc a number */
} MgFieldType;

MgFieldTypes *mg_field_types_new (MgTypeNames *names, const MgMethodTables *tables) G_GNUC_WARN_UNUSED_RESULT;
void mg_field_types_free (MgFieldTypes *types);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgFieldTypes, mg_field_types_free)

/* FALSE: the metadata of the field is not in the dump. Clear TYPE with mg_field_type_clear(). */
gboolean mg_field_types_get (MgFieldTypes *types, const MgField *field, MgFieldType *type);
void mg_field_type_clear (MgFieldType *type);

/* Name of the constant of enum TABLE that has VALUE (its low bits count); NULL: none has. Free with g_free. */
char *mg_field_types_enum_name (MgFieldTypes *types, guint64 table, guint64 value) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
