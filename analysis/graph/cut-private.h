/* The parts of mg_cut_find(): the flow that finds the cut's nodes, and the search for what else holds them. */
#pragma once

#include "analysis/base/node-map.h"
#include "analysis/base/node-stack.h"
#include "analysis/graph/cut.h"

G_BEGIN_DECLS

typedef struct
{
  const MgGraph *graph;
  const MgReverse *reverse;
  const MgTree *tree;
  const MgNode *subjects;
  gsize n_subjects;
  guint64 *is_subject; /* bitmap */
  /* The flow: vertex-disjoint paths from the roots to the subjects. */
  guint n_paths;
  guint64 *is_used; /* bitmap: on a path */
  MgNodeMap below;  /* node on a path → a: next node toward the subjects */
  /* The last search upward from the subjects: which sides of a node it reached (bitmaps). Only for used nodes the
   * sides differ: LOWER is where paths leave a node toward the subjects, UPPER where they enter it from its holders. */
  guint64 *seen_lower, *seen_upper;
  guint64 n_seen;
  gboolean bounded;
} MgCutFlow;

void mg_cut_flow_init (MgCutFlow *flow,
                       const MgGraph *graph,
                       const MgReverse *reverse,
                       const MgTree *tree,
                       const MgNode *subjects,
                       gsize n_subjects);
void mg_cut_flow_clear (MgCutFlow *flow);

/* Adds paths until there are no more, or MG_CUT_MAX + 1, or a search is bounded. FALSE when cancelled. After it,
 * seen_upper holds all nodes that lead to a subject without passing the cut. */
gboolean mg_cut_flow_run (MgCutFlow *flow, MgProgress *progress, GError **error);

/* Whether NODE is in the cut that is nearest to the subjects. After mg_cut_flow_run(). */
gboolean mg_cut_flow_is_cut (const MgCutFlow *flow, MgNode node);

/* Which holders of NODE stay alive when the nodes in BLOCKED (a bitmap) are not. Appends them, ascending, each once.
 * FALSE when cancelled. O(holders and what holds them, as far as it is not plainly alive). */
gboolean mg_cut_holders (const MgGraph *graph,
                         const MgReverse *reverse,
                         const MgTree *tree,
                         const guint64 *blocked,
                         MgNode node,
                         MgNodeStack *holders,
                         MgProgress *progress,
                         GError **error);

G_END_DECLS
