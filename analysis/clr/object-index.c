#include "analysis/clr/object-index.h"

#define WORDS_PER_RANK 8

static guint64
n_words (const MgIndexedSegment *segment)
{
  return ((segment->end - segment->start) / 8 + 63) / 64;
}

MgObjectIndex *
mg_object_index_new (const MgGcHeap *heap)
{
  MgObjectIndex *index = g_new0 (MgObjectIndex, 1);

  index->n_segments = heap->segments->len;
  index->segments = g_new0 (MgIndexedSegment, index->n_segments + 1);
  for (guint32 i = 0; i < index->n_segments; i++)
    {
      const MgHeapSegment *from = &g_array_index (heap->segments, MgHeapSegment, i);
      MgIndexedSegment *segment = &index->segments[i];

      segment->start = from->start;
      segment->end = from->end;
      segment->bits = g_new0 (guint64, n_words (segment) + 1);
    }
  return index;
}

void
mg_object_index_free (MgObjectIndex *index)
{
  if (index == NULL)
    return;
  for (guint32 i = 0; i < index->n_segments; i++)
    {
      g_free (index->segments[i].bits);
      g_free (index->segments[i].ranks);
    }
  g_free (index->segments);
  g_free (index);
}

void
mg_object_index_seal (MgObjectIndex *index)
{
  guint32 n = 0;

  for (guint32 i = 0; i < index->n_segments; i++)
    {
      MgIndexedSegment *segment = &index->segments[i];
      guint64 words = n_words (segment);

      segment->ranks = g_new (guint32, words / WORDS_PER_RANK + 1);
      segment->ranks[0] = n; /* of an empty segment, too: it tells where the next one begins */
      for (guint64 w = 0; w < words; w++)
        {
          if (w % WORDS_PER_RANK == 0)
            segment->ranks[w / WORDS_PER_RANK] = n;
          n += (guint32) __builtin_popcountll (segment->bits[w]);
        }
    }
  index->n_objects = n;
}

const MgIndexedSegment *
mg_object_index_segment (const MgObjectIndex *index, guint64 address, guint32 *hint)
{
  guint32 low = 0, high = index->n_segments;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (index->segments[middle].end <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low >= index->n_segments || index->segments[low].start > address)
    return NULL;
  *hint = low;
  return &index->segments[low];
}

guint32
mg_object_index_find_before (const MgObjectIndex *index, guint64 address, guint32 *hint, guint64 *start)
{
  const MgIndexedSegment *segment = mg_object_index_segment (index, address, hint);
  guint64 bit;

  if (segment == NULL)
    return MG_OBJECT_NONE;
  bit = (address - segment->start) / 8;
  for (guint64 word = bit / 64 + 1; word-- > 0;)
    {
      guint64 bits = segment->bits[word];

      if (word == bit / 64 && bit % 64 != 63)
        bits &= (G_GUINT64_CONSTANT (1) << (bit % 64 + 1)) - 1;
      if (bits != 0)
        {
          *start = segment->start + 8 * (word * 64 + 63 - (guint64) __builtin_clzll (bits));
          return mg_object_index_find (index, *start, hint);
        }
    }
  return MG_OBJECT_NONE;
}
