#include "analysis/clr/runtime/runtime.h"

#include "analysis/base/error.h"
#include "analysis/clr/runtime/calibrate.h"
#include "analysis/clr/runtime/elf-symbols.h"
#include "analysis/clr/runtime/globals.h"
#include "analysis/clr/runtime/layout-descriptor.h"
#include "analysis/clr/runtime/other-runtimes.h"
#include "analysis/clr/runtime/runtime-version.h"

/* A descriptor lies in the same library as the collector's variables. */
#define NEAR (G_GUINT64_CONSTANT (64) << 20)
/* The poorest descriptor seen (.NET 9) tells 16 members of the layout. */
#define MIN_PUBLISHED 10
/* dword 0 and dword 1 of these MethodTables, the same in every version (component size and flags, base size). */
#define FREE_FLAGS 0x80000001u
#define FREE_BASE_SIZE 24
#define STRING_FLAGS 0x80000002u
#define STRING_BASE_SIZE 22
/* In a MethodTable, and in an EEClass. */
#define CLASS_AT 40
#define CLASS_METHOD_TABLE_AT 16

void
mg_runtime_free (MgRuntime *runtime)
{
  if (runtime == NULL)
    return;
  g_free (runtime->globals);
  g_free (runtime);
}

/* The executable of a single-file application is mapped in pieces: its base is that of its program headers. */
static void
find_base (MgRuntime *runtime)
{
  const MgProcessImage *image = runtime->image;

  runtime->base = mg_process_image_find_module (image, "libcoreclr.so", &runtime->path);
  if (runtime->base == 0 && image->runtime_base != 0)
    runtime->base = image->runtime_base;
  if (runtime->base == 0 && image->program_headers != 0)
    {
      guint64 base = image->program_headers & ~G_GUINT64_CONSTANT (0xfff);

      if (mg_elf_symbol_find (runtime->space, base, "DotNetRuntimeInfo", NULL) != 0)
        {
          runtime->base = base;
          runtime->single_file = TRUE;
        }
    }
}

/* The order of the globals changes in servicing: the block of GC variables identifies itself and its neighbours. */
static guint
find_gc_vars_in_globals (MgRuntime *runtime)
{
  guint found = 0;

  for (guint i = 0; i < runtime->n_globals; i++)
    {
      guint64 block = mg_address_space_u64_or_0 (runtime->space, runtime->globals[i]);
      MgGcVars vars;

      if (block != 0 && mg_gc_vars_read (runtime->space, block, &vars) && found++ == 0)
        {
          runtime->gc = vars;
          runtime->gc_vars_at = i;
        }
    }
  return found;
}

static gboolean
find_gc_vars (MgRuntime *runtime, MgProgress *progress, GError **error)
{
  g_autoptr (GError) local = NULL;
  guint found = find_gc_vars_in_globals (runtime);

  if (found == 0)
    {
      found = mg_gc_vars_scan (runtime->image, &runtime->gc, progress, &local);
      if (local)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  runtime->checks[MG_CHECK_GC_VARS] = found == 1 ? MG_CHECK_PASSED : MG_CHECK_FAILED;
  return found > 0 || mg_other_runtimes_explain (runtime, FALSE, error);
}

guint64
mg_runtime_neighbour (const MgRuntime *runtime, int offset)
{
  gint64 at = (gint64) runtime->gc_vars_at + offset;

  if (runtime->gc_vars_at == G_MAXUINT || at < 0 || at >= runtime->n_globals)
    return 0;
  return mg_address_space_u64_or_0 (runtime->space, runtime->globals[at]);
}

/* A MethodTable's word at 40 is its EEClass or, with bit 0 set, the canonical MethodTable that has one. */
guint64
mg_runtime_class_of (const MgRuntime *runtime, guint64 table)
{
  guint64 class = mg_address_space_u64_or_0 (runtime->space, table + CLASS_AT);

  if (class & 1)
    class = mg_address_space_u64_or_0 (runtime->space, (class & ~G_GUINT64_CONSTANT (1)) + CLASS_AT);
  return class & 1 ? 0 : class;
}

/* The MethodTable that TABLE's EEClass belongs to; 0 when they do not lead back to each other's kind. *CANONICAL: the
 * one it should be. */
static guint64
class_owner (const MgRuntime *runtime, guint64 table, guint64 *canonical)
{
  guint64 word, class;

  *canonical = table;
  if (table == 0 || table % 8 != 0 || !mg_address_space_u64 (runtime->space, table + CLASS_AT, &word))
    return 0;
  if (word & 1)
    *canonical = word & ~G_GUINT64_CONSTANT (1);
  class = mg_runtime_class_of (runtime, table);
  return class ? mg_address_space_u64_or_0 (runtime->space, class + CLASS_METHOD_TABLE_AT) : 0;
}

static gboolean
leads_back (const MgRuntime *runtime, guint64 table)
{
  guint64 canonical, owner = class_owner (runtime, table, &canonical);

  return owner != 0 && owner == canonical;
}

gboolean
mg_runtime_is_continuation (const MgRuntime *runtime, guint64 table)
{
  guint64 canonical, owner = class_owner (runtime, table, &canonical);
  guint64 parent = owner ? mg_runtime_parent_of (runtime, table) : 0;

  return parent != 0 && owner != table && canonical == table && parent == mg_runtime_parent_of (runtime, owner)
         && leads_back (runtime, owner) && leads_back (runtime, parent)
         && mg_runtime_parent_of (runtime, parent) == runtime->object_method_table;
}

gboolean
mg_runtime_is_method_table (const MgRuntime *runtime, guint64 table)
{
  return leads_back (runtime, table)
         || (runtime->object_method_table != 0 && mg_runtime_is_continuation (runtime, table));
}

/* Free, String and Object by what their MethodTables look like; the first of each pattern that passes the test. */
static void
find_well_known (MgRuntime *runtime)
{
  const MgAddressSpace *space = runtime->space;

  for (guint i = 0; i < runtime->n_globals; i++)
    {
      guint64 table = mg_address_space_u64_or_0 (space, runtime->globals[i]);
      guint32 flags, base_size;

      if (table == 0 || !mg_address_space_u32 (space, table, &flags)
          || !mg_address_space_u32 (space, table + 4, &base_size))
        continue;
      if (flags == FREE_FLAGS && base_size == FREE_BASE_SIZE && runtime->free_method_table == 0)
        runtime->free_method_table = table;
      else if (flags == STRING_FLAGS && base_size == STRING_BASE_SIZE && runtime->string_method_table == 0
               && mg_runtime_is_method_table (runtime, table))
        {
          runtime->string_method_table = table;
          /* System.String derives from System.Object directly. */
          runtime->object_method_table = mg_address_space_u64_or_0 (space, table + 16);
        }
    }
  runtime->checks[MG_CHECK_WELL_KNOWN] = runtime->free_method_table
                                                 && mg_runtime_is_method_table (runtime, runtime->string_method_table)
                                                 && mg_runtime_is_method_table (runtime, runtime->object_method_table)
                                             ? MG_CHECK_PASSED
                                             : MG_CHECK_FAILED;
}

static void
take_row (MgRuntime *runtime)
{
  const MgLayout *row = mg_layout_find (runtime->major, runtime->image->os, runtime->image->architecture);

  if (row == NULL)
    return;
  runtime->own_layout = *row;
  runtime->layout = &runtime->own_layout;
  runtime->layout_source = MG_LAYOUT_TABLE;
}

static void
find_version (MgRuntime *runtime)
{
  if (mg_runtime_find_version (runtime))
    take_row (runtime);
  runtime->checks[MG_CHECK_VERSION] = runtime->layout ? MG_CHECK_PASSED : MG_CHECK_FAILED;
}

/* What the runtime publishes goes before the table, and is held against it. */
static void
use_descriptor (MgRuntime *runtime)
{
  guint64 at = mg_elf_symbol_find (runtime->space, runtime->base, "DotNetRuntimeContractDescriptor", NULL);
  g_autoptr (MgDescriptor) descriptor = at ? mg_descriptor_read (runtime->space, at) : NULL;
  const MgLayout *start = runtime->layout
                              ? runtime->layout
                              : mg_layout_nearest (runtime->major, runtime->image->os, runtime->image->architecture);
  MgLayout layout;
  MgLayoutComparison comparison;

  if (descriptor == NULL && runtime->checks[MG_CHECK_SYMBOLS] != MG_CHECK_PASSED)
    descriptor = mg_descriptor_find (runtime->space, runtime->gc.address, NEAR);
  if (descriptor == NULL || start == NULL)
    return;
  layout = *start;
  layout.major = runtime->major;
  layout.architecture = runtime->image->architecture;
  comparison = mg_layout_from_descriptor (&layout, descriptor);
  if (comparison.readable && comparison.n_published >= MIN_PUBLISHED)
    {
      if (runtime->layout)
        runtime->checks[MG_CHECK_DESCRIPTOR]
            = comparison.n_different == 0 && descriptor->n_bad == 0 ? MG_CHECK_PASSED : MG_CHECK_FAILED;
      runtime->own_layout = layout;
      runtime->layout = &runtime->own_layout;
      runtime->layout_source = MG_LAYOUT_DESCRIPTOR;
    }
  else
    runtime->checks[MG_CHECK_DESCRIPTOR] = MG_CHECK_FAILED;
}

MgRuntime *
mg_runtime_find (const MgProcessImage *image, MgProgress *progress, GError **error)
{
  g_autoptr (MgRuntime) runtime = g_new0 (MgRuntime, 1);
  guint32 invalid = 0;

  runtime->image = image;
  runtime->space = image->space;
  runtime->gc_vars_at = G_MAXUINT;
  find_base (runtime);
  if (!mg_other_runtimes_check (runtime, error))
    return NULL;
  mg_globals_read (runtime);
  if (!find_gc_vars (runtime, progress, error))
    return NULL;
  find_version (runtime);
  use_descriptor (runtime);
  if (runtime->gc_vars_at == G_MAXUINT)
    mg_globals_find (runtime);
  runtime->checks[MG_CHECK_LAYOUT] = runtime->layout ? MG_CHECK_PASSED : MG_CHECK_FAILED;
  find_well_known (runtime);
  /* Native AOT has the same collector, and nothing else that is the same. */
  if (runtime->base == 0 && runtime->checks[MG_CHECK_WELL_KNOWN] != MG_CHECK_PASSED)
    {
      mg_other_runtimes_explain (runtime, TRUE, error);
      return NULL;
    }
  if (runtime->layout == NULL && mg_calibrate (runtime))
    runtime->checks[MG_CHECK_LAYOUT] = MG_CHECK_PASSED;
  if (runtime->patch < 0)
    mg_runtime_refine_version (runtime);
  runtime->server = runtime->gc.variable[MG_GC_N_HEAPS] != 0;
  if (mg_address_space_u32 (runtime->space, runtime->gc.variable[MG_GC_STRUCTURES_INVALID], &invalid))
    runtime->in_gc = invalid != 0;
  return g_steal_pointer (&runtime);
}
