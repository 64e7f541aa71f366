/* The managed frames of a thread, newest first: exact stack pointer, instruction pointer and method. */
#pragma once

#include "analysis/clr/heap/threads.h"
#include "analysis/clr/stacks/code-map.h"
#include "analysis/clr/stacks/unwind.h"

G_BEGIN_DECLS

/* Deeper stacks are cut here. */
#define MG_STACK_WALK_MOST 20000u

typedef struct
{
  guint64 ip, sp;      /* sp: the lowest address that belongs to the frame */
  guint64 method;      /* MethodDesc; 0 = not known */
  gboolean approximate; /* found by scanning the stack, not by unwinding */
  gboolean newest;     /* `ip` is the next instruction, not a return address: the thread was stopped there */
  guint64 entry;       /* explicit Frame behind which managed code goes on here; 0: entered from the frame before */
  guint64 caller_sp;   /* stack pointer after its return; 0: it could not be unwound */
  MgFrameContext context; /* registers as they are in this frame */
  MgCode code;
} MgManagedFrame;

/* Free with g_array_free (MgManagedFrame). Empty: no managed frame, or its stack is not in the dump.
 * x64 and arm64. */
GArray *mg_stack_walk (MgCodeMap *map, const MgManagedThread *thread) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
