#include "analysis/clr/heap/gc-heap.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/base/limits.h"
#include "analysis/base/lower-bound.h"
#include "analysis/clr/heap/threads.h"

#define MIN_OBJECT 24
#define START_SEGMENT 56 /* in `generation`, all versions */
/* Missing memory inside a segment that is still believed: a few lost pages of a cut or thinned dump. */
#define MAX_HOLE (G_GUINT64_CONSTANT (64) << 20)
#define MAX_HEAPS 4096
#define MAX_QUEUE (G_GUINT64_CONSTANT (64) << 20)
/* heap_segment */
#define SEGMENT_ALLOCATED 0
#define SEGMENT_COMMITTED 8
#define SEGMENT_RESERVED 16
#define SEGMENT_MEM 32
#define SEGMENT_FLAGS 40
#define SEGMENT_NEXT 48
#define SEGMENT_READ_ONLY 1

/* Indexes into gc_heap_field_offsets. */
enum
{
  HEAP_ALLOC_ALLOCATED = 0,
  HEAP_EPHEMERAL_SEGMENT = 1,
  HEAP_FINALIZE_QUEUE = 2,
  HEAP_GENERATION_TABLE = 18,
};

typedef struct
{
  MgRuntime *runtime;
  MgGcHeap *heap;
  gint32 allocation_start; /* in `generation`; -1 with regions */
} Work;

/* The variables of one GC heap. */
typedef struct
{
  guint32 number;
  guint64 generations, ephemeral, alloc_allocated, queue;
} OneHeap;

/* What lies in [start, end) is committed memory, and a dump that has the heap has it. A wild end in a damaged dump
 * would claim the memory between, which is not there: the segment ends at its first big hole. */
static guint64
end_within_dump (const MgAddressSpace *space, guint64 start, guint64 end)
{
  guint64 at = start;

  while (at < end)
    {
      guint64 available, next;

      if (mg_address_space_find (space, at, &available))
        {
          at += MIN (available, end - at);
          continue;
        }
      next = MIN (mg_address_space_next (space, at), end);
      if (next - at > MAX_HOLE)
        return at;
      at = next;
    }
  return end;
}

static void
add_segment (Work *work, const OneHeap *one, guint generation, guint64 address)
{
  static const MgGeneration generations[]
      = { MG_GENERATION_0, MG_GENERATION_1, MG_GENERATION_2, MG_GENERATION_LOH, MG_GENERATION_POH };
  const MgAddressSpace *space = work->runtime->space;
  MgHeapSegment segment = { .address = address, .heap = one->number, .generation = generations[generation] };

  segment.start = mg_address_space_u64_or_0 (space, address + SEGMENT_MEM);
  segment.end = mg_address_space_u64_or_0 (space, address + SEGMENT_ALLOCATED);
  segment.committed = mg_address_space_u64_or_0 (space, address + SEGMENT_COMMITTED);
  segment.reserved = mg_address_space_u64_or_0 (space, address + SEGMENT_RESERVED);
  segment.read_only = mg_address_space_u64_or_0 (space, address + SEGMENT_FLAGS) & SEGMENT_READ_ONLY;
  if (address == one->ephemeral && one->alloc_allocated != 0)
    segment.end = one->alloc_allocated;
  if (segment.read_only)
    segment.generation = MG_GENERATION_FROZEN;
  if (segment.start > segment.end || segment.end > segment.committed || segment.committed > segment.reserved)
    work->heap->in_order = FALSE;
  segment.end = end_within_dump (space, segment.start, MAX (segment.start, segment.end));
  if (segment.start != 0)
    g_array_append_val (work->heap->segments, segment);
}

/* Follows a list of segments; a dump may make it circular. */
static void
read_segment_list (Work *work, const OneHeap *one, guint generation)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 structure = one->generations + generation * work->runtime->gc.generation_size;
  guint64 segment = mg_address_space_u64_or_0 (space, structure + START_SEGMENT);

  for (guint64 n = 0; segment != 0 && n < MG_LIMIT_SEGMENTS; n++)
    {
      guint64 next;

      add_segment (work, one, generation, segment);
      if (!mg_address_space_u64 (space, segment + SEGMENT_NEXT, &next) || next == segment)
        break;
      segment = next;
    }
}

static void
read_queue_part (const MgAddressSpace *space, guint64 from, guint64 to, GArray *objects)
{
  if (from > to || to - from > MAX_QUEUE)
    return;
  for (guint64 at = from; at < to; at += 8)
    {
      guint64 object = mg_address_space_u64_or_0 (space, at);

      if (object != 0)
        g_array_append_val (objects, object);
    }
}

/* CFinalize: fill pointers[7] at 0, array at 56. Registered: up to fill 4; ready: fill 4 to fill 6. */
static void
read_finalizers (Work *work, const OneHeap *one)
{
  const MgAddressSpace *space = work->runtime->space;
  guint last = work->runtime->gc.n_generations - 1;
  guint64 array, registered_end, ready_end;

  if (one->queue == 0 || !mg_address_space_u64 (space, one->queue + 56, &array)
      || !mg_address_space_u64 (space, one->queue + 8 * (guint64) last, &registered_end)
      || !mg_address_space_u64 (space, one->queue + 8 * (guint64) (last + 2), &ready_end))
    return;
  read_queue_part (space, array, registered_end, work->heap->registered);
  read_queue_part (space, registered_end, ready_end, work->heap->ready);
}

static void
read_generation_context (Work *work, const OneHeap *one)
{
  const MgAddressSpace *space = work->runtime->space;
  MgAllocContext context = { mg_address_space_u64_or_0 (space, one->generations),
                             mg_address_space_u64_or_0 (space, one->generations + 8) };

  if (context.start != 0 && context.start <= context.limit)
    g_array_append_val (work->heap->contexts, context);
}

static void
read_one_heap (Work *work, const OneHeap *one)
{
  const MgAddressSpace *space = work->runtime->space;
  /* With segments gen 2's list holds every small-object segment, the ephemeral one included. */
  guint first = work->heap->regions ? 0 : 2;

  for (guint g = first; g < MIN (work->runtime->gc.n_generations, 5u); g++)
    read_segment_list (work, one, g);
  if (!work->heap->regions && work->allocation_start >= 0)
    for (guint g = 2; g-- > 0;)
      {
        guint64 start = mg_address_space_u64_or_0 (space, one->generations + g * work->runtime->gc.generation_size
                                                              + (guint64) work->allocation_start);

        g_array_append_val (work->heap->ephemeral, start);
      }
  read_finalizers (work, one);
  read_generation_context (work, one);
}

static void
read_workstation (Work *work)
{
  const MgGcVars *gc = &work->runtime->gc;
  const MgAddressSpace *space = work->runtime->space;
  OneHeap one = { .generations = gc->variable[MG_GC_GENERATION_TABLE] };

  one.ephemeral = mg_address_space_u64_or_0 (space, gc->variable[MG_GC_EPHEMERAL_SEGMENT]);
  one.alloc_allocated = mg_address_space_u64_or_0 (space, gc->variable[MG_GC_ALLOC_ALLOCATED]);
  one.queue = mg_address_space_u64_or_0 (space, gc->variable[MG_GC_FINALIZE_QUEUE]);
  work->heap->n_heaps = 1;
  read_one_heap (work, &one);
}

static guint64
heap_field (Work *work, guint64 heap, guint index)
{
  gint32 offset = (gint32) mg_address_space_u32_or_0 (work->runtime->space,
                                                      work->runtime->gc.variable[MG_GC_HEAP_OFFSETS] + 4 * index);

  return offset >= 0 ? heap + (guint64) offset : 0;
}

static void
read_server (Work *work)
{
  const MgGcVars *gc = &work->runtime->gc;
  const MgAddressSpace *space = work->runtime->space;
  guint32 n = mg_address_space_u32_or_0 (space, gc->variable[MG_GC_N_HEAPS]);
  guint64 table = mg_address_space_u64_or_0 (space, gc->variable[MG_GC_HEAPS]);

  /* Never beyond n: the structures of heaps given back are filled with junk. */
  work->heap->n_heaps = MIN (n, MAX_HEAPS);
  for (guint h = 0; h < work->heap->n_heaps; h++)
    {
      guint64 heap = mg_address_space_u64_or_0 (space, table + 8 * (guint64) h);
      OneHeap one = { .number = h, .generations = heap_field (work, heap, HEAP_GENERATION_TABLE) };

      one.ephemeral = mg_address_space_u64_or_0 (space, heap_field (work, heap, HEAP_EPHEMERAL_SEGMENT));
      one.alloc_allocated = mg_address_space_u64_or_0 (space, heap_field (work, heap, HEAP_ALLOC_ALLOCATED));
      one.queue = mg_address_space_u64_or_0 (space, heap_field (work, heap, HEAP_FINALIZE_QUEUE));
      if (heap != 0 && one.generations != 0)
        read_one_heap (work, &one);
    }
}

static int
compare_segments (gconstpointer a, gconstpointer b)
{
  const MgHeapSegment *first = a, *second = b;

  return first->start < second->start ? -1 : first->start > second->start;
}

static int
compare_contexts (gconstpointer a, gconstpointer b)
{
  const MgAllocContext *first = a, *second = b;

  return first->start < second->start ? -1 : first->start > second->start;
}

/* Some runtimes list a segment twice; objects must not be counted twice. */
static void
drop_repeated (MgGcHeap *heap)
{
  guint kept = 0;

  g_array_sort (heap->segments, compare_segments);
  for (guint i = 0; i < heap->segments->len; i++)
    {
      MgHeapSegment segment = g_array_index (heap->segments, MgHeapSegment, i);

      if (kept > 0 && segment.start < g_array_index (heap->segments, MgHeapSegment, kept - 1).end)
        continue;
      g_array_index (heap->segments, MgHeapSegment, kept++) = segment;
      heap->committed_bytes += segment.committed - segment.start;
    }
  g_array_set_size (heap->segments, kept);
}

MgGcHeap *
mg_gc_heap_read (MgRuntime *runtime, GError **error)
{
  g_autoptr (MgGcHeap) heap = g_new0 (MgGcHeap, 1);
  Work work = { runtime, heap, -1 };
  guint64 offsets = runtime->gc.variable[MG_GC_GENERATION_OFFSETS];

  heap->segments = g_array_new (FALSE, TRUE, sizeof (MgHeapSegment));
  heap->contexts = g_array_new (FALSE, TRUE, sizeof (MgAllocContext));
  heap->registered = g_array_new (FALSE, TRUE, sizeof (guint64));
  heap->ready = g_array_new (FALSE, TRUE, sizeof (guint64));
  heap->ephemeral = g_array_new (FALSE, TRUE, sizeof (guint64));
  heap->in_order = TRUE;
  work.allocation_start = (gint32) mg_address_space_u32_or_0 (runtime->space, offsets + 8);
  heap->regions = work.allocation_start < 0;
  if (runtime->server)
    read_server (&work);
  else
    read_workstation (&work);
  drop_repeated (heap);
  heap->contexts_known = mg_threads_read_contexts (runtime, heap->contexts);
  g_array_sort (heap->contexts, compare_contexts);
  if (heap->segments->len == 0)
    {
      g_set_error_literal (
          error, MG_ERROR, MG_ERROR_CORRUPT,
          _ ("The runtime's variables were found in this dump, but none of its heap segments. The dump is cut "
             "off or of a type without heap; take one of type Heap or Full."));
      return NULL;
    }
  return g_steal_pointer (&heap);
}

void
mg_gc_heap_free (MgGcHeap *heap)
{
  if (heap == NULL)
    return;
  g_array_free (heap->segments, TRUE);
  g_array_free (heap->contexts, TRUE);
  g_array_free (heap->registered, TRUE);
  g_array_free (heap->ready, TRUE);
  g_array_free (heap->ephemeral, TRUE);
  g_free (heap);
}

const MgHeapSegment *
mg_gc_heap_find_segment (const MgGcHeap *heap, guint64 address)
{
  guint low = 0, high = heap->segments->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const MgHeapSegment *segment = &g_array_index (heap->segments, MgHeapSegment, middle);

      if (segment->end <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low < heap->segments->len && g_array_index (heap->segments, MgHeapSegment, low).start <= address)
    return &g_array_index (heap->segments, MgHeapSegment, low);
  return NULL;
}

MgGeneration
mg_gc_heap_generation (const MgGcHeap *heap, guint64 address)
{
  const MgHeapSegment *segment = mg_gc_heap_find_segment (heap, address);

  if (segment == NULL)
    return MG_GENERATION_UNKNOWN;
  if (segment->generation == MG_GENERATION_2 && (segment->heap + 1) * 2 <= heap->ephemeral->len)
    {
      guint64 gen1 = g_array_index (heap->ephemeral, guint64, segment->heap * 2);
      guint64 gen0 = g_array_index (heap->ephemeral, guint64, segment->heap * 2 + 1);

      if (gen0 >= segment->start && gen0 <= segment->end && address >= gen0)
        return MG_GENERATION_0;
      if (gen1 >= segment->start && gen1 <= segment->end && address >= gen1)
        return MG_GENERATION_1;
    }
  return segment->generation;
}

/* The first context that does not start before ADDRESS; NULL: none. */
static const MgAllocContext *
next_context (const MgGcHeap *heap, guint64 address)
{
  gsize i = mg_lower_bound (heap->contexts->data, heap->contexts->len, sizeof (MgAllocContext), address);

  return i < heap->contexts->len ? &g_array_index (heap->contexts, MgAllocContext, i) : NULL;
}

guint64
mg_gc_heap_next_hole (const MgGcHeap *heap, guint64 address)
{
  const MgAllocContext *context = next_context (heap, address);

  return context ? context->start : G_MAXUINT64;
}

guint64
mg_gc_heap_hole_end (const MgGcHeap *heap, guint64 address)
{
  const MgAllocContext *context = next_context (heap, address);

  return context && context->start == address ? context->limit + MIN_OBJECT : 0;
}
