/* CSV as RFC 4180 has it: a header, CRLF, quotes around what needs them, doubled quotes inside. No totals and no
 * remarks: every line after the header is a row. */
#include <string.h>

#include "analysis/report/table-private.h"

static void
put_field (MgSink *sink, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      mg_sink_put (sink, text);
      return;
    }
  mg_sink_put_char (sink, '"');
  for (const char *p = text; *p; p++)
    {
      if (*p == '"')
        mg_sink_put_char (sink, '"');
      mg_sink_put_char (sink, *p);
    }
  mg_sink_put_char (sink, '"');
}

static void
put_text (MgSink *sink, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);

  put_field (sink, valid ? valid : text);
}

static void
put_cell (MgSink *sink, MgColumnType type, const MgCell *cell)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!cell->present)
    return;
  switch (type)
    {
    case MG_COLUMN_TEXT:
    case MG_COLUMN_NAME:
      put_text (sink, cell->text);
      break;
    case MG_COLUMN_COUNT:
    case MG_COLUMN_BYTES:
      mg_sink_put_number (sink, cell->number);
      break;
    case MG_COLUMN_ADDRESS:
      mg_sink_put_address (sink, cell->number);
      break;
    case MG_COLUMN_SHARE:
      mg_sink_put (sink, g_ascii_formatd (digits, sizeof digits, "%.6f", cell->share));
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
put_rows (const MgTable *table, const guint *columns, guint n, MgCell *cells, MgSink *sink, GError **error)
{
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      if (!mg_table_may_go_on (table, row, sink, error))
        return FALSE;
      mg_table_get_row (table, row, cells);
      for (guint i = 0; i < n; i++)
        {
          if (i > 0)
            mg_sink_put_char (sink, ',');
          put_cell (sink, table->columns[columns[i]].type, &cells[columns[i]]);
        }
      mg_sink_put (sink, "\r\n");
    }
  return TRUE;
}

gboolean
mg_table_write_csv (const MgTable *table, MgSink *sink, GError **error)
{
  guint n;
  g_autofree guint *columns = mg_table_columns_for (table, MG_COLUMN_FOR_PROGRAMS, &n);
  g_autofree MgCell *cells = g_new0 (MgCell, table->n_columns);

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        mg_sink_put_char (sink, ',');
      put_field (sink, table->columns[columns[i]].key);
    }
  mg_sink_put (sink, "\r\n");
  return put_rows (table, columns, n, cells, sink, error);
}
