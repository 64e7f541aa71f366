#include "analysis/base/progress.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"

struct _MgProgress
{
  gint cancelled; /* atomic */
  MgProgress *other; /* whose cancel counts as well; borrowed; NULL */
  MgProgressFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
  /* Touched by the worker only. */
  const char *stage;
  double part_from, part_to; /* of the whole */
  double from, to;           /* the stage, of the whole */
  double reported;
};

MgProgress *
mg_progress_new (MgProgressFunc func, gpointer user_data, GDestroyNotify destroy)
{
  MgProgress *progress = g_atomic_rc_box_new0 (MgProgress);

  progress->func = func;
  progress->user_data = user_data;
  progress->destroy = destroy;
  progress->to = progress->part_to = 1.0;
  progress->reported = -1.0;
  return progress;
}

MgProgress *
mg_progress_ref (MgProgress *progress)
{
  return progress ? g_atomic_rc_box_acquire (progress) : NULL;
}

static void
progress_clear (gpointer data)
{
  MgProgress *progress = data;

  if (progress->destroy)
    progress->destroy (progress->user_data);
}

void
mg_progress_unref (MgProgress *progress)
{
  if (progress)
    g_atomic_rc_box_release_full (progress, progress_clear);
}

void
mg_progress_cancel (MgProgress *progress)
{
  if (progress)
    g_atomic_int_set (&progress->cancelled, 1);
}

gboolean
mg_progress_is_cancelled (MgProgress *progress)
{
  for (; progress; progress = progress->other)
    if (g_atomic_int_get (&progress->cancelled))
      return TRUE;
  return FALSE;
}

MgProgress *
mg_progress_new_beside (MgProgress *progress)
{
  MgProgress *beside = mg_progress_new (NULL, NULL, NULL);

  beside->other = progress;
  return beside;
}

static void
report (MgProgress *progress, double fraction)
{
  progress->reported = fraction;
  if (progress->func)
    progress->func (progress->stage, fraction, progress->user_data);
}

void
mg_progress_enter (MgProgress *progress, double from, double to)
{
  if (progress == NULL)
    return;
  progress->part_from = progress->from = from;
  progress->part_to = progress->to = to;
}

void
mg_progress_stage (MgProgress *progress, const char *stage, double from, double to)
{
  double length;

  if (progress == NULL)
    return;
  length = progress->part_to - progress->part_from;
  progress->stage = stage;
  progress->to = progress->part_from + length * to;
  progress->from = progress->part_from + length * from;
  report (progress, progress->from);
}

gboolean
mg_progress_step (MgProgress *progress, guint64 done, guint64 total, GError **error)
{
  double fraction;

  if (progress == NULL)
    return TRUE;
  if (mg_progress_is_cancelled (progress))
    {
      g_set_error_literal (error, MG_ERROR, MG_ERROR_CANCELLED, _("Cancelled."));
      return FALSE;
    }
  fraction = progress->from;
  if (total > 0)
    fraction += (progress->to - progress->from) * ((double) MIN (done, total) / (double) total);
  if (fraction - progress->reported >= 0.002 || fraction < progress->reported)
    report (progress, fraction);
  return TRUE;
}

gboolean
mg_progress_share_step (MgProgress *progress, const MgShare *share, guint64 done, guint64 total, GError **error)
{
  double part = (double) done / (double) MAX (total, 1);

  return mg_progress_step (progress, share->from + (guint64) (part * (double) share->length), share->total, error);
}
