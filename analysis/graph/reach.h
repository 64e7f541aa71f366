/* Everything an object leads to: reachable size, as opposed to retained size. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 n_objects; /* with the start objects */
  guint64 bytes;
} MgReach;

/* What N nodes lead to. O(nodes + edges reached), one bit per node of the graph. FALSE when cancelled. */
gboolean mg_reach (const MgGraph *graph,
                   const MgNode *nodes,
                   gsize n,
                   MgReach *reach,
                   MgProgress *progress,
                   GError **error);

/* What the super root still leads to when N nodes are taken out. Live bytes minus REACH->bytes is what would be freed
 * with all of them at once: the exact retained size of the set (mg_dominators_retained_of_set() is its quick lower
 * bound). Cost and result as for mg_reach(). */
gboolean mg_reach_without (const MgGraph *graph,
                           const MgNode *removed,
                           gsize n,
                           MgReach *reach,
                           MgProgress *progress,
                           GError **error);

G_END_DECLS
