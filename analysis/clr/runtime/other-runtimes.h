/* Processes that a core may be of and whose heaps are not CoreCLR's: each is refused in its own words. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

/* FALSE with UNSUPPORTED when the process is known to be one of Mono, of Native AOT, or of .NET before 6. Needs base
 * and path of RUNTIME. O(files). */
gboolean mg_other_runtimes_check (const MgRuntime *runtime, GError **error);

/* The reason why nothing of CoreCLR was found: GC_FOUND: a collector's variables were. Always FALSE. */
gboolean mg_other_runtimes_explain (const MgRuntime *runtime, gboolean gc_found, GError **error);

G_END_DECLS
