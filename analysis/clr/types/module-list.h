/* The modules that a process has loaded, by the runtime's own list. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

/* Addresses (guint64) of the Modules of all loaded assemblies, in the order of loading, those of collectible contexts
 * among them. Empty when the list is not where this version has it, or not whole. O(assemblies). */
GArray *mg_module_list_read (const MgRuntime *runtime) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
