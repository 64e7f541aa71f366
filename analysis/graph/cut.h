/* What must let go: the smallest set of references whose removal frees the subjects (retention picture, section 3).
 *
 * A minimum cut between the super root and the subjects with unit capacity on objects and root nodes (not on the
 * subjects), by augmenting paths over the reverse graph. Of several minimum cuts the one nearest to the subjects, so
 * that as little else as possible goes with them. Each node V of the cut becomes one reference: V → W when all that
 * V does for the subjects goes through W, otherwise HOLDER → V, with the number of V's other holders that would be left
 * beside it. */
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree.h"

G_BEGIN_DECLS

#define MG_CUT_MAX 8
/* A search gives up after so many nodes. */
#define MG_CUT_LIMIT 20000000

typedef struct
{
  MgNode from, to; /* the reference: FROM (an object or a root node) holds TO */
  guint32 n_parallel; /* further holders of TO that must let go of it as well: 0 for a plain edge */
  gboolean whole_root; /* FROM is a root that holds several; N_PARALLEL counts the others that it must let go, too */
} MgCutEdge;

typedef struct
{
  MgCutEdge edges[MG_CUT_MAX];
  guint n;          /* 0: the subjects are not held at all */
  gboolean more;    /* more than MG_CUT_MAX independent holders: edges is empty */
  gboolean bounded; /* the search gave up at its limit; edges is empty */
} MgCut;

/* SUBJECTS are treated as one sink. TREE: of all root kinds, or of those that count. O(n_cut · edges) at worst; usually
 * what lies between the cut and the subjects. Edges are in the order of TO. FALSE only when cancelled. */
gboolean mg_cut_find (const MgGraph *graph,
                      const MgReverse *reverse,
                      const MgTree *tree,
                      const MgNode *subjects,
                      gsize n_subjects,
                      MgCut *cut,
                      MgProgress *progress,
                      GError **error);

G_END_DECLS
