#include "analysis/picture/lasting-tree.h"

#include "analysis/base/node-stack.h"

/* References of a list that are looked at for an element. */
#define LOOK_AT 8
#define STACK_KINDS (1u << MG_ROOT_STACK | 1u << MG_ROOT_STACK_CONSERVATIVE)

static gboolean
is_element (const MgGraph *graph, MgNode node)
{
  return mg_graph_is_object (graph, node) && (mg_graph_type_of (graph, node)->flags & MG_TYPE_LIST_ELEMENT) != 0;
}

/* Whether number I, which an element of a list holds, is a neighbour or leads on to others: the list itself. */
static gboolean
leads_back (const MgGraph *graph, const MgWeights *weights, guint32 i)
{
  guint32 n;
  const MgNode *edges;

  if (is_element (graph, weights->node[i]))
    return TRUE;
  edges = mg_graph_edges (graph, weights->node[i], &n);
  for (guint32 k = 0; k < MIN (n, LOOK_AT); k++)
    if (is_element (graph, edges[k]))
      return TRUE;
  return FALSE;
}

gboolean
mg_lasting_tree_matters (const MgGraph *graph, const MgWeights *weights)
{
  guint32 i = 1;

  /* Roots come first in tree order, and are there because they carry something. */
  for (; i < weights->n && mg_graph_is_root (graph, weights->node[i]); i++)
    if (STACK_KINDS >> mg_graph_root (graph, weights->node[i])->kind & 1)
      return TRUE;
  for (; i < weights->n; i++)
    if (is_element (graph, weights->node[weights->parent[i]]) && leads_back (graph, weights, i))
      return TRUE;
  return FALSE;
}

/* Gives NODE and what is above it in TREE the path that it has there, up to where LASTING has one. WAY: empty. */
static void
hang_on (MgTree *lasting, const MgTree *tree, MgNode node, MgNodeStack *way)
{
  for (; !mg_tree_reached (lasting, node); node = tree->parent[node])
    mg_node_stack_push (way, node);
  while (way->n > 0)
    {
      node = mg_node_stack_pop (way);
      lasting->parent[node] = tree->parent[node];
      lasting->distance[node] = lasting->distance[tree->parent[node]] + 1;
    }
}

MgTree *
mg_lasting_tree_new (const MgGraph *graph,
                     const MgTree *tree,
                     guint32 kinds,
                     const MgNode *without,
                     gsize n,
                     MgProgress *progress,
                     GError **error)
{
  MgTree *lasting = mg_tree_new_without (graph, kinds & ~STACK_KINDS, without, n, progress, error);
  g_auto (MgNodeStack) way = { 0 };

  if (lasting == NULL)
    return NULL;
  for (MgNode node = 1; node < tree->n_nodes; node++)
    if (mg_tree_reached (tree, node))
      hang_on (lasting, tree, node, &way);
  return lasting;
}
