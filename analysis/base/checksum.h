/* A 64-bit checksum at the speed of memory, for files this program writes for itself. It finds damage, not forgery. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Checksum of LENGTH bytes at DATA (any alignment), begun with SEED: chain several pieces by giving each the sum before
 * it. The same on every run; depends on the machine's byte order. O(length). */
guint64 mg_checksum (gconstpointer data, gsize length, guint64 seed);

G_END_DECLS
