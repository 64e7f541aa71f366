/* What the stacks of threads hold: local variables and, where those are not known, words that look like references. */
#pragma once

#include "analysis/details.h"

G_BEGIN_DECLS

typedef struct
{
  guint thread; /* index into the rows of threads */
  guint frame;  /* index into the thread's frames; G_MAXUINT: in none of them */
  MgNode root;
  MgNode object;
} MgStackHold;

/* By thread, frame, object (GArray of MgStackHold, freed with g_array_unref). THREADS: from mg_details_threads() of the
 * same snapshot, whose graph must be loaded. O(roots + frames). */
GArray *mg_stack_holds_new (MgSnapshot *snapshot, const GArray *threads) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
