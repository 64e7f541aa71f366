#include "tests/support/graph-oracle.h"

#include <string.h>

#define FIRST_EDGE(graph, node) mg_monotone_get (&(graph)->first, (node))

#define FOR_EACH_EDGE(graph, from, to) \
  for (MgNode from = 0; from < (graph)->n_nodes; from++) \
    for (guint64 edge_ = FIRST_EDGE (graph, from); edge_ < FIRST_EDGE (graph, from + 1); edge_++) \
      for (MgNode once_ = 1, to = (graph)->target[edge_]; once_; once_ = 0)

/* What can be reached without REMOVED (may be NULL). What is CERTAIN (may be NULL) is not reached from what is not. */
static gboolean *
reach (const MgGraph *graph, const gboolean *removed, const gboolean *certain)
{
  gboolean *reachable = g_new0 (gboolean, graph->n_nodes);
  gboolean changed = TRUE;

  reachable[MG_NODE_SUPER_ROOT] = !(removed && removed[MG_NODE_SUPER_ROOT]);
  while (changed)
    {
      changed = FALSE;
      FOR_EACH_EDGE (graph, from, to)
        if (reachable[from] && !reachable[to] && !(removed && removed[to])
            && !(certain && certain[to] && !certain[from]))
          reachable[to] = changed = TRUE;
    }
  return reachable;
}

gboolean *
mg_oracle_reachable (const MgGraph *graph, const gboolean *removed)
{
  return reach (graph, removed, NULL);
}

/* What can be reached without words that only may be references. */
static gboolean *
reach_certain (const MgGraph *graph)
{
  g_autofree gboolean *removed = g_new0 (gboolean, graph->n_nodes);

  for (MgNode root = 1; root <= graph->n_roots; root++)
    removed[root] = mg_graph_root (graph, root)->kind == MG_ROOT_STACK_CONSERVATIVE;
  return mg_oracle_reachable (graph, removed);
}

gboolean *
mg_oracle_dominance (const MgGraph *graph)
{
  gsize n = graph->n_nodes;
  gboolean *dominates = g_new0 (gboolean, n * n);
  g_autofree gboolean *reachable = mg_oracle_reachable (graph, NULL);
  g_autofree gboolean *removed = g_new0 (gboolean, n), *certain = reach_certain (graph);

  for (gsize a = 0; a < n; a++)
    {
      g_autofree gboolean *without = NULL;

      removed[a] = TRUE;
      without = reach (graph, removed, certain);
      removed[a] = FALSE;
      for (gsize b = 0; b < n; b++)
        dominates[a * n + b] = reachable[b] && !without[b];
    }
  return dominates;
}

static guint64
freed (const MgGraph *graph, const gboolean *removed, const gboolean *certain)
{
  g_autofree gboolean *before = mg_oracle_reachable (graph, NULL);
  g_autofree gboolean *after = reach (graph, removed, certain);
  guint64 bytes = 0;

  for (MgNode node = 0; node < graph->n_nodes; node++)
    if (before[node] && !after[node])
      bytes += mg_graph_size (graph, node);
  return bytes;
}

guint64
mg_oracle_freed (const MgGraph *graph, const gboolean *removed)
{
  return freed (graph, removed, NULL);
}

guint64
mg_oracle_retained (const MgGraph *graph, const gboolean *removed)
{
  g_autofree gboolean *certain = reach_certain (graph);

  return freed (graph, removed, certain);
}

guint32
mg_oracle_link_cost (const MgGraph *graph, MgNode from)
{
  if (from == MG_NODE_SUPER_ROOT)
    return 0;
  if (mg_graph_is_root (graph, from))
    switch (mg_graph_root (graph, from)->kind)
      {
      case MG_ROOT_STACK:
      case MG_ROOT_OTHER:
        return 2;
      case MG_ROOT_STACK_CONSERVATIVE:
        return 9;
      default:
        return 1;
      }
  return mg_graph_type_of (graph, from)->flags & MG_TYPE_RUNTIME_TABLE ? 4 : 1;
}

guint32 *
mg_oracle_costs (const MgGraph *graph, guint32 kinds)
{
  guint32 *cost = g_new (guint32, graph->n_nodes);
  gboolean changed = TRUE;

  memset (cost, 0xff, graph->n_nodes * sizeof *cost);
  cost[MG_NODE_SUPER_ROOT] = 0;
  while (changed)
    {
      changed = FALSE;
      FOR_EACH_EDGE (graph, from, to)
        {
          guint32 sum = cost[from] + mg_oracle_link_cost (graph, from);

          if (cost[from] == G_MAXUINT32 || sum >= cost[to])
            continue;
          if (mg_graph_is_root (graph, to) && (kinds >> mg_graph_root (graph, to)->kind & 1) == 0)
            continue;
          cost[to] = sum;
          changed = TRUE;
        }
    }
  return cost;
}

static gboolean
separates (const MgGraph *graph, const gboolean *is_subject, const MgNode *removed_nodes, guint n)
{
  g_autofree gboolean *removed = g_new0 (gboolean, graph->n_nodes);
  g_autofree gboolean *reachable = NULL;

  for (guint i = 0; i < n; i++)
    {
      if (is_subject[removed_nodes[i]])
        return FALSE;
      removed[removed_nodes[i]] = TRUE;
    }
  reachable = mg_oracle_reachable (graph, removed);
  for (MgNode node = 0; node < graph->n_nodes; node++)
    if (is_subject[node] && reachable[node])
      return FALSE;
  return TRUE;
}

guint
mg_oracle_cut_size (const MgGraph *graph, const gboolean *is_subject, guint most)
{
  MgNode set[3] = { 0 };

  if (separates (graph, is_subject, set, 0))
    return 0;
  for (set[0] = 1; most >= 1 && set[0] < graph->n_nodes; set[0]++)
    if (separates (graph, is_subject, set, 1))
      return 1;
  for (set[0] = 1; most >= 2 && set[0] < graph->n_nodes; set[0]++)
    for (set[1] = set[0] + 1; set[1] < graph->n_nodes; set[1]++)
      if (separates (graph, is_subject, set, 2))
        return 2;
  for (set[0] = 1; most >= 3 && set[0] < graph->n_nodes; set[0]++)
    for (set[1] = set[0] + 1; set[1] < graph->n_nodes; set[1]++)
      for (set[2] = set[1] + 1; set[2] < graph->n_nodes; set[2]++)
        if (separates (graph, is_subject, set, 3))
          return 3;
  return most + 1;
}

typedef struct
{
  const MgGraph *graph;
  MgNode subject;
  MgNode *nodes;
  gboolean *is_on;
  MgOraclePathFunc func;
  gpointer user_data;
} Enumeration;

/* Recursion is fine here: the graphs are tiny. */
static void
extend_path (Enumeration *all, guint32 n)
{
  MgNode last = all->nodes[n - 1];
  guint32 n_targets;
  const MgNode *targets = mg_graph_edges (all->graph, last, &n_targets);

  if (last == all->subject)
    {
      all->func (all->nodes, n, all->user_data);
      return;
    }
  for (guint32 i = 0; i < n_targets; i++)
    {
      gboolean again = all->is_on[targets[i]];

      for (guint32 k = 0; k < i; k++)
        again |= targets[k] == targets[i];
      if (again)
        continue;
      all->is_on[targets[i]] = TRUE;
      all->nodes[n] = targets[i];
      extend_path (all, n + 1);
      all->is_on[targets[i]] = FALSE;
    }
}

void
mg_oracle_each_path (const MgGraph *graph, MgNode subject, guint32 kinds, MgOraclePathFunc func, gpointer user_data)
{
  g_autofree MgNode *nodes = g_new (MgNode, graph->n_nodes + 1);
  g_autofree gboolean *is_on = g_new0 (gboolean, graph->n_nodes);
  Enumeration all = { graph, subject, nodes, is_on, func, user_data };

  for (MgNode root = 1; root <= graph->n_roots; root++)
    if (kinds >> mg_graph_root (graph, root)->kind & 1)
      {
        nodes[0] = root;
        is_on[root] = TRUE;
        extend_path (&all, 1);
        is_on[root] = FALSE;
      }
}
