/* Armed timers: the lists of a System.Threading.TimerQueue (.NET Core 3 and later).
 *
 *   TimerQueue       _shortTimers, _longTimers: first TimerQueueTimer of each list
 *   TimerQueueTimer  _next, _dueTime, _period (milliseconds, all ones = never), _timerCallback, _state, _canceled */
#pragma once

#include "analysis/clr/types/named-fields.h"
#include "analysis/details.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 address;  /* of the TimerQueueTimer */
  guint32 due;      /* milliseconds from when it was set last */
  guint32 period;   /* milliseconds between two calls; MG_TIMER_NEVER: fires once */
  gboolean is_short; /* in the list that is looked at often */
  gboolean canceled;
  guint64 callback; /* delegate, or what else is called; 0 */
  guint64 state;    /* object it is called with; 0 */
} MgTimer;

/* Reads the TimerQueueTimer at ADDRESS. FALSE: that is none. */
gboolean mg_timer_read (MgNamedFields *fields, guint64 address, MgTimer *timer);

/* Appends the timers of the TimerQueue at QUEUE to TIMERS (MgTimer). SEEN (addresses) ends lists that run in circles or
 * into each other. O(timers). */
void mg_timers_read (MgNamedFields *fields, guint64 queue, GHashTable *seen, GArray *timers);

G_END_DECLS
