/* JSON: the envelope around rows that are written one per line, so that no document is ever built in memory. */
#include "analysis/report/json.h"
#include "analysis/report/table-private.h"

static void
put_value (MgSink *sink, MgColumnType type, const MgCell *cell)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!cell->present)
    {
      mg_sink_put (sink, "null");
      return;
    }
  switch (type)
    {
    case MG_COLUMN_TEXT:
    case MG_COLUMN_NAME:
      mg_json_put_string (sink, cell->text);
      break;
    case MG_COLUMN_COUNT:
    case MG_COLUMN_BYTES:
      mg_sink_put_number (sink, cell->number);
      break;
    case MG_COLUMN_ADDRESS:
      mg_sink_put_char (sink, '"');
      mg_sink_put_address (sink, cell->number);
      mg_sink_put_char (sink, '"');
      break;
    case MG_COLUMN_SHARE:
      mg_sink_put (sink, g_ascii_formatd (digits, sizeof digits, "%.6f", cell->share));
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
put_row (const MgTable *table, const guint *columns, guint n, const MgCell *cells, MgSink *sink)
{
  for (guint i = 0; i < n; i++)
    {
      const MgColumn *column = &table->columns[columns[i]];

      mg_sink_put (sink, i == 0 ? "\"" : ", \"");
      mg_sink_put (sink, column->key);
      mg_sink_put (sink, "\": ");
      put_value (sink, column->type, &cells[columns[i]]);
    }
}

gboolean
mg_table_write_json_rows (const MgTable *table, guint indent, MgSink *sink, GError **error)
{
  guint n;
  g_autofree guint *columns = mg_table_columns_for (table, MG_COLUMN_FOR_PROGRAMS, &n);
  g_autofree MgCell *cells = g_new0 (MgCell, table->n_columns);
  gsize blanks = ((gsize) indent + 1) * 2;

  mg_sink_put_char (sink, '[');
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      if (!mg_table_may_go_on (table, row, sink, error))
        return FALSE;
      mg_table_get_row (table, row, cells);
      mg_sink_put (sink, row == 0 ? "\n" : ",\n");
      mg_sink_put_repeated (sink, ' ', blanks);
      mg_sink_put_char (sink, '{');
      put_row (table, columns, n, cells, sink);
      mg_sink_put_char (sink, '}');
    }
  if (table->n_rows > 0)
    {
      mg_sink_put_char (sink, '\n');
      mg_sink_put_repeated (sink, ' ', blanks - 2);
    }
  mg_sink_put_char (sink, ']');
  return TRUE;
}

/* How many rows there are in all, and the sums that make sense. */
static void
put_totals (const MgTable *table, MgSink *sink)
{
  mg_sink_printf (sink, "{\n    \"rows\": %" G_GUINT64_FORMAT ",\n    \"left_out\": %" G_GUINT64_FORMAT,
                  table->n_rows + table->n_left_out, table->n_left_out);
  for (guint i = 0; table->totals && i < table->n_columns; i++)
    {
      const MgColumn *column = &table->columns[i];

      if (!mg_column_is_number (column->type) || !table->totals[i].present
          || (column->audience != MG_COLUMN_EVERYWHERE && column->audience != MG_COLUMN_FOR_PROGRAMS))
        continue;
      mg_sink_printf (sink, ",\n    \"%s\": ", column->key);
      put_value (sink, column->type, &table->totals[i]);
    }
  mg_sink_put (sink, "\n  }");
}

gboolean
mg_table_write_json (const MgTable *table, MgSink *sink, GError **error)
{
  mg_json_open (sink, table->command, table->file);
  mg_json_key (sink, "rows");
  if (!mg_table_write_json_rows (table, 1, sink, error))
    return FALSE;
  mg_json_key (sink, "totals");
  put_totals (table, sink);
  mg_json_close (sink, table->notes);
  return TRUE;
}
