#include "analysis/graph/paths.h"

#include "analysis/graph/path-search.h"

/* A path may share at most SHARED_MOST / SHARED_OF of its nodes above the subject with an earlier one. */
#define SHARED_MOST 4
#define SHARED_OF 5

/* When the path with the usual penalties is too similar, one more search tells whether a detour is not, however long:
 * this is more than MG_PATH_TREE_LINKS. */
#define STERN_PENALTY 100000

/* What a search may see when those before it have used the limit up. */
#define LIMIT_LEAST 1000

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

typedef struct
{
  MgPathSearch search; /* for paths to the first of TAIL */
  gsize limit;         /* nodes that the next search may see */
  const MgNode *tail;  /* the nodes that all paths end with */
  guint32 n_tail;
  MgNodeMap marks; /* nodes of the path that is looked at */
  MgProgress *progress;
  GError **error;
} Finder;

/* Whether SHARED nodes are too much of a path of N, the subject excepted. */
static gboolean
is_too_much (guint64 shared, gsize n)
{
  return shared * SHARED_OF > (guint64) (n - 1) * SHARED_MOST;
}

/* How many of the nodes marked are on the path OTHER, the subject excepted. */
static guint64
count_shared (const Finder *finder, const MgPath *other)
{
  guint64 shared = finder->n_tail - 1;

  for (guint32 i = 0; i + finder->n_tail < other->n; i++)
    shared += mg_node_map_find (&finder->marks, other->nodes[i]) != NULL;
  return shared;
}

static void
mark (Finder *finder, const MgNodeStack *path)
{
  mg_node_map_reset (&finder->marks);
  for (gsize i = 0; i + finder->n_tail < path->n; i++)
    mg_node_map_add (&finder->marks, path->items[i]);
}

static gboolean
is_new (Finder *finder, const MgPathSet *set, const MgNodeStack *path)
{
  gboolean marked = FALSE;

  for (guint i = 0; i < set->n; i++)
    {
      if (!is_too_much (set->paths[i].n - 1, path->n))
        continue; /* not even all of it would be */
      if (!marked)
        mark (finder, path);
      marked = TRUE;
      if (is_too_much (count_shared (finder, &set->paths[i]), path->n))
        return FALSE;
    }
  return TRUE;
}

/* Leaves in PATH a path that differs enough from those of SET, or nothing. FALSE when cancelled. */
static gboolean
find_different (Finder *finder, MgPathSet *set, MgNodeStack *path)
{
  static const guint32 penalties[] = { MG_PATH_NODE_PENALTY, STERN_PENALTY };
  MgPathSearch *search = &finder->search;
  gboolean bounded = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (penalties); i++)
    {
      path->n = 0;
      if (!mg_path_search_run (search, penalties[i], finder->limit, path, finder->progress, finder->error))
        return FALSE;
      finder->limit -= MIN (search->seen.n, finder->limit - LIMIT_LEAST);
      bounded |= search->bounded;
      if (path->n == 0)
        break;
      for (guint32 t = 1; t < finder->n_tail; t++)
        mg_node_stack_push (path, finder->tail[t]);
      if (is_new (finder, set, path))
        return TRUE;
    }
  path->n = 0;
  set->bounded |= bounded;
  return TRUE;
}

static void
add_and_use (Finder *finder, MgPathSet *set, const MgNodeStack *path)
{
  guint32 n_head = (guint32) path->n - finder->n_tail;

  add_path (set, path->items, (guint32) path->n);
  mg_path_cost_use (&finder->search.cost, path->items, n_head);
}

/* Adds paths until there are K, and finds out whether there would be more. PATH: the first. FALSE when cancelled. */
static gboolean
collect (Finder *finder, MgPathSet *set, guint k, MgNodeStack *path)
{
  while (path->n > 0 && set->n < k)
    {
      add_and_use (finder, set, path);
      if (!find_different (finder, set, path))
        return FALSE;
    }
  set->exhausted = path->n == 0 && !set->bounded;
  return TRUE;
}

/* Leaves the best path to SUBJECT in PATH, or nothing, and its last choice. FALSE when cancelled. */
static gboolean
find_first (const MgPathScope *scope,
            MgPathSet *set,
            MgNode subject,
            MgNodeStack *path,
            guint32 *choice,
            MgProgress *progress,
            GError **error)
{
  MgPathSearch search;
  gboolean done;

  path->n = path->allocated = scope->tree->distance[subject];
  path->items = g_new (guint32, path->n);
  if (!mg_path_of_tree (scope, subject, path->items, choice, progress, error))
    return FALSE;
  if (mg_path_wants_root (scope, path->items[0]))
    return TRUE;
  path->n = 0;
  mg_path_search_init (&search, scope, subject);
  done = mg_path_search_run (&search, MG_PATH_NODE_PENALTY, MG_PATHS_LIMIT, path, progress, error);
  set->bounded = search.bounded;
  mg_path_search_clear (&search);
  *choice = path->n > 0 ? (guint32) path->n - 1 : 0;
  return done;
}

/* The paths beside FIRST, with which all others share what comes after CHOICE. FALSE when cancelled. */
static gboolean
find_further (const MgPathScope *scope,
              MgPathSet *set,
              const MgNodeStack *first,
              guint32 choice,
              guint k,
              MgProgress *progress,
              GError **error)
{
  guint32 n = (guint32) first->n;
  Finder finder = {
    .tail = &first->items[choice], .n_tail = n - choice, .limit = MG_PATHS_LIMIT, .progress = progress, .error = error
  };
  g_auto (MgNodeStack) path = { 0 };
  gboolean done;

  if (choice == 0 && k > 0)
    {
      add_path (set, first->items, n);
      set->unique = set->exhausted = TRUE;
      return TRUE;
    }
  mg_path_search_init (&finder.search, scope, first->items[choice]);
  mg_path_cost_use_types (&finder.search.cost, finder.tail, finder.n_tail - 1);
  for (guint32 i = 0; i < n; i++)
    mg_node_stack_push (&path, first->items[i]);
  done = collect (&finder, set, k, &path);
  mg_path_search_clear (&finder.search);
  mg_node_map_clear (&finder.marks);
  return done;
}

MgPathSet *
mg_paths_most_different (const MgPathScope *scope, MgNode subject, guint k, MgProgress *progress, GError **error)
{
  g_autoptr (MgPathSet) set = g_new0 (MgPathSet, 1);
  g_auto (MgNodeStack) first = { 0 };
  guint32 choice;

  if (subject == MG_NODE_SUPER_ROOT || !mg_tree_reached (scope->tree, subject)
      || (mg_graph_is_root (scope->graph, subject) && !mg_path_wants_root (scope, subject)))
    {
      set->exhausted = TRUE;
      return g_steal_pointer (&set);
    }
  if (!find_first (scope, set, subject, &first, &choice, progress, error))
    return NULL;
  if (first.n == 0)
    set->exhausted = !set->bounded;
  else if (!find_further (scope, set, &first, choice, k, progress, error))
    return NULL;
  return g_steal_pointer (&set);
}
