#include "app/practice.h"

GFile *
mg_practice_file (void)
{
  static const char *const folders[] = { MG_DATA_DIR, MG_SOURCE_DATA_DIR };

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (folders[i], "lessons", "event-leak", "event-leak.gcdump", NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_file_new_for_path (path);
    }
  return NULL;
}
