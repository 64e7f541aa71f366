#include <glib/gi18n.h>
#include <string.h>

#include "app/export/export.h"
#include "app/settings.h"
#include "app/window-private.h"

/* One picture on its way to a file or to the clipboard. */
typedef struct
{
  MgSnapshot *snapshot; /* owned */
  MgPicture *picture;   /* owned */
  GFile *file;          /* owned; NULL: to the clipboard */
  MgExportFormat format;
  MgExportOptions options;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  mg_snapshot_unref (export->snapshot);
  mg_picture_unref (export->picture);
  g_clear_object (&export->file);
  g_free (export);
}

char *
mg_window_suggest_name (MgWindow *self, const char *what)
{
  g_autofree char *base = self->file ? g_file_get_basename (self->file) : g_strdup ("snapshot");
  char *dot = strrchr (base, '.');

  if (dot && dot != base)
    *dot = '\0';
  return g_strdup_printf ("%s-%s", base, what);
}

/* The subject as part of a file name: letters, digits and dots stay, the rest becomes a hyphen. */
static char *
suggest_picture_name (MgWindow *self, MgExportFormat format)
{
  g_autofree char *subject = mg_session_subject_name (self->session, mg_session_subject (self->session));
  g_autofree char *what = NULL;

  g_strcanon (subject, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS ".", '-');
  what = g_strdup_printf ("%.80s%s", *subject ? subject : "picture", mg_export_format_extension (format));
  return mg_window_suggest_name (self, what);
}

void
mg_window_tell_saved (MgWindow *self, GFile *file, const GError *error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;

  if (error)
    /* Translators: file name, reason */
    text = g_strdup_printf (_("%s could not be saved: %s"), name, error->message);
  else
    text = g_strdup_printf (_("%s saved"), name);
  mg_window_toast (self, text);
}

static gboolean
option (MgWindow *self, const char *name)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);
  g_autoptr (GVariant) state = g_action_get_state (action);

  return g_variant_get_boolean (state);
}

static void
export_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Export *export = task_data;
  g_autofree char *path = export->file ? g_file_get_path (export->file) : NULL;
  GError *error = NULL;

  if (path)
    {
      if (mg_export_picture (export->snapshot, export->picture, export->format, &export->options, path, &error))
        g_task_return_pointer (task, NULL, NULL);
      else
        g_task_return_error (task, error);
    }
  else
    {
      GBytes *bytes
        = mg_export_picture_to_bytes (export->snapshot, export->picture, export->format, &export->options, &error);

      if (bytes)
        g_task_return_pointer (task, bytes, (GDestroyNotify) g_bytes_unref);
      else
        g_task_return_error (task, error);
    }
}

/* Pictures under their own type and, where other programs look for that, as a texture or as text. */
static void
put_on_clipboard (GdkClipboard *clipboard, MgExportFormat format, GBytes *bytes)
{
  GdkContentProvider *providers[2];
  g_autoptr (GdkContentProvider) both = NULL;
  g_autoptr (GdkTexture) texture = format == MG_EXPORT_PNG ? gdk_texture_new_from_bytes (bytes, NULL) : NULL;
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  providers[0] = gdk_content_provider_new_for_bytes (mg_export_format_mime_type (format), bytes);
  providers[1] = texture ? gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture)
                         : gdk_content_provider_new_typed (G_TYPE_STRING, text);
  both = gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
  gdk_clipboard_set_content (clipboard, both);
}

static void
exported_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgWindow *self = MG_WINDOW (source);
  Export *export = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), &error);

  /* The window may have been closed meanwhile. */
  if (self->toasts == NULL)
    return;
  if (export->file)
    mg_window_tell_saved (self, export->file, error);
  else if (error)
    mg_window_toast (self, error->message);
  else
    {
      put_on_clipboard (gtk_widget_get_clipboard (GTK_WIDGET (self)), export->format, bytes);
      mg_window_toast (self, _("Picture copied"));
    }
}

/* FILE NULL: to the clipboard. */
static void
start_export (MgWindow *self, MgExportFormat format, GFile *file)
{
  const MgPlacement *placement;
  MgPicture *picture = mg_page_picture (mg_window_visible_page (self), &placement);
  g_autoptr (GTask) task = NULL;
  Export *export;

  if (picture == NULL)
    {
      mg_window_toast (self, _("There is no picture yet."));
      return;
    }
  export = g_new0 (Export, 1);
  export->snapshot = mg_snapshot_ref (mg_session_snapshot (self->session));
  export->picture = mg_picture_ref (picture);
  export->file = file ? g_object_ref (file) : NULL;
  export->format = format;
  export->options.caption = option (self, "export-caption");
  export->options.dark = option (self, "export-dark");
  export->options.transparent = option (self, "export-transparent");
  export->options.cut = TRUE;
  task = g_task_new (self, NULL, exported_cb, NULL);
  g_task_set_name (task, "export picture");
  g_task_set_task_data (task, export, export_free);
  g_task_run_in_thread (task, export_thread);
}

void
mg_window_export (MgWindow *self, const char *format_id, GFile *file)
{
  MgExportFormat format;

  g_return_if_fail (MG_IS_WINDOW (self));
  if (mg_export_format_from_id (format_id, &format))
    start_export (self, format, file);
}

/* An ending that the user typed says more than the menu. */
static void
save_picture_cb (MgWindow *self, GFile *file, gpointer user_data)
{
  MgExportFormat format = (MgExportFormat) GPOINTER_TO_UINT (user_data);
  g_autofree char *path = g_file_get_path (file);

  if (path)
    mg_export_format_from_path (path, &format);
  start_export (self, format, file);
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  g_autofree char *suggestion = NULL;
  MgExportFormat format;

  if (!mg_export_format_from_id (g_variant_get_string (parameter, NULL), &format))
    return;
  suggestion = suggest_picture_name (self, format);
  mg_window_choose_save (self, _("Save the Picture"), suggestion, save_picture_cb, GUINT_TO_POINTER (format), NULL);
}

static void
copy_picture_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  mg_window_export (MG_WINDOW (widget), g_variant_get_string (parameter, NULL), NULL);
}

/* Ctrl+E: what the page has to offer, in its commonest form. */
static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (mg_page_has_picture (mg_window_visible_page (MG_WINDOW (widget))))
    gtk_widget_activate_action (widget, "win.export", "s", "svg");
  else
    gtk_widget_activate_action (widget, "win.save-table", "s", "csv");
}

void
mg_window_update_export (MgWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean content = g_strcmp0 (mg_window_state (self), "content") == 0;
  MgPage *page = content ? mg_window_visible_page (self) : NULL;
  gboolean picture = mg_page_has_picture (page), table = mg_page_has_table (page);
  GMenuModel *menu = picture ? self->picture_menu : self->table_menu;

  /* A button makes all its items anew. */
  if (gtk_menu_button_get_menu_model (self->export_button) != menu)
    gtk_menu_button_set_menu_model (self->export_button, menu);
  gtk_widget_set_visible (GTK_WIDGET (self->export_button), picture || table);
  gtk_widget_action_set_enabled (widget, "win.save", picture || table);
  gtk_widget_action_set_enabled (widget, "win.export", picture);
  gtk_widget_action_set_enabled (widget, "win.copy-picture", picture);
  gtk_widget_action_set_enabled (widget, "win.save-table", table);
  gtk_widget_action_set_enabled (widget, "win.copy-table", table);
  gtk_widget_action_set_enabled (widget, "win.save-snapshot",
                                 content && mg_snapshot_no_graph_reason (mg_session_snapshot (self->session)) == NULL);
}

/* How pictures look: kept in the settings; without them, while the window is open. */
void
mg_window_init_export (MgWindow *self)
{
  static const char *const options[] = { "export-caption", "export-dark", "export-transparent" };
  GSettings *settings = mg_settings ();

  for (gsize i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (GAction) action = NULL;

      if (settings)
        action = g_settings_create_action (settings, options[i]);
      else
        action = G_ACTION (g_simple_action_new_stateful (options[i], NULL, g_variant_new_boolean (i == 0)));
      g_action_map_add_action (G_ACTION_MAP (self), action);
    }
  mg_window_init_snapshot (self);
}

void
mg_window_class_install_export (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "win.save", NULL, save_action);
  gtk_widget_class_install_action (class, "win.export", "s", export_action);
  gtk_widget_class_install_action (class, "win.copy-picture", "s", copy_picture_action);
  mg_window_class_install_tables (class);
  mg_window_class_install_snapshot (class);
}
