/* The outline: lines, words, selection, activation. */

#include "tests/support/ui.h"
#include "tests/ui/graph-fixture.h"
#include "ui/graph/graph-outline.h"

static guint activated, n_changes;

static void
activate_cb (MgGraphOutline *outline, guint node)
{
  activated = node;
}

static void
changed_cb (void)
{
  n_changes++;
}

static MgGraphOutline *
open_outline (MgPicture *picture, GtkWidget **window)
{
  GtkWidget *outline = mg_graph_outline_new ();

  *window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (*window), 700, 400);
  gtk_window_set_child (GTK_WINDOW (*window), outline);
  mg_test_present (GTK_WINDOW (*window));
  activated = G_MAXUINT;
  n_changes = 0;
  g_signal_connect (outline, "activate-node", G_CALLBACK (activate_cb), NULL);
  g_signal_connect (outline, "selection-changed", G_CALLBACK (changed_cb), NULL);
  mg_graph_outline_set_picture (MG_GRAPH_OUTLINE (outline), picture);
  mg_test_spin (0.05);
  return MG_GRAPH_OUTLINE (outline);
}

static void
tells_the_same_as_the_graph (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event_opened ();
  static const char *const lines[] = {
    "static field Program.Monitor  MyApp",
    "MyApp.ConnectionMonitor  1 object · retains 12.1 MB (88 %)",
    "event StatusChanged, 10,000 handlers → MyApp.NotificationContext  × 10,000 · retain 11.4 MB",
    "local variable thread 7 in Main",
    "MyApp.ConnectionMonitor  as above",
    "strong handle 0x7ef7c9001000",
    "System.Threading.TimerQueue  1 object · retains 13 MB",
    "timer → MyApp.ConnectionMonitor  as above",
  };
  GtkWidget *window;
  MgGraphOutline *outline = open_outline (picture, &window);

  MG_CHECK_UINT (mg_graph_outline_n_lines (outline), G_N_ELEMENTS (lines));
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text = mg_graph_outline_line_text (outline, i);

      MG_CHECK_STRING (text, lines[i]);
    }
  /* And it is on screen as labels, which screen readers read. */
  MG_CHECK (mg_test_find (GTK_WIDGET (outline), GTK_TYPE_LABEL, "MyApp.NotificationContext") != NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
selects_and_activates (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event_opened ();
  GtkWidget *window;
  MgGraphOutline *outline = open_outline (picture, &window);
  GtkWidget *list = mg_test_find (GTK_WIDGET (outline), GTK_TYPE_LIST_VIEW, NULL);

  MG_CHECK_UINT (mg_graph_outline_selected_node (outline), G_MAXUINT);
  mg_graph_outline_select_node (outline, 4);
  MG_CHECK_UINT (mg_graph_outline_selected_node (outline), 4);
  MG_CHECK_UINT (n_changes, 0); /* set from outside */
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (gtk_list_view_get_model (GTK_LIST_VIEW (list))), 2);
  MG_CHECK_UINT (n_changes, 1);
  MG_CHECK_UINT (mg_graph_outline_selected_node (outline), 5);
  gtk_widget_activate_action (list, "list.activate-item", "u", 6);
  MG_CHECK_UINT (activated, 3);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
pictures_come_and_go (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event (), large = mg_graph_fixture_large (300);
  GtkWidget *window;
  MgGraphOutline *outline = open_outline (picture, &window);

  mg_graph_outline_select_node (outline, 2);
  mg_graph_outline_set_picture (outline, large);
  MG_CHECK (mg_graph_outline_n_lines (outline) > 300);
  MG_CHECK_UINT (mg_graph_outline_selected_node (outline), G_MAXUINT);
  mg_test_spin (0.05);
  mg_graph_outline_set_picture (outline, NULL);
  MG_CHECK_UINT (mg_graph_outline_n_lines (outline), 0);
  MG_CHECK_UINT (n_changes, 0);
  g_object_add_weak_pointer (G_OBJECT (outline), (gpointer *) &outline);
  gtk_window_destroy (GTK_WINDOW (window));
  MG_WAIT_UNTIL (outline == NULL, 5);
}

static const MgTest tests[] = {
  { "tells the same as the graph", tells_the_same_as_the_graph },
  { "selects and activates", selects_and_activates },
  { "pictures come and go", pictures_come_and_go },
};

int
main (int argc, char **argv)
{
  mg_test_ui_init ();
  return mg_test_run ("graph-outline", tests, G_N_ELEMENTS (tests), argc, argv);
}
