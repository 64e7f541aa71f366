#include "ui/graph/graph-nav.h"

#include <math.h>

static MgPoint
centre (const MgBox *box)
{
  return (MgPoint){ box->x + box->width / 2, box->y + box->height / 2 };
}

/* The neighbour of FROM along an edge that lies on the wanted side (SIGN -1: left, 1: right): the heaviest edge, then
 * the nearest in height. */
static guint
along_edge (const MgPicture *picture, const MgBox *boxes, guint from, double sign)
{
  MgPoint here = centre (&boxes[from]);
  guint best = MG_NAV_NONE;
  guint64 best_weight = 0;
  double best_distance = 0;

  for (guint e = 0; e < picture->n_edges; e++)
    {
      const MgPictureEdge *edge = &picture->edges[e];
      guint other = edge->from == from ? edge->to : edge->to == from ? edge->from : MG_NAV_NONE;
      double distance;

      if (other == MG_NAV_NONE || (centre (&boxes[other]).x - here.x) * sign <= 0)
        continue;
      distance = fabs (centre (&boxes[other]).y - here.y);
      if (best == MG_NAV_NONE || edge->weight > best_weight
          || (edge->weight == best_weight && distance < best_distance))
        {
          best = other;
          best_weight = edge->weight;
          best_distance = distance;
        }
    }
  return best;
}

/* Whether two boxes share a column: their widths overlap. */
static gboolean
same_column (const MgBox *a, const MgBox *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width;
}

/* The nearest node above (SIGN -1) or below: in the same column when there is one, else the nearest at all, height
 * counting double so that "down" does not mean "far to the right". */
static guint
across (const MgPicture *picture, const MgBox *boxes, guint from, double sign)
{
  MgPoint here = centre (&boxes[from]);
  guint best = MG_NAV_NONE;
  gboolean best_column = FALSE;
  double best_distance = 0;

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      MgPoint there = centre (&boxes[i]);
      gboolean column = same_column (&boxes[from], &boxes[i]);
      double distance = fabs (there.y - here.y) * 2 + fabs (there.x - here.x);

      if (i == from || (there.y - here.y) * sign <= 1)
        continue;
      if (best == MG_NAV_NONE || (column && !best_column) || (column == best_column && distance < best_distance))
        {
          best = i;
          best_column = column;
          best_distance = distance;
        }
    }
  return best;
}

guint
mg_graph_nav_step (const MgPicture *picture, const MgBox *boxes, guint from, MgNavMove move)
{
  guint n = picture->n_nodes;

  if (n == 0)
    return MG_NAV_NONE;
  if (move == MG_NAV_FIRST)
    return 0;
  if (move == MG_NAV_LAST)
    return n - 1;
  if (from == MG_NAV_NONE)
    return move == MG_NAV_PREVIOUS || move == MG_NAV_LEFT ? n - 1 : 0;
  switch (move)
    {
    case MG_NAV_LEFT:
      return along_edge (picture, boxes, from, -1);
    case MG_NAV_RIGHT:
      return along_edge (picture, boxes, from, 1);
    case MG_NAV_UP:
      return across (picture, boxes, from, -1);
    case MG_NAV_DOWN:
      return across (picture, boxes, from, 1);
    case MG_NAV_NEXT:
      return from + 1 < n ? from + 1 : MG_NAV_NONE;
    case MG_NAV_PREVIOUS:
      return from > 0 ? from - 1 : MG_NAV_NONE;
    case MG_NAV_FIRST:
    case MG_NAV_LAST:
    default:
      return MG_NAV_NONE;
    }
}

/* Grows the mark from NODE in one direction until nothing changes. A picture is almost sorted (edges ascend in rank),
 * so that one or two rounds do; each round passes all edges. */
static void
grow (const MgPicture *picture, guint node, gboolean forwards, gboolean *reached, gboolean *edges)
{
  gboolean changed = TRUE;

  reached[node] = TRUE;
  while (changed)
    {
      changed = FALSE;
      for (guint k = 0; k < picture->n_edges; k++)
        {
          guint e = forwards ? k : picture->n_edges - 1 - k;
          const MgPictureEdge *edge = &picture->edges[e];
          guint near = forwards ? edge->from : edge->to, far = forwards ? edge->to : edge->from;

          if (!reached[near])
            continue;
          edges[e] = TRUE;
          if (!reached[far])
            reached[far] = changed = TRUE;
        }
    }
}

void
mg_graph_nav_mark_path (const MgPicture *picture, guint node, gboolean *nodes, gboolean *edges)
{
  g_autofree gboolean *back = g_new0 (gboolean, picture->n_nodes);
  g_autofree gboolean *ahead = g_new0 (gboolean, picture->n_nodes);

  for (guint e = 0; e < picture->n_edges; e++)
    edges[e] = FALSE;
  if (node < picture->n_nodes)
    {
      grow (picture, node, FALSE, back, edges);
      grow (picture, node, TRUE, ahead, edges);
    }
  for (guint i = 0; i < picture->n_nodes; i++)
    nodes[i] = back[i] || ahead[i];
}

guint
mg_graph_nav_find (const MgPicture *picture, guint64 id)
{
  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].id == id)
      return i;
  return MG_NAV_NONE;
}
