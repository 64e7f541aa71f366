#include "ui/graph/graph-legend.h"

#include <glib/gi18n-lib.h>

#include "ui/graph/graph-shape.h"
#include "ui/graph/graph-style.h"

#define SAMPLE_WIDTH 34
#define SAMPLE_HEIGHT 18

typedef enum
{
  SAMPLE_WIDTHS,
  SAMPLE_STRONG,
  SAMPLE_CUT,
  SAMPLE_CONDITIONAL,
  SAMPLE_NODE, /* with the node to show */
} SampleKind;

struct _MgGraphLegend
{
  GtkWidget parent_instance;

  GtkWidget *grid;    /* child */
  MgPicture *picture; /* owned; the samples point into it */
  int n_rows;
};

G_DEFINE_FINAL_TYPE (MgGraphLegend, mg_graph_legend, GTK_TYPE_WIDGET)

static void
draw_line (cairo_t *cr, const GdkRGBA *color, double width, double y)
{
  gdk_cairo_set_source_rgba (cr, color);
  cairo_set_line_width (cr, width);
  cairo_move_to (cr, 2, y);
  cairo_line_to (cr, SAMPLE_WIDTH - 2, y);
  cairo_stroke (cr);
}

static void
draw_node (cairo_t *cr, const MgGraphStyle *style, const MgPictureNode *node, gboolean mirrored)
{
  MgGraphTint tint = mg_graph_tint_for_root (node->root_kind);
  double scale = 0.5;
  const GdkRGBA *fill = node->kind == MG_PICTURE_ROOT ? &style->tint_fill[tint] : &style->node;
  const GdkRGBA *line = node->kind == MG_PICTURE_ROOT      ? &style->tint_line[tint]
                        : node->kind == MG_PICTURE_SUBJECT ? &style->subject
                                                           : &style->node_border;

  cairo_translate (cr, 1, 1);
  cairo_scale (cr, scale, scale);
  mg_graph_shape_outline (cr, mg_graph_shape_for (node), (SAMPLE_WIDTH - 2) / scale, (SAMPLE_HEIGHT - 2) / scale,
                          mirrored);
  gdk_cairo_set_source_rgba (cr, fill);
  cairo_fill_preserve (cr);
  gdk_cairo_set_source_rgba (cr, line);
  cairo_set_line_width (cr, 1.3 / scale);
  if (mg_graph_shape_is_dashed (node))
    cairo_set_dash (cr, (double[]){ 6, 5 }, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  mg_graph_shape_details (cr, mg_graph_shape_for (node), (SAMPLE_WIDTH - 2) / scale, (SAMPLE_HEIGHT - 2) / scale,
                          mirrored);
}

static void
draw_sample (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  GtkWidget *widget = GTK_WIDGET (area);
  SampleKind kind = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (area), "kind"));
  MgGraphStyle style;

  mg_graph_style_get (widget, &style);
  switch (kind)
    {
    case SAMPLE_WIDTHS:
      draw_line (cr, &style.edge, 1.4, height * 0.22);
      draw_line (cr, &style.edge, 5, height * 0.66);
      break;
    case SAMPLE_STRONG:
      draw_line (cr, &style.edge_strong, 3.4, height / 2.0);
      break;
    case SAMPLE_CUT:
      draw_line (cr, &style.edge_cut, 3.4, height / 2.0);
      break;
    case SAMPLE_CONDITIONAL:
      cairo_set_dash (cr, (double[]){ 5, 4 }, 2, 0);
      draw_line (cr, &style.edge, 1.6, height / 2.0);
      break;
    case SAMPLE_NODE:
    default:
      draw_node (cr, &style, user_data, gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL);
      break;
    }
}

static void
add_row (MgGraphLegend *self, SampleKind kind, const MgPictureNode *node, const char *text)
{
  GtkWidget *sample = gtk_drawing_area_new (), *label = gtk_label_new (text);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (sample), SAMPLE_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (sample), SAMPLE_HEIGHT);
  g_object_set_data (G_OBJECT (sample), "kind", GUINT_TO_POINTER (kind));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (sample), draw_sample, (gpointer) node, NULL);
  gtk_widget_set_valign (sample, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_grid_attach (GTK_GRID (self->grid), sample, 0, self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), label, 1, self->n_rows++, 1, 1);
}

static void
add_roots (MgGraphLegend *self)
{
  guint32 seen = 0;

  for (guint i = 0; i < self->picture->n_nodes; i++)
    {
      const MgPictureNode *node = &self->picture->nodes[i];

      if (node->kind != MG_PICTURE_ROOT || (seen & (1u << node->root_kind)))
        continue;
      seen |= 1u << node->root_kind;
      add_row (self, SAMPLE_NODE, node, mg_root_kind_word (node->root_kind));
    }
}

static void
add_edges (MgGraphLegend *self, gboolean cut)
{
  gboolean conditional = FALSE, dominator = FALSE;

  for (guint e = 0; e < self->picture->n_edges; e++)
    {
      conditional |= self->picture->edges[e].conditional;
      dominator |= self->picture->edges[e].dominator;
    }
  if (self->picture->n_edges > 1)
    add_row (self, SAMPLE_WIDTHS, NULL,
             self->picture->subject.kind == MG_SUBJECT_OBJECT ? _ ("width: share of the paths")
                                                              : _ ("width: share of the objects"));
  if (dominator)
    add_row (self, SAMPLE_STRONG, NULL, _ ("on every path"));
  if (conditional)
    add_row (self, SAMPLE_CONDITIONAL, NULL, _ ("conditional: holds while its key lives"));
  if (cut)
    add_row (self, SAMPLE_CUT, NULL, _ ("must let go"));
}

void
mg_graph_legend_set_picture (MgGraphLegend *self, MgPicture *picture, gboolean cut)
{
  MgPicture *old = self->picture;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->grid)) != NULL)
    gtk_grid_remove (GTK_GRID (self->grid), child);
  self->n_rows = 0;
  self->picture = picture ? mg_picture_ref (picture) : NULL;
  g_clear_pointer (&old, mg_picture_unref);
  if (picture == NULL || picture->n_nodes == 0)
    return;
  add_roots (self);
  add_row (self, SAMPLE_NODE, &picture->nodes[picture->n_nodes - 1], _ ("what is asked about"));
  add_edges (self, cut);
}

static void
mg_graph_legend_dispose (GObject *object)
{
  MgGraphLegend *self = MG_GRAPH_LEGEND (object);

  g_clear_pointer (&self->grid, gtk_widget_unparent);
  g_clear_pointer (&self->picture, mg_picture_unref);
  G_OBJECT_CLASS (mg_graph_legend_parent_class)->dispose (object);
}

static void
mg_graph_legend_class_init (MgGraphLegendClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_graph_legend_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
mg_graph_legend_init (MgGraphLegend *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 10);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 4);
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "mg-legend");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Legend"), -1);
}

GtkWidget *
mg_graph_legend_new (void)
{
  return g_object_new (MG_TYPE_GRAPH_LEGEND, NULL);
}
