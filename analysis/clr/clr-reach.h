/* Which objects the certain roots keep alive: statics, handles, finalizer queue, frozen objects, thread statics.
 *
 * Stacks are read word by word, without the compiler's tables of which word is a live reference: a word left over
 * from a call that has returned looks like a local variable. Such a word is believed only for objects that nothing
 * certain keeps alive, so that it can neither hide the real holder nor split what an object retains. */
#pragma once

#include "analysis/clr/clr-roots.h"

G_BEGIN_DECLS

/* A bitmap over object numbers (free with g_free). ROOTS: those of kinds other than stacks are followed. O(objects +
 * references). NULL: cancelled. */
guint64 *mg_clr_reach_certain (MgClr *clr, const GArray *roots, MgProgress *progress, GError **error);

static inline gboolean
mg_clr_reach_has (const guint64 *bits, guint32 object)
{
  return bits[object / 64] >> (object % 64) & 1;
}

G_END_DECLS
