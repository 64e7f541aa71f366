/* Small steps in an otherwise straight line disturb more than they save: nodes that almost lie on one line with what
 * holds them are moved onto it, and labels onto the line of their edge, as far as nothing comes too close. */
#include "ui/layout/layout-job.h"

#include <math.h>
#include <string.h>

/* Steps up to this height, points, are taken away. */
#define STEP 14.0
#define NODE_ROOM 14.0
#define LABEL_ROOM 4.0
#define MAX_WEIGHT 16

static gboolean
near (const MgBox *a, const MgBox *b, double room)
{
  return a->x < b->x + b->width + room && b->x < a->x + a->width + room && a->y < b->y + b->height + room
         && b->y < a->y + a->height + room;
}

/* Whether BOX keeps its distance from all labels but that of EDGE, and from all nodes but those of line LINE. */
static gboolean
is_free (const MgLayoutJob *job,
         const MgPlacement *placement,
         const MgBox *box,
         const guint *line_of,
         guint line,
         guint edge,
         double room)
{
  for (guint i = 0; i < job->n_nodes; i++)
    if ((line_of == NULL || line_of[i] != line) && near (box, &placement->nodes[i], room))
      return FALSE;
  for (guint i = 0; i < job->n_edges; i++)
    if (i != edge && placement->edges[i].label.width > 0.0 && near (box, &placement->edges[i].label, LABEL_ROOM))
      return FALSE;
  return TRUE;
}

/* Moves node I by DY with the ends of all its edges. */
static void
move_node (const MgLayoutJob *job, MgPlacement *placement, guint i, double dy)
{
  placement->nodes[i].y += dy;
  for (guint e = 0; e < job->n_edges; e++)
    {
      MgRoute *route = &placement->edges[e];

      if (route->n < 4)
        continue;
      if (job->edges[e].from == i)
        for (guint k = 0; k < 2; k++)
          route->points[k].y += dy;
      if (job->edges[e].to != i)
        continue;
      for (guint k = route->n - 2; k < route->n; k++)
        route->points[k].y += dy;
      route->tip.y += dy;
    }
}

/* Moves all nodes of LINE by DY, if none comes too close to another. */
static gboolean
try_move (const MgLayoutJob *job, MgPlacement *placement, const guint *line_of, guint line, double dy)
{
  for (guint i = 0; i < job->n_nodes; i++)
    {
      MgBox box = placement->nodes[i];

      box.y += dy;
      if (line_of[i] == line && !is_free (job, placement, &box, line_of, line, G_MAXUINT, NODE_ROOM))
        return FALSE;
    }
  for (guint i = 0; i < job->n_nodes; i++)
    if (line_of[i] == line)
      move_node (job, placement, i, dy);
  return TRUE;
}

static double
middle (const MgBox *box)
{
  return box->y + box->height / 2;
}

/* Nodes that lie on one line move together from then on. Heavy edges come first. */
static void
align_nodes (const MgLayoutJob *job, MgPlacement *placement)
{
  g_autofree guint *line_of = g_new (guint, job->n_nodes);

  for (guint i = 0; i < job->n_nodes; i++)
    line_of[i] = i;
  for (guint weight = MAX_WEIGHT; weight > 0; weight--)
    for (guint e = 0; e < job->n_edges; e++)
      {
        const MgLayoutEdge *edge = &job->edges[e];
        double step = middle (&placement->nodes[edge->from]) - middle (&placement->nodes[edge->to]);
        guint from = line_of[edge->from], to = line_of[edge->to];

        if (edge->weight != weight || !edge->ports || from == to || fabs (step) > STEP)
          continue;
        if (fabs (step) < 0.01 || try_move (job, placement, line_of, to, step)
            || try_move (job, placement, line_of, from, -step))
          for (guint i = 0; i < job->n_nodes; i++)
            if (line_of[i] == to)
              line_of[i] = from;
      }
}

/* Puts the lower edge of E's label at height Y, if that is near and free. */
static gboolean
try_label (const MgLayoutJob *job, MgPlacement *placement, guint e, double y)
{
  MgBox box = placement->edges[e].label;

  if (fabs (y - (box.y + box.height)) > STEP)
    return FALSE;
  box.y = y - box.height;
  if (!is_free (job, placement, &box, NULL, 0, e, LABEL_ROOM))
    return FALSE;
  placement->edges[e].label = box;
  return TRUE;
}

void
mg_layout_align (const MgLayoutJob *job, MgPlacement *placement)
{
  align_nodes (job, placement);
  for (guint e = 0; e < job->n_edges; e++)
    {
      const MgLayoutEdge *edge = &job->edges[e];

      if (edge->ports && placement->edges[e].label.width > 0.0
          && !try_label (job, placement, e, middle (&placement->nodes[edge->from])))
        try_label (job, placement, e, middle (&placement->nodes[edge->to]));
    }
}
