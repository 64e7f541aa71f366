/* Which release of .NET a dumped process ran. */
#pragma once

#include "analysis/clr/runtime.h"

G_BEGIN_DECLS

/* Fills major, minor and patch from the runtime's path, its own mark, or the shape of its collector (then patch stays
 * -1). FALSE: not known. O(memory) at worst. */
gboolean mg_runtime_find_version (MgRuntime *runtime);

/* Fills minor and patch, when major is known, from what System.Private.CoreLib says of itself; leaves them when that is
 * not in the dump. Needs the layout and the MethodTable of String. */
void mg_runtime_refine_version (MgRuntime *runtime);

G_END_DECLS
