/* Who refers to an object and what it refers to, bounded: for lists a person reads. No widgets. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef struct
{
  MgNode node;
  guint32 n_references; /* of this one: an object may name another several times */
} MgNeighbour;

typedef struct
{
  MgNeighbour *items; /* distinct, roots first, then own code, then by retained size (when known), then node */
  guint n;
  guint64 more;     /* distinct ones left out; a lower bound when BOUNDED */
  gboolean bounded; /* there were too many references to look at all */
} MgNeighbours;

/* At most MAX of each; looks at no more than 100,000 references. REFERRERS needs the reverse graph: NULL while it is
 * not there. O(references · log). */
MgNeighbours *mg_neighbours_referrers (MgSnapshot *snapshot, MgNode node, guint max) G_GNUC_WARN_UNUSED_RESULT;
MgNeighbours *mg_neighbours_references (MgSnapshot *snapshot, MgNode node, guint max) G_GNUC_WARN_UNUSED_RESULT;
void mg_neighbours_free (MgNeighbours *neighbours);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgNeighbours, mg_neighbours_free)

G_END_DECLS
