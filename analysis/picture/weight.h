/* The part of the retention tree that leads to the subjects, with weights: how many subjects lie at or below each node.
 *
 * Nodes are numbered in tree order (parents first, by distance, then in the order in which the subjects led to them);
 * number 0 is the super root. Costs time and memory only for the nodes on the subjects' paths. */
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/graph/tree.h"
#include "analysis/picture/fold.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 n;
  MgNode *node;
  guint32 *parent; /* numbers; parent[0] is 0 */
  guint32 *weight; /* weight[0]: all live subjects */
  guint8 *subject; /* whether it is one itself */
} MgWeights;

/* The parent of NODE on its path: the tree's, but elements of a list hang on the list (mg_folds_owner()), not on their
 * neighbours. FOLDS NULL: always the tree's. */
MgNode mg_weights_parent (const MgGraph *graph, const MgTree *tree, MgFolds *folds, MgNode node);

/* SUBJECTS: N objects, each once, ascending. Those that TREE does not reach are left out. NULL when cancelled. */
MgWeights *mg_weights_new (const MgGraph *graph,
                           const MgTree *tree,
                           MgFolds *folds,
                           const MgNode *subjects,
                           gsize n,
                           MgProgress *progress,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_weights_free (MgWeights *weights);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgWeights, mg_weights_free)

G_END_DECLS
