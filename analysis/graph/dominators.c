/* Semi-NCA in four sweeps, all over depth-first numbers (1 = the super root) so that neighbours stay close:
 *
 *   1. number the reachable nodes depth first
 *   2. from the last number to the first: semidominators, with path compression over the tree so far. Only the least
 *      semidominator on a path matters, so that a path keeps the number itself and not the node that has it
 *   3. from the first to the last: immediate dominator = nearest ancestor, in the dominator tree so far, of the
 *      parent that is not after the semidominator. Jump pointers (Myers 1983) keep that logarithmic: a plain climb
 *      is quadratic on a long list that ends in many objects which are also held from elsewhere
 *   4. from the last to the first: retained sizes
 *
 * Temporary memory: 24 bytes per reachable node, and the reverse graph when it is not given. */
#include "analysis/graph/dominators.h"

#include "analysis/base/big-array.h"
#include "analysis/base/bitmap.h"
#include "analysis/base/node-stack.h"
#include "analysis/base/prefetch.h"
#include "analysis/base/progress.h"
#include "analysis/graph/dominators-private.h"
#include "analysis/graph/reverse-private.h"

/* How many numbers ahead sweep 2 fetches what it will read. */
#define FETCH_OFFSET 24
#define FETCH_SOURCES 16
#define FETCH_NUMBERS 8
#define FETCH_LINKS 4
#define FETCH_MOST 8

typedef struct
{
  const MgNode *next, *end; /* edges still to follow */
} Frame;

typedef struct
{
  guint32 ancestor; /* sweep 2: compressed; sweep 3: jump pointer */
  guint32 label;    /* sweep 2: least semidominator up to (without) the ancestor; sweep 3: depth */
} Link;

typedef struct
{
  const MgGraph *graph;
  MgProgress *progress;
  GError **error;
  guint32 n;       /* reachable nodes: numbers 1 … n */
  guint32 *number; /* by node; 0: not reachable */
  MgNode *vertex;  /* by number */
  guint32 *idom;   /* by number; until sweep 3 the depth-first parent */
  guint32 *semi;   /* by number */
  Link *link;      /* by number */
  MgNodeStack path;
} Work;

static inline gboolean
step (Work *work, MgDominatorsSweep sweep, guint32 done)
{
  return mg_dominators_step (work->progress, sweep, done, work->graph->n_nodes, work->error);
}

static inline guint32
give_number (Work *work, MgNode node, guint32 parent)
{
  work->number[node] = ++work->n;
  work->vertex[work->n] = node;
  work->idom[work->n] = parent;
  return work->n;
}

/* SEEN says the same as number[], in a space that the cache holds. */
static inline gboolean
next_unseen (Frame *frame, guint64 *seen, MgNode *node)
{
  while (frame->next < frame->end)
    if (mg_bitmap_add (seen, *node = *frame->next++))
      return TRUE;
  return FALSE;
}

static inline Frame
frame_of (const MgGraph *graph, MgNode node)
{
  guint32 n;
  const MgNode *targets = mg_graph_edges (graph, node, &n);

  for (guint32 i = 0; i < MIN (n, FETCH_MOST); i++)
    mg_prefetch (&graph->first.delta[targets[i]]);
  return (Frame){ targets, targets + n };
}

static gboolean
number_nodes (Work *work)
{
  gsize allocated = 1024, depth = 0;
  g_autofree Frame *frames = g_new (Frame, allocated);
  g_autofree guint64 *seen = mg_bitmap_new (work->graph->n_nodes);
  guint32 current = give_number (work, MG_NODE_SUPER_ROOT, 0);

  mg_bitmap_set (seen, MG_NODE_SUPER_ROOT);
  frames[depth++] = frame_of (work->graph, MG_NODE_SUPER_ROOT);
  while (depth > 0)
    {
      MgNode node;

      if (!next_unseen (&frames[depth - 1], seen, &node))
        {
          current = work->idom[current];
          depth--;
          continue;
        }
      current = give_number (work, node, current);
      if (!step (work, MG_DOMINATORS_NUMBER, current))
        return FALSE;
      if (depth == allocated)
        frames = g_renew (Frame, frames, allocated *= 2);
      frames[depth++] = frame_of (work->graph, node);
    }
  return TRUE;
}

/* The least semidominator on the path from NUMBER up to (without) the last ancestor, which is not linked yet: at or
 * before LIMIT. Shortens the path. */
static guint32
least_semidominator (Work *work, guint32 number, guint32 limit)
{
  Link *link = work->link;
  guint32 least, ancestor;

  while (link[number].ancestor > limit)
    {
      mg_node_stack_push (&work->path, number);
      number = link[number].ancestor;
    }
  least = link[number].label;
  ancestor = link[number].ancestor;
  while (work->path.n > 0)
    {
      Link *below = &link[mg_node_stack_pop (&work->path)];

      least = MIN (least, below->label);
      *below = (Link){ ancestor, least };
    }
  return least;
}

/* Asks for the memory that the nodes before number I will need, at three distances, since each step tells where the
 * next one reads. */
static inline void
fetch_ahead (const Work *work, const MgReverse *reverse, guint32 i)
{
  if (i <= FETCH_OFFSET)
    return;
  mg_prefetch (&reverse->first.delta[work->vertex[i - FETCH_OFFSET]]);
  mg_prefetch (reverse->source + mg_monotone_get (&reverse->first, work->vertex[i - FETCH_SOURCES]));
  {
    guint32 n;
    const MgNode *sources = mg_reverse_sources (reverse, work->vertex[i - FETCH_NUMBERS], &n);

    for (guint32 k = 0; k < MIN (n, FETCH_MOST); k++)
      mg_prefetch (&work->number[sources[k]]);
    sources = mg_reverse_sources (reverse, work->vertex[i - FETCH_LINKS], &n);
    for (guint32 k = 0; k < MIN (n, FETCH_MOST); k++)
      mg_prefetch (&work->link[work->number[sources[k]]]);
  }
}

static gboolean
find_semidominators (Work *work, const MgReverse *reverse)
{
  for (guint32 i = work->n; i > 1; i--)
    {
      guint32 semi = work->idom[i], n;
      const MgNode *sources = mg_reverse_sources (reverse, work->vertex[i], &n);

      if (!step (work, MG_DOMINATORS_SEMIDOMINATORS, work->n - i))
        return FALSE;
      fetch_ahead (work, reverse, i);
      for (guint32 k = 0; k < n; k++)
        {
          guint32 source = work->number[sources[k]];

          if (source > i)
            source = least_semidominator (work, source, i);
          if (source != 0 && source < semi)
            semi = source;
        }
      work->semi[i] = semi;
      work->link[i] = (Link){ work->idom[i], semi };
    }
  return TRUE;
}

static void
set_jump (Link *link, guint32 i, guint32 above)
{
  guint32 jump = link[above].ancestor;
  gboolean even = link[above].label - link[jump].label == link[jump].label - link[link[jump].ancestor].label;

  link[i] = (Link){ even ? link[jump].ancestor : above, link[above].label + 1 };
}

static gboolean
find_dominators (Work *work)
{
  Link *link = work->link;

  link[1] = (Link){ 1, 0 };
  for (guint32 i = 2; i <= work->n; i++)
    {
      guint32 above = work->idom[i], semi = work->semi[i];

      if (!step (work, MG_DOMINATORS_DOMINATORS, i))
        return FALSE;
      while (above > semi)
        above = link[above].ancestor >= semi ? link[above].ancestor : work->idom[above];
      work->idom[i] = above;
      set_jump (link, i, above);
    }
  return TRUE;
}

static gboolean
sum_up (Work *work, MgDominators *dominators)
{
  const MgGraph *graph = work->graph;

  for (MgNode node = 0; node < graph->n_nodes; node++)
    {
      dominators->retained[node] = 0;
      dominators->idom[node] = MG_NODE_NONE;
    }
  for (guint32 i = work->n; i > 1; i--)
    {
      MgNode node = work->vertex[i], above = work->vertex[work->idom[i]];

      if (!step (work, MG_DOMINATORS_SUM_UP, work->n - i))
        return FALSE;
      dominators->idom[node] = above;
      dominators->retained[node] += mg_graph_size (graph, node);
      dominators->retained[above] += dominators->retained[node];
    }
  return TRUE;
}

/* Numbers to semidominators; what only they need is freed at once. */
static gboolean
sweep_back (Work *work, const MgReverse *reverse)
{
  g_autoptr (MgReverse) own = NULL;
  gboolean done;

  if (reverse == NULL)
    {
      guint64 n = work->graph->n_nodes;
      MgShare share = { MG_DOMINATORS_REVERSE * n, n, MG_DOMINATORS_SWEEPS * n };

      reverse = own = mg_reverse_make (work->graph, &share, work->progress, work->error);
      if (reverse == NULL)
        return FALSE;
    }
  work->semi = mg_big_array_new (guint32, (gsize) work->n + 1);
  work->link = mg_big_array_new (Link, (gsize) work->n + 1);
  done = find_semidominators (work, reverse);
  mg_node_stack_clear (&work->path);
  g_clear_pointer (&work->number, g_free);
  return done;
}

static gboolean
compute (Work *work, const MgReverse *reverse, MgDominators *dominators)
{
  guint32 n_nodes = work->graph->n_nodes;

  work->number = mg_big_array_new0 (guint32, n_nodes);
  work->vertex = mg_big_array_new (MgNode, (gsize) n_nodes + 1);
  work->idom = mg_big_array_new (guint32, (gsize) n_nodes + 1);
  if (!number_nodes (work) || !sweep_back (work, reverse) || !find_dominators (work))
    return FALSE;
  g_clear_pointer (&work->link, g_free);
  g_clear_pointer (&work->semi, g_free);
  dominators->idom = mg_big_array_new (MgNode, n_nodes);
  dominators->retained = mg_big_array_new (guint64, n_nodes);
  return sum_up (work, dominators);
}

MgDominators *
mg_dominators_new (const MgGraph *graph, const MgReverse *reverse, MgProgress *progress, GError **error)
{
  g_autoptr (MgDominators) dominators = g_new0 (MgDominators, 1);
  Work work = { .graph = graph, .progress = progress, .error = error };
  gboolean done;

  dominators->n_nodes = graph->n_nodes;
  done = compute (&work, reverse, dominators);
  g_free (work.number);
  g_free (work.vertex);
  g_free (work.idom);
  g_free (work.semi);
  g_free (work.link);
  mg_node_stack_clear (&work.path);
  if (!done || !mg_dominators_make_children (dominators, progress, error))
    return NULL;
  return g_steal_pointer (&dominators);
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
