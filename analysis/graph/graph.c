#include "analysis/graph/graph.h"

#include "analysis/base/big-array.h"
#include "analysis/graph/graph-private.h"

MgGraph *
mg_graph_alloc (MgTypeTable *types, guint32 n_roots, guint32 n_objects)
{
  MgGraph *graph = g_atomic_rc_box_new0 (MgGraph);

  graph->n_nodes = 1 + n_roots + n_objects;
  graph->n_roots = n_roots;
  graph->types = mg_type_table_ref (types);
  graph->type = mg_big_array_new (MgTypeId, graph->n_nodes);
  graph->size = mg_big_array_new (guint16, graph->n_nodes);
  graph->roots = g_new0 (MgRoot, n_roots + 1);
  graph->texts = g_string_chunk_new (1024);
  mg_monotone_init (&graph->address, n_objects);
  for (guint32 i = 0; i <= n_roots; i++)
    {
      graph->type[i] = MG_TYPE_NONE;
      graph->size[i] = 0;
    }
  return graph;
}

void
mg_graph_set_root (MgGraph *graph, guint32 k, const MgRoot *root)
{
  MgRoot *copy = &graph->roots[k];

  *copy = *root;
  if (root->label)
    copy->label = g_string_chunk_insert_const (graph->texts, root->label);
  if (root->note)
    copy->note = g_string_chunk_insert_const (graph->texts, root->note);
}

void
mg_graph_keep_big_size (MgGraph *graph, MgNode node, guint64 size_bytes)
{
  if (graph->big_sizes == NULL)
    graph->big_sizes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_hash_table_insert (graph->big_sizes, GUINT_TO_POINTER (node), g_memdup2 (&size_bytes, sizeof size_bytes));
}

void
mg_graph_mark_conditional (MgGraph *graph, MgNode from, MgNode to)
{
  guint64 key = (guint64) from << 32 | to;

  if (graph->conditional == NULL)
    graph->conditional = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_hash_table_add (graph->conditional, g_memdup2 (&key, sizeof key));
}

MgGraph *
mg_graph_ref (MgGraph *graph)
{
  return g_atomic_rc_box_acquire (graph);
}

static void
graph_clear (gpointer data)
{
  MgGraph *graph = data;

  g_clear_pointer (&graph->types, mg_type_table_unref);
  if (graph->lender)
    {
      g_free (graph->type);
      g_free (graph->roots);
      g_string_chunk_free (graph->texts);
      mg_graph_unref (graph->lender);
      return;
    }
  mg_mapping_free_array (graph->mapping, graph->type);
  mg_mapping_free_array (graph->mapping, graph->size);
  mg_mapping_free_array (graph->mapping, graph->target);
  g_free (graph->roots);
  mg_monotone_clear (&graph->address);
  mg_monotone_clear (&graph->first);
  g_clear_pointer (&graph->big_sizes, g_hash_table_unref);
  g_clear_pointer (&graph->conditional, g_hash_table_unref);
  g_clear_pointer (&graph->texts, g_string_chunk_free);
  g_clear_pointer (&graph->mapping, mg_mapping_unref);
}

void
mg_graph_unref (MgGraph *graph)
{
  if (graph)
    g_atomic_rc_box_release_full (graph, graph_clear);
}

MgGraph *
mg_graph_new_view (const MgGraph *graph, MgTypeTable *types, const MgTypeId *view_type)
{
  MgGraph *view = g_atomic_rc_box_new0 (MgGraph);

  *view = *graph;
  view->lender = mg_graph_ref ((MgGraph *) graph);
  view->mapping = NULL;
  view->types = mg_type_table_ref (types);
  view->roots = g_memdup2 (graph->roots, graph->n_roots * sizeof *graph->roots);
  view->texts = g_string_chunk_new (4096);
  view->type = g_new (MgTypeId, graph->n_nodes);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    view->type[i] = graph->type[i] == MG_TYPE_NONE ? MG_TYPE_NONE : view_type[graph->type[i]];
  return view;
}

guint64
mg_graph_big_size (const MgGraph *graph, MgNode node)
{
  const guint64 *size = graph->big_sizes ? g_hash_table_lookup (graph->big_sizes, GUINT_TO_POINTER (node)) : NULL;

  return size ? *size : MG_GRAPH_BIG_SIZE;
}

guint64
mg_graph_address (const MgGraph *graph, MgNode node)
{
  if (mg_graph_is_object (graph, node))
    return mg_monotone_get (&graph->address, node - mg_graph_first_object (graph));
  return mg_graph_is_root (graph, node) ? mg_graph_root (graph, node)->address : 0;
}

MgNode
mg_graph_find_address (const MgGraph *graph, guint64 address)
{
  guint64 i = mg_monotone_lower_bound (&graph->address, address);

  if (address == 0 || i >= graph->address.n || mg_monotone_get (&graph->address, i) != address)
    return MG_NODE_NONE;
  return mg_graph_first_object (graph) + (MgNode) i;
}

MgNode
mg_graph_find_containing (const MgGraph *graph, guint64 address)
{
  guint64 i = mg_monotone_lower_bound (&graph->address, address);
  guint64 start;
  MgNode node;

  if (i >= graph->address.n || mg_monotone_get (&graph->address, i) != address)
    {
      if (i == 0)
        return MG_NODE_NONE;
      i--;
    }
  start = mg_monotone_get (&graph->address, i);
  node = mg_graph_first_object (graph) + (MgNode) i;
  return start != 0 && address - start < mg_graph_size (graph, node) ? node : MG_NODE_NONE;
}

const MgType *
mg_graph_type_of (const MgGraph *graph, MgNode node)
{
  MgTypeId type = graph->type[node];

  return type == MG_TYPE_NONE ? NULL : mg_type_table_get (graph->types, type);
}

gboolean
mg_graph_edge_is_conditional (const MgGraph *graph, MgNode from, MgNode to)
{
  guint64 key = (guint64) from << 32 | to;

  if (mg_graph_is_root (graph, from))
    return mg_graph_root (graph, from)->kind == MG_ROOT_DEPENDENT_HANDLE;
  return graph->conditional && g_hash_table_contains (graph->conditional, &key);
}

guint64
mg_graph_memory (const MgGraph *graph)
{
  return (guint64) graph->n_nodes * (sizeof (MgTypeId) + sizeof *graph->size) + graph->n_edges * sizeof (MgNode)
         + (guint64) graph->n_roots * sizeof (MgRoot) + mg_monotone_memory (&graph->address)
         + mg_monotone_memory (&graph->first);
}
