/* Newline-delimited JSON: one object a line, each with what kind of record it is.
 *
 *   {"record":"snapshot","mangrove":1,"process":…,"runtime":…,…,"objects":n,"references":n,"bytes":n}
 *   {"record":"root","kind":"static","label":…,"note":…,"address":…,"references":[{"address":"0x…"}]}
 *   {"record":"object","address":"0x…","type":…,"module":…,"size":n,"generation":"2","references":[
 *     {"field":"_items","address":"0x…"}, {"index":3,"address":"0x…"}, {"address":"0x…","conditional":true}]}
 *
 * with "retained", "dominator" and "text" where they are known and asked for. What is not known is left out. */
#include <string.h>

#include "analysis/export/heap-writer.h"
#include "analysis/report/json.h"

#define FORMAT_VERSION 1

/* A type's keys as they stand in each of its objects' lines. */
static char *
type_part (const MgType *type)
{
  MgSink sink;

  mg_sink_init_memory (&sink);
  mg_sink_put (&sink, "\"type\":");
  mg_json_put_string (&sink, type->name);
  if (type->module)
    {
      mg_sink_put (&sink, ",\"module\":");
      mg_json_put_string (&sink, type->module);
    }
  return g_string_free (g_steal_pointer (&sink.buffer), FALSE);
}

static void
put_text (MgSink *sink, const char *key, const char *text)
{
  if (text == NULL)
    return;
  mg_sink_printf (sink, ",\"%s\":", key);
  mg_json_put_string (sink, text);
}

static void
put_number (MgSink *sink, const char *key, guint64 number)
{
  mg_sink_put (sink, ",\"");
  mg_sink_put (sink, key);
  mg_sink_put (sink, "\":");
  mg_sink_put_number (sink, number);
}

static void
put_address (MgSink *sink, const char *key, guint64 address)
{
  mg_sink_put (sink, key);
  mg_sink_put_address (sink, address);
  mg_sink_put_char (sink, '"');
}

static void
put_snapshot (const MgHeapWriter *writer)
{
  const MgSnapshotInfo *info = mg_snapshot_info (writer->snapshot);
  MgSink *sink = writer->sink;

  mg_sink_printf (sink, "{\"record\":\"snapshot\",\"mangrove\":%d", FORMAT_VERSION);
  put_text (sink, "file", info->base_name);
  put_text (sink, "format", info->format);
  put_text (sink, "process", info->process_name);
  if (info->pid >= 0)
    put_number (sink, "pid", (guint64) info->pid);
  put_text (sink, "machine", info->machine);
  put_text (sink, "collected", info->time_collected);
  put_text (sink, "runtime", info->runtime);
  put_text (sink, "architecture", info->architecture);
  put_text (sink, "os", info->os);
  put_text (sink, "gc", info->gc_mode);
  put_number (sink, "objects", mg_graph_n_objects (writer->graph));
  put_number (sink, "references", writer->graph->n_edges - writer->graph->n_roots);
  put_number (sink, "bytes", mg_snapshot_type_stats (writer->snapshot)->total.size);
  mg_sink_put (sink, "}\n");
}

static void
put_reference (const MgHeapWriter *writer, MgNode from, MgNode to, const MgEdgeName *name)
{
  MgSink *sink = writer->sink;

  mg_sink_put_char (sink, '{');
  if (name && name->name)
    {
      mg_sink_put (sink, "\"field\":");
      mg_json_put_string (sink, name->name);
      mg_sink_put_char (sink, ',');
    }
  if (name && name->index != MG_EDGE_NO_INDEX)
    {
      mg_sink_put (sink, "\"index\":");
      mg_sink_put_number (sink, name->index);
      mg_sink_put_char (sink, ',');
    }
  put_address (sink, "\"address\":\"", mg_graph_address (writer->graph, to));
  if (mg_graph_edge_is_conditional (writer->graph, from, to))
    mg_sink_put (sink, ",\"conditional\":true");
  mg_sink_put_char (sink, '}');
}

static void
put_references (MgHeapWriter *writer, MgNode node)
{
  const MgEdgeName *names = mg_graph_is_object (writer->graph, node) ? mg_heap_writer_names (writer, node) : NULL;
  guint32 n;
  const MgNode *targets = mg_graph_edges (writer->graph, node, &n);

  mg_sink_put (writer->sink, ",\"references\":[");
  for (guint32 i = 0; i < n; i++)
    {
      if (i > 0)
        mg_sink_put_char (writer->sink, ',');
      put_reference (writer, node, targets[i], names ? &names[i] : NULL);
    }
  mg_sink_put (writer->sink, "]}\n");
}

static void
put_root (MgHeapWriter *writer, MgNode node)
{
  const MgRoot *root = mg_graph_root (writer->graph, node);

  mg_sink_printf (writer->sink, "{\"record\":\"root\",\"kind\":\"%s\"", mg_root_kind_id (root->kind));
  put_text (writer->sink, "label", root->label);
  put_text (writer->sink, "note", root->note);
  if (root->address)
    put_address (writer->sink, ",\"address\":\"", root->address);
  put_references (writer, node);
}

static void
put_object (MgHeapWriter *writer, MgNode node, const char *type)
{
  MgGeneration generation = mg_snapshot_generation (writer->snapshot, node);
  g_autofree char *text = mg_heap_writer_text (writer, node);
  MgNode dominator = mg_heap_writer_dominator (writer, node);
  MgSink *sink = writer->sink;

  mg_sink_put (sink, "{\"record\":\"object\",");
  put_address (sink, "\"address\":\"", mg_graph_address (writer->graph, node));
  mg_sink_put_char (sink, ',');
  mg_sink_put (sink, type);
  put_number (sink, "size", mg_graph_size (writer->graph, node));
  if (generation != MG_GENERATION_UNKNOWN)
    {
      mg_sink_put (sink, ",\"generation\":\"");
      mg_sink_put (sink, mg_generation_id (generation));
      mg_sink_put_char (sink, '"');
    }
  if (writer->dominators)
    put_number (sink, "retained", writer->dominators->retained[node]);
  if (dominator != MG_NODE_NONE)
    put_address (sink, ",\"dominator\":\"", mg_graph_address (writer->graph, dominator));
  put_text (sink, "text", text);
  put_references (writer, node);
}

gboolean
mg_heap_write_ndjson (MgHeapWriter *writer, GError **error)
{
  const MgTypeTable *types = writer->graph->types;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_full (types->n_types, g_free);
  gboolean go_on = TRUE;

  for (MgTypeId type = 0; type < types->n_types; type++)
    g_ptr_array_add (parts, type_part (&types->types[type]));
  put_snapshot (writer);
  for (MgNode node = 1; node < writer->graph->n_nodes && go_on; node++)
    {
      if (mg_graph_is_root (writer->graph, node))
        put_root (writer, node);
      else
        put_object (writer, node, parts->pdata[writer->graph->type[node]]);
      go_on = mg_heap_writer_step (writer, node, error);
    }
  return go_on;
}
