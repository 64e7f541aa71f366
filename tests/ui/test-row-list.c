#include <stdlib.h>

#include "tests/support/ui.h"
#include "ui/models/row-list.h"
#include "ui/models/sort-probe.h"

/* Rows are numbers of an array; column 0 is the number, column 1 its last digit. */
static guint64
number (gconstpointer data, guint32 row)
{
  return g_array_index ((GArray *) data, guint64, row);
}

static guint64
test_key (gconstpointer data, guint column, guint32 row)
{
  return column == 0 ? number (data, row) : number (data, row) % 10;
}

static char *
test_text (gconstpointer data, guint column, guint32 row)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, test_key (data, column, row));
}

static gboolean
test_match (gconstpointer data, guint32 row, const MgTextFilter *filter)
{
  g_autofree char *text = test_text (data, 0, row);

  return filter == NULL || mg_text_filter_match (filter, text);
}

static guint64
test_addend (gconstpointer data, guint sum, guint32 row)
{
  return number (data, row);
}

static gpointer
ref_array (gpointer data)
{
  return g_array_ref (data);
}

static void
unref_array (gpointer data)
{
  g_array_unref (data);
}

static const MgRowKind kind = { test_key, test_match, test_text, NULL, 1, test_addend, ref_array, unref_array };

static GArray *
random_numbers (guint32 n, guint32 limit)
{
  GArray *array = g_array_sized_new (FALSE, FALSE, sizeof (guint64), n);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint32 i = 0; i < n; i++)
    {
      guint64 value = g_rand_int (random) % limit;

      g_array_append_val (array, value);
    }
  return array;
}

/* The order must be that of a plain comparison: by key, ties by row. */
static void
check_order (MgRowList *list, GArray *array, guint column, gboolean descending)
{
  guint n = mg_row_list_n_shown (list);

  MG_CHECK_UINT (n, array->len);
  for (guint i = 1; i < n; i++)
    {
      guint32 before = mg_row_list_row_at (list, i - 1), after = mg_row_list_row_at (list, i);
      guint64 a = test_key (array, column, before), b = test_key (array, column, after);

      if (a == b ? before >= after : descending ? a < b : a > b)
        {
          mg_test_fail (__FILE__, __LINE__, "rows %u and %u stand the wrong way round", before, after);
          return;
        }
    }
  MG_CHECK (TRUE);
}

static void
test_sorts (void)
{
  const guint32 sizes[] = { 1, 2, 1000, MG_ROW_LIST_SYNC, MG_ROW_LIST_SYNC + 1, mg_test_is_slow () ? 3 : 100000 };

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (GArray) array = random_numbers (sizes[s], 5000);
      g_autoptr (MgRowList) list = mg_row_list_new (&kind);

      mg_row_list_set_data (list, array, array->len);
      for (guint column = 0; column < 2; column++)
        for (guint descending = 0; descending < 2; descending++)
          {
            mg_row_list_set_sort (list, column, descending == 1);
            MG_WAIT_UNTIL (!mg_row_list_busy (list), 10.0);
            check_order (list, array, column, descending == 1);
          }
    }
}

static void
count_cb (MgRowList *list, guint *count)
{
  ++*count;
}

/* Whatever is changed is told once, with the new order in place. */
static void
test_tells_changes (void)
{
  g_autoptr (GArray) array = random_numbers (500, 100);
  g_autoptr (GArray) many = random_numbers (MG_ROW_LIST_SYNC + 1, 100);
  g_autoptr (MgRowList) list = mg_row_list_new (&kind);
  g_autoptr (MgTextFilter) nothing = mg_text_filter_new ("no such number", FALSE, NULL);
  guint told = 0;

  g_signal_connect (list, "changed", G_CALLBACK (count_cb), &told);
  mg_row_list_set_data (list, array, array->len);
  mg_row_list_set_sort (list, 0, TRUE);
  mg_row_list_set_sort (list, 0, TRUE);
  MG_CHECK_UINT (told, 2);
  mg_row_list_set_filter (list, nothing);
  MG_CHECK_UINT (told, 3);
  MG_CHECK_UINT (mg_row_list_n_shown (list), 0);
  MG_CHECK_UINT (mg_row_list_row_at (list, 0), MG_ROW_NONE);
  mg_row_list_set_filter (list, NULL);
  MG_CHECK_UINT (mg_row_list_n_shown (list), 500);
  /* Of new data nothing is shown until it is sorted. */
  mg_row_list_set_data (list, many, many->len);
  MG_CHECK_UINT (told, 5);
  MG_CHECK_UINT (mg_row_list_row_at (list, 0), MG_ROW_NONE);
  MG_WAIT_UNTIL (!mg_row_list_busy (list), 10.0);
  MG_CHECK_UINT (told, 6);
  MG_CHECK_UINT (mg_row_list_n_shown (list), many->len);
  mg_row_list_set_data (list, NULL, 0);
  MG_CHECK_UINT (mg_row_list_n_shown (list), 0);
}

static void
test_finds_rows (void)
{
  g_autoptr (GArray) array = random_numbers (5000, 1000000);
  g_autoptr (MgRowList) list = mg_row_list_new (&kind);
  guint32 row;

  mg_row_list_set_data (list, array, array->len);
  mg_row_list_set_sort (list, 0, FALSE);
  row = mg_row_list_row_at (list, 0);
  MG_CHECK_UINT (mg_row_list_find (list, row), 0);
  mg_row_list_set_sort (list, 0, TRUE);
  MG_CHECK_UINT (mg_row_list_find (list, row), 4999);
  MG_CHECK_UINT (mg_row_list_row_at (list, 5000), MG_ROW_NONE);
  MG_CHECK_UINT (mg_row_list_find (list, 5000), G_MAXUINT);
}

static void
test_filters_and_sums (void)
{
  g_autoptr (GArray) array = random_numbers (40000, 10000);
  g_autoptr (MgRowList) list = mg_row_list_new (&kind);
  g_autoptr (MgTextFilter) plain = mg_text_filter_new ("77", FALSE, NULL);
  g_autoptr (MgTextFilter) regex = mg_text_filter_new ("^1.*9$", TRUE, NULL);
  guint64 sum = 0;
  guint n = 0;

  mg_row_list_set_data (list, array, array->len);
  mg_row_list_set_filter (list, plain);
  mg_row_list_set_filter (list, regex);
  MG_CHECK (mg_row_list_busy (list));
  MG_WAIT_UNTIL (!mg_row_list_busy (list), 10.0);
  for (guint i = 0; i < array->len; i++)
    {
      guint64 value = number (array, i);
      guint64 top = value;

      while (top >= 10)
        top /= 10;
      if (top == 1 && value % 10 == 9 && value >= 10)
        {
          sum += value;
          n++;
        }
    }
  MG_CHECK_UINT (mg_row_list_n_shown (list), n);
  MG_CHECK_UINT (mg_row_list_sum (list, 0), sum);
  MG_CHECK_UINT (mg_row_list_n_all (list), 40000);
}

static void
test_text_filter (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MgTextFilter) plain = mg_text_filter_new ("List<", FALSE, NULL);
  g_autoptr (MgTextFilter) accents = mg_text_filter_new ("ÜNÏ", FALSE, NULL);
  g_autoptr (MgTextFilter) regex = mg_text_filter_new ("context$", TRUE, NULL);

  MG_CHECK (mg_text_filter_match (plain, "System.Collections.Generic.LIST<T>"));
  MG_CHECK (!mg_text_filter_match (plain, "System.Collections.ArrayList"));
  MG_CHECK (mg_text_filter_match (accents, "Zoo.Ünïcode类型"));
  MG_CHECK (mg_text_filter_match (regex, "MyApp.NotificationContext"));
  MG_CHECK (!mg_text_filter_match (regex, "MyApp.NotificationContext[]"));
  MG_CHECK (mg_text_filter_new ("", TRUE, &error) == NULL && error == NULL);
  MG_CHECK (mg_text_filter_new ("a(b", TRUE, &error) == NULL && error != NULL);
}

/* A list that goes away while a worker sorts it: the worker ends, nothing is lost (seen by the leak checker). */
static void
test_goes_away_while_busy (void)
{
  g_autoptr (GArray) array = random_numbers (mg_test_is_slow () ? 20000 : 300000, 1000000);
  MgRowList *list = mg_row_list_new (&kind);
  gpointer alive = list;

  g_object_add_weak_pointer (G_OBJECT (list), &alive);
  mg_row_list_set_data (list, array, array->len);
  mg_row_list_set_sort (list, 0, TRUE);
  mg_row_list_set_sort (list, 0, FALSE);
  g_object_unref (list);
  MG_WAIT_UNTIL (alive == NULL, 10.0);
}

/* What is promised: a million rows sorted in under 150 ms. Machines differ: three times that is a failure. */
static void
test_million_rows (void)
{
  g_autoptr (GArray) array = random_numbers (mg_test_is_slow () ? 20000 : 1000000, G_MAXUINT32);
  g_autoptr (MgRowList) list = mg_row_list_new (&kind);
  double best = 1e9;

  mg_row_list_set_data (list, array, array->len);
  MG_WAIT_UNTIL (!mg_row_list_busy (list), 20.0);
  for (guint i = 0; i < 3; i++)
    {
      double start = mg_test_cpu_msec ();

      mg_row_list_set_sort (list, 0, i % 2 == 0);
      MG_WAIT_UNTIL (!mg_row_list_busy (list), 20.0);
      best = MIN (best, mg_test_cpu_msec () - start);
    }
  g_print ("a million rows sorted in %.0f ms\n", best);
  MG_CHECK (mg_test_is_slow () || best < 450.0);
  check_order (list, array, 0, TRUE);
}

static const MgTest tests[] = {
  { "sorts like a comparison", test_sorts },
  { "tells changes", test_tells_changes },
  { "finds rows", test_finds_rows },
  { "filters and sums", test_filters_and_sums },
  { "text filter", test_text_filter },
  { "goes away while busy", test_goes_away_while_busy },
  { "a million rows", test_million_rows },
};

MG_TEST_MAIN ("row-list", tests)
