/* What the thread that runs finalizers is doing. */
#pragma once

#include "analysis/details.h"

G_BEGIN_DECLS

/* A sentence that names the finalizer it is inside of, which holds up all that are ready; NULL: it is in none, or the
 * file has no threads. Free with g_free. */
char *mg_finalizer_thread_note (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
