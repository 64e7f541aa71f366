#include "analysis/clr/heap/object-index.h"

#include "analysis/base/big-array.h"

/* Parts of the address range to look segments up by: so many at most, of so many bytes (a power of two) at least. */
#define NEAR_PARTS (1u << 17)
#define NEAR_SHIFT_LEAST 16

static guint64
n_blocks_of (const MgHeapSegment *segment)
{
  return ((segment->end - segment->start) / 8 + MG_INDEX_BITS - 1) / MG_INDEX_BITS;
}

static void
make_near (MgObjectIndex *index)
{
  guint32 at = 0;
  guint64 range;

  if (index->n_segments == 0)
    return;
  index->near_base = index->segments[0].start;
  range = index->segments[index->n_segments - 1].end - index->near_base;
  index->near_shift = NEAR_SHIFT_LEAST;
  while (range >> index->near_shift >= NEAR_PARTS)
    index->near_shift++;
  index->n_near = (range >> index->near_shift) + 1;
  index->near = g_new (guint32, index->n_near);
  for (guint64 part = 0; part < index->n_near; part++)
    {
      guint64 start = index->near_base + (part << index->near_shift);

      while (at < index->n_segments && index->segments[at].end <= start)
        at++;
      index->near[part] = at;
    }
}

MgObjectIndex *
mg_object_index_new (const MgGcHeap *heap, const MgAddressSpace *space)
{
  MgObjectIndex *index = g_new0 (MgObjectIndex, 1);

  index->n_segments = heap->segments->len;
  index->segments = g_new0 (MgIndexedSegment, index->n_segments + 1);
  for (guint32 i = 0; i < index->n_segments; i++)
    {
      const MgHeapSegment *from = &g_array_index (heap->segments, MgHeapSegment, i);
      MgIndexedSegment *segment = &index->segments[i];
      guint64 available;

      segment->start = from->start;
      segment->end = from->end;
      segment->bytes = mg_address_space_find (space, from->start, &available);
      if (segment->bytes && available < from->end - from->start)
        segment->bytes = NULL;
      segment->first_block = index->n_blocks;
      index->n_blocks += n_blocks_of (from);
    }
  index->blocks = mg_big_array_new0 (MgIndexBlock, index->n_blocks + 1);
  make_near (index);
  return index;
}

void
mg_object_index_free (MgObjectIndex *index)
{
  if (index == NULL)
    return;
  g_free (index->blocks);
  g_free (index->near);
  g_free (index->segments);
  g_free (index);
}

void
mg_object_index_seal (MgObjectIndex *index)
{
  guint32 n = 0;

  for (guint64 b = 0; b < index->n_blocks; b++)
    {
      MgIndexBlock *block = &index->blocks[b];

      block->rank = n;
      for (guint w = 0; w < MG_INDEX_WORDS; w++)
        {
          block->before[w] = (guint8) (n - block->rank);
          n += (guint32) __builtin_popcountll (block->bits[w]);
        }
    }
  index->n_objects = n;
  index->sealed = TRUE;
}

gboolean
mg_object_index_find_before (const MgObjectIndex *index, guint64 address, guint64 *start)
{
  const MgIndexedSegment *segment = mg_object_index_segment (index, address);
  guint64 bit, last;

  if (segment == NULL)
    return FALSE;
  last = mg_object_index_bit (segment, address);
  bit = segment->first_block * MG_INDEX_BITS;
  for (guint64 word = last / 64 + 1; word-- > bit / 64;)
    {
      guint64 bits = index->blocks[word / MG_INDEX_WORDS].bits[word % MG_INDEX_WORDS];

      if (word == last / 64 && last % 64 != 63)
        bits &= (G_GUINT64_CONSTANT (1) << (last % 64 + 1)) - 1;
      if (bits != 0)
        {
          guint64 found = word * 64 + 63 - (guint64) __builtin_clzll (bits);

          *start = segment->start + 8 * (found - bit);
          return TRUE;
        }
    }
  return FALSE;
}
