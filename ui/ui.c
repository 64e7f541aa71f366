#include "ui/ui.h"

#include "mangrove-icons.h"
#include "mangrove-ui-resources.h"

#define RESOURCES "/org/mangrove/Mangrove/"

void
mg_ui_init (void)
{
  static gboolean done;
  GdkDisplay *display = gdk_display_get_default ();
  g_autoptr (GtkCssProvider) provider = NULL;

  if (done)
    return;
  done = TRUE;

  /* Called by name: from a static library the linker would drop the constructor that registers by itself. */
  g_resources_register (mangrove_ui_get_resource ());
  g_resources_register (mangrove_icons_get_resource ());
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, RESOURCES "ui/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (display), RESOURCES "icons");
}

void
mg_ui_dispose_template (GtkWidget *widget, GType type)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
  gtk_widget_dispose_template (widget, type);
}
