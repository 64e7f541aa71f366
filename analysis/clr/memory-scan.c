#include "analysis/clr/memory-scan.h"

#include <string.h>

#include "analysis/base/lower-bound.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"

/* What a thread takes at a time. */
#define PORTION (1u << 20)
/* What is read at a time where memory does not lie in one piece: pages may be missing. */
#define PAGE 4096
/* Words that are looked at together: nearly always none of them is in the range. */
#define TOGETHER 8
/* Bytes ahead that are fetched: a page, since a processor by itself fetches ahead only within one. */
#define FETCH_AHEAD 4096

typedef struct
{
  guint64 start, end;  /* addresses */
  const guint8 *bytes; /* of start; NULL: not in one piece */
} Portion;

typedef struct
{
  const MgAddressSpace *space;
  guint64 start, size; /* of the range */
  gsize most;
  MgProgress *progress;
  GArray *portions;
  guint next;     /* atomic: portion */
  gboolean stop;  /* atomic: there are too many */
  GArray **found; /* of each thread: MgScanWord */
} Scan;

static GArray *
cut_into_portions (const MgObjectIndex *index)
{
  GArray *portions = g_array_new (FALSE, FALSE, sizeof (Portion));

  for (guint32 s = 0; s < index->n_segments; s++)
    {
      const MgIndexedSegment *segment = &index->segments[s];

      for (guint64 at = segment->start; at < segment->end; at += PORTION)
        {
          Portion portion = { at, MIN (at + PORTION, segment->end),
                              segment->bytes ? segment->bytes + (at - segment->start) : NULL };

          g_array_append_val (portions, portion);
        }
    }
  return portions;
}

static inline gboolean
is_wanted (const Scan *scan, guint64 word)
{
  return word - scan->start < scan->size;
}

static void
keep (Scan *scan, GArray *found, guint64 word, guint64 at)
{
  MgScanWord entry = { word, at };

  if (found->len < scan->most)
    g_array_append_val (found, entry);
  else
    __atomic_store_n (&scan->stop, TRUE, __ATOMIC_RELAXED);
}

/* N words at BYTES, which are at address AT. */
static void
scan_words (Scan *scan, GArray *found, const guint8 *bytes, gsize n, guint64 at)
{
  gsize i = 0;

  for (; i + TOGETHER <= n; i += TOGETHER)
    {
      guint64 words[TOGETHER];
      gboolean any = FALSE;

      mg_prefetch (bytes + 8 * i + FETCH_AHEAD);
      memcpy (words, bytes + 8 * i, sizeof words);
      for (guint k = 0; k < TOGETHER; k++)
        any |= is_wanted (scan, words[k]);
      for (guint k = 0; any && k < TOGETHER; k++)
        if (is_wanted (scan, words[k]))
          keep (scan, found, words[k], at + 8 * (i + k));
    }
  for (; i < n; i++)
    {
      guint64 word;

      memcpy (&word, bytes + 8 * i, sizeof word);
      if (is_wanted (scan, word))
        keep (scan, found, word, at + 8 * i);
    }
}

/* Page by page: the next one may be missing. */
static void
scan_pages (Scan *scan, GArray *found, guint64 from, guint64 end, guint8 *room)
{
  while (from < end)
    {
      gsize bytes = MIN (PAGE - from % PAGE, end - from);

      if (mg_address_space_read (scan->space, from, room, bytes))
        scan_words (scan, found, room, bytes / 8, from);
      from += bytes;
    }
}

static void
scan_portion (Scan *scan, GArray *found, const Portion *portion, guint8 *room)
{
  if (portion->bytes != NULL)
    scan_words (scan, found, portion->bytes, (gsize) (portion->end - portion->start) / 8, portion->start);
  else
    scan_pages (scan, found, portion->start, portion->end, room);
}

static void
scan_in_thread (guint thread, gpointer data)
{
  Scan *scan = data;
  guint8 room[PAGE];
  guint i;

  while ((i = __atomic_fetch_add (&scan->next, 1, __ATOMIC_RELAXED)) < scan->portions->len
         && !__atomic_load_n (&scan->stop, __ATOMIC_RELAXED) && !mg_progress_is_cancelled (scan->progress))
    scan_portion (scan, scan->found[thread], &g_array_index (scan->portions, Portion, i), room);
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const MgScanWord *first = a, *second = b;

  if (first->target != second->target)
    return first->target < second->target ? -1 : 1;
  return first->at < second->at ? -1 : first->at > second->at;
}

/* All threads' words in one list. */
static void
gather (Scan *scan, guint n_threads, MgScanWords *words)
{
  GArray *all = scan->found[0];

  for (guint t = 1; t < n_threads; t++)
    g_array_append_vals (all, scan->found[t]->data, scan->found[t]->len);
  g_array_sort (all, compare_words);
  words->n = all->len;
  words->words = (MgScanWord *) (gpointer) g_array_free (g_steal_pointer (&scan->found[0]), FALSE);
}

gboolean
mg_memory_scan (const MgObjectIndex *index,
                const MgAddressSpace *space,
                guint64 start,
                guint64 end,
                gsize most,
                MgProgress *progress,
                MgScanWords *words)
{
  guint n_threads = mg_parallel_threads ();
  Scan scan = { .space = space, .start = start, .size = end - start, .most = most, .progress = progress };

  scan.portions = cut_into_portions (index);
  scan.found = g_new (GArray *, n_threads);
  for (guint t = 0; t < n_threads; t++)
    scan.found[t] = g_array_new (FALSE, FALSE, sizeof (MgScanWord));
  mg_parallel_run (n_threads, scan_in_thread, &scan);
  gather (&scan, n_threads, words);
  for (guint t = 1; t < n_threads; t++)
    g_array_unref (scan.found[t]);
  g_free (scan.found);
  g_array_unref (scan.portions);
  return !scan.stop && words->n <= most && !mg_progress_is_cancelled (progress);
}

void
mg_scan_words_clear (MgScanWords *words)
{
  g_clear_pointer (&words->words, g_free);
  words->n = 0;
}

gsize
mg_scan_words_find (const MgScanWords *words, guint64 target)
{
  return mg_lower_bound (words->words, words->n, sizeof *words->words, target);
}
