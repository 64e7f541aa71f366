#include "analysis/graph/path-search.h"

#include "analysis/base/bitmap.h"
#include "analysis/base/progress.h"
#include "analysis/graph/link-cost.h"
#include "analysis/graph/paths.h"

#define STEPS_PER_REPORT 4096

/* How far only_leads_back() looks: target, delegate, list, delegate, owner. */
#define LEVELS_BACK 6

void
mg_path_search_init (MgPathSearch *search,
                     const MgGraph *graph,
                     const MgReverse *reverse,
                     const MgTree *tree,
                     MgNode subject,
                     guint32 kinds)
{
  *search = (MgPathSearch) { .graph = graph, .reverse = reverse, .tree = tree, .subject = subject, .kinds = kinds };
  search->used_nodes = mg_bitmap_new (graph->n_nodes);
  search->used_types = g_new0 (guint8, (gsize) graph->types->n_types + 1);
  search->node_penalty = MG_PATH_NODE_PENALTY;
}

void
mg_path_search_clear (MgPathSearch *search)
{
  g_free (search->used_nodes);
  g_free (search->used_types);
  g_free (search->heap);
  mg_node_map_clear (&search->seen);
}

void
mg_path_search_use (MgPathSearch *search, const MgNode *nodes, guint32 n)
{
  for (guint32 i = 0; i + 1 < n; i++)
    {
      mg_bitmap_set (search->used_nodes, nodes[i]);
      if (mg_graph_is_object (search->graph, nodes[i]))
        search->used_types[search->graph->type[nodes[i]]] = 1;
    }
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

static guint32
penalty_of (const MgPathSearch *search, MgNode node)
{
  guint32 penalty = mg_bitmap_get (search->used_nodes, node) ? search->node_penalty : 0;

  if (mg_graph_is_object (search->graph, node) && search->used_types[search->graph->type[node]])
    penalty += MG_PATH_TYPE_PENALTY;
  return penalty;
}

/* Whether a path may lead through NODE: alive, and when it is a root node, of a wanted kind. */
static gboolean
is_allowed (const MgPathSearch *search, MgNode node)
{
  if (node == MG_NODE_SUPER_ROOT || !mg_tree_reached (search->tree, node))
    return FALSE;
  return !mg_graph_is_root (search->graph, node)
         || (search->kinds >> mg_graph_root (search->graph, node)->kind & 1) != 0;
}

/* A path from FROM to the subject over NEXT is known to cost COST. */
static void
offer (MgPathSearch *search, MgNode from, MgNode next, guint32 cost)
{
  MgNodeMapEntry *entry = mg_node_map_add (&search->seen, from);
  gboolean is_root = mg_graph_is_root (search->graph, from);

  if (cost >= entry->a)
    return;
  entry->a = cost;
  entry->b = next;
  if (is_root && cost < search->best_cost)
    {
      search->best_root = from;
      search->best_cost = cost;
    }
  heap_push (search, (MgPathHeapItem) { cost + search->tree->distance[from] - 1, cost, from });
}

/* Whether every way to FROM comes from NODE, as far as single holders tell: a child that points back to its parent, the
 * target of an event that refers to the event's owner. A path over FROM would meet NODE twice, and there may be
 * millions of such. */
static gboolean
only_leads_back (const MgPathSearch *search, MgNode from, MgNode node)
{
  for (guint i = 0; i < LEVELS_BACK; i++)
    {
      guint32 n;
      const MgNode *sources = mg_reverse_sources (search->reverse, from, &n);

      if (n != 1)
        return FALSE;
      from = sources[0];
      if (from == node)
        return TRUE;
    }
  return FALSE;
}

/* Looks at who refers to NODE. Returns FALSE at the limit. */
static gboolean
expand (MgPathSearch *search, MgNode node, guint32 cost)
{
  guint32 n;
  const MgNode *sources = mg_reverse_sources (search->reverse, node, &n);

  for (guint32 i = 0; i < n; i++)
    {
      MgNode from = sources[i];

      if ((i > 0 && from == sources[i - 1]) || !is_allowed (search, from) || only_leads_back (search, from, node))
        continue;
      offer (search, from, node, cost + mg_link_cost_from (search->graph, from) + penalty_of (search, from));
      if (search->seen.n > MG_PATHS_LIMIT)
        return FALSE;
    }
  return TRUE;
}

/* Finds best_root. FALSE when cancelled. */
static gboolean
climb (MgPathSearch *search, MgProgress *progress, GError **error)
{
  offer (search, search->subject, MG_NODE_NONE, 0);
  for (gsize steps = 0; search->heap_n > 0; steps++)
    {
      MgPathHeapItem item = heap_pop (search);

      if (steps % STEPS_PER_REPORT == 0 && !mg_progress_step (progress, search->seen.n, MG_PATHS_LIMIT, error))
        return FALSE;
      if (item.cost != mg_node_map_find (&search->seen, item.node)->a)
        continue; /* found cheaper since */
      if (mg_graph_is_root (search->graph, item.node))
        return TRUE;
      if (!expand (search, item.node, item.cost))
        {
          search->bounded = TRUE;
          return TRUE;
        }
    }
  return TRUE;
}

gboolean
mg_path_search_run (MgPathSearch *search, MgNodeStack *path, MgProgress *progress, GError **error)
{
  mg_node_map_reset (&search->seen);
  search->heap_n = 0;
  search->bounded = FALSE;
  search->best_root = MG_NODE_NONE;
  search->best_cost = G_MAXUINT32;
  if (!climb (search, progress, error))
    return FALSE;
  for (MgNode node = search->best_root; node != MG_NODE_NONE; node = mg_node_map_find (&search->seen, node)->b)
    mg_node_stack_push (path, node);
  return TRUE;
}
