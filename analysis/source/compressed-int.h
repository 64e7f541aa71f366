/* The compressed integers of a .gcdump's node records: groups of seven bits, the topmost group first; the high bit of
 * a byte says that more follow. The first byte is extended from its bit 6, so −64 … 63 take one byte; at most five.
 *
 *   3f → 63      40 → −64      80 40 → 64      ff 3f → −65
 *
 * A fifth byte with its high bit set ends the number all the same; bits above 32 are lost, as in the writer. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MG_COMPRESSED_MAX_BYTES 5

/* Reads at *AT and moves it. The caller knows that MG_COMPRESSED_MAX_BYTES bytes are there. */
static inline gint32
mg_compressed_read (const guint8 **at)
{
  const guint8 *p = *at;
  guint32 value = (guint32) ((gint32) ((guint32) *p << 25) >> 25);

  for (guint more = 1; (*p++ & 0x80) && more < MG_COMPRESSED_MAX_BYTES; more++)
    value = value << 7 | (*p & 0x7f);
  *at = p;
  return (gint32) value;
}

/* The same near the end of the bytes: FALSE when END comes first. */
static inline gboolean
mg_compressed_read_checked (const guint8 **at, const guint8 *end, gint32 *value)
{
  const guint8 *p = *at;
  guint n = 1;

  while (p < end && (*p & 0x80) && n < MG_COMPRESSED_MAX_BYTES)
    {
      p++;
      n++;
    }
  if (p >= end)
    return FALSE;
  *value = mg_compressed_read (at);
  return TRUE;
}

G_END_DECLS
