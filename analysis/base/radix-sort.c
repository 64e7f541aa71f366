#include "analysis/base/radix-sort.h"

#include "analysis/base/big-array.h"

#define DIGIT_BITS 11
#define DIGIT_VALUES (1u << DIGIT_BITS)
#define N_DIGITS 6 /* 66 bits */

/* Below this a comparing sort is quicker than clearing the counters. */
#define FEW 48

static inline guint
digit_of (guint64 key, guint digit)
{
  return (guint) (key >> (digit * DIGIT_BITS)) & (DIGIT_VALUES - 1);
}

static void
insertion_sort (MgRadixItem *items, gsize n)
{
  for (gsize i = 1; i < n; i++)
    {
      MgRadixItem item = items[i];
      gsize at = i;

      for (; at > 0 && items[at - 1].key > item.key; at--)
        items[at] = items[at - 1];
      items[at] = item;
    }
}

/* Which bits differ between any two keys. */
static guint64
differing_bits (const MgRadixItem *items, gsize n)
{
  guint64 bits = 0;

  for (gsize i = 1; i < n; i++)
    bits |= items[i].key ^ items[0].key;
  return bits;
}

static void
sort_by_digit (const MgRadixItem *from, MgRadixItem *to, gsize n, guint digit)
{
  gsize next[DIGIT_VALUES] = { 0 }, sum = 0;

  for (gsize i = 0; i < n; i++)
    next[digit_of (from[i].key, digit)]++;
  for (guint value = 0; value < DIGIT_VALUES; value++)
    {
      gsize count = next[value];

      next[value] = sum;
      sum += count;
    }
  for (gsize i = 0; i < n; i++)
    to[next[digit_of (from[i].key, digit)]++] = from[i];
}

gboolean
mg_radix_sort_steps (MgRadixItem *items, gsize n, MgProgress *progress)
{
  g_autofree MgRadixItem *other = NULL;
  MgRadixItem *from = items, *to;
  guint64 differing;

  if (n <= FEW)
    {
      insertion_sort (items, n);
      return TRUE;
    }
  differing = differing_bits (items, n);
  to = other = mg_big_array_new (MgRadixItem, n);
  for (guint digit = 0; digit < N_DIGITS; digit++)
    if (digit_of (differing, digit) != 0)
      {
        MgRadixItem *sorted = to;

        if (mg_progress_is_cancelled (progress))
          return FALSE;
        sort_by_digit (from, to, n, digit);
        to = from;
        from = sorted;
      }
  if (from != items)
    memcpy (items, from, n * sizeof *items);
  return TRUE;
}

void
mg_radix_sort (MgRadixItem *items, gsize n)
{
  mg_radix_sort_steps (items, n, NULL);
}
