/* Our own layered placement. Heights: each layer in turn moves its items to the middle of their neighbours, as near as
 * their order and the room between them allow. Widths: columns of nodes with a gap for the widest label between. */
#include "ui/layout/layout-job.h"
#include "ui/layout/layout-layers.h"

#include <math.h>

#define NODE_GAP 22.0
#define COLUMN_GAP 72.0
#define LABEL_GAP 36.0
#define LANE_GAP 16.0
#define TURN 40.0
#define PASSES 16

/* Items that had to be pushed together: they move as one. */
typedef struct
{
  double sum, weight; /* of the wished places of its items, each moved to where the first would be */
  guint first;
} Block;

/* What item I of the order keeps from its upper neighbour. */
static double
room_between (const MgLayers *layers, const GArray *order, guint i)
{
  const MgLayerItem *above = mg_layers_item (layers, g_array_index (order, guint, i - 1));
  const MgLayerItem *item = mg_layers_item (layers, g_array_index (order, guint, i));
  gboolean nodes = above->node != MG_LAYERS_NONE || item->node != MG_LAYERS_NONE;

  return above->below + item->above + (nodes ? NODE_GAP : 2.0);
}

/* The places nearest to WISH (least squares) that keep the order and the room: pool adjacent violators. */
static void
settle (MgLayers *layers, const GArray *order, const double *wish, const double *weight)
{
  g_autofree Block *blocks = g_new (Block, order->len);
  g_autofree double *offset = g_new (double, order->len);
  guint n = 0;

  for (guint i = 0; i < order->len; i++)
    {
      offset[i] = i == 0 ? 0.0 : offset[i - 1] + room_between (layers, order, i);
      blocks[n++] = (Block){ weight[i] * (wish[i] - offset[i]), weight[i], i };
      while (n > 1 && blocks[n - 2].sum / blocks[n - 2].weight > blocks[n - 1].sum / blocks[n - 1].weight)
        {
          blocks[n - 2].sum += blocks[n - 1].sum;
          blocks[n - 2].weight += blocks[n - 1].weight;
          n--;
        }
    }
  for (guint b = 0; b < n; b++)
    for (guint i = blocks[b].first; i < (b + 1 < n ? blocks[b + 1].first : order->len); i++)
      mg_layers_item (layers, g_array_index (order, guint, i))->y = blocks[b].sum / blocks[b].weight + offset[i];
}

/* Where an item would like to be: in the middle of its neighbours on the sides asked for. Returns how many. */
static guint
wish_of (const MgLayers *layers, const MgLayerItem *item, gboolean left, gboolean right, double *wish)
{
  double sum = 0.0;
  guint n = 0;

  for (guint k = 0; left && k < item->n_in; k++, n++)
    sum += mg_layers_item (layers, layers->left[item->first_in + k])->y;
  for (guint k = 0; right && k < item->n_out; k++, n++)
    sum += mg_layers_item (layers, layers->right[item->first_out + k])->y;
  *wish = n > 0 ? sum / n : item->y;
  return n;
}

static void
settle_layer (MgLayers *layers, guint layer, gboolean left, gboolean right)
{
  const GArray *order = g_ptr_array_index (layers->order, layer);
  g_autofree double *wish = g_new (double, order->len);
  g_autofree double *weight = g_new (double, order->len);

  for (guint i = 0; i < order->len; i++)
    {
      const MgLayerItem *item = mg_layers_item (layers, g_array_index (order, guint, i));
      guint n = wish_of (layers, item, left, right, &wish[i]);

      /* An edge that passes wants to be straight more than a node wants to be in the middle. */
      weight[i] = n == 0 ? 0.01 : item->node == MG_LAYERS_NONE ? 4.0 : 1.0;
    }
  settle (layers, order, wish, weight);
}

static void
place_heights (MgLayers *layers)
{
  for (guint layer = 0; layer < layers->n_layers; layer++)
    settle_layer (layers, layer, FALSE, FALSE);
  for (guint pass = 0; pass < PASSES; pass++)
    {
      gboolean last = pass + 2 >= PASSES, right = pass % 2 == 1;

      for (guint k = 0; k < layers->n_layers; k++)
        settle_layer (layers, right ? layers->n_layers - 1 - k : k, last || !right, last || right);
    }
}

/* The left edge of each column of nodes (x[2 r]) and its width; the gap after it is as wide as its labels need. */
static void
place_columns (const MgLayoutJob *job, const MgLayers *layers, double *x, double *width)
{
  g_autofree double *gap = g_new0 (double, layers->n_layers + 1);
  double at = 0.0;

  for (guint i = 0; i < layers->items->len; i++)
    {
      const MgLayerItem *item = mg_layers_item (layers, i);

      if (item->node != MG_LAYERS_NONE)
        width[item->layer] = MAX (width[item->layer], job->nodes[item->node].extent.width);
      else if (item->edge != MG_LAYERS_NONE)
        gap[item->layer] = MAX (gap[item->layer], job->edges[item->edge].label.width + job->edges[item->edge].arrow);
    }
  for (guint layer = 0; layer < layers->n_layers; layer++)
    {
      x[layer] = at;
      if (layer % 2 == 1)
        width[layer] = MAX (COLUMN_GAP, gap[layer] + 2 * LABEL_GAP);
      at += width[layer];
    }
}

static void
add_point (GArray *points, double x, double y)
{
  MgPoint point = { x, y };

  g_array_append_val (points, point);
}

/* Continues POINTS to (X, Y), leaving and arriving level. */
static void
bend_to (GArray *points, double x, double y)
{
  const MgPoint *last = &g_array_index (points, MgPoint, points->len - 1);
  double middle = (last->x + x) / 2, from = last->y;

  add_point (points, middle, from);
  add_point (points, middle, y);
  add_point (points, x, y);
}

static void
take_points (MgRoute *route, GArray *points)
{
  route->n = points->len;
  route->points = (MgPoint *) g_array_free (points, FALSE);
}

static void
route_forward (
    const MgLayoutJob *job, const MgLayers *layers, guint e, const double *x, const double *width, MgPlacement *out)
{
  const MgLayoutEdge *edge = &job->edges[e];
  const MgBox *from = &out->nodes[edge->from], *to = &out->nodes[edge->to];
  guint from_layer = 2 * layers->rank[edge->from], to_layer = 2 * layers->rank[edge->to];
  MgRoute *route = &out->edges[e];
  GArray *points = g_array_new (FALSE, FALSE, sizeof (MgPoint));

  /* Level to the edge of the column first: its other nodes may be wider. */
  add_point (points, from->x + from->width, from->y + from->height / 2);
  if (from->x + from->width < x[from_layer] + width[from_layer])
    bend_to (points, x[from_layer] + width[from_layer], from->y + from->height / 2);
  for (guint k = 0; k < layers->n_ways[e]; k++)
    {
      const MgLayerItem *item = mg_layers_item (layers, layers->first_way[e] + k);
      double left = x[item->layer], right = left + width[item->layer];

      if (item->layer % 2 == 1)
        {
          /* Without labels in the gap there is nothing to go around. */
          if (width[item->layer] <= COLUMN_GAP)
            continue;
          left += LABEL_GAP;
          right -= LABEL_GAP + edge->arrow;
          if (item->edge != MG_LAYERS_NONE)
            route->label = (MgBox){ (left + right - edge->label.width) / 2, item->y - edge->label.height,
                                    edge->label.width, edge->label.height };
        }
      bend_to (points, left, item->y);
      if (right > left)
        bend_to (points, right, item->y);
    }
  route->tip = (MgPoint){ to->x, to->y + to->height / 2 };
  bend_to (points, x[to_layer] - edge->arrow, route->tip.y);
  if (route->tip.x > x[to_layer])
    bend_to (points, route->tip.x - edge->arrow, route->tip.y);
  take_points (route, points);
}

/* Out at the right, up into a lane above everything, and in again at the left. Returns the top of what it used. */
static double
route_back (const MgLayoutEdge *edge, MgPlacement *out, MgRoute *route, double top)
{
  const MgBox *from = &out->nodes[edge->from], *to = &out->nodes[edge->to];
  double right = from->x + from->width, out_y = from->y + from->height / 2, in_y = to->y + to->height / 2;
  double lane = top - LANE_GAP, left = to->x - edge->arrow;
  GArray *points = g_array_new (FALSE, FALSE, sizeof (MgPoint));

  add_point (points, right, out_y);
  add_point (points, right + TURN, out_y);
  add_point (points, right + TURN, lane);
  add_point (points, right, lane);
  bend_to (points, left, lane);
  add_point (points, left - TURN, lane);
  add_point (points, left - TURN, in_y);
  add_point (points, left, in_y);
  take_points (route, points);
  route->tip = (MgPoint){ to->x, in_y };
  route->label = (MgBox){ (left + right - edge->label.width) / 2, lane - edge->label.height, edge->label.width,
                          edge->label.height };
  return lane - edge->label.height;
}

static void
route_loop (const MgLayoutEdge *edge, const MgBox *box, MgRoute *route)
{
  double right = box->x + box->width * 0.7, left = box->x + box->width * 0.3, high = box->y - TURN * 0.6;
  GArray *points = g_array_new (FALSE, FALSE, sizeof (MgPoint));

  add_point (points, right, box->y);
  add_point (points, right, high);
  add_point (points, left, high);
  add_point (points, left, box->y - edge->arrow);
  take_points (route, points);
  route->tip = (MgPoint){ left, box->y };
  route->label = (MgBox){ box->x + (box->width - edge->label.width) / 2, high - edge->label.height, edge->label.width,
                          edge->label.height };
}

static double
top_of (const MgLayers *layers)
{
  double top = 0.0;

  for (guint i = 0; i < layers->items->len; i++)
    top = MIN (top, mg_layers_item (layers, i)->y - mg_layers_item (layers, i)->above);
  return top;
}

MgPlacement *
mg_layout_own (const MgLayoutJob *job)
{
  g_autoptr (MgLayers) layers = mg_layers_new (job);
  MgPlacement *placement = mg_placement_new (job->n_nodes, job->n_edges);
  g_autofree double *x = g_new0 (double, layers->n_layers + 1);
  g_autofree double *width = g_new0 (double, layers->n_layers + 1);
  double top;

  placement->method = MG_LAYOUT_OWN;
  place_heights (layers);
  place_columns (job, layers, x, width);
  for (guint i = 0; i < job->n_nodes; i++)
    {
      const MgLayerItem *item = mg_layers_item (layers, i);
      const MgExtent *extent = &job->nodes[i].extent;

      placement->nodes[i] = (MgBox){ x[item->layer] + (width[item->layer] - extent->width) / 2,
                                     item->y - extent->height / 2, extent->width, extent->height };
    }
  top = top_of (layers);
  for (guint e = 0; e < job->n_edges; e++)
    {
      const MgLayoutEdge *edge = &job->edges[e];

      if (edge->from == edge->to)
        route_loop (edge, &placement->nodes[edge->from], &placement->edges[e]);
      else if (layers->back[e])
        top = route_back (edge, placement, &placement->edges[e], top);
      else
        route_forward (job, layers, e, x, width, placement);
    }
  return placement;
}

MgPlacement *
mg_layout_fallback (const MgPicture *picture, const MgLayoutRequest *request)
{
  g_autoptr (MgLayoutJob) job = mg_layout_job_new (picture, request);

  return mg_layout_job_finish (job, mg_layout_own (job));
}
