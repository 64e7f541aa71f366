/* How far a long piece of work is, and the wish to stop it. Shared by the worker and whoever watches; thread-safe.
 *
 * Work is a sequence of stages; each has a name for people and a share of the whole. Loops call mg_progress_step()
 * each MG_PROGRESS_INTERVAL items. Every function accepts NULL and then does nothing (never cancelled). */
#pragma once

#include "analysis/types.h"

G_BEGIN_DECLS

#define MG_PROGRESS_INTERVAL 65536

/* Called in the worker's thread at most once per 1/500 of the whole. STAGE is translated and static. */
typedef void (*MgProgressFunc) (const char *stage, double fraction, gpointer user_data);

MgProgress *mg_progress_new (MgProgressFunc func, gpointer user_data, GDestroyNotify destroy) G_GNUC_WARN_UNUSED_RESULT;
MgProgress *mg_progress_ref (MgProgress *progress);
void mg_progress_unref (MgProgress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgProgress, mg_progress_unref)

/* Asks the worker to stop; returns at once. The work ends with MG_ERROR_CANCELLED at its next step. */
void mg_progress_cancel (MgProgress *progress);
gboolean mg_progress_is_cancelled (MgProgress *progress);

/* From now on stages are fractions of FROM … TO instead of the whole: whoever does a part of something bigger need not
 * know. Does not nest; 0 and 1 end it. */
void mg_progress_enter (MgProgress *progress, double from, double to);
/* Starts a stage that covers FROM … TO (fractions of the whole, or of the part entered). STAGE: a translated string
 * that stays valid. */
void mg_progress_stage (MgProgress *progress, const char *stage, double from, double to);

/* A second thread's view of PROGRESS (may be NULL): cancelled with it, but reports nothing, so that two threads may
 * work at the same time. Not for longer than PROGRESS. */
MgProgress *mg_progress_new_beside (MgProgress *progress) G_GNUC_WARN_UNUSED_RESULT;

/* Reports DONE of TOTAL within the stage. Returns FALSE and sets MG_ERROR_CANCELLED when the user wants out. */
gboolean mg_progress_step (MgProgress *progress, guint64 done, guint64 total, GError **error);

/* Which part of a caller's stage some work makes up: from FROM to FROM + LENGTH of TOTAL. */
typedef struct
{
  guint64 from, length, total;
} MgShare;

/* mg_progress_step() within SHARE. */
gboolean
mg_progress_share_step (MgProgress *progress, const MgShare *share, guint64 done, guint64 total, GError **error);

G_END_DECLS
