#include "analysis/picture/identity.h"

#define FNV_PRIME G_GUINT64_CONSTANT (0x100000001b3)

static guint64
add_byte (guint64 id, guint8 byte)
{
  return (id ^ byte) * FNV_PRIME;
}

guint64
mg_identity_number (guint64 id, guint64 number)
{
  for (guint i = 0; i < 8; i++)
    id = add_byte (id, (guint8) (number >> 8 * i));
  id ^= id >> 32;
  id *= G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  return id ^ id >> 32;
}

guint64
mg_identity_text (guint64 id, const char *text)
{
  guint64 n = 0;

  for (; text && text[n]; n++)
    id = add_byte (id, (guint8) text[n]);
  return mg_identity_number (id, text ? n : G_MAXUINT64);
}

gboolean
mg_identity_is_among (guint64 id, const guint64 *ids, guint n)
{
  for (guint i = 0; i < n; i++)
    if (ids[i] == id)
      return TRUE;
  return FALSE;
}
