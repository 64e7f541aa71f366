#include "ui/watchdog.h"

#include <time.h>

static GPollFunc real_poll;
static gint64 turn_began, longest;
static guint stalls;

static gint64
thread_usec (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* The loop waits for something to do: a turn is over. */
static gint
watched_poll (GPollFD *fds, guint n, gint timeout)
{
  gint64 took = thread_usec () - turn_began;
  gint result;

  longest = MAX (longest, took);
  if (took > MG_WATCHDOG_LIMIT_USEC)
    {
      stalls++;
      g_debug ("a turn of the main loop took %.1f ms", (double) took / 1000.0);
    }
  result = real_poll (fds, n, timeout);
  turn_began = thread_usec ();
  return result;
}

void
mg_watchdog_start (void)
{
  if (real_poll == NULL)
    {
      real_poll = g_main_context_get_poll_func (NULL);
      g_main_context_set_poll_func (NULL, watched_poll);
    }
  stalls = 0;
  longest = 0;
  turn_began = thread_usec ();
}

guint
mg_watchdog_stalls (void)
{
  return stalls;
}

gint64
mg_watchdog_longest_usec (void)
{
  return longest;
}
