#include "ui/graph/graph-node.h"

#include <math.h>

#include "ui/graph/graph-describe.h"
#include "ui/graph/graph-node-private.h"
#include "ui/graph/graph-shape.h"

/* Longer lines are elided in the middle. In characters of the widget's font. */
#define MAX_CHARS 40
#define MIN_WIDTH 72

G_DEFINE_FINAL_TYPE (MgGraphNode, mg_graph_node, GTK_TYPE_WIDGET)

/* ---- texts ---- */

static const char *
line_text (const MgPictureNode *node, MgNodeLine line)
{
  return line == MG_NODE_LINE_OVER ? node->over : line == MG_NODE_LINE_TITLE ? node->title : node->under;
}

static PangoLayout *
make_line (MgGraphNode *self, MgNodeLine line, int max_width)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), line_text (self->node, line));
  PangoAttrList *attributes = pango_attr_list_new ();
  int width;

  if (line != MG_NODE_LINE_TITLE)
    pango_attr_list_insert (attributes, pango_attr_scale_new (0.88));
  else if (self->node->kind != MG_PICTURE_STUB)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_get_size (layout, &width, NULL);
  if (width > max_width)
    {
      pango_layout_set_width (layout, max_width);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
    }
  return layout;
}

static void
drop_lines (MgGraphNode *self)
{
  for (guint i = 0; i < MG_N_NODE_LINES; i++)
    g_clear_object (&self->lines[i]);
}

static void
ensure_lines (MgGraphNode *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *metrics;
  int max_width;

  if (self->lines[MG_NODE_LINE_TITLE])
    return;
  metrics = pango_context_get_metrics (context, NULL, NULL);
  max_width = pango_font_metrics_get_approximate_char_width (metrics) * MAX_CHARS;
  pango_font_metrics_unref (metrics);
  for (guint i = 0; i < MG_N_NODE_LINES; i++)
    if (i == MG_NODE_LINE_TITLE || *line_text (self->node, i) != '\0')
      self->lines[i] = make_line (self, i, max_width);
}

static void
ensure_icon (MgGraphNode *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  const char *name;

  if (self->icon || self->node->kind != MG_PICTURE_ROOT)
    return;
  name = mg_root_kind_icon (self->node->root_kind);
  if (gtk_icon_theme_has_icon (theme, name))
    self->icon = gtk_icon_theme_lookup_icon (theme, name, NULL, MG_NODE_ICON, gtk_widget_get_scale_factor (widget),
                                             gtk_widget_get_direction (widget), GTK_ICON_LOOKUP_FORCE_SYMBOLIC);
}

/* The icon stands before the word for the kind: above the title, or, without a label of its own, in its place. */
MgNodeLine
mg_graph_node_icon_line (MgGraphNode *self)
{
  return self->lines[MG_NODE_LINE_OVER] ? MG_NODE_LINE_OVER : MG_NODE_LINE_TITLE;
}

void
mg_graph_node_line_size (MgGraphNode *self, MgNodeLine line, int *width, int *height)
{
  *width = *height = 0;
  if (self->lines[line])
    pango_layout_get_pixel_size (self->lines[line], width, height);
  if (self->icon && line == mg_graph_node_icon_line (self))
    *width += MG_NODE_ICON + MG_NODE_ICON_GAP;
}

/* ---- for screen readers ---- */

static void
update_accessible (MgGraphNode *self)
{
  g_autofree char *description = mg_graph_describe_node (self->node);
  const char *name = *self->node->full ? self->node->full : self->node->title;

  gtk_widget_set_tooltip_text (GTK_WIDGET (self), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/* ---- drawing ---- */

static void
mg_graph_node_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  MgGraphNode *self = MG_GRAPH_NODE (widget);
  MgGraphStyle style;

  ensure_lines (self);
  ensure_icon (self);
  mg_graph_style_get (widget, &style);
  if (self->faded)
    gtk_snapshot_push_opacity (snapshot, style.high_contrast ? 0.55 : 0.38);
  mg_graph_node_draw (self, snapshot, &style);
  if (self->faded)
    gtk_snapshot_pop (snapshot);
}

/* ---- size ---- */

static void
mg_graph_node_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  MgGraphNode *self = MG_GRAPH_NODE (widget);
  double start, end, vertical;
  int width = 0, height = -MG_NODE_LINE_GAP;

  ensure_lines (self);
  ensure_icon (self);
  for (MgNodeLine line = 0; line < MG_N_NODE_LINES; line++)
    {
      int line_width, line_height;

      mg_graph_node_line_size (self, line, &line_width, &line_height);
      width = MAX (width, line_width);
      if (line_height > 0)
        height += line_height + MG_NODE_LINE_GAP;
    }
  mg_graph_shape_insets (mg_graph_shape_for (self->node), &start, &end, &vertical);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = MAX (MIN_WIDTH, width + (int) ceil (start + end));
  else
    *minimum = *natural = height + (int) ceil (2 * vertical);
}

static GtkSizeRequestMode
mg_graph_node_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

/* The allocation; what is drawn outside of it (focus ring) is not the node. */
static gboolean
mg_graph_node_contains (GtkWidget *widget, double x, double y)
{
  return x >= 0 && y >= 0 && x <= gtk_widget_get_width (widget) && y <= gtk_widget_get_height (widget);
}

static void
mg_graph_node_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  MgGraphNode *self = MG_GRAPH_NODE (widget);

  GTK_WIDGET_CLASS (mg_graph_node_parent_class)->css_changed (widget, change);
  drop_lines (self);
  g_clear_object (&self->icon);
  gtk_widget_queue_resize (widget);
}

/* The ring around the focus is drawn here, not by the style sheet: GTK does not know that it changes. */
static void
mg_graph_node_state_flags_changed (GtkWidget *widget, GtkStateFlags previous)
{
  if ((gtk_widget_get_state_flags (widget) ^ previous) & (GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE))
    gtk_widget_queue_draw (widget);
}

static void
mg_graph_node_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  drop_lines (MG_GRAPH_NODE (widget));
  gtk_widget_queue_resize (widget);
}

/* ---- life ---- */

static void
mg_graph_node_finalize (GObject *object)
{
  MgGraphNode *self = MG_GRAPH_NODE (object);

  drop_lines (self);
  g_clear_object (&self->icon);
  g_clear_pointer (&self->picture, mg_picture_unref);
  G_OBJECT_CLASS (mg_graph_node_parent_class)->finalize (object);
}

static void
mg_graph_node_class_init (MgGraphNodeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mg_graph_node_finalize;
  widget_class->snapshot = mg_graph_node_snapshot;
  widget_class->measure = mg_graph_node_measure;
  widget_class->get_request_mode = mg_graph_node_get_request_mode;
  widget_class->contains = mg_graph_node_contains;
  widget_class->css_changed = mg_graph_node_css_changed;
  widget_class->state_flags_changed = mg_graph_node_state_flags_changed;
  widget_class->direction_changed = mg_graph_node_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "mg-graph-node");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE_ITEM);
}

static void
mg_graph_node_init (MgGraphNode *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

GtkWidget *
mg_graph_node_new (MgPicture *picture, guint index)
{
  MgGraphNode *self = g_object_new (MG_TYPE_GRAPH_NODE, NULL);

  mg_graph_node_set (self, picture, index);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, FALSE, -1);
  return GTK_WIDGET (self);
}

void
mg_graph_node_set (MgGraphNode *self, MgPicture *picture, guint index)
{
  MgPicture *old = self->picture;

  g_return_if_fail (index < picture->n_nodes);

  self->picture = mg_picture_ref (picture);
  self->node = &picture->nodes[index];
  self->index = index;
  g_clear_pointer (&old, mg_picture_unref);
  drop_lines (self);
  g_clear_object (&self->icon);
  update_accessible (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

guint
mg_graph_node_index (MgGraphNode *self)
{
  return self->index;
}

const MgPictureNode *
mg_graph_node_get (MgGraphNode *self)
{
  return self->node;
}

void
mg_graph_node_set_selected (MgGraphNode *self, gboolean selected)
{
  if (self->selected == selected)
    return;
  self->selected = selected;
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
mg_graph_node_selected (MgGraphNode *self)
{
  return self->selected;
}

void
mg_graph_node_set_faded (MgGraphNode *self, gboolean faded)
{
  if (self->faded == faded)
    return;
  self->faded = faded;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
