#include "app/preferences.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "analysis/index/index.h"
#include "app/index-folder.h"
#include "app/recent.h"
#include "app/settings.h"

static const char *const themes[] = { "system", "light", "dark" };

static gboolean
theme_to_row (GValue *value, GVariant *variant, gpointer user_data)
{
  const char *theme = g_variant_get_string (variant, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (g_str_equal (theme, themes[i]))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
row_to_theme (const GValue *value, const GVariantType *type, gpointer user_data)
{
  return g_variant_new_string (themes[MIN (g_value_get_uint (value), G_N_ELEMENTS (themes) - 1)]);
}

static void
show_folders (GtkEditable *row)
{
  g_auto (GStrv) folders = g_settings_get_strv (mg_settings (), "program-folders");
  g_autofree char *text = g_strjoinv (":", folders);

  gtk_editable_set_text (row, text);
}

static void
apply_folders_cb (AdwEntryRow *row, gpointer user_data)
{
  g_auto (GStrv) parts = g_strsplit (gtk_editable_get_text (GTK_EDITABLE (row)), ":", -1);
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  g_auto (GStrv) kept = NULL;

  for (char **part = parts; *part; part++)
    if (*g_strstrip (*part) != '\0')
      g_strv_builder_add (folders, *part);
  kept = g_strv_builder_end (folders);
  g_settings_set_strv (mg_settings (), "program-folders", (const char *const *) kept);
  adw_preferences_window_add_toast (user_data, adw_toast_new (_("Open the core dump again to use them")));
}

static void
reset_columns_cb (GtkButton *button, gpointer user_data)
{
  GSettings *settings = mg_settings ();

  g_settings_reset (settings, "table-layouts");
  adw_preferences_window_add_toast (user_data, adw_toast_new (_("Columns are as at first")));
}

/* A button that would do nothing says so. */
static void
show_recent (GtkWidget *button)
{
  g_autoptr (GPtrArray) list = mg_recent_list (1);

  gtk_widget_set_sensitive (button, list->len > 0);
}

static void
clear_recent_cb (GtkButton *button, gpointer user_data)
{
  mg_recent_clear ();
  show_recent (GTK_WIDGET (button));
  adw_preferences_window_add_toast (user_data, adw_toast_new (_("Recent files forgotten")));
}

static void
show_index_bytes (AdwActionRow *row, GtkWidget *empty)
{
  guint64 bytes = mg_index_folder_bytes (mg_index_folder ());
  g_autofree char *text = g_format_size (bytes);

  adw_action_row_set_subtitle (row, bytes > 0 ? text : _("Nothing is kept."));
  gtk_widget_set_sensitive (empty, bytes > 0);
}

static void
empty_index_cb (GtkButton *button, gpointer user_data)
{
  mg_index_folder_empty (mg_index_folder ());
  show_index_bytes (user_data, GTK_WIDGET (button));
}

void
mg_preferences_show (GtkWindow *parent)
{
  GSettings *settings = mg_settings ();
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/mangrove/Mangrove/app/preferences.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "window"));
  GObject *theme = gtk_builder_get_object (builder, "theme");
  GObject *recent = gtk_builder_get_object (builder, "remember_recent");
  GObject *index = gtk_builder_get_object (builder, "keep_index");
  GObject *reset = gtk_builder_get_object (builder, "reset_columns");
  GObject *folders = gtk_builder_get_object (builder, "program_folders");
  GObject *index_row = gtk_builder_get_object (builder, "index_row");
  GObject *empty = gtk_builder_get_object (builder, "empty_index");
  GObject *forget = gtk_builder_get_object (builder, "clear_recent");

  gtk_window_set_transient_for (window, parent);
  if (settings)
    {
      g_settings_bind_with_mapping (settings, "color-scheme", theme, "selected", G_SETTINGS_BIND_DEFAULT, theme_to_row,
                                    row_to_theme, NULL, NULL);
      g_settings_bind (settings, "remember-recent", recent, "active", G_SETTINGS_BIND_DEFAULT);
      g_settings_bind (settings, "keep-index", index, "active", G_SETTINGS_BIND_DEFAULT);
      g_signal_connect (reset, "clicked", G_CALLBACK (reset_columns_cb), window);
      show_folders (GTK_EDITABLE (folders));
      g_signal_connect (folders, "apply", G_CALLBACK (apply_folders_cb), window);
    }
  else
    {
      gtk_widget_set_sensitive (GTK_WIDGET (theme), FALSE);
      gtk_widget_set_sensitive (GTK_WIDGET (recent), FALSE);
      gtk_widget_set_sensitive (GTK_WIDGET (reset), FALSE);
      gtk_widget_set_sensitive (GTK_WIDGET (index), FALSE);
      gtk_widget_set_sensitive (GTK_WIDGET (folders), FALSE);
    }
  show_index_bytes (ADW_ACTION_ROW (index_row), GTK_WIDGET (empty));
  g_signal_connect (empty, "clicked", G_CALLBACK (empty_index_cb), index_row);
  show_recent (GTK_WIDGET (forget));
  g_signal_connect (forget, "clicked", G_CALLBACK (clear_recent_cb), window);
  gtk_window_present (window);
}
