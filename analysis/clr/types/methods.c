#include "analysis/clr/types/methods.h"

#define CHUNK_HEAD 24
#define DYNAMIC_METHOD 7
#define MAX_PARENTS 64
#define CLASS_AT 40

gboolean
mg_method_check (const MgRuntime *runtime, guint64 method, guint64 *table)
{
  const MgAddressSpace *space = runtime->space;
  guint8 index;
  guint64 found;

  if (method == 0 || method % 8 != 0 || !mg_address_space_u8 (space, method + 2, &index)
      || !mg_address_space_u64 (space, method - 8 * (guint64) index - CHUNK_HEAD, &found)
      || !mg_runtime_is_method_table (runtime, found))
    return FALSE;
  if (table)
    *table = found;
  return TRUE;
}

/* The MethodTable that has the code of TABLE's methods: itself, or the one that instances of a generic class share. */
static guint64
canonical_table (const MgRuntime *runtime, guint64 table)
{
  guint64 class = mg_address_space_u64_or_0 (runtime->space, table + CLASS_AT);

  return class & 1 ? class & ~G_GUINT64_CONSTANT (1) : table;
}

/* The class of SELF or of its parents that has the methods of TABLE; TABLE when none does. */
static guint64
exact_table (const MgRuntime *runtime, guint64 table, guint64 self)
{
  guint64 canonical = canonical_table (runtime, table);

  for (guint depth = 0; self != 0 && depth < MAX_PARENTS; depth++)
    {
      if (canonical_table (runtime, self) == canonical)
        return self;
      self = mg_runtime_parent_of (runtime, self);
    }
  return table;
}

/* In the u32 of flags before a dynamic method's name. */
#define IS_IL_STUB 0x8000u
#define MAX_NAME 256

/* A method made at run time carries its name: {…, char * 24 (.NET 8) or 32}. SOS's words stand in for its class. */
static char *
dynamic_name (const MgRuntime *runtime, guint64 method)
{
  guint64 at = method + (runtime->major <= 8 ? 24 : 32), text;
  guint32 flags;
  char name[MAX_NAME + 1] = { 0 };

  if (!mg_address_space_u32 (runtime->space, at - 4, &flags) || !mg_address_space_u64 (runtime->space, at, &text))
    return NULL;
  for (guint i = 0; i < MAX_NAME; i++)
    {
      guint8 byte;

      if (!mg_address_space_u8 (runtime->space, text + i, &byte))
        return NULL;
      if (byte == 0)
        break;
      name[i] = (char) byte;
    }
  if (name[0] == '\0' || !g_utf8_validate (name, -1, NULL))
    return NULL;
  return g_strdup_printf ("%s.%s", flags & IS_IL_STUB ? "ILStubClass" : "DynamicClass", name);
}

char *
mg_method_name_on (MgTypeNames *names, guint64 method, guint64 self)
{
  const MgRuntime *runtime = names->modules->runtime;
  const MgAddressSpace *space = runtime->space;
  guint16 low, flags, high;
  guint8 index;
  guint32 row;
  guint64 table;
  const MgClrModule *module;
  g_autofree char *name = NULL;

  if (!mg_method_check (runtime, method, &table) || !mg_address_space_u16 (space, method, &low)
      || !mg_address_space_u8 (space, method + 2, &index) || !mg_address_space_u16 (space, method + 6, &flags))
    return NULL;
  if ((flags & 7) == DYNAMIC_METHOD)
    return dynamic_name (runtime, method);
  if (!mg_address_space_u16 (space, method - 8 * (guint64) index - CHUNK_HEAD + 18, &high))
    return NULL;
  module = mg_clr_modules_get (names->modules, mg_clr_module_of (runtime, table));
  row = (guint32) (high & 0xfff) << 12 | (low & 0xfff);
  name = module->has_metadata ? mg_metadata_text (&module->metadata, MG_TABLE_METHOD_DEF, row, MG_METHOD_NAME) : NULL;
  if (name == NULL)
    name = mg_metadata_token (MG_TOKEN_METHOD, row);
  return g_strdup_printf ("%s.%s", mg_type_names_get (names, exact_table (runtime, table, self)), name);
}

char *
mg_method_name (MgTypeNames *names, guint64 method)
{
  return mg_method_name_on (names, method, 0);
}
