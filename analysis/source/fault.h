/* Reading a mapped file that another program cuts short raises SIGBUS, which ends a program. Here it reads zeros
 * instead, and is remembered: whoever asks mg_source_check() is told. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From now on, reading SIZE bytes at DATA, a private mapping that starts on a page, gives zeros from where the file
 * ends. Atomically sets *HIT when that happened. FALSE: too many are guarded already, and this one is not. Installs a
 * handler of SIGBUS, which leaves other faults to what was there before. */
gboolean mg_fault_guard (gpointer data, gsize size, gint *hit);
/* Before the mapping goes away. Harmless for what is not guarded. */
void mg_fault_release (gpointer data);

G_END_DECLS
