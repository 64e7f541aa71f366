/* From a walked heap to the object graph: number the objects, find the roots, decode the references. */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/base/limits.h"
#include "analysis/base/progress.h"
#include "analysis/clr/clr-edges.h"
#include "analysis/clr/clr-objects.h"
#include "analysis/clr/clr-part.h"
#include "analysis/clr/clr-reach.h"
#include "analysis/clr/clr-work.h"
#include "analysis/graph/bulk-builder.h"

gboolean
mg_clr_has_frozen (const MgClr *clr)
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
check_roots (MgClrWork *work)
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
name_roots (MgClrWork *work)
{
  MgClr *clr = work->clr;

  mg_clr_read_cells (clr);
  check_roots (work);
  work->roots = mg_clr_roots_new (clr);
}

static gboolean
fits (const MgClrWork *work, GError **error)
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
add_frozen_root (const MgClrWork *work, MgBulkBuilder *builder)
{
  const MgObjectIndex *index = work->clr->index;
  MgRoot root = MG_CLR_FROZEN_ROOT;
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
mark_conditional (const MgClrWork *work, MgBulkBuilder *builder)
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
build (MgClrWork *work, MgProgress *progress, GError **error)
{
  MgClr *clr = work->clr;
  gboolean frozen = mg_clr_has_frozen (clr);
  guint n_roots = work->roots->roots->len;
  guint64 max_edges = work->clr->n_slots + n_roots + work->references.ties->n
                      + (frozen ? clr->index->n_objects : 0);
  g_autoptr (MgBulkBuilder) builder
      = mg_bulk_builder_new (clr->types, n_roots + (frozen ? 1 : 0), clr->index->n_objects, max_edges);
  MgClrEdges edges;

  for (guint i = 0; i < n_roots; i++)
    {
      const MgClrRoot *entry = &g_array_index (work->roots->roots, MgClrRoot, i);
      guint32 object = mg_object_index_find (clr->index, entry->address);

      mg_bulk_builder_add_root (builder, &entry->root, &object, 1);
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
load (MgClrWork *work, MgProgress *progress, GError **error)
{
  gboolean settled = mg_clr_reach_is_settled (work->roots);

  if (!fits (work, error))
    return NULL;
  mg_progress_stage (progress, _ ("Following the roots"), 0.2, settled ? 0.2 : 0.5);
  if (!settled && !mg_clr_reach_settle (&work->references, work->roots, progress, error))
    return NULL;
  mg_progress_stage (progress, _ ("Reading references"), settled ? 0.2 : 0.5, 1.0);
  return build (work, progress, error);
}

gboolean
mg_clr_work_init (MgClrWork *work, MgClr *clr, MgProgress *progress, GError **error)
{
  *work = (MgClrWork){ .clr = clr };
  if (clr->index == NULL)
    {
      clr->index = mg_object_index_new (clr->heap, clr->runtime->space);
      if (!mg_heap_walk_mark (clr->heap, clr->tables, clr->index, &clr->n_slots, progress, error))
        return FALSE;
    }
  mg_object_index_seal (clr->index);
  name_roots (work);
  mg_references_init (&work->references, clr, work->roots->holders);
  return TRUE;
}

void
mg_clr_work_clear (MgClrWork *work)
{
  mg_references_clear (&work->references);
  mg_clr_roots_free (work->roots);
}

gboolean
mg_clr_work_open (const MgClrWork *work, guint64 address, MgReferrer *object)
{
  const MgClr *clr = work->clr;
  const MgIndexedSegment *segment = mg_object_index_segment (clr->index, address);

  /* What mg_clr_is_object() says, without reading the object's head twice. */
  if (segment == NULL || (address & 7)
      || (clr->index->sealed && mg_object_index_find (clr->index, address) == MG_OBJECT_NONE))
    return FALSE;
  return mg_references_open (&work->references, clr->tables, segment, address, object)
         && object->table->address != clr->runtime->free_method_table;
}

/* ADDRESS: of the object that is asked about, or NULL for the whole graph. */
static MgGraph *
load_some (MgClr *clr, const guint64 *address, gboolean *is_part, MgProgress *progress, GError **error)
{
  MgClrWork work;
  GError *local = NULL;
  MgGraph *graph = NULL;

  mg_progress_stage (progress, _ ("Numbering the objects"), 0.0, 0.2);
  if (mg_clr_work_init (&work, clr, progress, &local) && address)
    graph = mg_clr_part_load (&work, *address, progress, &local);
  *is_part = graph != NULL;
  if (graph == NULL && local == NULL)
    {
      graph = load (&work, progress, &local);
      clr->runtime->checks[MG_CHECK_REFERENCES] = clr->n_bad_references == 0 ? MG_CHECK_PASSED : MG_CHECK_FAILED;
    }
  mg_clr_work_clear (&work);
  if (local)
    g_propagate_error (error, local);
  return graph;
}

MgGraph *
mg_clr_load_graph (MgClr *clr, MgProgress *progress, GError **error)
{
  gboolean is_part;

  return load_some (clr, NULL, &is_part, progress, error);
}

MgGraph *
mg_clr_load_path (MgClr *clr, guint64 address, gboolean *is_part, MgProgress *progress, GError **error)
{
  *is_part = clr->early_part != NULL;
  if (clr->early_part)
    return g_steal_pointer (&clr->early_part);
  return load_some (clr, &address, is_part, progress, error);
}
