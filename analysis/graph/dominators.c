/* Semi-NCA in four sweeps, all over depth-first numbers (1 = the super root) so that neighbours stay close:
 *
 *   1. number the reachable nodes depth first; in another thread at the same time, find referrers if they are missing
 *   2. from the last number to the first: semidominators, with path compression over the tree so far. Only the least
 *      semidominator on a path matters, so that a path keeps the number itself and not the node that has it. Other
 *      threads read referrers ahead
 *   3. from the first to the last: immediate dominator = nearest ancestor, in the dominator tree so far, of the
 *      parent that is not after the semidominator. Jump pointers (Myers 1983) keep that logarithmic: a plain climb
 *      is quadratic on a long list that ends in many objects which are also held from elsewhere
 *   4. from numbers back to nodes, and from the last number to the first: retained sizes
 *
 * Sweep 1 is in dominator-numbers.c, sweep 2 in dominator-semidominators.c, the children in dominator-tree.c.
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

/* How many numbers ahead sweep 4 fetches what it will read. */
#define FETCH_ABOVE 24
#define FETCH_SIZES 12

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
  done = mg_dominators_number (work, reverse) && mg_dominators_find_semidominators (work, *reverse);
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
