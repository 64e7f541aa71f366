#include "analysis/stats/object-filter.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"

gboolean
mg_object_filter_prepare (MgObjectFilter filter, MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  MgCapabilityState state = mg_snapshot_capability (snapshot, MG_CAPABILITY_GENERATIONS);
  guint needs = filter.liveness == MG_LIVENESS_ANY ? MG_NEED_GRAPH : MG_NEED_TREE;

  if (filter.generation != MG_GENERATION_UNKNOWN && !state.have)
    {
      g_set_error_literal (error, MG_ERROR, MG_ERROR_NOT_FOUND,
                           state.reason ? state.reason
                                        : _("This file does not say to which generation an object belongs."));
      return FALSE;
    }
  return mg_object_filter_is_none (filter) || mg_snapshot_ensure (snapshot, needs, progress, error);
}

gboolean
mg_object_filter_pass (MgObjectFilter filter, MgSnapshot *snapshot, MgNode node)
{
  if (filter.liveness != MG_LIVENESS_ANY
      && mg_tree_reached (mg_snapshot_tree (snapshot), node) != (filter.liveness == MG_LIVENESS_LIVE))
    return FALSE;
  return filter.generation == MG_GENERATION_UNKNOWN || mg_snapshot_generation (snapshot, node) == filter.generation;
}

MgTypeStats *
mg_object_filter_stats (MgObjectFilter filter, MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  g_autoptr (MgTypeStats) stats = NULL;
  const MgGraph *graph;

  if (!mg_object_filter_prepare (filter, snapshot, progress, error))
    return NULL;
  if (mg_object_filter_is_none (filter))
    return mg_type_stats_ref (mg_snapshot_type_stats (snapshot));
  graph = mg_snapshot_graph (snapshot);
  stats = mg_type_stats_new (mg_snapshot_types (snapshot));
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      if (node % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, node, graph->n_nodes, error))
        return NULL;
      if (!mg_object_filter_pass (filter, snapshot, node))
        continue;
      stats->tally[graph->type[node]].count++;
      stats->tally[graph->type[node]].size += mg_graph_size (graph, node);
      stats->total.count++;
      stats->total.size += mg_graph_size (graph, node);
    }
  return g_steal_pointer (&stats);
}
