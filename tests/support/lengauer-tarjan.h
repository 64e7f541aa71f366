/* The textbook's dominators, as a peer to measure against and a second opinion on big graphs. */
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/graph/reverse.h"

G_BEGIN_DECLS

/* Immediate dominators by node, MG_NODE_NONE for the super root and unreachable nodes. Free with g_free. */
MgNode *mg_lengauer_tarjan (const MgGraph *graph, const MgReverse *reverse) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
