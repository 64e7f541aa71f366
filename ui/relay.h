/* Brings a worker's progress to the main loop. However fast the worker reports, at most one delivery is under way, and
 * it carries the newest state: the main loop is never flooded. */
#pragma once

#include "analysis/base/progress.h"

G_BEGIN_DECLS

typedef struct _MgRelay MgRelay;

/* Called in the main loop. STAGE is translated and static, "" when none was named yet. */
typedef void (*MgRelayFunc) (const char *stage, double fraction, gpointer user_data);

MgRelay *mg_relay_new (MgRelayFunc func, gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;
MgRelay *mg_relay_ref (MgRelay *relay);
void mg_relay_unref (MgRelay *relay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgRelay, mg_relay_unref)

/* Any thread: leaves news. STAGE NULL: as before. */
void mg_relay_post (MgRelay *relay, const char *stage, double fraction);

/* Main thread: FUNC is never called again. */
void mg_relay_stop (MgRelay *relay);

/* A progress whose 0 … 1 is FROM … TO of the relay's whole. It holds a reference on RELAY. */
MgProgress *mg_relay_progress (MgRelay *relay, double from, double to) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
