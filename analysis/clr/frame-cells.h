/* The runtime's explicit Frames: what it leaves on a stack where managed code calls native code.
 *
 *   Frame {number (10 on) or vtable 0, next 8}; −1 ends the chain
 *   with a transition block {argument registers 0, callee-saved registers 48, return address 96}: its address at 16 */
#pragma once

#include "analysis/clr/stack-walk.h"

G_BEGIN_DECLS

#define MG_ARGUMENT_REGISTER_BYTES 48

/* Address of the argument registers that the Frame ENTRY holds, when managed code goes on behind it at stack pointer
 * SP; 0: it holds none. */
guint64 mg_explicit_frame_arguments (MgCodeMap *map, guint64 entry, guint64 sp);

/* Addresses of cells on the stack that the Frame ENTRY protects, as far as its content tells: appended to CELLS
 * (guint64). Helper frames of .NET 8 and 9 only. */
void mg_explicit_frame_cells (MgCodeMap *map, guint64 entry, GArray *cells);

/* Whether a Frame between the addresses START and END may hold references or managed frames that FRAMES do not show. */
gboolean mg_explicit_frames_hide (
    MgCodeMap *map, const MgManagedThread *thread, const GArray *frames, guint64 start, guint64 end);

G_END_DECLS
