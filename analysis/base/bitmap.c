#include "analysis/base/bitmap.h"

guint64 *
mg_bitmap_new (guint64 n)
{
  return g_new0 (guint64, n / 64 + 1);
}

guint64
mg_bitmap_count (const guint64 *bitmap, guint64 n)
{
  guint64 count = 0;

  for (guint64 i = 0; i < (n + 63) / 64; i++)
    count += (guint64) __builtin_popcountll (bitmap[i]);
  return count;
}
