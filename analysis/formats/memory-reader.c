#include "analysis/formats/memory-reader.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  MgReader parent;
  MgGraph *graph;
} MemoryReader;

static MgGraph *
memory_load_graph (MgReader *reader, MgProgress *progress, GError **error)
{
  MemoryReader *self = (MemoryReader *) reader;

  return mg_graph_ref (self->graph);
}

static void
memory_free (MgReader *reader)
{
  MemoryReader *self = (MemoryReader *) reader;

  mg_graph_unref (self->graph);
}

static const MgReaderClass memory_class = { .load_graph = memory_load_graph, .free = memory_free };

static gboolean
has_root_of_kind (const MgGraph *graph, MgRootKind kind)
{
  for (guint32 i = 0; i < graph->n_roots; i++)
    if (graph->roots[i].kind == kind)
      return TRUE;
  return FALSE;
}

static gboolean
has_modules (const MgTypeTable *types)
{
  for (guint32 i = 0; i < types->n_types; i++)
    if (types->types[i].module)
      return TRUE;
  return FALSE;
}

static void
describe (MgReader *reader, const MgGraph *graph, const char *name)
{
  MgSnapshotInfo *info = &reader->info;

  info->path = info->base_name = mg_reader_keep (reader, name);
  info->format = "memory";
  info->format_name = _ ("Graph in memory");
  info->architecture = _ ("64-bit");
  for (guint i = 0; i < MG_N_CAPABILITIES; i++)
    mg_reader_set_capability (reader, i, FALSE, _ ("This graph was made in memory and does not record it."));
  if (has_root_of_kind (graph, MG_ROOT_STACK))
    mg_reader_set_capability (reader, MG_CAPABILITY_STACKS, TRUE, NULL);
  if (has_modules (graph->types))
    mg_reader_set_capability (reader, MG_CAPABILITY_MODULES, TRUE, NULL);
  mg_reader_set_capability (reader, MG_CAPABILITY_HANDLE_KINDS, TRUE, NULL);
  mg_reader_set_capability (reader, MG_CAPABILITY_DEAD_OBJECTS, TRUE, NULL);
}

MgReader *
mg_memory_reader_new (MgGraph *graph, const char *name)
{
  MemoryReader *self = g_new0 (MemoryReader, 1);

  mg_reader_init (&self->parent, &memory_class);
  self->graph = mg_graph_ref (graph);
  self->parent.stats = mg_type_stats_new_for_graph (graph);
  describe (&self->parent, graph, name);
  return &self->parent;
}
