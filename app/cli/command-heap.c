/* heap: the collector's segments or regions, what is used and what is free in each. */
#include <glib/gi18n-lib.h>

#include "app/cli/dump-rows.h"

enum
{
  COLUMN_HEAP,
  COLUMN_GENERATION,
  COLUMN_START,
  COLUMN_END,
  COLUMN_COMMITTED,
  COLUMN_USED,
  COLUMN_FREE,
  COLUMN_FRAGMENTED,
  COLUMN_OBJECTS,
  N_COLUMNS
};

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const MgHeapRow *row = &g_array_index ((GArray *) user_data, MgHeapRow, index);

  cells[COLUMN_HEAP] = mg_cell_number (row->heap);
  cells[COLUMN_GENERATION] = mg_cell_text (mg_generation_id (row->generation));
  cells[COLUMN_START] = mg_cell_number (row->start);
  cells[COLUMN_END] = mg_cell_number (row->end);
  cells[COLUMN_COMMITTED] = mg_cell_number (row->committed > row->start ? row->committed - row->start : 0);
  cells[COLUMN_USED] = mg_cell_number (row->object_bytes);
  cells[COLUMN_FREE] = mg_cell_number (row->free_bytes);
  cells[COLUMN_FRAGMENTED] = mg_cell_share (row->free_bytes, row->free_bytes + row->object_bytes);
  cells[COLUMN_OBJECTS] = mg_cell_number (row->n_objects);
}

static void
add_up (const GArray *rows, MgCell *totals)
{
  guint64 committed = 0, used = 0, free = 0, objects = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const MgHeapRow *row = &g_array_index (rows, MgHeapRow, i);

      committed += row->committed > row->start ? row->committed - row->start : 0;
      used += row->object_bytes;
      free += row->free_bytes;
      objects += row->n_objects;
    }
  totals[COLUMN_COMMITTED] = mg_cell_number (committed);
  totals[COLUMN_USED] = mg_cell_number (used);
  totals[COLUMN_FREE] = mg_cell_number (free);
  totals[COLUMN_FRAGMENTED] = mg_cell_share (free, free + used);
  totals[COLUMN_OBJECTS] = mg_cell_number (objects);
}

static gboolean
run_heap (MgRun *run, GError **error)
{
  g_autoptr (GArray) rows = mg_dump_rows (run, 0, mg_details_heap, MG_CAPABILITY_GENERATIONS, error);
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_HEAP] = { "heap", _("Heap"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_GENERATION] = { "generation", _("Gen"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_START] = { "start", _("Start"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_END] = { "end", _("End"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_COMMITTED] = { "committed", _("Committed"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_USED] = { "used", _("Objects' bytes"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_FREE] = { "free", _("Free"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    /* Translators: heads a column of percentages: how much of the used part of a segment is free */
    [COLUMN_FRAGMENTED] = { "fragmentation", _("Of that"), MG_COLUMN_SHARE, MG_COLUMN_EVERYWHERE },
    [COLUMN_OBJECTS] = { "objects", _("Objects"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
  };
  MgCell totals[N_COLUMNS] = { 0 };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = rows, .totals = totals };

  if (rows == NULL)
    return FALSE;
  add_up (rows, totals);
  return mg_run_write_sorted_table (run, &table, rows->len, error);
}

static const char *const sort_keys[] = { "heap", "committed", "used", "free", "fragmentation", "objects", NULL };

const MgCommand mg_command_heap = {
  .name = "heap",
  .arguments = N_ ("FILE"),
  .summary = N_ ("segments and generations: what is used, free, committed"),
  .description
  = N_ ("Lists the segments or regions of the managed heap by GC heap and generation (loh: large objects; poh: "
        "pinned objects; frozen: never collected). Free is fragmentation: blocks between objects. Needs a "
        "core dump."),
  .examples = "  mangrove-cli heap app.core\n"
              "  mangrove-cli heap app.core --format json\n",
  .sort_keys = sort_keys,
  .options = MG_DUMP_OPTIONS,
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run_heap,
};
