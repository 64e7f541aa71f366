/* Pointer, wheel, pinch and keys of the graph view. */

#include "ui/graph/graph-view-private.h"

#include <gdk/gdkkeysyms.h>
#include <math.h>

#include "ui/graph/graph-edge.h"
#include "ui/graph/graph-nav.h"
#include "ui/graph/graph-node.h"

/* Pixels that one notch of the wheel pans; the factor that it zooms by. */
#define WHEEL_PAN 60.0
#define WHEEL_ZOOM 1.15
/* How near to a line a click may be, in pixels. */
#define EDGE_NEAR 7.0

/* ---- what is where ---- */

static guint
node_at (MgGraphView *self, double x, double y)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  return picked ? mg_graph_view_index_of (self, picked) : MG_GRAPH_NONE;
}

static guint
edge_at (MgGraphView *self, double x, double y)
{
  MgPoint point = mg_camera_to_world (&self->camera, (MgPoint){ x, y });
  double best = EDGE_NEAR / self->camera.zoom;
  guint found = MG_GRAPH_NONE;

  for (guint e = 0; self->scene && e < self->scene->n_edges; e++)
    {
      double distance = mg_graph_edge_distance (&self->scene->routes[e], point);

      if (distance < best)
        {
          best = distance;
          found = e;
        }
    }
  return found;
}

/* ---- pointer ---- */

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  MgGraphView *self = user_data;
  guint node = node_at (self, x, y);

  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) != GDK_BUTTON_SECONDARY)
    return;
  if (node != MG_GRAPH_NONE)
    {
      mg_graph_view_select_node (self, node);
      gtk_widget_grab_focus (mg_graph_view_node (self, node));
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  g_signal_emit (self, mg_graph_view_signals[MG_GRAPH_VIEW_CONTEXT_MENU], 0, node, x, y);
}

static gboolean
opens_on_click (const MgPictureNode *node)
{
  return node->kind == MG_PICTURE_STUB || node->kind == MG_PICTURE_TRUNK;
}

/* On release, so that a drag that starts on a node pans. */
static void
released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  MgGraphView *self = user_data;
  guint node;

  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) != GDK_BUTTON_PRIMARY || !self->picture)
    return;
  node = node_at (self, x, y);
  if (node == MG_GRAPH_NONE)
    {
      mg_graph_view_select_edge (self, edge_at (self, x, y));
      gtk_widget_grab_focus (GTK_WIDGET (self));
      return;
    }
  /* A click does not focus a custom widget by itself, and without focus its keys do not arrive. */
  gtk_widget_grab_focus (mg_graph_view_node (self, node));
  mg_graph_view_select_node (self, node);
  if (n_press == 2 || (n_press == 1 && opens_on_click (&self->picture->nodes[node])))
    mg_graph_view_activate (self, node);
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, gpointer user_data)
{
  MgGraphView *self = user_data;
  guint node = node_at (self, x, y);

  self->pointer = (MgPoint){ x, y };
  mg_graph_view_hover (self, node);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   node != MG_GRAPH_NONE || edge_at (self, x, y) != MG_GRAPH_NONE ? "pointer" : NULL);
}

static void
pointer_left (GtkEventControllerMotion *controller, gpointer user_data)
{
  mg_graph_view_hover (user_data, MG_GRAPH_NONE);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer user_data)
{
  MgGraphView *self = user_data;

  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_SECONDARY)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
  self->drag_camera = self->camera;
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer user_data)
{
  MgGraphView *self = user_data;
  MgCamera camera = self->drag_camera;

  if (!gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy)
      && gtk_gesture_get_sequence_state (GTK_GESTURE (gesture),
                                         gtk_gesture_get_last_updated_sequence (GTK_GESTURE (gesture)))
             != GTK_EVENT_SEQUENCE_CLAIMED)
    return;
  /* From here on it is no click any more. */
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  camera.x += dx;
  camera.y += dy;
  mg_graph_view_hover (self, MG_GRAPH_NONE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  mg_graph_view_set_camera (self, camera);
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer user_data)
{
  gtk_widget_set_cursor (user_data, NULL);
}

/* ---- wheel and pinch ---- */

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, gpointer user_data)
{
  MgGraphView *self = user_data;
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  MgCamera camera = self->camera;

  if (state & GDK_CONTROL_MASK)
    mg_camera_zoom_at (&camera, self->pointer, camera.zoom * pow (WHEEL_ZOOM, -dy));
  else
    {
      /* Shift turns a wheel sideways; touchpads send both directions anyway. */
      gboolean sideways = (state & GDK_SHIFT_MASK) && dx == 0;

      camera.x -= (sideways ? dy : dx) * WHEEL_PAN;
      camera.y -= (sideways ? 0 : dy) * WHEEL_PAN;
    }
  mg_graph_view_set_camera (self, camera);
  return GDK_EVENT_STOP;
}

static void
pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, gpointer user_data)
{
  MgGraphView *self = user_data;

  self->pinch_zoom = self->camera.zoom;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
pinch_scale (GtkGestureZoom *gesture, double scale, gpointer user_data)
{
  MgGraphView *self = user_data;
  MgCamera camera = self->camera;
  double x, y;

  if (!gtk_gesture_is_recognized (GTK_GESTURE (gesture))
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    {
      x = self->pointer.x;
      y = self->pointer.y;
    }
  mg_camera_zoom_at (&camera, (MgPoint){ x, y }, self->pinch_zoom * scale);
  mg_graph_view_set_camera (self, camera);
}

/* ---- keys ---- */

static gboolean
walk (MgGraphView *self, MgNavMove move, GdkModifierType state)
{
  guint from = mg_graph_view_focused_node (self), to;
  MgGraphScene *scene = self->rest_scene ? self->rest_scene : self->scene;

  if (self->picture == NULL || scene == NULL)
    return FALSE;
  to = mg_graph_nav_step (self->picture, scene->boxes, from, move);
  if (to == MG_NAV_NONE)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return TRUE;
    }
  mg_graph_view_focus_node (self, to);
  if (!(state & GDK_CONTROL_MASK))
    mg_graph_view_select_node (self, to);
  return TRUE;
}

static gboolean
open_menu (MgGraphView *self, guint node)
{
  MgPoint at = { self->width / 2, self->height / 2 };

  if (node != MG_GRAPH_NONE)
    at = mg_graph_view_node_middle (self, node);
  g_signal_emit (self, mg_graph_view_signals[MG_GRAPH_VIEW_CONTEXT_MENU], 0, node, at.x, at.y);
  return TRUE;
}

static gboolean
act_on (MgGraphView *self, guint node, guint key)
{
  if (node == MG_GRAPH_NONE)
    return FALSE;
  if (key == GDK_KEY_space)
    mg_graph_view_select_node (self, self->selected_node == node ? MG_GRAPH_NONE : node);
  else
    mg_graph_view_activate (self, node);
  return TRUE;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer user_data)
{
  MgGraphView *self = user_data;
  guint node = mg_graph_view_focused_node (self);

  if (state & GDK_ALT_MASK)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return walk (self, MG_NAV_LEFT, state);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return walk (self, MG_NAV_RIGHT, state);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return walk (self, MG_NAV_UP, state);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return walk (self, MG_NAV_DOWN, state);
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      return walk (self, MG_NAV_FIRST, state);
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      return walk (self, MG_NAV_LAST, state);
    case GDK_KEY_space:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      return act_on (self, node, key);
    case GDK_KEY_Menu:
      return open_menu (self, node);
    case GDK_KEY_F10:
      return (state & GDK_SHIFT_MASK) && open_menu (self, node);
    default:
      return FALSE;
    }
}

gboolean
mg_graph_view_tab (GtkWidget *widget, GtkDirectionType direction)
{
  MgGraphView *self = MG_GRAPH_VIEW (widget);
  guint from = mg_graph_view_focused_node (self), to;
  gboolean back = direction == GTK_DIR_TAB_BACKWARD;

  if (self->picture == NULL || self->picture->n_nodes == 0 || self->scene == NULL)
    return FALSE;
  if (direction != GTK_DIR_TAB_FORWARD && !back)
    return FALSE;
  /* Coming in lands where one was last: at the selected node, else at the end that is nearer. */
  if (from == MG_GRAPH_NONE && self->selected_node != MG_GRAPH_NONE)
    to = self->selected_node;
  else
    to = mg_graph_nav_step (self->picture, self->scene->boxes, from, back ? MG_NAV_PREVIOUS : MG_NAV_NEXT);
  if (to == MG_NAV_NONE)
    return FALSE;
  mg_graph_view_focus_node (self, to);
  return TRUE;
}

/* ---- set-up ---- */

static void
add (MgGraphView *self, GtkEventController *controller)
{
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

void
mg_graph_view_add_controllers (MgGraphView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (released), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_scale), self);
  add (self, motion);
  add (self, scroll);
  add (self, key);
  add (self, GTK_EVENT_CONTROLLER (click));
  add (self, GTK_EVENT_CONTROLLER (drag));
  add (self, GTK_EVENT_CONTROLLER (pinch));
}
