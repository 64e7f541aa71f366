/* The dominator tree taken by type: what a set of objects dominates, grouped into one row per type.
 *
 * Ten thousand handlers under one invocation list are one row "EventHandler × 10,000" whose children are again groups.
 * Also: where the memory piles up (the accumulation point). */
#pragma once

#include "analysis/graph/dominators.h"
#include "analysis/graph/graph.h"

G_BEGIN_DECLS

typedef struct
{
  MgTypeId type;        /* of objects; MG_TYPE_NONE for roots */
  MgRootKind root_kind; /* of roots */
  guint32 n;            /* members */
  MgNode *nodes;        /* the members, biggest retained first within each parent; owned by the MgDominatorGroups */
  guint64 size;         /* their shallow bytes */
  guint64 retained;     /* sum of their retained bytes: exact, for siblings never overlap */
} MgDominatorGroup;

typedef struct
{
  guint n;
  MgDominatorGroup *groups; /* biggest retained first; ties: roots before objects, root kind, type id */
  MgNode *nodes;            /* storage of all members */
} MgDominatorGroups;

/* The group NODE falls into: roots and objects share one table, objects by type id, roots behind them by kind. Below
 * n_types + MG_N_ROOT_KINDS. O(1). */
static inline guint32
mg_dominator_group_key (const MgGraph *graph, MgNode node)
{
  if (mg_graph_is_root (graph, node))
    return graph->types->n_types + mg_graph_root (graph, node)->kind;
  return graph->type[node];
}

/* Groups the children in the dominator tree of the N PARENTS. O(children + groups log groups); NULL when cancelled. */
MgDominatorGroups *mg_dominator_groups_new (const MgGraph *graph,
                                            const MgDominators *dominators,
                                            const MgNode *parents,
                                            gsize n,
                                            MgProgress *progress,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Groups the N NODES themselves, of which none dominates another. */
MgDominatorGroups *mg_dominator_groups_of (const MgGraph *graph,
                                           const MgDominators *dominators,
                                           const MgNode *nodes,
                                           gsize n,
                                           MgProgress *progress,
                                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_dominator_groups_free (MgDominatorGroups *groups);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgDominatorGroups, mg_dominator_groups_free)

/* Follows the biggest child from NODE down while it still holds most (at least 3/4) of its parent's retained bytes, and
 * returns where that ends: the object in which memory piles up (Memory Analyzer calls it the accumulation point).
 * Starting at the super root it enters the biggest child first. MG_NODE_NONE when nothing is retained, or the user
 * wants out. O(depth): a list of millions of objects is as deep. */
MgNode mg_dominators_accumulation_point (const MgDominators *dominators,
                                         MgNode node,
                                         MgProgress *progress,
                                         GError **error);

G_END_DECLS
