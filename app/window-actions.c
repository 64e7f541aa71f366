#include <glib/gi18n.h>

#include "app/practice.h"
#include "app/recent.h"
#include "app/settings.h"
#include "app/window-private.h"

static GtkFileFilter *
filter_new (const char *name, const char *const *suffixes)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (; *suffixes; suffixes++)
    gtk_file_filter_add_suffix (filter, *suffixes);
  return filter;
}

static void
add_filters (GtkFileChooser *chooser)
{
  static const char *const snapshots[] = { "gcdump", "dmp", "core", NULL };
  g_autoptr (GtkFileFilter) known = filter_new (_("Snapshots"), snapshots);
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, known);
  gtk_file_chooser_add_filter (chooser, all);
}

/* Each kind of dialog opens where it was used last; KEY names the setting. */
static void
enter_folder (GtkFileChooser *chooser, const char *key)
{
  GSettings *settings = mg_settings ();
  g_autofree char *uri = settings ? g_settings_get_string (settings, key) : NULL;
  g_autoptr (GFile) folder = uri && *uri ? g_file_new_for_uri (uri) : NULL;

  if (folder && g_file_query_exists (folder, NULL))
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
}

static void
remember_folder (GtkFileChooser *chooser, const char *key)
{
  GSettings *settings = mg_settings ();
  g_autoptr (GFile) folder = gtk_file_chooser_get_current_folder (chooser);
  g_autofree char *uri = folder ? g_file_get_uri (folder) : NULL;

  if (settings && uri)
    g_settings_set_string (settings, key, uri);
}

static void
drop_chooser (MgWindow *self)
{
  if (self->chooser)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
}

/* The first file comes here when there is room, the others into windows of their own. */
static void
open_files (MgWindow *self, GListModel *files)
{
  GApplication *application = G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      if (mg_window_is_empty (self))
        mg_window_open (self, file);
      else
        g_application_open (application, &file, 1, "");
    }
}

static void
open_response_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  MgWindow *self = user_data;
  g_autoptr (GListModel) files = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
      remember_folder (GTK_FILE_CHOOSER (dialog), "last-folder");
    }
  drop_chooser (self);
  if (files)
    open_files (self, files);
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);

  drop_chooser (self);
  self->chooser = gtk_file_chooser_native_new (_("Open a Snapshot"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN,
                                               _("_Open"), _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
  add_filters (GTK_FILE_CHOOSER (self->chooser));
  enter_folder (GTK_FILE_CHOOSER (self->chooser), "last-folder");
  g_signal_connect (self->chooser, "response", G_CALLBACK (open_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

typedef struct
{
  MgWindow *window; /* borrowed: the chooser dies with the window */
  MgSaveFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Save;

static void
save_free (gpointer data, GClosure *closure)
{
  Save *save = data;

  if (save->destroy)
    save->destroy (save->user_data);
  g_free (save);
}

static void
save_response_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  Save *save = user_data;
  g_autoptr (GtkNativeDialog) keep = g_object_ref (dialog);
  g_autoptr (GFile) file = NULL;

  gtk_native_dialog_hide (dialog);
  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file)
    remember_folder (GTK_FILE_CHOOSER (dialog), "export-folder");
  if (file)
    save->func (save->window, file, save->user_data);
  drop_chooser (save->window);
}

void
mg_window_choose_save (MgWindow *self,
                       const char *title,
                       const char *suggestion,
                       MgSaveFunc func,
                       gpointer user_data,
                       GDestroyNotify destroy)
{
  Save *save = g_new (Save, 1);

  *save = (Save){ self, func, user_data, destroy };
  drop_chooser (self);
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"),
                                               _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), suggestion);
  enter_folder (GTK_FILE_CHOOSER (self->chooser), "export-folder");
  g_signal_connect_data (self->chooser, "response", G_CALLBACK (save_response_cb), save, save_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
open_uri_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  MgWindow *self = MG_WINDOW (widget);

  if (mg_window_is_empty (self))
    mg_window_open (self, file);
  else
    g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &file, 1, "");
}

static void
practice_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = mg_practice_file ();
  MgWindow *self = MG_WINDOW (widget);

  if (file == NULL)
    mg_window_toast (self, _("The practice leak is not installed."));
  else if (mg_window_is_empty (self))
    mg_window_open (self, file);
  else
    g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &file, 1, "");
}

/* Opens the file again: the one shown, or the one that could not be opened. */
static void
reload_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  GFile *file = self->opening ? self->opening : self->file;

  if (file)
    mg_window_open (self, file);
}

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);

  /* On the error page Escape leaves it. */
  if (self->cancellable)
    mg_window_cancel (self);
  else
    {
      g_clear_object (&self->opening);
      mg_window_show_state (self, self->session ? "content" : "welcome");
    }
}

static void
copy_details_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  g_autofree char *file = self->opening ? g_file_get_parse_name (self->opening) : NULL;
  g_autofree char *text = NULL;

  if (self->error == NULL)
    return;
  text = g_strdup_printf ("%s\n%s\n%s %d\nMangrove %s\n", file ? file : "", self->error->message,
                          g_quark_to_string (self->error->domain), self->error->code, MG_VERSION);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  mg_window_toast (self, _("Details copied"));
}

static void
history_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);

  if (self->session == NULL)
    return;
  if (g_str_equal (name, "win.back"))
    mg_session_back (self->session);
  else
    mg_session_forward (self->session);
}

/* Of the page that is shown already: its keys go to what it shows. */
static void
page_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  const char *page;

  if (self->session == NULL)
    return;
  page = mg_page_list_resolve (self->page_list, g_variant_get_string (parameter, NULL));
  if (page && g_strcmp0 (page, mg_session_page (self->session)) == 0)
    mg_page_focus (mg_window_visible_page (self));
  else if (page)
    mg_session_set_page (self->session, page);
}

/* Searches on the page shown; where there is nothing to search, among the types. */
static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);

  if (self->session == NULL || mg_page_search (mg_window_visible_page (self)))
    return;
  mg_session_set_page (self->session, "types");
  mg_page_search (mg_window_visible_page (self));
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_menu_button_popup (MG_WINDOW (widget)->menu_button);
}

static void
notes_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  mg_status_line_show_notes (MG_WINDOW (widget)->status_line);
}

/* What did not fit in memory is computed after all. */
static void
go_on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);

  gtk_widget_set_visible (self->banner, FALSE);
  if (self->session)
    mg_session_go_on (self->session);
}

static void
hide_banner_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_set_visible (MG_WINDOW (widget)->banner, FALSE);
}

/* Made when it is wanted: as "gtk/help-overlay.ui" GTK would make one for every window before its first frame. */
static void
shortcuts_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/mangrove/Mangrove/app/help-overlay.ui");
  GtkWindow *overlay = GTK_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  gtk_window_set_transient_for (overlay, GTK_WINDOW (widget));
  gtk_window_set_destroy_with_parent (overlay, TRUE);
  gtk_window_present (overlay);
}

void
mg_window_update_actions (MgWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const char *state = mg_window_state (self);
  gboolean content = g_strcmp0 (state, "content") == 0;
  gboolean progress = g_strcmp0 (state, "progress") == 0, failed = g_strcmp0 (state, "error") == 0;
  gboolean back = FALSE, forward = FALSE;

  if (self->session)
    g_object_get (self->session, "can-go-back", &back, "can-go-forward", &forward, NULL);
  gtk_widget_action_set_enabled (widget, "win.back", content && back);
  gtk_widget_action_set_enabled (widget, "win.forward", content && forward);
  gtk_widget_action_set_enabled (widget, "win.page", content);
  gtk_widget_action_set_enabled (widget, "win.search", content);
  gtk_widget_action_set_enabled (widget, "win.notes", content);
  gtk_widget_action_set_enabled (widget, "win.reload", content || failed);
  gtk_widget_action_set_enabled (widget, "win.cancel", progress || failed);
  gtk_widget_action_set_enabled (widget, "win.copy-details", failed);
  mg_window_update_export (self);
}

void
mg_window_class_install_actions (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (class, "win.open-uri", "s", open_uri_action);
  gtk_widget_class_install_action (class, "win.practice", NULL, practice_action);
  gtk_widget_class_install_action (class, "win.reload", NULL, reload_action);
  gtk_widget_class_install_action (class, "win.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (class, "win.copy-details", NULL, copy_details_action);
  gtk_widget_class_install_action (class, "win.back", NULL, history_action);
  gtk_widget_class_install_action (class, "win.forward", NULL, history_action);
  gtk_widget_class_install_action (class, "win.page", "s", page_action);
  gtk_widget_class_install_action (class, "win.search", NULL, search_action);
  gtk_widget_class_install_action (class, "win.menu", NULL, menu_action);
  gtk_widget_class_install_action (class, "win.notes", NULL, notes_action);
  gtk_widget_class_install_action (class, "win.show-help-overlay", NULL, shortcuts_action);
  gtk_widget_class_install_action (class, "win.go-on", NULL, go_on_action);
  gtk_widget_class_install_action (class, "win.hide-banner", NULL, hide_banner_action);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Escape, 0, "win.cancel", NULL);
}
