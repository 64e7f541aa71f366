/* Immediate dominators and exact retained sizes.
 *
 * D dominates N when every path from the super root to N passes D; the retained size of D is the sum of the shallow
 * sizes of what it dominates, itself included: what would be freed with it. Semi-NCA over depth-first numbers, no
 * recursion (Georgiadis 2005, "Linear-Time Algorithms for Dominators and Related Problems").
 *
 * Words on stacks that merely look like references (MG_ROOT_STACK_CONSERVATIVE), and what only they lead to, hold what
 * nothing certain holds; for anything else they do not count, or one stale word would hide who keeps millions of
 * objects. Every edge counts alike: a conditional edge (key → value) and a dependent handle hold what they lead to. */
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/graph/reverse.h"

G_BEGIN_DECLS

struct _MgDominators
{
  guint32 n_nodes;
  MgNode *idom;      /* MG_NODE_NONE for the super root and unreachable nodes */
  guint64 *retained; /* bytes; 0 for unreachable nodes; [0] = all live bytes */
  /* Children in the dominator tree, biggest retained first (ties: node id): CSR. Built by mg_dominators_new(). */
  guint32 *child_first; /* n_nodes + 1 */
  MgNode *child;
  MgMapping *mapping; /* as in MgGraph */
};

/* Almost linear time. REVERSE may be NULL when it is not at hand (then predecessors are made inside and freed). */
MgDominators *mg_dominators_new (const MgGraph *graph,
                                 const MgReverse *reverse,
                                 MgProgress *progress,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same, and *REVERSE, which is made at the same time: sooner than one after the other. */
MgDominators *mg_dominators_new_with_reverse (const MgGraph *graph,
                                              MgReverse **reverse,
                                              MgProgress *progress,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_dominators_free (MgDominators *dominators);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgDominators, mg_dominators_free)

static inline const MgNode *
mg_dominators_children (const MgDominators *dominators, MgNode node, guint32 *n)
{
  *n = dominators->child_first[node + 1] - dominators->child_first[node];
  return dominators->child + dominators->child_first[node];
}

/* Whether A dominates B (a node dominates itself). O(depth). */
gboolean mg_dominators_dominates (const MgDominators *dominators, MgNode a, MgNode b);

/* The nodes on the way in the dominator tree from FROM (left out) down to TO: the first MAX of them, into WAY. Returns
 * how many; 0 when FROM does not dominate TO, or is it, or the user wants out. O(depth of TO). */
guint mg_dominators_way (const MgDominators *dominators,
                         MgNode from,
                         MgNode to,
                         MgNode *way,
                         guint max,
                         MgProgress *progress,
                         GError **error);

/* Retained bytes of each type taken as a set: the union of its instances' dominator subtrees, shared parts once. That
 * is what the instances keep one by one, and a lower bound of what would be freed with all of them: what two
 * instances hold together belongs to neither. (mg_reach_without() tells the latter exactly, one type at a time.)
 * RETAINED has graph->types->n_types places. O(nodes). */
gboolean mg_dominators_retained_by_type (const MgDominators *dominators,
                                         const MgGraph *graph,
                                         guint64 *retained,
                                         MgProgress *progress,
                                         GError **error);

/* The same for any division into groups (namespaces, the objects of one generation): GROUP_OF says which of the
 * N_GROUPS a node belongs to, or MG_GROUP_NONE. It is asked up to twice for each node. RETAINED has N_GROUPS places. */
#define MG_GROUP_NONE G_MAXUINT32
typedef guint32 (*MgGroupFunc) (MgNode node, gpointer user_data);
gboolean mg_dominators_retained_by_group (const MgDominators *dominators,
                                          guint32 n_groups,
                                          MgGroupFunc group_of,
                                          gpointer user_data,
                                          guint64 *retained,
                                          MgProgress *progress,
                                          GError **error);

/* Retained bytes of a set of N nodes as a whole (members that another member dominates count once), where "as a whole"
 * is the union of the members' dominator subtrees: a lower bound of what is freed when all go at once
 * (mg_reach_without() is exact). O(n + dominators above them), and four bits per node of the graph. */
guint64 mg_dominators_retained_of_set (const MgDominators *dominators, const MgNode *nodes, gsize n);

/* How many of the N live NODES are, or are dominated by, one of HOLDERS: so many at least go with these. O(n +
 * dominators above them), and three bits per node of the graph. */
guint64 mg_dominators_count_below (const MgDominators *dominators,
                                   const MgNode *holders,
                                   gsize n_holders,
                                   const MgNode *nodes,
                                   gsize n);

G_END_DECLS
