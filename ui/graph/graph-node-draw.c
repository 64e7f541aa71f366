/* How a node looks: fill, outline and details of its shape, focus ring, icon, texts. */

#include "ui/graph/graph-node-private.h"

#include <math.h>

#include "ui/graph/graph-shape.h"

/* What is drawn outside of the allocation: focus ring, thick borders. */
#define OUTSET 6

static gboolean
is_centred (const MgPictureNode *node)
{
  return node->kind == MG_PICTURE_ROOT || node->kind == MG_PICTURE_STUB;
}

static void
node_colors (const MgPictureNode *node, const MgGraphStyle *style, GdkRGBA *fill, GdkRGBA *line, GdkRGBA *over)
{
  MgGraphTint tint = mg_graph_tint_for_root (node->root_kind);

  *line = style->node_border;
  *over = style->dim;
  *fill = node->own ? style->node : style->framework;
  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      *fill = style->tint_fill[tint];
      *line = *over = style->tint_line[tint];
      break;
    case MG_PICTURE_SUBJECT:
      *fill = style->node;
      *line = style->subject;
      break;
    case MG_PICTURE_STUB:
      *fill = style->stub;
      break;
    case MG_PICTURE_GROUP:
    case MG_PICTURE_TRUNK:
    default:
      break;
    }
}

static void
draw_focus (cairo_t *cr, const GdkRGBA *accent, double width, double height)
{
  GdkRGBA ring = mg_graph_style_fade (accent, 0.55);
  double out = OUTSET - 2, r = 12;

  cairo_new_path (cr);
  cairo_arc (cr, width + out - r, r - out, r, -G_PI_2, 0);
  cairo_arc (cr, width + out - r, height + out - r, r, 0, G_PI_2);
  cairo_arc (cr, r - out, height + out - r, r, G_PI_2, G_PI);
  cairo_arc (cr, r - out, r - out, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  gdk_cairo_set_source_rgba (cr, &ring);
  cairo_set_line_width (cr, 2.5);
  cairo_stroke (cr);
}

static void
draw_shape (MgGraphNode *self, GtkSnapshot *snapshot, const MgGraphStyle *style, double width, double height)
{
  MgGraphShape shape = mg_graph_shape_for (self->node);
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean bold = self->selected || self->node->kind == MG_PICTURE_SUBJECT;
  GdkRGBA fill, line, over;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (-OUTSET, -OUTSET, (float) width + 2 * OUTSET, (float) height + 2 * OUTSET));

  node_colors (self->node, style, &fill, &line, &over);
  if (self->selected)
    line = style->accent;
  if (gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    draw_focus (cr, &style->accent, width, height);
  mg_graph_shape_outline (cr, shape, width, height, mirrored);
  gdk_cairo_set_source_rgba (cr, &fill);
  cairo_fill_preserve (cr);
  gdk_cairo_set_source_rgba (cr, &line);
  cairo_set_line_width (cr, self->selected ? 2.4 : bold || style->high_contrast ? 1.8 : 1.3);
  if (mg_graph_shape_is_dashed (self->node))
    cairo_set_dash (cr, (double[]){ 5, 3.5 }, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  mg_graph_shape_details (cr, shape, width, height, mirrored);
  cairo_destroy (cr);
}

static void
draw_icon (MgGraphNode *self, GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y)
{
  const GdkRGBA colors[4] = { *color, *color, *color, *color };

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (self->icon), snapshot, MG_NODE_ICON, MG_NODE_ICON,
                                            colors, 4);
  gtk_snapshot_restore (snapshot);
}

static GdkRGBA
text_color (const MgPictureNode *node, const MgGraphStyle *style, MgNodeLine line, const GdkRGBA *over)
{
  if (line == MG_NODE_LINE_OVER)
    return *over;
  if (line == MG_NODE_LINE_UNDER || node->kind == MG_PICTURE_STUB)
    return mg_graph_style_fade (&style->text, style->high_contrast ? 1 : 0.8);
  if (node->kind == MG_PICTURE_GROUP && !node->own)
    return mg_graph_style_fade (&style->text, style->high_contrast ? 0.9 : 0.68);
  return style->text;
}

static void
draw_texts (MgGraphNode *self, GtkSnapshot *snapshot, const MgGraphStyle *style, double width, double height)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  double start, end, vertical, y;
  GdkRGBA fill, line_rgba, over;

  mg_graph_shape_insets (mg_graph_shape_for (self->node), &start, &end, &vertical);
  node_colors (self->node, style, &fill, &line_rgba, &over);
  y = vertical;
  for (MgNodeLine line = 0; line < MG_N_NODE_LINES; line++)
    {
      GdkRGBA color = text_color (self->node, style, line, &over);
      double room = width - start - end, x = start;
      int text_width, text_height;

      if (self->lines[line] == NULL)
        continue;
      mg_graph_node_line_size (self, line, &text_width, &text_height);
      if (is_centred (self->node))
        x = (rtl ? end : start) + floor ((room - text_width) / 2);
      else if (rtl)
        x = width - start - text_width;
      if (self->icon && line == mg_graph_node_icon_line (self))
        {
          draw_icon (self, snapshot, &color, rtl ? x + text_width - MG_NODE_ICON : x,
                     y + floor ((text_height - MG_NODE_ICON) / 2.0));
          x += rtl ? 0 : MG_NODE_ICON + MG_NODE_ICON_GAP;
        }
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
      gtk_snapshot_append_layout (snapshot, self->lines[line], &color);
      gtk_snapshot_restore (snapshot);
      y += text_height + MG_NODE_LINE_GAP;
    }
}

void
mg_graph_node_draw (MgGraphNode *self, GtkSnapshot *snapshot, const MgGraphStyle *style)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  draw_shape (self, snapshot, style, width, height);
  draw_texts (self, snapshot, style, width, height);
}
