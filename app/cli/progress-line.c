#include "app/cli/progress-line.h"

#include <glib/gi18n-lib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/base/time-left.h"
#include "app/cli/output.h"

#define FIRST_AFTER_USEC (G_USEC_PER_SEC / 2)
#define EVERY_USEC (G_USEC_PER_SEC / 20)
#define EXIT_CANCELLED 5

static struct
{
  MgProgress *progress; /* for the signal handler; not a reference of its own */
  gboolean terminal, ended, drawn;
  gint64 next; /* monotonic time of the next drawing */
  MgTimeLeft left;
  const char *stage;
  int tenth;
} line;

static void
on_signal (int number)
{
  static volatile sig_atomic_t asked;

  if (asked)
    {
      mg_output_abandon_at_once ();
      _exit (EXIT_CANCELLED);
    }
  asked = 1;
  mg_progress_cancel (line.progress);
}

/* No SA_RESTART: a read that waits for standard input shall end. */
static void
catch_signals (void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  struct sigaction action;

  memset (&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigemptyset (&action.sa_mask);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      struct sigaction old;

      /* nohup and background jobs of a shell ignore some: that stays. */
      if (sigaction (numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction (numbers[i], &action, NULL);
    }
}

static void
draw (const char *stage, double fraction)
{
  gint64 now = g_get_monotonic_time ();
  g_autofree char *text = NULL, *left = NULL;

  mg_time_left_update (&line.left, fraction, now);
  if (now < line.next)
    return;
  line.next = now + EVERY_USEC;
  line.drawn = TRUE;
  left = mg_time_left_text (&line.left, now);
  if (left)
    /* Translators: a stage of the work ("Reading objects"), its progress in per cent, "about 20 seconds left" */
    text = g_strdup_printf (_("%s: %d%%, %s"), stage, (int) (fraction * 100.0), left);
  else
    /* Translators: %s is a stage of the work ("Reading objects"), %d its progress in per cent */
    text = g_strdup_printf (_("%s: %d%%"), stage, (int) (fraction * 100.0));
  fprintf (stderr, "\r\033[K%s", text);
  fflush (stderr);
}

static void
log_tenths (const char *stage, double fraction)
{
  int tenth = (int) (fraction * 10.0);

  if (stage == line.stage && tenth == line.tenth)
    return;
  line.stage = stage;
  line.tenth = tenth;
  fprintf (stderr, _("%s: %d%%\n"), stage, (int) (fraction * 100.0));
}

static void
on_progress (const char *stage, double fraction, gpointer user_data)
{
  if (line.ended || stage == NULL)
    return;
  if (line.terminal)
    draw (stage, fraction);
  else
    log_tenths (stage, fraction);
}

MgProgress *
mg_progress_line_new (gboolean wanted)
{
  gboolean terminal = isatty (STDERR_FILENO) && g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
  MgProgress *progress = mg_progress_new (wanted || terminal ? on_progress : NULL, NULL, NULL);

  memset (&line, 0, sizeof line);
  line.progress = progress;
  line.terminal = terminal;
  line.next = g_get_monotonic_time () + FIRST_AFTER_USEC;
  catch_signals ();
  return progress;
}

void
mg_progress_line_end (void)
{
  if (line.drawn)
    {
      fputs ("\r\033[K", stderr);
      fflush (stderr);
    }
  line.drawn = FALSE;
  line.ended = TRUE;
}
