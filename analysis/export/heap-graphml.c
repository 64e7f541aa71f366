/* GraphML: roots and objects as nodes, references as edges. Attributes of nodes: label (the type, or what the root is),
 * kind ("object", or the kind of the root), address, size, generation, retained; of edges: label (field or index) and
 * whether they hold only under a condition. */
#include <string.h>

#include "analysis/export/heap-writer.h"
#include "analysis/report/printable.h"

static void
put_key (MgSink *sink, const char *id, const char *of, const char *name, const char *type)
{
  mg_sink_printf (sink, "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", id, of, name, type);
}

/* XML has no way to write most control characters: they stand as escapes, as on a terminal. */
static char *
escape (const char *text)
{
  g_autofree char *safe = mg_printable (text);
  g_autoptr (GString) valid = g_string_new (NULL);

  for (const char *p = safe; *p; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == 0xfffe || c == 0xffff)
        c = 0xfffd;
      g_string_append_unichar (valid, c);
    }
  return g_markup_escape_text (valid->str, -1);
}

static void
put_data (MgSink *sink, const char *key, const char *escaped)
{
  mg_sink_put (sink, "<data key=\"");
  mg_sink_put (sink, key);
  mg_sink_put (sink, "\">");
  mg_sink_put (sink, escaped);
  mg_sink_put (sink, "</data>");
}

static void
put_number (MgSink *sink, const char *key, guint64 number)
{
  mg_sink_put (sink, "<data key=\"");
  mg_sink_put (sink, key);
  mg_sink_put (sink, "\">");
  mg_sink_put_number (sink, number);
  mg_sink_put (sink, "</data>");
}

static void
begin_node (const MgHeapWriter *writer, MgNode node, const char *label, const char *kind)
{
  guint64 address = mg_graph_address (writer->graph, node);
  MgSink *sink = writer->sink;

  mg_sink_put (sink, "    <node id=\"n");
  mg_sink_put_number (sink, node);
  mg_sink_put (sink, "\">");
  put_data (sink, "label", label);
  put_data (sink, "kind", kind);
  if (address == 0)
    return;
  mg_sink_put (sink, "<data key=\"address\">");
  mg_sink_put_address (sink, address);
  mg_sink_put (sink, "</data>");
}

static void
put_root (const MgHeapWriter *writer, MgNode node)
{
  const MgRoot *root = mg_graph_root (writer->graph, node);
  g_autofree char *label = escape (root->label ? root->label : mg_root_kind_word (root->kind));

  begin_node (writer, node, label, mg_root_kind_id (root->kind));
  mg_sink_put (writer->sink, "</node>\n");
}

static void
put_object (const MgHeapWriter *writer, MgNode node, const char *label)
{
  MgGeneration generation = mg_snapshot_generation (writer->snapshot, node);

  begin_node (writer, node, label, "object");
  put_number (writer->sink, "size", mg_graph_size (writer->graph, node));
  if (generation != MG_GENERATION_UNKNOWN)
    put_data (writer->sink, "generation", mg_generation_id (generation));
  if (writer->dominators)
    put_number (writer->sink, "retained", writer->dominators->retained[node]);
  mg_sink_put (writer->sink, "</node>\n");
}

static void
put_edge_name (MgSink *sink, const MgEdgeName *name)
{
  g_autofree char *field = name->name ? escape (name->name) : NULL;
  gboolean element = name->index != MG_EDGE_NO_INDEX;

  if (field == NULL && !element)
    return;
  mg_sink_put (sink, "<data key=\"field\">");
  if (element)
    {
      mg_sink_put_char (sink, '[');
      mg_sink_put_number (sink, name->index);
      mg_sink_put (sink, field ? "]." : "]");
    }
  if (field)
    mg_sink_put (sink, field);
  mg_sink_put (sink, "</data>");
}

static void
put_edges (MgHeapWriter *writer, MgNode node)
{
  const MgEdgeName *names = mg_graph_is_object (writer->graph, node) ? mg_heap_writer_names (writer, node) : NULL;
  MgSink *sink = writer->sink;
  guint32 n;
  const MgNode *targets = mg_graph_edges (writer->graph, node, &n);

  for (guint32 i = 0; i < n; i++)
    {
      mg_sink_put (sink, "    <edge source=\"n");
      mg_sink_put_number (sink, node);
      mg_sink_put (sink, "\" target=\"n");
      mg_sink_put_number (sink, targets[i]);
      mg_sink_put (sink, "\">");
      if (names)
        put_edge_name (sink, &names[i]);
      if (mg_graph_edge_is_conditional (writer->graph, node, targets[i]))
        put_data (sink, "conditional", "true");
      mg_sink_put (sink, "</edge>\n");
    }
}

static void
put_head (const MgHeapWriter *writer)
{
  MgSink *sink = writer->sink;

  mg_sink_put (sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\""
                     " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                     " xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns"
                     " http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n");
  put_key (sink, "label", "node", "label", "string");
  put_key (sink, "kind", "node", "kind", "string");
  put_key (sink, "address", "node", "address", "string");
  put_key (sink, "size", "node", "size", "long");
  put_key (sink, "generation", "node", "generation", "string");
  if (writer->dominators)
    put_key (sink, "retained", "node", "retained", "long");
  put_key (sink, "field", "edge", "label", "string");
  put_key (sink, "conditional", "edge", "conditional", "boolean");
  mg_sink_put (sink, "  <graph id=\"heap\" edgedefault=\"directed\">\n");
}

gboolean
mg_heap_write_graphml (MgHeapWriter *writer, GError **error)
{
  const MgGraph *graph = writer->graph;
  g_autoptr (GPtrArray) labels = g_ptr_array_new_full (graph->types->n_types, g_free);

  for (MgTypeId type = 0; type < graph->types->n_types; type++)
    g_ptr_array_add (labels, escape (graph->types->types[type].name));
  put_head (writer);
  for (MgNode node = 1; node < graph->n_nodes; node++)
    {
      if (mg_graph_is_root (graph, node))
        put_root (writer, node);
      else
        put_object (writer, node, labels->pdata[graph->type[node]]);
      put_edges (writer, node);
      if (!mg_heap_writer_step (writer, node, error))
        return FALSE;
    }
  mg_sink_put (writer->sink, "  </graph>\n</graphml>\n");
  return TRUE;
}
