/* Visits every object of the heap: one segment in address order, or all of it in several threads. */
#pragma once

#include "analysis/clr/heap/object-index.h"
#include "analysis/clr/heap/segment-walk.h"

G_BEGIN_DECLS

/* Walks SEGMENT (adds to RESULT). TABLES gathers the MethodTables; `count` and `size` are left to FUNC.
 * O(bytes). FALSE: FUNC stopped it, or cancelled. */
gboolean mg_heap_walk_segment (const MgGcHeap *heap,
                               const MgHeapSegment *segment,
                               MgMethodTables *tables,
                               MgObjectFunc func,
                               gpointer user_data,
                               MgWalkResult *result);

/* Walks all segments in several threads, with progress by bytes, and counts the objects of each MethodTable in TABLES,
 * which has none yet, and ends up with those that have objects, ordered by address. INDEX: marked at the same time, as
 * mg_heap_walk_mark() does; or NULL. FALSE: cancelled. */
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

/* What stands in one segment. */
typedef struct
{
  guint64 n_objects, object_bytes;
  guint64 n_free, free_bytes; /* Free blocks */
} MgSegmentUse;

/* Walks all segments in several threads. Returns what stands in each, in the order of the heap's array. Free with
 * g_free. */
MgSegmentUse *mg_heap_walk_use (const MgGcHeap *heap, const MgMethodTables *tables) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
