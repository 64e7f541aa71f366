/* Unwinds one managed frame on x86-64. Managed code carries UNWIND_INFO as on Windows, on every operating system:
 *
 *   u8 version and flags << 3, u8 size of the prolog, u8 number of codes, u8 frame register | offset << 4, u16 codes[]
 *   code: u8 offset in the prolog, u8 operation | info << 4
 *
 * (Microsoft, "x64 exception handling"; 11 is the runtime's own SET_FPREG_LARGE.) */
#pragma once

#include "analysis/clr/stacks/code-map.h"
#include "analysis/clr/stacks/frame-context.h"

G_BEGIN_DECLS

/* Moves CONTEXT from the frame of CODE to its caller; only registers that calls preserve stay known. IN_PROLOG: the
 * frame may not be complete (the newest frame of a thread). FALSE: the stack is not in the dump, or the codes make no
 * sense. */
gboolean mg_unwind_x64 (const MgAddressSpace *space, const MgCode *code, gboolean in_prolog, MgFrameContext *context);

/* Whether the instruction before IP is a call: E8 rel32, or FF /2 in one of its lengths. */
gboolean mg_unwind_x64_follows_call (const MgAddressSpace *space, guint64 ip);

/* Address of the u32 that is the personality routine of the UNWIND_INFO at UNWIND. 0: not in this dump. */
guint64 mg_unwind_x64_personality (const MgAddressSpace *space, guint64 unwind);

G_END_DECLS
