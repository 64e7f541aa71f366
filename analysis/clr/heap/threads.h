/* Managed threads: the runtime's thread list, and what each thread holds outside the heap. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 address;     /* of the runtime's Thread */
  guint32 os_id;       /* 0: not started or ended */
  guint32 managed_id;
  guint32 state;
  gboolean cooperative; /* runs managed code: not preemptive */
  guint64 frame;        /* newest explicit Frame */
  const MgNativeThread *native; /* registers; NULL when the dump has none for it */
} MgManagedThread;

/* All threads of the list, in its order (free with g_array_free); empty when the list cannot be read. Sets
 * MG_CHECK_THREADS. */
GArray *mg_threads_read (MgRuntime *runtime) G_GNUC_WARN_UNUSED_RESULT;

/* Appends the allocation context (MgAllocContext) of every thread to CONTEXTS. FALSE: the list cannot be read. */
gboolean mg_threads_read_contexts (MgRuntime *runtime, GArray *contexts);

G_END_DECLS
