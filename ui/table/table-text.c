#include "ui/table/table-text.h"

#include <string.h>

#define STEP_ROWS 1024u

struct _MgTableText
{
  const MgRowKind *kind; /* NULL: ready */
  gpointer data;         /* of the list; owned */
  GArray *rows;          /* guint32 */
  GArray *columns;       /* MgTableTextColumn */
  gboolean csv;
  char *ready;
};

MgTableText *
mg_table_text_new (MgRowList *list, GArray *rows, GArray *columns, gboolean csv)
{
  MgTableText *self = g_new0 (MgTableText, 1);

  self->kind = mg_row_list_kind (list);
  self->data = self->kind->ref (mg_row_list_data (list));
  self->rows = rows;
  self->columns = columns;
  self->csv = csv;
  return self;
}

MgTableText *
mg_table_text_new_ready (char *text)
{
  MgTableText *self = g_new0 (MgTableText, 1);

  self->ready = text;
  return self;
}

void
mg_table_text_free (MgTableText *self)
{
  if (self == NULL)
    return;
  if (self->kind)
    {
      self->kind->unref (self->data);
      g_array_unref (self->rows);
      g_array_unref (self->columns);
    }
  g_free (self->ready);
  g_free (self);
}

guint
mg_table_text_n_rows (const MgTableText *self)
{
  return self->kind ? self->rows->len : 0;
}

static const MgTableTextColumn *
column (const MgTableText *self, guint k)
{
  return &g_array_index (self->columns, MgTableTextColumn, k);
}

/* The cell of the I-th row in the K-th column. */
static char *
cell (const MgTableText *self, guint i, guint k)
{
  guint32 row = g_array_index (self->rows, guint32, i);
  char *(*func) (gconstpointer, guint, guint32) = self->csv && self->kind->csv ? self->kind->csv : self->kind->text;

  return func (self->data, column (self, k)->number, row);
}

/* One field by RFC 4180. */
static void
append_csv (GString *text, const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (text, field);
      return;
    }
  g_string_append_c (text, '"');
  for (; *field; field++)
    {
      if (*field == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *field);
    }
  g_string_append_c (text, '"');
}

static gboolean
write_csv (const MgTableText *self, GString *text, MgProgress *progress, GError **error)
{
  for (guint k = 0; k < self->columns->len; k++)
    {
      g_string_append (text, k > 0 ? "," : "");
      append_csv (text, column (self, k)->id);
    }
  g_string_append (text, "\r\n");
  for (guint i = 0; i < self->rows->len; i++)
    {
      if (i % STEP_ROWS == 0 && !mg_progress_step (progress, i, self->rows->len, error))
        return FALSE;
      for (guint k = 0; k < self->columns->len; k++)
        {
          g_autofree char *field = cell (self, i, k);

          g_string_append (text, k > 0 ? "," : "");
          append_csv (text, field);
        }
      g_string_append (text, "\r\n");
    }
  return TRUE;
}

/* FIELD between blanks, so that columns line up in a face of fixed width. The last column is not filled up. */
static void
append_cell (GString *text, const char *field, glong width, gboolean at_end, gboolean last)
{
  glong blanks = MAX (0, width - g_utf8_strlen (field, -1));

  if (at_end)
    g_string_append_printf (text, "%*s", (int) blanks, "");
  g_string_append (text, field);
  if (!at_end && !last)
    g_string_append_printf (text, "%*s", (int) blanks, "");
  g_string_append (text, last ? "\n" : "  ");
}

static void
append_row (const MgTableText *self, GString *text, char *const *fields, const glong *widths)
{
  guint n = self->columns->len;

  for (guint k = 0; k < n; k++)
    append_cell (text, fields[k], widths[k], column (self, k)->at_end, k == n - 1);
}

/* Twice over all cells, to measure and to write: keeping them would take many times the memory of the text. */
static gboolean
write_columns (const MgTableText *self, GString *text, MgProgress *progress, GError **error)
{
  guint n = self->columns->len;
  g_autofree glong *widths = g_new0 (glong, n + 1);
  g_autofree char **fields = g_new0 (char *, n + 1);
  guint64 total = 2 * (guint64) self->rows->len;

  for (guint k = 0; k < n; k++)
    {
      fields[k] = (char *) column (self, k)->title;
      widths[k] = g_utf8_strlen (fields[k], -1);
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      if (i % STEP_ROWS == 0 && !mg_progress_step (progress, i, total, error))
        return FALSE;
      for (guint k = 0; k < n; k++)
        {
          g_autofree char *field = cell (self, i, k);

          widths[k] = MAX (widths[k], g_utf8_strlen (field, -1));
        }
    }
  append_row (self, text, fields, widths);
  for (guint i = 0; i < self->rows->len; i++)
    {
      if (i % STEP_ROWS == 0 && !mg_progress_step (progress, self->rows->len + (guint64) i, total, error))
        return FALSE;
      for (guint k = 0; k < n; k++)
        fields[k] = cell (self, i, k);
      append_row (self, text, fields, widths);
      for (guint k = 0; k < n; k++)
        g_clear_pointer (&fields[k], g_free);
    }
  return TRUE;
}

char *
mg_table_text_write (MgTableText *self, MgProgress *progress, GError **error)
{
  GString *text;
  gboolean done;

  if (self->ready)
    return g_strdup (self->ready);
  text = g_string_new (NULL);
  done = self->csv ? write_csv (self, text, progress, error) : write_columns (self, text, progress, error);
  return g_string_free (text, !done);
}
