/* Tables to files and to the clipboard: taken down at once, written by a worker, with a notice that can stop it. */
#include <glib/gi18n.h>
#include <string.h>

#include "analysis/base/error.h"
#include "app/export/export.h"
#include "app/window-private.h"

/* Fewer rows are written before anybody could read the notice. */
#define NOTICE_ROWS 20000
#define NOTICE_MSEC 200

typedef struct
{
  MgTableText *text;
  GFile *file; /* owned; NULL: to the clipboard */
  MgProgress *progress;
  AdwToast *notice; /* owned; NULL: there is none */
  guint timer;
  gint percent; /* atomic */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_handle_id (&job->timer, g_source_remove);
  mg_table_text_free (job->text);
  mg_progress_unref (job->progress);
  g_clear_object (&job->notice);
  g_clear_object (&job->file);
  g_free (job);
}

static void
note_progress (const char *stage, double fraction, gpointer user_data)
{
  Job *job = user_data;

  g_atomic_int_set (&job->percent, (gint) (fraction * 100.0));
}

static gboolean
update_notice_cb (gpointer user_data)
{
  Job *job = user_data;
  /* Translators: how much of a table is written, in percent. */
  g_autofree char *title = g_strdup_printf (_("Writing the table: %d %%"), g_atomic_int_get (&job->percent));

  adw_toast_set_title (job->notice, title);
  return G_SOURCE_CONTINUE;
}

static void
cancel_cb (AdwToast *toast, gpointer user_data)
{
  mg_progress_cancel (user_data);
}

static void
show_notice (MgWindow *self, Job *job)
{
  if (mg_table_text_n_rows (job->text) < NOTICE_ROWS)
    return;
  job->notice = adw_toast_new (_("Writing the table"));
  adw_toast_set_timeout (job->notice, 0);
  adw_toast_set_button_label (job->notice, _("_Cancel"));
  g_signal_connect_data (job->notice, "button-clicked", G_CALLBACK (cancel_cb), mg_progress_ref (job->progress),
                         (GClosureNotify) (void (*) (void)) mg_progress_unref, 0);
  adw_toast_overlay_add_toast (self->toasts, g_object_ref (job->notice));
  job->timer = g_timeout_add (NOTICE_MSEC, update_notice_cb, job);
}

static void
write_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  g_autofree char *text = mg_table_text_write (job->text, job->progress, &error);

  if (text && job->file)
    g_file_replace_contents (job->file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, &error);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&text), g_free);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgWindow *self = MG_WINDOW (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), &error);

  g_clear_handle_id (&job->timer, g_source_remove);
  if (job->notice)
    adw_toast_dismiss (job->notice);
  /* The window may have been closed meanwhile. */
  if (self->toasts == NULL || g_error_matches (error, MG_ERROR, MG_ERROR_CANCELLED))
    return;
  if (job->file)
    mg_window_tell_saved (self, job->file, error);
  else if (error)
    mg_window_toast (self, error->message);
  else
    {
      gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
      mg_window_toast (self, _("Table copied"));
    }
}

/* Takes TEXT; FILE NULL: to the clipboard. */
static void
start (MgWindow *self, MgTableText *text, GFile *file)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, written_cb, NULL);
  Job *job = g_new0 (Job, 1);

  job->text = text;
  job->file = file ? g_object_ref (file) : NULL;
  job->progress = mg_progress_new (note_progress, job, NULL);
  show_notice (self, job);
  g_task_set_name (task, "write table");
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, write_thread);
}

/* The table as it was when it was asked for: it may change while a name is chosen. */
typedef struct
{
  MgTableText *text; /* NULL: handed on */
} Taken;

static void
taken_free (gpointer data)
{
  mg_table_text_free (((Taken *) data)->text);
  g_free (data);
}

static void
save_cb (MgWindow *self, GFile *file, gpointer user_data)
{
  Taken *taken = user_data;
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  if (path && mg_export_is_own_file (mg_session_snapshot (self->session), path, &error))
    mg_window_tell_saved (self, file, error);
  else if (taken->text)
    start (self, g_steal_pointer (&taken->text), file);
}

static MgPageTable
format_of (GVariant *parameter)
{
  return g_str_equal (g_variant_get_string (parameter, NULL), "csv") ? MG_PAGE_CSV : MG_PAGE_TEXT;
}

static void
save_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  MgPageTable format = format_of (parameter);
  MgTableText *text = mg_page_table (mg_window_visible_page (self), format);
  g_autofree char *what = NULL, *suggestion = NULL;
  Taken *taken;

  if (text == NULL)
    return;
  taken = g_new0 (Taken, 1);
  taken->text = text;
  what = g_strconcat (mg_session_page (self->session), format == MG_PAGE_CSV ? ".csv" : ".txt", NULL);
  suggestion = mg_window_suggest_name (self, what);
  mg_window_choose_save (self, _("Save the Table"), suggestion, save_cb, taken, taken_free);
}

static void
copy_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  MgTableText *text = mg_page_table (mg_window_visible_page (self), format_of (parameter));

  if (text)
    start (self, text, NULL);
}

void
mg_window_class_install_tables (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "win.save-table", "s", save_table_action);
  gtk_widget_class_install_action (class, "win.copy-table", "s", copy_table_action);
}
