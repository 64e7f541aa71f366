/* Cores that are cut off, have holes, or were changed: never a crash, a hang or wild memory; what can be read is
 * shown. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/clr/clr-window.h"
#include "analysis/details.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

#define PAGE 4096

/* Opens BYTES for the sake of one object, whose path is looked for before the heap is walked. */
static void
ask_for_one (GBytes *bytes, guint64 address)
{
  MgSnapshotOptions options = { .sought = &address };
  g_autoptr (MgSnapshot) snapshot = NULL;

  mg_clr_window_set_limits (1, 0);
  snapshot = mg_core_sample_open_with (bytes, "damaged", &options, NULL);
  if (snapshot && mg_snapshot_ensure_path (snapshot, address, NULL, NULL))
    mg_snapshot_ensure (snapshot, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES, NULL, NULL);
  mg_clr_window_set_limits (0, 0);
}

/* Opens SIZE bytes and does everything with them. Returns whether the types could be read. */
static gboolean
survive (const guint8 *data, gsize size, gboolean *damaged)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, "damaged", &error);

  *damaged = FALSE;
  if (snapshot == NULL)
    {
      if (error == NULL || error->domain != MG_ERROR || strlen (error->message) < 20)
        mg_test_fail (__FILE__, __LINE__, "no message: %s", error ? error->message : "no error");
      return FALSE;
    }
  if (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL))
    {
      const MgGraph *graph = mg_snapshot_graph (snapshot);
      GArray *(*const lists[]) (MgSnapshot *) = { mg_details_heap,    mg_details_handles,    mg_details_threads,
                                                  mg_details_statics, mg_details_finalizers, mg_details_timers };

      for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
        g_array_unref (lists[i](snapshot));
      mg_async_rows_free (mg_details_async (snapshot));
      for (guint i = 1; i < 4; i++)
        ask_for_one (bytes, mg_graph_address (graph, graph->n_nodes - 1 - graph->n_nodes / 4 * i));
      for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node += 7)
        {
          g_array_unref (mg_details_fields (snapshot, node, 10));
          g_free (mg_details_string (snapshot, node, 100, NULL));
          g_free (mg_details_describe (snapshot, node));
        }
    }
  *damaged = mg_snapshot_damaged (snapshot);
  return TRUE;
}

static guint8 *
copy_of (const char *version, gsize *size)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (version);

  return g_memdup2 (g_bytes_get_data (bytes, size), g_bytes_get_size (bytes));
}

static void
test_cut_at_every_hundredth (void)
{
  gsize size;
  g_autofree guint8 *data = copy_of ("9.0.22", &size);
  guint opened = 0;

  for (guint percent = 1; percent < 100; percent++)
    {
      gboolean damaged;

      if (survive (data, size * percent / 100, &damaged))
        {
          opened++;
          MG_CHECK (damaged);
        }
    }
  MG_CHECK (opened > 0);
}

/* Half a file is neither a dump of the wrong type nor another program's: whoever is told so takes the wrong step. */
static void
test_cut_is_called_cut (void)
{
  gsize size;
  g_autofree guint8 *data = copy_of ("9.0.22", &size);
  guint refused = 0;

  for (guint percent = 1; percent < 100; percent++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (data, size * percent / 100);
      g_autoptr (GError) error = NULL;
      g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, "cut", &error);

      if (snapshot == NULL)
        {
          refused++;
          if (!g_error_matches (error, MG_ERROR, MG_ERROR_TRUNCATED))
            mg_test_fail (__FILE__, __LINE__, "at %u %%: %s", percent, error ? error->message : "no error");
        }
    }
  MG_CHECK (refused > 0);
}

static void
test_cut_inside_the_headers (void)
{
  gsize size;
  g_autofree guint8 *data = copy_of ("10.0.15", &size);
  gboolean damaged;

  for (gsize cut = 1; cut < 2000; cut += cut < 128 ? 1 : 37)
    survive (data, cut, &damaged);
  CU_PASS ("survived");
}

static void
test_pages_of_zeros (void)
{
  GRand *random = g_rand_new_with_seed (11);

  for (guint round = 0; round < 60; round++)
    {
      gsize size;
      g_autofree guint8 *data = copy_of (mg_core_versions[round % 4], &size);
      gboolean damaged;

      for (guint i = 0; i < 1 + round / 6; i++)
        {
          gsize at = (gsize) g_rand_int_range (random, 0, (gint32) (size / PAGE)) * PAGE;

          if (at >= PAGE * 4)
            memset (data + at, 0, MIN (PAGE, size - at));
        }
      survive (data, size, &damaged);
    }
  g_rand_free (random);
  CU_PASS ("survived");
}

static void
test_flipped_bits (void)
{
  GRand *random = g_rand_new_with_seed (12);

  for (guint v = 0; mg_core_versions[v]; v++)
    {
      gsize size;
      g_autofree guint8 *whole = copy_of (mg_core_versions[v], &size);
      guint8 *data = g_malloc (size);

      for (guint round = 0; round < 40; round++)
        {
          gboolean damaged;

          memcpy (data, whole, size);
          for (guint i = 0; i < 40; i++)
            {
              /* Half of them in the headers and notes, where each byte matters more. */
              gsize at = (gsize) g_rand_int_range (random, 64, i % 2 ? (gint32) size : 30000);

              data[at] ^= (guint8) (1u << g_rand_int_range (random, 0, 8));
            }
          survive (data, size, &damaged);
        }
      g_free (data);
    }
  g_rand_free (random);
  CU_PASS ("survived");
}

/* Each 8-byte number of the runtime's structures set to values that break sums and loops. */
static void
test_numbers_at_their_extremes (void)
{
  static const guint64 values[] = { 0, G_MAXUINT64, G_MAXINT64, 0x7f0000000000 };
  GRand *random = g_rand_new_with_seed (13);
  gsize size;
  g_autofree guint8 *data = copy_of ("11.0.0", &size);

  for (guint round = 0; round < 200; round++)
    {
      gsize at = (gsize) g_rand_int_range (random, 64, (gint32) size - 8) & ~(gsize) 7;
      guint64 before;
      gboolean damaged;

      memcpy (&before, data + at, 8);
      memcpy (data + at, &values[round % G_N_ELEMENTS (values)], 8);
      survive (data, size, &damaged);
      memcpy (data + at, &before, 8);
    }
  g_rand_free (random);
  CU_PASS ("survived");
}

static const MgTest tests[] = {
  { "cut at every hundredth", test_cut_at_every_hundredth },
  { "a cut file is called cut", test_cut_is_called_cut },
  { "cut inside the headers", test_cut_inside_the_headers },
  { "pages of zeros", test_pages_of_zeros },
  { "flipped bits", test_flipped_bits },
  { "numbers at their extremes", test_numbers_at_their_extremes },
};

MG_TEST_MAIN ("core-damage", tests)
