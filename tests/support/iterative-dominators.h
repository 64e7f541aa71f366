/* Dominators by iterated data flow, as a peer to measure against. */
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/graph/reverse.h"

G_BEGIN_DECLS

typedef struct
{
  guint passes;      /* over all nodes, the last one without a change */
  guint64 n_climbed; /* steps up the tree of the dominators so far, all passes together */
  guint32 n_joins;   /* live nodes with more than one live referrer: all others have theirs for a dominator */
} MgIterations;

/* Immediate dominators by node, MG_NODE_NONE for the super root and unreachable nodes, or NULL when over MOST steps
 * were climbed: on a list whose objects something else holds as well they are quadratic. Free with g_free. */
MgNode *mg_iterative_dominators (const MgGraph *graph, const MgReverse *reverse, guint64 most, MgIterations *iterations)
    G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
