/* Which release of .NET a dumped process ran. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

/* Fills major, minor and patch from the runtime's path, its own mark, or the shape of its collector (then patch stays
 * -1). FALSE: not known. O(memory) at worst. */
gboolean mg_runtime_find_version (MgRuntime *runtime);

/* The three numbers of the mark "@(#)Version 10.0.1526.11104" that the runtime carries; .NET Core 3 says 4.700, 2 says
 * 4.6. FALSE: not in the dump. O(memory near the runtime). */
gboolean mg_runtime_read_mark (const MgRuntime *runtime, int numbers[3]);

/* Fills minor and patch, when major is known, from what System.Private.CoreLib says of itself; leaves them when that is
 * not in the dump. Needs the layout and the MethodTable of String. */
void mg_runtime_refine_version (MgRuntime *runtime);

G_END_DECLS
