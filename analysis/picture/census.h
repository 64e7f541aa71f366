/* What only a pass over the objects of a picture can tell: which they are, what they retain, how long their runs are,
 * how many handlers an event has. */
#pragma once

#include "analysis/picture/group.h"
#include "analysis/picture/merge-tails.h"

G_BEGIN_DECLS

typedef struct
{
  const MgGraph *graph;
  const MgGroups *groups;
  MgSketch *sketch;
  guint32 *node_of; /* per group: index + 1 of its node */
  guint n_nodes;
  GPtrArray *members; /* per node: array of objects or roots */
  guint32 **run_ends; /* per node with runs: how many are of each length; else NULL */
  guint64 *handlers;  /* per node: elements of all invocation lists below it */
} MgCensus;

/* Of the sketch MERGED, made of GROUPS; both are borrowed. */
void mg_census_init (MgCensus *census, const MgGraph *graph, const MgGroups *groups, const MgMergedSketch *merged);
void mg_census_clear (MgCensus *census);
/* Fills the census and the sketch. O(numbered nodes). FALSE when cancelled. */
gboolean mg_census_take (MgCensus *census, MgFolds *folds, MgSnapshot *snapshot, MgProgress *progress, GError **error);

G_END_DECLS
