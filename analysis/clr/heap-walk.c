#include "analysis/clr/heap-walk.h"

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
          if (table < 0x10000 || table >> 47 != 0)
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

gboolean
mg_heap_walk_segment (const MgGcHeap *heap,
                      const MgHeapSegment *segment,
                      MgMethodTables *tables,
                      MgObjectFunc func,
                      gpointer user_data,
                      MgWalkResult *result)
{
  Walk walk = { .space = tables->runtime->space, .heap = heap, .segment = segment, .tables = tables };
  guint64 address = segment->start;
  guint64 gaps = result->n_gaps;

  while (address < segment->end)
    {
      MgHeapObject object;
      guint64 hole = heap->contexts->len > 0 ? mg_gc_heap_hole_end (heap, address) : 0;

      if (hole > address)
        {
          address = hole;
          continue;
        }
      if (G_LIKELY (move_to (&walk, address) && read_object (&walk, &object)))
        {
          result->n_objects++;
          if (!func (&object, user_data))
            return FALSE;
          address += MAX (rounded (object.size), MIN_OBJECT);
          continue;
        }
      {
        guint64 next = find_next (&walk, address);

        result->n_gaps++;
        result->lost_bytes += next - address;
        result->missing_bytes += count_missing (walk.space, address, next);
        address = next;
        walk.bytes = NULL;
      }
    }
  if (address != segment->end || result->n_gaps != gaps)
    result->n_bad_segments++;
  return TRUE;
}

gboolean
mg_heap_walk (const MgGcHeap *heap,
              MgMethodTables *tables,
              MgObjectFunc func,
              gpointer user_data,
              MgWalkResult *result,
              MgProgress *progress,
              GError **error)
{
  guint64 total = 0, done = 0;

  for (guint i = 0; i < heap->segments->len; i++)
    {
      const MgHeapSegment *segment = &g_array_index (heap->segments, MgHeapSegment, i);

      total += segment->end - segment->start;
    }
  for (guint i = 0; i < heap->segments->len; i++)
    {
      const MgHeapSegment *segment = &g_array_index (heap->segments, MgHeapSegment, i);

      if (!mg_heap_walk_segment (heap, segment, tables, func, user_data, result))
        return mg_progress_step (progress, done, total, error) && FALSE;
      done += segment->end - segment->start;
      if (!mg_progress_step (progress, done, total, error))
        return FALSE;
    }
  return TRUE;
}
