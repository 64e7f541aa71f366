/* Curves that were fitted into channels between the nodes, or led through way points, come out with kinks. Where there
 * is nothing in the way, a plain curve that leaves and arrives level reads better; one with a label runs level beneath
 * it. */
#include "ui/layout/layout-job.h"

#include <math.h>

#define SAMPLES 24
/* The least distance from nodes, and from other edges' labels. */
#define NODE_ROOM 6.0
#define LABEL_ROOM 2.0
/* A curve needs some length to turn in. */
#define LEAST_LENGTH 12.0

static gboolean
hits (const MgBox *box, double room, MgPoint p)
{
  return p.x > box->x - room && p.x < box->x + box->width + room && p.y > box->y - room
         && p.y < box->y + box->height + room;
}

static MgPoint
point_at (const MgPoint *p, double t)
{
  double u = 1.0 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;

  return (MgPoint){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                    a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

/* Whether the curve by the four points P of edge E stays clear of everything that is not its own. */
static gboolean
is_clear (const MgLayoutJob *job, const MgPlacement *placement, guint e, const MgPoint *p)
{
  for (guint s = 0; s <= SAMPLES; s++)
    {
      MgPoint at = point_at (p, (double) s / SAMPLES);

      for (guint i = 0; i < job->n_nodes; i++)
        if (i != job->edges[e].from && i != job->edges[e].to && hits (&placement->nodes[i], NODE_ROOM, at))
          return FALSE;
      for (guint i = 0; i < job->n_edges; i++)
        if (i != e && placement->edges[i].label.width > 0.0 && hits (&placement->edges[i].label, LABEL_ROOM, at))
          return FALSE;
    }
  return TRUE;
}

/* From A to B, leaving and arriving level, with the turn at TURN (0 … 1) of the way. */
static void
level_curve (MgPoint a, MgPoint b, double turn, MgPoint *p)
{
  double middle = a.x + (b.x - a.x) * turn;

  p[0] = a;
  p[1] = (MgPoint){ middle, a.y };
  p[2] = (MgPoint){ middle, b.y };
  p[3] = b;
}

/* An edge with a twin that has no label either would lie on it. */
static gboolean
has_twin (const MgLayoutJob *job, guint e)
{
  const MgLayoutEdge *edge = &job->edges[e];

  for (guint i = e > 0 ? e - 1 : 0; i < job->n_edges && i <= e + 1; i++)
    if (i != e && job->edges[i].from == edge->from && job->edges[i].to == edge->to)
      return TRUE;
  return FALSE;
}

/* Ten points by way of the label's lower edge, or four with a turn at TURN of the way. Returns how many; 0 when there
 * is no room to turn. */
static guint
plan (const MgLayoutEdge *edge, const MgBox *label, MgPoint start, MgPoint end, double turn, MgPoint p[10])
{
  MgPoint left = { label->x, label->y + label->height }, right = { label->x + label->width, left.y };

  if (edge->label.width <= 0.0)
    {
      level_curve (start, end, turn, p);
      return end.x - start.x < LEAST_LENGTH ? 0 : 4;
    }
  if (left.x - start.x < LEAST_LENGTH || end.x - right.x < LEAST_LENGTH)
    return 0;
  level_curve (start, left, 0.5, p);
  level_curve (left, right, 0.5, p + 3);
  level_curve (right, end, 0.5, p + 6);
  return 10;
}

/* A plain way for edge E that nothing is in. Returns the number of points; 0 when there is none. */
static guint
find_way (const MgLayoutJob *job, const MgPlacement *placement, guint e, MgPoint tip, MgPoint p[10])
{
  static const double turns[] = { 0.5, 0.65, 0.35, 0.8, 0.2 };
  const MgLayoutEdge *edge = &job->edges[e];
  const MgBox *from = &placement->nodes[edge->from];
  MgPoint start = { from->x + from->width, from->y + from->height / 2 }, end = { tip.x - edge->arrow, tip.y };

  for (guint t = 0; t < (edge->label.width > 0.0 ? 1 : G_N_ELEMENTS (turns)); t++)
    {
      guint n = plan (edge, &placement->edges[e].label, start, end, turns[t], p);
      gboolean clear = n > 0;

      for (guint k = 0; k + 3 < n && clear; k += 3)
        clear = is_clear (job, placement, e, p + k);
      if (clear)
        return n;
    }
  return 0;
}

void
mg_layout_smooth (const MgLayoutJob *job, MgPlacement *placement)
{
  for (guint e = 0; e < job->n_edges; e++)
    {
      MgRoute *route = &placement->edges[e];
      const MgBox *to = &placement->nodes[job->edges[e].to];
      MgPoint tip = { to->x, to->y + to->height / 2 }, p[10];
      guint n = job->edges[e].ports && !has_twin (job, e) ? find_way (job, placement, e, tip, p) : 0;

      if (n == 0)
        continue;
      g_free (route->points);
      route->points = g_memdup2 (p, n * sizeof *p);
      route->n = n;
      route->tip = tip;
    }
}
