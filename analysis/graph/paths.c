#include "analysis/graph/paths.h"

#include "analysis/base/bitmap.h"
#include "analysis/graph/path-search.h"

/* A path may share at most SHARED_MOST / SHARED_OF of its nodes above the subject with an earlier one. */
#define SHARED_MOST 4
#define SHARED_OF 5

/* When the path with the usual penalties is too similar, one more search tells whether a long detour is not. */
#define STERN_PENALTY 1024

static void
add_path (MgPathSet *set, const MgNode *nodes, guint32 n)
{
  set->paths = g_renew (MgPath, set->paths, set->n + 1);
  set->paths[set->n].nodes = g_memdup2 (nodes, n * sizeof *nodes);
  set->paths[set->n].n = n;
  set->n++;
}

void
mg_path_set_free (MgPathSet *set)
{
  if (set == NULL)
    return;
  for (guint i = 0; i < set->n; i++)
    g_free (set->paths[i].nodes);
  g_free (set->paths);
  g_free (set);
}

/* The tree's path to the subject, root node first. */
static void
path_of_tree (const MgTree *tree, MgNode subject, MgNodeStack *path)
{
  guint32 n = tree->distance[subject];

  path->items = g_renew (guint32, path->items, n);
  path->n = path->allocated = n;
  for (MgNode node = subject; n > 0; node = tree->parent[node])
    path->items[--n] = node;
}

/* Whether too much of the N NODES, the last one excepted, is on the path OTHER. MARKS: an empty bitmap, left empty. */
static gboolean
shares_too_much (const MgNode *nodes, guint32 n, const MgPath *other, guint64 *marks)
{
  guint64 shared = 0;

  for (guint32 i = 0; i + 1 < other->n; i++)
    mg_bitmap_set (marks, other->nodes[i]);
  for (guint32 i = 0; i + 1 < n; i++)
    shared += (guint64) mg_bitmap_get (marks, nodes[i]);
  for (guint32 i = 0; i + 1 < other->n; i++)
    mg_bitmap_unset (marks, other->nodes[i]);
  return shared * SHARED_OF > (guint64) (n - 1) * SHARED_MOST;
}

static gboolean
is_new (const MgPathSet *set, const MgNodeStack *path, guint64 *marks)
{
  for (guint i = 0; i < set->n; i++)
    if (shares_too_much (path->items, (guint32) path->n, &set->paths[i], marks))
      return FALSE;
  return TRUE;
}

/* Leaves in PATH a path that differs enough from those of SET, or nothing. FALSE when cancelled. */
static gboolean
find_different (MgPathSet *set,
                MgPathSearch *search,
                MgNodeStack *path,
                guint64 *marks,
                MgProgress *progress,
                GError **error)
{
  static const guint32 penalties[] = { MG_PATH_NODE_PENALTY, STERN_PENALTY };

  for (gsize i = 0; i < G_N_ELEMENTS (penalties); i++)
    {
      path->n = 0;
      search->node_penalty = penalties[i];
      if (!mg_path_search_run (search, path, progress, error))
        return FALSE;
      set->bounded |= search->bounded;
      if (path->n == 0 || is_new (set, path, marks))
        return TRUE;
      if (search->seen.n == path->n)
        break; /* nobody else was met on the way: it is the only path */
    }
  path->n = 0;
  return TRUE;
}

/* Adds paths until there are K, and finds out whether there would be more. FALSE when cancelled. */
static gboolean
collect (MgPathSet *set, MgPathSearch *search, guint k, MgProgress *progress, GError **error)
{
  g_auto (MgNodeStack) path = { 0 };
  g_autofree guint64 *marks = mg_bitmap_new (search->graph->n_nodes);
  MgNode tree_root = search->subject;

  while (search->tree->distance[tree_root] > 1)
    tree_root = search->tree->parent[tree_root];
  if ((search->kinds >> mg_graph_root (search->graph, tree_root)->kind & 1) != 0)
    path_of_tree (search->tree, search->subject, &path);
  else if (!find_different (set, search, &path, marks, progress, error))
    return FALSE;
  while (path.n > 0 && set->n < k)
    {
      add_path (set, path.items, (guint32) path.n);
      mg_path_search_use (search, path.items, (guint32) path.n);
      if (path.n == 1)
        {
          path.n = 0; /* the subject is a root node itself: there is no other way */
          break;
        }
      if (!find_different (set, search, &path, marks, progress, error))
        return FALSE;
    }
  set->exhausted = path.n == 0 && !set->bounded;
  return TRUE;
}

MgPathSet *
mg_paths_most_different (const MgGraph *graph,
                         const MgReverse *reverse,
                         const MgTree *tree,
                         MgNode subject,
                         guint k,
                         guint32 kinds,
                         MgProgress *progress,
                         GError **error)
{
  g_autoptr (MgPathSet) set = g_new0 (MgPathSet, 1);
  MgPathSearch search;
  gboolean done;

  if (subject == MG_NODE_SUPER_ROOT || !mg_tree_reached (tree, subject)
      || (mg_graph_is_root (graph, subject) && (kinds >> mg_graph_root (graph, subject)->kind & 1) == 0))
    {
      set->exhausted = TRUE;
      return g_steal_pointer (&set);
    }
  mg_path_search_init (&search, graph, reverse, tree, subject, kinds);
  done = collect (set, &search, k, progress, error);
  mg_path_search_clear (&search);
  return done ? g_steal_pointer (&set) : NULL;
}
