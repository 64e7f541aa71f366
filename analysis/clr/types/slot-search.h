/* Looking up what stands in a cell: arrays whose elements begin with the cell's address (guint64), sorted by it. */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* The first element of ENTRIES (elements of any struct that begins with a guint64) for SLOT; NULL when there is none.
 * O(log elements). */
static inline gconstpointer
mg_slot_search (const GArray *entries, guint64 slot)
{
  gsize size = g_array_get_element_size ((GArray *) entries);
  guint low = 0, high = entries->len;
  guint64 key = 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      memcpy (&key, entries->data + middle * size, sizeof key);
      if (key < slot)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == entries->len)
    return NULL;
  memcpy (&key, entries->data + low * size, sizeof key);
  return key == slot ? entries->data + low * size : NULL;
}

G_END_DECLS
