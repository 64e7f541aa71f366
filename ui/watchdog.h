/* Counts turns of the main loop that take longer than a frame: for tests, and for debug builds of the program. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A frame at 60 a second. */
#define MG_WATCHDOG_LIMIT_USEC 16000

/* Watches the default main loop from now on, or begins to count anew. What counts is the processor time of the thread
 * between two waits: other programs, and workers of this one, do not. Main thread only. */
void mg_watchdog_start (void);
/* Turns over the limit, and the longest one of all (µs), since then. The turn under way does not count yet. */
guint mg_watchdog_stalls (void);
gint64 mg_watchdog_longest_usec (void);

G_END_DECLS
