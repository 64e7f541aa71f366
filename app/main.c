#include <glib/gi18n.h>
#include <locale.h>

#include "app/application.h"

int
main (int argc, char **argv)
{
  g_autoptr (MgApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, MG_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = mg_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
