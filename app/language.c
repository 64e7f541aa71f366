#include "app/language.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

/* TRUE when the running program lies below FOLDER. */
static gboolean
runs_from (const char *folder)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  gsize length = strlen (folder);

  return self != NULL && strncmp (self, folder, length) == 0 && self[length] == G_DIR_SEPARATOR;
}

void
mg_language_init (void)
{
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, runs_from (MG_BUILD_ROOT) ? MG_BUILD_ROOT "/po" : MG_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
