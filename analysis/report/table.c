#include "analysis/report/table.h"

#include <string.h>

#include "analysis/base/progress.h"
#include "analysis/report/digits.h"
#include "analysis/report/printable.h"
#include "analysis/report/table-private.h"

/* Rows between two looks at the cancel flag. */
#define ROWS_PER_LOOK 1024

void
mg_table_get_row (const MgTable *table, guint64 row, MgCell *cells)
{
  memset (cells, 0, table->n_columns * sizeof *cells);
  table->row (row, cells, table->user_data);
}

gboolean
mg_table_may_go_on (const MgTable *table, guint64 row, MgSink *sink, GError **error)
{
  if (G_UNLIKELY (sink->error != NULL))
    {
      g_propagate_error (error, g_steal_pointer (&sink->error));
      return FALSE;
    }
  /* A step sets the error; it is no step of the work, whose progress line is gone by now. */
  return row % ROWS_PER_LOOK != 0 || !mg_progress_is_cancelled (table->progress)
         || mg_progress_step (table->progress, 0, 0, error);
}

guint *
mg_table_columns_for (const MgTable *table, MgColumnAudience audience, guint *n)
{
  guint *chosen = g_new (guint, table->n_columns);

  *n = 0;
  for (guint i = 0; i < table->n_columns; i++)
    if (table->columns[i].audience == MG_COLUMN_EVERYWHERE || table->columns[i].audience == audience)
      chosen[(*n)++] = i;
  return chosen;
}

gboolean
mg_column_is_number (MgColumnType type)
{
  return type != MG_COLUMN_TEXT && type != MG_COLUMN_NAME;
}

static void
append_share (GString *out, double share)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (share > 0.0 && share < 0.0005)
    {
      g_string_append (out, "<0.1%");
      return;
    }
  g_string_append (out, g_ascii_formatd (digits, sizeof digits, "%.1f", share * 100.0));
  g_string_append_c (out, '%');
}

void
mg_table_append_for_people (GString *out, const MgColumn *column, const MgCell *cell)
{
  char digits[MG_DIGITS_SIZE];

  if (!cell->present)
    {
      g_string_append (out, cell->blank ? "" : "–");
      return;
    }
  switch (column->type)
    {
    case MG_COLUMN_TEXT:
    case MG_COLUMN_NAME:
      mg_printable_append (out, cell->text);
      break;
    case MG_COLUMN_COUNT:
    case MG_COLUMN_BYTES:
      g_string_append (out, mg_digits (digits, cell->number));
      break;
    case MG_COLUMN_ADDRESS:
      g_string_append_printf (out, "0x%" G_GINT64_MODIFIER "x", cell->number);
      break;
    case MG_COLUMN_SHARE:
      append_share (out, cell->share);
      break;
    default:
      g_assert_not_reached ();
    }
}

gboolean
mg_table_write (const MgTable *table, MgTableFormat format, MgSink *sink, GError **error)
{
  switch (format)
    {
    case MG_TABLE_TEXT:
      return mg_table_write_text (table, sink, error);
    case MG_TABLE_JSON:
      return mg_table_write_json (table, sink, error);
    case MG_TABLE_CSV:
      return mg_table_write_csv (table, sink, error);
    case MG_TABLE_MARKDOWN:
      return mg_table_write_markdown (table, sink, error);
    default:
      g_return_val_if_reached (FALSE);
    }
}
