#include <glib/gi18n.h>

#include "app/window-private.h"

static MgPageTable
table_format (GVariant *parameter)
{
  return g_str_equal (g_variant_get_string (parameter, NULL), "csv") ? MG_PAGE_CSV : MG_PAGE_TEXT;
}

static void
saved_toast (MgWindow *self, GFile *file, const GError *error)
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

/* "eventleak-round20" + "types.csv" → "eventleak-round20-types.csv". */
static char *
suggest_name (MgWindow *self, const char *what)
{
  g_autofree char *base = self->file ? g_file_get_basename (self->file) : g_strdup ("snapshot");
  char *dot = strrchr (base, '.');

  if (dot && dot != base)
    *dot = '\0';
  return g_strdup_printf ("%s-%s", base, what);
}

static void
save_text_cb (MgWindow *self, GFile *file, gpointer user_data)
{
  const char *text = user_data;
  g_autoptr (GError) error = NULL;

  g_file_replace_contents (file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION, NULL, NULL, &error);
  saved_toast (self, file, error);
}

static void
save_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  MgPageTable format = table_format (parameter);
  char *text = mg_page_table (mg_window_visible_page (self), format);
  g_autofree char *what = NULL, *suggestion = NULL;

  if (text == NULL)
    return;
  what = g_strconcat (mg_session_page (self->session), format == MG_PAGE_CSV ? ".csv" : ".txt", NULL);
  suggestion = suggest_name (self, what);
  mg_window_choose_save (self, _("Save the Table"), suggestion, save_text_cb, text, g_free);
}

static void
copy_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgWindow *self = MG_WINDOW (widget);
  g_autofree char *text = mg_page_table (mg_window_visible_page (self), table_format (parameter));

  if (text == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  mg_window_toast (self, _("Table copied"));
}

void
mg_window_update_export (MgWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean content = g_strcmp0 (mg_window_state (self), "content") == 0;
  MgPage *page = content ? mg_window_visible_page (self) : NULL;
  gboolean picture = mg_page_has_picture (page), table = mg_page_has_table (page);

  gtk_menu_button_set_menu_model (self->export_button, picture ? self->picture_menu : self->table_menu);
  gtk_widget_set_visible (GTK_WIDGET (self->export_button), picture || table);
  gtk_widget_action_set_enabled (widget, "win.save-table", table);
  gtk_widget_action_set_enabled (widget, "win.copy-table", table);
}

void
mg_window_class_install_export (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "win.save-table", "s", save_table_action);
  gtk_widget_class_install_action (class, "win.copy-table", "s", copy_table_action);
}
