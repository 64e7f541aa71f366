/* Bits of a GC info block, lowest bit of each byte first. Reading past the end gives 0 and sets `failed`; nothing here
 * reads outside the bytes given. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const guint8 *bytes;
  guint64 n_bits;
  guint64 at;
  gboolean failed;
} MgGcBits;

/* The next N (0 to 32) bits, the first one lowest. */
guint32 mg_gc_bits_read (MgGcBits *bits, guint n);
/* Moves on by N bits; failing when that is past the end. */
void mg_gc_bits_skip (MgGcBits *bits, guint64 n);
/* A number in groups of BASE bits, lowest group first, each followed by a bit that says whether another comes. */
guint32 mg_gc_bits_unsigned (MgGcBits *bits, guint base);
/* The same with a sign: the highest bit of the last group. */
gint32 mg_gc_bits_signed (MgGcBits *bits, guint base);

static inline gboolean
mg_gc_bits_flag (MgGcBits *bits)
{
  return mg_gc_bits_read (bits, 1) != 0;
}

/* How many bits are left. */
static inline guint64
mg_gc_bits_left (const MgGcBits *bits)
{
  return bits->at < bits->n_bits ? bits->n_bits - bits->at : 0;
}

G_END_DECLS
