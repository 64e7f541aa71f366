/* Maximum flow from the roots to the subjects where each object and root node lets one path through, by augmenting
 * paths (Ford and Fulkerson 1956, vertices split in two). The search climbs from the subjects over the reverse graph.
 *
 * A node on a path has two sides. Coming from below to its lower side, the search can only push the path back: it
 * continues at the upper side of the node below on that path, which is then free to go to another holder. From the
 * upper side of a node it goes to all holders, and, when a path runs through the node, also to its own lower side. For
 * a node without a path both sides are one.
 *
 *   lower (v) → upper (below (v))        the path above is taken over
 *   upper (v) → lower (v)                the path through v is given up
 *   upper (v) → both (h) or lower (h)    for each holder h of v
 *
 * Depth first, the tree's parent first: that leads straight to a root. The stack is the augmenting path. */
#include <string.h>

#include "analysis/base/bitmap.h"
#include "analysis/base/progress.h"
#include "analysis/graph/cut-private.h"

#define STEPS_PER_REPORT 16384

typedef struct
{
  MgNode node;
  gboolean lower;
  guint32 next; /* upper: 0: the tree's parent; 1 … n: holders; n + 1: the own lower side */
} Frame;

typedef struct
{
  MgCutFlow *flow;
  Frame *frames;
  gsize depth, allocated;
} Climb;

void
mg_cut_flow_init (MgCutFlow *flow,
                  const MgGraph *graph,
                  const MgReverse *reverse,
                  const MgTree *tree,
                  const MgNode *subjects,
                  gsize n_subjects)
{
  *flow
      = (MgCutFlow){ .graph = graph, .reverse = reverse, .tree = tree, .subjects = subjects, .n_subjects = n_subjects };
  flow->is_subject = mg_bitmap_new (graph->n_nodes);
  flow->is_used = mg_bitmap_new (graph->n_nodes);
  flow->seen_lower = mg_bitmap_new (graph->n_nodes);
  flow->seen_upper = mg_bitmap_new (graph->n_nodes);
  for (gsize i = 0; i < n_subjects; i++)
    mg_bitmap_set (flow->is_subject, subjects[i]);
}

void
mg_cut_flow_clear (MgCutFlow *flow)
{
  g_free (flow->is_subject);
  g_free (flow->is_used);
  g_free (flow->seen_lower);
  g_free (flow->seen_upper);
  mg_node_map_clear (&flow->below);
}

static void
push (Climb *climb, MgNode node, gboolean lower)
{
  if (climb->depth == climb->allocated)
    {
      climb->allocated = MAX (256, climb->allocated * 2);
      climb->frames = g_renew (Frame, climb->frames, climb->allocated);
    }
  climb->frames[climb->depth++] = (Frame){ node, lower, 0 };
  climb->flow->n_seen++;
}

static void
enter_upper (Climb *climb, MgNode node)
{
  if (mg_bitmap_add (climb->flow->seen_upper, node))
    push (climb, node, FALSE);
}

static void
enter_lower (Climb *climb, MgNode node)
{
  if (mg_bitmap_add (climb->flow->seen_lower, node))
    push (climb, node, TRUE);
}

static void
enter_holder (Climb *climb, MgNode holder)
{
  if (holder == MG_NODE_NONE || mg_bitmap_get (climb->flow->is_subject, holder)
      || !mg_tree_reached (climb->flow->tree, holder))
    return;
  if (mg_bitmap_get (climb->flow->is_used, holder))
    enter_lower (climb, holder);
  else
    enter_upper (climb, holder);
}

/* One move from the top frame: a new frame on top, or the next turn of this one, or its end. */
static void
move (Climb *climb)
{
  MgCutFlow *flow = climb->flow;
  Frame *frame = &climb->frames[climb->depth - 1];
  MgNode node = frame->node;
  guint32 turn = frame->next++, n;
  const MgNode *holders = mg_reverse_sources (flow->reverse, node, &n);

  if (frame->lower && turn == 0)
    enter_upper (climb, mg_node_map_find (&flow->below, node)->a);
  else if (frame->lower || turn > n + 1)
    climb->depth--;
  else if (turn == 0)
    enter_holder (climb, flow->tree->parent[node]);
  else if (turn <= n)
    enter_holder (climb, holders[turn - 1]);
  else if (mg_bitmap_get (flow->is_used, node))
    enter_lower (climb, node);
}

/* Follows the frames from the subject to the root and changes the paths accordingly. */
static void
augment (const Climb *climb)
{
  MgCutFlow *flow = climb->flow;

  for (gsize i = 0; i + 1 < climb->depth; i++)
    {
      const Frame *from = &climb->frames[i], *to = &climb->frames[i + 1];

      if (from->lower)
        continue; /* the path above now belongs to what stands below this frame */
      if (from->node == to->node)
        {
          mg_bitmap_unset (flow->is_used, from->node);
          continue;
        }
      mg_bitmap_set (flow->is_used, to->node);
      mg_node_map_add (&flow->below, to->node)->a = from->node;
    }
  flow->n_paths++;
}

/* Climbs from one subject. Returns whether it came to a root and found a new path; DONE gets FALSE when cancelled. */
static gboolean
climb_from (Climb *climb, MgNode subject, gboolean *done, MgProgress *progress, GError **error)
{
  guint64 steps = 0;

  climb->depth = 0;
  enter_upper (climb, subject);
  while (climb->depth > 0 && climb->flow->n_seen < MG_CUT_LIMIT)
    {
      const Frame *top = &climb->frames[climb->depth - 1];

      if (mg_graph_is_root (climb->flow->graph, top->node) && !top->lower)
        {
          augment (climb);
          return TRUE;
        }
      if (steps++ % STEPS_PER_REPORT == 0 && !mg_progress_step (progress, climb->flow->n_paths, MG_CUT_MAX + 2, error))
        {
          *done = FALSE;
          return FALSE;
        }
      move (climb);
    }
  return FALSE;
}

/* Climbs from all subjects until a path is found. */
static gboolean
find_path (Climb *climb, gboolean *done, MgProgress *progress, GError **error)
{
  MgCutFlow *flow = climb->flow;
  gsize bytes = ((gsize) flow->graph->n_nodes / 64 + 1) * sizeof (guint64);

  memset (flow->seen_lower, 0, bytes);
  memset (flow->seen_upper, 0, bytes);
  flow->n_seen = 0;
  for (gsize i = 0; i < flow->n_subjects && *done; i++)
    if (mg_graph_is_object (flow->graph, flow->subjects[i]) && mg_tree_reached (flow->tree, flow->subjects[i])
        && climb_from (climb, flow->subjects[i], done, progress, error))
      return TRUE;
  flow->bounded = flow->n_seen >= MG_CUT_LIMIT;
  return FALSE;
}

gboolean
mg_cut_flow_run (MgCutFlow *flow, MgProgress *progress, GError **error)
{
  Climb climb = { .flow = flow };
  gboolean done = TRUE;

  while (flow->n_paths <= MG_CUT_MAX && find_path (&climb, &done, progress, error))
    ;
  g_free (climb.frames);
  return done;
}

gboolean
mg_cut_flow_is_cut (const MgCutFlow *flow, MgNode node)
{
  return mg_bitmap_get (flow->is_used, node) && mg_bitmap_get (flow->seen_lower, node)
         && !mg_bitmap_get (flow->seen_upper, node);
}
