#include "ui/graph/graph-edge.h"

#include <math.h>

#define LABEL_PADDING_X 7.0
#define LABEL_PADDING_Y 4.0
/* Labels wider than this are elided in the middle; the full text is in the panel. In characters. */
#define LABEL_MAX_CHARS 36
#define HEAD_HALF_MIN 5.0
/* Pieces of a Bézier for hit-testing: finer than a pixel is of no use. */
#define PIECES 12

double
mg_graph_edge_width (const MgPictureEdge *edge)
{
  double share = CLAMP (edge->share, 0.0, 1.0);

  return 1.4 + 3.6 * share;
}

PangoLayout *
mg_graph_edge_layout (PangoContext *context, const MgPictureEdge *edge)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PangoAttrList *attributes;
  PangoLayout *layout;
  int max_width, width;

  if (*edge->label == '\0' && *edge->note == '\0')
    return NULL;
  g_string_append (text, edge->label);
  attributes = pango_attr_list_new ();
  pango_attr_list_insert (attributes, pango_attr_scale_new (0.88));
  if (*edge->label != '\0' && (edge->folded || edge->dominator))
    {
      PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_SEMIBOLD);

      bold->end_index = (guint) text->len;
      pango_attr_list_insert (attributes, bold);
    }
  if (*edge->note != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", edge->note);
  layout = pango_layout_new (context);
  pango_layout_set_text (layout, text->str, -1);
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_attr_list_unref (attributes);
  pango_layout_get_size (layout, &width, NULL);
  {
    PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);

    max_width = pango_font_metrics_get_approximate_char_width (metrics) * LABEL_MAX_CHARS;
    pango_font_metrics_unref (metrics);
  }
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_width (layout, MIN (width, max_width) + PANGO_SCALE);
  return layout;
}

void
mg_graph_edge_measure (PangoContext *context, const MgPictureEdge *edge, MgExtent *extent)
{
  g_autoptr (PangoLayout) layout = mg_graph_edge_layout (context, edge);
  int height;

  *extent = (MgExtent){ 0, 0 };
  if (layout == NULL)
    return;
  pango_layout_get_pixel_size (layout, NULL, &height);
  extent->width = ceil ((double) pango_layout_get_width (layout) / PANGO_SCALE) + 2 * LABEL_PADDING_X;
  extent->height = height + 2 * LABEL_PADDING_Y;
}

static void
trace_line (cairo_t *cr, const MgRoute *route)
{
  const MgPoint *p = route->points;

  cairo_move_to (cr, p[0].x, p[0].y);
  for (guint i = 1; i + 2 < route->n; i += 3)
    cairo_curve_to (cr, p[i].x, p[i].y, p[i + 1].x, p[i + 1].y, p[i + 2].x, p[i + 2].y);
}

/* A triangle from where the line ends to the tip. */
static void
fill_head (cairo_t *cr, const MgRoute *route, double line_width)
{
  MgPoint end = route->points[route->n - 1], tip = route->tip;
  double dx = tip.x - end.x, dy = tip.y - end.y, length = hypot (dx, dy);
  double half = MAX (HEAD_HALF_MIN, line_width * 0.95 + 1.8);

  if (length < 0.5)
    return;
  dx *= half / length;
  dy *= half / length;
  cairo_new_path (cr);
  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, end.x - dy, end.y + dx);
  cairo_line_to (cr, end.x + dy, end.y - dx);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static GdkRGBA
line_color (const MgPictureEdge *edge, const MgGraphStyle *style, MgGraphEdgeFlags flags)
{
  if (flags & MG_EDGE_SELECTED)
    return style->accent;
  if (flags & MG_EDGE_CUT)
    return style->edge_cut;
  return edge->dominator ? style->edge_strong : style->edge;
}

static void
draw_line (GtkSnapshot *snapshot, const MgPictureEdge *edge, const MgRoute *route, const GdkRGBA *color, double width)
{
  MgBox box = mg_graph_edge_bounds (route);
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) box.x, (float) box.y, (float) box.width, (float) box.height));
  const double dashes[] = { MAX (5, width * 2), MAX (4, width * 1.6) };

  gdk_cairo_set_source_rgba (cr, color);
  cairo_set_line_width (cr, width);
  if (edge->conditional)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  trace_line (cr, route);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  fill_head (cr, route, width);
  cairo_destroy (cr);
}

static void
draw_label (GtkSnapshot *snapshot,
            PangoContext *context,
            const MgPictureEdge *edge,
            const MgRoute *route,
            const MgGraphStyle *style,
            MgGraphEdgeFlags flags)
{
  g_autoptr (PangoLayout) layout = mg_graph_edge_layout (context, edge);
  GdkRGBA color = flags & (MG_EDGE_SELECTED | MG_EDGE_CUT) ? line_color (edge, style, flags) : style->text;
  graphene_rect_t rect;
  GskRoundedRect rounded;

  if (layout == NULL)
    return;
  /* The line passes along the edge of the label's box: the background covers the text alone. */
  graphene_rect_init (&rect, (float) route->label.x, (float) (route->label.y + LABEL_PADDING_Y),
                      (float) route->label.width, (float) (route->label.height - 2 * LABEL_PADDING_Y));
  gsk_rounded_rect_init_from_rect (&rounded, &rect, 5);
  gtk_snapshot_push_rounded_clip (snapshot, &rounded);
  gtk_snapshot_append_color (snapshot, &style->canvas, &rect);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (route->label.x + LABEL_PADDING_X),
                                                          (float) (route->label.y + LABEL_PADDING_Y)));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

void
mg_graph_edge_snapshot (GtkSnapshot *snapshot,
                        PangoContext *context,
                        const MgPictureEdge *edge,
                        const MgRoute *route,
                        const MgGraphStyle *style,
                        MgGraphEdgeFlags flags,
                        double opacity)
{
  double width = mg_graph_edge_width (edge) + (flags & (MG_EDGE_SELECTED | MG_EDGE_LIT) ? 0.8 : 0);
  GdkRGBA color = line_color (edge, style, flags);

  if (route->n < 4 || opacity <= 0)
    return;
  if (flags & MG_EDGE_DIM)
    opacity *= style->high_contrast ? 0.5 : 0.3;
  if (opacity < 1)
    gtk_snapshot_push_opacity (snapshot, opacity);
  draw_line (snapshot, edge, route, &color, width);
  if (route->label.width > 0)
    draw_label (snapshot, context, edge, route, style, flags);
  if (opacity < 1)
    gtk_snapshot_pop (snapshot);
}

void
mg_graph_edge_straight (const MgBox *from, const MgBox *to, MgRoute *route)
{
  gboolean backwards = from->x > to->x;
  MgPoint a = { backwards ? from->x : from->x + from->width, from->y + from->height / 2 };
  MgPoint tip = { backwards ? to->x + to->width : to->x, to->y + to->height / 2 };
  double length = MAX (hypot (tip.x - a.x, tip.y - a.y), 1);
  MgPoint b = { tip.x - (tip.x - a.x) * MIN (10, length) / length, tip.y - (tip.y - a.y) * MIN (10, length) / length };

  g_free (route->points);
  route->points = g_new (MgPoint, 4);
  route->n = 4;
  route->points[0] = a;
  route->points[1] = (MgPoint){ a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3 };
  route->points[2] = (MgPoint){ a.x + (b.x - a.x) * 2 / 3, a.y + (b.y - a.y) * 2 / 3 };
  route->points[3] = b;
  route->tip = tip;
}

static MgPoint
bezier (const MgPoint *p, double t)
{
  double u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;

  return (MgPoint){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                    a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

static double
distance_to_piece (MgPoint a, MgPoint b, MgPoint p)
{
  double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  double t = square > 0 ? CLAMP (((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0, 1) : 0;

  return hypot (p.x - a.x - t * dx, p.y - a.y - t * dy);
}

double
mg_graph_edge_distance (const MgRoute *route, MgPoint point)
{
  const MgBox *label = &route->label;
  double best;

  if (route->n < 4)
    return G_MAXDOUBLE;
  if (label->width > 0 && point.x >= label->x && point.x <= label->x + label->width && point.y >= label->y
      && point.y <= label->y + label->height)
    return 0;
  best = distance_to_piece (route->points[route->n - 1], route->tip, point);
  for (guint i = 0; i + 3 < route->n; i += 3)
    {
      MgPoint last = route->points[i];

      for (guint k = 1; k <= PIECES; k++)
        {
          MgPoint next = bezier (route->points + i, (double) k / PIECES);

          best = MIN (best, distance_to_piece (last, next, point));
          last = next;
        }
    }
  return best;
}

gboolean
mg_graph_edge_enters (const MgRoute *route, const MgBox *box)
{
  for (guint i = 0; i + 3 < route->n; i += 3)
    for (guint k = 0; k <= PIECES; k++)
      {
        MgPoint p = bezier (route->points + i, (double) k / PIECES);

        if (p.x >= box->x && p.x <= box->x + box->width && p.y >= box->y && p.y <= box->y + box->height)
          return TRUE;
      }
  return FALSE;
}

MgBox
mg_graph_edge_bounds (const MgRoute *route)
{
  double x0 = route->tip.x, y0 = route->tip.y, x1 = x0, y1 = y0;

  for (guint i = 0; i < route->n; i++)
    {
      x0 = MIN (x0, route->points[i].x);
      y0 = MIN (y0, route->points[i].y);
      x1 = MAX (x1, route->points[i].x);
      y1 = MAX (y1, route->points[i].y);
    }
  /* Half of the widest line and head. */
  return (MgBox){ x0 - 8, y0 - 8, x1 - x0 + 16, y1 - y0 + 16 };
}
