#include "app/cli/dominator-rows.h"

#include <string.h>

#include "analysis/stats/dominator-groups.h"

/* The children of one row, or the seeds, best first. Either objects or groups of them. */
typedef struct
{
  guint32 n, next; /* next: the first that is not yet a row nor waits to be one */
  MgNode *nodes;
  MgDominatorGroups *groups;
  guint32 parent, depth; /* row that they hang below; their own depth */
  guint64 retained;      /* of all together */
} Children;

typedef struct
{
  const MgDominatorRowsRequest *request;
  const MgGraph *graph;
  const MgDominators *dominators;
  GPtrArray *families; /* Children *: of the seeds first, then of each row that was opened */
  GArray *heap;        /* guint32: families whose next child waits, best child first */
  GArray *taken;       /* MgDominatorRow, in the order taken */
} Work;

static void
children_free (gpointer data)
{
  Children *children = data;

  g_free (children->nodes);
  g_clear_pointer (&children->groups, mg_dominator_groups_free);
  g_free (children);
}

/* --- what a child is --- */

static MgDominatorGroup
child_at (const Work *work, const Children *children, guint32 i)
{
  MgNode node;

  if (children->groups)
    return children->groups->groups[i];
  node = children->nodes[i];
  return (MgDominatorGroup){ .type = work->graph->type[node],
                             .n = 1,
                             .nodes = &children->nodes[i],
                             .size = mg_graph_size (work->graph, node),
                             .retained = work->dominators->retained[node] };
}

/* Ids of types are in the order of names, nodes in that of addresses. */
static int
compare_children (const MgDominatorGroup *a, const MgDominatorGroup *b)
{
  if (a->retained != b->retained)
    return a->retained > b->retained ? -1 : 1;
  if (a->type != b->type)
    return a->type < b->type ? -1 : 1;
  return a->nodes[0] < b->nodes[0] ? -1 : a->nodes[0] > b->nodes[0];
}

static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Work *work = user_data;
  MgNode x = *(const MgNode *) a, y = *(const MgNode *) b;
  guint64 retained_x = work->dominators->retained[x], retained_y = work->dominators->retained[y];

  if (retained_x != retained_y)
    return retained_x > retained_y ? -1 : 1;
  if (work->graph->type[x] != work->graph->type[y])
    return work->graph->type[x] < work->graph->type[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Mostly they are in order already: then nothing is sorted. */
static void
sort_nodes (Work *work, MgNode *nodes, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    if (compare_nodes (&nodes[i - 1], &nodes[i], work) > 0)
      {
        g_qsort_with_data (nodes, (int) n, sizeof *nodes, compare_nodes, work);
        return;
      }
}

/* --- families --- */

/* NULL when cancelled. */
static Children *
seed_family (Work *work, MgProgress *progress, GError **error)
{
  const MgDominatorRowsRequest *request = work->request;
  Children *children = g_new0 (Children, 1);

  children->parent = MG_ROW_NONE;
  children->n = request->n_seeds;
  if (request->by_type)
    {
      children->groups
          = mg_dominator_groups_of (work->graph, work->dominators, request->seeds, request->n_seeds, progress, error);
      if (children->groups == NULL)
        {
          g_free (children);
          return NULL;
        }
      children->n = children->groups->n;
      return children;
    }
  children->nodes = g_memdup2 (request->seeds, request->n_seeds * sizeof *request->seeds);
  sort_nodes (work, children->nodes, children->n);
  return children;
}

/* The children of row ROW, which is the group GROUP. NULL when cancelled. */
static Children *
family_of (Work *work, guint32 row, const MgDominatorGroup *group, MgProgress *progress, GError **error)
{
  Children *children = g_new0 (Children, 1);
  const MgNode *nodes;

  children->parent = row;
  children->depth = g_array_index (work->taken, MgDominatorRow, row).depth + 1;
  children->retained = group->retained - group->size;
  if (work->request->by_type)
    {
      children->groups
          = mg_dominator_groups_new (work->graph, work->dominators, group->nodes, group->n, progress, error);
      if (children->groups == NULL)
        {
          g_free (children);
          return NULL;
        }
      children->n = children->groups->n;
      return children;
    }
  nodes = mg_dominators_children (work->dominators, group->nodes[0], &children->n);
  children->nodes = g_memdup2 (nodes, (gsize) children->n * sizeof *nodes);
  sort_nodes (work, children->nodes, children->n);
  return children;
}

/* --- the heap of families, by their next child --- */

static gboolean
comes_before (const Work *work, guint32 a, guint32 b)
{
  const Children *x = g_ptr_array_index (work->families, a), *y = g_ptr_array_index (work->families, b);
  MgDominatorGroup next_x = child_at (work, x, x->next), next_y = child_at (work, y, y->next);

  return compare_children (&next_x, &next_y) < 0;
}

static void
swap_entries (GArray *heap, guint a, guint b)
{
  guint32 kept = g_array_index (heap, guint32, a);

  g_array_index (heap, guint32, a) = g_array_index (heap, guint32, b);
  g_array_index (heap, guint32, b) = kept;
}

static void
sift_up (Work *work, guint at)
{
  GArray *heap = work->heap;

  for (guint up; at > 0; at = up)
    {
      up = (at - 1) / 2;
      if (!comes_before (work, g_array_index (heap, guint32, at), g_array_index (heap, guint32, up)))
        return;
      swap_entries (heap, at, up);
    }
}

static void
sift_down (Work *work, guint at)
{
  GArray *heap = work->heap;

  for (;;)
    {
      guint best = at;

      for (guint child = 2 * at + 1; child <= 2 * at + 2 && child < heap->len; child++)
        if (comes_before (work, g_array_index (heap, guint32, child), g_array_index (heap, guint32, best)))
          best = child;
      if (best == at)
        return;
      swap_entries (heap, at, best);
      at = best;
    }
}

static void
add_family (Work *work, Children *children)
{
  guint32 index = work->families->len;

  g_ptr_array_add (work->families, children);
  if (children->n == 0)
    return;
  g_array_append_val (work->heap, index);
  sift_up (work, work->heap->len - 1);
}

/* --- taking rows --- */

/* Makes the best waiting child a row and opens it. */
static gboolean
take_best (Work *work, MgProgress *progress, GError **error)
{
  Children *family = g_ptr_array_index (work->families, g_array_index (work->heap, guint32, 0));
  MgDominatorGroup child = child_at (work, family, family->next);
  MgDominatorRow row = { .parent = family->parent,
                         .depth = family->depth,
                         .node = child.nodes[0],
                         .count = child.n,
                         .size = child.size,
                         .retained = child.retained };
  Children *own = NULL;

  g_array_append_val (work->taken, row);
  if (++family->next == family->n)
    {
      swap_entries (work->heap, 0, work->heap->len - 1);
      g_array_set_size (work->heap, work->heap->len - 1);
    }
  sift_down (work, 0);
  if (row.depth + 1 >= work->request->depth)
    return TRUE;
  own = family_of (work, work->taken->len - 1, &child, progress, error);
  if (own)
    add_family (work, own);
  return own != NULL;
}

static gboolean
take_rows (Work *work, MgProgress *progress, GError **error)
{
  while (work->heap->len > 0 && work->taken->len < work->request->limit)
    {
      if (work->taken->len % 1024 == 0 && !mg_progress_step (progress, 0, 1, error))
        return FALSE;
      if (!take_best (work, progress, error))
        return FALSE;
    }
  return TRUE;
}

/* --- the order of reading --- */

static void
note_what_is_left (Work *work, MgDominatorRows *rows)
{
  for (guint i = 0; i < work->families->len; i++)
    {
      const Children *family = g_ptr_array_index (work->families, i);
      MgDominatorRow *parent;

      rows->n_left += family->n - family->next;
      if (family->parent == MG_ROW_NONE)
        continue;
      parent = &g_array_index (work->taken, MgDominatorRow, family->parent);
      parent->n_left = family->n - family->next;
      parent->retained_left = family->retained;
      for (guint32 k = 0; k < family->next; k++)
        parent->retained_left -= child_at (work, family, k).retained;
    }
}

/* Rows were taken best first, so that siblings stand in their order, but families are mixed: a walk from parent to
 * first child, to next sibling, and back up puts them in order. */
static void
put_in_order (Work *work, MgDominatorRows *rows)
{
  guint32 n = work->taken->len;
  g_autofree guint32 *first = g_new (guint32, (gsize) n + 1), *next = g_new (guint32, (gsize) n + 1);
  g_autofree guint32 *last = g_new (guint32, (gsize) n + 1), *place = g_new (guint32, (gsize) n + 1);

  memset (first, 0xff, ((gsize) n + 1) * sizeof *first);
  memset (next, 0xff, ((gsize) n + 1) * sizeof *next);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 parent = g_array_index (work->taken, MgDominatorRow, i).parent;
      guint32 slot = parent == MG_ROW_NONE ? n : parent;

      if (first[slot] == MG_ROW_NONE)
        first[slot] = i;
      else
        next[last[slot]] = i;
      last[slot] = i;
    }
  for (guint32 at = first[n]; at != MG_ROW_NONE;)
    {
      MgDominatorRow row = g_array_index (work->taken, MgDominatorRow, at);

      place[at] = rows->list->len;
      row.has_next = next[at] != MG_ROW_NONE;
      row.parent = row.parent == MG_ROW_NONE ? MG_ROW_NONE : place[row.parent];
      g_array_append_val (rows->list, row);
      if (first[at] != MG_ROW_NONE)
        {
          at = first[at];
          continue;
        }
      while (at != MG_ROW_NONE && next[at] == MG_ROW_NONE)
        at = g_array_index (work->taken, MgDominatorRow, at).parent;
      at = at == MG_ROW_NONE ? MG_ROW_NONE : next[at];
    }
}

static gboolean
collect (Work *work, MgDominatorRows *rows, MgProgress *progress, GError **error)
{
  Children *seeds = seed_family (work, progress, error);

  if (seeds == NULL)
    return FALSE;
  rows->n_seed_rows = seeds->n;
  add_family (work, seeds);
  if (!take_rows (work, progress, error))
    return FALSE;
  rows->list = g_array_sized_new (FALSE, FALSE, sizeof (MgDominatorRow), work->taken->len);
  note_what_is_left (work, rows);
  put_in_order (work, rows);
  return TRUE;
}

MgDominatorRows *
mg_dominator_rows_new (const MgDominatorRowsRequest *request, MgProgress *progress, GError **error)
{
  g_autoptr (MgDominatorRows) rows = g_new0 (MgDominatorRows, 1);
  Work work = { .request = request,
                .graph = mg_snapshot_graph (request->snapshot),
                .dominators = mg_snapshot_dominators (request->snapshot),
                .families = g_ptr_array_new_with_free_func (children_free),
                .heap = g_array_new (FALSE, FALSE, sizeof (guint32)),
                .taken = g_array_new (FALSE, FALSE, sizeof (MgDominatorRow)) };
  gboolean done = collect (&work, rows, progress, error);

  g_ptr_array_free (work.families, TRUE);
  g_array_free (work.heap, TRUE);
  g_array_free (work.taken, TRUE);
  return done ? g_steal_pointer (&rows) : NULL;
}

void
mg_dominator_rows_free (MgDominatorRows *rows)
{
  if (rows == NULL)
    return;
  g_clear_pointer (&rows->list, g_array_unref);
  g_free (rows);
}
