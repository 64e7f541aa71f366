/* From the chosen groups to a sketch, in which groups of one type with the same continuation toward the subjects are
 * one node (retention picture, section 2.5): the tree becomes a graph with the subject once, at the right. */
#pragma once

#include "analysis/picture/branch.h"
#include "analysis/picture/sketch.h"

G_BEGIN_DECLS

typedef struct
{
  MgSketch *sketch;
  guint subject;       /* index of the subject's node */
  GHashTable *node_of; /* group number → index + 1 of its node; of groups of subjects none */
} MgMergedSketch;

/* MERGE FALSE: every group keeps its own node. Fills *MERGED; the caller frees sketch and node_of. The indexes in
 * node_of hold until the sketch changes. */
void mg_merge_tails (MgBranches *branches, gboolean merge, MgMergedSketch *merged);

G_END_DECLS
