/* Exception handlers among managed frames: the compiler makes each a function of its own ("funclet") that works on the
 * frame of its method. */
#pragma once

#include "analysis/clr/stacks/stack-walk.h"

G_BEGIN_DECLS

/* Whether IP lies in a filter: the part of a handler that decides whether it takes an exception. Its method is still
 * running normally meanwhile. */
gboolean mg_handler_is_filter (MgCodeMap *map, const MgCode *code, guint64 ip);

/* When frame I is a handler that reports for its method: the number of the frame behind that method's own. Those before
 * it have nothing to report. Else I + 1. */
guint mg_handler_skip (MgCodeMap *map, const GArray *frames, guint i);

G_END_DECLS
