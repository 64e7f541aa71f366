#include "analysis/base/parallel.h"

typedef struct
{
  MgParallelFunc func;
  gpointer data;
  guint thread;
} Call;

/* Fewer items are done before a thread has been woken. */
#define WORTH_THREADS 1000000

static gint threads_wanted; /* atomic */
static gint worth_threads;  /* atomic */

guint
mg_parallel_threads (void)
{
  guint n = (guint) g_atomic_int_get (&threads_wanted);

  return CLAMP (n ? n : g_get_num_processors (), 1, MG_PARALLEL_MAX);
}

guint
mg_parallel_threads_for (guint64 n)
{
  guint worth = (guint) g_atomic_int_get (&worth_threads);

  return n < (worth ? worth : WORTH_THREADS) ? 1 : mg_parallel_threads ();
}

void
mg_parallel_set_worth (guint n)
{
  g_atomic_int_set (&worth_threads, (gint) n);
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

typedef struct
{
  const MgParallelPass *pass;
  MgParallelItems func;
  gpointer data;
  guint n_threads;
  gint next; /* atomic: the interval that is to be taken */
  gint stop; /* atomic */
  GError *error;
} Pass;

/* Thread 0 reports. FALSE: stop. */
static gboolean
pass_step (Pass *pass, guint thread, guint64 done)
{
  const MgParallelPass *asked = pass->pass;

  if (thread == 0 ? !mg_progress_share_step (asked->progress, &asked->share, done, asked->n, &pass->error)
                  : mg_progress_is_cancelled (asked->progress))
    g_atomic_int_set (&pass->stop, 1);
  return !g_atomic_int_get (&pass->stop);
}

static void
pass_thread (guint thread, gpointer data)
{
  Pass *pass = data;
  guint64 n = pass->pass->n, interval = 0;

  for (;;)
    {
      guint64 from;

      if (!pass->pass->each)
        interval = (guint) g_atomic_int_add (&pass->next, 1);
      from = interval++ * MG_PROGRESS_INTERVAL;
      if (from >= n || !pass_step (pass, thread, from))
        return;
      pass->func (thread, pass->n_threads, from, MIN (from + MG_PROGRESS_INTERVAL, n), pass->data);
    }
}

gboolean
mg_parallel_pass (const MgParallelPass *asked, MgParallelItems func, gpointer data, GError **error)
{
  Pass pass = { .pass = asked, .func = func, .data = data, .n_threads = asked->n_threads };

  if (pass.n_threads == 0)
    pass.n_threads = mg_parallel_threads_for (asked->n);
  mg_parallel_run (pass.n_threads, pass_thread, &pass);
  /* Another thread may have stopped after the first one had found nothing left to do. */
  if (pass.stop && pass.error == NULL)
    mg_progress_share_step (asked->progress, &asked->share, asked->n, asked->n, &pass.error);
  if (pass.error)
    g_propagate_error (error, pass.error);
  return pass.error == NULL;
}
