#include "analysis/clr/runtime/gc-vars.h"

#include "analysis/base/progress.h"

#define HEAD_SIZE 24
#define BLOCK_SIZE (HEAD_SIZE + 8 * MG_N_GC_VARS)
/* Variables of one library lie this close together. */
#define MAX_SPREAD (G_GUINT64_CONSTANT (64) << 20)
#define MIN_PRESENT 8

static gboolean
head_fits (const guint8 *bytes)
{
  guint64 head, size, count;

  memcpy (&head, bytes, 8);
  memcpy (&size, bytes + 8, 8);
  memcpy (&count, bytes + 16, 8);
  return (head & 0xff) >= 1 && (head & 0xff) < 8 && (head >> 8 & 0xff) < 32 && head >> 16 == 0 && size >= 64
         && size < 4096 && size % 8 == 0 && (count == 4 || count == 5);
}

static gboolean
variables_fit (const guint8 *bytes)
{
  guint64 lowest = G_MAXUINT64, highest = 0;
  guint present = 0;

  for (guint i = 0; i < MG_N_GC_VARS; i++)
    {
      guint64 value;

      memcpy (&value, bytes + HEAD_SIZE + 8 * (gsize) i, 8);
      if (value == 0)
        continue;
      if (!mg_address_is_possible (value))
        return FALSE;
      lowest = MIN (lowest, value);
      highest = MAX (highest, value);
      present++;
    }
  return present >= MIN_PRESENT && highest - lowest < MAX_SPREAD;
}

gboolean
mg_gc_vars_read (const MgAddressSpace *space, guint64 address, MgGcVars *vars)
{
  guint8 bytes[BLOCK_SIZE];
  MgGcVars result = { .address = address };
  guint64 count;

  if (!mg_address_space_read (space, address, bytes, sizeof bytes) || !head_fits (bytes) || !variables_fit (bytes))
    return FALSE;
  result.major = bytes[0];
  result.minor = bytes[1];
  memcpy (&result.generation_size, bytes + 8, 8);
  memcpy (&count, bytes + 16, 8);
  result.n_generations = (guint) count;
  memcpy (result.variable, bytes + HEAD_SIZE, sizeof result.variable);
  *vars = result;
  return TRUE;
}

guint
mg_gc_vars_scan (const MgProcessImage *image, MgGcVars *vars, MgProgress *progress, GError **error)
{
  const MgAddressSpace *space = image->space;
  guint64 done = 0;
  guint found = 0;

  for (guint32 s = 0; s < space->n; s++)
    {
      const MgSpan *span = &space->spans[s];
      guint64 size = span->end - span->start;

      for (guint64 at = (8 - span->start % 8) % 8; size >= BLOCK_SIZE && at <= size - BLOCK_SIZE; at += 8)
        if (head_fits (span->bytes + at) && variables_fit (span->bytes + at))
          {
            MgGcVars candidate;

            if (mg_gc_vars_read (space, span->start + at, &candidate) && found++ == 0)
              *vars = candidate;
          }
      done += size;
      if (!mg_progress_step (progress, done, space->n_bytes, error))
        return 0;
    }
  return found;
}
