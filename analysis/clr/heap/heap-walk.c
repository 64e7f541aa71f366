#include "analysis/clr/heap/heap-walk.h"

#include "analysis/base/parallel.h"
#include "analysis/base/progress.h"

#define MIN_OBJECT 24
#define MARK_BITS G_GUINT64_CONSTANT (7)
/* So many objects in a row must parse before a place is believed after damage. */
#define RESYNC_OBJECTS 4

typedef struct
{
  const MgAddressSpace *space;
  const MgGcHeap *heap;
  const MgHeapSegment *segment;
  MgMethodTables *tables;
  const guint8 *bytes; /* of `at` */
  guint64 at, available;
  MgMethodTable *last; /* neighbours are often of one type */
} Walk;

static inline guint64
rounded (guint64 size)
{
  return (size + 7) & ~G_GUINT64_CONSTANT (7);
}

/* Moves to ADDRESS; FALSE when it is not in the dump. */
static inline gboolean
move_to (Walk *walk, guint64 address)
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

/* Reads the object at the walk's place. FALSE: there is none. */
static inline gboolean
read_object (Walk *walk, MgHeapObject *object)
{
  guint8 head[16];
  guint64 table;
  guint64 room = walk->segment->end - walk->at;

  if (G_LIKELY (walk->available >= 16))
    memcpy (head, walk->bytes, 16);
  else if (!mg_address_space_read (walk->space, walk->at, head, 16))
    return FALSE;
  memcpy (&table, head, 8);
  table &= ~MARK_BITS;
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
  if (rounded (object->size) > room || object->size < 16)
    return FALSE;
  object->bytes = object->size <= walk->available ? walk->bytes : NULL;
  return TRUE;
}

/* Whether RESYNC_OBJECTS objects in a row parse from ADDRESS (or the segment ends first). */
static gboolean
parses_from (const Walk *walk, guint64 address)
{
  Walk probe = *walk;

  probe.bytes = NULL;
  probe.last = NULL;
  for (guint i = 0; i < RESYNC_OBJECTS && address < walk->segment->end; i++)
    {
      MgHeapObject object;

      if (!move_to (&probe, address) || !read_object (&probe, &object))
        return FALSE;
      address += MAX (rounded (object.size), MIN_OBJECT);
    }
  return TRUE;
}

/* The next place behind ADDRESS where objects go on; the segment's end when there is none. */
static guint64
find_next (Walk *walk, guint64 address)
{
  for (guint64 at = address + 8; at < walk->segment->end; at += 8)
    {
      guint64 available, table;
      const guint8 *bytes = mg_address_space_find (walk->space, at, &available);

      if (bytes == NULL)
        {
          guint64 next = mg_address_space_next (walk->space, at);

          if (next >= walk->segment->end)
            break;
          at = (next & ~G_GUINT64_CONSTANT (7)) - 8; /* memory is missing: its words need not be tried one by one */
          continue;
        }
      if (available >= 8)
        {
          memcpy (&table, bytes, 8);
          /* Most words cannot be a MethodTable at all. */
          if (!mg_address_is_possible (table))
            continue;
        }
      if (parses_from (walk, at))
        return at;
    }
  return walk->segment->end;
}

static guint64
count_missing (const MgAddressSpace *space, guint64 from, guint64 to)
{
  guint64 missing = 0;

  while (from < to)
    {
      guint64 available;

      if (mg_address_space_find (space, from, &available))
        from += MIN (available, to - from);
      else
        {
          guint64 step = MIN (mg_address_space_next (space, from), to) - from;

          missing += step;
          from += step;
        }
    }
  return missing;
}

/* The address after what cannot be read at ADDRESS; counts the loss. */
static guint64
skip_gap (Walk *walk, guint64 address, MgWalkResult *result)
{
  guint64 next = find_next (walk, address);

  result->n_gaps++;
  result->lost_bytes += next - address;
  result->missing_bytes += count_missing (walk->space, address, next);
  walk->bytes = NULL;
  return next;
}

static inline gboolean
walk_segment (Walk *walk, MgObjectFunc func, gpointer user_data, MgWalkResult *result)
{
  guint64 address = walk->segment->start, end = walk->segment->end, gaps = result->n_gaps;
  guint64 hole = mg_gc_heap_next_hole (walk->heap, address);

  while (address < end)
    {
      MgHeapObject object;

      if (G_UNLIKELY (address >= hole))
        {
          guint64 behind = mg_gc_heap_hole_end (walk->heap, address);

          hole = mg_gc_heap_next_hole (walk->heap, address + 1);
          if (behind > address)
            {
              address = behind;
              hole = mg_gc_heap_next_hole (walk->heap, address);
              continue;
            }
        }
      if (G_LIKELY (move_to (walk, address) && read_object (walk, &object)))
        {
          result->n_objects++;
          if (!func (&object, user_data))
            return FALSE;
          address += MAX (rounded (object.size), MIN_OBJECT);
        }
      else
        address = skip_gap (walk, address, result);
    }
  if (address != end || result->n_gaps != gaps)
    result->n_bad_segments++;
  return TRUE;
}

gboolean
mg_heap_walk_segment (const MgGcHeap *heap,
                      const MgHeapSegment *segment,
                      MgMethodTables *tables,
                      MgObjectFunc func,
                      gpointer user_data,
                      MgWalkResult *result)
{
  Walk walk = { .space = tables->runtime->space, .heap = heap, .segment = segment, .tables = tables };

  return walk_segment (&walk, func, user_data, result);
}

/* ---- All segments, in several threads ---- */

typedef struct
{
  const MgGcHeap *heap;
  MgObjectIndex *index; /* marked; NULL */
  gboolean counts;
  MgProgress *progress;
  GError *error;
  guint64 total; /* bytes */
  guint64 done;  /* atomic */
  gint next;     /* atomic: segment that nobody walks yet */
  gint stop;     /* atomic */
  struct Worker *workers;
} Crew;

/* Of one thread; on a line of its own. */
typedef struct Worker
{
  Crew *crew;
  MgMethodTables *tables;
  guint64 free_table;
  guint32 segment;
  gboolean reports;
  guint64 n_slots;
  MgWalkResult result;
} __attribute__ ((aligned (128))) Worker;

static gboolean
crew_step (Worker *worker, guint64 done)
{
  Crew *crew = worker->crew;

  if (worker->reports && !mg_progress_step (crew->progress, done, crew->total, &crew->error))
    g_atomic_int_set (&crew->stop, 1);
  return !g_atomic_int_get (&crew->stop);
}

/* Large segments are not walked silently. */
static inline gboolean
step_within (Worker *worker, guint64 address)
{
  Crew *crew = worker->crew;
  const MgHeapSegment *segment;

  if (worker->result.n_objects % MG_PROGRESS_INTERVAL != 0)
    return TRUE;
  segment = &g_array_index (crew->heap->segments, MgHeapSegment, worker->segment);
  return crew_step (worker, __atomic_load_n (&crew->done, __ATOMIC_RELAXED) + (address - segment->start));
}

static gboolean
count_object (const MgHeapObject *object, gpointer user_data)
{
  object->table->count++;
  object->table->size += object->size;
  return step_within (user_data, object->address);
}

static gboolean
mark_object (const MgHeapObject *object, gpointer user_data)
{
  Worker *worker = user_data;

  if (object->table->address != worker->free_table)
    {
      mg_object_index_mark (worker->crew->index, worker->segment, object->address);
      if (object->table->n_series > 0)
        worker->n_slots += mg_method_table_n_slots (object->table, object->size);
      worker->n_slots += object->table->loader_object != 0;
    }
  return step_within (worker, object->address);
}

static gboolean
count_and_mark_object (const MgHeapObject *object, gpointer user_data)
{
  object->table->count++;
  object->table->size += object->size;
  return mark_object (object, user_data);
}

static gboolean
walk_one (Worker *worker, Walk *walk)
{
  const Crew *crew = worker->crew;

  if (crew->counts && crew->index)
    return walk_segment (walk, count_and_mark_object, worker, &worker->result);
  return crew->counts ? walk_segment (walk, count_object, worker, &worker->result)
                      : walk_segment (walk, mark_object, worker, &worker->result);
}

static void
work_on_segments (guint thread, gpointer data)
{
  Crew *crew = data;
  Worker *worker = &crew->workers[thread];

  for (;;)
    {
      guint32 i = (guint32) g_atomic_int_add (&crew->next, 1);
      const MgHeapSegment *segment;
      Walk walk = { .space = worker->tables->runtime->space, .heap = crew->heap, .tables = worker->tables };

      if (i >= crew->heap->segments->len)
        return;
      walk.segment = segment = &g_array_index (crew->heap->segments, MgHeapSegment, i);
      worker->segment = i;
      if (!walk_one (worker, &walk)
          || !crew_step (worker,
                         __atomic_add_fetch (&crew->done, segment->end - segment->start, __ATOMIC_RELAXED)))
        return;
    }
}

static void
add_result (MgWalkResult *result, const MgWalkResult *other)
{
  result->n_objects += other->n_objects;
  result->n_gaps += other->n_gaps;
  result->lost_bytes += other->lost_bytes;
  result->missing_bytes += other->missing_bytes;
  result->n_bad_segments += other->n_bad_segments;
}

/* Walks all segments. GATHER takes what each worker has found, NULL: nothing. FALSE when cancelled. */
static gboolean
walk_all (Crew *crew,
          const MgMethodTables *tables,
          void (*gather) (Worker *worker, gpointer data),
          gpointer data,
          GError **error)
{
  guint n = MIN (mg_parallel_threads (), MAX (crew->heap->segments->len, 1));
  Worker workers[MG_PARALLEL_MAX];

  for (guint i = 0; i < crew->heap->segments->len; i++)
    crew->total += g_array_index (crew->heap->segments, MgHeapSegment, i).end
                   - g_array_index (crew->heap->segments, MgHeapSegment, i).start;
  crew->workers = workers;
  for (guint i = 0; i < n; i++)
    workers[i] = (Worker){ .crew = crew,
                           .tables = mg_method_tables_fork (tables),
                           .free_table = tables->runtime->free_method_table,
                           .reports = i == 0 };
  mg_parallel_run (n, work_on_segments, crew);
  for (guint i = 0; i < n; i++)
    {
      gather (&workers[i], data);
      mg_method_tables_free (workers[i].tables);
    }
  if (crew->error == NULL)
    mg_progress_step (crew->progress, crew->total, crew->total, &crew->error);
  if (crew->error)
    g_propagate_error (error, crew->error);
  return crew->error == NULL;
}

typedef struct
{
  MgMethodTables *tables;
  MgWalkResult *result;
  guint64 n_slots;
} Count;

static void
gather_count (Worker *worker, gpointer data)
{
  Count *count = data;

  mg_method_tables_merge (count->tables, worker->tables);
  add_result (count->result, &worker->result);
  count->n_slots += worker->n_slots;
}

gboolean
mg_heap_walk_count (const MgGcHeap *heap,
                    MgMethodTables *tables,
                    MgObjectIndex *index,
                    guint64 *n_slots,
                    MgWalkResult *result,
                    MgProgress *progress,
                    GError **error)
{
  Crew crew = { .heap = heap, .index = index, .counts = TRUE, .progress = progress };
  Count count = { tables, result, 0 };

  if (!walk_all (&crew, tables, gather_count, &count, error))
    return FALSE;
  mg_method_tables_sort (tables);
  *n_slots = count.n_slots;
  return TRUE;
}

static void
gather_slots (Worker *worker, gpointer data)
{
  *(guint64 *) data += worker->n_slots;
}

gboolean
mg_heap_walk_mark (const MgGcHeap *heap,
                   const MgMethodTables *tables,
                   MgObjectIndex *index,
                   guint64 *n_slots,
                   MgProgress *progress,
                   GError **error)
{
  Crew crew = { .heap = heap, .index = index, .progress = progress };

  *n_slots = 0;
  return walk_all (&crew, tables, gather_slots, n_slots, error);
}
