/* Where a method keeps references while it runs: the runtime's GC info for x86-64 and arm64, decoded from its bytes
 * alone.
 *
 * A stream of bits (gc-bits.h); U(n), S(n) are its variable-length numbers with groups of n bits. Stack offsets count
 * words of 8 bytes.
 *
 *   bit   0: slim header, 1: fat header
 *   slim  1 bit: has a stack base register (rbp); [2 bits return kind]; code length U(8); safe points U(2)
 *   fat   10 bits of flags; [4 bits return kind]; code length U(8)
 *         stack guard: prolog − 1 U(5), epilog U(3); else generic context: prolog − 1 U(5)
 *         stack guard slot S(6); previous stack pointer slot S(6); generic context slot S(6)
 *         stack base register U(3), xor 5; edit-and-continue area U(4); reverse P/Invoke frame slot S(6)
 *         outgoing arguments U(3), words; safe points U(2); interruptible ranges U(1)
 *   then  safe points: ceil (log2 (code length)) bits each, ascending
 *         ranges: start − end of the last one U(6), length − 1 U(6)
 *         slot table: 1 bit + registers U(2); 1 bit + stack slots U(2), untracked slots U(1)
 *           register: U(3), 2 bits of flags; after one without flags: difference − 1 U(2)
 *           stack slot: 2 bits base, S(6), 2 bits of flags; after one without flags: base, difference U(4)
 *         live state at each safe point: 1 bit (table of offsets follows, U(3) + 1 bits each), one bit per slot or runs
 *         live state in ranges: chunks of 64 bytes of code, each with the slots that may be live, the state at its end
 *           and the places where it changes
 *
 * On arm64 the code length counts instructions of 4 bytes, and from version 4 on all offsets do, of prolog and epilog
 * too; the stack base register is U(2), xor 29; registers U(3), safe points U(3). Flag 0x80 means something else.
 *
 * Versions 2 (.NET 8) and 3 (9) have the return kind and count safe points from the byte before the return address; 4
 * (10) and 5 (11) have neither. From dotnet/runtime: docs/design/datacontracts/GCInfo.md, src/coreclr/vm/
 * gcinfodecoder.cpp and src/coreclr/inc/gcinfotypes.h; pull request 110845 for version 4. */
#pragma once

#include "analysis/clr/stacks/gc-bits.h"
#include "analysis/source/process-image.h"

G_BEGIN_DECLS

#define MG_GC_INFO_MIN_VERSION 2
#define MG_GC_INFO_MAX_VERSION 5

typedef enum
{
  MG_GC_BASE_CALLER_SP = 0, /* stack pointer of the caller, after the call has returned */
  MG_GC_BASE_SP = 1,        /* own stack pointer */
  MG_GC_BASE_FRAME = 2,     /* the stack base register */
  MG_GC_BASE_REGISTER = 3,  /* no memory: the register itself */
} MgGcBase;

enum
{
  MG_GC_SLOT_INTERIOR = 1,  /* may point into the middle of an object, or outside the heap */
  MG_GC_SLOT_PINNED = 2,
  MG_GC_SLOT_UNTRACKED = 4, /* counts from the method's start to its end */
};

typedef struct
{
  guint8 base;     /* MgGcBase */
  guint8 flags;
  guint8 register_number; /* as unwind codes number them; for MG_GC_BASE_REGISTER */
  gint32 offset;   /* bytes from the base */
} MgGcSlot;

typedef struct
{
  guint version;
  MgArchitecture architecture;
  gboolean slim;
  guint flags;              /* of the fat header */
  guint return_kind;        /* versions 2 and 3 */
  guint32 code_length;
  guint32 prolog, epilog;   /* bytes; 0 when not recorded */
  gboolean has_guard, has_previous_sp, has_generic_context, has_reverse_frame;
  gint32 guard_slot, previous_sp_slot, generic_context_slot, reverse_frame_slot; /* bytes */
  int stack_base_register;  /* -1: none */
  guint32 outgoing_bytes;   /* at the stack pointer, for arguments of calls: dead in all but the newest frame */
  gboolean only_leaf_reports; /* a handler's frame reports for its method; arm64: it always does */
  guint32 n_safe_points, n_ranges;
  guint64 body;             /* bit at which safe points start */
  const guint8 *bytes;
  gsize size;
} MgGcInfo;

typedef enum
{
  MG_GC_LIVE_DAMAGED,   /* the bits make no sense */
  MG_GC_LIVE_UNKNOWN,   /* the method has tracked slots, and this is no place at which it tells which are live */
  MG_GC_LIVE_EXACT,
} MgGcLive;

enum
{
  MG_GC_NEWEST_FRAME = 1, /* stopped at the instruction itself, not at a return address */
  MG_GC_ABORTED = 2,      /* an exception left it here: it does not go on at this address */
  MG_GC_NO_UNTRACKED = 4, /* another frame reports these */
};

/* Bytes that offsets of code count in. */
static inline guint
mg_gc_info_unit (const MgGcInfo *info)
{
  return info->architecture == MG_ARCH_ARM64 && info->version >= 4 ? 4 : 1;
}

/* Reads the header. BYTES must stay. FALSE: unknown version or architecture, or damaged. */
gboolean mg_gc_info_read (
    const guint8 *bytes, gsize size, guint version, MgArchitecture architecture, MgGcInfo *info);

/* Appends to SLOTS (MgGcSlot) what is live when the method stands at OFFSET bytes from its start (a return address, or
 * with MG_GC_NEWEST_FRAME the next instruction). Registers and argument words that a callee may have overwritten are
 * left out unless it is the newest frame. Only a result of EXACT is complete; with UNKNOWN the untracked slots are
 * there. O(size of the info). */
MgGcLive mg_gc_info_live (const MgGcInfo *info, guint32 offset, guint how, GArray *slots);

/* Offsets of all safe points as return addresses (guint32), and interruptible ranges (pairs of guint32: start, end),
 * for tests and tools. FALSE: damaged. */
gboolean mg_gc_info_places (const MgGcInfo *info, GArray *safe_points, GArray *ranges);

G_END_DECLS
