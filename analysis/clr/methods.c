#include "analysis/clr/methods.h"

#define CHUNK_HEAD 24
#define DYNAMIC_METHOD 7

char *
mg_method_name (MgTypeNames *names, guint64 method)
{
  const MgRuntime *runtime = names->modules->runtime;
  const MgAddressSpace *space = runtime->space;
  guint16 low, flags, high;
  guint8 index;
  guint64 chunk, table;
  const MgClrModule *module;
  g_autofree char *name = NULL;

  if (method == 0 || method % 8 != 0 || !mg_address_space_u16 (space, method, &low)
      || !mg_address_space_u8 (space, method + 2, &index) || !mg_address_space_u16 (space, method + 6, &flags))
    return NULL;
  chunk = method - 8 * (guint64) index - CHUNK_HEAD;
  if ((flags & 7) == DYNAMIC_METHOD || !mg_address_space_u64 (space, chunk, &table)
      || !mg_address_space_u16 (space, chunk + 18, &high) || !mg_runtime_is_method_table (runtime, table))
    return NULL;
  module = mg_clr_modules_get (names->modules, mg_clr_module_of (runtime, table));
  if (!module->has_metadata)
    return NULL;
  name = mg_metadata_text (&module->metadata, MG_TABLE_METHOD_DEF, (guint32) (high & 0xfff) << 12 | (low & 0xfff),
                           MG_METHOD_NAME);
  return name ? g_strdup_printf ("%s.%s", mg_type_names_get (names, table), name) : NULL;
}
