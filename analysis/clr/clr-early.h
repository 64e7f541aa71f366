/* Why one object is alive, before the heap has been walked. */
#pragma once

#include "analysis/clr/clr-work.h"
#include "analysis/graph/graph.h"

G_BEGIN_DECLS

/* The part of the graph around the best path to the object at ADDRESS, as mg_clr_part_load() finds it after the walk,
 * and equal to that. NULL without ERROR where only a walk can tell: nothing certain holds the object, a doubtful word
 * on a stack may be nearer, memory is missing, or this version's modules cannot be listed. CLR has no types yet, or
 * those that a saved walk knows; where there were none, it has those of the objects met. */
MgGraph *mg_clr_early_part (MgClr *clr,
                            guint64 address,
                            MgProgress *progress,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
