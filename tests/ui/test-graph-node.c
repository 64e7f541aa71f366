/* The widget of a node: what it says to screen readers, its size, its drawing. */

#include "tests/support/ui.h"
#include "tests/ui/graph-fixture.h"
#include "ui/graph/graph-describe.h"
#include "ui/graph/graph-node.h"

static GtkWidget *
in_window (GtkWidget *node)
{
  GtkWidget *window = gtk_window_new ();

  gtk_widget_set_halign (node, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (node, GTK_ALIGN_CENTER);
  gtk_window_set_child (GTK_WINDOW (window), node);
  mg_test_present (GTK_WINDOW (window));
  return window;
}

static void
check_label (GtkWidget *node, const char *label, const char *description)
{
  g_autofree char *wrong_label
      = gtk_test_accessible_check_property (GTK_ACCESSIBLE (node), GTK_ACCESSIBLE_PROPERTY_LABEL, label);
  g_autofree char *wrong_description
      = gtk_test_accessible_check_property (GTK_ACCESSIBLE (node), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);

  MG_CHECK_STRING (wrong_label, NULL);
  MG_CHECK_STRING (wrong_description, NULL);
}

static void
speaks (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  static const char *const expected[][2] = {
    { "static field Program.Monitor", "static field, MyApp" },
    { "+ 2 more referrers", "opens with Enter" },
    { "MyApp.ConnectionMonitor", "1 object, retains 12.1 MB, on every path" },
    { "MyApp.NotificationContext", "10,000 objects, retain 11.4 MB, the subject" },
  };

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      GtkWidget *node = mg_graph_node_new (picture, i);
      GtkWidget *window = in_window (node);

      MG_CHECK (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (node)) == GTK_ACCESSIBLE_ROLE_TREE_ITEM);
      check_label (node, expected[i][0], expected[i][1]);
      MG_CHECK_STRING (gtk_widget_get_tooltip_text (node), expected[i][0]);
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

static void
says_that_it_is_selected (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *node = g_object_ref_sink (mg_graph_node_new (picture, 2));
  g_autofree char *off = NULL, *on = NULL;

  off = gtk_test_accessible_check_state (GTK_ACCESSIBLE (node), GTK_ACCESSIBLE_STATE_SELECTED, FALSE);
  MG_CHECK_STRING (off, NULL);
  mg_graph_node_set_selected (MG_GRAPH_NODE (node), TRUE);
  on = gtk_test_accessible_check_state (GTK_ACCESSIBLE (node), GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
  MG_CHECK_STRING (on, NULL);
  g_object_unref (node);
}

static int
width_of (MgPicture *picture, guint i)
{
  GtkWidget *node = mg_graph_node_new (picture, i);
  GtkWidget *window = in_window (node);
  int width, height;

  gtk_widget_measure (node, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (node, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  MG_CHECK (height > 20 && height < 120);
  gtk_window_destroy (GTK_WINDOW (window));
  return width;
}

static void
long_names_are_elided (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_gallery ();
  MgPictureNode *node = &picture->nodes[MG_N_ROOT_KINDS];
  int width_short, width_long, width_longer;

  width_short = width_of (picture, MG_N_ROOT_KINDS);
  g_free (node->title);
  node->title = g_strnfill (200, 'm');
  width_long = width_of (picture, MG_N_ROOT_KINDS);
  g_free (node->title);
  node->title = g_strnfill (20000, 'm');
  width_longer = width_of (picture, MG_N_ROOT_KINDS);
  MG_CHECK (width_short < width_long);
  MG_CHECK (width_long < 600);
  MG_CHECK (width_longer <= width_long + 2);
}

/* Every shape is drawn: selected, focused, faded, in both directions, without a warning (they end the program). */
static void
every_kind_is_drawn (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_gallery ();
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "node.png", NULL);

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      GtkWidget *node = mg_graph_node_new (picture, i);
      GtkWidget *window = in_window (node);

      mg_graph_node_set_selected (MG_GRAPH_NODE (node), i % 2);
      mg_graph_node_set_faded (MG_GRAPH_NODE (node), i % 3 == 0);
      gtk_widget_set_direction (node, i % 2 ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
      gtk_widget_grab_focus (node);
      mg_test_spin (0.02);
      MG_CHECK (mg_test_save_png (node, path));
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

static void
another_picture_in_the_same_widget (void)
{
  g_autoptr (MgPicture) before = mg_graph_fixture_event (), after = mg_graph_fixture_event_opened ();
  GtkWidget *node = mg_graph_node_new (before, 1);
  GtkWidget *window = in_window (node);

  mg_graph_node_set (MG_GRAPH_NODE (node), after, 3);
  MG_CHECK_UINT (mg_graph_node_index (MG_GRAPH_NODE (node)), 3);
  MG_CHECK (mg_graph_node_get (MG_GRAPH_NODE (node)) == &after->nodes[3]);
  check_label (node, "System.Threading.TimerQueue", "1 object");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
edges_in_words (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event_opened ();
  g_autofree char *event = mg_graph_describe_edge (&picture->edges[4]);
  g_autofree char *bare = mg_graph_describe_edge (&picture->edges[0]);

  MG_CHECK_STRING (event, "event StatusChanged, 10,000 handlers");
  MG_CHECK_STRING (bare, "reference");
}

static void
is_freed (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *node = mg_graph_node_new (picture, 0);
  GtkWidget *window = in_window (node);

  g_object_add_weak_pointer (G_OBJECT (node), (gpointer *) &node);
  gtk_window_destroy (GTK_WINDOW (window));
  MG_WAIT_UNTIL (node == NULL, 5);
}

static const MgTest tests[] = {
  { "speaks", speaks },
  { "says that it is selected", says_that_it_is_selected },
  { "long names are elided", long_names_are_elided },
  { "every kind is drawn", every_kind_is_drawn },
  { "another picture in the same widget", another_picture_in_the_same_widget },
  { "edges in words", edges_in_words },
  { "is freed", is_freed },
};

int
main (int argc, char **argv)
{
  mg_test_ui_init ();
  return mg_test_run ("graph-node", tests, G_N_ELEMENTS (tests), argc, argv);
}
