#include "analysis/graph/path-search.h"

#include "analysis/base/prefetch.h"
#include "analysis/base/progress.h"

#define STEPS_PER_REPORT 4096
#define FETCH_SOURCES 8

/* Only what repeats tens of thousands of objects of earlier paths costs so much. */
#define COST_MOST (G_MAXUINT32 - 1)

void
mg_path_search_init (MgPathSearch *search, const MgPathScope *scope, MgNode subject)
{
  *search = (MgPathSearch){ .scope = scope, .subject = subject };
  mg_path_cost_init (&search->cost, scope);
}

void
mg_path_search_clear (MgPathSearch *search)
{
  g_free (search->heap);
  mg_path_cost_clear (&search->cost);
  mg_node_map_clear (&search->seen);
}

/* Cheapest estimate first; then the one farthest on its way; then the smaller node. */
static inline gboolean
comes_before (const MgPathHeapItem *a, const MgPathHeapItem *b)
{
  if (a->estimate != b->estimate)
    return a->estimate < b->estimate;
  if (a->cost != b->cost)
    return a->cost > b->cost;
  return a->node < b->node;
}

static void
heap_push (MgPathSearch *search, MgPathHeapItem item)
{
  gsize at = search->heap_n++;

  if (search->heap_n > search->heap_allocated)
    {
      search->heap_allocated = MAX (1024, search->heap_allocated * 2);
      search->heap = g_renew (MgPathHeapItem, search->heap, search->heap_allocated);
    }
  for (; at > 0 && comes_before (&item, &search->heap[(at - 1) / 2]); at = (at - 1) / 2)
    search->heap[at] = search->heap[(at - 1) / 2];
  search->heap[at] = item;
}

static MgPathHeapItem
heap_pop (MgPathSearch *search)
{
  MgPathHeapItem *heap = search->heap, top = heap[0], last = heap[--search->heap_n];
  gsize at = 0, child;

  while ((child = at * 2 + 1) < search->heap_n)
    {
      if (child + 1 < search->heap_n && comes_before (&heap[child + 1], &heap[child]))
        child++;
      if (!comes_before (&heap[child], &last))
        break;
      heap[at] = heap[child];
      at = child;
    }
  heap[at] = last;
  return top;
}

/* A path from FROM to the subject over NEXT is known to cost COST. */
static void
offer (MgPathSearch *search, MgNode from, MgNode next, guint32 cost)
{
  MgNodeMapEntry *entry = mg_node_map_add (&search->seen, from);
  guint64 estimate, of_tree;

  if (cost >= entry->a)
    return;
  entry->a = cost;
  entry->b = next;
  estimate = cost + mg_path_cost_at_least (&search->cost, from);
  if (estimate >= search->best_cost)
    return;
  /* Where the tree's way meets the path itself, the path from there on is cheaper, and known. */
  of_tree = mg_path_cost_of_tree (&search->cost, from);
  if (of_tree != G_MAXUINT64 && cost + of_tree < search->best_cost)
    {
      search->best = from;
      search->best_cost = cost + of_tree;
    }
  heap_push (search, (MgPathHeapItem){ estimate, cost, from });
}

/* What is looked at of the N referrers, before it is looked at one by one. */
static void
fetch_sources (const MgPathSearch *search, const MgNode *sources, guint32 n)
{
  const MgPathScope *scope = search->scope;

  for (guint32 i = 0; i < n; i++)
    {
      mg_prefetch (&scope->tree->distance[sources[i]]);
      mg_prefetch (&scope->tree->parent[sources[i]]);
      mg_prefetch (&scope->graph->type[sources[i]]);
      mg_prefetch (&scope->reverse->first.delta[sources[i]]);
      if (scope->dominators)
        mg_prefetch (&scope->dominators->idom[sources[i]]);
    }
}

/* Looks at who refers to NODE. Returns FALSE at the limit. */
static gboolean
expand (MgPathSearch *search, MgNode node, guint32 cost)
{
  guint32 n;
  const MgNode *sources = mg_reverse_sources (search->scope->reverse, node, &n);

  for (guint32 i = 0; i < n; i++)
    {
      MgNode from = sources[i];

      if (i % FETCH_SOURCES == 0)
        fetch_sources (search, sources + i, MIN (n - i, FETCH_SOURCES));
      if ((i > 0 && from == sources[i - 1]) || !mg_path_is_way (search->scope, from, node))
        continue;
      offer (search, from, node,
             (guint32) MIN ((guint64) cost + mg_path_cost_of_step (&search->cost, from), COST_MOST));
      if (search->seen.n > search->limit)
        return FALSE;
    }
  return TRUE;
}

/* Finds the best path. FALSE when cancelled. */
static gboolean
climb (MgPathSearch *search, MgProgress *progress, GError **error)
{
  offer (search, search->subject, MG_NODE_NONE, 0);
  for (gsize steps = 0; search->heap_n > 0; steps++)
    {
      MgPathHeapItem item = heap_pop (search);

      if (steps % STEPS_PER_REPORT == 0 && !mg_progress_step (progress, search->seen.n, search->limit, error))
        return FALSE;
      if (item.estimate >= search->best_cost)
        return TRUE;
      if (item.cost != mg_node_map_find (&search->seen, item.node)->a)
        continue; /* found cheaper since */
      if (!expand (search, item.node, item.cost))
        {
          search->bounded = TRUE;
          return TRUE;
        }
    }
  return TRUE;
}

/* The tree's way to the best node, then down from there. */
static void
append_best (const MgPathSearch *search, MgNodeStack *path)
{
  const MgTree *tree = search->scope->tree;
  guint32 n = tree->distance[search->best];
  MgNode node = search->best;

  for (guint32 i = 0; i < n; i++)
    mg_node_stack_push (path, MG_NODE_NONE);
  for (guint32 i = n; i > 0; node = tree->parent[node])
    path->items[--i] = node;
  for (node = mg_node_map_find (&search->seen, search->best)->b; node != MG_NODE_NONE;
       node = mg_node_map_find (&search->seen, node)->b)
    mg_node_stack_push (path, node);
}

gboolean
mg_path_search_run (
    MgPathSearch *search, guint32 node_penalty, gsize limit, MgNodeStack *path, MgProgress *progress, GError **error)
{
  mg_node_map_reset (&search->seen);
  mg_path_cost_begin (&search->cost, node_penalty);
  search->heap_n = 0;
  search->limit = limit;
  search->bounded = FALSE;
  search->best = MG_NODE_NONE;
  search->best_cost = G_MAXUINT64;
  if (!climb (search, progress, error))
    return FALSE;
  if (search->best != MG_NODE_NONE)
    append_best (search, path);
  return TRUE;
}
