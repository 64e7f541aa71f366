/* Slow, obvious answers to what analysis/graph computes quickly. Nothing here shares an idea with the code it checks.
 * For graphs of some dozens of nodes. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

/* What the super root leads to when the nodes with REMOVED[node] (NULL: none) are taken out. Free with g_free. */
gboolean *mg_oracle_reachable (const MgGraph *graph, const gboolean *removed) G_GNUC_WARN_UNUSED_RESULT;

/* dominates[a * n_nodes + b]: B is reachable, and not without A: every path to it passes A. O(n · edges). Here
 * roots that only may be references hold what nothing certain holds. */
gboolean *mg_oracle_dominance (const MgGraph *graph) G_GNUC_WARN_UNUSED_RESULT;

/* Bytes that are reachable, but not without the nodes with REMOVED[node]. */
guint64 mg_oracle_freed (const MgGraph *graph, const gboolean *removed);
/* The same where roots that only may be references hold what nothing certain holds. */
guint64 mg_oracle_retained (const MgGraph *graph, const gboolean *removed);

/* Cost of the cheapest path to each node (retention picture, section 1) from roots of KINDS; G_MAXUINT32: none.
 * Bellman and Ford: sweeps over all edges until nothing changes. */
guint32 *mg_oracle_costs (const MgGraph *graph, guint32 kinds) G_GNUC_WARN_UNUSED_RESULT;

/* Cost of the link FROM → TO. */
guint32 mg_oracle_link_cost (const MgGraph *graph, MgNode from);

/* Least number of objects and root nodes, none of them with IS_SUBJECT[node], without which no subject is reachable:
 * tries all sets of up to MOST (at most 3). MOST + 1: more are needed. */
guint mg_oracle_cut_size (const MgGraph *graph, const gboolean *is_subject, guint most);

/* Calls FUNC for each simple path from a root of KINDS to SUBJECT: N nodes, root node first. A node that several edges
 * lead to in parallel makes one path only. */
typedef void (*MgOraclePathFunc) (const MgNode *nodes, guint32 n, gpointer user_data);
void mg_oracle_each_path (const MgGraph *graph,
                          MgNode subject,
                          guint32 kinds,
                          MgOraclePathFunc func,
                          gpointer user_data);

G_END_DECLS
