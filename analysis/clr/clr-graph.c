/* From a walked heap to the object graph: number the objects, count their references, fill them in. */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/base/limits.h"
#include "analysis/base/progress.h"
#include "analysis/clr/clr-reach.h"
#include "analysis/clr/clr-roots.h"
#include "analysis/clr/clr.h"
#include "analysis/graph/builder.h"

typedef struct
{
  MgClr *clr;
  MgClrRoots *roots;
  MgGraphBuilder *builder;
  guint32 n_roots;     /* with the one of the frozen objects, when there are any */
  guint32 segment;     /* number of the one being walked */
  guint32 next;        /* number of the object being visited */
  guint32 hint;        /* of look-ups in the index */
  guint64 array_table; /* MethodTable of the arrays that hold statics; 0 */
  gboolean holder;     /* the object being visited is one of them */
  gboolean filling;    /* second pass */
  guint32 n_edges;     /* of the object being visited */
  const guint8 *bytes; /* of the object being visited; NULL: read word by word */
  guint64 address;
  MgNode from;
  MgNode frozen_root; /* MG_NODE_NONE */
} Work;

static gboolean
is_free (const Work *work, const MgHeapObject *object)
{
  return object->table->address == work->clr->runtime->free_method_table;
}

static gboolean
mark_object (const MgHeapObject *object, gpointer user_data)
{
  Work *work = user_data;

  if (!is_free (work, object))
    mg_object_index_mark (work->clr->index, work->segment, object->address);
  return TRUE;
}

/* One place of an object that holds a reference. A cell that is a named static belongs to its root, not to the array.
 */
static inline void
visit_slot (guint64 slot, gpointer data)
{
  Work *work = data;
  guint64 target;
  guint32 number;

  if (G_LIKELY (work->bytes != NULL))
    memcpy (&target, work->bytes + (slot - work->address), 8);
  else
    target = mg_address_space_u64_or_0 (work->clr->runtime->space, slot);
  if (target == 0)
    return;
  number = mg_object_index_find (work->clr->index, target, &work->hint);
  if (number == MG_OBJECT_NONE)
    {
      work->clr->n_bad_references += !work->filling;
      return;
    }
  if (G_UNLIKELY (work->holder)
      && (mg_statics_find (work->clr->statics, slot) || mg_thread_statics_find (work->clr->thread_statics, slot)))
    return;
  if (work->filling)
    mg_graph_builder_add_edge (work->builder, work->from, mg_graph_builder_object (work->n_roots, number));
  work->n_edges++;
}

/* An object of a collectible type keeps its load context alive without a reference that GCDesc lists. */
static void
visit_loader (Work *work, const MgHeapObject *object)
{
  guint32 number;

  if (object->table->loader_object == 0)
    return;
  number = mg_object_index_find (work->clr->index, object->table->loader_object, &work->hint);
  if (number == MG_OBJECT_NONE)
    return;
  if (work->filling)
    mg_graph_builder_add_edge (work->builder, work->from, mg_graph_builder_object (work->n_roots, number));
  work->n_edges++;
}

static gboolean
visit_object (const MgHeapObject *object, gpointer user_data)
{
  Work *work = user_data;

  if (is_free (work, object))
    return TRUE;
  work->from = mg_graph_builder_object (work->n_roots, work->next);
  work->bytes = object->bytes;
  work->address = object->address;
  work->n_edges = 0;
  work->holder = object->table->address == work->array_table
                 && g_hash_table_contains (work->roots->holders, GUINT_TO_POINTER (work->next + 1));
  mg_method_table_each_slot (object->table, object->address, object->size, visit_slot, work);
  visit_loader (work, object);
  if (!work->filling)
    {
      mg_graph_builder_add_object (work->builder, work->clr->type_of_table[object->table->number], object->size,
                                   object->address);
      mg_graph_builder_count_edges (work->builder, work->from, work->n_edges);
      work->clr->n_references += work->n_edges;
    }
  work->next++;
  return TRUE;
}

static gboolean
walk_all (Work *work, MgObjectFunc func, MgProgress *progress, GError **error)
{
  MgGcHeap *heap = work->clr->heap;
  MgWalkResult result = { 0 };
  guint64 total = 0, done = 0;

  work->next = 0;
  for (guint i = 0; i < heap->segments->len; i++)
    total += g_array_index (heap->segments, MgHeapSegment, i).end
             - g_array_index (heap->segments, MgHeapSegment, i).start;
  for (work->segment = 0; work->segment < heap->segments->len; work->segment++)
    {
      const MgHeapSegment *segment = &g_array_index (heap->segments, MgHeapSegment, work->segment);

      mg_heap_walk_segment (heap, segment, work->clr->tables, func, work, &result);
      done += segment->end - segment->start;
      if (!mg_progress_step (progress, done, total, error))
        return FALSE;
    }
  return TRUE;
}

/* Dependent handles: the first object keeps the second alive, as long as something else keeps the first. */
static void
visit_dependent (Work *work)
{
  for (guint i = 0; i < work->clr->handles->len; i++)
    {
      const MgHandle *handle = &g_array_index (work->clr->handles, MgHandle, i);
      guint32 from, to;
      MgNode source, target;

      if (handle->kind != MG_HANDLE_DEPENDENT || handle->secondary == 0)
        continue;
      from = mg_object_index_find (work->clr->index, handle->object, &work->hint);
      to = mg_object_index_find (work->clr->index, handle->secondary, &work->hint);
      if (from == MG_OBJECT_NONE || to == MG_OBJECT_NONE)
        continue;
      source = mg_graph_builder_object (work->n_roots, from);
      target = mg_graph_builder_object (work->n_roots, to);
      if (work->filling)
        {
          mg_graph_builder_add_edge (work->builder, source, target);
          mg_graph_builder_mark_conditional (work->builder, source, target);
        }
      else
        mg_graph_builder_count_edges (work->builder, source, 1);
    }
}

/* Objects of read-only segments are never collected: one root holds them all. */
static void
visit_frozen (Work *work)
{
  const MgObjectIndex *index = work->clr->index;

  if (work->frozen_root == MG_NODE_NONE)
    return;
  for (guint i = 0; i < work->clr->heap->segments->len; i++)
    {
      guint32 first = index->segments[i].ranks[0];
      guint32 end = i + 1 < index->n_segments ? index->segments[i + 1].ranks[0] : index->n_objects;

      if (!g_array_index (work->clr->heap->segments, MgHeapSegment, i).read_only)
        continue;
      if (!work->filling)
        mg_graph_builder_count_edges (work->builder, work->frozen_root, end - first);
      for (guint32 k = first; k < end && work->filling; k++)
        mg_graph_builder_add_edge (work->builder, work->frozen_root, mg_graph_builder_object (work->n_roots, k));
    }
}

static void
visit_roots (Work *work)
{
  for (guint i = 0; i < work->roots->roots->len; i++)
    {
      const MgClrRoot *entry = &g_array_index (work->roots->roots, MgClrRoot, i);

      if (work->filling)
        mg_graph_builder_add_edge (work->builder, mg_graph_builder_root (i),
                                   mg_graph_builder_object (work->n_roots, entry->object));
      else
        {
          mg_graph_builder_add_root (work->builder, &entry->root);
          mg_graph_builder_count_edges (work->builder, mg_graph_builder_root (i), 1);
        }
    }
  if (!work->filling && work->frozen_root != MG_NODE_NONE)
    {
      MgRoot root = { .kind = MG_ROOT_OTHER, .label = _ ("frozen objects") };

      mg_graph_builder_add_root (work->builder, &root);
    }
}

static gboolean
one_pass (Work *work, MgProgress *progress, GError **error)
{
  visit_roots (work);
  visit_frozen (work);
  if (!walk_all (work, visit_object, progress, error))
    return FALSE;
  visit_dependent (work);
  return TRUE;
}

static gboolean
has_frozen (const MgClr *clr)
{
  for (guint i = 0; i < clr->heap->segments->len; i++)
    if (g_array_index (clr->heap->segments, MgHeapSegment, i).read_only)
      return TRUE;
  return FALSE;
}

static MgCheckState
passed_unless (gboolean failed)
{
  return failed ? MG_CHECK_FAILED : MG_CHECK_PASSED;
}

/* Handles and statics must lead to objects: one in a hundred handles may point into a part that is not in the dump. */
static void
check_roots (Work *work)
{
  MgClr *clr = work->clr;
  guint bad_handles = 0, bad_statics = 0;

  for (guint i = 0; i < clr->handles->len; i++)
    bad_handles += mg_object_index_find (clr->index, g_array_index (clr->handles, MgHandle, i).object, &work->hint)
                   == MG_OBJECT_NONE;
  for (guint i = 0; i < clr->statics->statics->len; i++)
    {
      guint64 slot = g_array_index (clr->statics->statics, MgStatic, i).slot;
      guint64 object = mg_address_space_u64_or_0 (clr->runtime->space, slot);

      bad_statics += object != 0 && mg_object_index_find (clr->index, object, &work->hint) == MG_OBJECT_NONE;
    }
  if (clr->handles->len > 0)
    clr->runtime->checks[MG_CHECK_HANDLES] = passed_unless (bad_handles > clr->handles->len / 100);
  if (clr->statics->statics->len > 0)
    clr->runtime->checks[MG_CHECK_STATICS] = passed_unless (bad_statics > 0);
}

static void
name_roots (Work *work)
{
  MgClr *clr = work->clr;
  guint hint = 0;

  mg_clr_read_cells (clr);
  check_roots (work);
  work->roots = mg_clr_roots_new (clr);
  /* All arrays that hold statics are Object[]: one compare keeps the look-up away from other objects. */
  for (guint i = 0; i < clr->statics->statics->len && work->array_table == 0; i++)
    {
      guint64 slot = g_array_index (clr->statics->statics, MgStatic, i).slot, start;

      if (mg_object_index_find_before (clr->index, slot, &hint, &start) != MG_OBJECT_NONE)
        work->array_table = mg_address_space_u64_or_0 (clr->runtime->space, start) & ~G_GUINT64_CONSTANT (7);
    }
}

/* Words on stacks count only for what nothing certain keeps alive. */
static gboolean
settle_stacks (Work *work, MgProgress *progress, GError **error)
{
  g_autofree guint64 *bits = mg_clr_reach_certain (work->clr, work->roots->roots, progress, error);

  if (bits)
    mg_clr_roots_drop_doubtful (work->roots, bits);
  return bits != NULL;
}

static gboolean
fits (const Work *work, GError **error)
{
  if ((guint64) work->n_roots + work->clr->index->n_objects + 1 <= MG_LIMIT_NODES)
    return TRUE;
  g_set_error_literal (
      error, MG_ERROR, MG_ERROR_LIMIT,
      _ ("This heap has more than four thousand million objects: paths and retained sizes cannot be computed. The "
         "types can be listed."));
  return FALSE;
}

MgGraph *
mg_clr_load_graph (MgClr *clr, MgProgress *progress, GError **error)
{
  Work work = { .clr = clr, .frozen_root = MG_NODE_NONE };
  MgGraph *graph = NULL;

  clr->index = mg_object_index_new (clr->heap);
  mg_progress_stage (progress, _ ("Numbering the objects"), 0.0, 0.2);
  if (!walk_all (&work, mark_object, progress, error))
    return NULL;
  mg_object_index_seal (clr->index);
  name_roots (&work);
  mg_progress_stage (progress, _ ("Following the roots"), 0.2, 0.4);
  if (!settle_stacks (&work, progress, error))
    {
      mg_clr_roots_free (work.roots);
      return NULL;
    }
  work.n_roots = work.roots->roots->len + (has_frozen (clr) ? 1 : 0);
  if (has_frozen (clr))
    work.frozen_root = mg_graph_builder_root (work.n_roots - 1);
  if (fits (&work, error))
    {
      work.builder = mg_graph_builder_new (clr->types, work.n_roots, clr->index->n_objects);
      mg_progress_stage (progress, _ ("Counting references"), 0.4, 0.65);
      if (one_pass (&work, progress, error))
        {
          mg_graph_builder_begin_edges (work.builder);
          work.filling = TRUE;
          mg_progress_stage (progress, _ ("Reading references"), 0.65, 1.0);
          if (one_pass (&work, progress, error))
            graph = mg_graph_builder_finish (g_steal_pointer (&work.builder));
        }
    }
  clr->runtime->checks[MG_CHECK_REFERENCES] = clr->n_bad_references == 0 ? MG_CHECK_PASSED : MG_CHECK_FAILED;
  mg_graph_builder_free (work.builder);
  mg_clr_roots_free (work.roots);
  return graph;
}
