#include "analysis/stats/type-stats.h"

#include "analysis/graph/graph.h"

MgTypeStats *
mg_type_stats_new (MgTypeTable *types)
{
  MgTypeStats *stats = g_atomic_rc_box_new0 (MgTypeStats);

  stats->types = mg_type_table_ref (types);
  stats->tally = g_new0 (MgTally, (gsize) types->n_types + 1);
  return stats;
}

MgTypeStats *
mg_type_stats_new_for_graph (const MgGraph *graph)
{
  MgTypeStats *stats = mg_type_stats_new (graph->types);

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      MgTally *tally = &stats->tally[graph->type[node]];
      guint64 size = mg_graph_size (graph, node);

      tally->count++;
      tally->size += size;
      stats->total.count++;
      stats->total.size += size;
    }
  return stats;
}

MgTypeStats *
mg_type_stats_ref (MgTypeStats *stats)
{
  return g_atomic_rc_box_acquire (stats);
}

static void
stats_clear (gpointer data)
{
  MgTypeStats *stats = data;

  mg_type_table_unref (stats->types);
  g_free (stats->tally);
}

void
mg_type_stats_unref (MgTypeStats *stats)
{
  if (stats)
    g_atomic_rc_box_release_full (stats, stats_clear);
}

const char *
mg_generation_id (MgGeneration generation)
{
  static const char *const ids[] = { "0", "1", "2", "loh", "poh", "frozen" };

  return generation < MG_N_GENERATIONS ? ids[generation] : NULL;
}
