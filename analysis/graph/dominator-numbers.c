/* Sweep 1 of the dominators (dominators.c): depth-first numbers, without recursion. */
#include "analysis/base/bitmap.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"
#include "analysis/graph/dominators-private.h"
#include "analysis/graph/reverse-private.h"

/* Of so many targets the offsets are fetched ahead. */
#define FETCH_MOST 8

static inline guint32
give_number (MgDominatorsWork *work, MgNode node, guint32 parent)
{
  work->number[node] = ++work->n;
  work->vertex[work->n] = node;
  work->idom[work->n] = parent;
  return work->n;
}

/* Edges of one node, from the next to follow on. */
typedef struct
{
  const MgNode *next, *end;
} Edges;

static inline Edges
edges_of (const MgGraph *graph, MgNode node)
{
  guint32 n;
  const MgNode *targets = mg_graph_edges (graph, node, &n);

  for (guint32 i = 0; i < MIN (n, FETCH_MOST); i++)
    mg_prefetch (&graph->first.delta[targets[i]]);
  return (Edges){ targets, targets + n };
}

/* SEEN says the same as number[], in a space that the cache holds. */
static inline gboolean
next_unseen (Edges *edges, guint64 *seen, MgNode *node)
{
  while (edges->next < edges->end)
    if (mg_bitmap_add (seen, *node = *edges->next++))
      return TRUE;
  return FALSE;
}

/* Marks words on stacks that merely look like references as SEEN, or takes that back. Returns whether there are any. */
static gboolean
put_off_possible (const MgGraph *graph, guint64 *seen, gboolean put_off)
{
  gboolean found = FALSE;

  for (MgNode root = 1; root <= graph->n_roots; root++)
    if (mg_graph_root (graph, root)->kind == MG_ROOT_STACK_CONSERVATIVE)
      {
        found = TRUE;
        if (put_off)
          mg_bitmap_set (seen, root);
        else
          mg_bitmap_unset (seen, root);
      }
  return found;
}

/* Numbers what the super root, which has its number, leads to and SEEN does not hold yet. Only nodes that have edges
 * left are kept on the way down: of a list, none. */
static gboolean
number_unseen (MgDominatorsWork *work, guint64 *seen)
{
  const MgGraph *graph = work->graph;
  guint32 current = work->number[MG_NODE_SUPER_ROOT];
  Edges edges = edges_of (graph, MG_NODE_SUPER_ROOT);
  gsize depth = 0;

  for (;;)
    {
      MgNode node;

      if (!next_unseen (&edges, seen, &node))
        {
          guint32 n;
          const MgNode *targets;

          if (depth == 0)
            return TRUE;
          current = work->way[--depth].number;
          targets = mg_graph_edges (graph, work->vertex[current], &n);
          edges = (Edges){ targets + work->way[depth].next, targets + n };
          continue;
        }
      if (edges.next < edges.end)
        {
          guint32 n;
          const MgNode *targets = mg_graph_edges (graph, work->vertex[current], &n);

          work->way[depth++] = (MgDominatorsFrame){ current, (guint32) (edges.next - targets) };
        }
      current = give_number (work, node, current);
      if (!mg_dominators_step (work, MG_DOMINATORS_NUMBER, current))
        return FALSE;
      edges = edges_of (graph, node);
    }
}

static gboolean
number_nodes (MgDominatorsWork *work)
{
  g_autofree guint64 *seen = mg_bitmap_new (work->graph->n_nodes);
  gboolean any_possible = put_off_possible (work->graph, seen, TRUE);

  give_number (work, MG_NODE_SUPER_ROOT, 0);
  mg_bitmap_set (seen, MG_NODE_SUPER_ROOT);
  if (!number_unseen (work, seen))
    return FALSE;
  work->n_certain = work->n;
  if (!any_possible)
    return TRUE;
  put_off_possible (work->graph, seen, FALSE);
  return number_unseen (work, seen);
}

/* Finding referrers beside sweep 1. */
typedef struct
{
  const MgGraph *graph;
  MgProgress *progress;
  MgReverse *reverse;
  GError *error;
} Beside;

static gpointer
reverse_beside (gpointer data)
{
  Beside *beside = data;
  MgShare whole = { 0, 1, 1 };

  beside->reverse = mg_reverse_make (beside->graph, 1, &whole, beside->progress, &beside->error);
  return NULL;
}

static gboolean
number_and_reverse (MgDominatorsWork *work, MgReverse **reverse)
{
  Beside beside = { .graph = work->graph, .progress = mg_progress_new_beside (work->progress) };
  GThread *thread = g_thread_new ("mangrove", reverse_beside, &beside);
  gboolean done = number_nodes (work);

  g_thread_join (thread);
  mg_progress_unref (beside.progress);
  *reverse = beside.reverse;
  if (beside.error && done)
    g_propagate_error (work->error, g_steal_pointer (&beside.error));
  g_clear_error (&beside.error);
  return done && *reverse;
}

gboolean
mg_dominators_number (MgDominatorsWork *work, MgReverse **reverse)
{
  MgShare share = mg_dominators_share (MG_DOMINATORS_REVERSE, work->graph->n_nodes);

  if (*reverse == NULL && mg_parallel_threads_for (work->graph->n_edges) > 1)
    return number_and_reverse (work, reverse);
  if (!number_nodes (work))
    return FALSE;
  if (*reverse == NULL)
    *reverse = mg_reverse_make (work->graph, 1, &share, work->progress, work->error);
  return *reverse != NULL;
}
