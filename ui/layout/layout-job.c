#include "ui/layout/layout-job.h"

#include <math.h>

#define SMALLEST 1.0
#define LARGEST 20000.0
#define CURVE_SAMPLES 32
/* Half of the widest line. */
#define LINE_ROOM 3.0

/* A place in an order: sorted by key, then by number. */
typedef struct
{
  double key, second;
  guint index;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->second != y->second)
    return x->second < y->second ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void
sort_places (Place *places, guint n)
{
  if (n > 1)
    qsort (places, n, sizeof *places, compare_places);
}

static double
sane (double value, double least)
{
  return isfinite (value) ? CLAMP (value, least, LARGEST) : least;
}

static GHashTable *
index_ids (const MgPicture *picture)
{
  GHashTable *ids = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < picture->n_nodes; i++)
    g_hash_table_insert (ids, &picture->nodes[i].id, GUINT_TO_POINTER (i + 1));
  return ids;
}

/* The place of the node in IDS, or -1. */
static int
find_id (GHashTable *ids, guint64 id)
{
  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (ids, &id)) - 1;
}

/* Where the stub was that a new child of the OLD node PARENT came out of: the height of a child that is gone. */
static double
height_of_gone_child (const MgLayoutRequest *request, const double *old_y, const gboolean *kept, guint parent)
{
  const MgPicture *old = request->old_picture;

  for (guint e = 0; e < old->n_edges; e++)
    if (old->edges[e].from == parent && !kept[old->edges[e].to])
      return old_y[old->edges[e].to];
  return old_y[parent];
}

/* Gives each node of PICTURE that was on screen its old height, and each new one that of what it came out of. */
static void
take_old_heights (const MgPicture *picture, const MgLayoutRequest *request, double *key)
{
  const MgPicture *old = request->old_picture;
  g_autoptr (GHashTable) old_ids = index_ids (old);
  g_autofree gboolean *kept = g_new0 (gboolean, old->n_nodes);
  g_autofree double *old_y = g_new (double, old->n_nodes);
  g_autofree int *was = g_new (int, picture->n_nodes);

  for (guint i = 0; i < old->n_nodes; i++)
    old_y[i] = sane (request->old->nodes[i].y + request->old->nodes[i].height / 2, 0.0);
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      was[i] = find_id (old_ids, picture->nodes[i].id);
      key[i] = was[i] >= 0 ? old_y[was[i]] : NAN;
      if (was[i] >= 0)
        kept[was[i]] = TRUE;
    }
  /* Edges are in the order of ranks, so a chain of new nodes is filled in one pass. */
  for (guint e = 0; e < picture->n_edges; e++)
    {
      guint from = picture->edges[e].from, to = picture->edges[e].to;

      if (isnan (key[to]) && !isnan (key[from]))
        key[to] = was[from] >= 0 ? height_of_gone_child (request, old_y, kept, (guint) was[from]) : key[from];
    }
  for (guint i = 0; i < picture->n_nodes; i++)
    if (isnan (key[i]))
      key[i] = LARGEST;
}

/* Roots, and a stub that stands for further roots, belong to the first column. */
static gboolean
is_first (const MgPicture *picture, guint node)
{
  if (picture->nodes[node].kind != MG_PICTURE_STUB)
    return picture->nodes[node].kind == MG_PICTURE_ROOT;
  for (guint e = 0; e < picture->n_edges; e++)
    if (picture->edges[e].to == node)
      return FALSE;
  return TRUE;
}

static gboolean
has_hint (const MgLayoutRequest *request)
{
  return request->old_picture != NULL && request->old != NULL && request->old->n_nodes == request->old_picture->n_nodes;
}

/* Which node comes when: rank_of_node[i] is the place of the picture's node i in the job. */
static guint *
order_nodes (const MgPicture *picture, const MgLayoutRequest *request, MgLayoutJob *job)
{
  g_autofree double *key = g_new0 (double, picture->n_nodes);
  g_autofree Place *places = g_new (Place, picture->n_nodes);
  guint *place_of = g_new (guint, picture->n_nodes);

  if (has_hint (request))
    take_old_heights (picture, request, key);
  else
    for (guint i = 0; i < picture->n_nodes; i++)
      key[i] = picture->nodes[i].kind == MG_PICTURE_STUB ? 1.0 : 0.0;
  for (guint i = 0; i < picture->n_nodes; i++)
    places[i] = (Place){ key[i], 0.0, i };
  sort_places (places, picture->n_nodes);
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      const MgPictureNode *node = &picture->nodes[places[i].index];

      job->node_place[i] = places[i].index;
      place_of[places[i].index] = i;
      job->nodes[i].extent.width = sane (request->nodes[places[i].index].width, SMALLEST);
      job->nodes[i].extent.height = sane (request->nodes[places[i].index].height, SMALLEST);
      job->nodes[i].rank = node->kind == MG_PICTURE_SUBJECT      ? MG_LAYOUT_RANK_LAST
                           : is_first (picture, places[i].index) ? MG_LAYOUT_RANK_FIRST
                                                                 : MG_LAYOUT_RANK_ANY;
    }
  return place_of;
}

static void
fill_edge (const MgPicture *picture, const MgLayoutRequest *request, guint e, const guint *place_of, MgLayoutEdge *edge)
{
  const MgPictureEdge *from = &picture->edges[e];
  double share = CLAMP (from->share, 0.0, 1.0);

  edge->from = place_of[from->from];
  edge->to = place_of[from->to];
  edge->weight = 1 + (guint) (share * 8.0 + 0.5);
  edge->arrow = mg_placement_arrow_length (picture, e);
  /* An edge that leads back would have to swing around both nodes to use those ports. */
  edge->ports = picture->nodes[from->from].rank < picture->nodes[from->to].rank;
  if (request->labels != NULL && request->labels[e].width > 0.0)
    {
      edge->label.width = sane (request->labels[e].width, SMALLEST);
      edge->label.height = sane (request->labels[e].height, SMALLEST);
    }
}

/* Whether the job is a forest whose leaves meet in the subject: then a strict order costs no crossing. */
static gboolean
is_forest (const MgLayoutJob *job)
{
  g_autofree guint *parents = g_new0 (guint, job->n_nodes);

  for (guint i = 0; i < job->n_edges; i++)
    {
      const MgLayoutEdge *edge = &job->edges[i];

      if (!edge->ports || (job->nodes[edge->to].rank != MG_LAYOUT_RANK_LAST && ++parents[edge->to] > 1))
        return FALSE;
    }
  return TRUE;
}

MgLayoutJob *
mg_layout_job_new (const MgPicture *picture, const MgLayoutRequest *request)
{
  MgLayoutJob *job = mg_layout_job_alloc (picture->n_nodes, picture->n_edges);
  g_autofree guint *place_of = order_nodes (picture, request, job);
  g_autofree Place *places = g_new (Place, picture->n_edges);
  gboolean hint = has_hint (request);

  for (guint e = 0; e < picture->n_edges; e++)
    {
      const MgPictureEdge *edge = &picture->edges[e];
      gboolean stub = picture->nodes[edge->to].kind == MG_PICTURE_STUB;

      places[e] = (Place){ place_of[edge->from], hint ? place_of[edge->to] : stub ? 1.0 : -(double) edge->weight, e };
    }
  sort_places (places, picture->n_edges);
  for (guint e = 0; e < picture->n_edges; e++)
    {
      job->edge_place[e] = places[e].index;
      fill_edge (picture, request, places[e].index, place_of, &job->edges[e]);
    }
  job->ordered = is_forest (job);
  return job;
}

typedef struct
{
  double left, top, right, bottom;
} Bounds;

static void
widen (Bounds *bounds, double left, double top, double right, double bottom)
{
  bounds->left = MIN (bounds->left, left);
  bounds->top = MIN (bounds->top, top);
  bounds->right = MAX (bounds->right, right);
  bounds->bottom = MAX (bounds->bottom, bottom);
}

static void
widen_by_box (Bounds *bounds, const MgBox *box)
{
  widen (bounds, box->x, box->y, box->x + box->width, box->y + box->height);
}

/* By points on the curve: its control points may lie far outside. */
static void
widen_by_curve (Bounds *bounds, const MgPoint *p)
{
  for (guint i = 0; i <= CURVE_SAMPLES; i++)
    {
      double t = (double) i / CURVE_SAMPLES, u = 1.0 - t;
      double x = u * u * u * p[0].x + 3 * u * u * t * p[1].x + 3 * u * t * t * p[2].x + t * t * t * p[3].x;
      double y = u * u * u * p[0].y + 3 * u * u * t * p[1].y + 3 * u * t * t * p[2].y + t * t * t * p[3].y;

      widen (bounds, x - LINE_ROOM, y - LINE_ROOM, x + LINE_ROOM, y + LINE_ROOM);
    }
}

static Bounds
measure (const MgPlacement *placement)
{
  Bounds bounds = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  for (guint i = 0; i < placement->n_nodes; i++)
    widen_by_box (&bounds, &placement->nodes[i]);
  for (guint i = 0; i < placement->n_edges; i++)
    {
      const MgRoute *route = &placement->edges[i];

      if (route->label.width > 0.0)
        widen_by_box (&bounds, &route->label);
      for (guint k = 0; k + 3 < route->n; k += 3)
        widen_by_curve (&bounds, route->points + k);
    }
  return bounds;
}

static void
move (MgPlacement *placement, double x, double y)
{
  for (guint i = 0; i < placement->n_nodes; i++)
    {
      placement->nodes[i].x += x;
      placement->nodes[i].y += y;
    }
  for (guint i = 0; i < placement->n_edges; i++)
    {
      MgRoute *route = &placement->edges[i];

      route->tip.x += x;
      route->tip.y += y;
      route->label.x += x;
      route->label.y += y;
      for (guint k = 0; k < route->n; k++)
        {
          route->points[k].x += x;
          route->points[k].y += y;
        }
    }
}

MgPlacement *
mg_layout_job_finish (const MgLayoutJob *job, MgPlacement *result)
{
  g_autoptr (MgPlacement) ordered = result;
  MgPlacement *placement = mg_placement_new (job->n_nodes, job->n_edges);
  Bounds bounds;

  mg_layout_align (job, ordered);
  mg_layout_smooth (job, ordered);
  placement->method = ordered->method;
  for (guint i = 0; i < job->n_nodes; i++)
    placement->nodes[job->node_place[i]] = ordered->nodes[i];
  for (guint i = 0; i < job->n_edges; i++)
    {
      placement->edges[job->edge_place[i]] = ordered->edges[i];
      ordered->edges[i].points = NULL;
    }
  if (job->n_nodes == 0)
    return placement;
  bounds = measure (placement);
  move (placement, -bounds.left, -bounds.top);
  placement->width = bounds.right - bounds.left;
  placement->height = bounds.bottom - bounds.top;
  return placement;
}
