/* What leads to one object inside the stretch of memory around it, and what refers into that stretch from elsewhere.
 *
 * Objects that belong together lie together: they were allocated together. One pass over the heap's memory finds all
 * references into the stretch, so that within it the ways to the object are known backwards, and a search from the
 * roots is at its end as soon as it has met what refers into it: far above the object, in a level with few objects.
 *
 * A path is measured as clr-path.h does: levels, and kinds of roots. */
#pragma once

#include "analysis/clr/clr-work.h"
#include "analysis/clr/heap-search.h"

G_BEGIN_DECLS

typedef struct _MgClrWindow MgClrWindow;

/* From how many objects met on a search makes up for one pass over the memory. */
guint64 mg_clr_window_worth (const MgClrWork *work);
/* For tests: from WORTH objects on, with REACH bytes on both sides; 0: as is usual. */
void mg_clr_window_set_limits (guint64 worth, guint64 reach);

/* WITH_STACKS: words on stacks hold objects, too. NULL: more refers there than is quickly looked at, or PROGRESS is
 * cancelled. O(bytes of the heap / threads). Not in several threads. */
MgClrWindow *mg_clr_window_new (MgClrWork *work, guint64 subject, gboolean with_stacks, MgProgress *progress)
  G_GNUC_WARN_UNUSED_RESULT;
void mg_clr_window_free (MgClrWindow *window);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgClrWindow, mg_clr_window_free)

/* SEARCH has met all objects of LEVEL whose paths start from a root of KIND, and of those before. O(objects). */
void mg_clr_window_note (MgClrWindow *window, const MgHeapSearch *search, guint32 level, guint32 kind);

/* The same when LEVEL and KIND are those of the places FROM to END of the queue, and all places before have been told.
 * O(END − FROM). */
void mg_clr_window_note_places (
    MgClrWindow *window, const MgHeapSearch *search, guint64 from, guint64 end, guint32 level, guint32 kind);

/* Whether the best path to the object is known now that all of LEVEL is met. *SUBJECT_LEVEL and *KIND: its own. */
gboolean mg_clr_window_is_settled (MgClrWindow *window, guint32 level, guint32 *subject_level, guint32 *kind);

/* Whether all that refers to the object at ADDRESS is known. */
gboolean mg_clr_window_knows (const MgClrWindow *window, guint64 address);
/* The best parent of CHILD, which is known and of LEVEL and KIND: least by type, then by address. 0: a root holds it.
 * The types must have their names. */
guint64 mg_clr_window_parent (const MgClrWindow *window, guint64 child, guint32 level, guint32 kind);

G_END_DECLS
