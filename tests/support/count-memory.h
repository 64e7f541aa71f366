/* How much memory a piece of code has in use at most. Works in programs that link count-memory.c and are not built with
 * a sanitizer (those bring an allocator of their own; then the figures are 0). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Forgets the highest figure so far: it is now what is in use at this moment. */
void mg_count_memory_reset (void);
/* Bytes in use at most since then, beyond what was in use then. */
gsize mg_count_memory_peak (void);

G_END_DECLS
