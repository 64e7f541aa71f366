/* What a core knows beyond the graph, as rows: segments, handles, finalizers, self-checks. */
#include <glib/gi18n-lib.h>

#include "analysis/formats/core-details-private.h"

MgNode
mg_core_node_at (const MgCoreReader *self, guint64 address)
{
  return address && self->graph ? mg_graph_find_address (self->graph, address) : MG_NODE_NONE;
}

MgFieldTypes *
mg_core_field_types (MgCoreReader *self)
{
  if (self->field_types == NULL)
    self->field_types = mg_field_types_new (self->clr->names, self->clr->tables);
  return self->field_types;
}

MgNamedFields *
mg_core_named_fields (MgCoreReader *self)
{
  if (self->named_fields == NULL)
    self->named_fields = mg_named_fields_new (self->clr->modules);
  return self->named_fields;
}

MgCodeMap *
mg_core_code_map (MgCoreReader *self)
{
  if (self->code == NULL)
    self->code = mg_code_map_new (self->clr->runtime);
  return self->code;
}

MgDelegates *
mg_core_delegates (MgCoreReader *self)
{
  if (self->delegates == NULL)
    self->delegates = mg_delegates_new (self->clr->names, mg_core_named_fields (self), mg_core_code_map (self));
  return self->delegates;
}

/* Heap */

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

GArray *
mg_core_heap (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  MgGcHeap *heap = self->clr->heap;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgHeapRow));
  g_autofree MgSegmentUse *use = NULL;

  g_mutex_lock (&self->names_lock);
  use = mg_heap_walk_use (heap, self->clr->tables);
  g_mutex_unlock (&self->names_lock);
  for (guint i = 0; i < heap->segments->len; i++)
    {
      const MgHeapSegment *segment = &g_array_index (heap->segments, MgHeapSegment, i);
      MgHeapRow row = { .heap = segment->heap,
                        .generation = segment->generation,
                        .start = segment->start,
                        .end = segment->end,
                        .committed = segment->committed,
                        .reserved = segment->reserved,
                        .n_objects = use[i].n_objects,
                        .object_bytes = use[i].object_bytes,
                        .n_free = use[i].n_free,
                        .free_bytes = use[i].free_bytes };

      g_array_append_val (rows, row);
    }
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

GArray *
mg_core_handles (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgHandleRow));

  for (guint i = 0; i < self->clr->handles->len; i++)
    {
      const MgHandle *handle = &g_array_index (self->clr->handles, MgHandle, i);
      MgHandleRow row = { handle->kind, handle->address, mg_core_node_at (self, handle->object), MG_NODE_NONE };

      if (handle->kind == MG_HANDLE_DEPENDENT)
        row.secondary = mg_core_node_at (self, handle->secondary);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_handle_rows);
  return rows;
}

/* Finalizers */

static void
add_finalizers (MgCoreReader *self, GArray *rows, const GArray *objects, gboolean ready)
{
  for (guint i = 0; i < objects->len; i++)
    {
      MgFinalizerRow row = { ready, mg_core_node_at (self, g_array_index (objects, guint64, i)) };

      if (row.object != MG_NODE_NONE)
        g_array_append_val (rows, row);
    }
}

GArray *
mg_core_finalizers (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgFinalizerRow));

  add_finalizers (self, rows, self->clr->heap->ready, TRUE);
  add_finalizers (self, rows, self->clr->heap->registered, FALSE);
  return rows;
}

/* Self-checks */

/* One text per number of frames: static for the caller, like the others. */
static const char *
frames_text (const MgRuntime *runtime)
{
  /* Translators: two numbers of stack frames. */
  g_autofree char *text = g_strdup_printf (_ ("Stack frames whose local variables are known exactly: %u of %u"),
                                           runtime->n_exact_frames, runtime->n_stack_frames);

  return g_intern_string (text);
}

GArray *
mg_core_checks (MgReader *reader)
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
    [MG_CHECK_STACKS] = { "stacks", N_ ("Methods on the stacks tell which local variables they use") },
    [MG_CHECK_FILES] = { "files", N_ ("Files read in place of what the core leaves out are those the process ran") },
    [MG_CHECK_LAYOUT] = { "layout", N_ ("Where things lie in this version of the runtime is known") },
    [MG_CHECK_DESCRIPTOR]
    = { "descriptor", N_ ("The runtime’s own description and the built-in table of layouts say the same") },
  };
  static const char *const sources[] = {
    [MG_LAYOUT_UNKNOWN] = NULL,
    [MG_LAYOUT_TABLE] = N_ ("Where things lie in this version of the runtime is known, from the built-in table"),
    [MG_LAYOUT_DESCRIPTOR] = N_ ("Where things lie in this version of the runtime is known, from its own description"),
    [MG_LAYOUT_CALIBRATED]
    = N_ ("Where things lie in this version of the runtime is known, worked out from the memory itself"),
  };
  const MgRuntime *runtime = ((MgCoreReader *) reader)->clr->runtime;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgSelfCheck));

  for (guint i = 0; i < MG_N_CHECKS; i++)
    {
      MgSelfCheck row = { texts[i].id, _ (texts[i].what), (int) runtime->checks[i] };

      if (i == MG_CHECK_LAYOUT && sources[runtime->layout_source])
        row.what = _ (sources[runtime->layout_source]);

      if (i == MG_CHECK_STACKS && runtime->n_stack_frames > 0)
        row.what = frames_text (runtime);
      g_array_append_val (rows, row);
    }
  return rows;
}

#define MEMBER(result, name, arguments) .name = mg_core_##name,
const MgReaderDetails mg_core_details = { MG_READER_DETAILS (MEMBER) };
