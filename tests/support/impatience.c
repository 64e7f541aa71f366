#include "tests/support/impatience.h"

typedef struct
{
  MgProgress *progress; /* borrowed: it has this */
  guint reports, last;
} Impatience;

static void
lose_patience (const char *stage, double fraction, gpointer user_data)
{
  Impatience *impatience = user_data;

  if (impatience->reports++ == impatience->last)
    mg_progress_cancel (impatience->progress);
}

MgProgress *
mg_test_impatient_progress (guint last)
{
  Impatience *impatience = g_new0 (Impatience, 1);

  impatience->last = last;
  impatience->progress = mg_progress_new (lose_patience, impatience, g_free);
  return impatience->progress;
}
