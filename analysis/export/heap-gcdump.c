/* A .gcdump of any snapshot: roots become groups of pseudo-nodes again, regions become segments with generations. */
#include "analysis/export/heap-writer.h"
#include "analysis/formats/gcdump-writer.h"

static gboolean
put (const void *data, gsize length, gpointer user_data, GError **error)
{
  MgSink *sink = user_data;

  mg_sink_put_bytes (sink, data, length);
  if (sink->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&sink->error));
  return FALSE;
}

static int
compare_segments (gconstpointer a, gconstpointer b)
{
  const MgGcdumpSegment *first = a, *second = b;

  return first->start < second->start ? -1 : first->start > second->start;
}

/* Each part of the heap that has one generation; frozen objects have none that the format knows. */
static GArray *
make_segments (MgSnapshot *snapshot)
{
  g_autoptr (GArray) rows = mg_details_heap (snapshot);
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (MgGcdumpSegment));

  for (guint i = 0; rows && i < rows->len; i++)
    {
      const MgHeapRow *row = &g_array_index (rows, MgHeapRow, i);
      MgGcdumpSegment segment = { .start = row->start, .end = row->end };

      if (row->generation > MG_GENERATION_POH || row->end <= row->start)
        continue;
      segment.generation_end[row->generation] = row->end;
      g_array_append_val (segments, segment);
    }
  g_array_sort (segments, compare_segments);
  return segments;
}

gboolean
mg_heap_write_gcdump (MgHeapWriter *writer, GError **error)
{
  g_autoptr (GArray) segments = make_segments (writer->snapshot);
  MgGcdumpWriteOptions options = { .info = mg_snapshot_info (writer->snapshot),
                                   .segments = (const MgGcdumpSegment *) (gpointer) segments->data,
                                   .n_segments = segments->len };

  return mg_gcdump_write (writer->graph, &options, put, writer->sink, writer->progress, error);
}
