/* Looking up what stands in a cell: arrays whose elements begin with the cell's address (guint64), sorted by it. */
#pragma once

#include "analysis/base/lower-bound.h"

G_BEGIN_DECLS

/* The first element of ENTRIES (elements of any struct that begins with a guint64) for SLOT; NULL when there is none.
 * O(log elements). */
static inline gconstpointer
mg_slot_search (const GArray *entries, guint64 slot)
{
  gsize size = g_array_get_element_size ((GArray *) entries);
  gsize i = mg_lower_bound (entries->data, entries->len, size, slot);
  guint64 key = 0;

  if (i == entries->len)
    return NULL;
  memcpy (&key, entries->data + i * size, sizeof key);
  return key == slot ? entries->data + i * size : NULL;
}

G_END_DECLS
