/* Writes pictures of the program, for people and for the page that shows it:
 *
 *   screenshot FILE PAGE OUT.png [TYPE]
 *
 * FILE "-" opens nothing (the welcome page). PAGE: types, retention, dominators, overview, threads, …; notes,
 * preferences, shortcuts, about.
 * TYPE: the subject, a full type name; "0x…": the object at that address. Theme, contrast, scale: by the environment
 * (ADW_DEBUG_COLOR_SCHEME, ADW_DEBUG_HIGH_CONTRAST, GDK_SCALE). Started by the script "shot". */
#include <adwaita.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/application.h"
#include "app/window.h"
#include "tests/support/ui.h"
#include "ui/pages/types-page.h"

static gboolean
is_ready (gpointer user_data)
{
  MgWindow *window = user_data;
  MgSession *session = mg_window_session (window);

  return g_strcmp0 (mg_window_state (window), "error") == 0
         || (session && ((mg_session_ready (session) & MG_NEED_ALL) == MG_NEED_ALL || mg_session_failure (session)));
}

static void
choose_subject (MgSession *session, const char *text, const char *page)
{
  MgSnapshot *snapshot = mg_session_snapshot (session);
  MgTypeId type;

  if (g_str_has_prefix (text, "0x"))
    {
      MgNode node = mg_graph_find_address (mg_snapshot_graph (snapshot), g_ascii_strtoull (text, NULL, 16));

      if (node != MG_NODE_NONE)
        mg_session_visit (session, mg_subject_object (node), page);
      return;
    }
  type = mg_type_table_find (mg_snapshot_types (snapshot), text);
  if (type != MG_TYPE_NONE)
    mg_session_visit (session, mg_subject_type (type), page);
  else
    g_printerr ("no type %s\n", text);
}

/* A window other than WINDOW, or WINDOW. */
static GtkWidget *
newest_window (MgWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) found = g_list_model_get_item (windows, i);

      if (found != GTK_WIDGET (window) && gtk_widget_get_mapped (found))
        return found;
    }
  return GTK_WIDGET (window);
}

/* What is to be photographed: the window, or a dialog of it. */
static GtkWidget *
pose (MgWindow *window, const char *page)
{
  static const char *const dialogs[][2]
    = { { "preferences", "app.preferences" }, { "about", "app.about" }, { "shortcuts", "win.show-help-overlay" } };

  for (gsize i = 0; i < G_N_ELEMENTS (dialogs); i++)
    if (g_str_equal (page, dialogs[i][0]))
      {
        gtk_widget_activate_action (GTK_WIDGET (window), dialogs[i][1], NULL);
        mg_test_spin (1.0);
        return newest_window (window);
      }
  if (mg_window_session (window) && g_str_equal (page, "notes"))
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.notes", NULL);
      mg_test_spin (1.0);
      return gtk_widget_get_ancestor (mg_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "About This Snapshot"),
                                      GTK_TYPE_POPOVER);
    }
  if (mg_window_session (window))
    mg_session_set_page (mg_window_session (window), page);
  return GTK_WIDGET (window);
}

static int
shoot (MgApplication *application, char **argv, int argc)
{
  MgWindow *window = mg_window_new (application);
  const char *size = g_getenv ("MG_TEST_SIZE");
  int width = 1280, height = 800;
  GtkWidget *subject;
  gboolean saved;

  if (size)
    sscanf (size, "%dx%d", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  mg_test_present (GTK_WINDOW (window));
  if (!g_str_equal (argv[1], "-"))
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (argv[1]);

      mg_window_open (window, file);
      if (!mg_test_wait (is_ready, window, 60.0))
        g_printerr ("not ready after a minute\n");
    }
  if (argc > 4 && mg_window_session (window))
    choose_subject (mg_window_session (window), argv[4], g_str_equal (argv[2], "notes") ? "types" : argv[2]);
  subject = pose (window, argv[2]);
  mg_test_spin (1.5);
  saved = mg_test_save_png (subject, argv[3]);
  if (!saved)
    g_printerr ("%s could not be written\n", argv[3]);
  gtk_window_destroy (GTK_WINDOW (window));
  mg_test_spin (0.1);
  return saved ? 0 : 1;
}

int
main (int argc, char **argv)
{
  g_autoptr (MgApplication) application = NULL;

  if (argc < 4)
    {
      g_printerr ("usage: screenshot FILE|- PAGE OUT.png [TYPE|0xADDRESS]\n");
      return 2;
    }
  mg_test_ui_init ();
  application = mg_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  if (!g_application_register (G_APPLICATION (application), NULL, NULL))
    return 1;
  return shoot (application, argv, argc);
}
