#include "analysis/export/heap-writer.h"

#include <string.h>

#include "analysis/base/bitmap.h"
#include "analysis/base/progress.h"

#define STEP_NODES 4096u

static void
find_text_types (MgHeapWriter *writer)
{
  const MgTypeTable *types = writer->graph->types;

  if (!mg_snapshot_capability (writer->snapshot, MG_CAPABILITY_VALUES).have)
    return;
  writer->text_types = mg_bitmap_new (types->n_types + 1);
  for (MgTypeId type = mg_type_table_find (types, "System.String");
       type < types->n_types && strcmp (types->types[type].name, "System.String") == 0; type++)
    mg_bitmap_set (writer->text_types, type);
}

void
mg_heap_writer_init (MgHeapWriter *writer,
                     MgSnapshot *snapshot,
                     const MgHeapExportOptions *options,
                     MgSink *sink,
                     MgProgress *progress)
{
  *writer = (MgHeapWriter){
    .snapshot = snapshot,
    .graph = mg_snapshot_graph (snapshot),
    .dominators = options->retained ? mg_snapshot_dominators (snapshot) : NULL,
    .options = *options,
    .sink = sink,
    .progress = progress,
    .has_names = mg_snapshot_capability (snapshot, MG_CAPABILITY_FIELD_NAMES).have,
  };
  find_text_types (writer);
}

void
mg_heap_writer_clear (MgHeapWriter *writer)
{
  g_free (writer->text_types);
  g_free (writer->names);
}

gboolean
mg_heap_writer_step (const MgHeapWriter *writer, MgNode node, GError **error)
{
  if (G_LIKELY (node % STEP_NODES != 0))
    return TRUE;
  if (writer->sink->error)
    {
      g_propagate_error (error, g_steal_pointer (&writer->sink->error));
      return FALSE;
    }
  return mg_progress_step (writer->progress, node, writer->graph->n_nodes, error);
}

const MgEdgeName *
mg_heap_writer_names (MgHeapWriter *writer, MgNode node)
{
  guint32 n;

  if (!writer->has_names)
    return NULL;
  mg_graph_edges (writer->graph, node, &n);
  if (n > writer->n_names)
    {
      g_free (writer->names);
      writer->n_names = MAX (n, 64);
      writer->names = g_new (MgEdgeName, writer->n_names);
    }
  return n > 0 && mg_snapshot_edge_names (writer->snapshot, node, writer->names) ? writer->names : NULL;
}

char *
mg_heap_writer_text (const MgHeapWriter *writer, MgNode node)
{
  if (writer->text_types == NULL || !mg_bitmap_get (writer->text_types, writer->graph->type[node]))
    return NULL;
  return mg_details_string (writer->snapshot, node, MG_HEAP_TEXT_UNITS, NULL);
}

MgNode
mg_heap_writer_dominator (const MgHeapWriter *writer, MgNode node)
{
  MgNode dominator = writer->dominators ? writer->dominators->idom[node] : MG_NODE_NONE;

  return dominator != MG_NODE_NONE && mg_graph_is_object (writer->graph, dominator) ? dominator : MG_NODE_NONE;
}
