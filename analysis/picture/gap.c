#include "analysis/picture/gap.h"

#include "analysis/picture/identity.h"

/* Left standing at each end of a stretch: what the root holds, and what holds the subject. */
#define KEPT 2
/* A stub for less would save nothing. */
#define LEAST_GAP 2

static gboolean
is_link (const MgSketch *sketch, guint index)
{
  const MgSketchNode *node = mg_sketch_node (sketch, index);

  return (node->kind == MG_PICTURE_GROUP || node->kind == MG_PICTURE_TRUNK) && mg_sketch_only_in (sketch, index) != NULL
         && mg_sketch_only_out (sketch, index) != NULL;
}

/* Links from INDEX on, when it is the first of its stretch; else 0. */
static guint
stretch_from (const MgSketch *sketch, guint index)
{
  guint length = 0;

  if (!is_link (sketch, index) || is_link (sketch, mg_sketch_only_in (sketch, index)->from))
    return 0;
  for (; is_link (sketch, index); index = mg_sketch_only_out (sketch, index)->to)
    length++;
  return length;
}

static guint
step (const MgSketch *sketch, guint index, guint n)
{
  while (n-- > 0)
    index = mg_sketch_only_out (sketch, index)->to;
  return index;
}

static guint64
gap_id (const MgSketch *sketch, guint index)
{
  return mg_identity_text (mg_sketch_node (sketch, step (sketch, index, KEPT))->id, "gap");
}

/* Takes N nodes out, from KEPT behind INDEX on; the first of them becomes the stub. */
static void
cut_gap (MgSketch *sketch, guint index, guint n, guint64 id)
{
  guint at = step (sketch, index, KEPT);
  MgSketchNode *stub = mg_sketch_node (sketch, at);

  for (guint i = 1; i < n; i++)
    {
      MgSketchEdge *out = mg_sketch_only_out (sketch, at), *beyond = mg_sketch_only_out (sketch, out->to), *added;
      guint gone = out->to, to = beyond->to;
      gboolean leading = out->leading;

      added = mg_sketch_add_edge (sketch, at, to, beyond->weight, 0, MG_FOLD_PLAIN);
      added->leading = leading;
      mg_sketch_remove_node (sketch, gone);
      at -= at > gone;
    }
  stub->kind = MG_PICTURE_STUB;
  stub->id = id;
  stub->is_gap = TRUE;
  stub->reason = MG_CUT_FULL;
  stub->n_left_out = n;
  stub->dominator = FALSE;
  stub->run_longest = stub->run_median = 0;
  g_array_set_size (mg_sketch_only_in (sketch, at)->chain, 0);
  g_array_set_size (mg_sketch_only_out (sketch, at)->chain, 0);
}

gboolean
mg_gap_cut (MgSketch *sketch, guint cap, const guint64 *opened, guint n_opened)
{
  while (sketch->nodes->len > cap)
    {
      guint longest = 0, at = 0;

      for (guint i = 0; i < sketch->nodes->len; i++)
        {
          guint length = stretch_from (sketch, i);

          if (length <= longest || length < 2 * KEPT + LEAST_GAP)
            continue;
          if (mg_identity_is_among (gap_id (sketch, i), opened, n_opened))
            {
              cap += length;
              continue;
            }
          longest = length;
          at = i;
        }
      if (longest == 0)
        return sketch->nodes->len <= cap;
      cut_gap (sketch, at, longest - 2 * KEPT, gap_id (sketch, at));
    }
  return TRUE;
}
