#include "analysis/export/heap-export.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/progress.h"
#include "analysis/export/heap-writer.h"

static const struct
{
  const char *id, *extension, *name;
  gboolean (*write) (MgHeapWriter *writer, GError **error);
} formats[MG_N_HEAP_FORMATS] = {
  [MG_HEAP_GCDUMP] = { "gcdump", ".gcdump", N_ ("GC heap snapshot (.gcdump)"), mg_heap_write_gcdump },
  [MG_HEAP_CSV] = { "csv", ".csv", N_ ("Table of objects (CSV)"), mg_heap_write_csv },
  [MG_HEAP_NDJSON] = { "ndjson", ".ndjson", N_ ("One JSON object a line (NDJSON)"), mg_heap_write_ndjson },
  [MG_HEAP_GRAPHML] = { "graphml", ".graphml", N_ ("Graph for Gephi, yEd, networkx (GraphML)"), mg_heap_write_graphml },
};

const char *
mg_heap_format_id (MgHeapFormat format)
{
  return formats[format].id;
}

const char *
mg_heap_format_extension (MgHeapFormat format)
{
  return formats[format].extension;
}

const char *
mg_heap_format_name (MgHeapFormat format)
{
  return _ (formats[format].name);
}

MgHeapFormat
mg_heap_format_from_path (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < MG_N_HEAP_FORMATS; i++)
    if (g_str_has_suffix (lower, formats[i].extension))
      return (MgHeapFormat) i;
  return g_str_has_suffix (lower, ".jsonl") ? MG_HEAP_NDJSON : MG_N_HEAP_FORMATS;
}

const char *
mg_heap_rows_id (MgHeapRows rows)
{
  static const char *const ids[MG_N_HEAP_ROWS] = { "objects", "references", "roots" };

  return ids[rows];
}

gboolean
mg_heap_export (MgSnapshot *snapshot,
                const MgHeapExportOptions *options,
                MgSink *sink,
                MgProgress *progress,
                GError **error)
{
  MgHeapWriter writer;
  gboolean done;

  if (!mg_snapshot_ensure (snapshot, options->retained ? MG_NEED_DOMINATORS : MG_NEED_GRAPH, progress, error))
    return FALSE;
  mg_progress_stage (progress, _ ("Writing objects"), 0.0, 1.0);
  if (!mg_progress_step (progress, 0, 1, error))
    return FALSE;
  mg_heap_writer_init (&writer, snapshot, options, sink, progress);
  done = formats[options->format].write (&writer, error);
  mg_heap_writer_clear (&writer);
  return done;
}

/* --- what is lost --- */

static void
lose (GPtrArray *losses, gboolean lost, const char *sentence)
{
  if (lost)
    g_ptr_array_add (losses, g_strdup (sentence));
}

static gboolean
has (MgSnapshot *snapshot, MgCapability capability)
{
  return mg_snapshot_capability (snapshot, capability).have;
}

static guint
count_huge (const MgGraph *graph)
{
  guint n = 0;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    n += mg_graph_size (graph, node) > G_MAXINT32;
  return n;
}

static void
lose_in_gcdump (GPtrArray *losses, MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  guint n_huge = count_huge (graph);

  lose (losses, has (snapshot, MG_CAPABILITY_VALUES),
        _ ("A .gcdump has no place for the names of fields, values, texts, threads with their frames, weak handles, "
           "registered finalizers and the addresses of roots: they are not in the file."));
  lose (losses, graph->conditional != NULL,
        _ ("A .gcdump cannot say that a reference holds only while something else does: what dependent handles hold "
           "looks like an ordinary reference of their object."));
  if (n_huge > 0)
    g_ptr_array_add (losses, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                           "%u object above 2 GiB is written as 2 GiB.",
                                                           "%u objects above 2 GiB are written as 2 GiB.", n_huge),
                                              n_huge));
  lose (losses, mg_snapshot_info (snapshot)->sampled,
        _ ("The snapshot is a sample, and the factors that make up for what was left out are not in the file: its "
           "counts and sizes are those of the sample."));
  lose (losses, !has (snapshot, MG_CAPABILITY_VALUES) && has (snapshot, MG_CAPABILITY_GENERATIONS),
        _ ("The segments of the heap are not in the file, and with them the generations."));
}

static void
lose_in_text (GPtrArray *losses, MgSnapshot *snapshot, const MgHeapExportOptions *options)
{
  gboolean values = has (snapshot, MG_CAPABILITY_VALUES);
  gboolean table = options->format == MG_HEAP_CSV;

  lose (losses, values && (options->format == MG_HEAP_GRAPHML || (table && options->rows != MG_HEAP_OBJECTS)),
        _ ("Values and texts are not in the file."));
  lose (losses, values && (options->format == MG_HEAP_NDJSON || (table && options->rows == MG_HEAP_OBJECTS)),
        _ ("Values of fields are not in the file; texts are, up to 1,000 characters of each."));
  lose (losses, table && options->rows == MG_HEAP_OBJECTS,
        _ ("References and roots are tables of their own: --rows references, --rows roots."));
}

GPtrArray *
mg_heap_export_losses (MgSnapshot *snapshot, const MgHeapExportOptions *options)
{
  GPtrArray *losses = g_ptr_array_new_with_free_func (g_free);

  if (options->format == MG_HEAP_GCDUMP)
    lose_in_gcdump (losses, snapshot);
  else
    lose_in_text (losses, snapshot, options);
  return losses;
}
