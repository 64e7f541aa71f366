/* Visits every object of the heap, segment by segment in address order.
 *
 * An object is its MethodTable pointer (low three bits masked: the collector marks there), and for arrays and strings a
 * 32-bit length at 8. Sizes are rounded up to 8. Holes of allocation contexts are skipped. Where memory is
 * damaged, or a
 * large allocation was not finished, the walk goes on at the next place from which four objects in a row parse. */
#pragma once

#include "analysis/clr/heap/gc-heap.h"
#include "analysis/clr/heap/object-index.h"
#include "analysis/clr/types/method-table.h"

G_BEGIN_DECLS

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

/* Walks SEGMENT (adds to RESULT). TABLES gathers the MethodTables; `count` and `size` are left to FUNC.
 * O(bytes). FALSE: FUNC stopped it, or cancelled. */
gboolean mg_heap_walk_segment (const MgGcHeap *heap,
                               const MgHeapSegment *segment,
                               MgMethodTables *tables,
                               MgObjectFunc func,
                               gpointer user_data,
                               MgWalkResult *result);

/* Walks all segments in several threads, with progress by bytes, and counts the objects of each MethodTable in TABLES,
 * which end up ordered by address. INDEX: marked at the same time, as mg_heap_walk_mark() does; or NULL. FALSE:
 * cancelled. */
gboolean mg_heap_walk_count (const MgGcHeap *heap,
                             MgMethodTables *tables,
                             MgObjectIndex *index,
                             guint64 *n_slots,
                             MgWalkResult *result,
                             MgProgress *progress,
                             GError **error);

/* Walks all segments in several threads and marks where objects start in INDEX, Free blocks left out. *N_SLOTS: places
 * for references that the objects have, at most. FALSE: cancelled. */
gboolean mg_heap_walk_mark (const MgGcHeap *heap,
                            const MgMethodTables *tables,
                            MgObjectIndex *index,
                            guint64 *n_slots,
                            MgProgress *progress,
                            GError **error);

G_END_DECLS
