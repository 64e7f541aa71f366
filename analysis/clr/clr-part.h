/* A part of the object graph around one path. */
#pragma once

#include "analysis/clr/clr-work.h"
#include "analysis/graph/graph.h"

G_BEGIN_DECLS

/* The graph of the best path to the object that contains ADDRESS, the one that the whole graph's tree has, with all
 * that the objects on it refer to. NULL without ERROR: there is no object, no root holds it, or the path leads from one
 * timer to the next; only the whole graph tells more then. */
MgGraph *mg_clr_part_load (MgClrWork *work,
                           guint64 address,
                           MgProgress *progress,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
