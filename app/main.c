#include "app/application.h"
#include "app/language.h"

int
main (int argc, char **argv)
{
  g_autoptr (MgApplication) application = NULL;

  mg_language_init ();
  application = mg_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
