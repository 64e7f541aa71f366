/* finalizers: objects whose finalizer waits to run, or will have to, by type. */
#include <glib/gi18n-lib.h>

#include "analysis/stats/finalizer-thread.h"
#include "app/cli/dump-rows.h"

enum
{
  COLUMN_QUEUE,
  COLUMN_COUNT,
  COLUMN_SIZE,
  COLUMN_TYPE,
  N_COLUMNS
};

typedef struct
{
  const MgGraph *graph;
  GArray *groups; /* MgKindGroup: kind 0 = ready, 1 = registered */
} Finalizers;

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const Finalizers *finalizers = user_data;
  const MgKindGroup *group = &g_array_index (finalizers->groups, MgKindGroup, index);

  cells[COLUMN_QUEUE] = mg_cell_text (group->kind == 0 ? "ready" : "registered");
  cells[COLUMN_COUNT] = mg_cell_number (group->count);
  cells[COLUMN_SIZE] = mg_cell_number (group->size);
  cells[COLUMN_TYPE] = mg_cell_text (mg_type_table_get (finalizers->graph->types, group->type)->name);
}

static gboolean
run_finalizers (MgRun *run, GError **error)
{
  g_autoptr (GArray) rows = mg_dump_rows (run, MG_NEED_GRAPH, mg_details_finalizers, MG_CAPABILITY_STACKS, error);
  g_autoptr (GArray) groups = g_array_new (FALSE, TRUE, sizeof (MgKindGroup));
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_QUEUE] = { "queue", _("Queue"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_COUNT] = { "count", _("Count"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_SIZE] = { "size", _("Bytes"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_TYPE] = { "type", _("Type"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
  };
  Finalizers finalizers = { NULL, groups };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = &finalizers };
  MgCell totals[N_COLUMNS] = { 0 };
  guint64 count = 0, bytes = 0;
  guint ready = 0;
  char *note;

  if (rows == NULL)
    return FALSE;
  finalizers.graph = mg_snapshot_graph (run->snapshot);
  for (guint i = 0; i < rows->len; i++)
    {
      const MgFinalizerRow *row = &g_array_index (rows, MgFinalizerRow, i);

      ready += row->ready;
      if (mg_run_match_name (run, mg_dump_type_name (finalizers.graph, row->object)))
        mg_kind_groups_add (places, groups, row->ready ? 0 : 1, finalizers.graph, row->object);
    }
  mg_kind_groups_sort (groups);
  for (guint i = 0; i < groups->len; i++)
    {
      count += g_array_index (groups, MgKindGroup, i).count;
      bytes += g_array_index (groups, MgKindGroup, i).size;
    }
  totals[COLUMN_COUNT] = mg_cell_number (count);
  totals[COLUMN_SIZE] = mg_cell_number (bytes);
  table.totals = totals;
  note = ready > 0 ? mg_finalizer_thread_note (run->snapshot) : NULL;
  if (note)
    mg_run_take_note (run, note);
  return mg_run_write_sorted_table (run, &table, groups->len, error);
}

static const char *const sort_keys[] = { "queue", "count", "size", "type", NULL };

const MgCommand mg_command_finalizers = {
  .name = "finalizers",
  .arguments = N_ ("FILE"),
  .summary = N_ ("objects with finalizers: ready to run, and registered"),
  .description
  = N_ ("Ready: the object is dead but for its finalizer, and the queue keeps it alive until the finalizer thread "
        "has run it. Registered: it has a finalizer that will have to run; this keeps nothing alive. Needs a "
        "core dump."),
  .examples = "  mangrove-cli finalizers app.core\n",
  .sort_keys = sort_keys,
  .options = MG_DUMP_FILTER_OPTIONS,
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run_finalizers,
};
