/* The camera and the way from one picture to the next. */

#include "ui/graph/graph-view-private.h"

#include <math.h>

#define CAMERA_MSEC 160
#define SCENE_MSEC 220
#define ZOOM_STEP 1.25

MgExtent
mg_graph_view_size (MgGraphView *self)
{
  return (MgExtent){ self->width, self->height };
}

/* ---- camera ---- */

static void
apply_camera (MgGraphView *self, MgCamera camera)
{
  self->camera = camera;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_signal_emit (self, mg_graph_view_signals[MG_GRAPH_VIEW_CAMERA_CHANGED], 0);
}

static void
camera_tick (double value, gpointer user_data)
{
  MgGraphView *self = user_data;

  /* At the end exactly what was asked for. */
  apply_camera (self, value < 1 ? mg_camera_mix (&self->camera_from, &self->camera_to, value) : self->camera_to);
}

static void
stop_camera (MgGraphView *self)
{
  if (self->camera_motion)
    adw_animation_pause (self->camera_motion);
}

void
mg_graph_view_set_camera (MgGraphView *self, MgCamera camera)
{
  stop_camera (self);
  self->fitted = FALSE;
  if (self->scene)
    mg_camera_clamp (&camera, self->scene->world, mg_graph_view_size (self));
  apply_camera (self, camera);
}

static AdwAnimation *
new_motion (MgGraphView *self, guint msec, AdwAnimationTargetFunc func)
{
  AdwAnimationTarget *target = adw_callback_animation_target_new (func, self, NULL);
  AdwAnimation *motion = adw_timed_animation_new (GTK_WIDGET (self), 0, 1, msec, target);

  adw_timed_animation_set_easing (ADW_TIMED_ANIMATION (motion), ADW_EASE_IN_OUT_CUBIC);
  return motion;
}

void
mg_graph_view_move_camera (MgGraphView *self, MgCamera camera)
{
  stop_camera (self);
  if (self->camera_motion == NULL)
    self->camera_motion = new_motion (self, CAMERA_MSEC, camera_tick);
  self->camera_from = self->camera;
  self->camera_to = camera;
  adw_animation_reset (self->camera_motion);
  /* Goes to the end at once when animations are switched off or the view is not mapped. */
  adw_animation_play (self->camera_motion);
}

/* The camera that will be there when the glide under way has ended. */
static MgCamera
camera_goal (MgGraphView *self)
{
  if (self->camera_motion && adw_animation_get_state (self->camera_motion) == ADW_ANIMATION_PLAYING)
    return self->camera_to;
  return self->camera;
}

void
mg_graph_view_reveal (MgGraphView *self, MgBox box)
{
  MgCamera before = camera_goal (self), camera = before;

  if (self->width <= 0)
    return;
  mg_camera_reveal (&camera, box, mg_graph_view_size (self));
  if (camera.x == before.x && camera.y == before.y)
    return;
  self->fitted = FALSE;
  mg_graph_view_move_camera (self, camera);
}

static void
zoom_by (MgGraphView *self, double zoom)
{
  guint focused = mg_graph_view_focused_node (self);
  MgPoint middle = { self->width / 2, self->height / 2 };
  MgCamera camera = camera_goal (self);

  /* Around the focused node when it is in sight: it does not run away. */
  if (focused != MG_GRAPH_NONE)
    {
      MgPoint node = mg_graph_view_node_middle (self, focused);

      if (node.x > 0 && node.y > 0 && node.x < self->width && node.y < self->height)
        middle = node;
    }
  mg_camera_zoom_at (&camera, middle, zoom);
  if (self->scene)
    mg_camera_clamp (&camera, self->scene->world, mg_graph_view_size (self));
  self->fitted = FALSE;
  mg_graph_view_move_camera (self, camera);
}

double
mg_graph_view_zoom (MgGraphView *self)
{
  return self->camera.zoom;
}

void
mg_graph_view_zoom_in (MgGraphView *self)
{
  zoom_by (self, camera_goal (self).zoom * ZOOM_STEP);
}

void
mg_graph_view_zoom_out (MgGraphView *self)
{
  zoom_by (self, camera_goal (self).zoom / ZOOM_STEP);
}

void
mg_graph_view_zoom_to (MgGraphView *self, double zoom)
{
  zoom_by (self, zoom);
}

void
mg_graph_view_fit (MgGraphView *self)
{
  self->fitted = TRUE;
  if (self->scene == NULL)
    return;
  if (self->width <= 0)
    {
      self->fit_pending = TRUE;
      return;
    }
  mg_graph_view_move_camera (self, mg_camera_fit (self->scene->world, mg_graph_view_size (self), MG_CAMERA_FIT_ZOOM));
}

gboolean
mg_graph_view_fitted (MgGraphView *self)
{
  return self->fitted;
}

gboolean
mg_graph_view_covers (MgGraphView *self, MgBox box)
{
  MgCamera camera = camera_goal (self);
  MgPoint corner = mg_camera_to_world (&camera, (MgPoint){ box.x, box.y });
  MgGraphScene *scene = self->rest_scene ? self->rest_scene : self->scene;
  MgBox world = { corner.x, corner.y, box.width / camera.zoom, box.height / camera.zoom };

  return scene && mg_graph_scene_covers (scene, &world);
}

/* ---- from one picture to the next ---- */

static void
forget_old_scene (MgGraphView *self)
{
  g_clear_pointer (&self->old_picture, mg_picture_unref);
  g_clear_pointer (&self->old_scene, mg_graph_scene_free);
}

static void
show_scene (MgGraphView *self, MgGraphScene *scene)
{
  if (scene != self->scene)
    mg_graph_scene_free (self->scene);
  self->scene = scene;
  for (guint i = 0; i < scene->n_nodes; i++)
    gtk_widget_set_opacity (g_ptr_array_index (self->nodes, i), scene->node_opacity[i]);
  mg_graph_view_drop_edges (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
scene_tick (double value, gpointer user_data)
{
  MgGraphView *self = user_data;

  if (self->rest_scene == NULL)
    return;
  if (value < 1)
    {
      show_scene (self, mg_graph_scene_between (self->old_picture, self->old_scene, self->old_shift, self->picture,
                                                self->rest_scene, value));
      return;
    }
  show_scene (self, g_steal_pointer (&self->rest_scene));
  forget_old_scene (self);
}

void
mg_graph_view_stop_motion (MgGraphView *self)
{
  stop_camera (self);
  if (self->scene_motion)
    adw_animation_pause (self->scene_motion);
  if (self->rest_scene)
    show_scene (self, g_steal_pointer (&self->rest_scene));
  forget_old_scene (self);
}

static gboolean
is_new (const MgPicture *old_picture, guint64 id)
{
  for (guint k = 0; k < old_picture->n_nodes; k++)
    if (old_picture->nodes[k].id == id)
      return FALSE;
  return TRUE;
}

static gboolean
in_sight (MgGraphView *self, const MgBox *box)
{
  MgPoint low = mg_camera_to_screen (&self->camera, (MgPoint){ box->x, box->y });
  MgPoint high = mg_camera_to_screen (&self->camera, (MgPoint){ box->x + box->width, box->y + box->height });

  return high.x > 0 && high.y > 0 && low.x < self->width && low.y < self->height;
}

/* What is on screen stays where it is, unless nothing of what the user asked for would be seen. */
static void
reveal_news (MgGraphView *self, const MgPicture *old_picture)
{
  guint first = MG_GRAPH_NONE;

  for (guint i = 0; i < self->picture->n_nodes; i++)
    {
      if (!is_new (old_picture, self->picture->nodes[i].id))
        continue;
      if (in_sight (self, &self->rest_scene->boxes[i]))
        return;
      if (first == MG_GRAPH_NONE)
        first = i;
    }
  if (first != MG_GRAPH_NONE)
    mg_graph_view_reveal (self, self->rest_scene->boxes[first]);
}

void
mg_graph_view_move_scene (MgGraphView *self, MgPicture *old_picture, MgGraphScene *old, MgGraphScene *scene)
{
  MgPoint shift;

  if (old == NULL || !mg_graph_scene_shift (old_picture, old, self->picture, scene, self->anchor, &shift))
    {
      mg_graph_scene_free (old);
      show_scene (self, scene);
      mg_graph_view_fit (self);
      return;
    }
  self->old_picture = mg_picture_ref (old_picture);
  self->old_scene = old;
  self->old_shift = shift;
  self->rest_scene = scene;
  stop_camera (self);
  /* Something was opened: from now on what is on screen stays, and the window's size no longer decides. */
  if (self->anchor != 0)
    self->fitted = FALSE;
  apply_camera (self, (MgCamera){ self->camera.x - shift.x * self->camera.zoom,
                                  self->camera.y - shift.y * self->camera.zoom, self->camera.zoom });
  scene_tick (0, self);
  if (!mg_subject_equal (old_picture->subject, self->picture->subject) || (self->fitted && self->anchor == 0))
    mg_graph_view_fit (self);
  else
    reveal_news (self, old_picture);
  if (self->scene_motion == NULL)
    self->scene_motion = new_motion (self, SCENE_MSEC, scene_tick);
  adw_animation_reset (self->scene_motion);
  adw_animation_play (self->scene_motion);
}
