/* Lengauer and Tarjan 1979, the simple version (path compression without balancing), arrays by node as in the paper. */
#include "tests/support/lengauer-tarjan.h"

typedef struct
{
  guint32 *semi;     /* by node: number; later the semidominator's number; 0: unreached */
  MgNode *vertex;    /* by number, from 1 */
  MgNode *parent, *ancestor, *label, *dom, *bucket, *next_in_bucket;
  MgNode *path;
} Tarjan;

static guint32
number_nodes (Tarjan *t, const MgGraph *graph)
{
  g_autofree MgNode *stack = g_new (MgNode, graph->n_nodes);
  g_autofree guint32 *edge = g_new0 (guint32, graph->n_nodes);
  guint32 n = 0, depth = 0;

  stack[depth++] = MG_NODE_SUPER_ROOT;
  t->semi[MG_NODE_SUPER_ROOT] = ++n;
  t->vertex[n] = MG_NODE_SUPER_ROOT;
  while (depth > 0)
    {
      MgNode node = stack[depth - 1], target;
      guint32 n_targets;
      const MgNode *targets = mg_graph_edges (graph, node, &n_targets);

      if (edge[node] == n_targets)
        {
          depth--;
          continue;
        }
      target = targets[edge[node]++];
      if (t->semi[target] != 0)
        continue;
      t->semi[target] = ++n;
      t->vertex[n] = target;
      t->parent[target] = node;
      stack[depth++] = target;
    }
  return n;
}

static void
compress (Tarjan *t, MgNode node)
{
  gsize depth = 0;

  for (; t->ancestor[t->ancestor[node]] != MG_NODE_NONE; node = t->ancestor[node])
    t->path[depth++] = node;
  while (depth > 0)
    {
      MgNode v = t->path[--depth], above = t->ancestor[v];

      if (t->semi[t->label[above]] < t->semi[t->label[v]])
        t->label[v] = t->label[above];
      t->ancestor[v] = t->ancestor[above];
    }
}

static MgNode
evaluate (Tarjan *t, MgNode node)
{
  if (t->ancestor[node] == MG_NODE_NONE)
    return node;
  compress (t, node);
  return t->label[node];
}

static void
process (Tarjan *t, const MgReverse *reverse, guint32 i)
{
  MgNode w = t->vertex[i], parent = t->parent[w];
  guint32 n;
  const MgNode *sources = mg_reverse_sources (reverse, w, &n);

  for (guint32 k = 0; k < n; k++)
    if (t->semi[sources[k]] != 0)
      t->semi[w] = MIN (t->semi[w], t->semi[evaluate (t, sources[k])]);
  t->next_in_bucket[w] = t->bucket[t->vertex[t->semi[w]]];
  t->bucket[t->vertex[t->semi[w]]] = w;
  t->ancestor[w] = parent;
  for (MgNode v = t->bucket[parent]; v != MG_NODE_NONE; v = t->next_in_bucket[v])
    {
      MgNode u = evaluate (t, v);

      t->dom[v] = t->semi[u] < t->semi[v] ? u : parent;
    }
  t->bucket[parent] = MG_NODE_NONE;
}

MgNode *
mg_lengauer_tarjan (const MgGraph *graph, const MgReverse *reverse)
{
  guint32 n_nodes = graph->n_nodes, n;
  Tarjan t = { .semi = g_new0 (guint32, n_nodes), .vertex = g_new (MgNode, (gsize) n_nodes + 1) };
  MgNode **arrays[] = { &t.parent, &t.ancestor, &t.label, &t.dom, &t.bucket, &t.next_in_bucket, &t.path };

  for (gsize a = 0; a < G_N_ELEMENTS (arrays); a++)
    {
      *arrays[a] = g_new (MgNode, n_nodes);
      for (MgNode node = 0; node < n_nodes; node++)
        (*arrays[a])[node] = arrays[a] == &t.label ? node : MG_NODE_NONE;
    }
  n = number_nodes (&t, graph);
  for (guint32 i = n; i > 1; i--)
    process (&t, reverse, i);
  for (guint32 i = 2; i <= n; i++)
    if (t.dom[t.vertex[i]] != t.vertex[t.semi[t.vertex[i]]])
      t.dom[t.vertex[i]] = t.dom[t.dom[t.vertex[i]]];
  g_free (t.semi);
  g_free (t.vertex);
  for (gsize a = 0; a < G_N_ELEMENTS (arrays); a++)
    if (arrays[a] != &t.dom)
      g_free (*arrays[a]);
  return t.dom;
}
