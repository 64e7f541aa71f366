#include "app/settings.h"

#include <adwaita.h>

GSettings *
mg_settings (void)
{
  static GSettings *settings;
  static gsize once;

  /* A missing schema would abort the program; without it one can still look at a snapshot. */
  if (g_once_init_enter (&once))
    {
      GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
      g_autoptr (GSettingsSchemaSource) built = NULL;
      g_autoptr (GSettingsSchema) schema = NULL;

      if (source)
        schema = g_settings_schema_source_lookup (source, MG_APPLICATION_ID, TRUE);
      /* Run from the build folder, as app/run does. */
      if (schema == NULL
          && (built = g_settings_schema_source_new_from_directory (MG_BUILD_SCHEMA_DIR, source, TRUE, NULL)) != NULL)
        schema = g_settings_schema_source_lookup (built, MG_APPLICATION_ID, FALSE);
      if (schema)
        settings = g_settings_new_full (schema, NULL, NULL);
      g_once_init_leave (&once, 1);
    }
  return settings;
}

static void
theme_changed_cb (GSettings *settings, const char *key, gpointer user_data)
{
  static const AdwColorScheme schemes[]
    = { ADW_COLOR_SCHEME_DEFAULT, ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK };
  int choice = g_settings_get_enum (settings, "color-scheme");

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), schemes[CLAMP (choice, 0, 2)]);
}

void
mg_settings_apply_theme (void)
{
  GSettings *settings = mg_settings ();

  if (settings == NULL)
    return;
  g_signal_connect (settings, "changed::color-scheme", G_CALLBACK (theme_changed_cb), NULL);
  theme_changed_cb (settings, "color-scheme", NULL);
}
