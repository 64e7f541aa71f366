/* Unwinds one frame of managed code, whatever the architecture. */
#pragma once

#include "analysis/clr/stacks/code-map.h"
#include "analysis/clr/stacks/frame-context.h"

G_BEGIN_DECLS

/* Whether frames of this architecture can be unwound. */
gboolean mg_unwind_knows (MgArchitecture architecture);

/* Moves CONTEXT from the frame of CODE to its caller; only registers that calls preserve stay known. NEWEST: it may
 * stand anywhere, before the frame is complete too. FALSE: the stack is not in the dump, or the codes make no sense. */
gboolean mg_unwind (const MgRuntime *runtime, const MgCode *code, gboolean newest, MgFrameContext *context);

/* Address of the u32 that is the personality routine of the unwind information at UNWIND; GC info of precompiled code
 * follows it. 0: not known. */
guint64 mg_unwind_personality (const MgRuntime *runtime, guint64 unwind);

/* Whether the instruction before IP is a call. */
gboolean mg_unwind_follows_call (const MgRuntime *runtime, guint64 ip);

G_END_DECLS
