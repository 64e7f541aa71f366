/* One best path upward from a subject to a root, over the reverse graph, with penalties: the step that
 * mg_paths_most_different() repeats.
 *
 * Best first (A*). What a path from the roots to a node costs at least is known from the retention tree: as many links
 * as the tree's own path has. So the search goes nearly straight up, and never into objects that are dead. */
#pragma once

#include "analysis/base/node-map.h"
#include "analysis/base/node-stack.h"
#include "analysis/graph/graph.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree.h"

G_BEGIN_DECLS

#define MG_PATH_NODE_PENALTY 8
#define MG_PATH_TYPE_PENALTY 2

typedef struct
{
  guint32 estimate; /* cost so far and least cost of the rest */
  guint32 cost;
  MgNode node;
} MgPathHeapItem;

typedef struct
{
  const MgGraph *graph;
  const MgReverse *reverse;
  const MgTree *tree;
  MgNode subject;
  guint32 kinds;
  guint64 *used_nodes; /* bitmap: nodes above the subject that paths so far have */
  guint8 *used_types;
  guint32 node_penalty;
  /* of the running search */
  MgNodeMap seen; /* node → a: cost of the path down to the subject, b: next node on it */
  MgPathHeapItem *heap;
  gsize heap_n, heap_allocated;
  MgNode best_root;
  guint32 best_cost;
  gboolean bounded; /* the last search ended at MG_PATHS_LIMIT */
} MgPathSearch;

void mg_path_search_init (MgPathSearch *search,
                          const MgGraph *graph,
                          const MgReverse *reverse,
                          const MgTree *tree,
                          MgNode subject,
                          guint32 kinds);
void mg_path_search_clear (MgPathSearch *search);

/* Appends the best path to PATH (empty before), root node first; PATH stays empty when there is none. At the limit: the
 * best one seen. FALSE when cancelled. */
gboolean mg_path_search_run (MgPathSearch *search, MgNodeStack *path, MgProgress *progress, GError **error);

/* Makes the N NODES of a path, its last one excepted, dear for further searches. */
void mg_path_search_use (MgPathSearch *search, const MgNode *nodes, guint32 n);

G_END_DECLS
