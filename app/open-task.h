/* Opens a snapshot in a thread of its own. */
#pragma once

#include <gio/gio.h>

#include "analysis/snapshot.h"
#include "ui/relay.h"

G_BEGIN_DECLS

/* Calls PROGRESS in the main loop while it works (never after CALLBACK), then CALLBACK. Cancelling takes effect at
 * once: CALLBACK follows with MG_ERROR_CANCELLED, whatever the worker still does; it ends at its next step and what it
 * made is thrown away. */
void mg_open_async (const char *path,
                    GCancellable *cancellable,
                    MgRelayFunc progress,
                    gpointer progress_data,
                    GAsyncReadyCallback callback,
                    gpointer user_data);
MgSnapshot *mg_open_finish (GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
