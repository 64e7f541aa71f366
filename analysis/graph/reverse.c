/* Two passes over all edges, by several threads: thread T of N deals with targets in its part of the nodes, so that
 * none meets another, and the result is the same for any N. */
#include "analysis/graph/reverse-private.h"

#include "analysis/base/big-array.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"

/* How many edges ahead their places are fetched. */
#define FETCH_AHEAD 16
/* Each thread reads all edges: with more of them, reading is all there is. */
#define THREADS_MOST 4

void
mg_reverse_free (MgReverse *reverse)
{
  if (reverse == NULL)
    return;
  mg_monotone_clear (&reverse->first);
  mg_mapping_free_array (reverse->mapping, reverse->source);
  mg_mapping_unref (reverse->mapping);
  g_free (reverse);
}

typedef struct
{
  MgReverse *reverse;
  const MgGraph *graph;
  guint32 *count; /* how often each node is named; while filling: how many of its places are still free */
} Work;

/* Adds up how often each node is named, edge by edge in the file's order. */
static void
count_referrers (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  Work *work = data;
  const MgGraph *graph = work->graph;
  MgNode start = (MgNode) mg_parallel_part (graph->n_nodes, thread, n_threads);
  MgNode size = (MgNode) mg_parallel_part (graph->n_nodes, thread + 1, n_threads) - start;

  for (guint64 i = from; i < end; i++)
    {
      MgNode ahead = graph->target[MIN (i + FETCH_AHEAD, graph->n_edges - 1)];

      if (ahead - start < size)
        mg_prefetch (&work->count[ahead]);
      if (graph->target[i] - start < size)
        work->count[graph->target[i]]++;
    }
}

static void
make_offsets (MgReverse *reverse, const guint32 *count)
{
  guint64 sum = 0;

  mg_monotone_init (&reverse->first, (guint64) reverse->n_nodes + 1);
  for (guint32 i = 0; i < reverse->n_nodes; i++)
    {
      mg_monotone_set (&reverse->first, i, sum);
      sum += count[i];
    }
  mg_monotone_set (&reverse->first, reverse->n_nodes, sum);
}

/* Edges FROM to END are all SOURCE's. */
static inline void
fill_from (Work *work, MgNode source, guint64 from, guint64 end, MgNode start, MgNode size)
{
  const MgGraph *graph = work->graph;
  MgReverse *reverse = work->reverse;

  for (guint64 i = from; i < end; i++)
    {
      MgNode ahead = graph->target[MIN (i + FETCH_AHEAD, graph->n_edges - 1)], target = graph->target[i];

      if (ahead - start < size)
        {
          mg_prefetch (&work->count[ahead]);
          mg_prefetch (&reverse->first.delta[ahead + 1]);
        }
      if (target - start < size)
        reverse->source[mg_monotone_get (&reverse->first, (guint64) target + 1) - work->count[target]--] = source;
    }
}

static void
fill_sources (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  Work *work = data;
  const MgGraph *graph = work->graph;
  MgNode start = (MgNode) mg_parallel_part (graph->n_nodes, thread, n_threads);
  MgNode size = (MgNode) mg_parallel_part (graph->n_nodes, thread + 1, n_threads) - start;
  /* The node that edge FROM belongs to. */
  MgNode source = (MgNode) mg_monotone_lower_bound (&graph->first, from + 1) - 1;

  while (from < end)
    {
      guint64 own_end = MIN (end, mg_monotone_get (&graph->first, (guint64) source + 1));

      fill_from (work, source++, from, own_end, start, size);
      from = own_end;
    }
}

MgReverse *
mg_reverse_new (const MgGraph *graph, MgProgress *progress, GError **error)
{
  MgShare whole = { 0, graph->n_edges, graph->n_edges };

  return mg_reverse_make (graph, 0, &whole, progress, error);
}

MgReverse *
mg_reverse_make (const MgGraph *graph,
                 guint n_threads,
                 const MgShare *share,
                 MgProgress *progress,
                 GError **error)
{
  g_autoptr (MgReverse) reverse = g_new0 (MgReverse, 1);
  g_autofree guint32 *count = mg_big_array_new0 (guint32, graph->n_nodes);
  Work work = { reverse, graph, count };
  MgParallelPass pass = { graph->n_edges, n_threads, TRUE, *share, progress };

  if (n_threads == 0)
    pass.n_threads = MIN (mg_parallel_threads_for (graph->n_edges), THREADS_MOST);
  reverse->n_nodes = graph->n_nodes;
  pass.share.length = share->length / 2;
  if (!mg_parallel_pass (&pass, count_referrers, &work, error))
    return NULL;
  make_offsets (reverse, count);
  reverse->source = mg_big_array_new (MgNode, graph->n_edges + 1);
  pass.share.from += pass.share.length;
  if (!mg_parallel_pass (&pass, fill_sources, &work, error))
    return NULL;
  return g_steal_pointer (&reverse);
}
