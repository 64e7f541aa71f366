/* Explicit Frames: records that native code of the runtime leaves on a thread's stack, chained from Thread. Each says
 * where managed code goes on behind it.
 *
 *   Frame                {0: number of the kind (.NET 10 and later) or address of a vtable, next 8}; ends at −1
 *   InlinedCallFrame     caller's sp 24, ip 32, rbp 40 (.NET 8: 32, 40, 48): a call into native code
 *   Redirected, Resumable  CONTEXT * 16: stopped by the runtime, anywhere
 *   FaultingException    ip 24, CONTEXT 32: a hardware exception
 *   SoftwareException    ip 16, CONTEXT 288 (.NET 10 and later): a throw
 *   HijackFrame          ip 16, saved registers * 32: stopped at a return
 *   TransitionBlock *    16: prestub, stub dispatch and other helpers; callee-saved registers 48, ip 96
 *   HelperMethodFrame    (.NET 8 and 9) the helper's code 40, ip 48, sp 56, registers as they were in it 64, where the
 *                        caller's were saved 112
 *
 * CONTEXT is Windows's on every system. Up to .NET 9 nothing names the kind: what lies there must lead into managed
 * code. These are x64's places; on arm64 the sizes of what is saved differ (explicit-frames-arm64.c), and helpers of
 * .NET 8 and 9 are not followed. */
#pragma once

#include "analysis/clr/stacks/unwind.h"

G_BEGIN_DECLS

/* Where managed code goes on behind the Frame at FRAME. *ANYWHERE: it was stopped between two instructions, not at a
 * call. FALSE: this Frame leads into none. */
gboolean mg_explicit_frame_enter (MgCodeMap *map, guint64 frame, MgFrameContext *context, gboolean *anywhere);

G_END_DECLS
