#include "analysis/snapshot.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *id, *name;
} capabilities[MG_N_CAPABILITIES] = {
  [MG_CAPABILITY_FIELD_NAMES] = { "field_names", N_ ("Field names") },
  [MG_CAPABILITY_VALUES] = { "values", N_ ("Values of fields and strings") },
  [MG_CAPABILITY_STACKS] = { "stacks", N_ ("Stacks of threads") },
  [MG_CAPABILITY_GENERATIONS] = { "generations", N_ ("Generations") },
  [MG_CAPABILITY_HANDLE_KINDS] = { "handle_kinds", N_ ("Kinds of handles") },
  [MG_CAPABILITY_MEMORY_MAP] = { "memory_map", N_ ("Memory of the whole process") },
  [MG_CAPABILITY_DEAD_OBJECTS] = { "dead_objects", N_ ("Objects that nothing holds") },
  [MG_CAPABILITY_MODULES] = { "modules", N_ ("Modules of types") },
};

const char *
mg_capability_id (MgCapability capability)
{
  return capabilities[capability].id;
}

const char *
mg_capability_name (MgCapability capability)
{
  return _ (capabilities[capability].name);
}
