/* The dominator tree as lists of children, and what is summed up over it. */
#include <string.h>

#include "analysis/base/big-array.h"
#include "analysis/base/bitmap.h"
#include "analysis/base/node-stack.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"
#include "analysis/graph/dominators-private.h"

/* Up to here insertion is quicker than a radix sort. */
#define FEW 32
#define DIGIT_BITS 11
#define DIGIT_VALUES (1u << DIGIT_BITS)
#define N_DIGITS 6 /* 66 bits */
#define FETCH_AHEAD 16

/* Adds up the children of nodes in the thread's part, one place further on: child_first[0] stays 0. */
static void
count_children (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  MgDominators *dominators = data;
  MgNode start = (MgNode) mg_parallel_part (dominators->n_nodes, thread, n_threads);
  MgNode size = (MgNode) mg_parallel_part (dominators->n_nodes, thread + 1, n_threads) - start;

  for (guint64 i = from; i < end; i++)
    if (dominators->idom[i] - start < size)
      dominators->child_first[dominators->idom[i] + 1]++;
}

/* Ascending within a node. Uses child_first[node] as the place to fill next. */
static void
place_children (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  MgDominators *dominators = data;
  MgNode start = (MgNode) mg_parallel_part (dominators->n_nodes, thread, n_threads);
  MgNode size = (MgNode) mg_parallel_part (dominators->n_nodes, thread + 1, n_threads) - start;

  for (guint64 i = from; i < end; i++)
    if (dominators->idom[i] - start < size)
      dominators->child[dominators->child_first[dominators->idom[i]]++] = (MgNode) i;
}

static void
sort_few (MgNode *nodes, guint32 n, const guint64 *retained)
{
  guint64 keys[FEW];

  for (guint32 i = 0; i < n; i++)
    {
      MgNode node = nodes[i];
      guint64 key = retained[node];
      guint32 at = i;

      for (; at > 0 && keys[at - 1] < key; at--)
        {
          keys[at] = keys[at - 1];
          nodes[at] = nodes[at - 1];
        }
      keys[at] = key;
      nodes[at] = node;
    }
}

static inline guint
digit_of (guint64 retained, guint digit)
{
  return (guint) (~retained >> (digit * DIGIT_BITS)) & (DIGIT_VALUES - 1);
}

/* Stable, the biggest first. NEXT: for each value of the digit how many there are. */
static void
sort_by_digit (const MgNode *from, MgNode *to, guint32 n, const guint64 *retained, guint digit)
{
  guint32 next[DIGIT_VALUES] = { 0 }, sum = 0;

  for (guint32 i = 0; i < n; i++)
    {
      mg_prefetch (&retained[from[MIN (i + FETCH_AHEAD, n - 1)]]);
      next[digit_of (retained[from[i]], digit)]++;
    }
  for (guint value = 0; value < DIGIT_VALUES; value++)
    {
      guint32 count = next[value];

      next[value] = sum;
      sum += count;
    }
  for (guint32 i = 0; i < n; i++)
    {
      mg_prefetch (&retained[from[MIN (i + FETCH_AHEAD, n - 1)]]);
      to[next[digit_of (retained[from[i]], digit)]++] = from[i];
    }
}

/* A radix sort that looks each key up instead of carrying it along: 4 more bytes for each child, not 32, and all nodes
 * may be children of one root. Digits in which all keys agree cost nothing. */
static void
sort_many (MgNode *nodes, guint32 n, const guint64 *retained)
{
  MgNode *other = mg_big_array_new (MgNode, n), *from = nodes, *to = other;
  guint64 differing = 0;

  for (guint32 i = 1; i < n; i++)
    differing |= retained[nodes[i]] ^ retained[nodes[0]];
  for (guint digit = 0; digit < N_DIGITS; digit++)
    if ((differing >> (digit * DIGIT_BITS) & (DIGIT_VALUES - 1)) != 0)
      {
        MgNode *sorted = to;

        sort_by_digit (from, to, n, retained, digit);
        to = from;
        from = sorted;
      }
  if (from != nodes)
    memcpy (nodes, from, n * sizeof *nodes);
  g_free (other);
}

static void
sort_children (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  MgDominators *dominators = data;

  for (guint64 node = from; node < end; node++)
    {
      guint32 first = dominators->child_first[node], n = dominators->child_first[node + 1] - first;

      if (n > FEW)
        sort_many (dominators->child + first, n, dominators->retained);
      else if (n > 1)
        sort_few (dominators->child + first, n, dominators->retained);
    }
}

gboolean
mg_dominators_make_children (MgDominators *dominators, MgProgress *progress, GError **error)
{
  guint64 n = dominators->n_nodes;
  guint32 *first = dominators->child_first;
  MgParallelPass pass = { .n = n, .each = TRUE, .progress = progress };

  memset (first, 0, (n + 1) * sizeof *first);
  pass.share = mg_dominators_share (MG_DOMINATORS_COUNT_CHILDREN, n);
  if (!mg_parallel_pass (&pass, count_children, dominators, error))
    return FALSE;
  for (MgNode node = 0; node < n; node++)
    first[node + 1] += first[node];
  pass.share = mg_dominators_share (MG_DOMINATORS_PLACE_CHILDREN, n);
  if (!mg_parallel_pass (&pass, place_children, dominators, error))
    return FALSE;
  /* Each place is now the next node's. */
  memmove (first + 1, first, n * sizeof *first);
  first[0] = 0;
  pass.each = FALSE;
  pass.share = mg_dominators_share (MG_DOMINATORS_SORT_CHILDREN, n);
  return mg_parallel_pass (&pass, sort_children, dominators, error);
}

gboolean
mg_dominators_dominates (const MgDominators *dominators, MgNode a, MgNode b)
{
  while (b != a && b != MG_NODE_NONE)
    b = dominators->idom[b];
  return b == a;
}

guint
mg_dominators_way (const MgDominators *dominators,
                   MgNode from,
                   MgNode to,
                   MgNode *way,
                   guint max,
                   MgProgress *progress,
                   GError **error)
{
  g_autofree MgNode *ring = g_new (MgNode, max + 1);
  guint64 depth = 0;
  guint n;

  for (MgNode at = to; at != from; at = dominators->idom[at], depth++)
    {
      if (at == MG_NODE_NONE
          || (depth % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, depth, dominators->n_nodes, error)))
        return 0;
      ring[depth % max] = at;
    }
  n = (guint) MIN (depth, max);
  for (guint i = 0; i < n; i++)
    way[i] = ring[(depth - 1 - i) % max];
  return n;
}

/* A sum over a set of nodes, in several threads: what one finds out about the way up spares the others the climb. */
typedef struct
{
  const MgDominators *dominators;
  const MgNode *nodes;
  guint64 *members;        /* bitmap */
  guint64 *seen, *covered; /* bitmaps, atomic: nodes that were climbed over; of these what a member dominates, or is */
  guint64 *counted;        /* bitmap; NULL: no node stands twice in the set */
  guint64 sum;             /* atomic */
} SetSum;

static inline void
set_atomic (guint64 *bitmap, MgNode node)
{
  __atomic_fetch_or (&bitmap[node / 64], G_GUINT64_CONSTANT (1) << node % 64, __ATOMIC_RELEASE);
}

static inline gboolean
get_atomic (const guint64 *bitmap, MgNode node)
{
  return (gboolean) (__atomic_load_n (&bitmap[node / 64], __ATOMIC_ACQUIRE) >> node % 64 & 1);
}

/* Whether FIRST, or what dominates it, is a member. */
static gboolean
is_covered (const SetSum *set, MgNode first)
{
  const MgNode *idom = set->dominators->idom;
  MgNode end = first;
  gboolean answer;

  while (end != MG_NODE_NONE && !mg_bitmap_get (set->members, end) && !get_atomic (set->seen, end))
    end = idom[end];
  answer = end != MG_NODE_NONE && (mg_bitmap_get (set->members, end) || get_atomic (set->covered, end));
  for (MgNode at = first; at != end; at = idom[at])
    {
      /* Who sees that it was seen must see the answer, too. */
      if (answer)
        set_atomic (set->covered, at);
      set_atomic (set->seen, at);
    }
  return answer;
}

static void
sum_set (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  SetSum *set = data;
  const MgDominators *dominators = set->dominators;
  MgNode last = MG_NODE_NONE;
  gboolean covered = FALSE;
  guint64 sum = 0;

  for (guint64 i = from; i < end; i++)
    {
      MgNode node = set->nodes[i], above = dominators->idom[node];

      if (set->counted && !mg_bitmap_add (set->counted, node))
        continue;
      /* Neighbours often have one dominator. */
      if (above != last)
        covered = is_covered (set, last = above);
      if (!covered)
        sum += dominators->retained[node];
    }
  __atomic_fetch_add (&set->sum, sum, __ATOMIC_RELAXED);
}

guint64
mg_dominators_retained_of_set (const MgDominators *dominators, const MgNode *nodes, gsize n)
{
  g_autofree guint64 *members = mg_bitmap_new (dominators->n_nodes);
  g_autofree guint64 *seen = mg_bitmap_new (dominators->n_nodes);
  g_autofree guint64 *covered = mg_bitmap_new (dominators->n_nodes);
  g_autofree guint64 *counted = NULL;
  SetSum set = { dominators, nodes, members, seen, covered, NULL, 0 };
  MgParallelPass pass = { .n = n, .share = { 0, n, n } };
  gboolean each_once = TRUE;

  for (gsize i = 0; i < n; i++)
    each_once &= mg_bitmap_add (members, nodes[i]);
  if (!each_once)
    {
      set.counted = counted = mg_bitmap_new (dominators->n_nodes);
      pass.n_threads = 1;
    }
  (void) mg_parallel_pass (&pass, sum_set, &set, NULL);
  return set.sum;
}

static void
count_covered (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  SetSum *set = data;
  MgNode last = MG_NODE_NONE;
  gboolean covered = FALSE;
  guint64 n = 0;

  for (guint64 i = from; i < end; i++)
    {
      MgNode node = set->nodes[i], above = set->dominators->idom[node];

      if (above == MG_NODE_NONE)
        continue;
      if (above != last)
        covered = is_covered (set, last = above);
      n += covered || mg_bitmap_get (set->members, node);
    }
  __atomic_fetch_add (&set->sum, n, __ATOMIC_RELAXED);
}

guint64
mg_dominators_count_below (const MgDominators *dominators,
                           const MgNode *holders,
                           gsize n_holders,
                           const MgNode *nodes,
                           gsize n)
{
  g_autofree guint64 *members = mg_bitmap_new (dominators->n_nodes);
  g_autofree guint64 *seen = mg_bitmap_new (dominators->n_nodes);
  g_autofree guint64 *covered = mg_bitmap_new (dominators->n_nodes);
  SetSum set = { dominators, nodes, members, seen, covered, NULL, 0 };
  MgParallelPass pass = { .n = n, .share = { 0, n, n } };

  for (gsize i = 0; i < n_holders; i++)
    mg_bitmap_set (members, holders[i]);
  (void) mg_parallel_pass (&pass, count_covered, &set, NULL);
  return set.sum;
}
