#include "analysis/graph/reach.h"

#include "analysis/base/bitmap.h"
#include "analysis/base/node-stack.h"
#include "analysis/base/progress.h"

typedef struct
{
  const MgGraph *graph;
  guint64 *seen;
  MgNodeStack stack;
  MgReach *reach;
} Walk;

static void
visit (Walk *walk, MgNode node)
{
  if (!mg_bitmap_add (walk->seen, node))
    return;
  if (mg_graph_is_object (walk->graph, node))
    {
      walk->reach->n_objects++;
      walk->reach->bytes += mg_graph_size (walk->graph, node);
    }
  mg_node_stack_push (&walk->stack, node);
}

/* Empties the stack: visits all that its nodes lead to. */
static gboolean
run (Walk *walk, MgProgress *progress, GError **error)
{
  guint64 steps = 0;

  while (walk->stack.n > 0)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (walk->graph, mg_node_stack_pop (&walk->stack), &n);

      for (guint32 i = 0; i < n; i++)
        visit (walk, targets[i]);
      if (steps++ % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, steps, walk->graph->n_nodes, error))
        return FALSE;
    }
  return TRUE;
}

static void
walk_start (Walk *walk, const MgGraph *graph, MgReach *reach)
{
  *reach = (MgReach) { 0 };
  *walk = (Walk) { .graph = graph, .seen = mg_bitmap_new (graph->n_nodes), .reach = reach };
}

static void
walk_end (Walk *walk)
{
  g_free (walk->seen);
  mg_node_stack_clear (&walk->stack);
}

gboolean
mg_reach (const MgGraph *graph, const MgNode *nodes, gsize n, MgReach *reach, MgProgress *progress, GError **error)
{
  Walk walk;
  gboolean done;

  walk_start (&walk, graph, reach);
  for (gsize i = 0; i < n; i++)
    visit (&walk, nodes[i]);
  done = run (&walk, progress, error);
  walk_end (&walk);
  return done;
}

gboolean
mg_reach_without (const MgGraph *graph,
                  const MgNode *removed,
                  gsize n,
                  MgReach *reach,
                  MgProgress *progress,
                  GError **error)
{
  Walk walk;
  gboolean done;

  walk_start (&walk, graph, reach);
  for (gsize i = 0; i < n; i++)
    mg_bitmap_set (walk.seen, removed[i]);
  visit (&walk, MG_NODE_SUPER_ROOT);
  done = run (&walk, progress, error);
  walk_end (&walk);
  return done;
}
