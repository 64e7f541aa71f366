/* Cooper, Harvey and Kennedy 2001, "A Simple, Fast Dominance Algorithm", over numbers in reverse postorder: all arrays
 * but the references themselves are read nearly in order. */
#include "tests/support/iterative-dominators.h"

#include "analysis/base/big-array.h"

typedef struct
{
  const MgReverse *reverse;
  guint32 *number; /* by node: in reverse postorder, from 0; G_MAXUINT32: unreached */
  MgNode *vertex;  /* by number */
  guint32 *idom;   /* by number; G_MAXUINT32: not known yet */
  guint32 n;
  guint64 most;
  MgIterations *iterations;
} Flow;

/* Numbers all live nodes: postorder first, then turned round. */
static void
number_nodes (Flow *flow, const MgGraph *graph)
{
  g_autofree MgNode *stack = mg_big_array_new (MgNode, graph->n_nodes);
  g_autofree guint32 *edge = mg_big_array_new0 (guint32, graph->n_nodes);
  guint32 depth = 0;

  for (MgNode node = 0; node < graph->n_nodes; node++)
    flow->number[node] = G_MAXUINT32;
  stack[depth++] = MG_NODE_SUPER_ROOT;
  flow->number[MG_NODE_SUPER_ROOT] = 0;
  while (depth > 0)
    {
      MgNode node = stack[depth - 1];
      guint32 n_targets;
      const MgNode *targets = mg_graph_edges (graph, node, &n_targets);

      if (edge[node] == n_targets)
        {
          flow->vertex[flow->n++] = node;
          depth--;
          continue;
        }
      node = targets[edge[node]++];
      if (flow->number[node] == G_MAXUINT32)
        {
          flow->number[node] = 0;
          stack[depth++] = node;
        }
    }
  for (guint32 i = 0; i < flow->n / 2; i++)
    {
      MgNode node = flow->vertex[i];

      flow->vertex[i] = flow->vertex[flow->n - 1 - i];
      flow->vertex[flow->n - 1 - i] = node;
    }
  for (guint32 i = 0; i < flow->n; i++)
    flow->number[flow->vertex[i]] = i;
}

static guint32
meet (Flow *flow, guint32 a, guint32 b)
{
  while (a != b)
    {
      guint32 *lower = a > b ? &a : &b;

      *lower = flow->idom[*lower];
      flow->iterations->n_climbed++;
    }
  return a;
}

/* The node that what is known of the referrers of number I has in common. */
static guint32
meet_of_referrers (Flow *flow, guint32 i)
{
  guint32 n, found = G_MAXUINT32, n_live = 0;
  const MgNode *sources = mg_reverse_sources (flow->reverse, flow->vertex[i], &n);

  for (guint32 s = 0; s < n; s++)
    {
      guint32 source = flow->number[sources[s]];

      if (source == G_MAXUINT32 || (s > 0 && sources[s] == sources[s - 1]))
        continue;
      n_live++;
      if (flow->idom[source] != G_MAXUINT32)
        found = found == G_MAXUINT32 ? source : meet (flow, found, source);
    }
  flow->iterations->n_joins += flow->iterations->passes == 1 && n_live > 1;
  return found;
}

static gboolean
run_pass (Flow *flow, gboolean *changed)
{
  *changed = FALSE;
  flow->iterations->passes++;
  for (guint32 i = 1; i < flow->n; i++)
    {
      guint32 idom = meet_of_referrers (flow, i);

      *changed |= flow->idom[i] != idom;
      flow->idom[i] = idom;
      if (flow->iterations->n_climbed > flow->most)
        return FALSE;
    }
  return TRUE;
}

MgNode *
mg_iterative_dominators (const MgGraph *graph, const MgReverse *reverse, guint64 most, MgIterations *iterations)
{
  gsize n = graph->n_nodes;
  g_autofree guint32 *number = mg_big_array_new (guint32, n), *idom = mg_big_array_new (guint32, n);
  g_autofree MgNode *vertex = mg_big_array_new (MgNode, n);
  Flow flow = { reverse, number, vertex, idom, 0, most, iterations };
  MgNode *result;
  gboolean changed = TRUE;

  *iterations = (MgIterations){ 0 };
  number_nodes (&flow, graph);
  for (guint32 i = 0; i < flow.n; i++)
    idom[i] = G_MAXUINT32;
  idom[0] = 0;
  while (changed)
    if (!run_pass (&flow, &changed))
      return NULL;
  result = g_new (MgNode, n);
  for (gsize node = 0; node < n; node++)
    result[node]
        = number[node] == G_MAXUINT32 || node == MG_NODE_SUPER_ROOT ? MG_NODE_NONE : vertex[idom[number[node]]];
  return result;
}
