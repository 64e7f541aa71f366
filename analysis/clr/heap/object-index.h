/* From an address to the number of the object that starts there: one bit per 8 bytes of heap, with rank counters.
 *
 * Objects are numbered 0, 1, 2, … in address order. The segments' bits stand behind each other in blocks of one cache
 * line, each of which covers 3,072 bytes of heap:
 *
 *   u32     objects before the block, in all segments
 *   u8 × 6  objects before each of its words, within the block (an object takes 24 bytes: 128 at most)
 *   u64 × 6 bits of object starts
 *
 * That is 2.1 % of the heap's size, and no hash: a look-up reads one cache line and counts bits once. */
#pragma once

#include "analysis/clr/heap/gc-heap.h"

G_BEGIN_DECLS

#define MG_OBJECT_NONE G_MAXUINT32
#define MG_INDEX_WORDS 6
#define MG_INDEX_BITS (64 * MG_INDEX_WORDS)
#define MG_INDEX_BLOCK_BYTES (8 * MG_INDEX_BITS)

typedef struct
{
  guint32 rank;
  guint8 before[MG_INDEX_WORDS];
  guint8 unused[6];
  guint64 bits[MG_INDEX_WORDS];
} MgIndexBlock;

typedef struct
{
  guint64 start, end;  /* addresses */
  const guint8 *bytes; /* of `start` in the mapped dump; NULL when the segment does not lie in one piece */
  guint64 first_block;
  gboolean marked; /* alone, before the index is sealed */
} MgIndexedSegment;

typedef struct
{
  MgIndexedSegment *segments; /* by start */
  guint32 n_segments;
  guint32 n_objects;
  gboolean sealed; /* all objects are marked and counted */
  MgIndexBlock *blocks;
  guint64 n_blocks;
  /* Private: first segment that ends behind the start of each of equal parts of the address range. */
  guint32 *near;
  guint64 near_base, n_near;
  guint near_shift;
} MgObjectIndex;

/* An empty index over HEAP's segments. SPACE: the memory they lie in. */
MgObjectIndex *mg_object_index_new (const MgGcHeap *heap, const MgAddressSpace *space) G_GNUC_WARN_UNUSED_RESULT;
void mg_object_index_free (MgObjectIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgObjectIndex, mg_object_index_free)

/* Number of SEGMENT's (its number in the heap's array) first block after its last one. */
static inline guint64
mg_object_index_end_block (const MgObjectIndex *index, guint32 segment)
{
  return segment + 1 < index->n_segments ? index->segments[segment + 1].first_block : index->n_blocks;
}

/* Number of the first object that starts in block BLOCK or later. */
static inline guint32
mg_object_index_rank (const MgObjectIndex *index, guint64 block)
{
  return block < index->n_blocks ? index->blocks[block].rank : index->n_objects;
}

/* Private: the word and bit for an object at ADDRESS in segment number SEGMENT. */
static inline guint64 *
mg_object_index_mark_at (MgObjectIndex *index, guint32 segment, guint64 address, guint64 *mask)
{
  guint64 bit = (address - index->segments[segment].start) / 8;

  *mask = G_GUINT64_CONSTANT (1) << (bit % 64);
  return &index->blocks[index->segments[segment].first_block + bit / MG_INDEX_BITS].bits[bit % MG_INDEX_BITS / 64];
}

/* Marks the start of an object. SEGMENT: number of its segment in the heap's array. Objects in different blocks may be
 * marked by different threads at once. */
static inline void
mg_object_index_mark (MgObjectIndex *index, guint32 segment, guint64 address)
{
  guint64 mask, *word = mg_object_index_mark_at (index, segment, address, &mask);

  *word |= mask;
}

static inline void
mg_object_index_unmark (MgObjectIndex *index, guint32 segment, guint64 address)
{
  guint64 mask, *word = mg_object_index_mark_at (index, segment, address, &mask);

  *word &= ~mask;
}

/* Counts what was marked; look-ups work from then on. O(blocks). */
void mg_object_index_seal (MgObjectIndex *index);

/* The segment that holds ADDRESS, or NULL. O(1) where segments are of about one size, as regions are. */
static inline const MgIndexedSegment *
mg_object_index_segment (const MgObjectIndex *index, guint64 address)
{
  guint64 part = (address - index->near_base) >> index->near_shift;
  guint32 i;

  if (G_UNLIKELY (part >= index->n_near))
    return NULL;
  for (i = index->near[part]; i < index->n_segments && index->segments[i].end <= address; i++)
    ;
  return i < index->n_segments && index->segments[i].start <= address ? &index->segments[i] : NULL;
}

/* The bit of ADDRESS, which lies in SEGMENT: its number among the bits of all blocks. */
static inline guint64
mg_object_index_bit (const MgIndexedSegment *segment, guint64 address)
{
  return segment->first_block * MG_INDEX_BITS + (address - segment->start) / 8;
}

/* Number of the object that starts at BIT, or MG_OBJECT_NONE. */
static inline guint32
mg_object_index_at_bit (const MgObjectIndex *index, guint64 bit)
{
  const MgIndexBlock *block = &index->blocks[bit / MG_INDEX_BITS];
  guint word = (guint) (bit % MG_INDEX_BITS / 64);
  guint64 bits = block->bits[word], mask = G_GUINT64_CONSTANT (1) << (bit % 64);

  if (!(bits & mask))
    return MG_OBJECT_NONE;
  return block->rank + block->before[word] + (guint32) __builtin_popcountll (bits & (mask - 1));
}

/* Number of the object that starts exactly at ADDRESS, or MG_OBJECT_NONE. */
static inline guint32
mg_object_index_find (const MgObjectIndex *index, guint64 address)
{
  const MgIndexedSegment *segment = mg_object_index_segment (index, address);

  if (segment == NULL || (address & 7))
    return MG_OBJECT_NONE;
  return mg_object_index_at_bit (index, mg_object_index_bit (segment, address));
}

/* The object whose bytes may contain ADDRESS: the last one marked that starts at or before it in its segment. *START is
 * its address. FALSE: there is none. */
gboolean mg_object_index_find_before (const MgObjectIndex *index, guint64 address, guint64 *start);

G_END_DECLS
