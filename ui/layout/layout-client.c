/* Asks the helper process, twice if need be, and falls back to our own placement. Runs wherever it is called; the
 * asynchronous variant calls it in a worker thread. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ui/layout/layout-job.h"

#define FULL_DEADLINE_MSEC 2000
#define QUICK_DEADLINE_MSEC 3000
#define CHUNK 65536

/* One question to one helper. */
typedef struct
{
  GMainContext *context;
  GCancellable *reading; /* ends the pending read when we no longer want it */
  GByteArray *answer;
  gboolean pending, ended;
  int stopped; /* atomic: set by whoever cancels */
} Exchange;

/* Path of the helper; NULL when there is none. Free with g_free. */
static char *
find_helper (void)
{
  const char *forced = g_getenv ("MANGROVE_LAYOUT_HELPER");
  g_autofree char *built = g_build_filename (MG_BUILD_LAYOUT_DIR, "mangrove-layout", NULL);
  g_autofree char *installed = g_build_filename (MG_LIBEXEC_DIR, "mangrove-layout", NULL);

  if (forced != NULL)
    return g_strdup (forced);
  if (g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&built);
  return g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE) ? g_steal_pointer (&installed) : NULL;
}

/* The request as a file in memory: whoever dies meanwhile, writing it can neither block nor raise SIGPIPE. */
static int
open_request (const MgLayoutJob *job)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int fd = memfd_create ("mangrove-layout", MFD_CLOEXEC);
  gsize done = 0;

  mg_layout_job_write (job, text);
  while (fd >= 0 && done < text->len)
    {
      gssize n = write (fd, text->str + done, text->len - done);

      if (n > 0)
        done += (gsize) n;
      else if (errno != EINTR)
        break;
    }
  if (fd >= 0 && (done < text->len || lseek (fd, 0, SEEK_SET) != 0))
    {
      close (fd);
      return -1;
    }
  return fd;
}

static void read_more (GInputStream *stream, Exchange *exchange);

static void
have_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Exchange *exchange = user_data;
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  exchange->pending = FALSE;
  if (bytes == NULL)
    g_atomic_int_set (&exchange->stopped, TRUE);
  else if (g_bytes_get_size (bytes) == 0)
    exchange->ended = TRUE;
  else
    {
      g_byte_array_append (exchange->answer, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
      if (exchange->answer->len > MG_LAYOUT_MAX_BYTES)
        g_atomic_int_set (&exchange->stopped, TRUE);
      else
        read_more (G_INPUT_STREAM (source), exchange);
    }
}

static void
read_more (GInputStream *stream, Exchange *exchange)
{
  exchange->pending = TRUE;
  g_input_stream_read_bytes_async (stream, CHUNK, G_PRIORITY_DEFAULT, exchange->reading, have_read, exchange);
}

static gboolean
stop_late (gpointer user_data)
{
  g_atomic_int_set (&((Exchange *) user_data)->stopped, TRUE);
  return G_SOURCE_REMOVE;
}

/* Called in the thread that cancels. */
static void
stop_now (GCancellable *cancellable, gpointer user_data)
{
  Exchange *exchange = user_data;

  g_atomic_int_set (&exchange->stopped, TRUE);
  g_main_context_wakeup (exchange->context);
}

/* Reads all that PROCESS says, until it ends, the deadline passes, or the caller cancels. */
static gboolean
collect (Exchange *exchange, GSubprocess *process, guint deadline_msec, GCancellable *cancellable)
{
  g_autoptr (GSource) deadline = g_timeout_source_new (deadline_msec);
  gulong wish = 0;

  g_source_set_callback (deadline, stop_late, exchange, NULL);
  g_source_attach (deadline, exchange->context);
  /* Not a GCancellableSource: when it is cancelled while it is destroyed, GLib loses it. */
  if (cancellable != NULL)
    wish = g_cancellable_connect (cancellable, G_CALLBACK (stop_now), exchange, NULL);
  read_more (g_subprocess_get_stdout_pipe (process), exchange);
  while (!exchange->ended && !g_atomic_int_get (&exchange->stopped))
    g_main_context_iteration (exchange->context, TRUE);
  /* Also a helper that has answered must not linger. */
  g_subprocess_force_exit (process);
  g_cancellable_cancel (exchange->reading);
  while (exchange->pending)
    g_main_context_iteration (exchange->context, TRUE);
  g_cancellable_disconnect (cancellable, wish);
  g_source_destroy (deadline);
  return exchange->ended;
}

/* The helper's placement of JOB, in JOB's order; NULL when it has none in time. *MISSING: there is no helper. */
static MgPlacement *
ask_helper (const MgLayoutJob *job, guint deadline_msec, GCancellable *cancellable, gboolean *missing)
{
  g_autofree char *path = find_helper ();
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  Exchange exchange = { 0 };
  MgPlacement *placement = NULL;
  int request = path != NULL ? open_request (job) : -1;

  *missing = TRUE;
  if (request < 0)
    return NULL;
  exchange.context = g_main_context_new ();
  exchange.reading = g_cancellable_new ();
  exchange.answer = g_byte_array_new ();
  g_subprocess_launcher_take_stdin_fd (launcher, request);
  g_main_context_push_thread_default (exchange.context);
  process = g_subprocess_launcher_spawn (launcher, NULL, path, NULL);
  if (process != NULL)
    {
      *missing = FALSE;
      if (collect (&exchange, process, deadline_msec, cancellable))
        placement = mg_layout_answer_read (job, (const char *) exchange.answer->data, exchange.answer->len);
    }
  g_main_context_pop_thread_default (exchange.context);
  g_main_context_unref (exchange.context);
  g_object_unref (exchange.reading);
  g_byte_array_unref (exchange.answer);
  return placement;
}

/* Whether Graphviz gave every edge a way and every label a place. */
static gboolean
is_whole (const MgLayoutJob *job, const MgPlacement *placement)
{
  for (guint i = 0; i < job->n_edges; i++)
    if (placement->edges[i].n == 0)
      return FALSE;
  return TRUE;
}

/* In JOB's order. Cancelling ends it early, with whatever there is. */
static MgPlacement *
run (MgLayoutJob *job, GCancellable *cancellable)
{
  static const guint deadlines[2] = { FULL_DEADLINE_MSEC, QUICK_DEADLINE_MSEC };
  MgPlacement *placement = NULL;
  gboolean missing = job->n_nodes == 0;

  for (guint k = 0; k < 2 && !missing && placement == NULL && !g_cancellable_is_cancelled (cancellable); k++)
    {
      job->quick = k == 1;
      placement = ask_helper (job, deadlines[k], cancellable, &missing);
      if (placement != NULL && !is_whole (job, placement))
        g_clear_pointer (&placement, mg_placement_free);
    }
  return mg_layout_job_finish (job, placement != NULL ? placement : mg_layout_own (job));
}

MgPlacement *
mg_layout_run (const MgPicture *picture, const MgLayoutRequest *request)
{
  g_autoptr (MgLayoutJob) job = mg_layout_job_new (picture, request);

  return run (job, NULL);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_pointer (task, run (task_data, cancellable), (GDestroyNotify) mg_placement_free);
}

void
mg_layout_run_async (MgPicture *picture,
                     const MgLayoutRequest *request,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, mg_layout_run_async);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_set_task_data (task, mg_layout_job_new (picture, request), (GDestroyNotify) mg_layout_job_free);
  g_task_run_in_thread (task, run_in_thread);
}

MgPlacement *
mg_layout_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
