#include <math.h>

#include "analysis/report/figure-private.h"

/* The bars across a line that must let go: half the distance between them, and how far each leans over. */
#define CUT_GAP 3.0
#define CUT_LEAN 2.5

static MgPoint
moved (MgPoint point, double dx, double dy)
{
  return (MgPoint){ point.x + dx, point.y + dy };
}

/* A head from BASE to TIP for a line of WIDTH. */
static void
draw_head (MgFigure *figure, MgPoint base, MgPoint tip, double width, MgInk ink)
{
  double dx = tip.x - base.x, dy = tip.y - base.y, length = hypot (dx, dy), half = 3.6 + 0.75 * width;

  if (length < 0.01)
    return;
  dx *= half / length;
  dy *= half / length;
  mg_figure_move (figure, tip.x, tip.y);
  mg_figure_line (figure, base.x - dy, base.y + dx);
  mg_figure_line (figure, base.x + dy, base.y - dx);
  mg_figure_close (figure);
  mg_figure_paint (figure, ink, MG_INK_NONE, 0.0, 0.0);
}

/* The way of an edge that the layout did not draw: straight from side to side. */
static void
straight_route (const MgBox *from, const MgBox *to, MgPoint points[4], MgPoint *tip)
{
  MgPoint a = { from->x + from->width, from->y + from->height / 2 }, b = { to->x, to->y + to->height / 2 };

  *tip = b;
  for (guint k = 0; k < 4; k++)
    points[k] = (MgPoint){ a.x + (b.x - a.x) * k * 0.32, a.y + (b.y - a.y) * k * 0.32 };
}

/* Draws the line itself; returns where it ends. */
static MgPoint
draw_line (MgFigure *figure, const MgPoint *points, guint n, double dx, double dy)
{
  MgPoint end = moved (points[0], dx, dy);

  mg_figure_move (figure, end.x, end.y);
  for (guint k = 1; k + 2 < n; k += 3)
    {
      end = moved (points[k + 2], dx, dy);
      mg_figure_curve (figure, moved (points[k], dx, dy), moved (points[k + 1], dx, dy), end);
    }
  return end;
}

/* Two bars across the line where the first piece of it is at half way: not by colour alone. The line is interrupted
 * between. */
static void
draw_cut (MgFigure *figure, const MgPoint *p, double dx, double dy, double width)
{
  MgPoint middle
      = { (p[0].x + 3 * p[1].x + 3 * p[2].x + p[3].x) / 8 + dx, (p[0].y + 3 * p[1].y + 3 * p[2].y + p[3].y) / 8 + dy };
  double x = p[3].x + p[2].x - p[1].x - p[0].x, y = p[3].y + p[2].y - p[1].y - p[0].y,
         length = MAX (hypot (x, y), 0.01);
  double half = 4.0 + width / 2;

  x /= length;
  y /= length;
  mg_figure_move (figure, middle.x - x * CUT_GAP, middle.y - y * CUT_GAP);
  mg_figure_line (figure, middle.x + x * CUT_GAP, middle.y + y * CUT_GAP);
  mg_figure_paint (figure, MG_INK_NONE, MG_INK_PAPER, width + 1.0, 0.0);
  for (int side = -1; side <= 1; side += 2)
    {
      MgPoint at = { middle.x + side * x * CUT_GAP, middle.y + side * y * CUT_GAP };

      mg_figure_move (figure, at.x - y * half + x * CUT_LEAN, at.y + x * half + y * CUT_LEAN);
      mg_figure_line (figure, at.x + y * half - x * CUT_LEAN, at.y - x * half - y * CUT_LEAN);
      mg_figure_paint (figure, MG_INK_NONE, MG_INK_SUBJECT_LINE, 1.8, 0.0);
    }
}

void
mg_figure_edge (MgFigure *figure,
                const MgPicture *picture,
                const MgPlacement *placement,
                guint i,
                double dx,
                double dy,
                gboolean cut)
{
  const MgPictureEdge *edge = &picture->edges[i];
  const MgRoute *route = &placement->edges[i];
  double width = mg_placement_edge_width (picture, i);
  MgInk ink = cut ? MG_INK_SUBJECT_LINE : edge->dominator ? MG_INK_EDGE_STRONG : MG_INK_EDGE;
  const MgPoint *points = route->points;
  guint n = route->n;
  MgPoint tip = route->tip, straight[4], end;

  if (n < 4)
    {
      straight_route (&placement->nodes[edge->from], &placement->nodes[edge->to], straight, &tip);
      points = straight;
      n = 4;
    }
  mg_figure_begin (figure, edge->raw, "");
  end = draw_line (figure, points, n, dx, dy);
  mg_figure_paint (figure, MG_INK_NONE, ink, width, edge->conditional ? MAX (5.0, 2 * width) : 0.0);
  draw_head (figure, end, moved (tip, dx, dy), width, ink);
  if (cut)
    draw_cut (figure, points, dx, dy, width);
  mg_figure_end (figure);
}

void
mg_figure_edge_label (MgFigure *figure, const MgPictureEdge *edge, MgBox box, gboolean cut)
{
  const MgTextMetrics *label = mg_text_metrics (MG_TEXT_LABEL), *note = mg_text_metrics (MG_TEXT_NOTE);
  double middle = box.x + box.width / 2, y = box.y, room = box.width;

  if (*edge->label != '\0')
    {
      mg_figure_text (figure, edge->label, MG_TEXT_LABEL, middle, y + label->ascent, MG_ANCHOR_MIDDLE,
                      cut            ? MG_INK_SUBJECT_LINE
                      : edge->folded ? MG_INK_TEXT
                                     : MG_INK_SOFT,
                      room);
      y += label->height;
    }
  mg_figure_text (figure, edge->note, MG_TEXT_NOTE, middle, y + note->ascent, MG_ANCHOR_MIDDLE, MG_INK_DIM, room);
}
