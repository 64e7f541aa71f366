#include "analysis/graph/reverse-private.h"

#include "analysis/base/big-array.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"
#include "analysis/base/progress.h"

/* How many edges ahead their places are fetched. */
#define FETCH_AHEAD 16
/* Each thread reads all edges and takes those into its own part of the nodes: with more threads, reading is all there
 * is. */
#define THREADS_MOST 4
/* Smaller graphs are not worth waking threads for. */
#define WORTH_THREADS 1000000

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

/* Reports DONE of TOTAL as part of the caller's share. */
static gboolean
share_step (const MgShare *share, guint64 done, guint64 total, MgProgress *progress, GError **error)
{
  double part = (double) done / (double) MAX (total, 1);

  return mg_progress_step (progress, share->from + (guint64) (part * (double) share->length), share->total, error);
}

/* One of the two passes, by several threads: thread T of N deals with targets in its part of the nodes, so that none
 * meets another, and the result is the same for any N. */
typedef struct
{
  MgReverse *reverse;
  const MgGraph *graph;
  guint32 *count; /* how often each node is named; while filling: how many of its places are still free */
  guint n_threads;
  const MgShare *share;
  guint64 done_before; /* edges, of 2 × n_edges */
  MgProgress *progress;
  GError *error;
  gint stop; /* atomic */
} Pass;

static MgNode
part_start (const Pass *pass, guint thread)
{
  return (MgNode) ((guint64) pass->graph->n_nodes * thread / pass->n_threads);
}

/* FALSE: stop. */
static gboolean
pass_step (Pass *pass, guint thread, guint64 done)
{
  if (thread == 0
      && !share_step (pass->share, pass->done_before + done, pass->graph->n_edges * 2, pass->progress, &pass->error))
    g_atomic_int_set (&pass->stop, 1);
  return !g_atomic_int_get (&pass->stop);
}

/* Adds up how often each node is named, edge by edge in the file's order. */
static void
count_referrers (guint thread, gpointer data)
{
  Pass *pass = data;
  const MgGraph *graph = pass->graph;
  MgNode start = part_start (pass, thread), size = part_start (pass, thread + 1) - start;

  for (guint64 i = 0; i < graph->n_edges; i++)
    {
      MgNode ahead = graph->target[MIN (i + FETCH_AHEAD, graph->n_edges - 1)];

      if (i % MG_PROGRESS_INTERVAL == 0 && !pass_step (pass, thread, i))
        return;
      if (ahead - start < size)
        mg_prefetch (&pass->count[ahead]);
      if (graph->target[i] - start < size)
        pass->count[graph->target[i]]++;
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

static inline void
fill_from (Pass *pass, MgNode from, MgNode start, MgNode size)
{
  const MgGraph *graph = pass->graph;
  MgReverse *reverse = pass->reverse;
  const MgNode *last = graph->target + graph->n_edges - 1;
  guint32 n;
  const MgNode *targets = mg_graph_edges (graph, from, &n);

  for (guint32 i = 0; i < n; i++)
    {
      MgNode ahead = *MIN (targets + i + FETCH_AHEAD, last);

      if (ahead - start < size)
        {
          mg_prefetch (&pass->count[ahead]);
          mg_prefetch (&reverse->first.delta[ahead + 1]);
        }
      if (targets[i] - start < size)
        reverse->source[mg_monotone_get (&reverse->first, (guint64) targets[i] + 1) - pass->count[targets[i]]--] = from;
    }
}

static void
fill_sources (guint thread, gpointer data)
{
  Pass *pass = data;
  const MgGraph *graph = pass->graph;
  MgNode start = part_start (pass, thread), size = part_start (pass, thread + 1) - start;
  guint64 reported = 0;

  for (MgNode from = 0; from < graph->n_nodes; from++)
    {
      guint64 done = mg_monotone_get (&graph->first, from);

      if (done >= reported + MG_PROGRESS_INTERVAL || from % MG_PROGRESS_INTERVAL == 0)
        {
          if (!pass_step (pass, thread, done))
            return;
          reported = done;
        }
      fill_from (pass, from, start, size);
    }
}

static gboolean
run_pass (Pass *pass, MgParallelFunc func, GError **error)
{
  mg_parallel_run (pass->n_threads, func, pass);
  pass->done_before += pass->graph->n_edges;
  if (pass->error)
    g_propagate_error (error, pass->error);
  return pass->error == NULL;
}

MgReverse *
mg_reverse_new (const MgGraph *graph, MgProgress *progress, GError **error)
{
  MgShare whole = { 0, graph->n_edges, graph->n_edges };

  return mg_reverse_make (graph, &whole, progress, error);
}

MgReverse *
mg_reverse_make (const MgGraph *graph, const MgShare *share, MgProgress *progress, GError **error)
{
  g_autoptr (MgReverse) reverse = g_new0 (MgReverse, 1);
  g_autofree guint32 *count = mg_big_array_new0 (guint32, graph->n_nodes);
  Pass pass = { .reverse = reverse, .graph = graph, .count = count, .share = share, .progress = progress };

  pass.n_threads = graph->n_edges < WORTH_THREADS ? 1 : MIN (mg_parallel_threads (), THREADS_MOST);
  reverse->n_nodes = graph->n_nodes;
  if (!run_pass (&pass, count_referrers, error))
    return NULL;
  make_offsets (reverse, count);
  reverse->source = mg_big_array_new (MgNode, graph->n_edges + 1);
  if (!run_pass (&pass, fill_sources, error))
    return NULL;
  return g_steal_pointer (&reverse);
}
