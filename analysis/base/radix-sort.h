/* Sorts 64-bit keys with a 32-bit value each: rows of tables by a column, objects by address, names by rank.
 *
 * Least significant digit first, 11 bits at a time; digits in which all keys agree cost nothing, so that keys in a
 * narrow range sort in two or three passes. Stable. Linear time. For descending order sort the complement of the keys.
 */
#pragma once

#include <string.h>

#include "analysis/base/progress.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 key;
  guint32 value;
} MgRadixItem;

/* Items whose number is not known beforehand; all zero: none. Grows by doubling. Aborts like g_malloc. */
typedef struct
{
  MgRadixItem *items;
  gsize n, room;
} MgRadixItems;

static inline void
mg_radix_items_add (MgRadixItems *items, guint64 key, guint32 value)
{
  if (G_UNLIKELY (items->n == items->room))
    {
      items->room = MAX (64, items->room * 2);
      items->items = g_renew (MgRadixItem, items->items, items->room);
    }
  items->items[items->n++] = (MgRadixItem){ key, value };
}

static inline void
mg_radix_items_clear (MgRadixItems *items)
{
  g_free (items->items);
  *items = (MgRadixItems){ 0 };
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MgRadixItems, mg_radix_items_clear)

/* Sorts N items by key in place; equal keys keep their order. Needs 16 bytes per item of temporary memory. */
void mg_radix_sort (MgRadixItem *items, gsize n);
/* The same, but stops between two passes when PROGRESS is cancelled; FALSE then, and the items are in no order. */
gboolean mg_radix_sort_steps (MgRadixItem *items, gsize n, MgProgress *progress);

/* A key that orders doubles as numbers do (-inf … -0, 0 … inf; NaN last when its sign is positive). */
static inline guint64
mg_radix_key_double (double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  return bits >> 63 ? ~bits : bits | G_GUINT64_CONSTANT (1) << 63;
}

/* A key that orders signed numbers. */
static inline guint64
mg_radix_key_int (gint64 number)
{
  return (guint64) number ^ G_GUINT64_CONSTANT (1) << 63;
}

G_END_DECLS
