/* One best path upward from a subject to a root, over the reverse graph, with penalties: the step that
 * mg_paths_most_different() repeats.
 *
 * Best first (A*). What a path from the roots to a node costs at least is known without looking for it (path-cost.h),
 * so that the search goes nearly straight up, and never into objects that are dead. And each node that is met ends a
 * whole path, with the retention tree's own way to it: so there is a good path from the start, the search ends as soon
 * as no better one is possible, and when there is too much to look at, what it has is still worth having. */
#pragma once

#include "analysis/base/node-stack.h"
#include "analysis/graph/path-cost.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 estimate; /* cost so far and least cost of the rest */
  guint32 cost;
  MgNode node;
} MgPathHeapItem;

typedef struct
{
  const MgPathScope *scope;
  MgNode subject;
  MgPathCost cost;
  /* of the running search */
  MgNodeMap seen; /* node → a: cost of the path down to the subject, b: next node on it */
  MgPathHeapItem *heap;
  gsize heap_n, heap_allocated;
  gsize limit;       /* nodes it may see */
  MgNode best;       /* where the best path leaves the tree's way, or its root node */
  guint64 best_cost; /* of the whole path */
  gboolean bounded;  /* the last search ended at its limit: there may be a better path than the one it found */
} MgPathSearch;

void mg_path_search_init (MgPathSearch *search, const MgPathScope *scope, MgNode subject);
void mg_path_search_clear (MgPathSearch *search);

/* Appends the best path to PATH (empty before), root node first; PATH stays empty when there is none. NODE_PENALTY is
 * for what search->cost has used; LIMIT nodes are looked at. FALSE when cancelled. */
gboolean mg_path_search_run (
    MgPathSearch *search, guint32 node_penalty, gsize limit, MgNodeStack *path, MgProgress *progress, GError **error);

G_END_DECLS
