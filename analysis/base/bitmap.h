/* One bit per number. Plain memory: an array of guint64 made by mg_bitmap_new() and freed with g_free(). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* N bits, all 0. */
guint64 *mg_bitmap_new (guint64 n) G_GNUC_WARN_UNUSED_RESULT;
/* How many of the first N bits are 1. O(n / 64). Bits past N must be 0. */
guint64 mg_bitmap_count (const guint64 *bitmap, guint64 n);

static inline gboolean
mg_bitmap_get (const guint64 *bitmap, guint64 i)
{
  return (gboolean) (bitmap[i / 64] >> (i % 64) & 1);
}

static inline void
mg_bitmap_set (guint64 *bitmap, guint64 i)
{
  bitmap[i / 64] |= G_GUINT64_CONSTANT (1) << (i % 64);
}

static inline void
mg_bitmap_unset (guint64 *bitmap, guint64 i)
{
  bitmap[i / 64] &= ~(G_GUINT64_CONSTANT (1) << (i % 64));
}

/* Sets bit I; returns whether it was 0 before. */
static inline gboolean
mg_bitmap_add (guint64 *bitmap, guint64 i)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (i % 64), old = bitmap[i / 64];

  bitmap[i / 64] = old | bit;
  return (old & bit) == 0;
}

G_END_DECLS
