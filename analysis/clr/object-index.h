/* From an address to the number of the object that starts there: one bit per 8 bytes of heap, with rank counters.
 *
 * Objects are numbered 0, 1, 2, … in address order. Per segment: a bitmap of object starts, and for each 512 bits the
 * number of objects before them. 1.6 % of the heap's size, and no hash: a look-up is one bit test and a few
 * popcounts. */
#pragma once

#include "analysis/clr/gc-heap.h"

G_BEGIN_DECLS

#define MG_OBJECT_NONE G_MAXUINT32

typedef struct
{
  guint64 start, end; /* addresses */
  guint64 *bits;
  guint32 *ranks;     /* per 8 words of bits: objects before them, in all segments */
} MgIndexedSegment;

typedef struct
{
  MgIndexedSegment *segments; /* by start */
  guint32 n_segments;
  guint32 n_objects;
} MgObjectIndex;

/* An empty index over HEAP's segments. */
MgObjectIndex *mg_object_index_new (const MgGcHeap *heap) G_GNUC_WARN_UNUSED_RESULT;
void mg_object_index_free (MgObjectIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgObjectIndex, mg_object_index_free)

/* Marks the start of an object. SEGMENT: number of its segment in the heap's array. Objects of different segments
 * may be
 * marked by different threads at once. */
static inline void
mg_object_index_mark (MgObjectIndex *index, guint32 segment, guint64 address)
{
  guint64 bit = (address - index->segments[segment].start) / 8;

  index->segments[segment].bits[bit / 64] |= G_GUINT64_CONSTANT (1) << (bit % 64);
}

/* Counts what was marked; look-ups work from then on. O(bits). */
void mg_object_index_seal (MgObjectIndex *index);

/* The segment that holds ADDRESS, or NULL. *HINT remembers the last one. O(1) near the hint, else O(log segments). */
const MgIndexedSegment *mg_object_index_segment (const MgObjectIndex *index, guint64 address, guint32 *hint);

/* Number of the object that starts exactly at ADDRESS, or MG_OBJECT_NONE. */
static inline guint32
mg_object_index_find (const MgObjectIndex *index, guint64 address, guint32 *hint)
{
  const MgIndexedSegment *segment = &index->segments[*hint];
  guint64 bit, word;
  guint32 rank;

  if (G_UNLIKELY (address < segment->start || address >= segment->end))
    {
      segment = mg_object_index_segment (index, address, hint);
      if (segment == NULL)
        return MG_OBJECT_NONE;
    }
  bit = (address - segment->start) / 8;
  word = bit / 64;
  if ((address & 7) || !(segment->bits[word] >> (bit % 64) & 1))
    return MG_OBJECT_NONE;
  rank = segment->ranks[word / 8];
  for (guint64 w = word & ~G_GUINT64_CONSTANT (7); w < word; w++)
    rank += (guint32) __builtin_popcountll (segment->bits[w]);
  return rank + (guint32) __builtin_popcountll (segment->bits[word] & ((G_GUINT64_CONSTANT (1) << (bit % 64)) - 1));
}

/* Number of the object whose bytes may contain ADDRESS: the last one that starts at or before it in its segment;
 * MG_OBJECT_NONE when none does. */
guint32 mg_object_index_find_before (const MgObjectIndex *index, guint64 address, guint32 *hint, guint64 *start);

G_END_DECLS
