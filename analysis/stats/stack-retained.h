/* What the stack of each thread keeps alive. */
#pragma once

#include "analysis/stats/stack-holds.h"

G_BEGIN_DECLS

/* By thread: the bytes that would be freed if its stack let go of all that it refers to. What the stacks of two threads
 * hold together belongs to neither. HOLDS: from mg_stack_holds_new(); N_THREADS places, free with g_free. NULL when
 * cancelled. O(nodes + edges, and once more for what two stacks hold together), four bytes per node. */
guint64 *mg_stack_retained_new (const MgGraph *graph,
                                const GArray *holds,
                                guint n_threads,
                                MgProgress *progress,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
