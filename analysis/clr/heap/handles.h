/* GC handles: cells outside the heap that hold (or watch) an object.
 *
 *   handle table map {buckets 0, next 8, u32 max index 16}; 10 buckets {HandleTable ** 0, u32 index 8}
 *   HandleTable      first segment at layout.handle_table_first_segment
 *   segment          64 KB aligned: block types u8[120] @1560, user data u8[120] @1680, tail u8[types] @1920, …,
 *                    next segment @1920 + 6 types, owner table @1928 + 6 types; 120 blocks × 64 handles × 8 bytes @4096
 *
 * A dependent handle's second object lies in the block that its block's user data byte names. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

typedef enum
{
  MG_HANDLE_WEAK_SHORT = 0,
  MG_HANDLE_WEAK_LONG = 1,
  MG_HANDLE_STRONG = 2,
  MG_HANDLE_PINNED = 3,
  MG_HANDLE_VARIABLE = 4,
  MG_HANDLE_REF_COUNTED = 5,
  MG_HANDLE_DEPENDENT = 6,
  MG_HANDLE_ASYNC_PINNED = 7,
  MG_HANDLE_SIZED_REF = 8,
  MG_HANDLE_WEAK_NATIVE_COM = 9,
  MG_HANDLE_WEAK_INTERIOR = 10,
  MG_HANDLE_CROSS_REFERENCE = 11,
  MG_N_HANDLE_KINDS = 13
} MgHandleKind;

typedef struct
{
  guint64 address;   /* of the cell */
  guint64 object;    /* never 0 */
  guint64 secondary; /* of a dependent handle: what the object keeps alive; else the user data; 0 */
  guint8 kind;       /* MgHandleKind */
} MgHandle;

/* All live handles, by address of their cell (MgHandle; free with g_array_free). Empty when there is no table. */
GArray *mg_handles_read (const MgRuntime *runtime) G_GNUC_WARN_UNUSED_RESULT;

/* "strong", "weak short", …: as SOS names them. Static. */
const char *mg_handle_kind_name (guint kind);

G_END_DECLS
