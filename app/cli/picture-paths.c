#include "app/cli/picture-paths.h"

/* More paths than that are no answer; the weights of the first ones still say how much they cover. */
#define MAX_PATHS 1000

static void
path_clear (gpointer data)
{
  g_free (((MgPicturePath *) data)->edges);
}

/* The heaviest edge out of NODE with something left; n_edges when there is none. */
static guint
heaviest_out (const MgPicture *picture, const guint64 *left, guint node)
{
  guint best = picture->n_edges;

  for (guint e = 0; e < picture->n_edges; e++)
    if (picture->edges[e].from == node && left[e] > 0 && (best == picture->n_edges || left[e] > left[best]))
      best = e;
  return best;
}

/* Where the heaviest path that is left begins: a node without anything that holds it. */
static guint
heaviest_start (const MgPicture *picture, const guint64 *left, const gboolean *held)
{
  guint best = picture->n_edges;

  for (guint e = 0; e < picture->n_edges; e++)
    if (!held[picture->edges[e].from] && left[e] > 0 && (best == picture->n_edges || left[e] > left[best]))
      best = e;
  return best;
}

static void
take_path (const MgPicture *picture, guint64 *left, guint start, GArray *paths)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (guint));
  MgPicturePath path = { .weight = left[start] };

  /* No path is longer than the picture has nodes, even if a picture had a cycle. */
  for (guint e = start; e < picture->n_edges && edges->len < picture->n_nodes;
       e = heaviest_out (picture, left, picture->edges[e].to))
    {
      g_array_append_val (edges, e);
      path.weight = MIN (path.weight, left[e]);
    }
  for (guint i = 0; i < edges->len; i++)
    left[g_array_index (edges, guint, i)] -= path.weight;
  path.n = edges->len;
  path.edges = (guint *) (gpointer) g_array_free (g_steal_pointer (&edges), FALSE);
  g_array_append_val (paths, path);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  const MgPicturePath *x = a, *y = b;

  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  for (guint i = 0; i < MIN (x->n, y->n); i++)
    if (x->edges[i] != y->edges[i])
      return x->edges[i] < y->edges[i] ? -1 : 1;
  return x->n < y->n ? -1 : x->n > y->n;
}

GArray *
mg_picture_paths (const MgPicture *picture)
{
  GArray *paths = g_array_new (FALSE, FALSE, sizeof (MgPicturePath));
  g_autofree guint64 *left = g_new0 (guint64, picture->n_edges + 1);
  g_autofree gboolean *held = g_new0 (gboolean, picture->n_nodes + 1);
  guint start;

  g_array_set_clear_func (paths, path_clear);
  for (guint e = 0; e < picture->n_edges; e++)
    {
      left[e] = MAX (picture->edges[e].weight, 1);
      held[picture->edges[e].to] = TRUE;
    }
  while (paths->len < MAX_PATHS && (start = heaviest_start (picture, left, held)) < picture->n_edges)
    take_path (picture, left, start, paths);
  g_array_sort (paths, compare_paths);
  return paths;
}
