/* What the readers of explicit Frames share, whatever the architecture. Private to explicit-frames*.c. */
#pragma once

#include "analysis/clr/stacks/unwind.h"

G_BEGIN_DECLS

/* Numbers of kinds on Linux, .NET 10 and later. */
enum
{
  MG_FRAME_INLINED_CALL = 1,
  MG_FRAME_RESUMABLE = 2,
  MG_FRAME_REDIRECTED = 3,
  MG_FRAME_FAULTING_EXCEPTION = 4,
  MG_FRAME_SOFTWARE_EXCEPTION = 5,
  MG_FRAME_HIJACK = 8,
};

#define MG_FRAME_PAGE 4096

typedef struct
{
  MgCodeMap *map;
  const MgAddressSpace *space;
  guint64 at;        /* the Frame */
  int major;
  guint64 kind;      /* number; G_MAXUINT64: this runtime has none */
  MgFrameContext *context;
} MgFrameEntry;

static inline guint64
mg_frame_word (const MgFrameEntry *entry, guint64 address)
{
  return mg_address_space_u64_or_0 (entry->space, address);
}

static inline gboolean
mg_frame_may_be (const MgFrameEntry *entry, guint64 kind)
{
  return entry->kind == kind || entry->kind == G_MAXUINT64;
}

/* Fills the context of managed code that goes on at IP; of its registers FRAME_POINTER is known. FALSE: no managed
 * code. */
gboolean mg_frame_enter_at (MgFrameEntry *entry, guint64 ip, guint64 sp, guint64 frame_pointer);

/* Takes all registers from the saved context at AT. FALSE: there is none, or it is not that of managed code. */
typedef gboolean (*MgEnterContext) (MgFrameEntry *entry, guint64 at);

/* Frames of a thread that was stopped in managed code, or whose managed code met a fault. */
gboolean mg_frame_try_stopped (MgFrameEntry *entry, MgEnterContext enter);
gboolean mg_frame_try_faulting (MgFrameEntry *entry, MgEnterContext enter);

/* Where managed code goes on behind other Frames of arm64 than calls into native code. *ANYWHERE as below. */
gboolean mg_explicit_frame_enter_arm64 (MgFrameEntry *entry, gboolean *anywhere);

G_END_DECLS
