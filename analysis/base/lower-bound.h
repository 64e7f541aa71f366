/* Where a key stands, or would stand, in a sorted array of structures that begin with a 64-bit key: addresses, say. */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Place of the first of N ITEMS, each SIZE bytes, whose key is not less than KEY; N: there is none. O(log N). */
static inline gsize
mg_lower_bound (gconstpointer items, gsize n, gsize size, guint64 key)
{
  gsize low = 0, high = n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      guint64 at;

      memcpy (&at, (const guint8 *) items + middle * size, sizeof at);
      if (at < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

G_END_DECLS
