/* Unwinds one managed frame on arm64. Managed code carries .xdata records as on Windows, on every operating system:
 *
 *   u32   length of the function in words 0–17, version 18–19, bit 20: a personality routine follows the codes,
 *         bit 21: one epilog, at the end; epilogs (with bit 21: where the epilog's codes start) 22–26, words of codes
 *         27–31
 *   u32   only when the last two are 0: epilogs 0–15, words of codes 16–23
 *   u32   each epilog, without bit 21: its start in words 0–17, where its codes start 22–31
 *   u8    codes, one for each instruction of the prolog, the last instruction first; e4 ends them
 *   u32   the personality routine; GC info of precompiled code follows
 *
 * (Microsoft, "ARM64 exception handling".) */
#pragma once

#include "analysis/clr/stacks/code-map.h"
#include "analysis/clr/stacks/frame-context.h"

G_BEGIN_DECLS

/* Moves CONTEXT from the frame of CODE to its caller; only registers that calls preserve stay known. NEWEST: it may
 * stand in the prolog or in an epilog. FALSE: the stack is not in the dump, or the codes make no sense. */
gboolean mg_unwind_arm64 (const MgAddressSpace *space, const MgCode *code, gboolean newest, MgFrameContext *context);

/* The stack pointer of a frame of CODE behind its prolog whose frame pointer is FRAME, as long as the method has not
 * made room on the stack since. 0: it does not follow from it. */
guint64 mg_unwind_arm64_stack_pointer (const MgAddressSpace *space, const MgCode *code, guint64 frame);

/* Whether the instruction before IP is a call: bl, blr, or one of its kinds that check the address. */
gboolean mg_unwind_arm64_follows_call (const MgAddressSpace *space, guint64 ip);

/* Address of the u32 that is the personality routine of the record at UNWIND. 0: not in this dump. */
guint64 mg_unwind_arm64_personality (const MgAddressSpace *space, guint64 unwind);

G_END_DECLS
