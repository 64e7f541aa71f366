/* The reverse graph as one step of a longer computation. */
#pragma once

#include "analysis/base/progress.h"
#include "analysis/graph/reverse.h"

G_BEGIN_DECLS

/* SHARE: of the caller's stage. N_THREADS: 0 = as many as are worth it. */
MgReverse *mg_reverse_make (const MgGraph *graph,
                            guint n_threads,
                            const MgShare *share,
                            MgProgress *progress,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
