/* Files that the window writes: they appear whole, or what was there before stays. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Writes all of a file to STREAM. */
typedef gboolean (*MgWriteFunc) (GOutputStream *stream, gpointer user_data, GError **error);

/* Calls WRITE for what shall become FILE, which is touched only when all was written. May run in any thread. Errors:
 * what WRITE says, and G_IO_ERROR. */
gboolean mg_save_file (GFile *file, MgWriteFunc write, gpointer user_data, GError **error);

/* The same with TEXT, which ends with 0. */
gboolean mg_save_text (GFile *file, const char *text, GError **error);

G_END_DECLS
