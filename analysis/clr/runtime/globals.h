/* The runtime's table of addresses of its global variables (g_dacTable): by its symbol, or by what it says. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

/* By the symbol g_dacTable of the image at runtime->base. Fills runtime->globals. */
void mg_globals_read (MgRuntime *runtime);

/* Without the symbol (the library's pages are not in the dump): the block of GC variables is known, one of the
 * runtime's variables holds its address, and the table holds the address of that variable, at a place that the layout
 * knows. Fills runtime->globals and runtime->gc_vars_at. O(bytes near the block). */
void mg_globals_find (MgRuntime *runtime);

G_END_DECLS
