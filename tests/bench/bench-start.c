/* How long a cold start takes until the first frame is drawn, beside a bare window of libadwaita in the same run:
 *
 *   bench-start [RUNS]
 *
 * Each start is a process of its own; its time runs from before it is spawned to the end of the first paint. Both kinds
 * are this program with another argument, so that loading libraries costs the same. Prints medians and their ratio;
 * status 1 when the window takes over 300 ms by the median. Needs a display: xvfb-run. */
#include <adwaita.h>
#include <stdlib.h>

#include "app/application.h"
#include "app/language.h"

#define LIMIT_MSEC 300.0

/* In the child */

static void
painted_cb (GdkFrameClock *clock, gpointer user_data)
{
  g_print ("%" G_GINT64_FORMAT "\n", g_get_monotonic_time ());
  exit (0);
}

static void
realized_cb (GtkWidget *window)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (painted_cb), NULL);
}

static void
window_added_cb (GtkApplication *application, GtkWindow *window)
{
  if (gtk_widget_get_realized (GTK_WIDGET (window)))
    realized_cb (GTK_WIDGET (window));
  else
    g_signal_connect (window, "realize", G_CALLBACK (realized_cb), NULL);
}

static void
show_empty_cb (GtkApplication *application)
{
  GtkWidget *window = adw_application_window_new (application);

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_present (GTK_WINDOW (window));
}

static int
run_child (gboolean empty)
{
  g_autoptr (GtkApplication) application = NULL;
  char name[] = "mangrove";
  char *arguments[] = { name, NULL };

  mg_language_init ();
  if (empty)
    {
      application = GTK_APPLICATION (adw_application_new ("org.mangrove.Empty", G_APPLICATION_NON_UNIQUE));
      g_signal_connect (application, "activate", G_CALLBACK (show_empty_cb), NULL);
    }
  else
    application = GTK_APPLICATION (mg_application_new ());
  g_application_set_flags (G_APPLICATION (application),
                           g_application_get_flags (G_APPLICATION (application)) | G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "window-added", G_CALLBACK (window_added_cb), NULL);
  return g_application_run (G_APPLICATION (application), 1, arguments);
}

/* In the parent */

/* Milliseconds of one start; a negative number when it fails. */
static double
start (const char *self, const char *kind)
{
  const char *const argv[] = { self, kind, NULL };
  g_autofree char *output = NULL;
  gint64 before = g_get_monotonic_time ();

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL, NULL, NULL)
      || output == NULL || output[0] == '\0')
    return -1.0;
  return (double) (g_ascii_strtoll (output, NULL, 10) - before) / 1000.0;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

int
main (int argc, char **argv)
{
  guint runs = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 9;
  g_autofree double *window = NULL, *empty = NULL;

  if (argc > 1 && g_str_equal (argv[1], "--window"))
    return run_child (FALSE);
  if (argc > 1 && g_str_equal (argv[1], "--empty"))
    return run_child (TRUE);
  runs = CLAMP (runs, 1, 1000);
  window = g_new0 (double, runs);
  empty = g_new0 (double, runs);
  for (guint i = 0; i < runs; i++)
    {
      empty[i] = start (argv[0], "--empty");
      window[i] = start (argv[0], "--window");
    }
  qsort (window, runs, sizeof *window, compare);
  qsort (empty, runs, sizeof *empty, compare);
  if (window[0] < 0 || empty[0] < 0)
    {
      g_printerr ("a start did not draw; is there a display?\n");
      return 2;
    }
  g_print ("first frame: window %.0f ms (best %.0f), bare window %.0f ms (best %.0f), ratio %.2f\n", window[runs / 2],
           window[0], empty[runs / 2], empty[0], window[runs / 2] / empty[runs / 2]);
  return window[runs / 2] > LIMIT_MSEC ? 1 : 0;
}
