/* In three steps: the subjects in their order lead to the nodes that their paths pass, and are counted there; these
 * nodes are sorted by distance; parents and weights. A node is known by its rank among them meanwhile, which takes no
 * array over all nodes. */
#include "analysis/picture/weight.h"

#include <string.h>

#include "analysis/base/big-array.h"
#include "analysis/base/node-stack.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"

#define WORD_BITS 64
/* How many steps ahead what will be read is fetched. */
#define FETCH_SUBJECTS 24
#define FETCH_NODES 24
/* So many nodes get their numbers in one go. */
#define BLOCK 64

void
mg_weights_free (MgWeights *weights)
{
  if (weights == NULL)
    return;
  g_free (weights->node);
  g_free (weights->parent);
  g_free (weights->weight);
  g_free (weights->n_leaves);
  g_free (weights->first_leaf);
  g_free (weights->subject);
  g_free (weights->alone);
  g_free (weights);
}

typedef struct
{
  const MgWays *ways;
  guint32 *rank;     /* per word of the bitmap of passed nodes: how many are before it */
  guint64 *met;      /* bitmap: nodes that a subject has led to */
  MgNodeStack found; /* these, in the order in which the subjects led there */
  /* By rank: */
  guint32 n;
  guint32 *n_leaves;
  MgNode *first_leaf;
  guint64 *subject;
  guint32 n_subjects; /* that have a rank */
} Pass;

/* Without the instruction that not all processors have, the compiler would call a function. */
static inline guint32
count_bits (guint64 bits)
{
  bits -= bits >> 1 & G_GUINT64_CONSTANT (0x5555555555555555);
  bits = (bits & G_GUINT64_CONSTANT (0x3333333333333333)) + (bits >> 2 & G_GUINT64_CONSTANT (0x3333333333333333));
  bits = (bits + (bits >> 4)) & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);
  return (guint32) (bits * G_GUINT64_CONSTANT (0x0101010101010101) >> 56);
}

static inline guint32
rank_of (const Pass *pass, MgNode node)
{
  guint64 before = (G_GUINT64_CONSTANT (1) << node % WORD_BITS) - 1;

  return pass->rank[node / WORD_BITS] + count_bits (pass->ways->passed[node / WORD_BITS] & before);
}

static void
pass_init (Pass *pass, const MgWays *ways)
{
  guint64 n_words = ways->graph->n_nodes / WORD_BITS + 1;

  *pass = (Pass){ .ways = ways };
  pass->rank = g_new (guint32, n_words);
  for (guint64 word = 0; word < n_words; word++)
    {
      pass->rank[word] = pass->n;
      pass->n += count_bits (ways->passed[word]);
    }
  pass->met = mg_bitmap_new (ways->graph->n_nodes);
  pass->n_leaves = mg_big_array_new0 (guint32, pass->n);
  pass->first_leaf = mg_big_array_new (MgNode, pass->n);
  pass->subject = mg_bitmap_new (pass->n);
}

static void
pass_clear (Pass *pass)
{
  g_free (pass->rank);
  g_free (pass->met);
  mg_node_stack_clear (&pass->found);
  g_free (pass->n_leaves);
  g_free (pass->first_leaf);
  g_free (pass->subject);
}

/* ---- In the order of subjects ---- */

/* Appends to FOUND what the path upward from NODE passes. */
static inline void
follow_path (Pass *pass, MgNode node)
{
  for (; mg_bitmap_add (pass->met, node); node = mg_ways_parent (pass->ways, node))
    mg_node_stack_push (&pass->found, node);
}

/* Asks for where the path goes on from the holder of a subject further on. */
static inline void
fetch_above (const MgWays *ways, gsize i)
{
  const MgTree *tree = ways->tree->tree;
  MgNode holder = tree->parent[ways->subjects[MIN (i + FETCH_SUBJECTS, ways->n_subjects - 1)]];

  if (holder != MG_NODE_NONE)
    mg_prefetch (&tree->parent[holder]);
}

/* Counts subjects where they hang, or marks them as what others hang on. */
static gboolean
follow (Pass *pass, MgProgress *progress, GError **error)
{
  const MgWays *ways = pass->ways;
  MgNode last = MG_NODE_NONE;
  guint32 rank = 0;

  mg_bitmap_set (pass->met, MG_NODE_SUPER_ROOT);
  mg_node_stack_push (&pass->found, MG_NODE_SUPER_ROOT);
  for (gsize i = 0; i < ways->n_subjects; i++)
    {
      MgNode subject = ways->subjects[i], holder;

      if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, i, ways->n_subjects, error))
        return FALSE;
      fetch_above (ways, i);
      if (mg_ways_pass (ways, subject))
        {
          mg_bitmap_set (pass->subject, rank_of (pass, subject));
          pass->n_subjects++;
          follow_path (pass, subject);
          continue;
        }
      holder = mg_ways_holder (ways, subject);
      if (holder == MG_NODE_NONE)
        continue;
      /* Neighbours often hang on one. */
      if (holder != last)
        {
          rank = rank_of (pass, last = holder);
          if (pass->n_leaves[rank] == 0)
            pass->first_leaf[rank] = subject;
          follow_path (pass, holder);
        }
      pass->n_leaves[rank]++;
    }
  return TRUE;
}

/* ---- In tree order ---- */

static inline void
fetch_distance (const Pass *pass, gsize i)
{
  mg_prefetch (&pass->ways->tree->tree->distance[pass->found.items[MIN (i + FETCH_NODES, pass->found.n - 1)]]);
}

/* How many of the found nodes are at each distance, as places: [d] is where those at distance D start. */
static guint32 *
count_distances (const Pass *pass)
{
  const MgTreeView *tree = pass->ways->tree;
  gsize allocated = 1024, farthest = 0;
  guint32 *first = g_new0 (guint32, allocated);

  for (gsize i = 0; i < pass->found.n; i++)
    {
      gsize distance = mg_tree_view_distance (tree, pass->found.items[i]);

      fetch_distance (pass, i);
      if (G_UNLIKELY (distance + 2 > allocated))
        {
          gsize before = allocated;

          allocated = MAX (allocated * 2, distance + 2);
          first = g_renew (guint32, first, allocated);
          memset (first + before, 0, (allocated - before) * sizeof *first);
        }
      first[distance + 1]++;
      farthest = MAX (farthest, distance);
    }
  for (gsize i = 0; i <= farthest; i++)
    first[i + 1] += first[i];
  return first;
}

/* Counting sort of the found nodes by distance. Returns the number of each rank. */
static guint32 *
sort_by_distance (const Pass *pass, MgWeights *weights)
{
  guint32 *number = mg_big_array_new (guint32, pass->n);
  g_autofree guint32 *first = count_distances (pass);

  for (gsize i = 0; i < pass->found.n; i++)
    {
      MgNode node = pass->found.items[i];
      guint32 place;

      fetch_distance (pass, i);
      place = first[mg_tree_view_distance (pass->ways->tree, node)]++;

      weights->node[place] = node;
      number[rank_of (pass, node)] = place;
    }
  return number;
}

typedef struct
{
  const Pass *pass;
  MgWeights *weights;
  guint32 *number; /* of ranks */
} Numbering;

/* Numbers FROM to END, at most a block: what they are known by is looked up for all of them, while what is kept there
 * is on its way. */
static void
fill_block (const Numbering *numbering, guint32 from, guint32 end)
{
  const Pass *pass = numbering->pass;
  MgWeights *weights = numbering->weights;
  guint32 own[BLOCK], above[BLOCK];

  for (guint32 i = from; i < end; i++)
    {
      MgNode node = weights->node[i];

      mg_prefetch (&pass->ways->tree->tree->parent[weights->node[MIN (i + FETCH_NODES, weights->n - 1)]]);
      own[i - from] = rank_of (pass, node);
      above[i - from] = rank_of (pass, mg_ways_parent (pass->ways, node));
      mg_prefetch (&numbering->number[above[i - from]]);
      mg_prefetch (&pass->n_leaves[own[i - from]]);
      mg_prefetch (&pass->first_leaf[own[i - from]]);
    }
  for (guint32 i = from; i < end; i++)
    {
      guint32 rank = own[i - from];

      weights->parent[i] = numbering->number[above[i - from]];
      weights->n_leaves[i] = pass->n_leaves[rank];
      weights->first_leaf[i] = pass->first_leaf[rank];
    }
}

static void
fill_numbers (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  /* The super root hangs on nothing. */
  for (guint64 i = MAX (from, 1); i < end; i += BLOCK)
    fill_block (data, (guint32) i, (guint32) MIN (i + BLOCK, end));
}

static void
mark_subjects (MgWeights *weights, const Pass *pass)
{
  weights->n_subjects = pass->n_subjects;
  weights->subject = mg_bitmap_new (weights->n);
  for (guint32 i = 1; pass->n_subjects > 0 && i < weights->n; i++)
    if (mg_bitmap_get (pass->subject, rank_of (pass, weights->node[i])))
      mg_bitmap_set (weights->subject, i);
}

static MgWeights *
number (Pass *pass, MgProgress *progress, GError **error)
{
  g_autoptr (MgWeights) weights = g_new0 (MgWeights, 1);
  guint32 n = (guint32) pass->found.n;
  Numbering numbering = { pass, weights, NULL };
  MgParallelPass fill = { .n = n, .share = { 0, n, n }, .progress = progress };
  gboolean done;

  weights->n = n;
  weights->node = mg_big_array_new (MgNode, n);
  numbering.number = sort_by_distance (pass, weights);
  mg_node_stack_clear (&pass->found);
  weights->parent = mg_big_array_new (guint32, n);
  weights->n_leaves = mg_big_array_new (guint32, n);
  weights->first_leaf = mg_big_array_new (MgNode, n);
  weights->parent[0] = weights->n_leaves[0] = 0;
  done = mg_parallel_pass (&fill, fill_numbers, &numbering, error);
  g_free (numbering.number);
  if (!done)
    return NULL;
  mark_subjects (weights, pass);
  return g_steal_pointer (&weights);
}

/* ---- Weights ---- */

/* Only those of roots are kept. */
static void
weigh (MgWeights *weights, const MgWays *ways)
{
  g_autofree guint32 *weight = mg_big_array_new (guint32, weights->n);
  guint32 n_roots = 1;

  for (guint32 i = 0; i < weights->n; i++)
    weight[i] = weights->n_leaves[i] + mg_bitmap_get (weights->subject, i);
  for (guint32 i = weights->n; i-- > 1;)
    weight[weights->parent[i]] += weight[i];
  if (ways->is_mixed)
    weights->alone = mg_bitmap_new (weights->n);
  for (guint32 i = 1; weights->alone && i < weights->n; i++)
    if (mg_bitmap_get (weights->subject, i) && weight[i] == 1)
      mg_bitmap_set (weights->alone, i);
  while (n_roots < weights->n && mg_graph_is_root (ways->graph, weights->node[n_roots]))
    n_roots++;
  weights->weight = g_memdup2 (weight, n_roots * sizeof *weight);
  weights->n_live = weight[0];
}

MgWeights *
mg_weights_new (const MgWays *ways, MgProgress *progress, GError **error)
{
  MgWeights *weights = NULL;
  Pass pass;

  pass_init (&pass, ways);
  if (follow (&pass, progress, error))
    weights = number (&pass, progress, error);
  pass_clear (&pass);
  if (weights)
    weigh (weights, ways);
  return weights;
}

MgNode *
mg_weights_first_subjects (const MgWeights *weights)
{
  MgNode *first = mg_big_array_new (MgNode, weights->n);

  for (guint32 i = 0; i < weights->n; i++)
    {
      first[i] = weights->n_leaves[i] > 0 ? weights->first_leaf[i] : MG_NODE_NONE;
      if (mg_bitmap_get (weights->subject, i))
        first[i] = MIN (first[i], weights->node[i]);
    }
  for (guint32 i = weights->n; i-- > 1;)
    first[weights->parent[i]] = MIN (first[weights->parent[i]], first[i]);
  return first;
}
