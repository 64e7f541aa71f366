/* The bundled practice leak. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The practice snapshot: installed, or in the source tree the program was built from. NULL when there is neither. */
GFile *mg_practice_file (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
