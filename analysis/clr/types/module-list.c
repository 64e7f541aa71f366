/* AppDomain → list of assemblies, where MgLayout says:
 *
 *   u32      0   elements
 *   block    8   {next block 0, u32 room 8, elements 16}
 *
 * An element leads to its Module, in one of a few ways. Which one it is shows the core library, whose Module is known
 * otherwise: it is always in the list. */
#include "analysis/clr/types/module-list.h"

#include "analysis/clr/types/modules.h"

#define APPLICATION_DOMAIN 1
#define FIRST_BLOCK_AT 8
#define CAPACITY_AT 8
#define ELEMENTS_AT 16
#define MAX_ASSEMBLIES 65536

typedef gboolean (*ModuleOf) (const MgAddressSpace *space, guint64 element, guint64 *module);

/* DomainAssembly, up to .NET 8 */
static gboolean
module_at_24 (const MgAddressSpace *space, guint64 element, guint64 *module)
{
  return mg_address_space_u64 (space, element + 24, module);
}

/* DomainAssembly {Assembly *, …}, .NET 9 and 10 */
static gboolean
module_of_assembly (const MgAddressSpace *space, guint64 element, guint64 *module)
{
  guint64 assembly;

  return mg_address_space_u64 (space, element, &assembly) && mg_address_space_u64 (space, assembly + 16, module);
}

/* Assembly, .NET 11; some DomainAssemblies of .NET 9 */
static gboolean
module_at_16 (const MgAddressSpace *space, guint64 element, guint64 *module)
{
  return mg_address_space_u64 (space, element + 16, module);
}

static const ModuleOf ways[] = { module_at_24, module_of_assembly, module_at_16 };

/* Takes the N elements of a block that are not null (unloaded assemblies leave such ones). FALSE: memory is missing. */
static gboolean
read_block (const MgAddressSpace *space, guint64 block, guint32 n, GArray *elements)
{
  for (guint32 i = 0; i < n; i++)
    {
      guint64 element;

      if (!mg_address_space_u64 (space, block + ELEMENTS_AT + 8 * (guint64) i, &element))
        return FALSE;
      if (element != 0)
        g_array_append_val (elements, element);
    }
  return TRUE;
}

/* All elements of LIST. FALSE: it is no list, or a part of it is missing. */
static gboolean
read_elements (const MgAddressSpace *space, guint64 list, GArray *elements)
{
  guint64 block = list + FIRST_BLOCK_AT;
  guint32 left, room;

  if (!mg_address_space_u32 (space, list, &left) || left > MAX_ASSEMBLIES)
    return FALSE;
  while (left > 0)
    {
      if (block == 0 || !mg_address_space_u32 (space, block + CAPACITY_AT, &room) || room == 0
          || !read_block (space, block, MIN (room, left), elements)
          || (left > room && !mg_address_space_u64 (space, block, &block)))
        return FALSE;
      left -= MIN (room, left);
    }
  return TRUE;
}

/* NULL: not all of them lead to a Module that way. */
static GArray *
follow (const MgRuntime *runtime, const GArray *elements, ModuleOf way)
{
  g_autoptr (GArray) modules = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < elements->len; i++)
    {
      guint64 module, map;

      if (!way (runtime->space, g_array_index (elements, guint64, i), &module)
          || !mg_address_space_u64 (runtime->space, mg_layout_at (module, runtime->layout->module_typedef_map), &map))
        return NULL;
      g_array_append_val (modules, module);
    }
  return g_steal_pointer (&modules);
}

static gboolean
contains (const GArray *modules, guint64 module)
{
  for (guint i = 0; i < modules->len; i++)
    if (g_array_index (modules, guint64, i) == module)
      return TRUE;
  return FALSE;
}

GArray *
mg_module_list_read (const MgRuntime *runtime)
{
  guint64 core = mg_clr_module_of (runtime, runtime->object_method_table);
  guint64 domain = mg_runtime_neighbour (runtime, APPLICATION_DOMAIN);
  guint64 list = runtime->layout && domain ? mg_layout_at (domain, runtime->layout->domain_assemblies) : 0;
  g_autoptr (GArray) elements = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (core == 0 || list == 0 || !read_elements (runtime->space, list, elements))
    return g_array_new (FALSE, FALSE, sizeof (guint64));
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (GArray) modules = follow (runtime, elements, ways[i]);

      if (modules != NULL && contains (modules, core))
        return g_steal_pointer (&modules);
    }
  return g_array_new (FALSE, FALSE, sizeof (guint64));
}
