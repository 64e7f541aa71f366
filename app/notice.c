#include "app/notice.h"

#include <glib/gi18n.h>

#define UPDATE_MSEC 200

struct _MgNotice
{
  MgProgress *progress;
  char *what;
  AdwToast *toast; /* NULL: none is shown */
  guint timer;
  gint percent; /* atomic */
};

static void
note_progress (const char *stage, double fraction, gpointer user_data)
{
  MgNotice *notice = user_data;

  g_atomic_int_set (&notice->percent, (gint) (fraction * 100.0));
}

static gboolean
update_cb (gpointer user_data)
{
  MgNotice *notice = user_data;
  /* Translators: work that goes on, "Writing the table", and how much of it is done, in percent. */
  g_autofree char *title = g_strdup_printf (_ ("%s: %d %%"), notice->what, g_atomic_int_get (&notice->percent));

  adw_toast_set_title (notice->toast, title);
  return G_SOURCE_CONTINUE;
}

static void
cancel_cb (AdwToast *toast, gpointer user_data)
{
  mg_progress_cancel (user_data);
}

static void
show (MgNotice *notice, AdwToastOverlay *toasts)
{
  notice->toast = adw_toast_new (notice->what);
  adw_toast_set_timeout (notice->toast, 0);
  adw_toast_set_button_label (notice->toast, _ ("_Cancel"));
  g_signal_connect_data (notice->toast, "button-clicked", G_CALLBACK (cancel_cb), mg_progress_ref (notice->progress),
                         (GClosureNotify) (void (*) (void)) mg_progress_unref, 0);
  adw_toast_overlay_add_toast (toasts, g_object_ref (notice->toast));
  notice->timer = g_timeout_add (UPDATE_MSEC, update_cb, notice);
}

MgNotice *
mg_notice_new (AdwToastOverlay *toasts, const char *what, gboolean visible)
{
  MgNotice *notice = g_new0 (MgNotice, 1);

  notice->what = g_strdup (what);
  notice->progress = mg_progress_new (note_progress, notice, NULL);
  if (visible)
    show (notice, toasts);
  return notice;
}

void
mg_notice_free (MgNotice *notice)
{
  if (notice == NULL)
    return;
  g_clear_handle_id (&notice->timer, g_source_remove);
  if (notice->toast)
    adw_toast_dismiss (notice->toast);
  g_clear_object (&notice->toast);
  mg_progress_unref (notice->progress);
  g_free (notice->what);
  g_free (notice);
}

MgProgress *
mg_notice_progress (MgNotice *notice)
{
  return notice->progress;
}
