/* What the first instructions of a native x86-64 function save: Linux's runtime is built by one compiler, with frame
 * pointers, and its functions begin
 *
 *   (F3 0F 1E FA) 55, 48 89 E5, then 41 54 … 41 57 and 53: push rbp, mov rbp, rsp, push r12 … r15, rbx */
#pragma once

#include "analysis/source/process-image.h"

G_BEGIN_DECLS

/* The registers that the function at ENTRY pushes below its saved rbp, in order; *N of them, at most 5. FALSE: its code
 * is not in the dump, or begins differently. */
gboolean mg_native_prolog_read (const MgAddressSpace *space, guint64 entry, guint8 pushed[5], guint *n);

G_END_DECLS
