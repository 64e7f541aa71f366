/* The retention tree: one good path from a root to every live object (retention picture, section 1).
 *
 * A breadth-first pass from the super root with small integer link costs (buckets): surer roots first, the runtime's
 * own tables last. Ties: root kind, then type id (= name), then node id (= address). Deterministic. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

struct _MgTree
{
  guint32 n_nodes;
  MgNode *parent;    /* MG_NODE_NONE: not reached (dead), and for the super root */
  guint32 *distance; /* links from the super root: roots 1, what they hold 2, …; G_MAXUINT32: not reached */
  guint32 n_reached; /* with the super root and the roots */
  guint64 reached_bytes;
  guint32 n_dead; /* objects not reached */
  guint64 dead_bytes;
  MgMapping *mapping; /* as in MgGraph */
};

/* KINDS: mask of root kinds to start from (MG_ROOT_ALL_KINDS). O(nodes + edges). NULL when cancelled. */
MgTree *mg_tree_new (const MgGraph *graph,
                     guint32 kinds,
                     MgProgress *progress,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same as if N nodes, roots or objects, did not exist: what else would hold the others. Here a list of the runtime
 * (MG_TYPE_LIST_ELEMENT) is only found through one of its elements when nothing nearer leads there. */
MgTree *mg_tree_new_without (const MgGraph *graph,
                             guint32 kinds,
                             const MgNode *without,
                             gsize n,
                             MgProgress *progress,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_tree_free (MgTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTree, mg_tree_free)

/* Whether NODE is kept alive by a root. */
static inline gboolean
mg_tree_reached (const MgTree *tree, MgNode node)
{
  return tree->distance[node] != G_MAXUINT32;
}

/* Links between an object and the root that holds it, as people count them: 1 = held by a root directly. */
static inline guint32
mg_tree_links (const MgTree *tree, MgNode node)
{
  return tree->distance[node] == G_MAXUINT32 ? G_MAXUINT32 : tree->distance[node] - 1;
}

G_END_DECLS
