/* Which holders of a node survive when some nodes do not.
 *
 * A holder whose path in the retention tree avoids the blocked nodes plainly does. For the others (often children that
 * point back to their parent) everything that holds them is collected, up to nodes that plainly live; from there life
 * is spread downward again over what was collected. */
#include "analysis/base/bitmap.h"
#include "analysis/base/progress.h"
#include "analysis/graph/cut-private.h"

#define STEPS_PER_REPORT 16384

typedef struct
{
  const MgGraph *graph;
  const MgReverse *reverse;
  const MgTree *tree;
  const guint64 *blocked;
  guint64 *alive;     /* bitmap: certainly lives */
  guint64 *doubtful;  /* bitmap: its path in the tree is blocked */
  guint64 *collected; /* bitmap: doubtful, and in PENDING or been there */
  MgNodeStack pending, spreading;
} Survey;

/* Whether NODE's path in the tree is free of blocked nodes. Each node is walked once. */
static gboolean
plainly_lives (Survey *survey, MgNode node)
{
  MgNode end = node;
  gboolean lives;

  while (end != MG_NODE_SUPER_ROOT && !mg_bitmap_get (survey->alive, end) && !mg_bitmap_get (survey->doubtful, end)
         && !mg_bitmap_get (survey->blocked, end))
    end = survey->tree->parent[end];
  lives = end == MG_NODE_SUPER_ROOT || mg_bitmap_get (survey->alive, end);
  for (; node != end; node = survey->tree->parent[node])
    mg_bitmap_set (lives ? survey->alive : survey->doubtful, node);
  return lives;
}

static gboolean
is_out (const Survey *survey, MgNode node)
{
  return mg_bitmap_get (survey->blocked, node) || !mg_tree_reached (survey->tree, node);
}

static void
collect (Survey *survey, MgNode node)
{
  if (mg_bitmap_add (survey->collected, node))
    mg_node_stack_push (&survey->pending, node);
}

/* Looks at what holds the doubtful NODE. */
static void
look_above (Survey *survey, MgNode node)
{
  guint32 n;
  const MgNode *sources = mg_reverse_sources (survey->reverse, node, &n);

  for (guint32 i = 0; i < n; i++)
    if (is_out (survey, sources[i]))
      continue;
    else if (!plainly_lives (survey, sources[i]))
      collect (survey, sources[i]);
    else if (mg_bitmap_add (survey->alive, node))
      mg_node_stack_push (&survey->spreading, node);
}

static void
spread_below (Survey *survey, MgNode node)
{
  guint32 n;
  const MgNode *targets = mg_graph_edges (survey->graph, node, &n);

  for (guint32 i = 0; i < n; i++)
    if (mg_bitmap_get (survey->collected, targets[i]) && mg_bitmap_add (survey->alive, targets[i]))
      mg_node_stack_push (&survey->spreading, targets[i]);
}

static gboolean
settle_doubts (Survey *survey, MgProgress *progress, GError **error)
{
  for (gsize steps = 0; survey->pending.n > 0; steps++)
    {
      if (steps % STEPS_PER_REPORT == 0 && !mg_progress_step (progress, MG_CUT_MAX + 1, MG_CUT_MAX + 2, error))
        return FALSE;
      look_above (survey, mg_node_stack_pop (&survey->pending));
    }
  for (gsize steps = 0; survey->spreading.n > 0; steps++)
    {
      if (steps % STEPS_PER_REPORT == 0 && !mg_progress_step (progress, MG_CUT_MAX + 1, MG_CUT_MAX + 2, error))
        return FALSE;
      spread_below (survey, mg_node_stack_pop (&survey->spreading));
    }
  return TRUE;
}

/* Leaves the answer in survey->alive for all holders of NODE. */
static gboolean
survey_holders (Survey *survey, MgNode node, MgProgress *progress, GError **error)
{
  guint32 n;
  const MgNode *sources = mg_reverse_sources (survey->reverse, node, &n);

  for (guint32 i = 0; i < n; i++)
    if (!is_out (survey, sources[i]) && !plainly_lives (survey, sources[i]))
      collect (survey, sources[i]);
  return settle_doubts (survey, progress, error);
}

gboolean
mg_cut_holders (const MgGraph *graph,
                const MgReverse *reverse,
                const MgTree *tree,
                const guint64 *blocked,
                MgNode node,
                MgNodeStack *holders,
                MgProgress *progress,
                GError **error)
{
  g_autofree guint64 *alive = mg_bitmap_new (graph->n_nodes);
  g_autofree guint64 *doubtful = mg_bitmap_new (graph->n_nodes);
  g_autofree guint64 *collected = mg_bitmap_new (graph->n_nodes);
  Survey survey = { graph, reverse, tree, blocked, alive, doubtful, collected, { 0 }, { 0 } };
  gboolean done = survey_holders (&survey, node, progress, error);
  guint32 n;
  const MgNode *sources = mg_reverse_sources (reverse, node, &n);

  for (guint32 i = 0; done && i < n; i++)
    if (mg_bitmap_get (alive, sources[i]) && (i == 0 || sources[i] != sources[i - 1]))
      mg_node_stack_push (holders, sources[i]);
  mg_node_stack_clear (&survey.pending);
  mg_node_stack_clear (&survey.spreading);
  return done;
}
