/* How long a cancelled computation takes to stop: opens FILE and computes everything (with INDEX-FOLDER also saves or
 * loads an index), cancels at moments spread over the whole, and prints each wait with the stage it fell in: wall time
 * and, since others may have the processors, the processor time that passed meanwhile. */
#include <stdio.h>
#include <time.h>

#include "analysis/snapshot.h"

typedef struct
{
  const char *path, *folder;
  MgProgress *progress;
  const char *stage; /* atomic */
  double fraction;
  gint64 ended; /* monotonic time; 0: not yet */
} Job;

static double
cpu_msec (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static void
note_stage (const char *stage, double fraction, gpointer user_data)
{
  Job *job = user_data;

  g_atomic_pointer_set (&job->stage, (gpointer) stage);
  job->fraction = fraction;
}

static gpointer
run (gpointer data)
{
  Job *job = data;
  MgSnapshotOptions options = { .index_folder = job->folder };
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_snapshot_open (job->path, &options, job->progress, &error);

  if (snapshot && mg_snapshot_ensure (snapshot, MG_NEED_ALL, job->progress, &error))
    mg_snapshot_save_index (snapshot, job->progress, &error);
  job->ended = g_get_monotonic_time ();
  mg_snapshot_unref (snapshot);
  return NULL;
}

/* Cancels after USEC. Returns how long that was before the whole was done; 0: it was done before. */
static gboolean
cancel_after (const char *path, const char *folder, gint64 usec)
{
  Job job = { .path = path, .folder = folder };
  gint64 start = g_get_monotonic_time (), asked;
  double cpu;
  GThread *thread;
  const char *stage;

  job.progress = mg_progress_new (note_stage, &job, NULL);
  thread = g_thread_new ("work", run, &job);
  while (g_get_monotonic_time () < start + usec && job.ended == 0)
    g_usleep (1000);
  stage = g_atomic_pointer_get (&job.stage);
  asked = g_get_monotonic_time ();
  cpu = cpu_msec ();
  mg_progress_cancel (job.progress);
  while (job.ended == 0)
    g_usleep (200);
  if (job.ended > asked)
    printf ("%8.0f ms of work: stopped after %6.1f ms, %6.1f ms of processor time, in “%s” at %.0f %%\n",
            (double) usec / 1e3, (double) (job.ended - asked) / 1e3, cpu_msec () - cpu, stage ? stage : "",
            job.fraction * 100);
  g_thread_join (thread);
  mg_progress_unref (job.progress);
  return job.ended > asked;
}

int
main (int argc, char **argv)
{
  gint64 step;

  if (argc < 3)
    {
      fputs ("usage: bench-cancel FILE STEP-MSEC [INDEX-FOLDER]\n", stderr);
      return 2;
    }
  step = MAX (1, g_ascii_strtoll (argv[2], NULL, 10)) * 1000;
  for (gint64 at = step / 2; cancel_after (argv[1], argc > 3 ? argv[3] : NULL, at); at += step)
    fflush (stdout);
  return 0;
}
