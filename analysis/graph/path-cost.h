/* What a path to a subject costs: its links, and penalties for what earlier paths have. And what the rest of a path,
 * from the roots to a node, costs at least and at most, without looking for it. */
#pragma once

#include "analysis/base/node-map.h"
#include "analysis/base/node-stack.h"
#include "analysis/graph/path-ways.h"

G_BEGIN_DECLS

#define MG_PATH_NODE_PENALTY 8
#define MG_PATH_TYPE_PENALTY 2

/* The way that the tree knows is followed so far; a path longer than that is found, but not known beforehand. */
#define MG_PATH_TREE_LINKS 65536

typedef struct
{
  const MgPathScope *scope;
  MgNodeMap used_nodes; /* above the subject, that paths so far have */
  guint8 *used_types;
  guint32 node_penalty;
  MgNodeMap above;     /* node → a: cost of the tree's way to it, b: penalties of its dominators, or of the nearest */
  MgNodeStack climbed; /* while mg_path_cost_of_tree() works */
} MgPathCost;

void mg_path_cost_init (MgPathCost *cost, const MgPathScope *scope);
void mg_path_cost_clear (MgPathCost *cost);

/* Makes NODES dear from now on, N of them, and their types; or the types alone. */
void mg_path_cost_use (MgPathCost *cost, const MgNode *nodes, guint32 n);
void mg_path_cost_use_types (MgPathCost *cost, const MgNode *nodes, guint32 n);
/* Forgets what was added up; NODE_PENALTY is what a node costs that has been used. Before each search. */
void mg_path_cost_begin (MgPathCost *cost, guint32 node_penalty);

/* Cost of one step out of NODE. O(1). */
guint32 mg_path_cost_of_step (const MgPathCost *cost, MgNode node);
/* No path from the roots to NODE costs less: as many links as the retention tree's own path has, and the penalties of
 * dominators, which no path avoids. O(1) for most nodes of a search. */
guint64 mg_path_cost_at_least (MgPathCost *cost, MgNode node);
/* Cost of the tree's own path to NODE. G_MAXUINT64: it is too long, or comes from a root of another kind. O(1) for most
 * nodes of a search. */
guint64 mg_path_cost_of_tree (MgPathCost *cost, MgNode node);

G_END_DECLS
