#include "analysis/base/parallel.h"

typedef struct
{
  MgParallelFunc func;
  gpointer data;
  guint thread;
} Call;

static gint threads_wanted; /* atomic */

guint
mg_parallel_threads (void)
{
  guint n = (guint) g_atomic_int_get (&threads_wanted);

  return CLAMP (n ? n : g_get_num_processors (), 1, MG_PARALLEL_MAX);
}

void
mg_parallel_set_threads (guint n)
{
  g_atomic_int_set (&threads_wanted, (gint) n);
}

static gpointer
run_call (gpointer data)
{
  const Call *call = data;

  call->func (call->thread, call->data);
  return NULL;
}

void
mg_parallel_run (guint n, MgParallelFunc func, gpointer data)
{
  Call calls[MG_PARALLEL_MAX];
  GThread *threads[MG_PARALLEL_MAX];

  n = MIN (n, MG_PARALLEL_MAX);
  for (guint i = 1; i < n; i++)
    {
      calls[i] = (Call){ func, data, i };
      threads[i] = g_thread_new ("mangrove", run_call, &calls[i]);
    }
  func (0, data);
  for (guint i = 1; i < n; i++)
    g_thread_join (threads[i]);
}
