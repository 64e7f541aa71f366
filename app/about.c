#include "app/about.h"

#include <adwaita.h>
#include <glib/gi18n.h>

static char *
debug_info (void)
{
  return g_strdup_printf ("Mangrove %s\nGTK %u.%u.%u\nlibadwaita %u.%u.%u\nGLib %u.%u.%u\n", MG_VERSION,
                          gtk_get_major_version (), gtk_get_minor_version (), gtk_get_micro_version (),
                          adw_get_major_version (), adw_get_minor_version (), adw_get_micro_version (),
                          glib_major_version, glib_minor_version, glib_micro_version);
}

void
mg_about_show (GtkWindow *parent)
{
  static const char *developers[] = { "The Mangrove authors", NULL };
  g_autofree char *debug = debug_info ();

  adw_show_about_window (
    parent, "application-name", "Mangrove", "application-icon", MG_APPLICATION_ID, "version", MG_VERSION,
    "developer-name", _("The Mangrove authors"), "developers", developers, "comments",
    _("Shows what keeps an object of a .NET process alive. Reads snapshots on this computer; "
      "nothing is sent anywhere."),
    "license-type", GTK_LICENSE_MIT_X11, "copyright", "© 2026 The Mangrove authors", "debug-info", debug,
    /* Translators: put your names here, one a line */
    "translator-credits", _("translator-credits"), NULL);
}
