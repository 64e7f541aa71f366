#include "analysis/base/time-left.h"

#include <glib/gi18n-lib.h>

/* Before that nobody waits, and nothing can be told from so little. */
#define SILENT_USEC (2 * G_USEC_PER_SEC)
#define SILENT_FRACTION 0.02
/* Less than this need not be said. */
#define SHORT_USEC (3 * G_USEC_PER_SEC)
/* An estimate moves by so much of the difference within a second: parts of the work go at different speeds. */
#define PER_SECOND 0.5

void
mg_time_left_update (MgTimeLeft *self, double fraction, gint64 now_usec)
{
  double done, passed, share;
  gint64 end;

  if (self->started == 0 || fraction < self->last)
    *self = (MgTimeLeft){ .started = now_usec, .first = fraction, .updated = now_usec };
  self->last = fraction;
  done = fraction - self->first;
  passed = (double) (now_usec - self->started);
  if (passed < SILENT_USEC || done < SILENT_FRACTION)
    return;
  end = now_usec + (gint64) (passed * (1.0 - fraction) / done);
  share = MIN (1.0, PER_SECOND * (double) (now_usec - self->updated) / G_USEC_PER_SEC);
  self->expected = self->expected == 0 ? end : self->expected + (gint64) ((double) (end - self->expected) * share);
  self->updated = now_usec;
}

/* In steps that a person can believe: 5 seconds, then minutes, then hours. */
char *
mg_time_left_text (const MgTimeLeft *self, gint64 now_usec)
{
  gint64 left = self->expected - now_usec;
  guint seconds, minutes, hours;

  if (self->expected == 0 || left < SHORT_USEC)
    return NULL;
  seconds = (guint) ((left + 2500000) / 5000000) * 5;
  minutes = (seconds + 30) / 60;
  hours = (minutes + 30) / 60;
  if (seconds < 60)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "about %u second left", "about %u seconds left", MAX (seconds, 5)),
        MAX (seconds, 5));
  if (minutes < 90)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "about %u minute left", "about %u minutes left", minutes),
                            minutes);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "about %u hour left", "about %u hours left", hours), hours);
}
