/* info: what the file is, what is in it, and what it can and cannot tell. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/details.h"
#include "app/cli/facts.h"
#include "app/cli/run.h"
#include "app/cli/wrap.h"

static void
add_file (MgFacts *facts, const MgSnapshotInfo *info)
{
  mg_facts_section (facts, "file", _("File"));
  mg_facts_text (facts, "path", NULL, info->path);
  mg_facts_text (facts, "name", _("Name"), info->base_name);
  mg_facts_text (facts, "format", NULL, info->format);
  mg_facts_text (facts, "format_name", _("Format"), info->format_name);
  mg_facts_bytes (facts, "size", _("Size"), info->file_size);
  if (info->unpacked_size > 0)
    mg_facts_bytes (facts, "unpacked_size", _("Unpacked"), info->unpacked_size);
  else
    mg_facts_absent (facts, "unpacked_size", NULL);
  mg_facts_text (facts, "writer", _("Written by"), info->writer);
  mg_facts_text (facts, "collected", _("Collected"), info->time_collected);
  mg_facts_text (facts, "log", NULL, info->log);
  mg_facts_flag (facts, "sampled", info->sampled ? _("Sampled") : NULL, info->sampled);
}

static void
add_runtime (MgFacts *facts, const MgSnapshotInfo *info)
{
  mg_facts_section (facts, "runtime", _("Process"));
  mg_facts_text (facts, "process", _("Name"), info->process_name);
  if (info->pid >= 0)
    mg_facts_number (facts, "pid", _("Process id"), (guint64) info->pid);
  else
    mg_facts_absent (facts, "pid", _("Process id"));
  mg_facts_text (facts, "machine", _("Machine"), info->machine);
  mg_facts_text (facts, "version", _("Runtime"), info->runtime);
  mg_facts_text (facts, "architecture", _("Architecture"), info->architecture);
  mg_facts_number (facts, "pointer_size", NULL, (guint64) MAX (info->pointer_size, 0));
  mg_facts_text (facts, "os", _("Operating system"), info->os);
  mg_facts_text (facts, "gc_mode", _("Garbage collector"), info->gc_mode);
}

/* For programs: people have it in the words about the collector. */
static void
add_heap_count (MgFacts *facts, MgSnapshot *snapshot)
{
  g_autoptr (GArray) rows = mg_details_heap (snapshot);
  guint32 n = 0;

  for (guint i = 0; rows && i < rows->len; i++)
    n = MAX (n, g_array_index (rows, MgHeapRow, i).heap + 1);
  if (n > 0)
    mg_facts_number (facts, "gc_heaps", NULL, n);
  else
    mg_facts_absent (facts, "gc_heaps", NULL);
}

static void
add_heap (MgFacts *facts, MgRun *run)
{
  const MgSnapshotInfo *info = mg_snapshot_info (run->snapshot);
  const MgTypeStats *stats = mg_snapshot_type_stats (run->snapshot);
  const MgTree *tree = mg_snapshot_tree (run->snapshot);
  guint64 nodes = 0, bytes = 0, n_types = 0;

  for (MgTypeId id = 0; id < stats->types->n_types; id++)
    n_types += stats->tally[id].count > 0;
  mg_facts_section (facts, "heap", _("Heap"));
  mg_facts_amount (facts, "objects", "object_bytes", _("Objects"), stats->total.count, stats->total.size);
  if (tree)
    mg_facts_amount (facts, "dead_objects", "dead_bytes", _("Kept alive by nothing"), tree->n_dead, tree->dead_bytes);
  else
    {
      mg_facts_absent (facts, "dead_objects", NULL);
      mg_facts_absent (facts, "dead_bytes", NULL);
    }
  mg_facts_number (facts, "object_types", _("Types"), n_types);
  add_heap_count (facts, run->snapshot);
  if (info->file_nodes == 0)
    return;
  mg_snapshot_file_unreached (run->snapshot, &nodes, &bytes);
  /* Translators: heads figures as the file itself counts; there, roots are nodes as well */
  mg_facts_section (facts, "heap", _("As the file counts, with its nodes for roots"));
  mg_facts_amount (facts, "nodes", "bytes", _("Nodes"), info->file_nodes, info->file_bytes);
  mg_facts_amount (facts, "unreachable_nodes", "unreachable_bytes", _("Not reachable"), nodes, bytes);
  mg_facts_number (facts, "types", _("Types"), info->file_types);
  mg_facts_number (facts, "edges", _("Edges"), info->file_edges);
}

static void
add_roots (MgFacts *facts, const MgGraph *graph)
{
  guint64 n[MG_N_ROOT_KINDS] = { 0 };

  for (guint32 i = 0; i < graph->n_roots; i++)
    n[graph->roots[i].kind]++;
  mg_facts_section (facts, "roots", _("Roots"));
  for (MgRootKind kind = 0; kind < MG_N_ROOT_KINDS; kind++)
    mg_facts_number (facts, mg_root_kind_id (kind), n[kind] ? mg_root_kind_words (kind) : NULL, n[kind]);
  mg_facts_number (facts, "total", _("all together"), graph->n_roots);
}

static void
add_capabilities (MgFacts *facts, MgSnapshot *snapshot)
{
  mg_facts_section (facts, "capabilities", _("What this file can tell"));
  for (MgCapability capability = 0; capability < MG_N_CAPABILITIES; capability++)
    {
      MgCapabilityState state = mg_snapshot_capability (snapshot, capability);

      mg_facts_capability (facts, mg_capability_id (capability), mg_capability_name (capability), state.have,
                           state.reason);
    }
}

static void
write_notes (MgRun *run)
{
  gboolean markdown = run->options->format == MG_FORMAT_MARKDOWN;
  g_autoptr (GString) out = g_string_new (NULL);
  guint n;
  const MgNote *notes = mg_snapshot_notes (run->snapshot, &n);

  if (n > 0)
    g_string_append_printf (out, markdown ? "\n**%s**\n\n" : "\n%s\n", _("Notes"));
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, markdown ? "- " : "  · ");
      if (markdown)
        g_string_append_printf (out, "%s\n", notes[i].text);
      else
        mg_wrap_append (out, notes[i].text, 4, 4);
    }
  mg_sink_put (run->sink, out->str);
}

static gboolean
run_info (MgRun *run, GError **error)
{
  const MgSnapshotInfo *info = mg_snapshot_info (run->snapshot);
  g_autoptr (MgFacts) facts = mg_facts_new ();
  MgFormat format = run->options->format;

  gboolean graph = mg_snapshot_no_graph_reason (run->snapshot) == NULL;

  if (graph && !mg_snapshot_ensure (run->snapshot, MG_NEED_TREE, run->progress, error))
    return FALSE;
  add_file (facts, info);
  add_runtime (facts, info);
  add_heap (facts, run);
  if (graph)
    add_roots (facts, mg_snapshot_graph (run->snapshot));
  add_capabilities (facts, run->snapshot);
  if (format == MG_FORMAT_JSON)
    {
      json_t *document = mg_json_envelope (run->command->name, NULL);

      json_object_del (document, "file");
      mg_facts_to_json (facts, document);
      return mg_run_write_json (run, document, error);
    }
  mg_facts_write (facts,
                  format == MG_FORMAT_CSV        ? MG_TABLE_CSV
                  : format == MG_FORMAT_MARKDOWN ? MG_TABLE_MARKDOWN
                                                 : MG_TABLE_TEXT,
                  run->sink);
  if (format != MG_FORMAT_CSV)
    write_notes (run);
  return TRUE;
}

const MgCommand mg_command_info = {
  .name = "info",
  .arguments = N_ ("FILE"),
  .summary = N_ ("what this file is, what is in it, and what it cannot tell"),
  .description
  = N_ ("Prints where the file comes from, how many objects and bytes it has, how many of them nothing keeps alive, "
        "its roots by kind, and for each thing that the file does not record the reason."),
  .examples = "  mangrove-cli info app.gcdump\n"
              "  mangrove-cli info app.gcdump --format json\n"
              "  ssh server cat app.gcdump | mangrove-cli info -\n",
  .options = MG_COMMON_OPTIONS,
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run_info,
};
