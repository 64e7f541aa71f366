#include "analysis/picture/lasting-tree.h"

#define STACK_KINDS (1u << MG_ROOT_STACK | 1u << MG_ROOT_STACK_CONSERVATIVE)

gboolean
mg_lasting_tree_matters (const MgGraph *graph, const MgWeights *weights)
{
  /* Roots come first in tree order, and are there because they carry something. */
  for (guint32 i = 1; i < weights->n && mg_graph_is_root (graph, weights->node[i]); i++)
    if (STACK_KINDS >> mg_graph_root (graph, weights->node[i])->kind & 1)
      return TRUE;
  return FALSE;
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

  if (lasting == NULL)
    return NULL;
  /* Parents come first in the order of TREE, so what they hang on is settled. */
  for (guint32 i = 1; i < tree->n_reached; i++)
    {
      MgNode node = tree->order[i];

      if (mg_tree_reached (lasting, node))
        continue;
      lasting->parent[node] = tree->parent[node];
      lasting->distance[node] = lasting->distance[tree->parent[node]] + 1;
    }
  return lasting;
}
