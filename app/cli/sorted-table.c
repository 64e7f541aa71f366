#include "app/cli/sorted-table.h"

#include <string.h>

/* What rows are compared by, one after the other. */
enum
{
  BY_KEY,
  BY_NAME,
  BY_ADDRESS,
  N_ORDERS
};

typedef struct
{
  guint64 *keys[N_ORDERS]; /* by row: what ascends; NULL: the table has no such column */
  gboolean reverse;
} Order;

static int
compare_texts (gconstpointer a, gconstpointer b, gpointer user_data)
{
  char *const *texts = user_data;

  return g_strcmp0 (texts[*(const guint32 *) a], texts[*(const guint32 *) b]);
}

/* The place of each of the N TEXTS among all; equal ones share it. NULL is the last. */
static void
rank_texts (char **texts, guint32 n, guint64 *keys)
{
  g_autofree guint32 *order = g_new (guint32, (gsize) n + 1);
  guint64 rank = 0;

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_texts, texts);
  for (guint32 i = 0; i < n; i++)
    {
      rank += i > 0 && compare_texts (&order[i - 1], &order[i], texts) != 0;
      keys[order[i]] = texts[order[i]] ? rank : G_MAXUINT64;
    }
}

static guint64
number_key (const MgColumn *column, const MgCell *cell)
{
  if (!cell->present)
    return G_MAXUINT64;
  if (column->type == MG_COLUMN_SHARE)
    return (guint64) ((1.0 - cell->share) * 1e15);
  return column->type == MG_COLUMN_ADDRESS ? cell->number : G_MAXUINT64 - 1 - cell->number;
}

static gboolean
is_text (const MgColumn *column)
{
  return column->type == MG_COLUMN_TEXT || column->type == MG_COLUMN_NAME;
}

static guint64 *
keys_new (const MgTable *table, guint column, guint32 n)
{
  g_autofree MgCell *cells = g_new (MgCell, table->n_columns);
  guint64 *keys = g_new (guint64, (gsize) n + 1);
  char **texts = is_text (&table->columns[column]) ? g_new0 (char *, (gsize) n + 1) : NULL;

  for (guint32 i = 0; i < n; i++)
    {
      memset (cells, 0, table->n_columns * sizeof *cells);
      table->row (i, cells, table->user_data);
      if (texts)
        texts[i] = cells[column].present ? g_strdup (cells[column].text) : NULL;
      else
        keys[i] = number_key (&table->columns[column], &cells[column]);
    }
  if (texts)
    rank_texts (texts, n, keys);
  for (guint32 i = 0; texts && i < n; i++)
    g_free (texts[i]);
  g_free (texts);
  return keys;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Order *order = user_data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  for (guint k = 0; k < N_ORDERS; k++)
    if (order->keys[k] && order->keys[k][x] != order->keys[k][y])
      {
        int sign = order->keys[k][x] < order->keys[k][y] ? -1 : 1;

        return k == BY_KEY && order->reverse ? -sign : sign;
      }
  return x < y ? -1 : x > y;
}

/* The first column that is shown, of the type TYPE, or with the key KEY; n_columns: there is none. */
static guint
find_column (const MgTable *table, MgColumnType type, const char *key)
{
  guint i = 0;

  while (i < table->n_columns
         && (table->columns[i].audience == MG_COLUMN_HIDDEN
             || (key ? strcmp (table->columns[i].key, key) != 0 : table->columns[i].type != type)))
    i++;
  return i;
}

guint32 *
mg_run_order_by_cells (const MgRun *run, const MgTable *table, guint32 n)
{
  const char *sort = run->options->sort;
  const guint columns[N_ORDERS]
      = { [BY_KEY] = find_column (table, MG_COLUMN_TEXT, sort), [BY_NAME] = find_column (table, MG_COLUMN_NAME, NULL),
          [BY_ADDRESS] = find_column (table, MG_COLUMN_ADDRESS, NULL) };
  Order order = { .reverse = run->options->reverse };
  guint32 *rows;

  if (sort == NULL || strcmp (sort, run->command->sort_keys[0]) == 0)
    return mg_run_order (run, n, TRUE, NULL, NULL);
  g_assert (columns[BY_KEY] < table->n_columns);
  rows = g_new (guint32, (gsize) n + 1);
  for (guint k = 0; k < N_ORDERS; k++)
    order.keys[k] = columns[k] < table->n_columns ? keys_new (table, columns[k], n) : NULL;
  for (guint32 i = 0; i < n; i++)
    rows[i] = i;
  g_qsort_with_data (rows, (int) n, sizeof *rows, compare_rows, &order);
  for (guint k = 0; k < N_ORDERS; k++)
    g_free (order.keys[k]);
  return rows;
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
