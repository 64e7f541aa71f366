#include "analysis/stats/finalizer-thread.h"

#include <glib/gi18n-lib.h>

/* The newest frame of THREAD that is a finalizer; NULL: none is. Borrowed. */
static const char *
finalizer_of (const MgThreadRow *thread)
{
  for (guint f = 0; f < thread->n_frames; f++)
    if (thread->frames[f].method && g_str_has_suffix (thread->frames[f].method, ".Finalize"))
      return thread->frames[f].method;
  return NULL;
}

char *
mg_finalizer_thread_note (MgSnapshot *snapshot)
{
  g_autoptr (GArray) threads = mg_details_threads (snapshot);

  for (guint t = 0; threads && t < threads->len; t++)
    {
      const MgThreadRow *thread = &g_array_index (threads, MgThreadRow, t);
      const char *method = thread->is_finalizer ? finalizer_of (thread) : NULL;

      if (method)
        /* Translators: full name of a method */
        return g_strdup_printf (_ ("The finalizer thread is inside %s: what is ready waits for it."), method);
    }
  return NULL;
}
