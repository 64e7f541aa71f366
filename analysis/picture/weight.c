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

/* Everything on the way from the super root to the subjects, each node once, in FOUND. */
static gboolean
collect (const MgTree *tree, const MgNode *subjects, gsize n, guint64 *seen, MgNodeStack *found, MgProgress *progress,
         GError **error)
{
  mg_bitmap_set (seen, MG_NODE_SUPER_ROOT);
  mg_node_stack_push (found, MG_NODE_SUPER_ROOT);
  for (gsize i = 0; i < n; i++)
    {
      MgNode node = subjects[i];

      if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, i, n, error))
        return FALSE;
      if (!mg_tree_reached (tree, node))
        continue;
      for (; mg_bitmap_add (seen, node); node = tree->parent[node])
        mg_node_stack_push (found, node);
    }
  return TRUE;
}

/* Counting sort of FOUND by distance: a path has a node at each distance, so there are no more distances than nodes. */
static void
sort_by_distance (MgWeights *weights, const MgTree *tree, const MgNodeStack *found)
{
  g_autofree guint32 *first = g_new0 (guint32, found->n + 1);

  for (gsize i = 0; i < found->n; i++)
    first[tree->distance[found->items[i]] + 1]++;
  for (gsize i = 0; i < found->n; i++)
    first[i + 1] += first[i];
  for (gsize i = 0; i < found->n; i++)
    weights->node[first[tree->distance[found->items[i]]]++] = found->items[i];
}

static void
weigh (MgWeights *weights, const MgTree *tree, const MgNode *subjects, gsize n_subjects)
{
  /* Untouched pages of this cost nothing. */
  g_autofree guint32 *number = g_new0 (guint32, tree->n_nodes);

  for (guint32 i = 0; i < weights->n; i++)
    {
      MgNode node = weights->node[i];

      number[node] = i;
      weights->parent[i] = i == 0 ? 0 : number[tree->parent[node]];
    }
  for (gsize i = 0; i < n_subjects; i++)
    if (mg_tree_reached (tree, subjects[i]))
      {
        weights->subject[number[subjects[i]]] = 1;
        weights->weight[number[subjects[i]]] = 1;
      }
  for (guint32 i = weights->n; i-- > 1;)
    weights->weight[weights->parent[i]] += weights->weight[i];
}

MgWeights *
mg_weights_new (const MgGraph *graph,
                const MgTree *tree,
                const MgNode *subjects,
                gsize n,
                MgProgress *progress,
                GError **error)
{
  g_autofree guint64 *seen = mg_bitmap_new (graph->n_nodes);
  MgNodeStack found = { 0 };
  MgWeights *weights = NULL;

  if (collect (tree, subjects, n, seen, &found, progress, error))
    {
      weights = g_new0 (MgWeights, 1);
      weights->n = (guint32) found.n;
      weights->node = g_new (MgNode, found.n);
      weights->parent = g_new (guint32, found.n);
      weights->weight = g_new0 (guint32, found.n);
      weights->subject = g_new0 (guint8, found.n);
      sort_by_distance (weights, tree, &found);
      weigh (weights, tree, subjects, n);
    }
  mg_node_stack_clear (&found);
  return weights;
}
