#include "analysis/graph/instances.h"

#include "analysis/base/big-array.h"
#include "analysis/base/progress.h"

void
mg_instances_free (MgInstances *instances)
{
  if (instances == NULL)
    return;
  mg_mapping_free_array (instances->mapping, instances->first);
  mg_mapping_free_array (instances->mapping, instances->node);
  mg_mapping_unref (instances->mapping);
  g_free (instances);
}

MgInstances *
mg_instances_new (const MgGraph *graph, MgProgress *progress, GError **error)
{
  g_autoptr (MgInstances) instances = g_new0 (MgInstances, 1);
  guint32 n_types = graph->types->n_types, first_object = mg_graph_first_object (graph);
  g_autofree guint32 *next = NULL;

  instances->n_types = n_types;
  instances->first = g_new0 (guint32, (gsize) n_types + 1);
  instances->node = mg_big_array_new (MgNode, (gsize) mg_graph_n_objects (graph) + 1);
  for (MgNode node = first_object; node < graph->n_nodes; node++)
    {
      instances->first[graph->type[node] + 1]++;
      if (node % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, node / 2, graph->n_nodes, error))
        return NULL;
    }
  for (guint32 i = 0; i < n_types; i++)
    instances->first[i + 1] += instances->first[i];
  next = g_memdup2 (instances->first, ((gsize) n_types + 1) * sizeof *next);
  for (MgNode node = first_object; node < graph->n_nodes; node++)
    {
      if (node % MG_PROGRESS_INTERVAL == 0
          && !mg_progress_step (progress, ((guint64) graph->n_nodes + node) / 2, graph->n_nodes, error))
        return NULL;
      instances->node[next[graph->type[node]]++] = node;
    }
  return g_steal_pointer (&instances);
}
