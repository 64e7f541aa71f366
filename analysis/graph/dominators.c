/* Semi-NCA in four sweeps, all over depth-first numbers (1 = the super root) so that neighbours stay close:
 *
 *   1. number the reachable nodes depth first; in another thread at the same time, find referrers if they are missing
 *   2. from the last number to the first: semidominators, with path compression over the tree so far. Only the least
 *      semidominator on a path matters, so that a path keeps the number itself and not the node that has it
 *   3. from the first to the last: immediate dominator = nearest ancestor, in the dominator tree so far, of the
 *      parent that is not after the semidominator. Jump pointers (Myers 1983) keep that logarithmic: a plain climb
 *      is quadratic on a long list that ends in many objects which are also held from elsewhere
 *   4. from numbers back to nodes, and from the last number to the first: retained sizes
 *
 * Sweep 1 is in dominator-numbers.c, the children in dominator-tree.c.
 *
 * Memory: the arrays of the result, 20 bytes for each node, are all there is. Each is something else before:
 *
 *   bytes  index   sweep 1            sweep 2               sweep 3           sweep 4         result
 *   4      node    number             number                number            idom            idom
 *   4      number  node               node, semidominator   semidominator     node            child_first
 *   4      number  parent             parent                parent, idom      idom            child
 *   8      number  way down (depth)   ancestor, label       jump, depth       retained (node) retained
 */
#include "analysis/graph/dominators.h"

#include "analysis/base/big-array.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"
#include "analysis/graph/dominators-private.h"

/* How many numbers ahead sweep 2 fetches what it will read. */
#define FETCH_OFFSET 24
#define FETCH_SOURCES 16
#define FETCH_NUMBERS 8
#define FETCH_LINKS 4
#define FETCH_MOST 8
#define FETCH_ROWS 32 /* above FETCH_SOURCES; a power of two */
/* The same for sweep 4. */
#define FETCH_ABOVE 24
#define FETCH_SIZES 12

/* --- sweep 2 --- */

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

/* Who refers to a node. One referrer alone is the parent in the depth-first tree, as the node was reached: nearly all
 * nodes of a heap are such, and then neither the referrer nor its number is read. */
typedef struct
{
  const MgNode *sources;
  guint32 n;
} Row;

/* Rows of the numbers that come next. */
typedef struct
{
  const MgDominatorsWork *work;
  const MgReverse *reverse;
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

/* Asks for the memory that the nodes before number I will need, at four distances, since each step tells where the
 * next one reads. */
static inline void
fetch_ahead (Ahead *ahead, guint32 i)
{
  const MgDominatorsWork *work = ahead->work;
  const Row *row;

  if (i <= FETCH_SOURCES)
    return;
  if (i > FETCH_OFFSET)
    mg_prefetch (&ahead->reverse->first.delta[work->vertex[i - FETCH_OFFSET]]);
  find_row (ahead, i - FETCH_SOURCES);
  row = row_of (ahead, i - FETCH_NUMBERS);
  for (guint32 k = 0; row->n > 1 && k < MIN (row->n, FETCH_MOST); k++)
    mg_prefetch (&work->number[row->sources[k]]);
  row = row_of (ahead, i - FETCH_LINKS);
  for (guint32 k = 0; row->n > 1 && k < MIN (row->n, FETCH_MOST); k++)
    mg_prefetch (&work->link[work->number[row->sources[k]]]);
}

static inline guint32
semidominator (MgDominatorsWork *work, const Row *row, guint32 i)
{
  guint32 semi = work->idom[i];

  if (row->n == 1)
    return semi;
  for (guint32 k = 0; k < row->n; k++)
    {
      guint32 source = work->number[row->sources[k]];

      if (k + 2 * FETCH_MOST < row->n)
        {
          mg_prefetch (&work->number[row->sources[k + 2 * FETCH_MOST]]);
          mg_prefetch (&work->link[work->number[row->sources[k + FETCH_MOST]]]);
        }
      /* A word that may be chance takes nothing from what holds an object for certain. */
      if (source > work->n_certain && i <= work->n_certain)
        continue;
      if (source > i)
        source = least_semidominator (work->link, source, i);
      if (source != 0 && source < semi)
        semi = source;
    }
  return semi;
}

static gboolean
find_semidominators (MgDominatorsWork *work, const MgReverse *reverse)
{
  Ahead ahead = { work, reverse, { { NULL, 0 } } };

  for (guint32 i = work->n; i > 1 && i + FETCH_SOURCES > work->n; i--)
    find_row (&ahead, i);
  for (guint32 i = work->n; i > 1; i--)
    {
      guint32 semi;

      if (!mg_dominators_step (work, MG_DOMINATORS_SEMIDOMINATORS, work->n - i))
        return FALSE;
      fetch_ahead (&ahead, i);
      semi = semidominator (work, row_of (&ahead, i), i);
      work->vertex[i] = semi;
      work->link[i] = (MgDominatorsLink){ work->idom[i], semi };
    }
  return TRUE;
}

/* --- sweep 3 --- */

static void
set_jump (MgDominatorsLink *link, guint32 i, guint32 above)
{
  guint32 jump = link[above].ancestor;
  gboolean even = link[above].label - link[jump].label == link[jump].label - link[link[jump].ancestor].label;

  link[i] = (MgDominatorsLink){ even ? link[jump].ancestor : above, link[above].label + 1 };
}

static gboolean
find_dominators (MgDominatorsWork *work)
{
  MgDominatorsLink *link = work->link;

  link[1] = (MgDominatorsLink){ 1, 0 };
  for (guint32 i = 2; i <= work->n; i++)
    {
      guint32 above = work->idom[i], semi = work->vertex[i];

      if (!mg_dominators_step (work, MG_DOMINATORS_DOMINATORS, i))
        return FALSE;
      while (above > semi)
        above = link[above].ancestor >= semi ? link[above].ancestor : work->idom[above];
      work->idom[i] = above;
      set_jump (link, i, above);
    }
  return TRUE;
}

/* --- sweep 4 --- */

/* Numbers know their nodes again, nodes their own sizes, and nobody a dominator yet. */
static void
return_to_nodes (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  MgDominatorsWork *work = data;

  for (MgNode node = (MgNode) from; node < end; node++)
    {
      guint32 number = work->number[node];

      if (number != 0)
        work->vertex[number] = node;
      work->retained[node] = number != 0 ? mg_graph_size (work->graph, node) : 0;
      work->number[node] = MG_NODE_NONE;
    }
}

static gboolean
sum_up (MgDominatorsWork *work)
{
  guint64 n = work->graph->n_nodes;
  MgParallelPass pass = { n, 0, FALSE, mg_dominators_share (MG_DOMINATORS_NODES, n), work->progress };
  const guint32 *vertex = work->vertex, *idom = work->idom;

  if (!mg_parallel_pass (&pass, return_to_nodes, work, work->error))
    return FALSE;
  for (guint32 i = work->n; i > 1; i--)
    {
      MgNode node = vertex[i], above = vertex[idom[i]];

      if (!mg_dominators_step (work, MG_DOMINATORS_SUM_UP, work->n - i))
        return FALSE;
      if (i > FETCH_ABOVE)
        {
          mg_prefetch (&vertex[idom[i - FETCH_ABOVE]]);
          mg_prefetch (&work->number[vertex[i - FETCH_SIZES]]);
          mg_prefetch (&work->retained[vertex[i - FETCH_SIZES]]);
          mg_prefetch (&work->retained[vertex[idom[i - FETCH_SIZES]]]);
        }
      work->number[node] = above;
      work->retained[above] += work->retained[node];
    }
  return TRUE;
}

/* --- all --- */

/* *REVERSE is made when it is NULL, and freed after use unless it is to be kept. */
static gboolean
compute (MgDominatorsWork *work, MgReverse **reverse, gboolean keep)
{
  gsize n = (gsize) work->graph->n_nodes + 2;
  gboolean done;

  work->number = mg_big_array_new0 (guint32, n);
  work->vertex = mg_big_array_new (guint32, n);
  work->idom = mg_big_array_new (guint32, n);
  work->link = mg_big_array_new (MgDominatorsLink, n);
  done = mg_dominators_number (work, reverse) && find_semidominators (work, *reverse);
  if (!keep)
    g_clear_pointer (reverse, mg_reverse_free);
  return done && find_dominators (work) && sum_up (work);
}

static MgDominators *
make (const MgGraph *graph, MgReverse **reverse, gboolean keep, MgProgress *progress, GError **error)
{
  g_autoptr (MgDominators) dominators = g_new0 (MgDominators, 1);
  MgDominatorsWork work = { .graph = graph, .progress = progress, .error = error };
  gboolean done = compute (&work, reverse, keep);

  dominators->n_nodes = graph->n_nodes;
  dominators->idom = work.number;
  dominators->child_first = work.vertex;
  dominators->child = work.idom;
  dominators->retained = work.retained;
  if (!done || !mg_dominators_make_children (dominators, progress, error))
    return NULL;
  return g_steal_pointer (&dominators);
}

MgDominators *
mg_dominators_new (const MgGraph *graph, const MgReverse *reverse, MgProgress *progress, GError **error)
{
  MgReverse *used = (MgReverse *) reverse;

  return make (graph, &used, reverse != NULL, progress, error);
}

MgDominators *
mg_dominators_new_with_reverse (const MgGraph *graph, MgReverse **reverse, MgProgress *progress, GError **error)
{
  MgDominators *dominators;

  *reverse = NULL;
  dominators = make (graph, reverse, TRUE, progress, error);
  if (dominators == NULL)
    g_clear_pointer (reverse, mg_reverse_free);
  return dominators;
}

void
mg_dominators_free (MgDominators *dominators)
{
  if (dominators == NULL)
    return;
  mg_mapping_free_array (dominators->mapping, dominators->idom);
  mg_mapping_free_array (dominators->mapping, dominators->retained);
  mg_mapping_free_array (dominators->mapping, dominators->child_first);
  mg_mapping_free_array (dominators->mapping, dominators->child);
  mg_mapping_unref (dominators->mapping);
  g_free (dominators);
}
