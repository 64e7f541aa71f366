/* Collapses the framework's trunk (retention picture, section 2.6): an unbranched stretch of three or more types that
 * are not the user's, before something that is, becomes one node that opens on click. What gathers many objects, what
 * has an event, and exceptions stay: they are the answer. */
#pragma once

#include "analysis/picture/fold.h"
#include "analysis/picture/sketch.h"

G_BEGIN_DECLS

#define MG_TRUNK_LENGTH 3

/* Ids in OPENED stay as they are. Indexes of nodes change. */
void mg_trunk_collapse (
    MgSketch *sketch, const MgGraph *graph, MgFolds *folds, const guint64 *opened, guint n_opened);

G_END_DECLS
