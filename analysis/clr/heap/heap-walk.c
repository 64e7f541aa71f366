#include "analysis/clr/heap/heap-walk.h"

#include "analysis/base/parallel.h"
#include "analysis/base/progress.h"
#include "analysis/clr/heap/heap-pieces.h"

gboolean
mg_heap_walk_segment (const MgGcHeap *heap,
                      const MgHeapSegment *segment,
                      MgMethodTables *tables,
                      MgObjectFunc func,
                      gpointer user_data,
                      MgWalkResult *result)
{
  MgSegmentWalk walk = mg_segment_walk (heap, segment, tables);
  guint64 at = segment->start, gaps = result->n_gaps;

  if (!mg_segment_walk_run (&walk, &at, segment->end, func, user_data, result))
    return FALSE;
  if (at != segment->end || result->n_gaps != gaps)
    result->n_bad_segments++;
  return TRUE;
}

/* ---- All segments, in several threads ---- */

typedef struct
{
  const MgGcHeap *heap;
  MgObjectIndex *index; /* marked; NULL */
  gboolean counts;      /* by MethodTable */
  gboolean finds_use;   /* by segment, and nothing else */
  MgHeapPieces *pieces;
  MgProgress *progress;
  GError *error;
  gint stop; /* atomic */
  struct Worker *workers;
} Crew;

/* Of one thread; on a line of its own. What it takes back may be what another has added: only the sums over all workers
 * mean something. */
typedef struct Worker
{
  Crew *crew;
  MgMethodTables *tables;
  guint64 free_table;
  const MgHeapPiece *piece;
  gboolean reports;
  guint64 n_slots;
  MgSegmentUse *use; /* by segment */
  MgWalkResult result;
} __attribute__ ((aligned (128))) Worker;

static gboolean
crew_step (Worker *worker, guint64 done)
{
  Crew *crew = worker->crew;

  if (worker->reports && !mg_progress_step (crew->progress, done, crew->pieces->n_bytes, &crew->error))
    g_atomic_int_set (&crew->stop, 1);
  return !g_atomic_int_get (&crew->stop);
}

/* Large segments are not walked silently. */
static inline gboolean
step_within (Worker *worker, guint64 address)
{
  if (worker->result.n_objects % MG_PROGRESS_INTERVAL != 0)
    return TRUE;
  return crew_step (worker, worker->piece->bytes_before + (address - worker->piece->from));
}

static inline guint64
slots_of (const MgHeapObject *object)
{
  guint64 n = object->table->loader_object != 0;

  return object->table->n_series > 0 ? n + mg_method_table_n_slots (object->table, object->size) : n;
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
      mg_object_index_mark (worker->crew->index, worker->piece->segment, object->address);
      worker->n_slots += slots_of (object);
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

/* N = 1, or -1 (wraps). */
static inline void
add_use (Worker *worker, const MgHeapObject *object, guint64 n)
{
  MgSegmentUse *use = &worker->use[worker->piece->segment];

  if (object->table->address == worker->free_table)
    {
      use->n_free += n;
      use->free_bytes += n * object->size;
    }
  else
    {
      use->n_objects += n;
      use->object_bytes += n * object->size;
    }
}

static gboolean
use_object (const MgHeapObject *object, gpointer user_data)
{
  add_use (user_data, object, 1);
  return step_within (user_data, object->address);
}

/* Undoes what one of the above did. */
static gboolean
take_back_object (const MgHeapObject *object, gpointer user_data)
{
  Worker *worker = user_data;

  if (worker->use)
    add_use (worker, object, (guint64) -1);
  if (worker->crew->counts)
    {
      object->table->count--;
      object->table->size -= object->size;
    }
  if (worker->crew->index && object->table->address != worker->free_table)
    {
      mg_object_index_unmark (worker->crew->index, worker->piece->segment, object->address);
      worker->n_slots -= slots_of (object);
    }
  return TRUE;
}

/* Walks from *ADDRESS until UNTIL within the worker's piece. FALSE: stopped. Not inlined itself, so that the
 * functions it calls for each object are. */
G_NO_INLINE static gboolean
walk_on (Worker *worker, MgSegmentWalk *walk, guint64 *address, guint64 until)
{
  const Crew *crew = worker->crew;

  if (crew->finds_use)
    return mg_segment_walk_run (walk, address, until, use_object, worker, &worker->result);
  if (crew->counts && crew->index)
    return mg_segment_walk_run (walk, address, until, count_and_mark_object, worker, &worker->result);
  return crew->counts ? mg_segment_walk_run (walk, address, until, count_object, worker, &worker->result)
                      : mg_segment_walk_run (walk, address, until, mark_object, worker, &worker->result);
}

static gboolean
walk_back (Worker *worker, MgSegmentWalk *walk, guint64 *address, guint64 until)
{
  MgWalkResult result = { 0 };

  if (!mg_segment_walk_run (walk, address, until, take_back_object, worker, &result))
    return FALSE;
  worker->result.n_objects -= result.n_objects;
  return crew_step (worker, worker->piece->bytes_before);
}

static MgSegmentWalk
begin (Worker *worker, const MgHeapPiece *piece)
{
  worker->piece = piece;
  return mg_segment_walk (worker->crew->heap,
                          &g_array_index (worker->crew->heap->segments, MgHeapSegment, piece->segment),
                          worker->tables);
}

static gboolean
walk_piece (Worker *worker, MgHeapPiece *piece)
{
  MgSegmentWalk walk = begin (worker, piece);
  guint64 gaps = worker->result.n_gaps;

  if (piece->start == 0)
    {
      piece->start = mg_segment_walk_guess (&walk, piece->from);
      if (piece->start == 0)
        piece->start = piece->to;
      walk.doubtful = TRUE;
    }
  piece->arrived = piece->start;
  if (!walk_on (worker, &walk, &piece->arrived, piece->to))
    return FALSE;
  piece->n_gaps = (guint32) (worker->result.n_gaps - gaps);
  return crew_step (worker, piece->bytes_before + (piece->to - piece->from));
}

/* Makes what was walked of PIECE what a walk from START on has to find: two walks take turns, whichever is behind, the
 * right one forward and the wrong one taking back, until they meet. */
static gboolean
mend_piece (Worker *worker, MgHeapPiece *piece, guint64 start)
{
  MgSegmentWalk right = begin (worker, piece), wrong = right;
  guint64 at = start, wrong_at = piece->start, gaps = worker->result.n_gaps;

  while (wrong_at < piece->arrived && wrong_at != at)
    if (at < wrong_at ? !walk_on (worker, &right, &at, wrong_at)
                      : !walk_back (worker, &wrong, &wrong_at, MIN (at, piece->arrived)))
      return FALSE;
  if (at == wrong_at && at < piece->arrived)
    at = piece->arrived;
  if (!walk_on (worker, &right, &at, piece->to))
    return FALSE;
  piece->arrived = at;
  piece->n_gaps = (guint32) (worker->result.n_gaps - gaps);
  return TRUE;
}

static gboolean
mend_pieces (Worker *worker)
{
  MgHeapPiece *piece;
  guint64 start;

  while ((piece = mg_heap_pieces_claim_wrong (worker->crew->pieces, &start)) != NULL)
    {
      if (!mend_piece (worker, piece, start))
        return FALSE;
      mg_heap_pieces_add_mended (worker->crew->pieces, piece);
    }
  return TRUE;
}

static void
work_on_pieces (guint thread, gpointer data)
{
  Crew *crew = data;
  Worker *worker = &crew->workers[thread];
  MgHeapPiece *piece;

  while ((piece = mg_heap_pieces_claim (crew->pieces)) != NULL)
    {
      if (!walk_piece (worker, piece))
        return;
      mg_heap_pieces_add_walked (crew->pieces, piece);
      if (!mend_pieces (worker))
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
}

/* Walks all segments. GATHER takes what each worker has found. FALSE when cancelled. */
static gboolean
walk_all (Crew *crew,
          const MgMethodTables *tables,
          void (*gather) (Worker *worker, gpointer data),
          gpointer data,
          GError **error)
{
  guint n = mg_parallel_threads ();
  Worker workers[MG_PARALLEL_MAX];

  crew->pieces = mg_heap_pieces_new (crew->heap, n == 1);
  n = MIN (n, MAX (crew->pieces->n, 1));
  crew->workers = workers;
  for (guint i = 0; i < n; i++)
    workers[i] = (Worker){ .crew = crew,
                           .tables = mg_method_tables_fork (tables),
                           .free_table = tables->runtime->free_method_table,
                           .use = crew->finds_use ? g_new0 (MgSegmentUse, crew->heap->segments->len) : NULL,
                           .reports = i == 0 };
  mg_parallel_run (n, work_on_pieces, crew);
  workers[0].result.n_bad_segments = crew->pieces->n_bad_segments;
  for (guint i = 0; i < n; i++)
    {
      gather (&workers[i], data);
      mg_method_tables_free (workers[i].tables);
      g_free (workers[i].use);
    }
  if (crew->error == NULL)
    mg_progress_step (crew->progress, crew->pieces->n_bytes, crew->pieces->n_bytes, &crew->error);
  g_clear_pointer (&crew->pieces, mg_heap_pieces_free);
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
  count->result->n_bad_segments += worker->result.n_bad_segments;
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
  mg_method_tables_keep_met (tables);
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

static void
gather_use (Worker *worker, gpointer data)
{
  MgSegmentUse *use = data;

  for (guint i = 0; i < worker->crew->heap->segments->len; i++)
    {
      use[i].n_objects += worker->use[i].n_objects;
      use[i].object_bytes += worker->use[i].object_bytes;
      use[i].n_free += worker->use[i].n_free;
      use[i].free_bytes += worker->use[i].free_bytes;
    }
}

MgSegmentUse *
mg_heap_walk_use (const MgGcHeap *heap, const MgMethodTables *tables)
{
  Crew crew = { .heap = heap, .finds_use = TRUE };
  MgSegmentUse *use = g_new0 (MgSegmentUse, heap->segments->len + 1);

  walk_all (&crew, tables, gather_use, use, NULL);
  return use;
}
