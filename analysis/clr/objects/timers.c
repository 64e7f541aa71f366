#include "analysis/clr/objects/timers.h"

gboolean
mg_timer_read (MgNamedFields *fields, guint64 address, MgTimer *timer)
{
  guint64 table = mg_named_fields_class (fields, address);

  if (table == 0 || mg_named_fields_find (fields, table, "_dueTime") == NULL
      || mg_named_fields_find (fields, table, "_timerCallback") == NULL)
    return FALSE;
  *timer = (MgTimer){ .address = address };
  timer->due = mg_named_fields_u32 (fields, address, "_dueTime");
  timer->period = mg_named_fields_u32 (fields, address, "_period");
  if (timer->period == 0)
    timer->period = MG_TIMER_NEVER;
  timer->canceled = (mg_named_fields_u32 (fields, address, "_canceled") & 0xff) != 0;
  timer->callback = mg_named_fields_reference (fields, address, "_timerCallback");
  timer->state = mg_named_fields_reference (fields, address, "_state");
  return TRUE;
}

void
mg_timers_read (MgNamedFields *fields, guint64 queue, GHashTable *seen, GArray *timers)
{
  static const char *const lists[] = { "_shortTimers", "_longTimers" };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      guint64 address = mg_named_fields_reference (fields, queue, lists[i]);
      MgTimer timer;

      while (address != 0 && g_hash_table_add (seen, g_memdup2 (&address, sizeof address))
             && mg_timer_read (fields, address, &timer))
        {
          timer.is_short = i == 0;
          g_array_append_val (timers, timer);
          address = mg_named_fields_reference (fields, address, "_next");
        }
    }
}
