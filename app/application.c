#include "app/application.h"

#include <glib/gi18n.h>

#include "app/about.h"
#include "app/preferences.h"
#include "app/settings.h"
#include "app/window.h"
#include "mangrove-app-resources.h"
#include "ui/ui.h"
#include "ui/watchdog.h"

struct _MgApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (MgApplication, mg_application, ADW_TYPE_APPLICATION)

/* Every action that has a key; the shortcuts window (help-overlay.ui) shows the same list. */
static const struct
{
  const char *action;
  const char *keys[4];
} accelerators[] = {
  { "app.quit", { "<Control>q" } },
  { "app.new-window", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "window.close", { "<Control>w" } },
  { "win.show-help-overlay", { "<Control>question", "<Control>F1" } },
  { "win.open", { "<Control>o" } },
  { "win.reload", { "<Control>r", "F5" } },
  { "win.back", { "<Alt>Left", "Back" } },
  { "win.forward", { "<Alt>Right", "Forward" } },
  { "win.page::types", { "<Alt>1" } },
  { "win.page::retention", { "<Alt>2" } },
  { "win.page::dominators", { "<Alt>3" } },
  { "win.page::explore", { "<Alt>4" } },
  { "win.search", { "<Control>f" } },
  { "win.menu", { "F10" } },
  { "win.save", { "<Control>e" } },
  { "win.notes", { "<Control>i" } },
};

static MgWindow *
empty_window (MgApplication *self)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (MG_IS_WINDOW (active) && mg_window_is_empty (MG_WINDOW (active)))
    return MG_WINDOW (active);
  return mg_window_new (self);
}

static void
mg_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (mg_window_new (MG_APPLICATION (application)));
  gtk_window_present (window);
}

static void
mg_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      MgWindow *window = empty_window (MG_APPLICATION (application));

      mg_window_open (window, files[i]);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static int
mg_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (!g_variant_dict_contains (options, "version"))
    return -1;
  g_print ("mangrove %s\nGTK %u.%u.%u, libadwaita %u.%u.%u, GLib %u.%u.%u\n", MG_VERSION, gtk_get_major_version (),
           gtk_get_minor_version (), gtk_get_micro_version (), adw_get_major_version (), adw_get_minor_version (),
           adw_get_micro_version (), glib_major_version, glib_minor_version, glib_micro_version);
  return 0;
}

static void
new_window_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (mg_window_new (user_data)));
}

static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GList *windows;

  /* Closed one by one, so that each stops its worker and saves its state. */
  while ((windows = gtk_application_get_windows (user_data)) != NULL)
    gtk_window_destroy (windows->data);
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mg_about_show (gtk_application_get_active_window (user_data));
}

static void
preferences_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mg_preferences_show (gtk_application_get_active_window (user_data));
}

static void
mg_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { .name = "quit", .activate = quit_cb },
    { .name = "about", .activate = about_cb },
    { .name = "preferences", .activate = preferences_cb },
    { .name = "new-window", .activate = new_window_cb },
  };

  g_resources_register (mangrove_app_get_resource ());
  G_APPLICATION_CLASS (mg_application_parent_class)->startup (application);
  mg_ui_init ();
#ifndef NDEBUG
  mg_watchdog_start ();
#endif
  mg_settings_apply_theme ();
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  for (gsize i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), accelerators[i].action, accelerators[i].keys);
}

static void
mg_application_class_init (MgApplicationClass *klass)
{
  GApplicationClass *class = G_APPLICATION_CLASS (klass);

  class->startup = mg_application_startup;
  class->activate = mg_application_activate;
  class->open = mg_application_open;
  class->handle_local_options = mg_application_handle_local_options;
}

static void
mg_application_init (MgApplication *self)
{
  static const GOptionEntry options[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Show the versions of the program and its libraries"), NULL },
    { NULL },
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[FILE…]"));
  g_application_set_option_context_summary (
    G_APPLICATION (self),
    _("Opens snapshots of .NET processes (.gcdump) and shows what keeps an object alive.\n"
      "The same answers without a display: mangrove-cli."));
  g_set_prgname ("mangrove");
}

MgApplication *
mg_application_new (void)
{
  return g_object_new (MG_TYPE_APPLICATION, "application-id", MG_APPLICATION_ID, "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/org/mangrove/Mangrove", NULL);
}
