/* One open snapshot as the window sees it: what is ready, what is looked at, where one has been. No widgets.
 *
 * Properties (all notify):
 *   ready    guint    MgNeed bits that are met; pages enable themselves by it
 *   subject  boxed-less: get with mg_session_subject(); "notify::subject" is emitted on the "subject" guint64 property
 *            (kind << 32 | id)
 *   page     string   "types", "retention", "dominators", "overview", "threads", …: the visible page
 *   can-go-back, can-go-forward  boolean */
#pragma once

#include <gio/gio.h>

#include "analysis/picture/subject.h"
#include "analysis/snapshot.h"

G_BEGIN_DECLS

#define MG_TYPE_SESSION (mg_session_get_type ())
G_DECLARE_FINAL_TYPE (MgSession, mg_session, MG, SESSION, GObject)

/* Takes a reference on SNAPSHOT, whose types are ready. */
MgSession *mg_session_new (MgSnapshot *snapshot);

MgSnapshot *mg_session_snapshot (MgSession *self); /* borrowed */
guint mg_session_ready (MgSession *self);

/* Starts the worker that makes graph, tree, dominators, … in that order; "ready" grows as they arrive. Emits
 * "prepare-progress" (string stage, double fraction) in the main thread, and "prepare-failed" (string message). */
void mg_session_prepare (MgSession *self);
/* Whether the worker has left something out for want of memory ("prepare-failed" said so). */
gboolean mg_session_lacks_memory (MgSession *self);
/* Has it made after all, whatever that takes. */
void mg_session_go_on (MgSession *self);
/* Why what is not ready does not come, in words; NULL while it may. */
const char *mg_session_failure (MgSession *self);
/* Stops the worker; pages keep what is ready. Also called by dispose. */
void mg_session_cancel (MgSession *self);

/* The subject, and the trail of subjects visited (each with the page it was seen on). */
MgSubject mg_session_subject (MgSession *self);
/* Makes SUBJECT current, appends it to the trail (dropping what lay ahead), shows page PAGE (NULL = stay). */
void mg_session_visit (MgSession *self, MgSubject subject, const char *page);
void mg_session_back (MgSession *self);
void mg_session_forward (MgSession *self);
/* Short name of the I-th place of the trail ("NotificationContext × 10,000"), newest last; NULL past the end. */
char *mg_session_trail_name (MgSession *self, guint i);
guint mg_session_trail_length (MgSession *self);
guint mg_session_trail_position (MgSession *self);
void mg_session_trail_jump (MgSession *self, guint i);

const char *mg_session_page (MgSession *self);
void mg_session_set_page (MgSession *self, const char *page);

/* Name of a subject for people: full type name, or type and address. Free with g_free. */
char *mg_session_subject_name (MgSession *self, MgSubject subject);

G_END_DECLS
