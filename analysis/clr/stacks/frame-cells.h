/* Cells of native code that the runtime counts as references: what its explicit Frames hold for calls that are under
 * way, and what native code protects while it works.
 *
 *   Frame {number (10 on) or vtable 0, next 8}; −1 ends the chain
 *   with a transition block {argument registers 0, callee-saved registers 48, return address 96; arm64: callee-saved
 *   registers with the return address 0, buffer for the result 104, argument registers 112}: its address at 16
 *   GCFrame {next 0, thread 8, cells * 16, u32 how many 24, u32 flags 28}, newest at Thread.thread_protected; 0 or −1
 *   ends the chain */
#pragma once

#include "analysis/clr/stacks/stack-walk.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 address;
  gboolean interior; /* may point into the middle of an object */
} MgProtectedCell;

/* Address of the argument registers that the Frame ENTRY holds, and in *N_BYTES how many bytes they are, when managed
 * code goes on behind it at stack pointer SP; 0: it holds none. */
guint64 mg_frame_cells_arguments (MgCodeMap *map, guint64 entry, guint64 sp, guint *n_bytes);

/* Addresses of cells on the stack that the Frame ENTRY protects, as far as its content tells: appended to CELLS
 * (MgProtectedCell). SP: as above. Helper frames of .NET 8 and 9 only. */
void mg_frame_cells_of_helper (MgCodeMap *map, guint64 entry, guint64 sp, GArray *cells);

/* All cells that native code of THREAD protects, appended to CELLS (MgProtectedCell). */
void mg_frame_cells_protected (MgCodeMap *map, const MgManagedThread *thread, GArray *cells);

/* Whether a Frame between the addresses START and END may hold references or managed frames that FRAMES do not show. */
gboolean mg_frame_cells_hidden (
    MgCodeMap *map, const MgManagedThread *thread, const GArray *frames, guint64 start, guint64 end);

G_END_DECLS
