/* Who refers to a node: the transposed graph, by counting sort. Immutable. 4 bytes per edge + 4 per node. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

struct _MgReverse
{
  guint32 n_nodes;
  MgMonotone first; /* n_nodes + 1 numbers */
  MgNode *source;   /* ascending within a node; a source stands as often as it names the node */
  MgMapping *mapping; /* as in MgGraph */
};

/* O(nodes + edges). Returns NULL and sets MG_ERROR_CANCELLED when stopped. */
MgReverse *mg_reverse_new (const MgGraph *graph, MgProgress *progress, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_reverse_free (MgReverse *reverse);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgReverse, mg_reverse_free)

static inline const MgNode *
mg_reverse_sources (const MgReverse *reverse, MgNode node, guint32 *n)
{
  guint64 first = mg_monotone_get (&reverse->first, node);

  *n = (guint32) (mg_monotone_get (&reverse->first, (guint64) node + 1) - first);
  return reverse->source + first;
}

G_END_DECLS
