/* Local variables come and go: what else holds an object says more about why it stays. A tree in which local variables
 * hold only what nothing else holds, and in which a list of the runtime is only found through one of its elements (the
 * registration that somebody kept of a cancellation callback) when nothing else leads there. */
#pragma once

#include "analysis/graph/tree-without.h"
#include "analysis/picture/ways.h"

G_BEGIN_DECLS

/* Whether local variables carry any of the subjects of WAYS, or lists found through their elements do. O(roots +
 * elements of such lists). */
gboolean mg_lasting_tree_matters (const MgWays *ways, const MgInstances *instances);

/* LASTING, all zero, becomes TREE (of KINDS, without the N nodes of WITHOUT) with the paths of local variables replaced
 * where there are others. BASIS: what TREE was made from. O(nodes that hang on local variables or on WITHOUT), at most
 * O(nodes + edges). FALSE when cancelled. */
gboolean mg_lasting_tree_make (const MgTreeBasis *basis,
                               const MgTreeView *tree,
                               guint32 kinds,
                               const MgNode *without,
                               gsize n,
                               MgTreeView *lasting,
                               MgProgress *progress,
                               GError **error);

G_END_DECLS
