/* The graph view in a window: keys, pointer, zoom, what stays in place, life. */

#include <math.h>

#include "tests/support/ui.h"
#include "tests/ui/graph-fixture.h"
#include "ui/graph/graph-node.h"
#include "ui/graph/graph-view-private.h"

static guint activated, n_placed, n_menus;

static void
activate_cb (MgGraphView *view, guint node)
{
  activated = node;
}

static void
placed_cb (void)
{
  n_placed++;
}

static void
menu_cb (void)
{
  n_menus++;
}

static void
painted_cb (GdkFrameClock *clock, gboolean *painted)
{
  *painted = TRUE;
}

/* Until a frame that starts from now on has been painted: everything lies where it should. */
static void
settle (MgGraphView *view)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (view));
  gboolean painted = FALSE;
  gulong handler;

  while (g_main_context_iteration (NULL, FALSE))
    ;
  handler = g_signal_connect (clock, "after-paint", G_CALLBACK (painted_cb), &painted);
  gtk_widget_queue_draw (GTK_WIDGET (view));
  MG_WAIT_UNTIL (painted, 20);
  g_signal_handler_disconnect (clock, handler);
}

static void
show (MgGraphView *view, MgPicture *picture)
{
  g_autofree MgExtent *nodes = g_new0 (MgExtent, picture->n_nodes);
  g_autofree MgExtent *labels = g_new0 (MgExtent, picture->n_edges);

  mg_graph_view_measure_picture (view, picture, nodes, labels);
  mg_graph_view_place (view, picture, mg_graph_fixture_placement (picture, nodes, labels));
  settle (view);
}

static MgGraphView *
open_view (MgPicture *picture, GtkWidget **window)
{
  GtkWidget *view = mg_graph_view_new ();

  *window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (*window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (*window), view);
  mg_test_present (GTK_WINDOW (*window));
  activated = G_MAXUINT;
  n_placed = n_menus = 0;
  g_signal_connect (view, "activate-node", G_CALLBACK (activate_cb), NULL);
  g_signal_connect (view, "placed", G_CALLBACK (placed_cb), NULL);
  g_signal_connect (view, "context-menu", G_CALLBACK (menu_cb), NULL);
  if (picture)
    show (MG_GRAPH_VIEW (view), picture);
  return MG_GRAPH_VIEW (view);
}

static gboolean
near (MgPoint a, MgPoint b)
{
  return fabs (a.x - b.x) < 1.01 && fabs (a.y - b.y) < 1.01;
}

/* Where the widget of NODE really is. */
static MgPoint
place_of (MgGraphView *view, guint node)
{
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (mg_graph_view_node (view, node), GTK_WIDGET (view), &bounds))
    mg_test_fail (__FILE__, __LINE__, "node %u is nowhere", node);
  return (MgPoint){ bounds.origin.x + bounds.size.width / 2, bounds.origin.y + bounds.size.height / 2 };
}

static gboolean
in_view (MgGraphView *view, MgPoint point)
{
  return point.x > 0 && point.y > 0 && point.x < gtk_widget_get_width (GTK_WIDGET (view))
         && point.y < gtk_widget_get_height (GTK_WIDGET (view));
}

static void
widgets_lie_where_the_layout_says (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (view)); child;
       child = gtk_widget_get_next_sibling (child))
    {
      MG_CHECK_UINT (mg_graph_node_index (MG_GRAPH_NODE (child)), n);
      n++;
    }
  MG_CHECK_UINT (n, 4);
  for (guint i = 0; i < 4; i++)
    {
      MG_CHECK (near (place_of (view, i), mg_graph_view_node_middle (view, i)));
      MG_CHECK (in_view (view, place_of (view, i)));
    }
  MG_CHECK (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (view)) == GTK_ACCESSIBLE_ROLE_TREE);
  MG_CHECK_UINT (n_placed, 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
keys_walk (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  GtkWidget *widget = GTK_WIDGET (view);

  mg_graph_view_focus_node (view, 3);
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 3);
  MG_CHECK (mg_test_key (widget, GDK_KEY_Left, 0));
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 2);
  MG_CHECK_UINT (mg_graph_view_selected_node (view), 2);
  mg_test_key (widget, GDK_KEY_Left, GDK_CONTROL_MASK);
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 0);
  MG_CHECK_UINT (mg_graph_view_selected_node (view), 2); /* Ctrl: only the focus walks */
  mg_test_key (widget, GDK_KEY_Down, 0);
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 1);
  mg_test_key (widget, GDK_KEY_End, 0);
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 3);
  mg_test_key (widget, GDK_KEY_Right, 0); /* nothing there: stays */
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 3);
  mg_test_key (widget, GDK_KEY_Home, 0);
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 0);
  MG_CHECK (!mg_test_key (widget, GDK_KEY_Left, GDK_ALT_MASK)); /* the window's: back */
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
keys_act (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  GtkWidget *widget = GTK_WIDGET (view);

  MG_CHECK (!mg_test_key (widget, GDK_KEY_Return, 0)); /* nothing is focused */
  mg_graph_view_focus_node (view, 2);
  MG_CHECK (mg_test_key (widget, GDK_KEY_space, 0));
  MG_CHECK_UINT (mg_graph_view_selected_node (view), 2);
  MG_CHECK (mg_graph_node_selected (MG_GRAPH_NODE (mg_graph_view_node (view, 2))));
  mg_test_key (widget, GDK_KEY_space, 0);
  MG_CHECK_UINT (mg_graph_view_selected_node (view), MG_GRAPH_NONE);
  mg_test_key (widget, GDK_KEY_Return, 0);
  MG_CHECK_UINT (activated, 2);
  mg_test_key (widget, GDK_KEY_Menu, 0);
  mg_test_key (widget, GDK_KEY_F10, GDK_SHIFT_MASK);
  MG_CHECK (!mg_test_key (widget, GDK_KEY_F10, 0)); /* the window's menu */
  MG_CHECK_UINT (n_menus, 2);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
tab_follows_the_ranks (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event_opened ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      MG_CHECK (gtk_widget_child_focus (GTK_WIDGET (view), GTK_DIR_TAB_FORWARD));
      MG_CHECK_UINT (mg_graph_view_focused_node (view), i);
    }
  MG_CHECK (!gtk_widget_child_focus (GTK_WIDGET (view), GTK_DIR_TAB_FORWARD)); /* and out */
  MG_CHECK (gtk_widget_child_focus (GTK_WIDGET (view), GTK_DIR_TAB_BACKWARD));
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 4);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
focus_scrolls_into_view (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);

  mg_graph_view_zoom_to (view, 4);
  for (guint i = 0; i < 4; i++)
    {
      mg_graph_view_focus_node (view, i);
      settle (view);
      MG_CHECK (in_view (view, place_of (view, i)));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- what stays in place ---- */

static void
opening_a_stub_moves_nothing_else (void)
{
  g_autoptr (MgPicture) before = mg_graph_fixture_event (), after = mg_graph_fixture_event_opened ();
  GtkWidget *window, *monitor;
  MgGraphView *view = open_view (before, &window);
  MgPoint place = place_of (view, 2), subject = place_of (view, 3);
  double zoom = mg_graph_view_zoom (view);

  monitor = mg_graph_view_node (view, 2);
  mg_graph_view_focus_node (view, 1);
  mg_test_key (GTK_WIDGET (view), GDK_KEY_Return, 0);
  MG_CHECK_UINT (activated, 1);
  show (view, after);
  /* The monitor, on which the stub hung: the same widget at the same place, and so is what follows it. */
  MG_CHECK (mg_graph_view_node (view, 4) == monitor);
  MG_CHECK (near (place_of (view, 4), place));
  MG_CHECK (near (place_of (view, 5), subject));
  MG_CHECK (mg_graph_view_zoom (view) == zoom);
  /* The stub had the focus and is gone: now what it hung on has it. */
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 4);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
focus_and_selection_survive (void)
{
  g_autoptr (MgPicture) before = mg_graph_fixture_event (), after = mg_graph_fixture_event_opened ();
  GtkWidget *window;
  MgGraphView *view = open_view (before, &window);

  mg_graph_view_focus_node (view, 3);
  mg_graph_view_select_node (view, 0);
  show (view, after);
  MG_CHECK_UINT (mg_graph_view_focused_node (view), 5);
  MG_CHECK_UINT (mg_graph_view_selected_node (view), 0);
  mg_graph_view_select_edge (view, 3);
  MG_CHECK_UINT (mg_graph_view_selected_node (view), MG_GRAPH_NONE);
  show (view, before);
  MG_CHECK_UINT (mg_graph_view_selected_edge (view), MG_GRAPH_NONE);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
gliding_ends_where_it_should (void)
{
  g_autoptr (MgPicture) before = mg_graph_fixture_event (), after = mg_graph_fixture_event_opened ();
  GtkWidget *window;
  MgGraphView *view = open_view (before, &window);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  show (view, after);
  MG_WAIT_UNTIL (view->rest_scene == NULL, 5);
  for (guint i = 0; i < after->n_nodes; i++)
    {
      MG_CHECK (gtk_widget_get_opacity (mg_graph_view_node (view, i)) == 1);
      MG_CHECK (fabs (view->scene->boxes[i].x - view->placement->nodes[i].x) < 1e-9);
    }
  /* A picture that comes in the middle of it, and another. */
  show (view, before);
  show (view, after);
  show (view, before);
  MG_WAIT_UNTIL (view->rest_scene == NULL, 5);
  MG_CHECK_UINT (view->scene->n_nodes, 4);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- pointer ---- */

static void
move_pointer (MgGraphView *view, MgPoint to)
{
  g_signal_emit_by_name (mg_test_controller (GTK_WIDGET (view), GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion", to.x,
                         to.y);
}

static void
pinch_keeps_the_point (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  GtkEventController *pinch = mg_test_controller (GTK_WIDGET (view), GTK_TYPE_GESTURE_ZOOM);
  MgPoint at = place_of (view, 2);
  double zoom = mg_graph_view_zoom (view);

  move_pointer (view, at);
  g_signal_emit_by_name (pinch, "begin", NULL);
  g_signal_emit_by_name (pinch, "scale-changed", 1.6);
  settle (view);
  MG_CHECK (fabs (mg_graph_view_zoom (view) - zoom * 1.6) < 1e-6);
  MG_CHECK (near (place_of (view, 2), at));
  g_signal_emit_by_name (pinch, "scale-changed", 0.7);
  settle (view);
  MG_CHECK (near (place_of (view, 2), at));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
dragging_pans (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  GtkEventController *drag = mg_test_controller (GTK_WIDGET (view), GTK_TYPE_GESTURE_DRAG);
  MgPoint before = place_of (view, 2), after;

  g_signal_emit_by_name (drag, "drag-begin", 10.0, 10.0);
  g_signal_emit_by_name (drag, "drag-update", 2.0, 1.0); /* a shaky click */
  settle (view);
  MG_CHECK (near (place_of (view, 2), before));
  g_signal_emit_by_name (drag, "drag-update", 60.0, -40.0);
  g_signal_emit_by_name (drag, "drag-end", 60.0, -40.0);
  settle (view);
  after = place_of (view, 2);
  MG_CHECK (near (after, (MgPoint){ before.x + 60, before.y - 40 }));
  g_signal_emit_by_name (drag, "drag-begin", 10.0, 10.0);
  g_signal_emit_by_name (drag, "drag-update", 1e6, 1e6);
  settle (view);
  {
    MgPoint corner = mg_camera_to_screen (&view->camera, (MgPoint){ view->scene->world.x, view->scene->world.y });

    MG_CHECK (in_view (view, corner)); /* nobody gets lost */
  }
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
scrolling_pans (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  GtkEventController *scroll = mg_test_controller (GTK_WIDGET (view), GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  MgPoint before = place_of (view, 2), after;
  gboolean stop = FALSE;

  g_signal_emit_by_name (scroll, "scroll", 1.0, 1.0, &stop);
  settle (view);
  after = place_of (view, 2);
  MG_CHECK (stop);
  MG_CHECK (after.x < before.x && after.y < before.y);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
hovering_lights_the_path (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event_opened ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  GtkEventController *motion = mg_test_controller (GTK_WIDGET (view), GTK_TYPE_EVENT_CONTROLLER_MOTION);

  move_pointer (view, place_of (view, 3));
  MG_CHECK_UINT (view->hovered_node, 3);
  MG_CHECK (view->lit_nodes[2] && view->lit_nodes[4] && !view->lit_nodes[0] && !view->lit_nodes[1]);
  MG_CHECK (view->lit_edges[2] && !view->lit_edges[0]);
  g_signal_emit_by_name (motion, "leave");
  MG_CHECK (view->lit_nodes == NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
zoom_buttons_and_fit (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  double zoom = mg_graph_view_zoom (view);

  mg_graph_view_zoom_in (view);
  MG_CHECK (mg_graph_view_zoom (view) > zoom);
  MG_CHECK (!mg_graph_view_fitted (view));
  mg_graph_view_zoom_out (view);
  MG_CHECK (fabs (mg_graph_view_zoom (view) - zoom) < 1e-9);
  mg_graph_view_zoom_to (view, 1);
  MG_CHECK (mg_graph_view_zoom (view) == 1);
  for (guint i = 0; i < 40; i++)
    mg_graph_view_zoom_in (view);
  MG_CHECK (mg_graph_view_zoom (view) <= MG_CAMERA_MAX_ZOOM);
  mg_graph_view_fit (view);
  settle (view);
  for (guint i = 0; i < 4; i++)
    MG_CHECK (in_view (view, place_of (view, i)));
  /* A fitted picture stays fitted when the window changes. */
  gtk_window_set_default_size (GTK_WINDOW (window), 500, 300);
  MG_WAIT_UNTIL (gtk_widget_get_width (GTK_WIDGET (view)) < 600, 20);
  settle (view);
  for (guint i = 0; i < 4; i++)
    MG_CHECK (in_view (view, place_of (view, i)));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- layout and life ---- */

static void
the_newest_picture_wins (void)
{
  g_autoptr (MgPicture) first = mg_graph_fixture_event (), second = mg_graph_fixture_event_opened ();
  GtkWidget *window;
  MgGraphView *view = open_view (NULL, &window);

  mg_graph_view_set_picture (view, first);
  mg_graph_view_set_picture (view, second);
  MG_WAIT_UNTIL (mg_graph_view_picture (view) != NULL, 20);
  mg_test_spin (0.3);
  MG_CHECK (mg_graph_view_picture (view) == second);
  MG_CHECK_UINT (n_placed, 1);
  MG_CHECK_UINT (mg_graph_view_placement (view)->n_nodes, 6);
  mg_graph_view_set_picture (view, first);
  mg_graph_view_set_picture (view, NULL);
  mg_test_spin (0.3);
  MG_CHECK (mg_graph_view_picture (view) == NULL);
  MG_CHECK (gtk_widget_get_first_child (GTK_WIDGET (view)) == NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
a_large_picture (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_large (300);
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "large.png", NULL);
  GtkWidget *window;
  MgGraphView *view = open_view (NULL, &window);

  mg_graph_view_set_picture (view, picture);
  MG_WAIT_UNTIL (mg_graph_view_picture (view) == picture, 30);
  settle (view);
  for (guint i = 0; i < 300; i += 7)
    MG_CHECK (in_view (view, place_of (view, i)));
  for (guint k = 0; k < 30; k++)
    mg_test_key (GTK_WIDGET (view), k % 2 ? GDK_KEY_Left : GDK_KEY_Down, 0);
  mg_test_spin (0.1);
  MG_CHECK (mg_test_save_png (GTK_WIDGET (view), path));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
is_freed (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  GtkWidget *window;
  MgGraphView *view = open_view (picture, &window);
  GtkWidget *node = mg_graph_view_node (view, 0);

  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &view);
  g_object_add_weak_pointer (G_OBJECT (node), (gpointer *) &node);
  mg_graph_view_set_picture (view, picture); /* a layout is under way */
  gtk_window_destroy (GTK_WINDOW (window));
  MG_WAIT_UNTIL (view == NULL && node == NULL, 10);
}

static const MgTest tests[] = {
  { "widgets lie where the layout says", widgets_lie_where_the_layout_says },
  { "keys walk", keys_walk },
  { "keys act", keys_act },
  { "tab follows the ranks", tab_follows_the_ranks },
  { "focus scrolls into view", focus_scrolls_into_view },
  { "opening a stub moves nothing else", opening_a_stub_moves_nothing_else },
  { "focus and selection survive", focus_and_selection_survive },
  { "gliding ends where it should", gliding_ends_where_it_should },
  { "pinch keeps the point", pinch_keeps_the_point },
  { "dragging pans", dragging_pans },
  { "scrolling pans", scrolling_pans },
  { "hovering lights the path", hovering_lights_the_path },
  { "zoom buttons and fit", zoom_buttons_and_fit },
  { "the newest picture wins", the_newest_picture_wins },
  { "a large picture", a_large_picture },
  { "is freed", is_freed },
};

int
main (int argc, char **argv)
{
  mg_test_ui_init ();
  return mg_test_run ("graph-view", tests, G_N_ELEMENTS (tests), argc, argv);
}
