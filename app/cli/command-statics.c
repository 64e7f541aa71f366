/* statics: static fields with what they hold, the biggest retained size first. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/report/digits.h"
#include "app/cli/dump-rows.h"

enum
{
  COLUMN_RETAINED,
  COLUMN_ADDRESS,
  COLUMN_OBJECT,
  COLUMN_TYPE,
  COLUMN_FIELD,
  COLUMN_KIND,
  COLUMN_SHOWN,
  COLUMN_VALUE_TYPE,
  N_COLUMNS
};

typedef struct
{
  MgRun *run;
  const MgGraph *graph;
  const MgDominators *dominators;
  GArray *rows; /* MgStaticRow */
  guint32 *order;
  char *shown; /* of the row being written */
} Statics;

static const MgStaticRow *
row_at (const Statics *statics, guint32 i)
{
  return &g_array_index (statics->rows, MgStaticRow, i);
}

static guint64
row_key (guint32 i, gpointer user_data)
{
  const Statics *statics = user_data;
  MgNode object = row_at (statics, i)->object;

  if (strcmp (statics->run->options->sort, "name") == 0)
    return i;
  return object == MG_NODE_NONE ? 0 : statics->dominators->retained[object];
}

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  Statics *statics = user_data;
  const MgStaticRow *row = row_at (statics, statics->order[index]);

  g_free (statics->shown);
  statics->shown = g_strdup_printf ("%s.%s", row->class_name, row->field);
  cells[COLUMN_ADDRESS] = mg_cell_number (row->address);
  cells[COLUMN_TYPE] = mg_cell_text (row->class_name);
  cells[COLUMN_FIELD] = mg_cell_text (row->field);
  cells[COLUMN_KIND] = mg_cell_text (row->thread_static ? "thread_static" : "static");
  cells[COLUMN_SHOWN] = mg_cell_text (statics->shown);
  if (row->object == MG_NODE_NONE)
    return;
  cells[COLUMN_RETAINED] = mg_cell_number (statics->dominators->retained[row->object]);
  cells[COLUMN_OBJECT] = mg_cell_number (mg_graph_address (statics->graph, row->object));
  cells[COLUMN_VALUE_TYPE] = mg_cell_text (mg_graph_type_of (statics->graph, row->object)->name);
}

/* Drops what --filter does not want, by the name of the field with its class. */
static guint
filter_rows (const MgRun *run, GArray *rows, guint32 *kept)
{
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const MgStaticRow *row = &g_array_index (rows, MgStaticRow, i);
      g_autofree char *name = g_strdup_printf ("%s.%s", row->class_name, row->field);

      if (mg_run_match_name (run, name))
        kept[n++] = i;
    }
  return n;
}

static gboolean
write_rows (Statics *statics, GError **error)
{
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_RETAINED] = { "retained", _("Retained"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_ADDRESS] = { "address", _("Cell"), MG_COLUMN_ADDRESS, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_OBJECT] = { "object", _("Object"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_TYPE] = { "type", _("Class"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_FIELD] = { "field", _("Field"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_KIND] = { "kind", _("Kind"), MG_COLUMN_TEXT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SHOWN] = { "shown", _("Static field"), MG_COLUMN_NAME, MG_COLUMN_FOR_PEOPLE },
    [COLUMN_VALUE_TYPE] = { "value_type", _("Holds"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
  };
  g_autofree guint32 *kept = g_new (guint32, statics->rows->len + 1);
  guint n = filter_rows (statics->run, statics->rows, kept);
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = statics };
  MgCell totals[N_COLUMNS] = { 0 };
  char digits[MG_DIGITS_SIZE];
  const char *shown = mg_digits (digits, n);
  g_autofree char *total
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s static field", "%s static fields", n), shown);
  guint next = 0;

  totals[COLUMN_SHOWN] = mg_cell_text (total);
  table.totals = totals;
  statics->order = mg_run_order (statics->run, statics->rows->len, strcmp (statics->run->options->sort, "name") == 0,
                                 row_key, statics);
  if (n < statics->rows->len)
    {
      g_autofree guint8 *wanted = g_new0 (guint8, statics->rows->len + 1);

      for (guint i = 0; i < n; i++)
        wanted[kept[i]] = 1;
      for (guint i = 0; i < statics->rows->len; i++)
        if (wanted[statics->order[i]])
          statics->order[next++] = statics->order[i];
    }
  return mg_run_write_table (statics->run, &table, n, error);
}

static gboolean
run_statics (MgRun *run, GError **error)
{
  g_autoptr (GArray) rows
      = mg_dump_rows (run, MG_NEED_DOMINATORS, mg_details_statics, MG_CAPABILITY_FIELD_NAMES, error);
  Statics statics = { .run = run, .rows = rows };
  gboolean done;

  if (rows == NULL)
    return FALSE;
  statics.graph = mg_snapshot_graph (run->snapshot);
  statics.dominators = mg_snapshot_dominators (run->snapshot);
  done = write_rows (&statics, error);
  g_free (statics.order);
  g_free (statics.shown);
  return done;
}

static const char *const sort_keys[] = { "retained", "name", NULL };

const MgCommand mg_command_statics = {
  .name = "statics",
  .arguments = N_ ("FILE"),
  .summary = N_ ("static fields with what they hold, biggest first"),
  .description
  = N_ ("Lists the static fields that can hold objects, by the class that declares them, with the object each "
        "holds and what that object retains. Needs a core dump."),
  .examples = "  mangrove-cli statics app.core --top 20\n"
              "  mangrove-cli statics app.core --filter '^MyApp\\.'\n",
  .sort_keys = sort_keys,
  .options = MG_COMMON_OPTIONS | MG_ROW_OPTIONS,
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run_statics,
};
