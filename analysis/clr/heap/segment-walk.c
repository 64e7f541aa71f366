#include "analysis/clr/heap/segment-walk.h"

/* So many objects in a row must parse before a place is believed after damage. */
#define RESYNC_OBJECTS 4
/* A guess follows the objects of so many bytes before the bound. Most free blocks are smaller: what is left in them of
 * dead objects leads to their end, too, and from there on the guess is right. */
#define RUN_UP 16384
/* Words that a guess looks at more closely, at most: long arrays have many that could be MethodTables. */
#define TRIES 256

/* Whether RESYNC_OBJECTS objects in a row parse from ADDRESS (or the segment ends first). */
static gboolean
parses_from (const MgSegmentWalk *walk, guint64 address)
{
  MgSegmentWalk probe = *walk;

  probe.bytes = NULL;
  probe.last = NULL;
  for (guint i = 0; i < RESYNC_OBJECTS && address < walk->segment->end; i++)
    {
      MgHeapObject object;

      if (!mg_segment_walk_move (&probe, address) || !mg_segment_walk_read (&probe, &object))
        return FALSE;
      address += MAX (mg_heap_rounded (object.size), MG_HEAP_MIN_OBJECT);
    }
  return TRUE;
}

/* The next place behind ADDRESS where objects go on; the segment's end when there is none. */
static guint64
find_next (MgSegmentWalk *walk, guint64 address)
{
  for (guint64 at = address + 8; at < walk->segment->end; at += 8)
    {
      guint64 available, table;
      const guint8 *bytes = mg_address_space_find (walk->space, at, &available);

      if (bytes == NULL)
        {
          guint64 next = mg_address_space_next (walk->space, at);

          if (next >= walk->segment->end)
            break;
          at = (next & ~G_GUINT64_CONSTANT (7)) - 8; /* memory is missing: its words need not be tried one by one */
          continue;
        }
      if (available >= 8)
        {
          memcpy (&table, bytes, 8);
          /* Most words cannot be a MethodTable at all. */
          if (!mg_address_is_possible (table))
            continue;
        }
      if (parses_from (walk, at))
        return at;
    }
  return walk->segment->end;
}

static guint64
count_missing (const MgAddressSpace *space, guint64 from, guint64 to)
{
  guint64 missing = 0;

  while (from < to)
    {
      guint64 available;

      if (mg_address_space_find (space, from, &available))
        from += MIN (available, to - from);
      else
        {
          guint64 step = MIN (mg_address_space_next (space, from), to) - from;

          missing += step;
          from += step;
        }
    }
  return missing;
}

guint64
mg_segment_walk_skip_gap (MgSegmentWalk *walk, guint64 address, MgWalkResult *result)
{
  guint64 next = find_next (walk, address);

  result->n_gaps++;
  result->lost_bytes += next - address;
  result->missing_bytes += count_missing (walk->space, address, next);
  walk->bytes = NULL;
  return next;
}

/* ---- Guesses ---- */

/* Whether an object may start at ADDRESS, by its first word and the one before it, whose lower half is never used. */
static gboolean
may_start_at (const MgSegmentWalk *walk, guint64 address)
{
  guint64 available;
  const guint8 *bytes = mg_address_space_find (walk->space, address - 8, &available);
  guint32 unused;
  guint64 table;

  if (bytes == NULL || available < 16)
    return FALSE;
  memcpy (&unused, bytes, sizeof unused);
  memcpy (&table, bytes + 8, sizeof table);
  return unused == 0 && mg_address_is_possible (table);
}

static gboolean
take_no_notice (const MgHeapObject *object, gpointer user_data)
{
  return TRUE;
}

guint64
mg_segment_walk_guess (const MgSegmentWalk *walk, guint64 bound)
{
  MgSegmentWalk probe = *walk;
  guint64 at = bound - MIN (RUN_UP, bound - walk->segment->start);
  guint tries = 0;

  probe.doubtful = TRUE;
  for (; at < bound && tries < TRIES; at += 8)
    {
      MgWalkResult ignored = { 0 };

      if (!may_start_at (walk, at))
        continue;
      tries++;
      if (!parses_from (walk, at))
        continue;
      mg_segment_walk_run (&probe, &at, bound, take_no_notice, NULL, &ignored);
      if (at >= bound)
        return parses_from (walk, at) ? at : 0;
    }
  return 0;
}
