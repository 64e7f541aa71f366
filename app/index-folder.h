/* Where saved indexes lie: the one place that decides it, for the window and the command line. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "mangrove" in the user's cache folder (XDG_CACHE_HOME, ~/.cache). It need not exist. Static storage. */
const char *mg_index_folder (void);

G_END_DECLS
