#include "analysis/picture/weight.h"

#include "analysis/base/bitmap.h"
#include "analysis/base/node-stack.h"
#include "analysis/base/progress.h"

void
mg_weights_free (MgWeights *weights)
{
  if (weights == NULL)
    return;
  g_free (weights->node);
  g_free (weights->parent);
  g_free (weights->weight);
  g_free (weights->subject);
  g_free (weights);
}

MgNode
mg_weights_parent (const MgGraph *graph, const MgTree *tree, MgFolds *folds, MgNode node)
{
  MgNode parent = tree->parent[node], owner;

  if (folds == NULL || !mg_graph_is_object (graph, parent) || graph->type[parent] != graph->type[node])
    return parent;
  owner = mg_folds_owner (folds, node);
  /* Nearer to the root than NODE: paths stay free of cycles. */
  if (owner == MG_NODE_NONE || !mg_tree_reached (tree, owner) || tree->distance[owner] >= tree->distance[node])
    return parent;
  return owner;
}

typedef struct
{
  const MgGraph *graph;
  const MgTree *tree;
  MgFolds *folds;
  const MgNode *subjects;
  gsize n_subjects;
} Ways;

/* Everything on the way from the super root to the subjects, each node once, in FOUND. */
static gboolean
collect (const Ways *ways, guint64 *seen, MgNodeStack *found, MgProgress *progress, GError **error)
{
  mg_bitmap_set (seen, MG_NODE_SUPER_ROOT);
  mg_node_stack_push (found, MG_NODE_SUPER_ROOT);
  for (gsize i = 0; i < ways->n_subjects; i++)
    {
      MgNode node = ways->subjects[i];

      if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, i, ways->n_subjects, error))
        return FALSE;
      if (!mg_tree_reached (ways->tree, node))
        continue;
      for (; mg_bitmap_add (seen, node); node = mg_weights_parent (ways->graph, ways->tree, ways->folds, node))
        mg_node_stack_push (found, node);
    }
  return TRUE;
}

/* Counting sort of FOUND by distance. */
static void
sort_by_distance (MgWeights *weights, const MgTree *tree, const MgNodeStack *found)
{
  guint32 farthest = 0;
  g_autofree guint32 *first = NULL;

  for (gsize i = 0; i < found->n; i++)
    farthest = MAX (farthest, tree->distance[found->items[i]]);
  first = g_new0 (guint32, (gsize) farthest + 2);
  for (gsize i = 0; i < found->n; i++)
    first[tree->distance[found->items[i]] + 1]++;
  for (gsize i = 0; i <= farthest; i++)
    first[i + 1] += first[i];
  for (gsize i = 0; i < found->n; i++)
    weights->node[first[tree->distance[found->items[i]]]++] = found->items[i];
}

static void
weigh (MgWeights *weights, const Ways *ways)
{
  /* Untouched pages of this cost nothing. */
  g_autofree guint32 *number = g_new0 (guint32, ways->tree->n_nodes);

  for (guint32 i = 0; i < weights->n; i++)
    {
      MgNode node = weights->node[i];

      number[node] = i;
      weights->parent[i] = i == 0 ? 0 : number[mg_weights_parent (ways->graph, ways->tree, ways->folds, node)];
    }
  for (gsize i = 0; i < ways->n_subjects; i++)
    if (mg_tree_reached (ways->tree, ways->subjects[i]))
      {
        weights->subject[number[ways->subjects[i]]] = 1;
        weights->weight[number[ways->subjects[i]]] = 1;
      }
  for (guint32 i = weights->n; i-- > 1;)
    weights->weight[weights->parent[i]] += weights->weight[i];
}

MgWeights *
mg_weights_new (const MgGraph *graph,
                const MgTree *tree,
                MgFolds *folds,
                const MgNode *subjects,
                gsize n,
                MgProgress *progress,
                GError **error)
{
  g_autofree guint64 *seen = mg_bitmap_new (graph->n_nodes);
  const Ways ways = { graph, tree, folds, subjects, n };
  MgNodeStack found = { 0 };
  MgWeights *weights = NULL;

  if (collect (&ways, seen, &found, progress, error))
    {
      weights = g_new0 (MgWeights, 1);
      weights->n = (guint32) found.n;
      weights->node = g_new (MgNode, found.n);
      weights->parent = g_new (guint32, found.n);
      weights->weight = g_new0 (guint32, found.n);
      weights->subject = g_new0 (guint8, found.n);
      sort_by_distance (weights, tree, &found);
      weigh (weights, &ways);
    }
  mg_node_stack_clear (&found);
  return weights;
}
