#include "tests/bench/measure.h"

#include <unistd.h>

static guint64 peak;
static gint stop; /* atomic */

double
mg_measure_seconds (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static guint64
anonymous_bytes (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL; /* pages: size, resident, shared */

  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    return 0;
  words = g_strsplit (text, " ", 4);
  if (g_strv_length (words) < 3)
    return 0;
  return (g_ascii_strtoull (words[1], NULL, 10) - g_ascii_strtoull (words[2], NULL, 10))
         * (guint64) sysconf (_SC_PAGESIZE);
}

static gpointer
watch (gpointer usec)
{
  while (!g_atomic_int_get (&stop))
    {
      peak = MAX (peak, anonymous_bytes ());
      g_usleep (GPOINTER_TO_UINT (usec));
    }
  return NULL;
}

GThread *
mg_measure_watch_memory (guint usec)
{
  g_atomic_int_set (&stop, 0);
  return g_thread_new ("memory", watch, GUINT_TO_POINTER (usec));
}

void
mg_measure_end_watch (GThread *watcher)
{
  g_atomic_int_set (&stop, 1);
  g_thread_join (watcher);
}

guint64
mg_measure_peak (void)
{
  return peak;
}

guint64
mg_measure_reset_peak (void)
{
  return peak = anonymous_bytes ();
}

guint64
mg_measure_sum (guint64 sum, gconstpointer data, gsize size)
{
  const guint8 *bytes = data;

  for (gsize i = 0; i < size; i++)
    sum = (sum ^ bytes[i]) * G_GUINT64_CONSTANT (1099511628211);
  return sum;
}
