/* timers: armed timers, when they are due, and what they call. */
#include <glib/gi18n-lib.h>

#include "analysis/report/digits.h"
#include "app/cli/dump-rows.h"

enum
{
  COLUMN_ADDRESS,
  COLUMN_DUE,
  COLUMN_PERIOD,
  COLUMN_CALLBACK,
  COLUMN_TARGET,
  COLUMN_TARGET_TYPE,
  COLUMN_STATE,
  COLUMN_STATE_TYPE,
  COLUMN_SHOWN,
  N_COLUMNS
};

typedef struct
{
  const MgGraph *graph;
  const GArray *rows; /* MgTimerRow */
} Timers;

static MgCell
address_cell (const MgGraph *graph, MgNode object)
{
  return object == MG_NODE_NONE ? mg_cell_blank () : mg_cell_number (mg_graph_address (graph, object));
}

static MgCell
type_cell (const MgGraph *graph, MgNode object)
{
  return object == MG_NODE_NONE ? mg_cell_blank () : mg_cell_text (mg_dump_type_name (graph, object));
}

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const Timers *timers = user_data;
  const MgTimerRow *row = &g_array_index (timers->rows, MgTimerRow, index);

  cells[COLUMN_ADDRESS] = mg_cell_number (row->address);
  if (row->due_ms != MG_TIMER_NEVER)
    cells[COLUMN_DUE] = mg_cell_number (row->due_ms);
  if (row->period_ms != MG_TIMER_NEVER)
    cells[COLUMN_PERIOD] = mg_cell_number (row->period_ms);
  cells[COLUMN_CALLBACK] = mg_cell_text (row->callback);
  cells[COLUMN_TARGET] = address_cell (timers->graph, row->target);
  cells[COLUMN_TARGET_TYPE] = type_cell (timers->graph, row->target);
  cells[COLUMN_STATE] = address_cell (timers->graph, row->state);
  cells[COLUMN_STATE_TYPE] = cells[COLUMN_SHOWN] = type_cell (timers->graph, row->state);
}

static gboolean
fits (const MgRun *run, const MgGraph *graph, MgNode object)
{
  return object != MG_NODE_NONE && mg_run_match_name (run, mg_dump_type_name (graph, object));
}

/* --filter looks at the callback, and at the types of the objects that the timer holds. */
static gboolean
wanted (const MgRun *run, const MgGraph *graph, const MgTimerRow *row)
{
  return run->options->filter == NULL || (row->callback && mg_run_match_name (run, row->callback))
         || fits (run, graph, row->target) || fits (run, graph, row->state);
}

static gboolean
run_timers (MgRun *run, GError **error)
{
  g_autoptr (GArray) all = mg_dump_rows (run, MG_NEED_GRAPH, mg_details_timers, MG_CAPABILITY_VALUES, error);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (MgTimerRow)); /* borrows its texts from ALL */
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_ADDRESS] = { "address", _("Timer"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_DUE] = { "due_ms", _("Due in ms"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_PERIOD] = { "period_ms", _("Every ms"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_CALLBACK] = { "callback", _("Calls"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [COLUMN_TARGET] = { "target", _("On"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_TARGET_TYPE] = { "target_type", _("Type"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_STATE] = { "state", _("With"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_STATE_TYPE] = { "state_type", _("Type of that"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SHOWN] = { "shown", _("Type of that"), MG_COLUMN_NAME, MG_COLUMN_FOR_PEOPLE },
  };
  Timers timers = { NULL, rows };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = &timers };
  g_autofree char *total = NULL;
  MgCell totals[N_COLUMNS] = { 0 };
  char digits[MG_DIGITS_SIZE];

  if (all == NULL)
    return FALSE;
  timers.graph = mg_snapshot_graph (run->snapshot);
  for (guint i = 0; i < all->len; i++)
    if (wanted (run, timers.graph, &g_array_index (all, MgTimerRow, i)))
      g_array_append_val (rows, g_array_index (all, MgTimerRow, i));
  total = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s timer", "%s timers", rows->len),
                           mg_digits (digits, rows->len));
  totals[COLUMN_SHOWN] = mg_cell_text (total);
  table.totals = totals;
  return mg_run_write_sorted_table (run, &table, rows->len, error);
}

static const char *const sort_keys[] = { "due_ms", "period_ms", "callback", "state_type", NULL };

const MgCommand mg_command_timers = {
  .name = "timers",
  .arguments = N_ ("FILE"),
  .summary = N_ ("armed timers: when they are due, and what they call"),
  .description
  = N_ ("Lists the timers that are set, those due first above. Due counts from when a timer was set last, not from "
        "when the dump was taken; one without a period fires once. A timer keeps alive the object that its "
        "method is called on and the state it is called with, also when nothing else refers to the timer. Task.Delay, "
        "cancellation after a time and PeriodicTimer are timers too. Needs a core dump."),
  .examples = "  mangrove-cli timers app.core\n"
              "  mangrove-cli timers app.core --filter '^MyApp\\.'\n",
  .sort_keys = sort_keys,
  .options = MG_DUMP_FILTER_OPTIONS,
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run_timers,
};
