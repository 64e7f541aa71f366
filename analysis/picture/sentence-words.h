/* Whole sentences for each way of holding. All results are freed with g_free. */
#pragma once

#include "analysis/picture/fold-table.h"

G_BEGIN_DECLS

/* SUBJECTS ("All 10,000 NotificationContext") hang on OWNER ("one ConnectionMonitor"), which ROOTS ("the static field
 * Monitor"), N_ROOTS of them, hold. */
char *mg_sentence_held_by_owner (MgFoldKind fold,
                                 const char *subjects,
                                 const char *owner,
                                 const char *roots,
                                 guint64 n_roots) G_GNUC_WARN_UNUSED_RESULT;
/* SUBJECTS hang on the event called EVENT of OWNER. */
char *mg_sentence_held_by_event (const char *subjects,
                                 const char *event,
                                 const char *owner,
                                 const char *roots,
                                 guint64 n_roots) G_GNUC_WARN_UNUSED_RESULT;
/* SUBJECTS hang on ROOTS without an object between that would be drawn. */
char *mg_sentence_held_by_root (MgFoldKind fold, const char *subjects, const char *roots) G_GNUC_WARN_UNUSED_RESULT;
/* SUBJECTS hang on a COLLECTION ("List<Timer>") of OWNER. */
char *mg_sentence_held_through (const char *subjects,
                                const char *owner,
                                const char *collection,
                                const char *roots,
                                guint64 n_roots) G_GNUC_WARN_UNUSED_RESULT;
/* Of disposables that were asked of the service provider itself. */
char *mg_sentence_held_by_root_scope (const char *subjects) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
