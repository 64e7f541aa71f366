/* How much memory this program may still take before the system has to end something. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes: what the kernel counts as available, or what is left of the limit of the program's control group (a container)
 * where that is less. G_MAXUINT64 when the system does not say. Reads a few small files. */
guint64 mg_memory_available (void);
/* The same with ROOT in place of "/", for tests. */
guint64 mg_memory_available_below (const char *root);

/* Parses "1500M", "4 GB", "2GiB", "123456" (bytes), "none" (G_MAXUINT64). FALSE: it is no amount of memory, or 0. */
gboolean mg_memory_parse (const char *text, guint64 *bytes);

G_END_DECLS
