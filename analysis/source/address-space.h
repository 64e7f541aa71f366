/* The memory of a dumped process: which addresses are in the dump, and their bytes. Immutable once sealed.
 *
 * Segments never overlap after sealing (of two that do, the one added first wins). What is not in the dump is a normal
 * answer: every read says whether it succeeded and leaves its output untouched when it did not.
 * Little-endian targets only: callers refuse others before they get here. */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 start, end;  /* addresses; end exclusive */
  const guint8 *bytes; /* of `start`, inside the mapped file (borrowed) */
} MgSpan;

typedef struct
{
  MgSpan *spans; /* sorted by start, disjoint */
  guint32 n;
  guint64 n_bytes;
  /* Private: index of the first span of each of 2^k equal parts of the address range, to start searches near. */
  guint32 *near_index;
  guint near_shift;
  guint64 near_base;
  guint32 n_near;
} MgAddressSpace;

/* Whether anything of a process can be at ADDRESS: the lowest pages are never given out, and a process has 47 bits of
 * addresses on x64 and 48 on arm64. */
static inline gboolean
mg_address_is_possible (guint64 address)
{
  return address >= 0x10000 && address >> 48 == 0;
}

/* Takes the N SPANS (any order, may overlap; empty ones are dropped) with g_free, sorts and seals them. O(n log n). */
MgAddressSpace *mg_address_space_new (MgSpan *spans, gsize n) G_GNUC_WARN_UNUSED_RESULT;
void mg_address_space_free (MgAddressSpace *space);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgAddressSpace, mg_address_space_free)

/* The bytes at ADDRESS and how many follow it without a gap within its span. NULL: not in this dump. O(log n). */
const guint8 *mg_address_space_find (const MgAddressSpace *space, guint64 address, guint64 *available);

/* The lowest address in the dump that is at or above ADDRESS; G_MAXUINT64: none is. O(log n). */
guint64 mg_address_space_next (const MgAddressSpace *space, guint64 address);

/* Copies SIZE bytes, across adjacent spans too. FALSE when one is missing. */
gboolean mg_address_space_read (const MgAddressSpace *space, guint64 address, void *to, gsize size);

static inline gboolean
mg_address_space_u64 (const MgAddressSpace *space, guint64 address, guint64 *value)
{
  guint64 available;
  const guint8 *bytes = mg_address_space_find (space, address, &available);

  if (G_UNLIKELY (bytes == NULL || available < 8))
    return mg_address_space_read (space, address, value, 8);
  memcpy (value, bytes, 8);
  return TRUE;
}

static inline gboolean
mg_address_space_u32 (const MgAddressSpace *space, guint64 address, guint32 *value)
{
  return mg_address_space_read (space, address, value, 4);
}

static inline gboolean
mg_address_space_u16 (const MgAddressSpace *space, guint64 address, guint16 *value)
{
  return mg_address_space_read (space, address, value, 2);
}

static inline gboolean
mg_address_space_u8 (const MgAddressSpace *space, guint64 address, guint8 *value)
{
  return mg_address_space_read (space, address, value, 1);
}

/* The same for callers that treat "not in this dump" as 0. */
static inline guint64
mg_address_space_u64_or_0 (const MgAddressSpace *space, guint64 address)
{
  guint64 value = 0;

  return mg_address_space_u64 (space, address, &value) ? value : 0;
}

static inline guint32
mg_address_space_u32_or_0 (const MgAddressSpace *space, guint64 address)
{
  guint32 value = 0;

  return mg_address_space_u32 (space, address, &value) ? value : 0;
}

static inline guint16
mg_address_space_u16_or_0 (const MgAddressSpace *space, guint64 address)
{
  guint16 value = 0;

  return mg_address_space_u16 (space, address, &value) ? value : 0;
}

/* A zero-terminated string of at most MAX bytes, made valid UTF-8; NULL when it is not in the dump or does not end. */
char *mg_address_space_string (const MgAddressSpace *space, guint64 address, gsize max) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
