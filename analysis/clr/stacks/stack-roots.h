/* What the stack of a thread holds: exactly, where the runtime tells it (gc-info.h); as "possible" words where not.
 *
 * Managed frames report the slots that are live at their address. Between them lie native code and the runtime's
 * explicit Frames: native code keeps its references in handles and in lists of protected cells, and its words count
 * only where something that a caller needs may be among them: registers that it saved, arguments on their way through a
 * stub, a thread that was stopped inside a helper.
 *
 * An exception handler (catch, finally, filter) is a frame of its own that works on the frame of its method: it reports
 * for it, and what lies between was left by the exception. */
#pragma once

#include "analysis/clr/stacks/stack-walk.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 value;     /* what the cell holds: any word, perhaps no object */
  guint64 cell;      /* address of the cell; 0: a register */
  guint frame;       /* number of the managed frame that it belongs to; G_MAXUINT: none, native code */
  gboolean exact;    /* the runtime counts it as a reference; else a word that may be one */
  gboolean interior; /* may point into the middle of an object */
  gboolean untracked; /* counts from the method's start to its end, whether it is needed any more or not */
} MgStackRoot;

typedef void (*MgStackRootFunc) (const MgStackRoot *root, gpointer data);

typedef struct
{
  guint n_frames, n_decoded; /* managed frames, and those whose live slots are known exactly */
} MgStackRootCounts;

/* Calls FOUND for each root on the stack of THREAD, whose FRAMES mg_stack_walk() gave; adds to COUNTS. */
void mg_stack_roots_find (MgCodeMap *map,
                          const MgManagedThread *thread,
                          const GArray *frames,
                          MgStackRootFunc found,
                          gpointer data,
                          MgStackRootCounts *counts);

G_END_DECLS
