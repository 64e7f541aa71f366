/* Layouts of versions that are in no table, worked out from the memory itself: each offset is the one that makes a
 * known truth hold (the finalizer's thread is a thread of the process; System.Object has that name; a module's map of
 * types has as many places as its metadata has types). What cannot be found is −1; what depends on it is left out. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

/* Fills runtime->own_layout, beginning from the row of the nearest version. FALSE: not even names could be had; then
 * runtime->layout stays NULL. Needs globals and well-known MethodTables. O(offsets² × threads). */
gboolean mg_calibrate (MgRuntime *runtime);

/* The parts of it; each puts its members into LAYOUT. */
void mg_calibrate_threads (const MgRuntime *runtime, MgLayout *layout);
gboolean mg_calibrate_modules (MgRuntime *runtime, MgLayout *layout);

G_END_DECLS
