/* Local variables come and go: what else holds an object says more about why it stays. A tree in which local variables
 * hold only what nothing else holds, and in which a list of the runtime is only found through one of its elements (the
 * registration that somebody kept of a cancellation callback) when nothing else leads there. */
#pragma once

#include "analysis/picture/weight.h"

G_BEGIN_DECLS

/* Whether local variables carry any of the subjects of WEIGHTS, or lists found through their elements do. */
gboolean mg_lasting_tree_matters (const MgGraph *graph, const MgWeights *weights);

/* TREE (of KINDS, without the N nodes of WITHOUT) with the paths of local variables replaced where there are others.
 * O(nodes + edges). NULL when cancelled. */
MgTree *mg_lasting_tree_new (const MgGraph *graph,
                             const MgTree *tree,
                             guint32 kinds,
                             const MgNode *without,
                             gsize n,
                             MgProgress *progress,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
