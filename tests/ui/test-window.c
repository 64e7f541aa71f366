#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "app/application.h"
#include "app/recent.h"
#include "app/window.h"
#include "tests/support/ui.h"
#include "ui/pages/types-page.h"
#include "ui/watchdog.h"

static MgApplication *application;

static MgWindow *
new_window (void)
{
  MgWindow *window;

  mg_test_ui_init ();
  if (application == NULL)
    {
      application = mg_application_new ();
      g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
      MG_CHECK (g_application_register (G_APPLICATION (application), NULL, NULL));
    }
  window = mg_window_new (application);
  mg_test_present (GTK_WINDOW (window));
  return window;
}

static void
close_window (MgWindow *window)
{
  gpointer alive = window;

  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  gtk_window_destroy (GTK_WINDOW (window));
  MG_WAIT_UNTIL (alive == NULL, 10.0);
}

/* The practice leak: in the tree, so always there. */
static GFile *
lesson (void)
{
  return g_file_new_for_path (MG_SOURCE_DATA_DIR "/lessons/event-leak/event-leak.gcdump");
}

static gboolean
all_ready (MgWindow *window)
{
  MgSession *session = mg_window_session (window);

  return session && (mg_session_ready (session) & MG_NEED_ALL) == MG_NEED_ALL;
}

/* Asked the way a menu asks: through a widget that shows the action. */
static gboolean
enabled (MgWindow *window, const char *action)
{
  GtkWidget *button = g_object_ref_sink (gtk_button_new ());
  gboolean on;

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_parent (button, GTK_WIDGET (window));
  on = gtk_widget_get_sensitive (button);
  gtk_widget_unparent (button);
  g_object_unref (button);
  return on;
}

static gboolean
recent_is_there (void)
{
  g_autoptr (GPtrArray) recent = mg_recent_list (5);

  return recent->len > 0;
}

static void
test_opens (void)
{
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();
  g_autoptr (GPtrArray) recent = NULL;
  MgTypesPage *page;

  MG_CHECK (mg_window_is_empty (window));
  MG_CHECK_STRING (mg_window_state (window), "welcome");
  MG_CHECK (!enabled (window, "win.back") && !enabled (window, "win.reload"));
  mg_window_open (window, file);
  MG_CHECK_STRING (mg_window_state (window), "progress");
  MG_CHECK (!mg_window_is_empty (window));
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  MG_CHECK_STRING (mg_window_state (window), "content");
  MG_CHECK_STRING (gtk_window_get_title (GTK_WINDOW (window)), "event-leak.gcdump – Mangrove");
  page = MG_TYPES_PAGE (mg_test_find (GTK_WIDGET (window), MG_TYPE_TYPES_PAGE, NULL));
  MG_CHECK (page != NULL);
  MG_WAIT_UNTIL (mg_types_page_is_settled (page), 10.0);
  MG_CHECK (mg_row_list_n_shown (mg_types_page_rows (page)) > 10);
  MG_WAIT_UNTIL (recent_is_there (), 5.0);
  recent = mg_recent_list (5);
  MG_CHECK (recent->len == 1 && g_str_equal (((MgRecent *) recent->pdata[0])->name, "event-leak.gcdump"));
  close_window (window);
}

/* The widget of WINDOW that takes files. */
static GtkEventController *
drop_target (GtkWidget *widget)
{
  GtkEventController *found = mg_test_controller (widget, GTK_TYPE_DROP_TARGET);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = drop_target (child);
  return found;
}

/* Files that are dropped open: the first here, the others in windows of their own. */
static void
test_takes_dropped_files (void)
{
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();
  g_autoptr (GSList) files = g_slist_append (g_slist_append (NULL, file), file);
  GtkEventController *target = drop_target (GTK_WIDGET (window));
  guint before = g_list_length (gtk_application_get_windows (GTK_APPLICATION (application)));
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;
  GList *windows;

  MG_CHECK (target != NULL);
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (files));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  MG_CHECK (taken);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  windows = gtk_application_get_windows (GTK_APPLICATION (application));
  MG_CHECK_UINT (g_list_length (windows), before + 1);
  for (GList *l = g_list_copy (windows); l; l = g_list_delete_link (l, l))
    if (l->data != window && MG_IS_WINDOW (l->data))
      {
        MG_WAIT_UNTIL (all_ready (l->data), 20.0);
        close_window (l->data);
      }
  close_window (window);
}

static void
check_refused (const char *contents, gsize length, const char *title)
{
  MgWindow *window = new_window ();
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "broken.gcdump", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_file_set_contents (path, contents, (gssize) length, NULL);
  mg_window_open (window, file);
  MG_WAIT_UNTIL (g_str_equal (mg_window_state (window), "error"), 10.0);
  if (mg_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, title) == NULL)
    mg_test_fail (__FILE__, __LINE__, "the page does not say \"%s\"", title);
  MG_CHECK (mg_window_session (window) == NULL);
  MG_CHECK (enabled (window, "win.copy-details") && enabled (window, "win.reload"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.copy-details", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  MG_CHECK_STRING (mg_window_state (window), "welcome");
  close_window (window);
}

static void
test_refuses (void)
{
  g_autofree char *whole = NULL;
  g_autoptr (GFile) file = lesson ();
  gsize length;

  check_refused ("", 0, "Not a Snapshot");
  check_refused ("MZ and so on, a program", 23, "Not a Snapshot");
  MG_CHECK (g_file_load_contents (file, NULL, &whole, &length, NULL, NULL));
  check_refused (whole, 200, "The File Ends Too Early");
}

/* A file that cannot be opened leaves the snapshot that is open alone. */
/* The program lives, and says what happened; deleting the file would have done no harm. */
static void
test_says_when_the_file_is_cut (void)
{
  MgWindow *window = new_window ();
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "goes-short.gcdump", NULL);
  g_autoptr (GFile) source = lesson (), file = g_file_new_for_path (path);
  const char *words = "goes-short.gcdump became shorter while it was being read. Wait until nothing writes to it, and "
                      "open it again.";

  MG_CHECK (g_file_copy (source, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  mg_window_open (window, file);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  MG_CHECK (mg_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, words) == NULL);
  MG_CHECK (truncate (path, 100) == 0);
  MG_WAIT_UNTIL (mg_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, words) != NULL, 10.0);
  close_window (window);
}

static void
test_failed_reload_keeps_what_is_open (void)
{
  MgWindow *window = new_window ();
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "goes-bad.gcdump", NULL);
  g_autoptr (GFile) source = lesson (), file = g_file_new_for_path (path);
  MgSession *session;

  MG_CHECK (g_file_copy (source, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  mg_window_open (window, file);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  session = mg_window_session (window);
  /* A new file under the old name: the open one is mapped and must not change under the program. */
  g_remove (path);
  g_file_set_contents (path, "no longer a snapshot", -1, NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reload", NULL);
  MG_WAIT_UNTIL (g_str_equal (mg_window_state (window), "error"), 10.0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  MG_CHECK_STRING (mg_window_state (window), "content");
  MG_CHECK (mg_window_session (window) == session);
  close_window (window);
}

static void
test_cancels (void)
{
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();
  gint64 start;

  mg_window_open (window, file);
  start = g_get_monotonic_time ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  MG_WAIT_UNTIL (g_str_equal (mg_window_state (window), "welcome"), 5.0);
  MG_CHECK (mg_test_is_slow () || g_get_monotonic_time () - start < 100000);
  MG_CHECK (mg_window_is_empty (window));
  /* What the worker still does changes nothing. */
  mg_test_spin (0.3);
  MG_CHECK_STRING (mg_window_state (window), "welcome");
  mg_window_open (window, file);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  close_window (window);
}

/* Closing while opening, and while the graph is being made. */
static void
test_closes_while_working (void)
{
  for (guint i = 0; i < 6; i++)
    {
      MgWindow *window = new_window ();
      g_autoptr (GFile) file = lesson ();

      mg_window_open (window, file);
      if (i >= 3)
        MG_WAIT_UNTIL (mg_window_session (window) != NULL, 10.0);
      close_window (window);
    }
  mg_test_spin (0.2);
}

static void
test_history (void)
{
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();
  MgSession *session;

  mg_window_open (window, file);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  session = mg_window_session (window);
  MG_CHECK (!enabled (window, "win.back"));
  mg_session_visit (session, mg_subject_type (3), "dominators");
  MG_CHECK (enabled (window, "win.back") && !enabled (window, "win.forward"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL);
  MG_CHECK_STRING (mg_session_page (session), "types");
  MG_CHECK (enabled (window, "win.forward"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.forward", NULL);
  MG_CHECK_STRING (mg_session_page (session), "dominators");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "types");
  MG_CHECK_STRING (mg_session_page (session), "types");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "no-such-page");
  MG_CHECK_STRING (mg_session_page (session), "types");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.search", NULL);
  MG_CHECK (gtk_window_get_focus (GTK_WINDOW (window)) && GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (window))));
  MG_CHECK (enabled (window, "win.notes"));
  close_window (window);
}

/* Several files: one window each, the empty one first. */
/* Pages behind the side bar have names of their own; Explore leads to the one seen last. */
static void
test_explores (void)
{
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();
  MgSession *session;

  mg_window_open (window, file);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  session = mg_window_session (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "explore");
  MG_CHECK_STRING (mg_session_page (session), "overview");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "statics");
  MG_CHECK_STRING (mg_session_page (session), "statics");
  MG_WAIT_UNTIL (mg_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "No Static Fields in This File"), 5.0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "types");
  MG_CHECK_STRING (mg_session_page (session), "types");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "explore");
  MG_CHECK_STRING (mg_session_page (session), "statics");
  close_window (window);
}

static void
test_one_window_each (void)
{
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();
  GFile *files[] = { file, file };
  guint before = g_list_length (gtk_application_get_windows (GTK_APPLICATION (application)));

  g_application_open (G_APPLICATION (application), files, 2, "");
  MG_CHECK_UINT (g_list_length (gtk_application_get_windows (GTK_APPLICATION (application))), before + 1);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  while (gtk_application_get_windows (GTK_APPLICATION (application)))
    gtk_window_destroy (gtk_application_get_windows (GTK_APPLICATION (application))->data);
  mg_test_spin (0.1);
}

/* Every key that the program gives to an action is in the shortcuts window. */
static void
test_shortcuts_are_listed (void)
{
  MgWindow *window = new_window ();
  GBytes *bytes = g_resources_lookup_data ("/org/mangrove/Mangrove/app/help-overlay.ui", 0, NULL);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (GTK_APPLICATION (application));

  MG_CHECK (bytes != NULL && g_strv_length (actions) > 10);
  for (guint i = 0; bytes && actions[i]; i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (GTK_APPLICATION (application), actions[i]);

      for (guint k = 0; keys[k]; k++)
        {
          g_autofree char *escaped = g_markup_escape_text (keys[k], -1);

          if (g_str_equal (keys[k], "Back") || g_str_equal (keys[k], "Forward"))
            continue; /* keys of some keyboards, besides Alt with an arrow */
          if (g_strstr_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), escaped) == NULL)
            mg_test_fail (__FILE__, __LINE__, "%s (%s) is not listed", keys[k], actions[i]);
        }
    }
  g_clear_pointer (&bytes, g_bytes_unref);
  close_window (window);
}

/* The text on the clipboard, when it is ours; NULL. */
static char *
clipboard_text (MgWindow *window)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (window)));
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  if (content == NULL || !gdk_content_provider_get_value (content, &value, NULL))
    return NULL;
  return g_value_dup_string (&value);
}

/* The rows selected in the table with the focus, written by a worker. */
static void
test_copies_selected_rows (void)
{
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();
  g_autofree char *text = NULL;
  MgTableView *table;
  GtkColumnView *view;
  guint tries = 1000;

  mg_window_open (window, file);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  table = mg_types_page_table (MG_TYPES_PAGE (mg_test_find (GTK_WIDGET (window), MG_TYPE_TYPES_PAGE, NULL)));
  view = mg_table_view_column_view (table);
  MG_WAIT_UNTIL (mg_table_view_is_settled (table), 10.0);
  gtk_selection_model_select_item (gtk_column_view_get_model (view), 0, TRUE);
  gtk_selection_model_select_item (gtk_column_view_get_model (view), 2, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (view));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.copy-rows", "s", "csv");
  /* What another test put there is not it. */
  do
    {
      mg_test_spin (0.02);
      g_free (text);
      text = clipboard_text (window);
    }
  while (!(text && g_str_has_prefix (text, "type,")) && tries-- > 0);
  MG_CHECK (text != NULL);
  if (text)
    {
      g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);

      MG_CHECK (g_str_has_prefix (text, "type,count,size,"));
      MG_CHECK_UINT (g_strv_length (lines), 4); /* the header, two rows, and nothing behind the last break */
    }
  close_window (window);
}

/* Half of a small screen is enough, whichever page is shown. */
static void
test_fits_narrow_windows (void)
{
  static const char *const names[] = { "types", "retention", "dominators", "overview", "object", "threads", "strings" };
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();

  mg_window_open (window, file);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      int least;

      mg_session_set_page (mg_window_session (window), names[i]);
      mg_test_present (GTK_WINDOW (window));
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      if (least > 620)
        mg_test_fail (__FILE__, __LINE__, "%s needs a window of %d", names[i], least);
    }
  close_window (window);
}

static void
open_step (gpointer user_data)
{
  MgWindow **window = user_data;
  g_autoptr (GFile) file = lesson ();

  if (*window)
    close_window (*window);
  *window = new_window ();
  mg_test_spin (0.3);
  mg_watchdog_start ();
  mg_window_open (*window, file);
  MG_WAIT_UNTIL (all_ready (*window), 20.0);
  mg_test_spin (0.7);
}

static void
sort_step (gpointer user_data)
{
  for (guint column = 0; column < MG_TYPE_LIST_N_COLUMNS; column++)
    {
      mg_table_view_sort_by (user_data, column, column % 2);
      mg_test_spin (0.05);
    }
}

static void
filter_step (gpointer user_data)
{
  static const char *const texts[] = { "s", "sy", "system.s", "nothing like that", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      gtk_editable_set_text (user_data, texts[i]);
      mg_test_spin (0.3);
    }
}

static void
visit_step (gpointer user_data)
{
  static const char *const names[] = { "retention", "dominators", "types" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      mg_session_set_page (user_data, names[i]);
      mg_test_spin (0.3);
    }
}

/* What is promised: the main loop comes round at every frame while a file is opened, and while the table is sorted and
 * filtered. */
static void
test_never_stalls (void)
{
  MgWindow *window = NULL;
  MgTypesPage *page;

  mg_test_check_turns ("opening", open_step, &window);
  page = MG_TYPES_PAGE (mg_test_find (GTK_WIDGET (window), MG_TYPE_TYPES_PAGE, NULL));
  mg_test_check_turns ("sorting", sort_step, mg_types_page_table (page));
  mg_test_check_turns ("filtering", filter_step, mg_test_find (GTK_WIDGET (page), GTK_TYPE_SEARCH_ENTRY, NULL));
  mg_test_check_turns ("going from page to page", visit_step, mg_window_session (window));
  close_window (window);
}

/* The notice that tells what a file could not hold. */
static GtkWindow *
message (MgWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) one = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (one) && gtk_window_get_transient_for (one) == GTK_WINDOW (window))
        return one;
    }
  return NULL;
}

static char *
save_snapshot (MgWindow *window, const char *format, const char *redaction)
{
  g_autofree char *name = g_strdup_printf ("mangrove-test-%d-%s.%s", (int) getpid (), redaction, format);
  char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.redaction", "s", redaction);
  mg_window_save_snapshot (window, format, file);
  /* It appears when it is whole. */
  MG_WAIT_UNTIL (g_file_test (path, G_FILE_TEST_EXISTS), 20.0);
  mg_test_spin (0.3);
  if (message (window))
    gtk_window_close (message (window));
  MG_WAIT_UNTIL (message (window) == NULL, 10.0);
  return path;
}

/* What is written opens again as the same; with names hidden it has none of the program's. */
static void
test_saves_the_snapshot (void)
{
  MgWindow *window = new_window ();
  g_autoptr (GFile) file = lesson ();
  g_autofree char *copy = NULL, *hidden = NULL, *text = NULL, *before = NULL, *after = NULL;
  g_autoptr (MgSnapshot) again = NULL;
  MgSnapshot *snapshot;

  mg_window_open (window, file);
  MG_WAIT_UNTIL (all_ready (window), 20.0);
  snapshot = mg_session_snapshot (mg_window_session (window));
  copy = save_snapshot (window, "gcdump", "none");
  again = mg_snapshot_open (copy, NULL, NULL, NULL);
  MG_CHECK (again != NULL);
  MG_CHECK_UINT (mg_snapshot_type_stats (again)->total.count, mg_snapshot_type_stats (snapshot)->total.count);
  MG_CHECK_UINT (mg_snapshot_type_stats (again)->total.size, mg_snapshot_type_stats (snapshot)->total.size);
  MG_CHECK (mg_type_table_find (mg_snapshot_types (again), "Shop.Web.PageContext") != MG_TYPE_NONE);

  hidden = save_snapshot (window, "ndjson", "names");
  MG_CHECK (g_file_get_contents (hidden, &text, NULL, NULL));
  MG_CHECK_CONTAINS (text, "System.String");
  MG_CHECK (strstr (text, "PageContext") == NULL);

  /* Not over the file that is open. */
  g_file_get_contents (g_file_peek_path (file), &before, NULL, NULL);
  mg_window_save_snapshot (window, "csv", file);
  mg_test_spin (0.3);
  g_file_get_contents (g_file_peek_path (file), &after, NULL, NULL);
  MG_CHECK (memcmp (before, after, 100) == 0);
  g_unlink (copy);
  g_unlink (hidden);
  close_window (window);
}

static const MgTest tests[] = {
  { "opens", test_opens },
  { "refuses", test_refuses },
  { "says when the file is cut", test_says_when_the_file_is_cut },
  { "failed reload keeps what is open", test_failed_reload_keeps_what_is_open },
  { "cancels", test_cancels },
  { "closes while working", test_closes_while_working },
  { "history", test_history },
  { "explores", test_explores },
  { "saves the snapshot", test_saves_the_snapshot },
  { "one window each", test_one_window_each },
  { "shortcuts are listed", test_shortcuts_are_listed },
  { "takes dropped files", test_takes_dropped_files },
  { "copies selected rows", test_copies_selected_rows },
  { "fits narrow windows", test_fits_narrow_windows },
  { "never stalls", test_never_stalls },
};

MG_TEST_MAIN ("window", tests)
