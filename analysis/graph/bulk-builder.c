#include "analysis/graph/bulk-builder.h"

#include <string.h>

#include "analysis/base/big-array.h"
#include "analysis/graph/graph-private.h"

struct _MgBulkBuilder
{
  MgGraph *graph;
  guint64 max_edges;
  guint32 n_roots_added;
  /* Guarded by the lock. */
  GMutex lock;
  GCond turn;
  guint32 next; /* number of the first object that no chunk has brought yet */
  gboolean given_up;
};

MgBulkBuilder *
mg_bulk_builder_new (MgTypeTable *types, guint32 n_roots, guint32 n_objects, guint64 max_edges)
{
  MgBulkBuilder *builder = g_new0 (MgBulkBuilder, 1);
  MgGraph *graph = mg_graph_alloc (types, n_roots, n_objects);

  g_mutex_init (&builder->lock);
  g_cond_init (&builder->turn);
  builder->graph = graph;
  builder->max_edges = max_edges + n_roots;
  graph->target = mg_big_array_new (MgNode, builder->max_edges + 1);
  mg_monotone_init (&graph->first, (guint64) graph->n_nodes + 1);
  mg_monotone_set (&graph->first, MG_NODE_SUPER_ROOT, 0);
  for (MgNode root = 1; root <= n_roots; root++)
    graph->target[graph->n_edges++] = root;
  return builder;
}

void
mg_bulk_builder_free (MgBulkBuilder *builder)
{
  if (builder == NULL)
    return;
  g_clear_pointer (&builder->graph, mg_graph_unref);
  g_mutex_clear (&builder->lock);
  g_cond_clear (&builder->turn);
  g_free (builder);
}

MgNode
mg_bulk_builder_node (const MgBulkBuilder *builder, guint32 number)
{
  return mg_graph_first_object (builder->graph) + number;
}

void
mg_bulk_builder_add_root (MgBulkBuilder *builder, const MgRoot *root, const guint32 *objects, guint32 n)
{
  MgGraph *graph = builder->graph;

  mg_graph_set_root (graph, builder->n_roots_added++, root);
  mg_monotone_set (&graph->first, builder->n_roots_added, graph->n_edges);
  g_assert (graph->n_edges + n <= builder->max_edges);
  for (guint32 i = 0; i < n; i++)
    graph->target[graph->n_edges++] = mg_bulk_builder_node (builder, objects[i]);
}

void
mg_bulk_builder_set_object (MgBulkBuilder *builder, guint32 number, MgTypeId type, guint64 size_bytes)
{
  MgGraph *graph = builder->graph;
  MgNode node = mg_graph_first_object (graph) + number;

  graph->type[node] = type;
  graph->size[node] = (guint16) MIN (size_bytes, MG_GRAPH_BIG_SIZE);
  if (G_UNLIKELY (size_bytes >= MG_GRAPH_BIG_SIZE))
    {
      g_mutex_lock (&builder->lock);
      mg_graph_keep_big_size (graph, node, size_bytes);
      g_mutex_unlock (&builder->lock);
    }
}

/* Waits for the chunk's turn and takes its place. Returns FALSE when somebody gave up. */
static gboolean
take_turn (MgBulkBuilder *builder, const MgBulkChunk *chunk, guint64 *first_edge)
{
  MgGraph *graph = builder->graph;
  gboolean go_on;

  g_mutex_lock (&builder->lock);
  while (builder->next != chunk->first && !builder->given_up)
    g_cond_wait (&builder->turn, &builder->lock);
  go_on = !builder->given_up;
  if (go_on)
    {
      g_assert (chunk->n_edges <= builder->max_edges - graph->n_edges);
      *first_edge = graph->n_edges;
      graph->n_edges += chunk->n_edges;
      mg_monotone_set_ends (&graph->address, chunk->first, chunk->addresses, chunk->n, 0);
      mg_monotone_set_ends (&graph->first, mg_bulk_builder_node (builder, chunk->first), chunk->offsets, chunk->n,
                            *first_edge);
      builder->next += chunk->n;
      g_cond_broadcast (&builder->turn);
    }
  g_mutex_unlock (&builder->lock);
  return go_on;
}

gboolean
mg_bulk_builder_add_chunk (MgBulkBuilder *builder, const MgBulkChunk *chunk)
{
  MgGraph *graph = builder->graph;
  guint64 first_edge;

  if (!take_turn (builder, chunk, &first_edge))
    return FALSE;
  mg_monotone_set_inner (&graph->address, chunk->first, chunk->addresses, chunk->n, 0);
  mg_monotone_set_inner (&graph->first, mg_bulk_builder_node (builder, chunk->first), chunk->offsets, chunk->n,
                         first_edge);
  if (chunk->n_edges > 0)
    memcpy (graph->target + first_edge, chunk->targets, chunk->n_edges * sizeof *chunk->targets);
  return TRUE;
}

void
mg_bulk_builder_give_up (MgBulkBuilder *builder)
{
  g_mutex_lock (&builder->lock);
  builder->given_up = TRUE;
  g_cond_broadcast (&builder->turn);
  g_mutex_unlock (&builder->lock);
}

void
mg_bulk_builder_mark_conditional (MgBulkBuilder *builder, guint32 from, guint32 to)
{
  mg_graph_mark_conditional (builder->graph, mg_bulk_builder_node (builder, from), mg_bulk_builder_node (builder, to));
}

MgGraph *
mg_bulk_builder_finish (MgBulkBuilder *builder)
{
  MgGraph *graph = g_steal_pointer (&builder->graph);

  g_assert (builder->next == mg_graph_n_objects (graph) && builder->n_roots_added == graph->n_roots);
  mg_monotone_set (&graph->first, graph->n_nodes, graph->n_edges);
  graph->target = g_renew (MgNode, graph->target, graph->n_edges + 1);
  mg_bulk_builder_free (builder);
  return graph;
}
