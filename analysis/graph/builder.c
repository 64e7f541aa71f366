#include "analysis/graph/builder.h"

#include "analysis/base/big-array.h"
#include "analysis/graph/graph-private.h"

struct _MgGraphBuilder
{
  MgGraph *graph;
  guint32 n_roots_added, n_objects_added;
  guint32 *degree; /* edges counted; while filling: edges still to come */
  guint64 next_edge;
};

MgGraphBuilder *
mg_graph_builder_new (MgTypeTable *types, guint32 n_roots, guint32 n_objects)
{
  MgGraphBuilder *builder = g_new0 (MgGraphBuilder, 1);

  builder->graph = mg_graph_alloc (types, n_roots, n_objects);
  builder->degree = mg_big_array_new0 (guint32, builder->graph->n_nodes);
  builder->degree[MG_NODE_SUPER_ROOT] = n_roots;
  return builder;
}

void
mg_graph_builder_free (MgGraphBuilder *builder)
{
  if (builder == NULL)
    return;
  g_clear_pointer (&builder->graph, mg_graph_unref);
  g_free (builder->degree);
  g_free (builder);
}

void
mg_graph_builder_add_root (MgGraphBuilder *builder, const MgRoot *root)
{
  mg_graph_set_root (builder->graph, builder->n_roots_added++, root);
}

void
mg_graph_builder_add_object (MgGraphBuilder *builder, MgTypeId type, guint64 size_bytes, guint64 address)
{
  MgGraph *graph = builder->graph;
  MgNode node = mg_graph_builder_object (graph->n_roots, builder->n_objects_added);

  graph->type[node] = type;
  graph->size[node] = (guint16) MIN (size_bytes, MG_GRAPH_BIG_SIZE);
  if (size_bytes >= MG_GRAPH_BIG_SIZE)
    mg_graph_keep_big_size (graph, node, size_bytes);
  mg_monotone_set (&graph->address, builder->n_objects_added, address);
  builder->n_objects_added++;
}

void
mg_graph_builder_count_edges (MgGraphBuilder *builder, MgNode from, guint32 n)
{
  builder->degree[from] += n;
}

void
mg_graph_builder_begin_edges (MgGraphBuilder *builder)
{
  MgGraph *graph = builder->graph;
  guint64 sum = 0;

  mg_monotone_init (&graph->first, (guint64) graph->n_nodes + 1);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      mg_monotone_set (&graph->first, i, sum);
      sum += builder->degree[i];
    }
  mg_monotone_set (&graph->first, graph->n_nodes, sum);
  graph->n_edges = sum;
  graph->target = mg_big_array_new (MgNode, sum + 1);
  for (guint32 k = 0; k < graph->n_roots; k++)
    mg_graph_builder_add_edge (builder, MG_NODE_SUPER_ROOT, mg_graph_builder_root (k));
}

void
mg_graph_builder_add_edge (MgGraphBuilder *builder, MgNode from, MgNode to)
{
  guint64 end = mg_monotone_get (&builder->graph->first, (guint64) from + 1);

  builder->graph->target[end - builder->degree[from]--] = to;
  builder->next_edge++;
}

void
mg_graph_builder_mark_conditional (MgGraphBuilder *builder, MgNode from, MgNode to)
{
  mg_graph_mark_conditional (builder->graph, from, to);
}

MgGraph *
mg_graph_builder_finish (MgGraphBuilder *builder)
{
  MgGraph *graph = g_steal_pointer (&builder->graph);

  g_assert (builder->next_edge == graph->n_edges);
  g_assert (builder->n_objects_added == mg_graph_n_objects (graph) && builder->n_roots_added == graph->n_roots);
  mg_graph_builder_free (builder);
  return graph;
}
