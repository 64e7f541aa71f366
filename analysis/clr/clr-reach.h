/* Which objects the certain roots keep alive: statics, handles, finalizer queue, frozen objects, thread statics.
 *
 * Stacks are read word by word, without the compiler's tables of which word is a live reference: a word left over
 * from a call that has returned looks like a local variable. Such a word is believed only for objects that nothing
 * certain keeps alive, so that it can neither hide the real holder nor split what an object retains. */
#pragma once

#include "analysis/clr/clr-roots.h"
#include "analysis/clr/heap-search.h"

G_BEGIN_DECLS

static inline gboolean
mg_clr_is_certain (MgRootKind kind)
{
  return kind != MG_ROOT_STACK_CONSERVATIVE;
}

/* Meets all frozen objects, which are alive by themselves. */
void mg_clr_reach_meet_frozen (MgHeapSearch *search);

/* Drops those doubtful roots on stacks whose object SEARCH has met. */
void mg_clr_reach_drop_met (const MgHeapSearch *search, MgClrRoots *roots);

/* Whether nothing is doubtful: the compiler's tables told all about the stacks, as they nearly always do. */
gboolean mg_clr_reach_is_settled (const MgClrRoots *roots);
/* Drops those roots on stacks whose object certain ones keep alive. O(objects + references). FALSE: cancelled. */
gboolean mg_clr_reach_settle (const MgReferences *references, MgClrRoots *roots, MgProgress *progress, GError **error);

G_END_DECLS
