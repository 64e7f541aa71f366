#include "analysis/formats/gcdump-reader.h"

#include "analysis/base/lower-bound.h"
#include "analysis/formats/gcdump-file.h"
#include "analysis/source/file.h"

static MgGraph *
gcdump_load_graph (MgReader *reader, MgProgress *progress, GError **error)
{
  return mg_gcdump_load_graph ((MgGcdump *) reader, progress, error);
}

/* The last segment that starts at or before ADDRESS, or NULL. */
static const MgGcdumpSegment *
find_segment (const GArray *segments, guint64 address)
{
  gsize behind = mg_lower_bound (segments->data, segments->len, sizeof (MgGcdumpSegment), address + 1);

  return behind > 0 ? &g_array_index (segments, MgGcdumpSegment, behind - 1) : NULL;
}

static MgGeneration
gcdump_generation (MgReader *reader, guint64 address)
{
  /* The order in which the parts of a segment are asked. */
  static const MgGeneration order[] = { MG_GENERATION_POH, MG_GENERATION_LOH, MG_GENERATION_2, MG_GENERATION_1,
                                        MG_GENERATION_0 };
  static const guint place[] = { 4, 3, 2, 1, 0 };
  const MgGcdumpSegment *segment = find_segment (((MgGcdump *) reader)->segments, address);

  if (segment == NULL || address >= segment->end)
    return MG_GENERATION_UNKNOWN;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (address < segment->generation_end[place[i]])
      return order[i];
  return MG_GENERATION_UNKNOWN;
}

static void
gcdump_free (MgReader *reader)
{
  MgGcdump *self = (MgGcdump *) reader;

  g_clear_pointer (&self->root_edges, g_array_unref);
  g_clear_pointer (&self->group_of, g_hash_table_unref);
  g_clear_pointer (&self->segments, g_array_unref);
  g_clear_pointer (&self->types, g_array_unref);
  g_clear_pointer (&self->strings, g_string_chunk_free);
  g_free (self->type_ids);
  g_free (self->pseudo);
  g_free (self->log);
  g_free (self->machine);
  g_free (self->process);
  g_free (self->tool);
  g_clear_pointer (&self->source, mg_source_unref);
}

/* Nothing but the notes is left of loading it, and these the index keeps. */
static gboolean
gcdump_restore_graph (MgReader *reader, MgGraph *graph, GVariant *saved)
{
  return TRUE;
}

static const MgReaderClass gcdump_class = {
  .load_graph = gcdump_load_graph,
  .restore_graph = gcdump_restore_graph,
  .generation = gcdump_generation,
  .free = gcdump_free,
};

MgReader *
mg_gcdump_reader_open (MgSource *source,
                       const MgSnapshotOptions *options,
                       GVariant *walk,
                       MgProgress *progress,
                       GError **error)
{
  g_autoptr (MgReader) reader = (MgReader *) g_new0 (MgGcdump, 1);
  MgGcdump *self = (MgGcdump *) reader;

  mg_reader_init (reader, &gcdump_class);
  mg_reader_take_file (reader, source);
  self->source = mg_source_ref (source);
  self->strings = g_string_chunk_new (16 * 1024);
  self->types = g_array_new (FALSE, FALSE, sizeof (MgGcdumpType));
  self->raw_names = options && options->raw_names;
  self->n_threads = options ? options->n_threads : 0;
  if (!mg_gcdump_read_head (self, error) || !mg_gcdump_count (self, progress, error))
    return NULL;
  mg_gcdump_find_roots (self);
  mg_gcdump_describe (self);
  return g_steal_pointer (&reader);
}
