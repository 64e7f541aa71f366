/* The radix sort, against GLib's stable sort, on keys of all widths. */
#include <math.h>
#include <time.h>

#include "analysis/base/radix-sort.h"
#include "tests/support/test.h"

static int
compare_items (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MgRadixItem *first = a, *second = b;

  return (first->key > second->key) - (first->key < second->key);
}

static void
check_sort (GRand *random, gsize n, guint key_bits)
{
  g_autofree MgRadixItem *items = g_new (MgRadixItem, n + 1);
  g_autofree MgRadixItem *expected = g_new (MgRadixItem, n + 1);

  for (gsize i = 0; i < n; i++)
    {
      guint64 key = (guint64) g_rand_int (random) << 32 | g_rand_int (random);

      items[i] = expected[i] = (MgRadixItem){ key_bits ? key >> (64 - key_bits) : 7, (guint32) i };
    }
  mg_radix_sort (items, n);
  g_qsort_with_data (expected, (int) n, sizeof *expected, compare_items, NULL); /* stable, as documented */
  for (gsize i = 0; i < n; i++)
    if (items[i].key != expected[i].key || items[i].value != expected[i].value)
      {
        mg_test_fail (__FILE__, __LINE__, "%" G_GSIZE_FORMAT " keys of %u bits: item %" G_GSIZE_FORMAT " is wrong", n,
                      key_bits, i);
        return;
      }
  CU_PASS ("sorted");
}

static void
test_sorts_and_keeps_equal_keys_in_order (void)
{
  static const gsize sizes[] = { 0, 1, 2, 3, 47, 48, 49, 1000, 20000 };
  GRand *random = g_rand_new_with_seed (11);

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint bits = 0; bits <= 64; bits++)
      check_sort (random, sizes[s], bits);
  g_rand_free (random);
}

static void
test_number_keys_keep_the_order_of_numbers (void)
{
  static const double doubles[]
      = { -INFINITY, -1e300, -2.5, -1e-300, -0.0, 0.0, 1e-300, 0.5, 3.0, 1e300, INFINITY, NAN };
  static const gint64 ints[] = { G_MININT64, -5, -1, 0, 1, 7, G_MAXINT64 };

  for (gsize i = 1; i < G_N_ELEMENTS (doubles); i++)
    MG_CHECK (mg_radix_key_double (doubles[i - 1]) < mg_radix_key_double (doubles[i]));
  for (gsize i = 1; i < G_N_ELEMENTS (ints); i++)
    MG_CHECK (mg_radix_key_int (ints[i - 1]) < mg_radix_key_int (ints[i]));
}

/* A table's million rows sort in well under 150 ms; here only: the processor takes no longer than a comparing sort. */
static void
test_a_million_rows_are_quick (void)
{
  gsize n = 1000000;
  GRand *random = g_rand_new_with_seed (5);
  g_autofree MgRadixItem *items = g_new (MgRadixItem, n);
  g_autofree MgRadixItem *peer = NULL;
  clock_t start, own, other;

  for (gsize i = 0; i < n; i++)
    items[i] = (MgRadixItem){ (guint64) g_rand_int (random) << 8, (guint32) i };
  peer = g_memdup2 (items, n * sizeof *items);
  start = clock ();
  mg_radix_sort (items, n);
  own = clock () - start;
  start = clock ();
  g_qsort_with_data (peer, (int) n, sizeof *peer, compare_items, NULL);
  other = clock () - start;
  if (own > other)
    mg_test_fail (__FILE__, __LINE__, "%.0f ms, a comparing sort takes %.0f ms", (double) own * 1e3 / CLOCKS_PER_SEC,
                  (double) other * 1e3 / CLOCKS_PER_SEC);
  else
    CU_PASS ("quicker");
  g_rand_free (random);
}

static const MgTest tests[] = {
  { "sorts and keeps equal keys in order", test_sorts_and_keeps_equal_keys_in_order },
  { "number keys keep the order of numbers", test_number_keys_keep_the_order_of_numbers },
  { "a million rows are quick", test_a_million_rows_are_quick },
};

MG_TEST_MAIN ("radix-sort", tests)
