/* One input of libFuzzer: opened as a file, everything made of it, all that came out read. */
#include <stdint.h>
#include <string.h>

#include "analysis/snapshot.h"
#include "analysis/source/file.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* A sum over everything, so that nothing can be left out by the compiler and each byte is touched. */
static guint64
read_graph (const MgGraph *graph)
{
  guint64 sum = 0;

  for (MgNode node = 0; node < graph->n_nodes; node++)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (graph, node, &n);

      for (guint32 i = 0; i < n; i++)
        {
          g_assert_cmpuint (targets[i], <, graph->n_nodes);
          sum += mg_graph_size (graph, targets[i]);
        }
      sum += mg_graph_size (graph, node) + mg_graph_address (graph, node);
      if (mg_graph_is_object (graph, node))
        sum += strlen (mg_graph_type_of (graph, node)->name);
      else if (mg_graph_is_root (graph, node) && mg_graph_root (graph, node)->label)
        sum += strlen (mg_graph_root (graph, node)->label);
    }
  return sum;
}

static guint64
read_all (MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  MgTypeStats *stats = mg_snapshot_type_stats (snapshot);
  guint64 sum = read_graph (graph);

  for (guint32 i = 0; i < stats->types->n_types; i++)
    sum += stats->tally[i].count + mg_snapshot_type_retained (snapshot)[i];
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    sum += mg_snapshot_generation (snapshot, node);
  return sum + mg_snapshot_dominators (snapshot)->retained[0];
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static volatile guint64 sink;
  g_autoptr (MgSource) source = size > 0 ? mg_source_new_take (g_memdup2 (data, size), size, "fuzz") : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = source ? mg_snapshot_open_source (source, NULL, NULL, &error) : NULL;

  if (snapshot && mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error))
    sink += read_all (snapshot);
  else
    g_assert_true (size == 0 || error != NULL);
  return 0;
}
