/* strings: texts that stand in memory more than once. */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/report/digits.h"
#include "analysis/stats/duplicate-strings.h"
#include "app/cli/dump-rows.h"

enum
{
  COLUMN_WASTED,
  COLUMN_COUNT,
  COLUMN_LENGTH,
  COLUMN_SIZE,
  COLUMN_TEXT,
  COLUMN_HOLDERS,
  COLUMN_HOLDER,
  COLUMN_HELD,
  N_COLUMNS
};

typedef struct
{
  const MgGraph *graph;
  MgSnapshot *snapshot;
  GArray *rows; /* MgDuplicateString */
  char *holders; /* of the row being written */
} Strings;

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  Strings *strings = user_data;
  const MgDuplicateString *row = &g_array_index (strings->rows, MgDuplicateString, index);

  cells[COLUMN_WASTED] = mg_cell_number (row->wasted);
  cells[COLUMN_COUNT] = mg_cell_number (row->count);
  cells[COLUMN_LENGTH] = mg_cell_number (row->length);
  cells[COLUMN_SIZE] = mg_cell_number (row->size);
  cells[COLUMN_TEXT] = mg_cell_text (row->text);
  if (row->holder == MG_TYPE_NONE)
    return;
  g_free (strings->holders);
  strings->holders = mg_duplicate_string_holders (strings->snapshot, row);
  cells[COLUMN_HOLDERS] = mg_cell_text (strings->holders);
  cells[COLUMN_HOLDER] = mg_cell_text (mg_type_table_get (strings->graph->types, row->holder)->name);
  cells[COLUMN_HELD] = mg_cell_number (row->held);
}

static gboolean
write_rows (MgRun *run, GArray *rows, const MgTally *all, GError **error)
{
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_WASTED] = { "wasted", _("Wasted"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_COUNT] = { "count", _("Copies"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_LENGTH] = { "length", _("Length"), MG_COLUMN_COUNT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SIZE] = { "size", _("Bytes"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_TEXT] = { "text", _("Text"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_HOLDERS] = { "holders", _("Mostly held by"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [COLUMN_HOLDER] = { "holder", _("Mostly held by"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_HELD] = { "held", _("Held"), MG_COLUMN_COUNT, MG_COLUMN_FOR_PROGRAMS },
  };
  Strings strings = { mg_snapshot_graph (run->snapshot), run->snapshot, rows, NULL };
  MgCell totals[N_COLUMNS] = { 0 };
  MgTable table
      = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = &strings, .totals = totals };
  guint64 wasted = 0, count = 0, size = 0;
  gboolean done;
  char number[MG_DIGITS_SIZE], bytes[MG_DIGITS_SIZE];

  for (guint i = 0; i < rows->len; i++)
    {
      const MgDuplicateString *row = &g_array_index (rows, MgDuplicateString, i);

      wasted += row->wasted;
      count += row->count;
      size += row->size;
    }
  totals[COLUMN_WASTED] = mg_cell_number (wasted);
  totals[COLUMN_COUNT] = mg_cell_number (count);
  totals[COLUMN_SIZE] = mg_cell_number (size);
  /* Translators: number of strings, their bytes */
  mg_run_take_note (run, g_strdup_printf (_("The heap has %s strings of %s bytes in all."),
                                          mg_digits (number, all->count), mg_digits (bytes, all->size)));
  done = mg_run_write_sorted_table (run, &table, rows->len, error);
  g_free (strings.holders);
  return done;
}

static void
hide_text (MgRun *run, MgDuplicateString *row)
{
  g_clear_pointer (&row->text, g_free);
  row->holder = mg_snapshot_redacted_type (run->snapshot, row->holder);
}

/* Drops what --filter does not want, by the class that holds most copies; what nothing holds goes, too. */
static void
filter_rows (const MgRun *run, GArray *rows)
{
  const MgTypeTable *types = mg_snapshot_types (run->snapshot);
  MgDuplicateString *all = (MgDuplicateString *) (gpointer) rows->data;
  guint kept = 0;

  if (run->options->filter == NULL)
    return;
  for (guint i = 0; i < rows->len; i++)
    if (all[i].holder != MG_TYPE_NONE && mg_run_match_name (run, mg_type_table_get (types, all[i].holder)->name))
      {
        MgDuplicateString wanted = all[i];

        all[i] = all[kept]; /* frees its text with the rest */
        all[kept++] = wanted;
      }
  g_array_set_size (rows, kept);
}

static gboolean
run_strings (MgRun *run, GError **error)
{
  MgSnapshot *real = mg_snapshot_unredacted (run->snapshot);
  g_autoptr (GArray) rows = NULL;
  GError *local = NULL;
  MgTally all = { 0, 0 };

  if (!mg_snapshot_ensure (run->snapshot, MG_NEED_GRAPH, run->progress, error))
    return FALSE;
  /* Which texts are the same is known to the snapshot behind a view only; what they are is not shown there. */
  if (!mg_snapshot_ensure (real, MG_NEED_INSTANCES | MG_NEED_REVERSE, run->progress, error))
    return FALSE;
  rows = mg_duplicate_strings_new (real, &all, run->progress, &local);
  for (guint i = 0; rows && i < rows->len && real != run->snapshot; i++)
    hide_text (run, &g_array_index (rows, MgDuplicateString, i));
  if (rows)
    {
      filter_rows (run, rows);
      return write_rows (run, rows, &all, error);
    }
  if (local == NULL)
    g_set_error (&local, MG_ERROR, MG_ERROR_NOT_FOUND, _("this file has no texts: %s"),
                 mg_snapshot_capability (real, MG_CAPABILITY_VALUES).reason);
  g_propagate_error (error, local);
  return FALSE;
}

static const char *const sort_keys[] = { "wasted", "count", "size", "length", "text", "holders", NULL };

const MgCommand mg_command_strings = {
  .name = "strings",
  .arguments = N_ ("FILE"),
  .summary = N_ ("texts that stand in memory more than once"),
  .description
  = N_ ("Lists strings with two or more copies, the most wasteful first, with the class that refers to most of the "
        "copies and its field. Wasted is what one shared copy would save. --filter looks at that class. Needs a core "
        "dump."),
  .examples = "  mangrove-cli strings app.core --top 20\n"
              "  mangrove-cli strings app.core --filter '^MyApp\\.'\n",
  .sort_keys = sort_keys,
  .options = MG_DUMP_FILTER_OPTIONS,
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run_strings,
};
