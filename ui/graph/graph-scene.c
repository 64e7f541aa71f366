#include "ui/graph/graph-scene.h"

#include <math.h>

#include "ui/graph/graph-edge.h"

static MgGraphScene *
scene_alloc (guint n_nodes, guint n_edges)
{
  MgGraphScene *scene = g_new0 (MgGraphScene, 1);

  scene->n_nodes = n_nodes;
  scene->n_edges = n_edges;
  scene->boxes = g_new0 (MgBox, n_nodes);
  scene->node_opacity = g_new (double, n_nodes);
  scene->routes = g_new0 (MgRoute, n_edges);
  scene->edge_opacity = g_new (double, n_edges);
  for (guint i = 0; i < n_nodes; i++)
    scene->node_opacity[i] = 1;
  for (guint e = 0; e < n_edges; e++)
    scene->edge_opacity[e] = 1;
  return scene;
}

void
mg_graph_scene_free (MgGraphScene *scene)
{
  if (scene == NULL)
    return;
  for (guint e = 0; e < scene->n_edges; e++)
    g_free (scene->routes[e].points);
  g_free (scene->boxes);
  g_free (scene->node_opacity);
  g_free (scene->routes);
  g_free (scene->edge_opacity);
  g_free (scene);
}

static MgBox
flip_box (MgBox box, double width)
{
  box.x = width - box.x - box.width;
  return box;
}

static MgRoute
copy_route (const MgRoute *route, gboolean mirrored, double width)
{
  MgRoute copy = *route;

  copy.points = g_memdup2 (route->points, sizeof (MgPoint) * route->n);
  if (mirrored)
    {
      for (guint i = 0; i < copy.n; i++)
        copy.points[i].x = width - copy.points[i].x;
      copy.tip.x = width - copy.tip.x;
      copy.label = flip_box (copy.label, width);
    }
  return copy;
}

static void
join (MgBox *world, const MgBox *box)
{
  double x1 = MAX (world->x + world->width, box->x + box->width);
  double y1 = MAX (world->y + world->height, box->y + box->height);

  if (world->width <= 0)
    {
      *world = *box;
      return;
    }
  world->x = MIN (world->x, box->x);
  world->y = MIN (world->y, box->y);
  world->width = x1 - world->x;
  world->height = y1 - world->y;
}

static void
find_world (MgGraphScene *scene)
{
  scene->world = (MgBox){ 0, 0, 0, 0 };
  for (guint i = 0; i < scene->n_nodes; i++)
    join (&scene->world, &scene->boxes[i]);
  for (guint e = 0; e < scene->n_edges; e++)
    {
      MgBox bounds = mg_graph_edge_bounds (&scene->routes[e]);

      join (&scene->world, &bounds);
      if (scene->routes[e].label.width > 0)
        join (&scene->world, &scene->routes[e].label);
    }
}

MgGraphScene *
mg_graph_scene_new (const MgPicture *picture, const MgPlacement *placement, gboolean mirrored)
{
  MgGraphScene *scene = scene_alloc (picture->n_nodes, picture->n_edges);

  for (guint i = 0; i < scene->n_nodes; i++)
    scene->boxes[i] = mirrored ? flip_box (placement->nodes[i], placement->width) : placement->nodes[i];
  for (guint e = 0; e < scene->n_edges; e++)
    {
      const MgPictureEdge *edge = &picture->edges[e];

      scene->routes[e] = copy_route (&placement->edges[e], mirrored, placement->width);
      if (scene->routes[e].n < 4)
        mg_graph_edge_straight (&scene->boxes[edge->from], &scene->boxes[edge->to], &scene->routes[e]);
    }
  find_world (scene);
  return scene;
}

static gboolean
overlap (const MgBox *a, const MgBox *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

gboolean
mg_graph_scene_covers (const MgGraphScene *scene, const MgBox *box)
{
  for (guint i = 0; i < scene->n_nodes; i++)
    if (overlap (&scene->boxes[i], box))
      return TRUE;
  for (guint e = 0; e < scene->n_edges; e++)
    {
      const MgRoute *route = &scene->routes[e];
      MgBox bounds = mg_graph_edge_bounds (route);

      if (route->label.width > 0 && overlap (&route->label, box))
        return TRUE;
      if (overlap (&bounds, box) && mg_graph_edge_enters (route, box))
        return TRUE;
    }
  return FALSE;
}

/* id → index + 1 */
static GHashTable *
index_nodes (const MgPicture *picture)
{
  GHashTable *index = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < picture->n_nodes; i++)
    g_hash_table_insert (index, &picture->nodes[i].id, GUINT_TO_POINTER (i + 1));
  return index;
}

static guint
lookup (GHashTable *index, guint64 id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (index, &id)) - 1; /* absent: G_MAXUINT */
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
median (GArray *values)
{
  g_array_sort (values, compare_doubles);
  return g_array_index (values, double, (values->len - 1) / 2);
}

/* Boxes may change their size: their middle is what counts. */
static MgPoint
moved (const MgBox *from, const MgBox *to)
{
  return (MgPoint){ to->x + to->width / 2 - from->x - from->width / 2,
                    to->y + to->height / 2 - from->y - from->height / 2 };
}

gboolean
mg_graph_scene_shift (const MgPicture *old_picture,
                      const MgGraphScene *old,
                      const MgPicture *new_picture,
                      const MgGraphScene *new,
                      guint64 anchor,
                      MgPoint *shift)
{
  g_autoptr (GHashTable) index = index_nodes (old_picture);
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) ys = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < new->n_nodes; i++)
    {
      guint k = lookup (index, new_picture->nodes[i].id);
      MgPoint step;

      if (k == G_MAXUINT)
        continue;
      step = moved (&old->boxes[k], &new->boxes[i]);
      if (new_picture->nodes[i].id == anchor)
        {
          *shift = step;
          return TRUE;
        }
      g_array_append_val (xs, step.x);
      g_array_append_val (ys, step.y);
    }
  if (xs->len == 0)
    return FALSE;
  *shift = (MgPoint){ median (xs), median (ys) };
  return TRUE;
}

static double
mix (double from, double to, double t)
{
  return from + (to - from) * t;
}

static MgPoint
mix_point (MgPoint from, MgPoint shift, MgPoint to, double t)
{
  return (MgPoint){ mix (from.x + shift.x, to.x, t), mix (from.y + shift.y, to.y, t) };
}

/* The size is the new one at once: texts do not stretch. */
static MgBox
mix_box (const MgBox *from, MgPoint shift, const MgBox *to, double t)
{
  MgPoint step = moved (from, to);

  return (MgBox){ to->x - (step.x - shift.x) * (1 - t), to->y - (step.y - shift.y) * (1 - t), to->width, to->height };
}

static void
mix_nodes (MgGraphScene *scene,
           GHashTable *index,
           const MgGraphScene *old,
           MgPoint shift,
           const MgPicture *picture,
           const MgGraphScene *new,
           double t)
{
  for (guint i = 0; i < new->n_nodes; i++)
    {
      guint k = lookup (index, picture->nodes[i].id);

      scene->boxes[i] = k == G_MAXUINT ? new->boxes[i] : mix_box (&old->boxes[k], shift, &new->boxes[i], t);
      scene->node_opacity[i] = k == G_MAXUINT ? t : 1;
    }
}

/* The edge of OLD_PICTURE between nodes A and B; parallel edges are matched in order of the picture, the N-th to the
 * N-th. */
static guint
find_edge (const MgPicture *old_picture, guint a, guint b, guint n)
{
  for (guint e = 0; a != G_MAXUINT && b != G_MAXUINT && e < old_picture->n_edges; e++)
    if (old_picture->edges[e].from == a && old_picture->edges[e].to == b && n-- == 0)
      return e;
  return G_MAXUINT;
}

static guint
parallel_before (const MgPicture *picture, guint edge)
{
  guint n = 0;

  for (guint e = 0; e < edge; e++)
    n += picture->edges[e].from == picture->edges[edge].from && picture->edges[e].to == picture->edges[edge].to;
  return n;
}

static void
mix_route (MgRoute *route, const MgRoute *from, MgPoint shift, const MgRoute *to, double t)
{
  *route = copy_route (to, FALSE, 0);
  for (guint i = 0; i < route->n; i++)
    route->points[i] = mix_point (from->points[i], shift, to->points[i], t);
  route->tip = mix_point (from->tip, shift, to->tip, t);
  if (to->label.width > 0 && from->label.width > 0)
    route->label = mix_box (&from->label, shift, &to->label, t);
}

MgGraphScene *
mg_graph_scene_between (const MgPicture *old_picture,
                        const MgGraphScene *old,
                        MgPoint shift,
                        const MgPicture *new_picture,
                        const MgGraphScene *new,
                        double t)
{
  g_autoptr (GHashTable) index = index_nodes (old_picture);
  MgGraphScene *scene = scene_alloc (new->n_nodes, new->n_edges);

  mix_nodes (scene, index, old, shift, new_picture, new, t);
  for (guint e = 0; e < new->n_edges; e++)
    {
      const MgPictureEdge *edge = &new_picture->edges[e];
      guint k = find_edge (old_picture, lookup (index, new_picture->nodes[edge->from].id),
                           lookup (index, new_picture->nodes[edge->to].id), parallel_before (new_picture, e));

      if (k != G_MAXUINT && old->routes[k].n == new->routes[e].n)
        mix_route (&scene->routes[e], &old->routes[k], shift, &new->routes[e], t);
      else
        {
          scene->routes[e] = copy_route (&new->routes[e], FALSE, 0);
          scene->edge_opacity[e] = t;
        }
    }
  scene->world = new->world;
  return scene;
}
