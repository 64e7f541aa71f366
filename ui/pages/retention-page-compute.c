/* Pictures are computed in a worker: the newest request wins, answers to older ones are dropped, the user can stop it.
 */

#include "ui/pages/retention-page-private.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/picture/cut-mark.h"

/* Sooner, nothing is said about the work: it would only flicker. */
#define BUSY_MSEC 200

typedef struct
{
  MgSnapshot *snapshot; /* owned */
  MgSubject subject;
  MgPictureOptions options;
  guint64 *opened;      /* owned, for options */
  MgProgress *progress; /* owned */
  guint serial;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  mg_snapshot_unref (job->snapshot);
  mg_progress_unref (job->progress);
  g_free (job->opened);
  g_free (job);
}

/* ---- saying that work is under way ---- */

static void
hide_busy (MgRetentionPage *self)
{
  g_clear_handle_id (&self->busy_timeout, g_source_remove);
  gtk_revealer_set_reveal_child (self->busy_revealer, FALSE);
  gtk_spinner_stop (self->busy_spinner);
}

/* A picture of the same subject stays while a better one is made; another subject's would mislead. */
static gboolean
busy_cb (gpointer user_data)
{
  MgRetentionPage *self = user_data;

  self->busy_timeout = 0;
  if (self->picture && mg_subject_equal (self->picture->subject, mg_session_subject (self->session)))
    {
      gtk_spinner_start (self->busy_spinner);
      gtk_revealer_set_reveal_child (self->busy_revealer, TRUE);
    }
  else
    mg_retention_page_show_state (self, "busy");
  return G_SOURCE_REMOVE;
}

static void
progress_cb (const char *stage, double fraction, gpointer user_data)
{
  MgRetentionPage *self = user_data;

  mg_retention_page_describe (self->busy_page, stage);
  gtk_progress_bar_set_fraction (self->busy_bar, fraction);
}

/* ---- what must let go ---- */

static void
find_cut (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  MgCut *cut = g_new0 (MgCut, 1);
  GError *error = NULL;
  char *text = mg_picture_describe_cut (job->snapshot, job->subject, cut, job->progress, &error);

  if (text == NULL)
    {
      g_free (cut);
      g_task_return_error (task, error ? error : g_error_new_literal (MG_ERROR, MG_ERROR_CANCELLED, ""));
      return;
    }
  g_object_set_data_full (G_OBJECT (task), "text", text, g_free);
  g_task_return_pointer (task, cut, g_free);
}

void
mg_retention_page_mark_cut (MgRetentionPage *self)
{
  g_autofree gboolean *edges = NULL;
  gboolean any;

  /* The answer may come before the picture has been laid out: then this is called again. */
  if (self->cut == NULL || self->picture == NULL || mg_graph_view_picture (self->graph) != self->picture)
    return;
  edges = g_new0 (gboolean, self->picture->n_edges);
  any = mg_picture_mark_cut (mg_session_snapshot (self->session), self->picture, self->cut, edges);
  mg_graph_view_set_cut (self->graph, any ? edges : NULL);
  mg_graph_legend_set_picture (self->legend, self->picture, any);
  if (mg_graph_view_fitted (self->graph))
    mg_retention_page_place_legend (self);
}

static void
cut_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgRetentionPage *self = MG_RETENTION_PAGE (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autofree MgCut *cut = g_task_propagate_pointer (G_TASK (result), NULL);

  if (job->serial != self->serial)
    return;
  g_clear_pointer (&self->cut_progress, mg_progress_unref);
  if (cut == NULL || self->picture == NULL)
    return;
  mg_node_panel_set_cut_text (self->panel, g_object_get_data (G_OBJECT (result), "text"));
  self->cut = g_steal_pointer (&cut);
  mg_retention_page_mark_cut (self);
}

static void
start_cut (MgRetentionPage *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, cut_found, NULL);
  Job *job = g_new0 (Job, 1);

  self->cut_progress = mg_progress_new (NULL, NULL, NULL);
  job->snapshot = mg_snapshot_ref (mg_session_snapshot (self->session));
  job->subject = self->picture->subject;
  job->progress = mg_progress_ref (self->cut_progress);
  job->serial = self->serial;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, find_cut);
}

/* ---- the picture ---- */

static void
find_picture (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  MgPicture *picture = mg_picture_new (job->snapshot, job->subject, &job->options, job->progress, &error);

  if (picture)
    g_task_return_pointer (task, picture, (GDestroyNotify) mg_picture_unref);
  else
    g_task_return_error (task, error ? error : g_error_new_literal (MG_ERROR, MG_ERROR_CANCELLED, ""));
}

static void
show_failure (MgRetentionPage *self, const GError *error)
{
  adw_status_page_set_title (self->stopped_page, _ ("No Answer"));
  mg_retention_page_describe (self->stopped_page, error->message);
  mg_retention_page_show_picture (self, NULL);
  mg_retention_page_show_state (self, "stopped");
}

static void
picture_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgRetentionPage *self = MG_RETENTION_PAGE (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (MgPicture) picture = g_task_propagate_pointer (G_TASK (result), &error);

  if (job->serial != self->serial)
    return;
  hide_busy (self);
  g_clear_pointer (&self->picture_progress, mg_progress_unref);
  mg_relay_stop (self->relay);
  g_clear_pointer (&self->relay, mg_relay_unref);
  if (picture == NULL)
    {
      if (!g_error_matches (error, MG_ERROR, MG_ERROR_CANCELLED))
        show_failure (self, error);
      return;
    }
  mg_retention_page_show_picture (self, picture);
  if (picture->n_live > 0)
    start_cut (self);
}

void
mg_retention_page_cancel (MgRetentionPage *self)
{
  self->serial++;
  mg_progress_cancel (self->picture_progress);
  g_clear_pointer (&self->picture_progress, mg_progress_unref);
  mg_progress_cancel (self->cut_progress);
  g_clear_pointer (&self->cut_progress, mg_progress_unref);
  g_clear_pointer (&self->cut, g_free);
  if (self->relay)
    mg_relay_stop (self->relay);
  g_clear_pointer (&self->relay, mg_relay_unref);
  hide_busy (self);
}

void
mg_retention_page_stop (MgRetentionPage *self)
{
  gboolean running = self->picture_progress != NULL;

  mg_retention_page_cancel (self);
  if (!running || (self->picture && mg_subject_equal (self->picture->subject, mg_session_subject (self->session))))
    return;
  adw_status_page_set_title (self->stopped_page, _ ("Stopped"));
  mg_retention_page_describe (self->stopped_page, _ ("The search was stopped before there was an answer."));
  mg_retention_page_show_picture (self, NULL);
  mg_retention_page_show_state (self, "stopped");
}

static Job *
new_job (MgRetentionPage *self, MgSubject subject)
{
  Job *job = g_new0 (Job, 1);

  job->snapshot = mg_snapshot_ref (mg_session_snapshot (self->session));
  job->subject = subject;
  job->opened = g_memdup2 (self->opened->data, sizeof (guint64) * self->opened->len);
  job->options = (MgPictureOptions){ .max_paths = self->max_paths,
                                     .raw = self->raw,
                                     .kinds = self->kinds,
                                     .opened = job->opened,
                                     .n_opened = self->opened->len,
                                     .alternative = self->alternative };
  job->progress = mg_progress_ref (self->picture_progress);
  job->serial = self->serial;
  return job;
}

void
mg_retention_page_compute (MgRetentionPage *self)
{
  MgSubject subject = mg_session_subject (self->session);
  g_autoptr (GTask) task = NULL;

  mg_retention_page_cancel (self);
  self->stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (self->stale)
    return;
  if (subject.kind == MG_SUBJECT_NONE)
    {
      mg_retention_page_show_picture (self, NULL);
      mg_retention_page_show_state (self, "empty");
      return;
    }
  self->relay = mg_relay_new (progress_cb, self);
  self->picture_progress = mg_relay_progress (self->relay, 0, 1);
  gtk_progress_bar_set_fraction (self->busy_bar, 0);
  self->busy_timeout = g_timeout_add (BUSY_MSEC, busy_cb, self);
  task = g_task_new (self, NULL, picture_found, NULL);
  g_task_set_task_data (task, new_job (self, subject), job_free);
  g_task_run_in_thread (task, find_picture);
}
