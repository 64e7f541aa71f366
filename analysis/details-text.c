/* Words for what details.h has in numbers. */
#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analysis/details.h"

const char *
mg_details_async_state (const MgAsyncRow *row)
{
  /* Task.Status in words; the first bit that is set decides. A method's own state goes before the bits of its task,
   * unless that has ended. */
  static const struct
  {
    guint32 bit;
    const char *word;
  } words[] = { { 0x00200000, N_ ("faulted") },
                { 0x00400000, N_ ("canceled") },
                { 0x01000000, N_ ("completed") },
                { 0x00800000, N_ ("waiting for child tasks") },
                { 0x00020000, N_ ("running") },
                { 0x00010000, N_ ("waiting to run") },
                { 0x02000000, N_ ("not completed") } };
  const gsize n_ends = 3;

  if (row->kind == MG_ASYNC_OTHER)
    return "";
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (i == n_ends && row->await_state != MG_ASYNC_NO_STATE)
        return row->await_state >= 0 ? _ ("awaiting") : row->await_state == -1 ? _ ("running") : _ ("ended");
      if (row->task_flags & words[i].bit)
        return _ (words[i].word);
    }
  return _ ("not started");
}

char *
mg_details_duration (guint32 ms)
{
  guint32 seconds = ms / 1000, hours = seconds / 3600, minutes = seconds / 60 % 60;

  if (ms % 1000 != 0 && ms < 10000)
    /* Translators: milliseconds. */
    return g_strdup_printf (_ ("%" PRIu32 " ms"), ms);
  if (seconds < 60 || (seconds < 600 && seconds % 60 != 0))
    /* Translators: seconds. */
    return g_strdup_printf (_ ("%" PRIu32 " s"), seconds);
  if (hours == 0)
    /* Translators: minutes. */
    return g_strdup_printf (_ ("%" PRIu32 " min"), minutes);
  if (minutes == 0)
    /* Translators: hours. */
    return g_strdup_printf (_ ("%" PRIu32 " h"), hours);
  /* Translators: hours and minutes. */
  return g_strdup_printf (_ ("%" PRIu32 " h %" PRIu32 " min"), hours, minutes);
}

char *
mg_details_timer_text (guint32 due_ms, guint32 period_ms)
{
  g_autofree char *due = mg_details_duration (due_ms), *period = mg_details_duration (period_ms);

  if (period_ms != MG_TIMER_NEVER)
    /* Translators: a timer: times like "1 h", "5 s". */
    return g_strdup_printf (_ ("timer, due in %s, then every %s"), due, period);
  if (due_ms != MG_TIMER_NEVER)
    /* Translators: a timer that fires once: a time like "1 h". */
    return g_strdup_printf (_ ("timer, due once in %s"), due);
  return g_strdup (_ ("timer, not set"));
}
