/* Which referrers of a node a path from the roots may come from. */
#pragma once

#include "analysis/graph/dominators.h"
#include "analysis/graph/graph.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree.h"

G_BEGIN_DECLS

/* Where paths are looked for. All is borrowed. */
typedef struct
{
  const MgGraph *graph;
  const MgReverse *reverse;
  const MgTree *tree; /* made for KINDS or for more */
  /* NULL when they are not there, or do not count all roots (mg_path_scope_init()): more is looked at then, and the
   * paths are as good. */
  const MgDominators *dominators;
  guint32 kinds; /* of roots */
} MgPathScope;

/* DOMINATORS may be NULL. O(roots). */
void mg_path_scope_init (MgPathScope *scope,
                         const MgGraph *graph,
                         const MgReverse *reverse,
                         const MgTree *tree,
                         const MgDominators *dominators,
                         guint32 kinds);

/* Whether ROOT, a root node, is of a wanted kind. */
static inline gboolean
mg_path_wants_root (const MgPathScope *scope, MgNode root)
{
  return (scope->kinds >> mg_graph_root (scope->graph, root)->kind & 1) != 0;
}

/* Whether a path may come to NODE from its referrer FROM: alive, when it is a root node of a wanted kind, and not one
 * that is itself held through NODE alone: a child that points back to its parent, the target of an event that refers to
 * the event's owner. A path over such would meet NODE twice, and there may be millions of them. O(1). */
gboolean mg_path_is_way (const MgPathScope *scope, MgNode from, MgNode node);

/* NODES gets the tree's path to SUBJECT, which is alive: root node first, tree->distance[SUBJECT] of them. CHOICE: the
 * last place in it where there is more than one way in; all other paths to SUBJECT have the same nodes from there on.
 * 0: it is the only path. FALSE when cancelled. O(distance). */
gboolean mg_path_of_tree (
    const MgPathScope *scope, MgNode subject, MgNode *nodes, guint32 *choice, MgProgress *progress, GError **error);

G_END_DECLS
