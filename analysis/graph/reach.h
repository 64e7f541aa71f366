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
gboolean mg_reach (const MgGraph *graph, const MgNode *nodes, gsize n, MgReach *reach, MgProgress *progress, GError **error);

G_END_DECLS
