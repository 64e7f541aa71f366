#include "analysis/base/monotone.h"

#include <string.h>

#include "analysis/base/big-array.h"

void
mg_monotone_init (MgMonotone *self, guint64 n)
{
  memset (self, 0, sizeof *self);
  self->n = n;
  self->base = g_new0 (guint64, n / MG_MONOTONE_BLOCK + 1);
  self->delta = mg_big_array_new (guint16, n + 1);
}

void
mg_monotone_clear (MgMonotone *self)
{
  if (!self->borrowed)
    {
      g_free (self->base);
      g_free (self->delta);
      g_free (self->wide);
    }
  memset (self, 0, sizeof *self);
}

/* Moves the block of number I, filled up to (not including) I, into the side table. */
static void
widen_block (MgMonotone *self, guint64 i)
{
  guint64 block = i / MG_MONOTONE_BLOCK, first = block * MG_MONOTONE_BLOCK;
  guint64 base = self->base[block];
  guint64 *to;

  if (self->n_wide == self->wide_allocated)
    {
      self->wide_allocated = MAX (16, self->wide_allocated * 2);
      self->wide = g_renew (guint64, self->wide, (gsize) self->wide_allocated * MG_MONOTONE_BLOCK);
    }
  to = self->wide + (gsize) self->n_wide * MG_MONOTONE_BLOCK;
  memset (to, 0, MG_MONOTONE_BLOCK * sizeof *to);
  for (guint64 k = first; k < i; k++)
    {
      to[k - first] = base + self->delta[k];
      self->delta[k] = 0;
    }
  self->base[block] = MG_MONOTONE_WIDE | self->n_wide++;
}

void
mg_monotone_set (MgMonotone *self, guint64 i, guint64 value)
{
  guint64 block = i / MG_MONOTONE_BLOCK;

  if (i % MG_MONOTONE_BLOCK == 0)
    self->base[block] = value;
  else if (!(self->base[block] & MG_MONOTONE_WIDE) && value - self->base[block] > G_MAXUINT16)
    widen_block (self, i);
  if (self->base[block] & MG_MONOTONE_WIDE)
    {
      self->wide[(self->base[block] & ~MG_MONOTONE_WIDE) * MG_MONOTONE_BLOCK + i % MG_MONOTONE_BLOCK] = value;
      self->delta[i] = 0;
    }
  else
    self->delta[i] = (guint16) (value - self->base[block]);
}

/* Whether the block that starts with number I lies within N numbers from FIRST on, and its numbers close enough. */
static gboolean
is_inner_block (guint64 i, guint64 first, const guint64 *values, guint64 n)
{
  return i % MG_MONOTONE_BLOCK == 0 && i + MG_MONOTONE_BLOCK <= first + n
         && values[i - first + MG_MONOTONE_BLOCK - 1] - values[i - first] <= G_MAXUINT16;
}

void
mg_monotone_set_ends (MgMonotone *self, guint64 first, const guint64 *values, guint64 n, guint64 add)
{
  for (guint64 i = first; i < first + n;)
    if (is_inner_block (i, first, values, n))
      i += MG_MONOTONE_BLOCK;
    else
      {
        mg_monotone_set (self, i, values[i - first] + add);
        i++;
      }
}

void
mg_monotone_set_inner (MgMonotone *self, guint64 first, const guint64 *values, guint64 n, guint64 add)
{
  guint64 i = (first + MG_MONOTONE_BLOCK - 1) / MG_MONOTONE_BLOCK * MG_MONOTONE_BLOCK;

  for (; i + MG_MONOTONE_BLOCK <= first + n; i += MG_MONOTONE_BLOCK)
    {
      const guint64 *from = values + (i - first);

      if (!is_inner_block (i, first, values, n))
        continue;
      self->base[i / MG_MONOTONE_BLOCK] = from[0] + add;
      for (guint k = 0; k < MG_MONOTONE_BLOCK; k++)
        self->delta[i + k] = (guint16) (from[k] - from[0]);
    }
}

guint64
mg_monotone_memory (const MgMonotone *self)
{
  return (self->n / MG_MONOTONE_BLOCK + 1) * sizeof (guint64) + (self->n + 1) * sizeof (guint16)
         + (guint64) self->wide_allocated * MG_MONOTONE_BLOCK * sizeof (guint64);
}

guint64
mg_monotone_lower_bound (const MgMonotone *self, guint64 value)
{
  guint64 low = 0, high = self->n;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (mg_monotone_get (self, middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
