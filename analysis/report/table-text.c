/* A table for the terminal: numbers to the right, names to the left, the last column as long as it likes. Widths come
 * from a first walk over the rows, so nothing is kept. */
#include <string.h>

#include "analysis/report/printable.h"
#include "analysis/report/table-private.h"

#define GAP 2
/* How long the rule under the open last column gets at most. */
#define OPEN_RULE 40

typedef struct
{
  const MgTable *table;
  guint *columns;
  guint n_columns;
  gsize *width; /* n_columns */
  MgCell *cells;
  GString *scratch;
  gsize blanks; /* before what comes next in the line, if anything does: no line ends with them */
} Layout;

static gboolean
is_left_open (const Layout *layout, guint i)
{
  return i + 1 == layout->n_columns && !mg_column_is_number (layout->table->columns[layout->columns[i]].type);
}

static void
measure (Layout *layout, const MgCell *cells)
{
  for (guint i = 0; i < layout->n_columns; i++)
    {
      guint column = layout->columns[i];

      gsize width;

      g_string_truncate (layout->scratch, 0);
      mg_table_append_for_people (layout->scratch, &layout->table->columns[column], &cells[column]);
      width = mg_printable_width (layout->scratch->str);
      if (is_left_open (layout, i))
        width = MIN (width, OPEN_RULE);
      layout->width[i] = MAX (layout->width[i], width);
    }
}

static void
put_text (Layout *layout, const char *text, MgSink *sink)
{
  gsize length = strlen (text), shown = length;

  while (shown > 0 && text[shown - 1] == ' ')
    shown--;
  if (shown > 0)
    {
      mg_sink_put_repeated (sink, ' ', layout->blanks);
      mg_sink_put_bytes (sink, text, shown);
      layout->blanks = 0;
    }
  layout->blanks += length - shown;
}

static void
put_padded (Layout *layout, guint i, const char *text, MgSink *sink)
{
  gsize width = mg_printable_width (text);
  gsize padding = layout->width[i] > width ? layout->width[i] - width : 0;
  gboolean number = mg_column_is_number (layout->table->columns[layout->columns[i]].type);

  layout->blanks += (i > 0 ? GAP : 0) + (number ? padding : 0);
  put_text (layout, text, sink);
  layout->blanks += number ? 0 : padding;
}

static void
end_line (Layout *layout, MgSink *sink)
{
  layout->blanks = 0;
  mg_sink_put_char (sink, '\n');
}

static void
put_header (Layout *layout, MgSink *sink)
{
  for (guint i = 0; i < layout->n_columns; i++)
    put_padded (layout, i, layout->table->columns[layout->columns[i]].title, sink);
  end_line (layout, sink);
}

static void
put_rule (Layout *layout, MgSink *sink)
{
  for (guint i = 0; i < layout->n_columns; i++)
    {
      if (i > 0)
        mg_sink_put_repeated (sink, ' ', GAP);
      for (gsize k = 0; k < layout->width[i]; k++)
        mg_sink_put (sink, "─");
    }
  mg_sink_put_char (sink, '\n');
}

/* In the line of totals an absent value is a blank: there is nothing to be told. */
static void
put_row (Layout *layout, const MgCell *cells, gboolean totals, MgSink *sink)
{
  for (guint i = 0; i < layout->n_columns; i++)
    {
      guint column = layout->columns[i];

      g_string_truncate (layout->scratch, 0);
      if (!totals || cells[column].present)
        mg_table_append_for_people (layout->scratch, &layout->table->columns[column], &cells[column]);
      put_padded (layout, i, layout->scratch->str, sink);
    }
  end_line (layout, sink);
}

static gboolean
measure_all (Layout *layout, MgSink *sink, GError **error)
{
  const MgTable *table = layout->table;

  for (guint i = 0; i < layout->n_columns; i++)
    layout->width[i] = mg_printable_width (table->columns[layout->columns[i]].title);
  if (table->totals)
    measure (layout, table->totals);
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      if (!mg_table_may_go_on (table, row, sink, error))
        return FALSE;
      mg_table_get_row (table, row, layout->cells);
      measure (layout, layout->cells);
    }
  return TRUE;
}

static gboolean
put_all (Layout *layout, MgSink *sink, GError **error)
{
  const MgTable *table = layout->table;

  if (table->heading)
    mg_sink_printf (sink, "%s\n\n", table->heading);
  put_header (layout, sink);
  put_rule (layout, sink);
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      if (!mg_table_may_go_on (table, row, sink, error))
        return FALSE;
      mg_table_get_row (table, row, layout->cells);
      put_row (layout, layout->cells, FALSE, sink);
    }
  if (table->left_out)
    mg_sink_printf (sink, "… %s\n", table->left_out);
  if (table->totals)
    {
      put_rule (layout, sink);
      put_row (layout, table->totals, TRUE, sink);
    }
  return TRUE;
}

gboolean
mg_table_write_text (const MgTable *table, MgSink *sink, GError **error)
{
  Layout layout = { .table = table, .scratch = g_string_new (NULL), .cells = g_new0 (MgCell, table->n_columns) };
  gboolean done;

  layout.columns = mg_table_columns_for (table, MG_COLUMN_FOR_PEOPLE, &layout.n_columns);
  layout.width = g_new0 (gsize, layout.n_columns);
  done = measure_all (&layout, sink, error) && put_all (&layout, sink, error);
  g_free (layout.columns);
  g_free (layout.width);
  g_free (layout.cells);
  g_string_free (layout.scratch, TRUE);
  return done;
}
