#include "analysis/clr/types/thread-statics.h"

#include "analysis/clr/types/load-contexts.h"
#include "analysis/clr/types/loaded-classes.h"
#include "analysis/clr/types/slot-search.h"

#define FLAGS2_AT 8
#define AUXILIARY_AT 32
#define DYNAMIC_STATICS 2
#define INFO_BYTES 40
/* Places of the array that hold no class's fields: offsets below it are in native memory. */
#define FIRST_OFFSET 2
/* Up to .NET 8, in a thread's part of a module. */
#define MODULE_N_DYNAMIC_AT 8
#define MODULE_STATICS_AT 16
#define ENTRY_COLLECTIBLE 8
#define ARRAY_LENGTH_AT 8
#define ARRAY_DATA_AT 16

typedef struct
{
  MgRuntime *runtime;
  const GArray *threads;
  GArray *result; /* MgThreadStatic */
} Work;

/* Where the class lies in every thread's tables. */
typedef struct
{
  guint32 index;    /* .NET 9 and later: of its Object[]; up to .NET 8: of its module */
  gboolean dynamic; /* up to .NET 8: by `id`, in the module's table of dynamic classes */
  guint64 id;
} Place;

/* .NET 9 and later: base of the references of the class with INDEX; 0: not allocated, or kept elsewhere. */
static guint64
base_from_array (const Work *work, guint64 thread, guint32 index)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 data = mg_runtime_member (work->runtime, thread, work->runtime->layout->thread_local_data);
  guint64 array = data ? mg_address_space_u64_or_0 (space, data + 8) : 0;
  guint32 offset = index & 0xffffff;

  if (array == 0 || index >> 24 != 0 || offset < FIRST_OFFSET
      || offset - FIRST_OFFSET >= mg_address_space_u32_or_0 (space, array + ARRAY_LENGTH_AT))
    return 0;
  return mg_address_space_u64_or_0 (space, array + ARRAY_DATA_AT + 8 * (guint64) (offset - FIRST_OFFSET));
}

/* Up to .NET 8: the same, through the thread's block of modules. */
static guint64
base_from_module (const Work *work, guint64 thread, const Place *place)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 block = mg_layout_at (thread, work->runtime->layout->thread_local_data), module, at, handle, holder;

  if (place->index >= mg_address_space_u64_or_0 (space, block + 8))
    return 0;
  module = mg_address_space_u64_or_0 (space, mg_address_space_u64_or_0 (space, block) + 8 * (guint64) place->index);
  if (module == 0)
    return 0;
  if (place->dynamic && place->id >= mg_address_space_u64_or_0 (space, module + MODULE_N_DYNAMIC_AT))
    return 0;
  at = module + MODULE_STATICS_AT;
  if (place->dynamic)
    {
      guint64 entry = mg_address_space_u64_or_0 (space, module) + 16 * place->id;

      at = mg_address_space_u64_or_0 (space, entry);
      if (mg_address_space_u32_or_0 (space, entry + 8) & ENTRY_COLLECTIBLE)
        return 0; /* a place in its load context, no handle */
    }
  handle = at ? mg_address_space_u64_or_0 (space, at) : 0;
  holder = handle ? mg_address_space_u64_or_0 (space, handle) : 0;
  return holder ? holder + ARRAY_DATA_AT : 0;
}

static gboolean
find_place (const Work *work, guint64 table, Place *place)
{
  const MgRuntime *runtime = work->runtime;
  const MgAddressSpace *space = runtime->space;
  guint64 auxiliary, module;

  if (runtime->layout->module_at_24)
    {
      if (!(mg_address_space_u32_or_0 (space, table + FLAGS2_AT) & DYNAMIC_STATICS))
        return FALSE;
      auxiliary = mg_address_space_u64_or_0 (space, table + AUXILIARY_AT);
      return auxiliary != 0 && mg_address_space_u64_or_0 (space, auxiliary - 8) == table
             && mg_address_space_u32 (space, auxiliary - INFO_BYTES + 4, &place->index) && place->index != G_MAXUINT32;
    }
  place->dynamic = mg_statics_dynamic_id (runtime, table, &place->id);
  module = place->dynamic ? mg_loader_module_of (runtime, table) : mg_clr_module_of (runtime, table);
  return module != 0
         && mg_address_space_u32 (space, mg_layout_at (module, runtime->layout->module_index), &place->index);
}

static void
add_fields (Work *work, guint64 table, const GArray *fields, const Place *place)
{
  for (guint t = 0; t < work->threads->len; t++)
    {
      const MgManagedThread *thread = &g_array_index (work->threads, MgManagedThread, t);
      guint64 base = work->runtime->layout->module_at_24 ? base_from_array (work, thread->address, place->index)
                                                         : base_from_module (work, thread->address, place);

      for (guint i = 0; base != 0 && i < fields->len; i++)
        {
          const MgField *field = &g_array_index (fields, MgField, i);
          MgThreadStatic entry = { base + field->offset, *field, table, thread->managed_id };

          if (field->is_thread_static && (field->element == MG_ELEMENT_CLASS || field->element == MG_ELEMENT_VALUE_TYPE)
              && mg_address_space_u64_or_0 (work->runtime->space, entry.slot) != 0)
            g_array_append_val (work->result, entry);
        }
    }
}

static void
add_class_cb (guint64 table, gpointer user_data)
{
  Work *work = user_data;
  g_autoptr (GArray) fields = NULL;
  Place place = { 0 };

  if (!find_place (work, table, &place))
    return;
  fields = mg_fields_declared (work->runtime, table, NULL);
  for (guint i = 0; i < fields->len; i++)
    if (g_array_index (fields, MgField, i).is_thread_static)
      {
        add_fields (work, table, fields, &place);
        return;
      }
}

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const MgThreadStatic *first = a, *second = b;

  if (first->slot != second->slot)
    return first->slot < second->slot ? -1 : 1;
  return first->class < second->class ? -1 : first->class > second->class;
}

GArray *
mg_thread_statics_read (
    MgRuntime *runtime, MgClrModules *modules, const GArray *threads, const guint64 *tables, gsize n)
{
  Work work = { runtime, threads, g_array_new (FALSE, TRUE, sizeof (MgThreadStatic)) };

  mg_loaded_classes_each (modules, tables, n, add_class_cb, &work);
  g_array_sort (work.result, compare_slots);
  return work.result;
}

const MgThreadStatic *
mg_thread_statics_find (const GArray *statics, guint64 slot)
{
  return mg_slot_search (statics, slot);
}
