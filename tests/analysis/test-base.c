#include <string.h>

#include "analysis/base/checksum.h"
#include "analysis/base/error.h"
#include "analysis/base/monotone.h"
#include "analysis/base/progress.h"
#include "tests/support/test.h"

static void
test_monotone_holds_any_gaps (void)
{
  GRand *random = g_rand_new_with_seed (7);
  guint64 n = 5000, value = 0;
  g_autofree guint64 *expected = g_new (guint64, n);
  MgMonotone sequence;

  mg_monotone_init (&sequence, n);
  for (guint64 i = 0; i < n; i++)
    {
      guint32 kind = g_rand_int (random) % 100;

      value += kind < 5 ? (guint64) g_rand_int (random) * 16 : kind < 50 ? 0 : g_rand_int (random) % 4096;
      expected[i] = value;
      mg_monotone_set (&sequence, i, value);
    }
  for (guint64 i = 0; i < n; i++)
    if (mg_monotone_get (&sequence, i) != expected[i])
      {
        mg_test_fail (__FILE__, __LINE__, "number %" G_GUINT64_FORMAT " is wrong", i);
        break;
      }
  for (guint64 i = 0; i < n; i += 37)
    {
      guint64 at = mg_monotone_lower_bound (&sequence, expected[i]);

      MG_CHECK (at <= i && expected[at] == expected[i] && (at == 0 || expected[at - 1] < expected[i]));
    }
  MG_CHECK_UINT (mg_monotone_lower_bound (&sequence, value + 1), n);
  mg_monotone_clear (&sequence);
  g_rand_free (random);
}

static void
note_fraction (const char *stage, double fraction, gpointer user_data)
{
  *(double *) user_data = fraction;
}

static void
test_progress_reports_and_cancels (void)
{
  double seen = -1.0;
  g_autoptr (MgProgress) progress = mg_progress_new (note_fraction, &seen, NULL);
  g_autoptr (GError) error = NULL;

  mg_progress_stage (progress, "one", 0.0, 0.5);
  MG_CHECK (mg_progress_step (progress, 50, 100, &error));
  MG_CHECK (seen > 0.249 && seen < 0.251);
  mg_progress_stage (progress, "two", 0.5, 1.0);
  MG_CHECK (mg_progress_step (progress, 100, 100, &error));
  MG_CHECK (seen > 0.999);
  mg_progress_cancel (progress);
  MG_CHECK (!mg_progress_step (progress, 0, 100, &error));
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
  MG_CHECK_UINT (mg_error_exit_status (error), 5);
  MG_CHECK (mg_progress_step (NULL, 1, 2, NULL));
}

/* Any one bit, wherever it is, and the length itself change the sum. */
static void
test_checksum_sees_every_bit (void)
{
  guint8 bytes[300];
  guint64 sum;

  for (gsize i = 0; i < sizeof bytes; i++)
    bytes[i] = (guint8) (i * 7);
  sum = mg_checksum (bytes, sizeof bytes, 1);
  MG_CHECK (sum == mg_checksum (bytes, sizeof bytes, 1) && sum != mg_checksum (bytes, sizeof bytes, 2));
  for (gsize bit = 0; bit < sizeof bytes * 8; bit++)
    {
      bytes[bit / 8] ^= (guint8) (1 << bit % 8);
      MG_CHECK (mg_checksum (bytes, sizeof bytes, 1) != sum);
      bytes[bit / 8] ^= (guint8) (1 << bit % 8);
    }
  memset (bytes, 0, sizeof bytes);
  for (gsize length = 0; length < sizeof bytes; length++)
    MG_CHECK (mg_checksum (bytes, length, 1) != mg_checksum (bytes, length + 1, 1));
}

/* Words that change places: neither within a lane nor between lanes may that go unnoticed. */
static void
test_checksum_sees_order (void)
{
  guint64 words[40];
  guint64 sum;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    words[i] = i;
  sum = mg_checksum (words, sizeof words, 0);
  for (guint a = 0; a < G_N_ELEMENTS (words); a++)
    for (guint b = a + 1; b < G_N_ELEMENTS (words); b++)
      {
        words[a] = b;
        words[b] = a;
        MG_CHECK (mg_checksum (words, sizeof words, 0) != sum);
        words[a] = a;
        words[b] = b;
      }
}

static const MgTest tests[] = {
  { "checksum sees every bit", test_checksum_sees_every_bit },
  { "checksum sees order", test_checksum_sees_order },
  { "monotone holds any gaps", test_monotone_holds_any_gaps },
  { "progress reports and cancels", test_progress_reports_and_cancels },
};

MG_TEST_MAIN ("base", tests)
