/* How much longer a piece of work takes, in words: "about 20 seconds left". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All zero: not begun. */
typedef struct
{
  gint64 started;  /* monotonic time, µs, when the first fraction came */
  double first;    /* that fraction */
  double last;     /* the latest one */
  gint64 expected; /* monotonic time of the end, smoothed; 0: not known yet */
  gint64 updated;
} MgTimeLeft;

/* Takes note that FRACTION of the work was done at NOW_USEC (monotonic). A fraction below the last one begins anew. */
void mg_time_left_update (MgTimeLeft *self, double fraction, gint64 now_usec);

/* The rest in words, translated; NULL while there is nothing to say: in the first two seconds, with too little done to
 * judge by, and when it is nearly over. Free with g_free. */
char *mg_time_left_text (const MgTimeLeft *self, gint64 now_usec) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
