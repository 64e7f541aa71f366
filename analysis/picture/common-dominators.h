/* Which nodes dominate all of a set: what every path of every subject passes. */
#pragma once

#include "analysis/graph/dominators.h"
#include "analysis/picture/sketch.h"

G_BEGIN_DECLS

/* The nodes, outermost first, the super root left out, that dominate each of the N nodes (a node dominates itself).
 * Nodes without a dominator (dead ones) are ignored. Touches each node of the chains once. Free with g_array_unref. */
GArray *mg_common_dominators (const MgDominators *dominators, const MgNode *nodes, gsize n) G_GNUC_WARN_UNUSED_RESULT;

/* Sets the flags of SKETCH's nodes: single objects and roots among CHAIN, and the subject. */
void mg_mark_dominators (MgSketch *sketch, const GArray *chain);

G_END_DECLS
