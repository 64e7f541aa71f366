#include "ui/graph/graph-view.h"

#include "ui/graph/graph-edge.h"
#include "ui/graph/graph-nav.h"
#include "ui/graph/graph-node.h"
#include "ui/graph/graph-view-private.h"

guint mg_graph_view_signals[MG_GRAPH_VIEW_N_SIGNALS];

G_DEFINE_FINAL_TYPE (MgGraphView, mg_graph_view, GTK_TYPE_WIDGET)

/* ---- selection, focus, hover ---- */

GtkWidget *
mg_graph_view_node (MgGraphView *self, guint node)
{
  return node < self->nodes->len ? g_ptr_array_index (self->nodes, node) : NULL;
}

guint
mg_graph_view_index_of (MgGraphView *self, GtkWidget *descendant)
{
  while (descendant && descendant != GTK_WIDGET (self) && !MG_IS_GRAPH_NODE (descendant))
    descendant = gtk_widget_get_parent (descendant);
  return descendant && MG_IS_GRAPH_NODE (descendant) ? mg_graph_node_index (MG_GRAPH_NODE (descendant)) : MG_GRAPH_NONE;
}

guint
mg_graph_view_focused_node (MgGraphView *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));

  return focus ? mg_graph_view_index_of (self, focus) : MG_GRAPH_NONE;
}

void
mg_graph_view_focus_node (MgGraphView *self, guint node)
{
  MgGraphScene *scene = self->rest_scene ? self->rest_scene : self->scene;

  if (node >= self->nodes->len || scene == NULL)
    return;
  gtk_widget_grab_focus (mg_graph_view_node (self, node));
  mg_graph_view_reveal (self, scene->boxes[node]);
}

static void
select_both (MgGraphView *self, guint node, guint edge)
{
  if (self->selected_node == node && self->selected_edge == edge)
    return;
  if (self->selected_node < self->nodes->len)
    mg_graph_node_set_selected (g_ptr_array_index (self->nodes, self->selected_node), FALSE);
  self->selected_node = node;
  self->selected_edge = edge;
  if (node < self->nodes->len)
    mg_graph_node_set_selected (g_ptr_array_index (self->nodes, node), TRUE);
  mg_graph_view_drop_edges (self);
  g_signal_emit (self, mg_graph_view_signals[MG_GRAPH_VIEW_SELECTION_CHANGED], 0);
}

guint
mg_graph_view_selected_node (MgGraphView *self)
{
  return self->selected_node;
}

guint
mg_graph_view_selected_edge (MgGraphView *self)
{
  return self->selected_edge;
}

void
mg_graph_view_select_node (MgGraphView *self, guint node)
{
  select_both (self, node < self->nodes->len ? node : MG_GRAPH_NONE, MG_GRAPH_NONE);
}

void
mg_graph_view_select_edge (MgGraphView *self, guint edge)
{
  gboolean valid = self->picture && edge < self->picture->n_edges;

  select_both (self, MG_GRAPH_NONE, valid ? edge : MG_GRAPH_NONE);
}

static gboolean
opens (const MgPictureNode *node)
{
  return node->kind == MG_PICTURE_STUB || node->kind == MG_PICTURE_TRUNK;
}

void
mg_graph_view_activate (MgGraphView *self, guint node)
{
  self->anchor = 0;
  /* A stub or trunk goes when it is opened: what it hangs on stays where it is, its holder before what it holds. */
  for (guint e = 0; opens (&self->picture->nodes[node]) && e < self->picture->n_edges; e++)
    if (self->picture->edges[e].to == node)
      {
        self->anchor = self->picture->nodes[self->picture->edges[e].from].id;
        break;
      }
    else if (self->picture->edges[e].from == node)
      self->anchor = self->picture->nodes[self->picture->edges[e].to].id;
  g_signal_emit (self, mg_graph_view_signals[MG_GRAPH_VIEW_ACTIVATE_NODE], 0, node);
}

void
mg_graph_view_drop_hover (MgGraphView *self)
{
  g_clear_pointer (&self->lit_nodes, g_free);
  g_clear_pointer (&self->lit_edges, g_free);
  self->hovered_node = MG_GRAPH_NONE;
}

void
mg_graph_view_hover (MgGraphView *self, guint node)
{
  if (node == self->hovered_node || self->picture == NULL)
    return;
  mg_graph_view_drop_hover (self);
  if (node < self->nodes->len)
    {
      self->hovered_node = node;
      self->lit_nodes = g_new0 (gboolean, self->picture->n_nodes);
      self->lit_edges = g_new0 (gboolean, self->picture->n_edges);
      mg_graph_nav_mark_path (self->picture, node, self->lit_nodes, self->lit_edges);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    mg_graph_node_set_faded (g_ptr_array_index (self->nodes, i), self->lit_nodes && !self->lit_nodes[i]);
  mg_graph_view_drop_edges (self);
}

void
mg_graph_view_set_cut (MgGraphView *self, const gboolean *edges)
{
  g_clear_pointer (&self->cut, g_free);
  if (edges && self->picture)
    self->cut = g_memdup2 (edges, sizeof (gboolean) * self->picture->n_edges);
  mg_graph_view_drop_edges (self);
}

/* ---- what is shown ---- */

MgPicture *
mg_graph_view_picture (MgGraphView *self)
{
  return self->picture;
}

const MgPlacement *
mg_graph_view_placement (MgGraphView *self)
{
  return self->placement;
}

MgPoint
mg_graph_view_node_middle (MgGraphView *self, guint node)
{
  const MgBox *box = &self->scene->boxes[node];

  return mg_camera_to_screen (&self->camera, (MgPoint){ box->x + box->width / 2, box->y + box->height / 2 });
}

/* ---- drawing and allocation ---- */

void
mg_graph_view_drop_edges (MgGraphView *self)
{
  g_clear_pointer (&self->edges, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static MgGraphEdgeFlags
edge_flags (MgGraphView *self, guint edge)
{
  MgGraphEdgeFlags flags = 0;

  if (self->lit_edges)
    flags |= self->lit_edges[edge] ? MG_EDGE_LIT : MG_EDGE_DIM;
  if (edge == self->selected_edge)
    flags |= MG_EDGE_SELECTED;
  if (self->cut && self->cut[edge])
    flags |= MG_EDGE_CUT;
  return flags;
}

static void
draw_edges (MgGraphView *self)
{
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  MgGraphStyle style;

  mg_graph_style_get (GTK_WIDGET (self), &style);
  for (guint k = 0; k < self->scene->n_edges; k++)
    {
      guint e = self->edge_order[k];

      mg_graph_edge_snapshot (snapshot, context, &self->picture->edges[e], &self->scene->routes[e], &style,
                              edge_flags (self, e), self->scene->edge_opacity[e]);
    }
  self->edges = gtk_snapshot_to_node (snapshot);
}

static void
mg_graph_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  MgGraphView *self = MG_GRAPH_VIEW (widget);

  if (self->scene == NULL)
    return;
  if (self->edges == NULL)
    draw_edges (self);
  if (self->edges)
    {
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) self->camera.x, (float) self->camera.y));
      gtk_snapshot_scale (snapshot, (float) self->camera.zoom, (float) self->camera.zoom);
      gtk_snapshot_append_node (snapshot, self->edges);
      gtk_snapshot_restore (snapshot);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    gtk_widget_snapshot_child (widget, g_ptr_array_index (self->nodes, i), snapshot);
}

static void
allocate_node (MgGraphView *self, guint i)
{
  GtkWidget *node = g_ptr_array_index (self->nodes, i);
  const MgBox *box = &self->scene->boxes[i];
  int width, height;
  MgPoint at;
  GskTransform *transform;

  gtk_widget_measure (node, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (node, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  /* The layout rounds to points of its own: the middle is what it places. */
  at = mg_camera_to_screen (&self->camera,
                            (MgPoint){ box->x + (box->width - width) / 2, box->y + (box->height - height) / 2 });
  transform = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) at.x, (float) at.y));
  transform = gsk_transform_scale (transform, (float) self->camera.zoom, (float) self->camera.zoom);
  gtk_widget_allocate (node, width, height, -1, transform);
}

static gboolean
tell_camera (gpointer user_data)
{
  MgGraphView *self = user_data;

  self->camera_idle = 0;
  g_signal_emit (self, mg_graph_view_signals[MG_GRAPH_VIEW_CAMERA_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
mg_graph_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MgGraphView *self = MG_GRAPH_VIEW (widget);
  gboolean resized = self->width != width || self->height != height;

  if (self->scene && resized && !self->fitted && self->width > 0)
    {
      self->camera.x += (width - self->width) / 2;
      self->camera.y += (height - self->height) / 2;
    }
  self->width = width;
  self->height = height;
  if (self->scene == NULL)
    return;
  if (self->fit_pending || (resized && self->fitted))
    {
      self->fit_pending = FALSE;
      if (self->camera_motion)
        adw_animation_pause (self->camera_motion);
      self->camera = mg_camera_fit (self->scene->world, mg_graph_view_size (self), MG_CAMERA_FIT_ZOOM);
      /* Whoever shows the zoom may not change widgets in the middle of an allocation. */
      if (self->camera_idle == 0)
        self->camera_idle = g_idle_add (tell_camera, self);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    allocate_node (self, i);
}

static void
mg_graph_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 400;
}

static void
mg_graph_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (mg_graph_view_parent_class)->css_changed (widget, change);
  mg_graph_view_drop_edges (MG_GRAPH_VIEW (widget));
}

/* ---- life ---- */

static void
mg_graph_view_dispose (GObject *object)
{
  MgGraphView *self = MG_GRAPH_VIEW (object);

  g_cancellable_cancel (self->layout);
  g_clear_object (&self->layout);
  g_clear_handle_id (&self->camera_idle, g_source_remove);
  if (self->camera_motion)
    adw_animation_pause (self->camera_motion);
  if (self->scene_motion)
    adw_animation_pause (self->scene_motion);
  g_clear_object (&self->camera_motion);
  g_clear_object (&self->scene_motion);
  for (guint i = 0; i < self->nodes->len; i++)
    gtk_widget_unparent (g_ptr_array_index (self->nodes, i));
  g_ptr_array_set_size (self->nodes, 0);
  G_OBJECT_CLASS (mg_graph_view_parent_class)->dispose (object);
}

static void
mg_graph_view_finalize (GObject *object)
{
  MgGraphView *self = MG_GRAPH_VIEW (object);

  g_clear_pointer (&self->edges, gsk_render_node_unref);
  g_clear_pointer (&self->scene, mg_graph_scene_free);
  g_clear_pointer (&self->rest_scene, mg_graph_scene_free);
  g_clear_pointer (&self->old_scene, mg_graph_scene_free);
  g_clear_pointer (&self->old_picture, mg_picture_unref);
  g_clear_pointer (&self->placement, mg_placement_free);
  g_clear_pointer (&self->picture, mg_picture_unref);
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
  g_clear_pointer (&self->cut, g_free);
  g_clear_pointer (&self->edge_order, g_free);
  g_clear_pointer (&self->lit_nodes, g_free);
  g_clear_pointer (&self->lit_edges, g_free);
  G_OBJECT_CLASS (mg_graph_view_parent_class)->finalize (object);
}

static void
mg_graph_view_class_init (MgGraphViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_graph_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = mg_graph_view_finalize;
  widget_class->snapshot = mg_graph_view_snapshot;
  widget_class->size_allocate = mg_graph_view_size_allocate;
  widget_class->measure = mg_graph_view_measure;
  widget_class->css_changed = mg_graph_view_css_changed;
  widget_class->focus = mg_graph_view_tab;
  gtk_widget_class_set_css_name (widget_class, "mg-graph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);

  mg_graph_view_signals[MG_GRAPH_VIEW_PLACED]
      = g_signal_new ("placed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  mg_graph_view_signals[MG_GRAPH_VIEW_ACTIVATE_NODE]
      = g_signal_new ("activate-node", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  mg_graph_view_signals[MG_GRAPH_VIEW_SELECTION_CHANGED]
      = g_signal_new ("selection-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  mg_graph_view_signals[MG_GRAPH_VIEW_CONTEXT_MENU]
      = g_signal_new ("context-menu", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_UINT,
                      G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  mg_graph_view_signals[MG_GRAPH_VIEW_CAMERA_CHANGED]
      = g_signal_new ("camera-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mg_graph_view_init (MgGraphView *self)
{
  self->nodes = g_ptr_array_new ();
  self->camera = (MgCamera){ 0, 0, 1 };
  self->fitted = TRUE;
  self->selected_node = self->selected_edge = self->hovered_node = MG_GRAPH_NONE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  mg_graph_view_add_controllers (self);
  mg_graph_view_announce (self);
}

GtkWidget *
mg_graph_view_new (void)
{
  return g_object_new (MG_TYPE_GRAPH_VIEW, NULL);
}
