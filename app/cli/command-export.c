/* export: the whole snapshot as one file for other programs. */
#include <glib/gi18n-lib.h>

#include "analysis/export/heap-export.h"
#include "app/cli/output.h"
#include "app/cli/run.h"

static MgHeapFormat
format_of (const MgOptions *options)
{
  if (options->to != MG_N_HEAP_FORMATS || options->output == NULL)
    return options->to;
  return mg_heap_format_from_path (options->output);
}

static gboolean
run_export (MgRun *run, GError **error)
{
  const MgOptions *options = run->options;
  MgHeapExportOptions how
    = { .format = format_of (options), .rows = options->rows, .retained = options->retained };
  g_autoptr (GPtrArray) losses = NULL;

  if (!mg_heap_export (run->snapshot, &how, run->sink, run->progress, error))
    return FALSE;
  losses = mg_heap_export_losses (run->snapshot, &how);
  for (guint i = 0; i < losses->len; i++)
    mg_run_take_note (run, g_strdup (losses->pdata[i]));
  return TRUE;
}

static const char *
what_is_wrong (const MgOptions *options)
{
  MgHeapFormat format = format_of (options);

  if (format == MG_N_HEAP_FORMATS)
    return _("say what to write: --to gcdump, csv, ndjson or graphml");
  if (format == MG_HEAP_GCDUMP && mg_output_is_terminal (options->output))
    return _("a .gcdump is not for a terminal: add -o FILE.gcdump");
  if (options->rows != MG_HEAP_OBJECTS && format != MG_HEAP_CSV)
    return _("--rows is about the tables of --to csv; the other formats have everything in one file");
  if (options->retained && format == MG_HEAP_GCDUMP)
    return _("a .gcdump has no place for retained sizes; whoever opens it computes them");
  if (options->retained && format == MG_HEAP_CSV && options->rows != MG_HEAP_OBJECTS)
    return _("--retained goes with --rows objects");
  return NULL;
}

const MgCommand mg_command_export = {
  .name = "export",
  .arguments = N_ ("FILE"),
  .summary = N_ ("the whole snapshot as a .gcdump, a table, lines of JSON or a graph, for other programs"),
  .description
  = N_ ("Writes a compact copy that other programs open.\n\n"
        "gcdump: objects, types, sizes, references and roots, as dotnet-gcdump writes them. PerfView, Visual Studio, "
        "dotnet-gcdump and this program open it; a core of many gigabytes becomes a file that can be sent.\n"
        "csv: a row per object; with --rows also a row per reference or per root.\n"
        "ndjson: a JSON object a line: the snapshot, then its roots, then its objects with their references and the "
        "names of the fields, for DuckDB, Spark, jq.\n"
        "graphml: the same as a graph, for Gephi, yEd, networkx.\n\n"
        "What the file cannot hold is said on standard error."),
  .examples = "  mangrove-cli export app.core --to gcdump -o app.gcdump\n"
              "  mangrove-cli export app.core --redact names -o to-send.gcdump\n"
              "  mangrove-cli export app.core --to csv --retained -o objects.csv\n"
              "  mangrove-cli export app.core --to ndjson | zstd >app.ndjson.zst\n",
  .options = (MG_COMMON_OPTIONS & ~MG_OPTION_BIT (MG_OPTION_FORMAT)) | MG_OPTION_BIT (MG_OPTION_TO)
             | MG_OPTION_BIT (MG_OPTION_ROWS) | MG_OPTION_BIT (MG_OPTION_RETAINED_OBJECTS),
  .formats = MG_FORMAT_BIT (MG_FORMAT_TEXT),
  .wants_graph = TRUE,
  .min_arguments = 1,
  .max_arguments = 1,
  .what_is_wrong = what_is_wrong,
  .run = run_export,
};
