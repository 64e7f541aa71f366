#include "analysis/clr/types/declared-class.h"

/* ECMA-335 II.23.1.16 */
#define SIG_SZARRAY 0x1d
#define TYPE_REF 1
/* A token takes four bytes at most. */
#define LONGEST 6

static gboolean
is_number (guint8 element)
{
  return (element >= MG_ELEMENT_BOOLEAN && element <= MG_ELEMENT_R8) || element == MG_ELEMENT_I
         || element == MG_ELEMENT_U;
}

/* TypeDefOrRef, a compressed number (II.23.2.8): two bits for the table, then the row. */
static void
read_token (const MgRuntime *runtime, const guint8 *bytes, MgDeclared *declared)
{
  const MgLayout *layout = runtime->layout;
  guint32 token = bytes[0] < 0x80   ? bytes[0]
                  : bytes[0] < 0xc0 ? (bytes[0] & 0x3fu) << 8 | bytes[1]
                                    : (bytes[0] & 0x1fu) << 24 | (guint32) bytes[1] << 16 | bytes[2] << 8 | bytes[3];
  gboolean is_ref = (token & 3) == TYPE_REF;
  gint16 map = is_ref ? layout->module_typeref_map : layout->module_typedef_map;

  if ((token & 3) > TYPE_REF || map < 0)
    {
      declared->kind = MG_DECLARED_ANYTHING;
      return;
    }
  declared->table = mg_clr_module_map_get (runtime, declared->module + (guint64) map, token >> 2);
  declared->type_ref = is_ref && declared->table == 0 ? token >> 2 : 0;
}

static MgDeclared
read_element (MgClrModules *modules, guint64 module, const guint8 *bytes, MgDeclaredKind kind)
{
  MgDeclared declared = { .kind = kind, .module = module };

  if (bytes[0] == MG_ELEMENT_STRING)
    declared.table = modules->runtime->string_method_table;
  else if (bytes[0] == MG_ELEMENT_CLASS)
    read_token (modules->runtime, bytes + 1, &declared);
  else
    declared.kind = MG_DECLARED_ANYTHING;
  return declared;
}

MgDeclared
mg_declared_class (MgClrModules *modules, const MgField *field)
{
  guint64 module = mg_clr_module_of (modules->runtime, field->class);
  guint8 bytes[LONGEST] = { 0 };

  if (modules->runtime->layout == NULL || mg_field_signature (modules, field, bytes, sizeof bytes) == 0)
    return (MgDeclared){ .kind = MG_DECLARED_ANYTHING };
  if (bytes[0] != SIG_SZARRAY)
    return read_element (modules, module, bytes, MG_DECLARED_CLASS);
  if (is_number (bytes[1]))
    return (MgDeclared){ .kind = MG_DECLARED_NUMBERS };
  return read_element (modules, module, bytes + 1, MG_DECLARED_ARRAY);
}
