#include "analysis/clr/heap-search.h"

#include <string.h>
#include <sys/mman.h>

#include "analysis/base/big-array.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"

/* Levels with fewer objects are not worth waking threads for. */
#define WORTH_THREADS 16384
/* Places of the queue that a thread takes at a time. */
#define PORTION 4096
/* How many places ahead an object's memory is fetched. */
#define FETCH_AHEAD 16
/* From its start: most objects reach into a second line of the cache here. */
#define FETCH_ALSO 40
/* An object takes three words at least. */
#define LEAST_WORDS 3
#define USUAL_WORDS 7
/* Objects met that a thread gathers before it takes places in the queue for them. */
#define GATHER 1024

typedef struct
{
  MgHeapSearch *search;
  guint64 next, end; /* next: atomic */
} Expansion;

typedef struct
{
  MgHeapSearch *search;
  gboolean alone;
  guint n;
  guint64 met[GATHER];
} Gatherer;

/* Addresses stand in the queue as words behind the first segment's start, in as many bytes as the last one needs: the
 * system's time for fresh memory is a good part of a search. */
static void
choose_places (MgHeapSearch *search, const MgObjectIndex *index)
{
  guint64 words = 1;

  search->first = index->n_segments > 0 ? index->segments[0].start : 0;
  if (index->n_segments > 0)
    words = (index->segments[index->n_segments - 1].end - search->first) / 8;
  search->place_bytes = 4;
  while (search->place_bytes < sizeof words && words >> (8 * search->place_bytes) != 0)
    search->place_bytes++;
  search->place_mask = G_MAXUINT64 >> (8 * (sizeof words - search->place_bytes));
}

/* Room for N addresses, of which only what is used takes memory. */
static gboolean
make_queue (MgHeapSearch *search, guint64 n)
{
  search->queue_bytes = (gsize) n * search->place_bytes + sizeof (guint64);
  search->queue = mmap (NULL, search->queue_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (search->queue == MAP_FAILED)
    return FALSE;
  (void) madvise (search->queue, search->queue_bytes, MADV_HUGEPAGE); /* merely a wish */
  return TRUE;
}

static guint64 *
close_all_but_starts (const MgObjectIndex *index)
{
  gsize n = index->n_blocks * MG_INDEX_WORDS + 1;
  guint64 *closed;

  if (!index->sealed)
    return mg_big_array_new0 (guint64, n);
  closed = mg_big_array_new (guint64, n);
  for (guint64 b = 0; b < index->n_blocks; b++)
    for (guint w = 0; w < MG_INDEX_WORDS; w++)
      closed[b * MG_INDEX_WORDS + w] = ~index->blocks[b].bits[w];
  return closed;
}

static void
fork_tables (MgHeapSearch *search, const MgMethodTables *tables)
{
  for (guint i = 0; i < search->n_threads; i++)
    search->tables[i] = mg_method_tables_fork (tables);
}

void
mg_heap_search_share_tables (MgHeapSearch *search, MgMethodTables *tables)
{
  for (guint i = 0; i < search->n_threads; i++)
    mg_method_tables_merge (tables, search->tables[i]);
  for (guint i = 0; i < search->n_threads; i++)
    mg_method_tables_free (search->tables[i]);
  fork_tables (search, tables);
}

MgHeapSearch *
mg_heap_search_new (const MgReferences *references)
{
  MgHeapSearch *search = g_new0 (MgHeapSearch, 1);
  const MgObjectIndex *index = references->index;

  search->references = references;
  choose_places (search, index);
  search->expected = index->sealed ? index->n_objects : index->n_blocks * MG_INDEX_BITS / USUAL_WORDS;
  if (!make_queue (search, index->sealed ? index->n_objects : index->n_blocks * MG_INDEX_BITS / LEAST_WORDS))
    {
      if (index->sealed)
        g_error ("no memory for %" G_GSIZE_FORMAT " bytes", search->queue_bytes);
      g_free (search);
      return NULL;
    }
  search->closed = close_all_but_starts (index);
  search->n_threads = mg_parallel_threads ();
  search->tables = g_new (MgMethodTables *, search->n_threads);
  fork_tables (search, references->clr->tables);
  return search;
}

void
mg_heap_search_free (MgHeapSearch *search)
{
  if (search == NULL)
    return;
  for (guint i = 0; i < search->n_threads; i++)
    mg_method_tables_free (search->tables[i]);
  g_free (search->tables);
  mg_dead_ends_free (search->ends);
  g_free (search->closed);
  munmap (search->queue, search->queue_bytes);
  g_free (search);
}

void
mg_heap_search_look_for (MgHeapSearch *search, MgMethodTables *tables, guint64 subject)
{
  const MgReferences *references = search->references;

  search->ends = mg_dead_ends_new (references->clr->modules, references->ties, tables, subject);
}

/* Where the bit of ADDRESS stands; NULL: no object can start there. */
static inline guint64 *
find_bit (const MgHeapSearch *search, guint64 address, guint64 *mask)
{
  const MgIndexedSegment *segment = mg_object_index_segment (search->references->index, address);
  guint64 bit;

  if (G_UNLIKELY (segment == NULL || (address & 7)))
    return NULL;
  bit = mg_object_index_bit (segment, address);
  *mask = G_GUINT64_CONSTANT (1) << (bit % 64);
  return &search->closed[bit / 64];
}

/* Writes N addresses, at least one, into the queue from place AT on. */
static inline void
put (MgHeapSearch *search, guint64 at, const guint64 *addresses, guint n)
{
  guint8 *to = search->queue + at * search->place_bytes;
  guint64 words;

  for (guint i = 0; i + 1 < n; i++, to += search->place_bytes)
    {
      words = GUINT64_TO_LE ((addresses[i] - search->first) / 8);
      memcpy (to, &words, sizeof words); /* the zeros behind it make way for the next one */
    }
  words = GUINT64_TO_LE ((addresses[n - 1] - search->first) / 8);
  memcpy (to, &words, search->place_bytes); /* what is behind it belongs to another thread */
}

gboolean
mg_heap_search_meet (MgHeapSearch *search, guint64 address)
{
  guint64 mask, *word = find_bit (search, address, &mask);

  if (word == NULL || (*word & mask))
    return FALSE;
  *word |= mask;
  put (search, search->tail++, &address, 1);
  return TRUE;
}

gboolean
mg_heap_search_has_met (const MgHeapSearch *search, guint64 address)
{
  guint64 mask;
  const guint64 *word = find_bit (search, address, &mask);
  const MgObjectIndex *index = search->references->index;

  return word != NULL && (*word & mask) && (!index->sealed || mg_object_index_find (index, address) != MG_OBJECT_NONE);
}

/* Leaves the room for what is met as it is: a list has hundreds of thousands of levels with one object each. */
static inline void
begin_gathering (Gatherer *gatherer, MgHeapSearch *search, gboolean alone)
{
  gatherer->search = search;
  gatherer->alone = alone;
  gatherer->n = 0;
}

static void
flush (Gatherer *gatherer)
{
  MgHeapSearch *search = gatherer->search;
  guint64 at;

  if (gatherer->n == 0)
    return;
  if (gatherer->alone)
    {
      at = search->tail;
      search->tail += gatherer->n;
    }
  else
    at = __atomic_fetch_add (&search->tail, gatherer->n, __ATOMIC_RELAXED);
  put (search, at, gatherer->met, gatherer->n);
  gatherer->n = 0;
}

static inline void
gather (guint64 target, gpointer data)
{
  Gatherer *gatherer = data;
  guint64 mask, *word = find_bit (gatherer->search, target, &mask);

  if (word == NULL || (__atomic_load_n (word, __ATOMIC_RELAXED) & mask))
    return;
  if (gatherer->alone)
    *word |= mask;
  else if (__atomic_fetch_or (word, mask, __ATOMIC_RELAXED) & mask)
    return;
  gatherer->met[gatherer->n++] = target;
  if (G_UNLIKELY (gatherer->n == GATHER))
    flush (gatherer);
}

static inline void
fetch (const MgHeapSearch *search, guint64 place, guint64 end)
{
  const MgIndexedSegment *segment;
  guint64 address;

  if (place >= end)
    return;
  address = mg_heap_search_address (search, place);
  segment = mg_object_index_segment (search->references->index, address);
  if (segment == NULL || segment->bytes == NULL)
    return;
  mg_prefetch (segment->bytes + (address - segment->start));
  mg_prefetch (segment->bytes + (address - segment->start) + FETCH_ALSO);
}

void
mg_heap_search_fetch (const MgHeapSearch *search, guint64 place, guint64 end)
{
  fetch (search, place + FETCH_AHEAD, end);
}

static void
expand_places (Gatherer *gatherer, MgMethodTables *tables, guint64 from, guint64 end)
{
  const MgHeapSearch *search = gatherer->search;
  const MgReferences *references = search->references;

  for (guint64 place = from; place < end; place++)
    {
      guint64 address = mg_heap_search_address (search, place);
      const MgIndexedSegment *segment = mg_object_index_segment (references->index, address);
      MgReferrer object;

      fetch (search, place + FETCH_AHEAD, end);
      if (mg_references_open (references, tables, segment, address, &object))
        mg_references_each_of (references, &object, mg_heap_search_table (search, &object), gather, gatherer);
    }
}

static void
expand_in_thread (guint thread, gpointer data)
{
  Expansion *expansion = data;
  Gatherer gatherer;

  begin_gathering (&gatherer, expansion->search, FALSE);
  for (;;)
    {
      guint64 from = __atomic_fetch_add (&expansion->next, PORTION, __ATOMIC_RELAXED);

      if (from >= expansion->end)
        break;
      expand_places (&gatherer, expansion->search->tables[thread], from, MIN (from + PORTION, expansion->end));
    }
  flush (&gatherer);
}

void
mg_heap_search_expand (MgHeapSearch *search, guint64 from, guint64 end)
{
  Expansion expansion = { .search = search, .next = from, .end = end };
  Gatherer gatherer;

  if (end - from >= WORTH_THREADS && search->n_threads > 1)
    {
      mg_parallel_run (search->n_threads, expand_in_thread, &expansion);
      return;
    }
  begin_gathering (&gatherer, search, TRUE);
  expand_places (&gatherer, search->tables[0], from, end);
  flush (&gatherer);
}

gboolean
mg_heap_search_all (MgHeapSearch *search, guint64 from, MgProgress *progress, GError **error)
{
  guint64 reported = from;

  while (from < search->tail)
    {
      guint64 end = search->tail;

      /* Large levels in parts, so that the wish to stop is heard. */
      if (end - from > 4 * MG_PROGRESS_INTERVAL)
        end = from + 4 * MG_PROGRESS_INTERVAL;
      mg_heap_search_expand (search, from, end);
      from = end;
      if (from >= reported + MG_PROGRESS_INTERVAL)
        {
          if (!mg_progress_step (progress, from, search->expected, error))
            return FALSE;
          reported = from;
        }
    }
  return TRUE;
}
