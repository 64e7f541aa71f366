#include "analysis/graph/reverse-private.h"

#include "analysis/base/big-array.h"
#include "analysis/base/prefetch.h"
#include "analysis/base/progress.h"

/* How many edges ahead their places are fetched. */
#define FETCH_AHEAD 16

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

/* Adds up how often each node is named, edge by edge in the file's order. */
static gboolean
count_referrers (const MgGraph *graph, guint32 *count, const MgShare *share, MgProgress *progress, GError **error)
{
  for (guint64 i = 0; i < graph->n_edges; i++)
    {
      if (i % MG_PROGRESS_INTERVAL == 0 && !share_step (share, i, graph->n_edges * 2, progress, error))
        return FALSE;
      mg_prefetch (&count[graph->target[MIN (i + FETCH_AHEAD, graph->n_edges - 1)]]);
      count[graph->target[i]]++;
    }
  return TRUE;
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

/* COUNT holds how many places of each node are still free. */
static gboolean
fill_sources (MgReverse *reverse,
              const MgGraph *graph,
              guint32 *count,
              const MgShare *share,
              MgProgress *progress,
              GError **error)
{
  guint64 done = 0, reported = 0;
  const MgNode *last = graph->target + graph->n_edges - 1;

  for (MgNode from = 0; from < graph->n_nodes; from++)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (graph, from, &n);

      if (done >= reported + MG_PROGRESS_INTERVAL || from % MG_PROGRESS_INTERVAL == 0)
        {
          if (!share_step (share, graph->n_edges + done, graph->n_edges * 2, progress, error))
            return FALSE;
          reported = done;
        }
      done += n;
      for (guint32 i = 0; i < n; i++)
        {
          const MgNode *ahead = MIN (targets + i + FETCH_AHEAD, last);
          guint64 end = mg_monotone_get (&reverse->first, (guint64) targets[i] + 1);

          mg_prefetch (&count[*ahead]);
          mg_prefetch (&reverse->first.delta[*ahead + 1]);

          reverse->source[end - count[targets[i]]--] = from;
        }
    }
  return TRUE;
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

  reverse->n_nodes = graph->n_nodes;
  if (!count_referrers (graph, count, share, progress, error))
    return NULL;
  make_offsets (reverse, count);
  reverse->source = mg_big_array_new (MgNode, graph->n_edges + 1);
  if (!fill_sources (reverse, graph, count, share, progress, error))
    return NULL;
  return g_steal_pointer (&reverse);
}
