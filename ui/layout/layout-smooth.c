/* Curves that were fitted into channels between the nodes, or led through way points, come out with kinks. Where there
 * is nothing in the way, a plain curve that leaves and arrives level reads better; one with a label runs level beneath
 * it. */
#include "ui/layout/layout-job.h"

#include <math.h>

/* Points between two looks at a curve: less than anything it could run through. */
#define SAMPLE 8.0
/* The least distance from nodes, and from other edges' labels. */
#define NODE_ROOM 6.0
#define LABEL_ROOM 2.0
/* A curve needs some length to turn in. */
#define LEAST_LENGTH 12.0
/* Of a bend beside a level stretch: it fits into the gap between two columns. */
#define SHORT_BEND 58.0
/* Five pieces: two to the label, one beneath it, two to the end. */
#define MAX_POINTS 16

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

/* Whether the curve by the four points P comes within ROOM of BOX. */
static gboolean
meets (const MgPoint *p, const MgBox *box, double room)
{
  double top = MIN (p[0].y, p[3].y), bottom = MAX (p[0].y, p[3].y);
  guint n;

  /* Such a curve does not leave the rectangle of its ends. */
  if (p[0].x > box->x + box->width + room || p[3].x < box->x - room || top > box->y + box->height + room
      || bottom < box->y - room)
    return FALSE;
  n = 8 + (guint) ((p[3].x - p[0].x + bottom - top) / SAMPLE);
  for (guint s = 0; s <= n; s++)
    if (hits (box, room, point_at (p, (double) s / n)))
      return TRUE;
  return FALSE;
}

/* Whether the curve by the four points P of edge E stays clear of everything that is not its own. */
static gboolean
is_clear (const MgLayoutJob *job, const MgPlacement *placement, guint e, const MgPoint *p)
{
  for (guint i = 0; i < job->n_nodes; i++)
    if (i != job->edges[e].from && i != job->edges[e].to && meets (p, &placement->nodes[i], NODE_ROOM))
      return FALSE;
  for (guint i = 0; i < job->n_edges; i++)
    if (i != e && placement->edges[i].label.width > 0.0 && meets (p, &placement->edges[i].label, LABEL_ROOM))
      return FALSE;
  return TRUE;
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

/* A way under construction: each piece leaves and arrives level, so that any two fit together. */
typedef struct
{
  const MgLayoutJob *job;
  const MgPlacement *placement;
  guint edge;
  MgPoint p[MAX_POINTS];
  guint n;
} Way;

/* Continues WAY to B with the turn at TURN (0 … 1) of the way; FALSE when something is in the way. */
static gboolean
bend_to (Way *way, MgPoint b, double turn)
{
  MgPoint *p = way->p + way->n - 1;
  double middle = p->x + (b.x - p->x) * turn;

  p[1] = (MgPoint){ middle, p->y };
  p[2] = (MgPoint){ middle, b.y };
  p[3] = b;
  way->n += 3;
  return is_clear (way->job, way->placement, way->edge, p);
}

/* Continues WAY to B in one bend, or level with a short bend at one end. FALSE, and WAY as it was, when all are
 * blocked. */
static gboolean
lead_to (Way *way, MgPoint b)
{
  static const double turns[] = { 0.5, 0.65, 0.35 };
  const MgPoint a = way->p[way->n - 1];
  guint n = way->n;

  if (b.x - a.x < LEAST_LENGTH)
    return FALSE;
  for (guint t = 0; t < G_N_ELEMENTS (turns); t++, way->n = n)
    if (bend_to (way, b, turns[t]))
      return TRUE;
  if (b.x - a.x < 1.5 * SHORT_BEND)
    return FALSE;
  if (bend_to (way, (MgPoint){ b.x - SHORT_BEND, a.y }, 0.5) && bend_to (way, b, 0.5))
    return TRUE;
  way->n = n;
  if (bend_to (way, (MgPoint){ a.x + SHORT_BEND, b.y }, 0.5) && bend_to (way, b, 0.5))
    return TRUE;
  way->n = n;
  return FALSE;
}

/* By way of a lane: level in the middle, at a height that the old route passes as well. */
static gboolean
lead_by_lane (Way *way, MgPoint end)
{
  const MgRoute *route = &way->placement->edges[way->edge];
  const MgPoint start = way->p[0];

  for (guint k = 0; k + 3 < route->n; k += 3)
    for (guint s = 1; s <= 3; s++)
      {
        MgPoint lane = point_at (route->points + k, s / 4.0);

        lane.x = (start.x + end.x) / 2;
        if (lead_to (way, lane) && lead_to (way, end))
          return TRUE;
        way->n = 1;
      }
  return FALSE;
}

/* A plain way that nothing is in: beneath its label, if it has one. */
static gboolean
find_way (Way *way, MgPoint start, MgPoint end)
{
  const MgBox *label = &way->placement->edges[way->edge].label;
  MgPoint left = { label->x, label->y + label->height }, right = { label->x + label->width, left.y };

  way->p[0] = start;
  way->n = 1;
  if (label->width > 0.0)
    return lead_to (way, left) && bend_to (way, right, 0.5) && lead_to (way, end);
  return lead_to (way, end) || lead_by_lane (way, end);
}

void
mg_layout_smooth (const MgLayoutJob *job, MgPlacement *placement)
{
  for (guint e = 0; e < job->n_edges; e++)
    {
      MgRoute *route = &placement->edges[e];
      const MgBox *from = &placement->nodes[job->edges[e].from], *to = &placement->nodes[job->edges[e].to];
      MgPoint start = { from->x + from->width, from->y + from->height / 2 };
      MgPoint tip = { to->x, to->y + to->height / 2 };
      Way way = { .job = job, .placement = placement, .edge = e };

      if (!job->edges[e].ports || has_twin (job, e)
          || !find_way (&way, start, (MgPoint){ tip.x - job->edges[e].arrow, tip.y }))
        continue;
      g_free (route->points);
      route->points = g_memdup2 (way.p, way.n * sizeof *way.p);
      route->n = way.n;
      route->tip = tip;
    }
}
