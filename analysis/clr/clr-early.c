/* Everything that holds objects from outside the heap can be found without walking it, since the runtime lists its
 * modules. The search from there opens only what it meets. */
#include "analysis/clr/clr-early.h"

#include "analysis/clr/clr-objects.h"
#include "analysis/clr/clr-part.h"
#include "analysis/clr/types/loaded-classes.h"

static gboolean
is_sound (const MgClr *clr)
{
  return !clr->runtime->in_gc && clr->heap->in_order && clr->image->lost_bytes == 0;
}

/* Frozen objects are roots, all of them: their segments are walked at once. They are small. */
static void
mark_frozen (MgClr *clr)
{
  for (guint32 i = 0; i < clr->heap->segments->len; i++)
    if (g_array_index (clr->heap->segments, MgHeapSegment, i).read_only)
      mg_clr_mark_segment (clr, i);
}

static void
begin (MgClrWork *work, MgClr *clr)
{
  *work = (MgClrWork){ .clr = clr };
  clr->index = mg_object_index_new (clr->heap, clr->runtime->space);
  mark_frozen (clr);
  mg_clr_read_cells (clr);
  work->roots = mg_clr_roots_new (clr);
  mg_references_init (&work->references, clr, work->roots->holders);
}

MgGraph *
mg_clr_early_part (MgClr *clr, guint64 address, MgProgress *progress, GError **error)
{
  MgClrWork work;
  MgGraph *graph;

  if (!is_sound (clr) || !mg_loaded_classes_are_known (clr->runtime))
    return NULL;
  begin (&work, clr);
  graph = mg_clr_part_load (&work, address, progress, error);
  mg_clr_work_clear (&work);
  g_clear_pointer (&clr->index, mg_object_index_free); /* it is half made */
  return graph;
}
