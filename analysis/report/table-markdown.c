/* A table for tickets and pull requests: pipes escaped, names as code so that List<T> does not vanish as a tag. */
#include <string.h>

#include "analysis/report/printable.h"
#include "analysis/report/table-private.h"

static void
put_escaped (MgSink *sink, const char *text)
{
  for (const char *p = text; *p; p++)
    {
      if (strchr ("\\|<>*_`[]~#", *p) != NULL)
        mg_sink_put_char (sink, '\\');
      mg_sink_put_char (sink, *p);
    }
}

/* In a table a pipe must be escaped even inside code. Grave accents need longer fences around them. */
static void
put_code (MgSink *sink, const char *text)
{
  gsize longest = 0, run = 0;
  gboolean padded = text[0] == '`' || (text[0] && text[strlen (text) - 1] == '`');

  for (const char *p = text; *p; p++)
    {
      run = *p == '`' ? run + 1 : 0;
      longest = MAX (longest, run);
    }
  mg_sink_put_repeated (sink, '`', longest + 1);
  mg_sink_put_repeated (sink, ' ', padded ? 1 : 0);
  for (const char *p = text; *p; p++)
    {
      if (*p == '|')
        mg_sink_put_char (sink, '\\');
      mg_sink_put_char (sink, *p);
    }
  mg_sink_put_repeated (sink, ' ', padded ? 1 : 0);
  mg_sink_put_repeated (sink, '`', longest + 1);
}

static void
put_cell (MgSink *sink, const MgColumn *column, const MgCell *cell, GString *scratch)
{
  g_string_truncate (scratch, 0);
  mg_table_append_for_people (scratch, column, cell);
  if (column->type == MG_COLUMN_NAME && cell->present && scratch->len > 0)
    put_code (sink, scratch->str);
  else
    put_escaped (sink, scratch->str);
}

static void
put_head (const MgTable *table, const guint *columns, guint n, MgSink *sink)
{
  if (table->heading)
    {
      put_escaped (sink, table->heading);
      mg_sink_put (sink, "\n\n");
    }
  for (guint i = 0; i < n; i++)
    {
      mg_sink_put (sink, "| ");
      put_escaped (sink, table->columns[columns[i]].title);
      mg_sink_put_char (sink, ' ');
    }
  mg_sink_put (sink, "|\n");
  for (guint i = 0; i < n; i++)
    mg_sink_put (sink, mg_column_is_number (table->columns[columns[i]].type) ? "| ---: " : "| --- ");
  mg_sink_put (sink, "|\n");
}

static void
put_row (const MgTable *table, const guint *columns, guint n, const MgCell *cells, MgSink *sink, GString *scratch)
{
  for (guint i = 0; i < n; i++)
    {
      mg_sink_put (sink, "| ");
      put_cell (sink, &table->columns[columns[i]], &cells[columns[i]], scratch);
      mg_sink_put_char (sink, ' ');
    }
  mg_sink_put (sink, "|\n");
}

/* Bold, and plain text even in a column of names. */
static void
put_totals (const MgTable *table, const guint *columns, guint n, MgSink *sink, GString *scratch)
{
  for (guint i = 0; i < n; i++)
    {
      const MgCell *cell = &table->totals[columns[i]];

      mg_sink_put (sink, "| ");
      if (cell->present)
        {
          g_string_truncate (scratch, 0);
          mg_table_append_for_people (scratch, &table->columns[columns[i]], cell);
          mg_sink_put (sink, "**");
          put_escaped (sink, scratch->str);
          mg_sink_put (sink, "** ");
        }
    }
  mg_sink_put (sink, "|\n");
}

gboolean
mg_table_write_markdown (const MgTable *table, MgSink *sink, GError **error)
{
  guint n;
  g_autofree guint *columns = mg_table_columns_for (table, MG_COLUMN_FOR_PEOPLE, &n);
  g_autofree MgCell *cells = g_new0 (MgCell, table->n_columns);
  g_autoptr (GString) scratch = g_string_new (NULL);

  put_head (table, columns, n, sink);
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      if (!mg_table_may_go_on (table, row, sink, error))
        return FALSE;
      mg_table_get_row (table, row, cells);
      put_row (table, columns, n, cells, sink, scratch);
    }
  if (table->totals)
    put_totals (table, columns, n, sink, scratch);
  if (table->left_out)
    {
      mg_sink_put (sink, "\n… ");
      put_escaped (sink, table->left_out);
      mg_sink_put_char (sink, '\n');
    }
  return TRUE;
}
