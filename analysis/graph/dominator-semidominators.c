/* Sweep 2 of the dominators (dominators.c): semidominators, from the last number to the first.
 *
 * A referrer with a smaller number counts itself; one with a greater number counts as the least semidominator on its
 * path up, which is only known when its turn has been. So everything but these paths can be read ahead, and is, chunk
 * by chunk, by all threads; the first one then goes along the paths, in order. When it finds the next chunk unread, it
 * reads one itself. */
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"
#include "analysis/graph/dominators-private.h"

/* Numbers of a chunk. */
#define CHUNK 4096
/* Chunks read ahead, for each thread. */
#define AHEAD 4
#define THREADS_MOST 4
/* Words that are kept of a chunk. Referrers beyond, and of a node with more, are read when they have their turn. */
#define WORDS_MOST 65536
/* How many numbers ahead a chunk's reader fetches what it will read. */
#define FETCH_OFFSET 24
#define FETCH_SOURCES 16
#define FETCH_NUMBERS 8
#define FETCH_MOST 8
#define FETCH_ROWS 32 /* above FETCH_SOURCES; a power of two */
/* How many words ahead their links are fetched. */
#define FETCH_LINKS 16

/* ---- Reading ahead ---- */

/* Who refers to a node. One referrer alone is the parent in the depth-first tree, as the node was reached: nearly all
 * nodes of a heap are such, and then neither the referrer nor its number is read. */
typedef struct
{
  const MgNode *sources;
  guint32 n;
} Row;

/* What is left to do of the numbers of a chunk, from the last to the first: number, N, and the numbers of N referrers
 * that are greater. N = 0: all of its referrers. */
typedef struct
{
  guint32 *words;
  guint32 n, room;
  gboolean is_ready; /* under the lock */
} Chunk;

typedef struct
{
  MgDominatorsWork *work;
  const MgReverse *reverse;
  guint32 n_chunks;
  Chunk *chunks; /* number I is in place I mod n_places */
  guint32 n_places;
  GMutex lock; /* guards what follows */
  GCond changed;
  guint32 next; /* that nobody reads yet */
  guint32 n_done;
  gboolean stop;
  gboolean go_on; /* the first thread's alone */
} Crew;

/* Rows of the numbers that come next. */
typedef struct
{
  const MgDominatorsWork *work;
  const MgReverse *reverse;
  guint32 low; /* first number of the chunk */
  Row rows[FETCH_ROWS];
} Ahead;

static inline Row *
row_of (Ahead *ahead, guint32 number)
{
  return &ahead->rows[number % FETCH_ROWS];
}

static inline void
find_row (Ahead *ahead, guint32 number)
{
  Row *row = row_of (ahead, number);

  row->sources = mg_reverse_sources (ahead->reverse, ahead->work->vertex[number], &row->n);
  if (row->n > 1)
    mg_prefetch (row->sources);
}

/* Asks for the memory that the numbers before I will need, at three distances, since each step tells where the next one
 * reads. */
static inline void
fetch_ahead (Ahead *ahead, guint32 i)
{
  const MgDominatorsWork *work = ahead->work;
  const Row *row;

  if (i < ahead->low + FETCH_SOURCES)
    return;
  if (i >= ahead->low + FETCH_OFFSET)
    mg_prefetch (&ahead->reverse->first.delta[work->vertex[i - FETCH_OFFSET]]);
  find_row (ahead, i - FETCH_SOURCES);
  row = row_of (ahead, i - FETCH_NUMBERS);
  for (guint32 k = 0; row->n > 1 && k < MIN (row->n, FETCH_MOST); k++)
    mg_prefetch (&work->number[row->sources[k]]);
}

/* A word on a stack that may be chance takes nothing from what holds an object for certain; what is not reachable holds
 * nothing. */
static inline gboolean
counts (const MgDominatorsWork *work, guint32 source, guint32 i)
{
  return source != 0 && (source <= work->n_certain || i > work->n_certain);
}

static void
make_room (Chunk *chunk, guint32 n)
{
  if (chunk->room - chunk->n >= n)
    return;
  chunk->room = MAX (chunk->n + n, 2 * chunk->room);
  chunk->words = g_renew (guint32, chunk->words, chunk->room);
}

/* Adds what is left to do of number I to CHUNK. Returns the least of what is known. */
static guint32
read_row (const MgDominatorsWork *work, const Row *row, guint32 i, Chunk *chunk)
{
  guint32 semi = work->idom[i], first = chunk->n + 2, *words;

  make_room (chunk, 2 + row->n);
  words = chunk->words + first;
  for (guint32 k = 0; k < row->n; k++)
    {
      guint32 source = work->number[row->sources[k]];

      if (k + FETCH_MOST < row->n)
        mg_prefetch (&work->number[row->sources[k + FETCH_MOST]]);
      if (!counts (work, source, i))
        continue;
      if (source > i)
        *words++ = source;
      else
        semi = MIN (semi, source);
    }
  chunk->words[first - 2] = i;
  chunk->words[first - 1] = (guint32) (words - chunk->words) - first;
  if (chunk->words[first - 1] > 0)
    chunk->n = (guint32) (words - chunk->words);
  return semi;
}

static void
put_off (Chunk *chunk, guint32 i)
{
  make_room (chunk, 2);
  chunk->words[chunk->n++] = i;
  chunk->words[chunk->n++] = 0;
}

/* Reads chunk NUMBER: what has nothing left to do is linked. */
static void
read_chunk (const Crew *crew, guint32 number)
{
  MgDominatorsWork *work = crew->work;
  Chunk *chunk = &crew->chunks[number % crew->n_places];
  guint32 high = work->n - number * CHUNK, low = high > CHUNK + 1 ? high - CHUNK + 1 : 2;
  Ahead ahead = { work, crew->reverse, low, { { NULL, 0 } } };

  chunk->n = 0;
  for (guint32 i = high; i >= low && i + FETCH_SOURCES > high; i--)
    find_row (&ahead, i);
  for (guint32 i = high; i >= low; i--)
    {
      const Row *row = row_of (&ahead, i);
      guint32 semi = work->idom[i];

      fetch_ahead (&ahead, i);
      if (row->n > WORDS_MOST - MIN (chunk->n, WORDS_MOST))
        {
          put_off (chunk, i); /* its node is still to be known */
          continue;
        }
      if (row->n > 1)
        semi = read_row (work, row, i, chunk);
      work->vertex[i] = semi;
      work->link[i] = (MgDominatorsLink){ work->idom[i], semi };
    }
}

/* ---- Paths ---- */

/* The least semidominator on the path from NUMBER up to (without) the last ancestor, which is not linked yet: at or
 * before LIMIT. Shortens the path; the way back is kept in the links themselves. */
static guint32
least_semidominator (MgDominatorsLink *link, guint32 number, guint32 limit)
{
  guint32 least, ancestor, below = 0;

  while ((ancestor = link[number].ancestor) > limit)
    {
      link[number].ancestor = below;
      below = number;
      number = ancestor;
    }
  least = link[number].label;
  while (below != 0)
    {
      MgDominatorsLink *at = &link[below];

      below = at->ancestor;
      least = MIN (least, at->label);
      *at = (MgDominatorsLink){ ancestor, least };
    }
  return least;
}

/* Of number I, whose row nobody has read. */
static guint32
semidominator_of_row (const MgDominatorsWork *work, const MgReverse *reverse, guint32 i)
{
  guint32 n, semi = work->idom[i];
  const MgNode *sources = mg_reverse_sources (reverse, work->vertex[i], &n);

  for (guint32 k = 0; k < n; k++)
    {
      guint32 source = work->number[sources[k]];

      if (k + 2 * FETCH_MOST < n)
        {
          mg_prefetch (&work->number[sources[k + 2 * FETCH_MOST]]);
          mg_prefetch (&work->link[work->number[sources[k + FETCH_MOST]]]);
        }
      if (!counts (work, source, i))
        continue;
      if (source > i)
        source = least_semidominator (work->link, source, i);
      semi = MIN (semi, source);
    }
  return semi;
}

/* Numbers stand in CHUNK, and counts that are no greater: all are places of link[]. */
static void
finish_chunk (MgDominatorsWork *work, const MgReverse *reverse, const Chunk *chunk)
{
  const guint32 *words = chunk->words;

  for (guint32 at = 0; at < chunk->n;)
    {
      guint32 i = words[at++], n = words[at++], semi;

      semi = n > 0 ? work->vertex[i] : semidominator_of_row (work, reverse, i);
      for (guint32 end = at + n; at < end; at++)
        {
          guint32 least;

          if (at + FETCH_LINKS < chunk->n)
            mg_prefetch (&work->link[words[at + FETCH_LINKS]]);
          least = least_semidominator (work->link, words[at], i);
          semi = MIN (semi, least);
        }
      work->vertex[i] = semi;
      work->link[i] = (MgDominatorsLink){ work->idom[i], semi };
    }
}

/* ---- Threads ---- */

/* Reads the next chunk if there is one and room for it. Called with the lock, which it gives up for a while. */
static gboolean
read_next (Crew *crew)
{
  guint32 number = crew->next;

  if (number == crew->n_chunks || number - crew->n_done == crew->n_places)
    return FALSE;
  crew->next++;
  g_mutex_unlock (&crew->lock);
  read_chunk (crew, number);
  g_mutex_lock (&crew->lock);
  crew->chunks[number % crew->n_places].is_ready = TRUE;
  g_cond_broadcast (&crew->changed);
  return TRUE;
}

static void
read_all (Crew *crew)
{
  g_mutex_lock (&crew->lock);
  while (!crew->stop && crew->next < crew->n_chunks)
    if (!read_next (crew))
      g_cond_wait (&crew->changed, &crew->lock);
  g_mutex_unlock (&crew->lock);
}

static void
wait_for (Crew *crew, Chunk *chunk)
{
  g_mutex_lock (&crew->lock);
  while (!chunk->is_ready)
    if (!read_next (crew))
      g_cond_wait (&crew->changed, &crew->lock);
  chunk->is_ready = FALSE;
  g_mutex_unlock (&crew->lock);
}

static void
end_chunk (Crew *crew, gboolean go_on)
{
  g_mutex_lock (&crew->lock);
  crew->n_done++;
  crew->stop = !go_on;
  g_cond_broadcast (&crew->changed);
  g_mutex_unlock (&crew->lock);
}

static void
finish_all (Crew *crew)
{
  for (guint32 number = 0; number < crew->n_chunks && crew->go_on; number++)
    {
      Chunk *chunk = &crew->chunks[number % crew->n_places];

      wait_for (crew, chunk);
      finish_chunk (crew->work, crew->reverse, chunk);
      crew->go_on = mg_dominators_step (crew->work, MG_DOMINATORS_SEMIDOMINATORS, number * CHUNK);
      end_chunk (crew, crew->go_on);
    }
}

static void
work_in_thread (guint thread, gpointer data)
{
  if (thread == 0)
    finish_all (data);
  else
    read_all (data);
}

gboolean
mg_dominators_find_semidominators (MgDominatorsWork *work, const MgReverse *reverse)
{
  Crew crew = { .work = work, .reverse = reverse, .go_on = TRUE };
  guint n_threads = MIN (mg_parallel_threads_for (work->n), THREADS_MOST);

  crew.n_chunks = (work->n - 1 + CHUNK - 1) / CHUNK;
  crew.n_places = n_threads > 1 ? AHEAD * n_threads : 1;
  crew.chunks = g_new0 (Chunk, crew.n_places);
  g_mutex_init (&crew.lock);
  g_cond_init (&crew.changed);
  mg_parallel_run (n_threads, work_in_thread, &crew);
  g_cond_clear (&crew.changed);
  g_mutex_clear (&crew.lock);
  for (guint32 i = 0; i < crew.n_places; i++)
    g_free (crew.chunks[i].words);
  g_free (crew.chunks);
  return crew.go_on;
}
