/* async: unfinished tasks and async methods, and who awaits whom. */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/report/digits.h"
#include "analysis/stats/async-chains.h"
#include "app/cli/dump-rows.h"

/* Levels that are indented in text; deeper ones stand below each other. */
#define MAX_INDENT 24

enum
{
  COLUMN_CHAIN,
  COLUMN_DEPTH,
  COLUMN_COUNT,
  COLUMN_STATE,
  COLUMN_AWAIT,
  COLUMN_EXAMPLE,
  COLUMN_SHOWN,
  COLUMN_TYPE,
  N_COLUMNS
};

typedef struct
{
  const MgGraph *graph;
  const MgAsyncRows *async;
  const GArray *rows; /* MgAsyncChainRow */
  char *shown;        /* of the last row asked for */
} Async;

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  Async *async = user_data;
  const MgAsyncChainRow *chain = &g_array_index (async->rows, MgAsyncChainRow, index);
  const MgAsyncRow *row = &g_array_index (async->async->rows, MgAsyncRow, chain->example);

  g_free (async->shown);
  async->shown = g_strdup_printf ("%*s%s", (int) MIN (chain->depth, MAX_INDENT) * 2, "", row->name);
  cells[COLUMN_CHAIN] = mg_cell_number (chain->chain);
  cells[COLUMN_DEPTH] = mg_cell_number (chain->depth);
  cells[COLUMN_COUNT] = mg_cell_number (chain->count);
  cells[COLUMN_STATE] = row->kind == MG_ASYNC_OTHER ? mg_cell_blank () : mg_cell_text (mg_details_async_state (row));
  cells[COLUMN_AWAIT] = mg_cell_blank ();
  if (row->await_state != MG_ASYNC_NO_STATE && row->await_state >= 0)
    cells[COLUMN_AWAIT] = mg_cell_number ((guint64) row->await_state);
  if (row->object != MG_NODE_NONE)
    cells[COLUMN_EXAMPLE] = mg_cell_number (mg_graph_address (async->graph, row->object));
  cells[COLUMN_SHOWN] = mg_cell_text (async->shown);
  cells[COLUMN_TYPE] = mg_cell_text (row->name);
}

/* Drops the chains in which no name is wanted; of counts, each row that is not. */
static void
filter_rows (const MgRun *run, const MgAsyncRows *async, GArray *rows, gboolean whole_chains)
{
  guint kept = 0;

  for (guint i = 0, end; i < rows->len; i = end)
    {
      guint32 chain = g_array_index (rows, MgAsyncChainRow, i).chain;
      gboolean wanted = FALSE;

      for (end = i; end < rows->len && (end == i || (whole_chains
                                                     && g_array_index (rows, MgAsyncChainRow, end).chain == chain));
           end++)
        {
          guint32 example = g_array_index (rows, MgAsyncChainRow, end).example;

          wanted
              = wanted || mg_run_match_name (run, g_array_index (async->rows, MgAsyncRow, example).name);
        }
      for (guint k = i; wanted && k < end; k++)
        g_array_index (rows, MgAsyncChainRow, kept++) = g_array_index (rows, MgAsyncChainRow, k);
    }
  g_array_set_size (rows, kept);
}

static gboolean
write_rows (MgRun *run, Async *async, gboolean chains, GError **error)
{
  MgColumnAudience of_chains = chains ? MG_COLUMN_EVERYWHERE : MG_COLUMN_HIDDEN;
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_CHAIN] = { "chain", _("Chain"), MG_COLUMN_COUNT, of_chains },
    [COLUMN_DEPTH] = { "depth", _("Depth"), MG_COLUMN_COUNT, chains ? MG_COLUMN_FOR_PROGRAMS : MG_COLUMN_HIDDEN },
    [COLUMN_COUNT] = { "count", _("Count"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_STATE] = { "state", _("State"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_AWAIT] = { "await", _("Await"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_EXAMPLE] = { "example", _("One of them"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_SHOWN] = { "shown", _("Method or task; below it what goes on after it"), MG_COLUMN_NAME,
                       chains ? MG_COLUMN_FOR_PEOPLE : MG_COLUMN_HIDDEN },
    [COLUMN_TYPE] = { "type", _("Method or task"), MG_COLUMN_NAME,
                      chains ? MG_COLUMN_FOR_PROGRAMS : MG_COLUMN_EVERYWHERE },
  };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = async };
  MgCell totals[N_COLUMNS] = { 0 };
  guint64 n = 0;
  g_autofree char *total = NULL;
  char digits[MG_DIGITS_SIZE];

  for (guint i = 0; i < async->rows->len; i++)
    {
      const MgAsyncChainRow *row = &g_array_index (async->rows, MgAsyncChainRow, i);

      n += chains ? row->depth == 0 : row->count;
    }
  if (chains)
    {
      total = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s chain", "%s chains", n), mg_digits (digits, n));
      totals[COLUMN_SHOWN] = mg_cell_text (total);
    }
  else
    totals[COLUMN_COUNT] = mg_cell_number (n);
  table.totals = totals;

  return chains ? mg_run_write_table (run, &table, async->rows->len, error)
                : mg_run_write_sorted_table (run, &table, async->rows->len, error);
}

static gboolean
run_async (MgRun *run, GError **error)
{
  gboolean chains = run->options->by != MG_BY_TYPE, cut = FALSE, done;
  g_autoptr (MgAsyncRows) all = NULL;
  g_autoptr (GArray) rows = NULL;
  Async async = { 0 };

  if (!mg_snapshot_ensure (run->snapshot, MG_NEED_GRAPH, run->progress, error))
    return FALSE;
  all = mg_details_async (run->snapshot);
  if (all == NULL)
    return mg_dump_refuse (run, MG_CAPABILITY_VALUES, error);
  rows = chains ? mg_async_chains (all, run->options->tasks, &cut) : mg_async_counts (all, run->options->tasks);
  filter_rows (run, all, rows, chains);
  if (cut)
    mg_run_take_note (run, g_strdup (_("The chains are longer than can be shown, or run in circles: some are cut.")));
  async = (Async){ mg_snapshot_graph (run->snapshot), all, rows, NULL };
  done = write_rows (run, &async, chains, error);
  g_free (async.shown);
  return done;
}

static const char *
what_is_wrong (const MgOptions *options)
{
  return options->by != MG_BY_TYPE
                 && (mg_options_given (options, MG_OPTION_SORT) || mg_options_given (options, MG_OPTION_REVERSE))
             ? _("--sort and --reverse go with --by type; the links of a chain have their order")
             : NULL;
}

static const char *const sort_keys[] = { "count", "type", "state", "await", NULL };

const MgCommand mg_command_async = {
  .name = "async",
  .arguments = N_ ("FILE"),
  .summary = N_ ("unfinished tasks and async methods, and who awaits whom"),
  .description
  = N_ ("Lists what async methods wait for and, below each and further to the right, what goes on when it has ended: "
        "the method that awaits it, then the one that awaits that. Those that look the same are counted together. "
        "Await is the number of the await in the method, from 0, at which it stands. --by type counts the methods "
        "only; --tasks takes tasks in that no async method waits for. Async methods that .NET 11 suspended "
        "itself are listed by their names. Needs a core dump."),
  .examples = "  mangrove-cli async app.core\n"
              "  mangrove-cli async app.core --filter 'OrderService' --format json\n"
              "  mangrove-cli async app.core --by type --tasks\n",
  .sort_keys = sort_keys,
  .options
  = MG_DUMP_FILTER_OPTIONS | MG_OPTION_BIT (MG_OPTION_BY_ASYNC) | MG_OPTION_BIT (MG_OPTION_TASKS),
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .what_is_wrong = what_is_wrong,
  .run = run_async,
};
