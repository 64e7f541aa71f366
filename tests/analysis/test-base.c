#include <string.h>

#include "analysis/base/checksum.h"
#include "analysis/base/error.h"
#include "analysis/base/monotone.h"
#include "analysis/base/parallel.h"
#include "analysis/base/progress.h"
#include "analysis/base/time-left.h"
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

/* Ranges of any length at any place, with gaps that need wide blocks, must give what one by one gives. */
static void
test_monotone_ranges (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 50; round++)
    {
      guint n = (guint) g_rand_int_range (rand, 1, 3000), n_ranges = 0;
      g_autofree guint64 *values = g_new (guint64, n);
      guint ranges[3001] = { 0 };
      MgMonotone parts;
      guint64 value = 0;

      for (guint i = 0; i < n; i++)
        values[i] = value += g_rand_int_range (rand, 0, 300) == 0 ? G_GUINT64_CONSTANT (1) << 33
                                                                 : (guint64) g_rand_int_range (rand, 0, 99);
      while (ranges[n_ranges] < n)
        {
          guint length = (guint) g_rand_int_range (rand, 1, 900);

          ranges[n_ranges + 1] = MIN (n, ranges[n_ranges] + length);
          n_ranges++;
        }
      mg_monotone_init (&parts, n);
      for (guint i = 0; i < n_ranges; i++)
        mg_monotone_set_ends (&parts, ranges[i], values + ranges[i], ranges[i + 1] - ranges[i], 5);
      for (guint i = n_ranges; i-- > 0;)
        mg_monotone_set_inner (&parts, ranges[i], values + ranges[i], ranges[i + 1] - ranges[i], 5);
      for (guint i = 0; i < n; i++)
        if (mg_monotone_get (&parts, i) != values[i] + 5)
          {
            mg_test_fail (__FILE__, __LINE__, "round %u: number %u of %u differs", round, i, n);
            break;
          }
      mg_monotone_clear (&parts);
    }
}

static void
add_thread_number (guint thread, gpointer data)
{
  g_atomic_int_add ((gint *) data, 1 << thread);
}

static void
test_parallel_runs_each_once (void)
{
  for (guint n = 1; n <= 8; n++)
    {
      gint sum = 0;

      mg_parallel_run (n, add_thread_number, &sum);
      MG_CHECK_UINT ((guint) sum, (1u << n) - 1);
    }
  mg_parallel_set_threads (3);
  MG_CHECK_UINT (mg_parallel_threads (), 3);
  mg_parallel_set_threads (1000);
  MG_CHECK_UINT (mg_parallel_threads (), MG_PARALLEL_MAX);
  mg_parallel_set_threads (0);
  MG_CHECK (mg_parallel_threads () >= 1);
}

typedef struct
{
  guint64 n;
  guint8 *seen; /* a bit for each thread, or how often when only once is right */
  gboolean each;
  gint out_of_order;
  guint64 next[4];
} Items;

static void
see_items (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  Items *items = data;
  guint64 part = mg_parallel_part (items->n, thread, n_threads), part_end
    = mg_parallel_part (items->n, thread + 1, n_threads);

  if (from >= end || end > items->n || end - from > MG_PROGRESS_INTERVAL
      || (items->each && from != items->next[thread]))
    g_atomic_int_inc (&items->out_of_order);
  items->next[thread] = end;
  for (guint64 i = from; i < end; i++)
    if (!items->each || (i >= part && i < part_end))
      items->seen[i]++;
}

/* Every item once: by somebody, or by the thread whose part it is in. */
static void
test_passes_see_all (void)
{
  static const guint64 sizes[] = { 0, 1, MG_PROGRESS_INTERVAL - 1, MG_PROGRESS_INTERVAL, 5 * MG_PROGRESS_INTERVAL + 7 };

  for (guint round = 0; round < G_N_ELEMENTS (sizes) * 8; round++)
    {
      guint64 n = sizes[round / 8], wrong = 0;
      g_autofree guint8 *seen = g_new0 (guint8, n + 1);
      Items items = { .n = n, .seen = seen, .each = round & 1 };
      MgParallelPass pass = { n, 1 + round / 2 % 4, items.each, { 0, n, n }, NULL };

      MG_CHECK (mg_parallel_pass (&pass, see_items, &items, NULL));
      for (guint64 i = 0; i < n; i++)
        wrong += seen[i] != 1;
      MG_CHECK_UINT (wrong, 0);
      MG_CHECK_UINT ((guint) items.out_of_order, 0);
    }
}

static void
test_passes_are_cancelled (void)
{
  for (guint threads = 1; threads <= 4; threads++)
    for (guint each = 0; each < 2; each++)
      {
        g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
        g_autoptr (MgProgress) beside = mg_progress_new_beside (progress);
        g_autoptr (GError) error = NULL;
        guint64 n = 4 * MG_PROGRESS_INTERVAL;
        g_autofree guint8 *seen = g_new0 (guint8, n);
        Items items = { .n = n, .seen = seen, .each = each };
        MgParallelPass pass = { n, threads, each, { 0, n, n }, beside };

        MG_CHECK (!mg_progress_is_cancelled (beside));
        mg_progress_cancel (progress);
        MG_CHECK (mg_progress_is_cancelled (beside));
        MG_CHECK (!mg_parallel_pass (&pass, see_items, &items, &error));
        MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
      }
}

/* Every item is in one part, and parts differ by one item at most. */
static void
test_parts_are_even (void)
{
  for (guint threads = 1; threads <= 7; threads++)
    for (guint64 n = 0; n < 40; n++)
      {
        MG_CHECK_UINT (mg_parallel_part (n, 0, threads), 0);
        MG_CHECK_UINT (mg_parallel_part (n, threads, threads), n);
        for (guint t = 0; t < threads; t++)
          {
            guint64 size = mg_parallel_part (n, t + 1, threads) - mg_parallel_part (n, t, threads);

            MG_CHECK (size >= n / threads && size <= n / threads + 1);
          }
      }
}

static void
note_fraction (const char *stage, double fraction, gpointer user_data)
{
  *(double *) user_data = fraction;
}

/* Stages of somebody's part stay within it. */
static void
test_progress_of_a_part (void)
{
  double seen = -1.0;
  g_autoptr (MgProgress) progress = mg_progress_new (note_fraction, &seen, NULL);

  mg_progress_enter (progress, 0.5, 0.9);
  mg_progress_stage (progress, "one", 0.25, 0.75);
  MG_CHECK (seen > 0.599 && seen < 0.601);
  MG_CHECK (mg_progress_step (progress, 1, 1, NULL));
  MG_CHECK (seen > 0.799 && seen < 0.801);
  mg_progress_enter (progress, 0.9, 1.0);
  MG_CHECK (mg_progress_step (progress, 1, 2, NULL));
  MG_CHECK (seen > 0.949 && seen < 0.951);
  mg_progress_enter (progress, 0.0, 1.0);
  mg_progress_stage (progress, "two", 0.0, 0.5);
  MG_CHECK (seen < 0.001);
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

#define SECOND ((gint64) G_USEC_PER_SEC)

/* What is said after a start at the time 0 of work that goes evenly and takes TOTAL seconds, at NOW seconds. */
static void
check_left (double total, double now, const char *expected)
{
  MgTimeLeft left = { 0 };
  g_autofree char *text = NULL;

  for (double at = 0.0; at <= now + 0.001; at += 0.1)
    mg_time_left_update (&left, at / total, 1000 * SECOND + (gint64) (at * (double) SECOND));
  text = mg_time_left_text (&left, 1000 * SECOND + (gint64) (now * (double) SECOND));
  MG_CHECK_STRING (text, expected);
}

static void
test_time_left_in_words (void)
{
  check_left (1.0, 0.9, NULL);
  check_left (30.0, 1.0, NULL);
  check_left (30.0, 4.0, "about 25 seconds left");
  check_left (30.0, 24.0, "about 5 seconds left");
  check_left (30.0, 28.0, NULL);
  check_left (200.0, 20.0, "about 3 minutes left");
  check_left (100.0, 20.0, "about 1 minute left");
  check_left (3600.0 * 5, 3600.0, "about 4 hours left");
}

/* A part that goes slower than those before moves the end by and by; the same work begun again forgets it. */
static void
test_time_left_follows (void)
{
  MgTimeLeft left = { 0 };
  g_autofree char *early = NULL, *late = NULL, *again = NULL;
  gint64 now = SECOND;

  for (guint i = 0; i <= 50; i++, now += SECOND / 10)
    mg_time_left_update (&left, i * 0.01, now);
  early = mg_time_left_text (&left, now);
  MG_CHECK_STRING (early, "about 5 seconds left");
  for (guint i = 0; i < 200; i++, now += SECOND / 10)
    mg_time_left_update (&left, 0.5 + i * 0.0005, now);
  late = mg_time_left_text (&left, now);
  MG_CHECK_STRING (late, "about 15 seconds left");
  mg_time_left_update (&left, 0.0, now);
  again = mg_time_left_text (&left, now);
  MG_CHECK (again == NULL);
}

static const MgTest tests[] = {
  { "time left in words", test_time_left_in_words },
  { "time left follows", test_time_left_follows },
  { "checksum sees every bit", test_checksum_sees_every_bit },
  { "checksum sees order", test_checksum_sees_order },
  { "monotone holds any gaps", test_monotone_holds_any_gaps },
  { "monotone, range by range", test_monotone_ranges },
  { "parallel runs each once", test_parallel_runs_each_once },
  { "passes see all", test_passes_see_all },
  { "passes are cancelled", test_passes_are_cancelled },
  { "parts are even", test_parts_are_even },
  { "progress of a part", test_progress_of_a_part },
  { "progress reports and cancels", test_progress_reports_and_cancels },
};

MG_TEST_MAIN ("base", tests)
