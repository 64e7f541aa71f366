#include "analysis/source/address-space.h"

#include <stdlib.h>

#define NEAR_PARTS_BITS 12

static int
compare_spans (const void *a, const void *b)
{
  const MgSpan *first = a, *second = b;

  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;
  /* Of two that start alike the longer one comes first and hides the other. */
  return first->end > second->end ? -1 : first->end < second->end;
}

/* Cuts what overlaps: each span keeps the part that no earlier one covers. */
static guint32
make_disjoint (MgSpan *spans, gsize n)
{
  guint32 kept = 0;
  guint64 covered = 0;

  for (gsize i = 0; i < n; i++)
    {
      MgSpan span = spans[i];

      if (span.start < covered)
        {
          if (span.end <= covered)
            continue;
          span.bytes += covered - span.start;
          span.start = covered;
        }
      if (span.end <= span.start)
        continue;
      spans[kept++] = span;
      covered = span.end;
    }
  return kept;
}

static void
build_near_index (MgAddressSpace *space)
{
  guint64 range;
  guint32 at = 0;

  if (space->n == 0)
    return;
  space->near_base = space->spans[0].start;
  range = space->spans[space->n - 1].end - space->near_base;
  while (range >> space->near_shift >= (1u << NEAR_PARTS_BITS))
    space->near_shift++;
  space->n_near = (guint32) (range >> space->near_shift) + 2;
  space->near_index = g_new (guint32, space->n_near);
  for (guint32 part = 0; part < space->n_near; part++)
    {
      guint64 start = space->near_base + ((guint64) part << space->near_shift);

      while (at < space->n && space->spans[at].end <= start)
        at++;
      space->near_index[part] = at;
    }
}

MgAddressSpace *
mg_address_space_new (MgSpan *spans, gsize n)
{
  MgAddressSpace *space = g_new0 (MgAddressSpace, 1);

  if (n > 1)
    qsort (spans, n, sizeof *spans, compare_spans);
  space->spans = spans;
  space->n = make_disjoint (spans, n);
  for (guint32 i = 0; i < space->n; i++)
    space->n_bytes += spans[i].end - spans[i].start;
  build_near_index (space);
  return space;
}

void
mg_address_space_free (MgAddressSpace *space)
{
  if (space == NULL)
    return;
  g_free (space->spans);
  g_free (space->near_index);
  g_free (space);
}

const guint8 *
mg_address_space_find (const MgAddressSpace *space, guint64 address, guint64 *available)
{
  guint64 part;
  guint32 low, high;

  if (space->n == 0 || address < space->near_base || address >= space->spans[space->n - 1].end)
    return NULL;
  part = (address - space->near_base) >> space->near_shift;
  low = space->near_index[part];
  high = MIN (space->near_index[part + 1] + 1, space->n);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (space->spans[middle].end <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low >= space->n || address < space->spans[low].start)
    return NULL;
  *available = space->spans[low].end - address;
  return space->spans[low].bytes + (address - space->spans[low].start);
}

guint64
mg_address_space_next (const MgAddressSpace *space, guint64 address)
{
  guint32 low = 0, high = space->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (space->spans[middle].end <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low < space->n ? MAX (space->spans[low].start, address) : G_MAXUINT64;
}

gboolean
mg_address_space_read (const MgAddressSpace *space, guint64 address, void *to, gsize size)
{
  guint8 small[16];
  guint8 *target = size <= sizeof small ? small : to;
  gsize done = 0;

  while (done < size)
    {
      guint64 available;
      const guint8 *bytes = mg_address_space_find (space, address + done, &available);
      gsize part;

      if (bytes == NULL || address + done < address)
        return FALSE;
      part = (gsize) MIN (available, (guint64) (size - done));
      memcpy (target + done, bytes, part);
      done += part;
    }
  if (target == small)
    memcpy (to, small, size);
  return TRUE;
}

char *
mg_address_space_string (const MgAddressSpace *space, guint64 address, gsize max)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (text->len < max)
    {
      guint64 available;
      const guint8 *bytes = mg_address_space_find (space, address + text->len, &available);
      const guint8 *end;
      gsize part;

      if (bytes == NULL)
        return NULL;
      part = (gsize) MIN (available, (guint64) (max - text->len));
      end = memchr (bytes, 0, part);
      g_string_append_len (text, (const char *) bytes, end ? end - bytes : (gssize) part);
      if (end)
        return g_utf8_make_valid (text->str, (gssize) text->len);
    }
  return NULL;
}
