/* Eight lanes side by side, so that the multiplications do not wait for each other. A lane's step (exclusive or, turn,
 * multiply by an odd number) loses nothing: no change of one word can go unnoticed in its lane. */
#include "analysis/base/checksum.h"

#include <string.h>

#define LANES 8
#define ODD_A G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
#define ODD_B G_GUINT64_CONSTANT (0xd6e8feb86659fd93)

static inline guint64
turn (guint64 x, int bits)
{
  return x << bits | x >> (64 - bits);
}

static inline guint64
take (guint64 lane, guint64 word)
{
  return turn (lane ^ word, 29) * ODD_A;
}

static inline guint64
scatter (guint64 x)
{
  x = (x ^ x >> 32) * ODD_B;
  x = (x ^ x >> 29) * ODD_A;
  return x ^ x >> 32;
}

guint64
mg_checksum (gconstpointer data, gsize length, guint64 seed)
{
  const guint8 *at = data;
  guint64 lane[LANES], sum = scatter (seed ^ length * ODD_B);
  gsize left = length;

  for (guint i = 0; i < LANES; i++)
    lane[i] = seed + (i + 1) * ODD_B;
  for (; left >= sizeof lane; left -= sizeof lane, at += sizeof lane)
    for (guint i = 0; i < LANES; i++)
      {
        guint64 word;

        memcpy (&word, at + i * 8, 8);
        lane[i] = take (lane[i], word);
      }
  for (guint i = 0; left > 0; i++)
    {
      guint64 word = 0;
      gsize n = MIN (left, 8);

      memcpy (&word, at, n);
      lane[i] = take (lane[i], word);
      at += n;
      left -= n;
    }
  for (guint i = 0; i < LANES; i++)
    sum = scatter (take (sum, lane[i]));
  return sum;
}
