/* A never decreasing sequence of 64-bit numbers in about 2 bytes each: CSR offsets, addresses of sorted objects.
 *
 * Blocks of 128 numbers share a 64-bit base; each number is a 16-bit distance from it. A block whose numbers lie
 * farther apart than 64 Ki keeps full 64-bit numbers in a side table: a gap between two heap segments, big arrays, an
 * object with very many references. These are few where it matters, since numbers that grow by over 512 each are soon
 * used up: the offsets of E edges need at most E / 64 Ki such blocks, the addresses in a heap of B bytes B / 64 Ki and
 * one for each gap.
 *
 *   value (i) = base[i / 128] + delta[i]        base's topmost bit marks a block kept in `wide`
 *
 * Numbers must be below 2^63. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MG_MONOTONE_BLOCK 128u
#define MG_MONOTONE_WIDE (G_GUINT64_CONSTANT (1) << 63)

typedef struct
{
  guint64 n;
  guint64 *base;
  guint16 *delta; /* 0 in blocks kept in WIDE */
  guint64 *wide; /* whole blocks, MG_MONOTONE_BLOCK numbers each */
  guint32 n_wide, wide_allocated;
  gboolean borrowed; /* the arrays belong to somebody else: mg_monotone_clear() leaves them */
} MgMonotone;

/* Makes room for N numbers. All-zero storage is a valid empty sequence. Aborts like g_malloc when memory ends. */
void mg_monotone_init (MgMonotone *self, guint64 n);
void mg_monotone_clear (MgMonotone *self);
/* Sets number I; must be called for I = 0, 1, 2, … in order, with values that never decrease. O(1). */
void mg_monotone_set (MgMonotone *self, guint64 i, guint64 value);
/* Sets the N numbers from FIRST on to VALUES + ADD, in two steps for several threads that each have a range: the ends
 * range after range in order, one thread at a time; the inner part at any time after that, by all at once. */
void mg_monotone_set_ends (MgMonotone *self, guint64 first, const guint64 *values, guint64 n, guint64 add);
void mg_monotone_set_inner (MgMonotone *self, guint64 first, const guint64 *values, guint64 n, guint64 add);
/* Bytes of memory in use. */
guint64 mg_monotone_memory (const MgMonotone *self);
/* Index of the first number >= VALUE, or N when there is none. O(log n). */
guint64 mg_monotone_lower_bound (const MgMonotone *self, guint64 value);

static inline guint64
mg_monotone_get (const MgMonotone *self, guint64 i)
{
  guint64 base = self->base[i / MG_MONOTONE_BLOCK];

  if (G_LIKELY (!(base & MG_MONOTONE_WIDE)))
    return base + self->delta[i];
  return self->wide[(base & ~MG_MONOTONE_WIDE) * MG_MONOTONE_BLOCK + i % MG_MONOTONE_BLOCK];
}

G_END_DECLS
