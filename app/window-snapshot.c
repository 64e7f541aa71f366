/* The whole snapshot to a file for other programs, with names and values hidden where that is asked for. */
#include <glib/gi18n.h>

#include "analysis/base/error.h"
#include "analysis/export/heap-export.h"
#include "analysis/redact/redact.h"
#include "app/export/export.h"
#include "app/notice.h"
#include "app/save-file.h"
#include "app/window-private.h"

/* Smaller files are written before anybody could read the notice. */
#define NOTICE_OBJECTS 200000

typedef struct
{
  MgSnapshot *snapshot; /* owned; the real one */
  MgSnapshot *view;     /* owned; what is written, once the worker has it */
  MgRedaction redaction;
  MgHeapExportOptions options;
  GFile *file;      /* owned */
  MgNotice *notice; /* NULL: taken down */
  char *lost;       /* what the file could not hold, in paragraphs; "" */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->view, mg_snapshot_unref);
  mg_snapshot_unref (job->snapshot);
  g_object_unref (job->file);
  g_free (job->lost);
  g_free (job);
}

static gboolean
write_bytes (const char *bytes, gsize n, gpointer user_data, GError **error)
{
  return g_output_stream_write_all (user_data, bytes, n, NULL, NULL, error);
}

static gboolean
write_view (GOutputStream *stream, gpointer user_data, GError **error)
{
  const Job *job = user_data;
  g_auto (MgSink) sink = { 0 };

  mg_sink_init (&sink, write_bytes, stream);
  return mg_heap_export (job->view, &job->options, &sink, mg_notice_progress (job->notice), error)
         && mg_sink_finish (&sink, error);
}

static void
write_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  g_autoptr (GPtrArray) losses = NULL;
  GError *error = NULL;

  job->view = mg_snapshot_redacted (job->snapshot, job->redaction);
  if (mg_save_file (job->file, write_view, job, &error))
    {
      losses = mg_heap_export_losses (job->view, &job->options);
      g_ptr_array_add (losses, NULL);
      job->lost = g_strjoinv ("\n\n", (char **) losses->pdata);
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, error);
}

/* What is lost is told like a question that one closes: it has several sentences. */
static void
tell_losses (MgWindow *self, const char *lost)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("The Snapshot Was Saved"), lost);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgWindow *self = MG_WINDOW (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  g_clear_pointer (&job->notice, mg_notice_free);
  /* The window may have been closed meanwhile. */
  if (self->toasts == NULL || g_error_matches (error, MG_ERROR, MG_ERROR_CANCELLED))
    return;
  if (error || *job->lost == '\0')
    mg_window_tell_saved (self, job->file, error);
  else
    tell_losses (self, job->lost);
}

static MgRedaction
redaction_of (MgWindow *self)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), "redaction");

  for (MgRedaction how = MG_REDACT_NOTHING; how <= MG_REDACT_NAMES; how++)
    if (g_str_equal (mg_redaction_id (how), g_variant_get_string (state, NULL)))
      return how;
  return MG_REDACT_NOTHING;
}

static MgHeapFormat
format_from_id (const char *id)
{
  MgHeapFormat format = MG_HEAP_GCDUMP;

  while (format < MG_N_HEAP_FORMATS && !g_str_equal (mg_heap_format_id (format), id))
    format++;
  return format;
}

void
mg_window_save_snapshot (MgWindow *self, const char *format_id, GFile *file)
{
  MgHeapFormat format = format_from_id (format_id);
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  g_autoptr (GTask) task = NULL;
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;
  Job *job;

  g_return_if_fail (format < MG_N_HEAP_FORMATS);
  if (path && mg_export_is_own_file (snapshot, path, &error))
    {
      mg_window_tell_saved (self, file, error);
      return;
    }
  job = g_new0 (Job, 1);
  job->snapshot = mg_snapshot_ref (snapshot);
  job->redaction = redaction_of (self);
  job->options.format = format;
  job->file = g_object_ref (file);
  job->notice = mg_notice_new (self->toasts, _ ("Writing the snapshot"),
                               mg_snapshot_type_stats (snapshot)->total.count >= NOTICE_OBJECTS);
  task = g_task_new (self, NULL, written_cb, NULL);
  g_task_set_name (task, "write snapshot");
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, write_thread);
}

/* An ending that the user typed says more than the menu. */
static void
save_cb (MgWindow *self, GFile *file, gpointer user_data)
{
  MgHeapFormat format = (MgHeapFormat) GPOINTER_TO_UINT (user_data);
  g_autofree char *name = g_file_get_basename (file);
  MgHeapFormat typed = mg_heap_format_from_path (name);

  mg_window_save_snapshot (self, mg_heap_format_id (typed < MG_N_HEAP_FORMATS ? typed : format), file);
}

static void
save_snapshot_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  MgHeapFormat format = format_from_id (g_variant_get_string (parameter, NULL));
  g_autofree char *what = NULL, *suggestion = NULL;

  if (format >= MG_N_HEAP_FORMATS)
    return;
  what = g_strconcat ("snapshot", mg_heap_format_extension (format), NULL);
  suggestion = mg_window_suggest_name (self, what);
  mg_window_choose_save (self, _ ("Save the Snapshot"), suggestion, save_cb, GUINT_TO_POINTER (format), NULL);
}

void
mg_window_init_snapshot (MgWindow *self)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (
      "redaction", G_VARIANT_TYPE_STRING, g_variant_new_string (mg_redaction_id (MG_REDACT_NOTHING)));

  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

void
mg_window_class_install_snapshot (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "win.save-snapshot", "s", save_snapshot_action);
}
