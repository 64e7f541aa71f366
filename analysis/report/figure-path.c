#include "analysis/report/figure-private.h"

#include <math.h>
#include <string.h>

/* A quarter of a circle as a Bézier curve: the distance of its control points. */
#define KAPPA 0.5522847498

static MgStep *
add_step (MgFigure *figure, MgStepKind kind)
{
  MgStep step = { .kind = kind };

  g_array_append_val (figure->steps, step);
  return &g_array_index (figure->steps, MgStep, figure->steps->len - 1);
}

void
mg_figure_move (MgFigure *figure, double x, double y)
{
  add_step (figure, MG_STEP_MOVE)->p[0] = (MgPoint){ x, y };
}

void
mg_figure_line (MgFigure *figure, double x, double y)
{
  add_step (figure, MG_STEP_LINE)->p[0] = (MgPoint){ x, y };
}

void
mg_figure_curve (MgFigure *figure, MgPoint a, MgPoint b, MgPoint end)
{
  MgStep *step = add_step (figure, MG_STEP_CURVE);

  step->p[0] = a;
  step->p[1] = b;
  step->p[2] = end;
}

void
mg_figure_close (MgFigure *figure)
{
  add_step (figure, MG_STEP_CLOSE);
}

/* A corner from (X, Y), first along (AX, AY), then along (BX, BY). */
static void
corner (MgFigure *figure, double x, double y, double ax, double ay, double bx, double by)
{
  MgPoint a = { x + KAPPA * ax, y + KAPPA * ay }, end = { x + ax + bx, y + ay + by };
  MgPoint b = { end.x - KAPPA * bx, end.y - KAPPA * by };

  mg_figure_curve (figure, a, b, end);
}

void
mg_figure_rounded (MgFigure *figure, MgBox box, double radius)
{
  double r = MIN (radius, MIN (box.width, box.height) / 2), x = box.x, y = box.y;
  double right = x + box.width, bottom = y + box.height;

  mg_figure_move (figure, x + r, y);
  mg_figure_line (figure, right - r, y);
  corner (figure, right - r, y, r, 0, 0, r);
  mg_figure_line (figure, right, bottom - r);
  corner (figure, right, bottom - r, 0, r, -r, 0);
  mg_figure_line (figure, x + r, bottom);
  corner (figure, x + r, bottom, -r, 0, 0, -r);
  mg_figure_line (figure, x, y + r);
  corner (figure, x, y + r, 0, -r, r, 0);
  mg_figure_close (figure);
}

/* A pen that follows path data. */
typedef struct
{
  const char *at;
  double x, y, scale; /* of the origin */
  MgPoint pen;        /* where it is, in the data's own coordinates */
} Pen;

static double
next_number (Pen *pen)
{
  char *end;
  double value;

  while (*pen->at == ' ' || *pen->at == ',')
    pen->at++;
  value = g_ascii_strtod (pen->at, &end);
  pen->at = end;
  return value;
}

static MgPoint
next_point (Pen *pen)
{
  double x = next_number (pen);

  return pen->pen = (MgPoint){ x, next_number (pen) };
}

static MgPoint
place (const Pen *pen, MgPoint point)
{
  return (MgPoint){ pen->x + point.x * pen->scale, pen->y + point.y * pen->scale };
}

/* An arc of a circle of radius R around CENTRE, from angle FROM over SWEEP, in pieces of at most a quarter turn. */
static void
add_arc (MgFigure *figure, const Pen *pen, MgPoint centre, double r, double from, double sweep)
{
  int n = MAX (1, (int) ceil (fabs (sweep) / (G_PI / 2) - 1e-9));
  double part = sweep / n, k = 4.0 / 3.0 * tan (part / 4);

  for (int i = 0; i < n; i++)
    {
      double a = from + i * part, b = a + part;
      MgPoint p = { centre.x + r * (cos (a) - k * sin (a)), centre.y + r * (sin (a) + k * cos (a)) };
      MgPoint q = { centre.x + r * (cos (b) + k * sin (b)), centre.y + r * (sin (b) - k * cos (b)) };
      MgPoint end = { centre.x + r * cos (b), centre.y + r * sin (b) };

      mg_figure_curve (figure, place (pen, p), place (pen, q), place (pen, end));
    }
}

/* "A r r 0 large sweep x y": finds the centre between the two that the ends allow. */
static void
follow_arc (MgFigure *figure, Pen *pen)
{
  MgPoint start = pen->pen, end, centre;
  double r = next_number (pen), dx, dy, half, off, from, sweep_angle;
  gboolean large, sweep;

  next_number (pen);
  next_number (pen);
  large = next_number (pen) != 0.0;
  sweep = next_number (pen) != 0.0;
  end = next_point (pen);
  dx = end.x - start.x;
  dy = end.y - start.y;
  half = hypot (dx, dy) / 2;
  r = MAX (r, half);
  off = sqrt (MAX (r * r - half * half, 0.0)) * (large == sweep ? -1 : 1) / (2 * half);
  centre = (MgPoint){ (start.x + end.x) / 2 - dy * off, (start.y + end.y) / 2 + dx * off };
  from = atan2 (start.y - centre.y, start.x - centre.x);
  sweep_angle = atan2 (end.y - centre.y, end.x - centre.x) - from;
  if (sweep && sweep_angle < 0)
    sweep_angle += 2 * G_PI;
  if (!sweep && sweep_angle > 0)
    sweep_angle -= 2 * G_PI;
  add_arc (figure, pen, centre, r, from, sweep_angle);
}

static void
follow (MgFigure *figure, Pen *pen, char command)
{
  MgPoint a, b;

  switch (command)
    {
    case 'M':
      a = place (pen, next_point (pen));
      mg_figure_move (figure, a.x, a.y);
      break;
    case 'H':
      pen->pen.x = next_number (pen);
      break;
    case 'V':
      pen->pen.y = next_number (pen);
      break;
    case 'L':
      next_point (pen);
      break;
    case 'C':
      a = place (pen, next_point (pen));
      b = place (pen, next_point (pen));
      mg_figure_curve (figure, a, b, place (pen, next_point (pen)));
      break;
    case 'A':
      follow_arc (figure, pen);
      break;
    default:
      mg_figure_close (figure);
      break;
    }
  if (strchr ("HVL", command) != NULL)
    {
      a = place (pen, pen->pen);
      mg_figure_line (figure, a.x, a.y);
    }
}

void
mg_figure_data (MgFigure *figure, const char *data, double x, double y, double scale)
{
  Pen pen = { data, x, y, scale, { 0.0, 0.0 } };

  while (*pen.at != '\0')
    {
      char command = *pen.at++;

      if (command != ' ')
        follow (figure, &pen, command);
    }
}

void
mg_figure_paint (MgFigure *figure, MgInk fill, MgInk stroke, double width, double dash)
{
  MgFigureItem item = { .kind = MG_FIGURE_PATH, .fill = fill, .stroke = stroke, .width = width, .dash = dash };

  for (guint i = figure->items->len; i > 0; i--)
    {
      const MgFigureItem *earlier = &g_array_index (figure->items, MgFigureItem, i - 1);

      if (earlier->kind != MG_FIGURE_PATH)
        continue;
      item.first = earlier->first + earlier->n;
      break;
    }
  item.n = figure->steps->len - item.first;
  g_array_append_val (figure->items, item);
}
