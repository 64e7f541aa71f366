/* From a walked heap to the object graph: number the objects, find the roots, decode the references. */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/base/limits.h"
#include "analysis/base/progress.h"
#include "analysis/clr/clr-edges.h"
#include "analysis/clr/clr-reach.h"
#include "analysis/clr/clr-roots.h"
#include "analysis/clr/clr.h"
#include "analysis/graph/bulk-builder.h"

typedef struct
{
  MgClr *clr;
  MgClrRoots *roots;
  MgReferences references;
  guint64 n_slots; /* references of all objects, at most */
} Work;

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
    bad_handles += mg_object_index_find (clr->index, g_array_index (clr->handles, MgHandle, i).object)
                   == MG_OBJECT_NONE;
  for (guint i = 0; i < clr->statics->statics->len; i++)
    {
      guint64 slot = g_array_index (clr->statics->statics, MgStatic, i).slot;
      guint64 object = mg_address_space_u64_or_0 (clr->runtime->space, slot);

      bad_statics += object != 0 && mg_object_index_find (clr->index, object) == MG_OBJECT_NONE;
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

  mg_clr_read_cells (clr);
  check_roots (work);
  work->roots = mg_clr_roots_new (clr);
}

static gboolean
fits (const Work *work, GError **error)
{
  if ((guint64) work->roots->roots->len + work->clr->index->n_objects + 2 <= MG_LIMIT_NODES)
    return TRUE;
  g_set_error_literal (
      error, MG_ERROR, MG_ERROR_LIMIT,
      _ ("This heap has more than four thousand million objects: paths and retained sizes cannot be computed. The "
         "types can be listed."));
  return FALSE;
}

/* ---- The graph ---- */

/* Objects of read-only segments are never collected: one root holds them all. */
static void
add_frozen_root (const Work *work, MgBulkBuilder *builder)
{
  const MgObjectIndex *index = work->clr->index;
  MgRoot root = { .kind = MG_ROOT_OTHER, .label = _ ("frozen objects") };
  g_autoptr (GArray) objects = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < index->n_segments; i++)
    {
      guint32 end = mg_object_index_rank (index, mg_object_index_end_block (index, i));

      if (!g_array_index (work->clr->heap->segments, MgHeapSegment, i).read_only)
        continue;
      for (guint32 k = mg_object_index_rank (index, index->segments[i].first_block); k < end; k++)
        g_array_append_val (objects, k);
    }
  mg_bulk_builder_add_root (builder, &root, (const guint32 *) (gpointer) objects->data, objects->len);
}

static void
mark_conditional (const Work *work, MgBulkBuilder *builder)
{
  const MgTies *ties = work->references.ties;

  for (guint i = 0; i < ties->n; i++)
    {
      guint32 from = mg_object_index_find (work->clr->index, ties->ties[i].from);
      guint32 to = mg_object_index_find (work->clr->index, ties->ties[i].to);

      if (from != MG_OBJECT_NONE && to != MG_OBJECT_NONE)
        mg_bulk_builder_mark_conditional (builder, from, to);
    }
}

static MgGraph *
build (Work *work, MgProgress *progress, GError **error)
{
  MgClr *clr = work->clr;
  gboolean frozen = has_frozen (clr);
  guint n_roots = work->roots->roots->len;
  guint64 max_edges = work->n_slots + n_roots + work->references.ties->n
                      + (frozen ? clr->index->n_objects : 0);
  g_autoptr (MgBulkBuilder) builder
      = mg_bulk_builder_new (clr->types, n_roots + (frozen ? 1 : 0), clr->index->n_objects, max_edges);
  MgClrEdges edges;

  for (guint i = 0; i < n_roots; i++)
    {
      const MgClrRoot *entry = &g_array_index (work->roots->roots, MgClrRoot, i);

      mg_bulk_builder_add_root (builder, &entry->root, &entry->object, 1);
    }
  if (frozen)
    add_frozen_root (work, builder);
  mark_conditional (work, builder);
  if (!mg_clr_edges_add (&work->references, builder, &edges, progress, error))
    return NULL;
  clr->n_references = edges.n_references;
  clr->n_bad_references = edges.n_bad;
  return mg_bulk_builder_finish (g_steal_pointer (&builder));
}

static MgGraph *
load (Work *work, MgProgress *progress, GError **error)
{
  mg_progress_stage (progress, _ ("Following the roots"), 0.2, 0.5);
  if (!fits (work, error) || !mg_clr_reach_settle (&work->references, work->roots, progress, error))
    return NULL;
  mg_progress_stage (progress, _ ("Reading references"), 0.5, 1.0);
  return build (work, progress, error);
}

MgGraph *
mg_clr_load_graph (MgClr *clr, MgProgress *progress, GError **error)
{
  Work work = { .clr = clr };
  MgGraph *graph;

  clr->index = mg_object_index_new (clr->heap, clr->runtime->space);
  mg_progress_stage (progress, _ ("Numbering the objects"), 0.0, 0.2);
  if (!mg_heap_walk_mark (clr->heap, clr->tables, clr->index, &work.n_slots, progress, error))
    return NULL;
  mg_object_index_seal (clr->index);
  name_roots (&work);
  mg_references_init (&work.references, clr, work.roots->holders);
  graph = load (&work, progress, error);
  clr->runtime->checks[MG_CHECK_REFERENCES] = clr->n_bad_references == 0 ? MG_CHECK_PASSED : MG_CHECK_FAILED;
  mg_references_clear (&work.references);
  mg_clr_roots_free (work.roots);
  return graph;
}
