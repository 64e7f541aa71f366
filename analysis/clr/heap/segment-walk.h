/* The walk over the objects of one segment, or of a part of it.
 *
 * An object is its MethodTable pointer (low three bits masked: the collector marks there), and for arrays and strings a
 * 32-bit length at 8. Sizes are rounded up to 8. Holes of allocation contexts are skipped. Where memory is damaged, or
 * a large allocation was not finished, the walk goes on at the next place from which four objects in a row parse.
 *
 * Where the walk goes from an address depends on nothing but the memory: two that meet stay together. */
#pragma once

#include "analysis/clr/heap/gc-heap.h"
#include "analysis/clr/types/method-table.h"

G_BEGIN_DECLS

#define MG_HEAP_MIN_OBJECT 24

typedef struct
{
  guint64 address;
  guint64 size;        /* bytes, not rounded: what SOS shows is the rounded one for all but Free */
  MgMethodTable *table;
  guint32 length;      /* elements; 0 without */
  const guint8 *bytes; /* of the object, when all `size` bytes lie in one span; else NULL */
} MgHeapObject;

/* Returns FALSE to stop the walk. */
typedef gboolean (*MgObjectFunc) (const MgHeapObject *object, gpointer user_data);

typedef struct
{
  guint64 n_objects;    /* Free blocks included */
  guint64 n_gaps;       /* places where the walk lost its way and found it again */
  guint64 lost_bytes;   /* between them */
  guint64 missing_bytes; /* of segments, not in this dump */
  guint32 n_bad_segments; /* segments that did not walk exactly to their end */
} MgWalkResult;

typedef struct
{
  const MgAddressSpace *space;
  const MgGcHeap *heap;
  const MgHeapSegment *segment;
  MgMethodTables *tables;
  gboolean doubtful;   /* began at a guess, and so stops where nothing parses: the guess was wrong, or it is damage */
  const guint8 *bytes; /* of `at` */
  guint64 at, available;
  MgMethodTable *last; /* neighbours are often of one type */
} MgSegmentWalk;

/* A walk in SEGMENT that gathers MethodTables in TABLES; `count` and `size` are left to whom it calls. */
static inline MgSegmentWalk
mg_segment_walk (const MgGcHeap *heap, const MgHeapSegment *segment, MgMethodTables *tables)
{
  return (MgSegmentWalk){ .space = tables->runtime->space, .heap = heap, .segment = segment, .tables = tables };
}

/* An address from BOUND on at which a walk from the segment's start is likely to arrive: where one from a little before
 * BOUND does. 0: cannot be told. */
guint64 mg_segment_walk_guess (const MgSegmentWalk *walk, guint64 bound);

/* Private: the address after what cannot be read at ADDRESS; counts the loss. */
guint64 mg_segment_walk_skip_gap (MgSegmentWalk *walk, guint64 address, MgWalkResult *result);

static inline guint64
mg_heap_rounded (guint64 size)
{
  return (size + 7) & ~G_GUINT64_CONSTANT (7);
}

/* Private: moves to ADDRESS; FALSE when it is not in the dump. */
static inline gboolean
mg_segment_walk_move (MgSegmentWalk *walk, guint64 address)
{
  guint64 step = address - walk->at;

  if (G_LIKELY (walk->bytes != NULL && address >= walk->at && step + 16 <= walk->available))
    {
      walk->bytes += step;
      walk->available -= step;
      walk->at = address;
      return TRUE;
    }
  walk->at = address;
  walk->bytes = mg_address_space_find (walk->space, address, &walk->available);
  return walk->bytes != NULL;
}

/* Private: reads the object at the walk's place. FALSE: there is none. */
static inline gboolean
mg_segment_walk_read (MgSegmentWalk *walk, MgHeapObject *object)
{
  guint8 head[16];
  guint64 table;
  guint64 room = walk->segment->end - walk->at;

  if (G_LIKELY (walk->available >= 16))
    memcpy (head, walk->bytes, 16);
  else if (!mg_address_space_read (walk->space, walk->at, head, 16))
    return FALSE;
  memcpy (&table, head, 8);
  table &= ~G_GUINT64_CONSTANT (7); /* the collector's marks */
  if (walk->last == NULL || walk->last->address != table)
    walk->last = mg_method_tables_get (walk->tables, table);
  object->table = walk->last;
  if (!walk->last->valid)
    {
      walk->last = NULL;
      return FALSE;
    }
  object->length = 0;
  if (walk->last->component_size != 0)
    memcpy (&object->length, head + 8, 4);
  object->address = walk->at;
  object->size = mg_method_table_object_size (walk->last, object->length);
  if (mg_heap_rounded (object->size) > room || object->size < 16)
    return FALSE;
  object->bytes = object->size <= walk->available ? walk->bytes : NULL;
  return TRUE;
}

/* Calls FUNC for the objects from *ADDRESS on that start before UNTIL, at most the segment's end. *ADDRESS: of what
 * comes next. RESULT is added to, but for n_bad_segments. FALSE: FUNC stopped it. Meant to be inlined with FUNC. */
static inline gboolean
mg_segment_walk_run (MgSegmentWalk *walk,
                     guint64 *address,
                     guint64 until,
                     MgObjectFunc func,
                     gpointer user_data,
                     MgWalkResult *result)
{
  guint64 at = *address, hole = mg_gc_heap_next_hole (walk->heap, at);

  while (at < until)
    {
      MgHeapObject object;

      if (G_UNLIKELY (at >= hole))
        {
          guint64 behind = mg_gc_heap_hole_end (walk->heap, at);

          hole = mg_gc_heap_next_hole (walk->heap, at + 1);
          if (behind > at)
            {
              at = behind;
              hole = mg_gc_heap_next_hole (walk->heap, at);
              continue;
            }
        }
      if (G_LIKELY (mg_segment_walk_move (walk, at) && mg_segment_walk_read (walk, &object)))
        {
          result->n_objects++;
          if (!func (&object, user_data))
            return FALSE;
          at += MAX (mg_heap_rounded (object.size), MG_HEAP_MIN_OBJECT);
        }
      else if (walk->doubtful)
        break;
      else
        at = mg_segment_walk_skip_gap (walk, at, result);
    }
  *address = at;
  return TRUE;
}

G_END_DECLS
