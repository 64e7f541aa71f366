/* Parts of a heap, without walking all of it. */
#pragma once

#include "analysis/clr/heap/heap-walk.h"

G_BEGIN_DECLS

/* About how many objects there are, Free blocks included: from the first few of some segments. Quick. */
guint64 mg_heap_glimpse_count (const MgGcHeap *heap, const MgRuntime *runtime);

/* Marks the objects of one segment, number SEGMENT in the heap's array, as mg_heap_walk_mark() does. O(bytes). */
void mg_heap_glimpse_mark (const MgGcHeap *heap, MgMethodTables *tables, MgObjectIndex *index, guint32 segment);

G_END_DECLS
