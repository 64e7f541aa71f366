/* A look at some of the heap, where walking all of it would take too long. */
#include "analysis/clr/heap/heap-glimpse.h"

/* For an estimate: of so many segments at most, so many bytes at most. */
#define SAMPLED_SEGMENTS 32
#define SAMPLED_BYTES 65536

typedef struct
{
  MgObjectIndex *index;
  guint32 segment;
  guint64 free_table;
} Marking;

static gboolean
mark_only (const MgHeapObject *object, gpointer user_data)
{
  const Marking *marking = user_data;

  if (object->table->address != marking->free_table)
    mg_object_index_mark (marking->index, marking->segment, object->address);
  return TRUE;
}

void
mg_heap_glimpse_mark (const MgGcHeap *heap, MgMethodTables *tables, MgObjectIndex *index, guint32 segment)
{
  Marking marking = { index, segment, tables->runtime->free_method_table };
  MgWalkResult ignored = { 0 };

  mg_heap_walk_segment (heap, &g_array_index (heap->segments, MgHeapSegment, segment), tables, mark_only, &marking,
                        &ignored);
  index->segments[segment].marked = TRUE;
}

typedef struct
{
  guint64 start, n, bytes;
} Sample;

static gboolean
sample_object (const MgHeapObject *object, gpointer user_data)
{
  Sample *sample = user_data;

  sample->n++;
  sample->bytes = object->address + object->size - sample->start;
  return sample->bytes < SAMPLED_BYTES;
}

guint64
mg_heap_glimpse_count (const MgGcHeap *heap, const MgRuntime *runtime)
{
  g_autoptr (MgMethodTables) tables = mg_method_tables_new (runtime);
  guint step = heap->segments->len / SAMPLED_SEGMENTS + 1;
  double estimate = 0;

  for (guint i = 0; i < heap->segments->len; i += step)
    {
      const MgHeapSegment *segment = &g_array_index (heap->segments, MgHeapSegment, i);
      Sample sample = { segment->start, 0, 0 };
      MgWalkResult ignored = { 0 };

      mg_heap_walk_segment (heap, segment, tables, sample_object, &sample, &ignored);
      if (sample.bytes > 0)
        estimate += (double) sample.n * (double) (segment->end - segment->start) / (double) sample.bytes * step;
    }
  return (guint64) estimate;
}
