#include "app/cli/sorted-table.h"

#include <string.h>

typedef struct
{
  guint64 *keys; /* by row: what ascends */
  char **texts;  /* of a column of texts; else NULL */
} Keys;

static guint64
key_of (guint32 row, gpointer user_data)
{
  return ((Keys *) user_data)->keys[row];
}

static int
compare_texts (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Keys *keys = user_data;

  return g_strcmp0 (keys->texts[*(const guint32 *) a], keys->texts[*(const guint32 *) b]);
}

/* The place of each text among all; equal ones share it. NULL is the last. */
static void
rank_texts (Keys *keys, guint32 n)
{
  g_autofree guint32 *order = g_new (guint32, (gsize) n + 1);
  guint64 rank = 0;

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_texts, keys);
  for (guint32 i = 0; i < n; i++)
    {
      rank += i > 0 && compare_texts (&order[i - 1], &order[i], keys) != 0;
      keys->keys[order[i]] = keys->texts[order[i]] ? rank : G_MAXUINT64;
    }
}

static guint64
number_key (const MgColumn *column, const MgCell *cell)
{
  if (!cell->present)
    return G_MAXUINT64;
  return column->type == MG_COLUMN_ADDRESS ? cell->number : G_MAXUINT64 - 1 - cell->number;
}

static gboolean
is_text (const MgColumn *column)
{
  return column->type == MG_COLUMN_TEXT || column->type == MG_COLUMN_NAME;
}

static void
read_keys (Keys *keys, const MgTable *table, guint column, guint32 n)
{
  g_autofree MgCell *cells = g_new (MgCell, table->n_columns);

  for (guint32 i = 0; i < n; i++)
    {
      memset (cells, 0, table->n_columns * sizeof *cells);
      table->row (i, cells, table->user_data);
      if (keys->texts)
        keys->texts[i] = cells[column].present ? g_strdup (cells[column].text) : NULL;
      else
        keys->keys[i] = number_key (&table->columns[column], &cells[column]);
    }
}

static void
free_texts (char **texts, guint32 n)
{
  for (guint32 i = 0; texts && i < n; i++)
    g_free (texts[i]);
  g_free (texts);
}

guint32 *
mg_run_order_by_cells (const MgRun *run, const MgTable *table, guint32 n)
{
  const char *sort = run->options->sort;
  Keys keys = { 0 };
  guint32 *order;
  guint column = 0;

  if (sort == NULL || strcmp (sort, run->command->sort_keys[0]) == 0)
    return mg_run_order (run, n, TRUE, NULL, NULL);
  while (column < table->n_columns && strcmp (table->columns[column].key, sort) != 0)
    column++;
  g_assert (column < table->n_columns);
  keys.keys = g_new (guint64, (gsize) n + 1);
  keys.texts = is_text (&table->columns[column]) ? g_new0 (char *, (gsize) n + 1) : NULL;
  read_keys (&keys, table, column, n);
  if (keys.texts)
    rank_texts (&keys, n);
  order = mg_run_order (run, n, TRUE, key_of, &keys);
  free_texts (keys.texts, n);
  g_free (keys.keys);
  return order;
}

typedef struct
{
  MgTableRowFunc row;
  gpointer user_data;
  const guint32 *order;
} Sorted;

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const Sorted *sorted = user_data;

  sorted->row (sorted->order[index], cells, sorted->user_data);
}

gboolean
mg_run_write_sorted_table (MgRun *run, MgTable *table, guint32 n, GError **error)
{
  g_autofree guint32 *order = mg_run_order_by_cells (run, table, n);
  Sorted sorted = { table->row, table->user_data, order };
  MgTable in_order = *table;

  in_order.row = fill_row;
  in_order.user_data = &sorted;
  return mg_run_write_table (run, &in_order, n, error);
}
