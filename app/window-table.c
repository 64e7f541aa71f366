/* Tables to files and to the clipboard: taken down at once, written by a worker, with a notice that can stop it. */
#include <glib/gi18n.h>

#include "analysis/base/error.h"
#include "app/export/export.h"
#include "app/notice.h"
#include "app/save-file.h"
#include "app/window-private.h"
#include "ui/table/table-view.h"

/* Fewer rows are written before anybody could read the notice. */
#define NOTICE_ROWS 20000

typedef struct
{
  MgTableText *text;
  GFile *file;      /* owned; NULL: to the clipboard */
  MgNotice *notice; /* NULL: taken down */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  mg_table_text_free (job->text);
  g_clear_object (&job->file);
  g_free (job);
}

static void
write_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  g_autofree char *text = mg_table_text_write (job->text, mg_notice_progress (job->notice), &error);

  if (text && job->file)
    mg_save_text (job->file, text, &error);
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

  g_clear_pointer (&job->notice, mg_notice_free);
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
      mg_window_toast (self, _ ("Table copied"));
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
  job->notice = mg_notice_new (self->toasts, _ ("Writing the table"), mg_table_text_n_rows (text) >= NOTICE_ROWS);
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
  mg_window_choose_save (self, _ ("Save the Table"), suggestion, save_cb, taken, taken_free);
}

static void
copy_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  MgTableText *text = mg_page_table (mg_window_visible_page (self), format_of (parameter));

  if (text)
    start (self, text, NULL);
}

/* The selected rows of the table that has the focus. */
static void
copy_rows_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (widget));
  GtkWidget *table = focus ? gtk_widget_get_ancestor (focus, MG_TYPE_TABLE_VIEW) : NULL;
  MgTableText *text = NULL;

  if (table)
    text = mg_table_view_take_text (MG_TABLE_VIEW (table), format_of (parameter) == MG_PAGE_CSV, FALSE);
  if (text)
    start (MG_WINDOW (widget), text, NULL);
}

void
mg_window_class_install_tables (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "win.save-table", "s", save_table_action);
  gtk_widget_class_install_action (class, "win.copy-table", "s", copy_table_action);
  gtk_widget_class_install_action (class, "win.copy-rows", "s", copy_rows_action);
}
