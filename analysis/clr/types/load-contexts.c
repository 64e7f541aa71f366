#include "analysis/clr/types/load-contexts.h"

#define LOADER_MODULE_AT 24
#define AUXILIARY_AT 32
#define AUXILIARY_LOADER_MODULE_AT 8
#define SCOUT_AT 8
#define SCOUT_NATIVE_AT 8

gboolean
mg_is_collectible (const MgRuntime *runtime, guint64 table)
{
  return runtime->layout != NULL
         && (mg_address_space_u32_or_0 (runtime->space, table) & runtime->layout->collectible_bit) != 0;
}

guint64
mg_loader_module_of (const MgRuntime *runtime, guint64 table)
{
  guint64 auxiliary;

  if (runtime->layout == NULL)
    return 0;
  if (!runtime->layout->module_at_24)
    return mg_address_space_u64_or_0 (runtime->space, table + LOADER_MODULE_AT);
  auxiliary = mg_address_space_u64_or_0 (runtime->space, table + AUXILIARY_AT);
  return auxiliary ? mg_address_space_u64_or_0 (runtime->space, auxiliary + AUXILIARY_LOADER_MODULE_AT) : 0;
}

guint64
mg_loader_object_of (const MgRuntime *runtime, guint64 table)
{
  const MgAddressSpace *space = runtime->space;
  guint64 module, native, handle, object, scout;

  if (!mg_is_collectible (runtime, table))
    return 0;
  module = mg_loader_module_of (runtime, table);
  native = module ? mg_runtime_member (runtime, module, runtime->layout->module_loader_allocator) : 0;
  handle = native ? mg_runtime_member (runtime, native, runtime->layout->loader_allocator_handle) : 0;
  object = handle ? mg_address_space_u64_or_0 (space, handle) : 0;
  scout = object ? mg_address_space_u64_or_0 (space, object + SCOUT_AT) : 0;
  if (scout == 0 || mg_address_space_u64_or_0 (space, scout + SCOUT_NATIVE_AT) != native)
    return 0;
  return object;
}
