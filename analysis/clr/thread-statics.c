#include "analysis/clr/thread-statics.h"

#define FLAGS2_AT 8
#define AUXILIARY_AT 32
#define DYNAMIC_STATICS 2
#define INFO_BYTES 40
/* Places of the array that hold no class's fields: offsets below it are in native memory. */
#define FIRST_OFFSET 2
#define ARRAY_LENGTH_AT 8
#define ARRAY_DATA_AT 16

typedef struct
{
  MgRuntime *runtime;
  const GArray *threads;
  GHashTable *seen; /* guint64 *: MethodTables done */
  GArray *result;   /* MgThreadStatic */
} Work;

/* The Object[] in which THREAD keeps the references of the class with INDEX; 0: not allocated, or kept elsewhere. */
static guint64
holder_of (const Work *work, const MgManagedThread *thread, guint32 index)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 data
      = mg_address_space_u64_or_0 (space, thread->address + (guint64) work->runtime->layout->thread_local_data);
  guint64 array = data ? mg_address_space_u64_or_0 (space, data + 8) : 0;
  guint32 offset = index & 0xffffff;

  if (array == 0 || index >> 24 != 0 || offset < FIRST_OFFSET
      || offset - FIRST_OFFSET >= mg_address_space_u32_or_0 (space, array + ARRAY_LENGTH_AT))
    return 0;
  return mg_address_space_u64_or_0 (space, array + ARRAY_DATA_AT + 8 * (guint64) (offset - FIRST_OFFSET));
}

static void
add_fields (Work *work, guint64 table, const GArray *fields, guint32 index)
{
  for (guint t = 0; t < work->threads->len; t++)
    {
      const MgManagedThread *thread = &g_array_index (work->threads, MgManagedThread, t);
      guint64 holder = holder_of (work, thread, index);

      for (guint i = 0; holder != 0 && i < fields->len; i++)
        {
          const MgField *field = &g_array_index (fields, MgField, i);
          MgThreadStatic entry = { holder + field->offset, *field, table, thread->managed_id };

          if (field->is_thread_static && (field->element == MG_ELEMENT_CLASS || field->element == MG_ELEMENT_VALUE_TYPE)
              && mg_address_space_u64_or_0 (work->runtime->space, entry.slot) != 0)
            g_array_append_val (work->result, entry);
        }
    }
}

static void
add_table_cb (guint64 table, gpointer user_data)
{
  Work *work = user_data;
  const MgAddressSpace *space = work->runtime->space;
  g_autoptr (GArray) fields = NULL;
  guint64 auxiliary;
  guint32 index;

  if (g_hash_table_contains (work->seen, &table))
    return;
  g_hash_table_add (work->seen, g_memdup2 (&table, sizeof table));
  if (!(mg_address_space_u32_or_0 (space, table + FLAGS2_AT) & DYNAMIC_STATICS)
      || !mg_runtime_is_method_table (work->runtime, table))
    return;
  auxiliary = mg_address_space_u64_or_0 (space, table + AUXILIARY_AT);
  if (auxiliary == 0 || mg_address_space_u64_or_0 (space, auxiliary - 8) != table
      || !mg_address_space_u32 (space, auxiliary - INFO_BYTES + 4, &index) || index == G_MAXUINT32)
    return;
  fields = mg_fields_declared (work->runtime, table, NULL);
  for (guint i = 0; i < fields->len; i++)
    if (g_array_index (fields, MgField, i).is_thread_static)
      {
        add_fields (work, table, fields, index);
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
  Work work = { runtime, threads, g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                g_array_new (FALSE, TRUE, sizeof (MgThreadStatic)) };
  g_autoptr (GHashTable) modules_seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (gsize i = 0; i < n && runtime->layout && runtime->layout->module_at_24; i++)
    {
      guint64 module = mg_clr_module_of (runtime, tables[i]);

      add_table_cb (tables[i], &work);
      if (module == 0 || g_hash_table_contains (modules_seen, &module)
          || !mg_clr_modules_get (modules, module)->has_metadata)
        continue;
      g_hash_table_add (modules_seen, g_memdup2 (&module, sizeof module));
      mg_clr_modules_each_defined (modules, module, add_table_cb, &work);
      mg_clr_modules_each_constructed (modules, module, add_table_cb, &work);
    }
  g_array_sort (work.result, compare_slots);
  g_hash_table_unref (work.seen);
  return work.result;
}

const MgThreadStatic *
mg_thread_statics_find (const GArray *statics, guint64 slot)
{
  guint low = 0, high = statics->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (statics, MgThreadStatic, middle).slot < slot)
        low = middle + 1;
      else
        high = middle;
    }
  if (low < statics->len && g_array_index (statics, MgThreadStatic, low).slot == slot)
    return &g_array_index (statics, MgThreadStatic, low);
  return NULL;
}
