/* From a picture to what is on screen: measuring, laying out, and exchanging the widgets. */

#include "ui/graph/graph-view-private.h"

#include <glib/gi18n-lib.h>

#include "ui/graph/graph-edge.h"
#include "ui/graph/graph-nav.h"
#include "ui/graph/graph-node.h"
#include "ui/layout/layout.h"

void
mg_graph_view_announce (MgGraphView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->picture ? self->picture->question : _ ("Retention graph"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->picture ? self->picture->sentence : "",
                                  -1);
}

static guint64
id_of (const MgPicture *picture, guint node)
{
  return picture && node < picture->n_nodes ? picture->nodes[node].id : 0;
}

/* Widgets of nodes that stay are kept, so that focus, hover and what screen readers know of them stay. */
static void
rebuild_nodes (MgGraphView *self, MgPicture *old_picture)
{
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->nodes);
  GtkWidget *last = NULL;

  self->nodes = g_ptr_array_new ();
  for (guint i = 0; i < (self->picture ? self->picture->n_nodes : 0); i++)
    {
      guint k = old_picture ? mg_graph_nav_find (old_picture, self->picture->nodes[i].id) : MG_NAV_NONE;
      GtkWidget *node = k != MG_NAV_NONE ? g_ptr_array_index (old, k) : NULL;

      if (node)
        {
          g_ptr_array_index (old, k) = NULL;
          mg_graph_node_set (MG_GRAPH_NODE (node), self->picture, i);
          mg_graph_node_set_faded (MG_GRAPH_NODE (node), FALSE);
        }
      else
        node = mg_graph_node_new (self->picture, i);
      /* The order of the children is the order for screen readers. */
      gtk_widget_insert_after (node, GTK_WIDGET (self), last);
      last = node;
      g_ptr_array_add (self->nodes, node);
    }
  for (guint k = 0; k < old->len; k++)
    if (g_ptr_array_index (old, k))
      gtk_widget_unparent (g_ptr_array_index (old, k));
}

static void
restore_places (MgGraphView *self, guint64 selected, guint64 focused)
{
  guint node = self->picture && selected ? mg_graph_nav_find (self->picture, selected) : MG_NAV_NONE;
  guint focus = self->picture && focused ? mg_graph_nav_find (self->picture, focused) : MG_NAV_NONE;

  if (focused && focus == MG_NAV_NONE && self->picture)
    focus = self->anchor ? mg_graph_nav_find (self->picture, self->anchor) : MG_NAV_NONE;
  if (focused && focus == MG_NAV_NONE && self->picture && self->picture->n_nodes > 0)
    focus = self->picture->n_nodes - 1;
  for (guint i = 0; i < self->nodes->len; i++)
    mg_graph_node_set_selected (g_ptr_array_index (self->nodes, i), i == node);
  self->selected_node = node;
  self->selected_edge = MG_GRAPH_NONE;
  if (focus != MG_NAV_NONE)
    gtk_widget_grab_focus (mg_graph_view_node (self, focus));
}

static int
lighter_first (gconstpointer a, gconstpointer b, gpointer picture)
{
  const MgPictureEdge *edges = ((MgPicture *) picture)->edges;
  double x = edges[*(const guint *) a].share, y = edges[*(const guint *) b].share;

  if (x != y)
    return x < y ? -1 : 1;
  return *(const guint *) a < *(const guint *) b ? -1 : 1;
}

/* The heaviest edges are drawn last, above the others. */
static void
order_edges (MgGraphView *self)
{
  guint n = self->picture ? self->picture->n_edges : 0;

  g_free (self->edge_order);
  self->edge_order = g_new (guint, n);
  for (guint e = 0; e < n; e++)
    self->edge_order[e] = e;
  if (n > 0)
    g_qsort_with_data (self->edge_order, (int) n, sizeof (guint), lighter_first, self->picture);
}

/* Takes over PLACEMENT. */
static void
show (MgGraphView *self, MgPicture *picture, MgPlacement *placement)
{
  g_autoptr (MgPicture) old_picture = g_steal_pointer (&self->picture);
  guint64 selected, focused;
  MgGraphScene *old_scene;
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  self->picture = old_picture; /* for the motion that is still under way */
  mg_graph_view_stop_motion (self);
  selected = id_of (old_picture, self->selected_node);
  focused = id_of (old_picture, mg_graph_view_focused_node (self));
  mg_graph_view_drop_hover (self);
  g_clear_pointer (&self->cut, g_free);
  g_clear_pointer (&self->placement, mg_placement_free);
  self->picture = picture ? mg_picture_ref (picture) : NULL;
  self->placement = placement;
  rebuild_nodes (self, old_picture);
  order_edges (self);
  old_scene = g_steal_pointer (&self->scene);
  mg_graph_view_drop_edges (self);
  restore_places (self, selected, focused);
  if (picture)
    mg_graph_view_move_scene (self, old_picture, old_scene, mg_graph_scene_new (picture, placement, mirrored));
  else
    mg_graph_scene_free (old_scene);
  self->anchor = 0;
  mg_graph_view_announce (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_signal_emit (self, mg_graph_view_signals[MG_GRAPH_VIEW_SELECTION_CHANGED], 0);
  g_signal_emit (self, mg_graph_view_signals[MG_GRAPH_VIEW_PLACED], 0);
}

void
mg_graph_view_place (MgGraphView *self, MgPicture *picture, MgPlacement *placement)
{
  g_return_if_fail (placement->n_nodes == picture->n_nodes && placement->n_edges == picture->n_edges);

  g_cancellable_cancel (self->layout);
  g_clear_object (&self->layout);
  show (self, picture, placement);
}

void
mg_graph_view_measure_picture (MgGraphView *self, MgPicture *picture, MgExtent *nodes, MgExtent *labels)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      GtkWidget *node = mg_graph_node_new (picture, i);
      int width, height;

      /* A widget has its style only within the tree. */
      gtk_widget_set_child_visible (node, FALSE);
      gtk_widget_set_parent (node, GTK_WIDGET (self));
      gtk_widget_measure (node, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
      gtk_widget_measure (node, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
      gtk_widget_unparent (node);
      nodes[i] = (MgExtent){ width, height };
    }
  for (guint e = 0; e < picture->n_edges; e++)
    mg_graph_edge_measure (context, &picture->edges[e], &labels[e]);
}

typedef struct
{
  MgGraphView *view;  /* owned */
  MgPicture *picture; /* owned */
} LayoutJob;

static void
layout_job_free (LayoutJob *job)
{
  g_object_unref (job->view);
  mg_picture_unref (job->picture);
  g_free (job);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LayoutJob, layout_job_free)

static void
laid_out (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LayoutJob) job = user_data;
  g_autoptr (GError) error = NULL;
  MgPlacement *placement = mg_layout_run_finish (result, &error);

  if (placement == NULL) /* cancelled: a newer picture is on its way, or the view is gone */
    return;
  g_clear_object (&job->view->layout);
  show (job->view, job->picture, placement);
}

void
mg_graph_view_set_picture (MgGraphView *self, MgPicture *picture)
{
  g_autofree MgExtent *nodes = NULL;
  g_autofree MgExtent *labels = NULL;
  MgLayoutRequest request = { 0 };
  LayoutJob *job;

  g_cancellable_cancel (self->layout);
  g_clear_object (&self->layout);
  if (picture == NULL)
    {
      show (self, NULL, NULL);
      return;
    }
  nodes = g_new0 (MgExtent, picture->n_nodes);
  labels = g_new0 (MgExtent, picture->n_edges);
  mg_graph_view_measure_picture (self, picture, nodes, labels);
  request.nodes = nodes;
  request.labels = labels;
  request.old_picture = self->picture;
  request.old = self->placement;
  job = g_new0 (LayoutJob, 1);
  job->view = g_object_ref (self);
  job->picture = mg_picture_ref (picture);
  self->layout = g_cancellable_new ();
  mg_layout_run_async (picture, &request, self->layout, laid_out, job);
}
