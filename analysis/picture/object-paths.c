#include "analysis/picture/object-paths.h"

#include "analysis/graph/paths.h"
#include "analysis/picture/path-steps.h"

#define DEFAULT_PATHS 5
/* Paths are asked for anew, so many times as many, when some led through neighbours. */
#define SECOND_TRY 4
#define MOST_PATHS 32

void
mg_object_paths_free (MgObjectPaths *paths)
{
  if (paths == NULL)
    return;
  g_ptr_array_unref (paths->paths);
  g_free (paths);
}

/* Where the path of N NODES, of TYPES, goes from one element of a list to the next without having come in through the
 * list: index of the first element; 0 = nowhere. */
static guint32
find_stray (MgFolds *folds, const MgNode *nodes, const MgTypeId *types, guint32 n)
{
  for (guint32 i = 2; i < n; i++)
    if (types[i] == types[i - 1] && types[i] != types[i - 2])
      {
        MgNode owner = mg_folds_owner (folds, nodes[i - 1]);

        if (owner != MG_NODE_NONE && nodes[i - 2] != owner)
          return i - 1;
      }
  return 0;
}

/* Whether two paths look the same once they are folded. */
static gboolean
same_path (const MgGraph *graph, MgFolds *folds, const GArray *a, const GArray *b)
{
  g_autoptr (MgSteps) x = mg_steps_new (graph, folds, (const MgNode *) (gpointer) a->data, a->len);
  g_autoptr (MgSteps) y = mg_steps_new (graph, folds, (const MgNode *) (gpointer) b->data, b->len);

  if (x->n != y->n)
    return FALSE;
  for (guint i = 0; i < x->n; i++)
    if (x->steps[i].first != y->steps[i].first || x->steps[i].last != y->steps[i].last
        || x->steps[i].fold != y->steps[i].fold)
      return FALSE;
  return TRUE;
}

/* Takes PATH, when there is room and nothing like it. */
static void
keep (MgObjectPaths *paths, const MgGraph *graph, MgFolds *folds, GArray *path, guint most)
{
  gboolean known = paths->paths->len >= most;

  for (guint i = 0; i < paths->paths->len && !known; i++)
    known = same_path (graph, folds, g_ptr_array_index (paths->paths, i), path);
  if (known)
    g_array_unref (path);
  else
    g_ptr_array_add (paths->paths, path);
}

/* The way to the list's element PATH[I] that leads through the list itself, unless PATH comes that way or over another
 * element: the tree's path to the list, then the rest. */
static void
keep_through_list (MgObjectPaths *paths,
                   const MgGraph *graph,
                   const MgTree *tree,
                   MgFolds *folds,
                   const MgPath *path,
                   guint32 i,
                   guint most)
{
  MgNode owner = mg_folds_owner (folds, path->nodes[i]);
  GArray *way;

  if (owner == MG_NODE_NONE || !mg_tree_reached (tree, owner) || path->nodes[i - 1] == owner)
    return;
  for (MgNode node = owner; node != MG_NODE_SUPER_ROOT; node = tree->parent[node])
    for (guint32 k = i; k < path->n; k++)
      if (path->nodes[k] == node)
        return;
  way = g_array_new (FALSE, FALSE, sizeof (MgNode));
  for (MgNode node = owner; node != MG_NODE_SUPER_ROOT; node = tree->parent[node])
    g_array_prepend_val (way, node);
  g_array_append_vals (way, &path->nodes[i], path->n - i);
  keep (paths, graph, folds, way, most);
}

static void
keep_whole (MgObjectPaths *paths, const MgGraph *graph, MgFolds *folds, const MgPath *path, guint most)
{
  GArray *copy = g_array_new (FALSE, FALSE, sizeof (MgNode));

  g_array_append_vals (copy, path->nodes, path->n);
  keep (paths, graph, folds, copy, most);
}

/* Takes what is worth showing of SET: paths through neighbours only when there is nothing else. Returns whether
 * anything was left out. */
static gboolean
choose (
    MgObjectPaths *paths, const MgGraph *graph, const MgTree *tree, MgFolds *folds, const MgPathSet *set, guint most)
{
  gboolean left_out = FALSE;

  for (guint p = 0; p < set->n; p++)
    {
      const MgPath *path = &set->paths[p];
      g_autofree MgTypeId *types = folds ? mg_path_types (graph, path->nodes, path->n) : NULL;

      if (folds && find_stray (folds, path->nodes, types, path->n) > 0)
        left_out = TRUE;
      else
        keep_whole (paths, graph, folds, path, most);
      for (guint32 i = 1; folds && i + 1 < path->n; i++)
        if (types[i] != types[i - 1])
          keep_through_list (paths, graph, tree, folds, path, i, most);
    }
  if (paths->paths->len == 0 && set->n > 0)
    keep_whole (paths, graph, folds, &set->paths[0], most);
  paths->bounded = set->bounded;
  paths->exhausted = set->exhausted;
  paths->unique = set->unique && !left_out;
  return left_out;
}

MgObjectPaths *
mg_object_paths_new (MgSnapshot *snapshot,
                     const MgTree *tree,
                     MgFolds *folds,
                     MgNode subject,
                     const MgPictureOptions *options,
                     MgProgress *progress,
                     GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autoptr (MgObjectPaths) paths = g_new0 (MgObjectPaths, 1);
  guint32 kinds = options->kinds ? options->kinds : MG_ROOT_ALL_KINDS;
  guint most = options->max_paths ? options->max_paths : DEFAULT_PATHS, k = most;
  MgPathScope scope;

  mg_path_scope_init (&scope, graph, mg_snapshot_reverse (snapshot), tree, mg_snapshot_dominators (snapshot), kinds);
  paths->paths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (;;)
    {
      g_autoptr (MgPathSet) set = mg_paths_most_different (&scope, subject, k, progress, error);

      if (set == NULL)
        return NULL;
      g_ptr_array_set_size (paths->paths, 0);
      if (!choose (paths, graph, tree, folds, set, most) || paths->paths->len >= most || set->exhausted || k > most)
        return g_steal_pointer (&paths);
      k = MIN (k * SECOND_TRY, MAX (MOST_PATHS, k));
    }
}
