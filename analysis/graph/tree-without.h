/* The retention tree as it would be if some nodes did not exist, at the cost of what hung on them. */
#pragma once

#include "analysis/graph/instances.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree-view.h"

G_BEGIN_DECLS

/* What the question is asked of. BASE is a tree of at least the kinds asked for. REVERSE may be NULL: then each
 * question is a pass over the graph. */
typedef struct
{
  const MgGraph *graph;
  const MgReverse *reverse;
  const MgInstances *instances;
  const MgTree *base;
  guint64 most_work; /* nodes and references that may be looked at; 0: what a pass over the graph takes */
} MgTreeBasis;

/* VIEW, all zero, gets what mg_tree_new_without() would give. Where much hangs on the N nodes of WITHOUT, or on roots
 * of kinds other than KINDS, that is a tree of its own; else it borrows the basis's. It stays all zero when the basis
 * allows less work than it takes. O(nodes that hang on them, and the references from and to these), at most O(nodes +
 * edges). FALSE when cancelled. */
gboolean mg_tree_without (const MgTreeBasis *basis,
                          guint32 kinds,
                          const MgNode *without,
                          gsize n,
                          MgTreeView *view,
                          MgProgress *progress,
                          GError **error);

G_END_DECLS
