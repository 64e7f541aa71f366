#include "analysis/graph/cut.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/base/bitmap.h"
#include "analysis/graph/cut-private.h"

/* The first node that V leads to on the subjects' side of the cut; *N_OTHERS: how many different others there are. */
static MgNode
ways_down (const MgCutFlow *flow, MgNode v, guint32 *n_others)
{
  g_auto (MgNodeMap) seen = { 0 };
  MgNode first = MG_NODE_NONE;
  guint32 n;
  const MgNode *targets = mg_graph_edges (flow->graph, v, &n);

  for (guint32 i = 0; i < n; i++)
    if (mg_bitmap_get (flow->seen_upper, targets[i]))
      {
        mg_node_map_add (&seen, targets[i]);
        first = MIN (first, targets[i]);
      }
  *n_others = (guint32) seen.n - 1;
  return first;
}

/* Turns the cut's nodes into references out of them where one does; the others are left as (none → node). */
static void
cut_below (const MgCutFlow *flow, const MgNode *nodes, guint n, MgCut *cut)
{
  for (guint i = 0; i < n; i++)
    {
      guint32 n_others;
      MgNode below = ways_down (flow, nodes[i], &n_others);
      MgCutEdge *edge = &cut->edges[cut->n++];

      if (n_others == 0)
        *edge = (MgCutEdge){ nodes[i], below, 0, FALSE };
      else if (mg_graph_is_root (flow->graph, nodes[i]))
        *edge = (MgCutEdge){ nodes[i], below, n_others, TRUE };
      else
        *edge = (MgCutEdge){ MG_NODE_NONE, nodes[i], 0, FALSE };
    }
}

/* The holder to name: the one on the tree's path when it is among HOLDERS. */
static MgNode
best_holder (const MgTree *tree, MgNode node, const MgNodeStack *holders)
{
  for (gsize i = 0; i < holders->n; i++)
    if (holders->items[i] == tree->parent[node])
      return holders->items[i];
  return holders->items[0];
}

/* Gives the references that cut_below() left open their holders. What lies below the cut is gone by then, so holders
 * there do not count. */
static gboolean
cut_above (MgCutFlow *flow, MgCut *cut, MgProgress *progress, GError **error)
{
  g_auto (MgNodeStack) holders = { 0 };

  for (guint i = 0; i < cut->n; i++)
    if (cut->edges[i].from == MG_NODE_NONE)
      mg_bitmap_set (flow->seen_upper, cut->edges[i].to);
  for (guint i = 0; i < cut->n; i++)
    {
      MgCutEdge *edge = &cut->edges[i];

      if (edge->from != MG_NODE_NONE)
        continue;
      holders.n = 0;
      if (!mg_cut_holders (flow->graph, flow->reverse, flow->tree, flow->seen_upper, edge->to, &holders, progress,
                           error))
        return FALSE;
      g_assert (holders.n > 0); /* a path of the flow comes in there */
      edge->from = best_holder (flow->tree, edge->to, &holders);
      edge->n_parallel = (guint32) holders.n - 1;
    }
  return TRUE;
}

static int
compare_edges (const void *a, const void *b)
{
  const MgCutEdge *first = a, *second = b;

  if (first->to != second->to)
    return first->to < second->to ? -1 : 1;
  return first->from < second->from ? -1 : first->from > second->from;
}

static int
compare_nodes (const void *a, const void *b)
{
  MgNode first = *(const MgNode *) a, second = *(const MgNode *) b;

  return (first > second) - (first < second);
}

static gboolean
make_cut (MgCutFlow *flow, MgCut *cut, MgProgress *progress, GError **error)
{
  MgNode nodes[MG_CUT_MAX];
  guint n = 0;

  cut->bounded = flow->bounded;
  cut->more = !flow->bounded && flow->n_paths > MG_CUT_MAX;
  if (cut->bounded || cut->more)
    return TRUE;
  for (gsize i = 0; flow->below.entries && i <= flow->below.mask; i++)
    if (flow->below.entries[i].key != MG_NODE_NONE && mg_cut_flow_is_cut (flow, flow->below.entries[i].key))
      nodes[n++] = flow->below.entries[i].key;
  g_assert (n == flow->n_paths); /* Menger: as many nodes as disjoint paths */
  qsort (nodes, n, sizeof *nodes, compare_nodes);
  cut_below (flow, nodes, n, cut);
  if (!cut_above (flow, cut, progress, error))
    return FALSE;
  qsort (cut->edges, cut->n, sizeof *cut->edges, compare_edges);
  return TRUE;
}

gboolean
mg_cut_find (const MgGraph *graph,
             const MgReverse *reverse,
             const MgTree *tree,
             const MgNode *subjects,
             gsize n_subjects,
             MgCut *cut,
             MgProgress *progress,
             GError **error)
{
  MgCutFlow flow;
  gboolean done;

  memset (cut, 0, sizeof *cut);
  mg_cut_flow_init (&flow, graph, reverse, tree, subjects, n_subjects);
  done = mg_cut_flow_run (&flow, progress, error) && make_cut (&flow, cut, progress, error);
  mg_cut_flow_clear (&flow);
  return done;
}
