/* What the callbacks on an edge call, and when: handlers of events, single delegates, timers. */
#pragma once

#include "analysis/picture/sketch.h"
#include "analysis/snapshot.h"

G_BEGIN_DECLS

/* "OnStatusChanged" of what EDGE leads to, "Clock.Tick", "lambda in Program.Fill": the method of a delegate or timer
 * that EDGE passes.
 * Where EDGE stands for several, only when all of them call the same; NULL otherwise, and for files without methods.
 * Free with g_free. O(handlers). */
char *mg_edge_method (MgSnapshot *snapshot, const MgSketchEdge *edge) G_GNUC_WARN_UNUSED_RESULT;
/* "timer, due in 1 h, then every 1 h" of the one timer that EDGE passes; "timers" of several that are not called so
 * yet; NULL. Free with g_free. */
char *mg_edge_timer (MgSnapshot *snapshot, const MgSketchEdge *edge) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
