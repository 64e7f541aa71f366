/* Bitmap, stack and map of nodes, and big arrays. */
#include <string.h>

#include "analysis/base/big-array.h"
#include "analysis/base/bitmap.h"
#include "analysis/base/node-map.h"
#include "analysis/base/node-stack.h"
#include "tests/support/test.h"

static void
test_bitmap (void)
{
  guint64 n = 1000;
  g_autofree guint64 *bitmap = mg_bitmap_new (n);
  guint64 expected = 0;

  for (guint64 i = 0; i < n; i += 1 + i % 7)
    {
      MG_CHECK (!mg_bitmap_get (bitmap, i));
      MG_CHECK (mg_bitmap_add (bitmap, i));
      MG_CHECK (!mg_bitmap_add (bitmap, i));
      expected++;
    }
  MG_CHECK_UINT (mg_bitmap_count (bitmap, n), expected);
  mg_bitmap_unset (bitmap, 0);
  MG_CHECK_UINT (mg_bitmap_count (bitmap, n), expected - 1);
  mg_bitmap_set (bitmap, n - 1);
  MG_CHECK (mg_bitmap_get (bitmap, n - 1) && !mg_bitmap_get (bitmap, 0));
}

static void
test_stack_is_last_in_first_out (void)
{
  g_auto (MgNodeStack) stack = { 0 };

  for (guint32 i = 0; i < 5000; i++)
    mg_node_stack_push (&stack, i * 3);
  for (guint32 i = 5000; i-- > 0;)
    MG_CHECK_UINT (mg_node_stack_pop (&stack), i * 3);
  MG_CHECK_UINT (stack.n, 0);
}

static void
test_map_against_a_hash_table (void)
{
  g_auto (MgNodeMap) map = { 0 };
  g_autoptr (GHashTable) peer = g_hash_table_new (NULL, NULL);
  GRand *random = g_rand_new_with_seed (3);

  MG_CHECK (mg_node_map_find (&map, 0) == NULL);
  for (guint32 i = 0; i < 200000; i++)
    {
      guint32 key = g_rand_int (random) % 70000 * (i % 2 ? 1 : 1024);
      MgNodeMapEntry *entry = mg_node_map_add (&map, key);
      gboolean known = g_hash_table_contains (peer, GUINT_TO_POINTER (key));

      if (known ? entry->a != GPOINTER_TO_UINT (g_hash_table_lookup (peer, GUINT_TO_POINTER (key)))
                : entry->a != G_MAXUINT32)
        mg_test_fail (__FILE__, __LINE__, "key %u has the wrong value", key);
      entry->a = i;
      g_hash_table_insert (peer, GUINT_TO_POINTER (key), GUINT_TO_POINTER (i));
    }
  MG_CHECK_UINT (map.n, g_hash_table_size (peer));
  mg_node_map_reset (&map);
  MG_CHECK_UINT (map.n, 0);
  MG_CHECK (mg_node_map_find (&map, 1024) == NULL);
  g_rand_free (random);
}

static void
test_big_arrays (void)
{
  static const gsize sizes[] = { 0, 1, 1000, 4 * 1024 * 1024, 5000001 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint32 *numbers = mg_big_array_new0 (guint32, sizes[i]);
      gsize sum = 0;

      for (gsize k = 0; k < sizes[i]; k++)
        sum += numbers[k]++;
      MG_CHECK_UINT (sum, 0);
      numbers = g_renew (guint32, numbers, sizes[i] / 2 + 1);
      if (sizes[i] > 1)
        MG_CHECK_UINT (numbers[sizes[i] / 2], 1);
      g_free (numbers);
    }
}

static const MgTest tests[] = {
  { "bitmap", test_bitmap },
  { "stack is last in, first out", test_stack_is_last_in_first_out },
  { "map against a hash table", test_map_against_a_hash_table },
  { "big arrays", test_big_arrays },
};

MG_TEST_MAIN ("node-containers", tests)
