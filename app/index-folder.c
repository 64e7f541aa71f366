#include "app/index-folder.h"

const char *
mg_index_folder (void)
{
  static char *folder;

  if (g_once_init_enter (&folder))
    g_once_init_leave (&folder, g_build_filename (g_get_user_cache_dir (), "mangrove", NULL));
  return folder;
}
