/* What a core knows beyond the graph, as rows: segments, handles, threads, statics, finalizers, fields, strings. */
#include <glib/gi18n-lib.h>

#include "analysis/clr/methods.h"
#include "analysis/clr/object-fields.h"
#include "analysis/clr/stack-walk.h"
#include "analysis/formats/core-reader-private.h"

static MgNode
node_at (const MgCoreReader *self, guint64 address)
{
  return address ? mg_graph_find_address (self->graph, address) : MG_NODE_NONE;
}

static MgFieldTypes *
field_types (MgCoreReader *self)
{
  if (self->field_types == NULL)
    self->field_types = mg_field_types_new (self->clr->names, self->clr->tables);
  return self->field_types;
}

/* Heap */

typedef struct
{
  MgHeapRow *row;
  guint64 free_table;
} HeapCount;

static gboolean
count_object (const MgHeapObject *object, gpointer user_data)
{
  HeapCount *count = user_data;

  if (object->table->address == count->free_table)
    {
      count->row->n_free++;
      count->row->free_bytes += object->size;
    }
  else
    {
      count->row->n_objects++;
      count->row->object_bytes += object->size;
    }
  return TRUE;
}

static int
compare_heap_rows (gconstpointer a, gconstpointer b)
{
  const MgHeapRow *first = a, *second = b;

  if (first->heap != second->heap)
    return first->heap < second->heap ? -1 : 1;
  if (first->generation != second->generation)
    return (int) first->generation - (int) second->generation;
  return first->start < second->start ? -1 : first->start > second->start;
}

static GArray *
core_heap (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  MgGcHeap *heap = self->clr->heap;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgHeapRow));

  g_mutex_lock (&self->names_lock);
  for (guint i = 0; i < heap->segments->len; i++)
    {
      const MgHeapSegment *segment = &g_array_index (heap->segments, MgHeapSegment, i);
      MgHeapRow row = { .heap = segment->heap,
                        .generation = segment->generation,
                        .start = segment->start,
                        .end = segment->end,
                        .committed = segment->committed,
                        .reserved = segment->reserved };
      HeapCount count = { &row, self->clr->runtime->free_method_table };
      MgWalkResult result = { 0 };

      mg_heap_walk_segment (heap, segment, self->clr->tables, count_object, &count, &result);
      g_array_append_val (rows, row);
    }
  g_mutex_unlock (&self->names_lock);
  g_array_sort (rows, compare_heap_rows);
  return rows;
}

/* Handles */

static int
compare_handle_rows (gconstpointer a, gconstpointer b)
{
  const MgHandleRow *first = a, *second = b;

  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  return first->address < second->address ? -1 : first->address > second->address;
}

static GArray *
core_handles (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgHandleRow));

  for (guint i = 0; i < self->clr->handles->len; i++)
    {
      const MgHandle *handle = &g_array_index (self->clr->handles, MgHandle, i);
      MgHandleRow row = { handle->kind, handle->address, node_at (self, handle->object), MG_NODE_NONE };

      if (handle->kind == MG_HANDLE_DEPENDENT)
        row.secondary = node_at (self, handle->secondary);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_handle_rows);
  return rows;
}

/* Threads */

static void
clear_thread_row (gpointer data)
{
  MgThreadRow *row = data;

  for (guint i = 0; i < row->n_frames; i++)
    g_free (row->frames[i].method);
  g_free (row->frames);
  g_free (row->name);
  g_free (row->state);
}

static char *
thread_state_words (guint32 state)
{
  static const struct
  {
    guint32 bit;
    const char *word;
  } words[] = { { 0x00000200, N_ ("background") },
                { 0x00000400, N_ ("not started") },
                { 0x00000800, N_ ("ended") },
                { 0x01000000, N_ ("thread pool") } };
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (state & words[i].bit)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", _ (words[i].word));
  return g_string_free (text, FALSE);
}

/* The System.Threading.Thread behind a runtime Thread: through its strong handle while it runs, else the weak one. */
static guint64
thread_object (MgCoreReader *self, const MgManagedThread *thread)
{
  const MgLayout *layout = self->clr->runtime->layout;
  const MgAddressSpace *space = self->clr->runtime->space;
  const gint16 places[] = { layout->thread_exposed_strong, layout->thread_exposed_weak };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      guint64 cell = mg_address_space_u64_or_0 (space, thread->address + (guint64) places[i]);
      guint64 object = cell ? mg_address_space_u64_or_0 (space, cell) : 0;

      if (object != 0)
        return object;
    }
  return 0;
}

static char *
thread_name (MgCoreReader *self, guint64 object)
{
  const MgRuntime *runtime = self->clr->runtime;
  guint64 table = mg_address_space_u64_or_0 (runtime->space, object) & ~G_GUINT64_CONSTANT (7);
  g_autoptr (GArray) fields = object ? mg_fields_instance (runtime, table) : NULL;

  for (guint i = 0; fields && i < fields->len; i++)
    {
      const MgField *field = &g_array_index (fields, MgField, i);
      g_autofree char *name = mg_field_name (self->clr->modules, field);
      guint64 text = mg_address_space_u64_or_0 (runtime->space, object + 8 + field->offset);

      if (g_strcmp0 (name, "_name") == 0)
        return text ? mg_value_string (runtime->space, text, 200, NULL) : NULL;
    }
  return NULL;
}

static void
fill_frames (MgCoreReader *self, MgThreadRow *row, const MgManagedThread *thread, MgCodeMap *code)
{
  g_autoptr (GArray) frames = mg_stack_walk (code, thread);

  row->n_frames = frames->len;
  row->frames = g_new0 (MgFrameRow, frames->len + 1);
  for (guint i = 0; i < frames->len; i++)
    {
      const MgManagedFrame *frame = &g_array_index (frames, MgManagedFrame, i);

      row->frames[i].ip = frame->ip;
      row->frames[i].sp = frame->sp;
      row->frames[i].approximate = frame->approximate;
      row->frames[i].method = mg_method_name (self->clr->names, frame->method);
    }
}

static GArray *
core_threads (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  MgRuntime *runtime = self->clr->runtime;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgThreadRow));
  g_autoptr (GArray) threads = NULL;
  g_autoptr (MgCodeMap) code = mg_code_map_new (runtime);

  g_array_set_clear_func (rows, clear_thread_row);
  g_mutex_lock (&self->names_lock);
  threads = mg_threads_read (runtime);
  for (guint i = 0; i < threads->len; i++)
    {
      const MgManagedThread *thread = &g_array_index (threads, MgManagedThread, i);
      guint64 object = thread_object (self, thread);
      MgThreadRow row = { .os_id = thread->os_id, .managed_id = thread->managed_id };

      row.name = thread_name (self, object);
      row.state = thread_state_words (thread->state);
      row.is_finalizer = thread->address == mg_runtime_neighbour (runtime, -3);
      row.thread_object = node_at (self, object);
      fill_frames (self, &row, thread, code);
      g_array_append_val (rows, row);
    }
  g_mutex_unlock (&self->names_lock);
  return rows;
}

/* Statics */

static void
clear_static_row (gpointer data)
{
  MgStaticRow *row = data;

  g_free (row->class_name);
  g_free (row->field);
}

static int
compare_static_rows (gconstpointer a, gconstpointer b)
{
  const MgStaticRow *first = a, *second = b;
  int order = strcmp (first->class_name, second->class_name);

  if (order == 0)
    order = strcmp (first->field, second->field);
  return order ? order : (first->address > second->address) - (first->address < second->address);
}

/* Completes ROW with its names and what its cell holds, and takes it into ROWS. */
static void
add_static_row (MgCoreReader *self, GArray *rows, MgStaticRow row, guint64 class, const MgField *field)
{
  row.class_name = g_strdup (mg_type_names_get (self->clr->names, class));
  row.field = mg_field_name (self->clr->modules, field);
  if (row.field == NULL)
    row.field = g_strdup ("?");
  row.object = node_at (self, mg_address_space_u64_or_0 (self->clr->runtime->space, row.address));
  g_array_append_val (rows, row);
}

static GArray *
core_statics (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  const GArray *statics = self->clr->statics->statics;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgStaticRow));

  g_array_set_clear_func (rows, clear_static_row);
  g_mutex_lock (&self->names_lock);
  for (guint i = 0; i < statics->len; i++)
    {
      const MgStatic *entry = &g_array_index (statics, MgStatic, i);
      MgStaticRow row = { .address = entry->slot };

      if (i > 0 && g_array_index (statics, MgStatic, i - 1).slot == entry->slot)
        continue; /* a generic class and its instance name one cell */
      add_static_row (self, rows, row, entry->class, &entry->field);
    }
  for (guint i = 0; i < self->clr->thread_statics->len; i++)
    {
      const MgThreadStatic *entry = &g_array_index (self->clr->thread_statics, MgThreadStatic, i);
      MgStaticRow row = { .address = entry->slot, .thread_static = TRUE, .managed_thread = entry->thread };

      add_static_row (self, rows, row, entry->class, &entry->field);
    }
  g_mutex_unlock (&self->names_lock);
  g_array_sort (rows, compare_static_rows);
  return rows;
}

/* Finalizers */

static void
add_finalizers (MgCoreReader *self, GArray *rows, const GArray *objects, gboolean ready)
{
  for (guint i = 0; i < objects->len; i++)
    {
      MgFinalizerRow row = { ready, node_at (self, g_array_index (objects, guint64, i)) };

      if (row.object != MG_NODE_NONE)
        g_array_append_val (rows, row);
    }
}

static GArray *
core_finalizers (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgFinalizerRow));

  add_finalizers (self, rows, self->clr->heap->ready, TRUE);
  add_finalizers (self, rows, self->clr->heap->registered, FALSE);
  return rows;
}

/* Objects */

static GArray *
core_fields (MgReader *reader, MgNode object, gsize max)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  guint64 address = mg_graph_address (self->graph, object);
  guint64 table = mg_graph_type_of (self->graph, object)->handle;
  GArray *rows;

  g_mutex_lock (&self->names_lock);
  rows = mg_object_fields (field_types (self), mg_method_tables_get (self->clr->tables, table), address, max);
  for (guint i = 0; i < rows->len; i++)
    {
      MgFieldRow *row = &g_array_index (rows, MgFieldRow, i);

      row->object = node_at (self, row->reference);
    }
  g_mutex_unlock (&self->names_lock);
  return rows;
}

static char *
core_string (MgReader *reader, MgNode object, gsize max, gsize *length)
{
  MgCoreReader *self = (MgCoreReader *) reader;

  if (mg_graph_type_of (self->graph, object)->handle != self->clr->runtime->string_method_table)
    return NULL;
  return mg_value_string (self->clr->runtime->space, mg_graph_address (self->graph, object), max, length);
}

/* Self-checks */

static GArray *
core_checks (MgReader *reader)
{
  static const struct
  {
    const char *id, *what;
  } texts[MG_N_CHECKS] = {
    [MG_CHECK_SYMBOLS] = { "symbols", N_ ("The runtime's exported table of globals was found") },
    [MG_CHECK_GC_VARS] = { "gc_vars", N_ ("There is exactly one block of the collector's variables") },
    [MG_CHECK_VERSION] = { "version", N_ ("The runtime's version was read, and its layout is known") },
    [MG_CHECK_WELL_KNOWN] = { "well_known", N_ ("Free, String and Object pass the test of a MethodTable") },
    [MG_CHECK_SEGMENTS] = { "segments", N_ ("Every segment is in order and walks exactly to its end") },
    [MG_CHECK_REFERENCES] = { "references", N_ ("Every reference leads to the start of an object") },
    [MG_CHECK_NAMES] = { "names", N_ ("System.Object and System.String come out under these names") },
    [MG_CHECK_HANDLES] = { "handles", N_ ("Handles point at objects") },
    [MG_CHECK_THREADS] = { "threads", N_ ("The thread list is as long as the runtime says") },
    [MG_CHECK_STATICS] = { "statics", N_ ("Static fields hold objects") },
  };
  const MgRuntime *runtime = ((MgCoreReader *) reader)->clr->runtime;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgSelfCheck));

  for (guint i = 0; i < MG_N_CHECKS; i++)
    {
      MgSelfCheck row = { texts[i].id, _ (texts[i].what), (int) runtime->checks[i] };

      g_array_append_val (rows, row);
    }
  return rows;
}

const MgReaderDetails mg_core_details = {
  .heap = core_heap,
  .handles = core_handles,
  .threads = core_threads,
  .statics = core_statics,
  .finalizers = core_finalizers,
  .fields = core_fields,
  .string = core_string,
  .checks = core_checks,
};
