#include "analysis/clr/stacks/gc-bits.h"

guint32
mg_gc_bits_read (MgGcBits *bits, guint n)
{
  guint32 value = 0;

  if (bits->failed || n > 32 || mg_gc_bits_left (bits) < n)
    {
      bits->failed = TRUE;
      return 0;
    }
  for (guint done = 0; done < n;)
    {
      guint in_byte = (guint) (bits->at & 7), take = MIN (8 - in_byte, n - done);

      value |= (guint32) (bits->bytes[bits->at >> 3] >> in_byte & ((1u << take) - 1)) << done;
      bits->at += take;
      done += take;
    }
  return value;
}

void
mg_gc_bits_skip (MgGcBits *bits, guint64 n)
{
  if (bits->failed || mg_gc_bits_left (bits) < n)
    bits->failed = TRUE;
  else
    bits->at += n;
}

/* Reads the groups; SHIFT becomes the number of bits read of the value. */
static guint32
read_groups (MgGcBits *bits, guint base, guint *shift)
{
  guint32 value = 0, more = 1u << base;

  for (*shift = 0; *shift < 32;)
    {
      guint32 group = mg_gc_bits_read (bits, base + 1);

      value |= (group & (more - 1)) << *shift;
      *shift += base;
      if (!(group & more))
        return value;
    }
  bits->failed = TRUE;
  return 0;
}

guint32
mg_gc_bits_unsigned (MgGcBits *bits, guint base)
{
  guint shift;

  return read_groups (bits, base, &shift);
}

gint32
mg_gc_bits_signed (MgGcBits *bits, guint base)
{
  guint shift;
  guint32 value = read_groups (bits, base, &shift);

  if (shift < 32 && value >> (shift - 1) & 1)
    value |= ~0u << shift;
  return (gint32) value;
}
