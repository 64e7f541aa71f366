/* The managed heap as the garbage collector keeps it: segments or regions with their generation, allocation contexts
 * (holes that are not objects yet), and the finalizer queues. */
#pragma once

#include "analysis/clr/runtime/runtime.h"
#include "analysis/stats/type-stats.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 start, end;          /* objects lie in [start, end) */
  guint64 committed, reserved; /* ends */
  guint64 address;             /* of the heap_segment structure */
  guint32 heap;                /* number of the GC heap */
  MgGeneration generation;
  gboolean read_only;          /* frozen: never collected */
} MgHeapSegment;

/* Memory handed to a thread for new objects: [start, limit + 24) holds none. */
typedef struct
{
  guint64 start, limit;
} MgAllocContext;

typedef struct
{
  guint n_heaps;
  gboolean regions;
  GArray *segments;  /* MgHeapSegment by start, disjoint */
  GArray *contexts;  /* MgAllocContext by start */
  GArray *registered; /* guint64: objects with a finalizer still to run */
  GArray *ready;      /* guint64: finalizer queue, ready (roots) */
  guint64 committed_bytes;
  gboolean contexts_known; /* the thread list could be read */
  gboolean in_order;       /* every segment: start <= end <= committed <= reserved */
  /* Generation boundaries inside the ephemeral segment (segments, not regions), per heap: gen 0 and gen 1 start. */
  GArray *ephemeral; /* guint64 pairs: gen1 start, gen0 start; empty with regions */
} MgGcHeap;

/* Reads the heap's structures. Errors: CORRUPT when there is no segment at all. */
MgGcHeap *mg_gc_heap_read (MgRuntime *runtime, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_gc_heap_free (MgGcHeap *heap);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgGcHeap, mg_gc_heap_free)

/* The segment that holds ADDRESS, or NULL. O(log segments). */
const MgHeapSegment *mg_gc_heap_find_segment (const MgGcHeap *heap, guint64 address);
MgGeneration mg_gc_heap_generation (const MgGcHeap *heap, guint64 address);
/* Where the first hole starts that does not start before ADDRESS; G_MAXUINT64: there is none. O(log contexts). */
guint64 mg_gc_heap_next_hole (const MgGcHeap *heap, guint64 address) G_GNUC_PURE;

/* End of the hole that starts at ADDRESS, or 0 when none does. O(log contexts). */
guint64 mg_gc_heap_hole_end (const MgGcHeap *heap, guint64 address);

G_END_DECLS
