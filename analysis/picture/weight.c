/* In three steps: the subjects in their order lead to the nodes that their paths pass, and are counted there; these
 * nodes are sorted by distance; parents and weights. A node is known by its rank among them meanwhile, which takes no
 * array over all nodes. */
#include "analysis/picture/weight.h"

#include <string.h>

#include "analysis/base/big-array.h"
#include "analysis/base/node-stack.h"
#include "analysis/base/parallel.h"

#define WORD_BITS 64

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
      if (mg_ways_pass (ways, subject))
        {
          mg_bitmap_set (pass->subject, rank_of (pass, subject));
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
      guint32 place = first[mg_tree_view_distance (pass->ways->tree, node)]++;

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

static void
fill_numbers (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  const Numbering *numbering = data;
  const Pass *pass = numbering->pass;
  MgWeights *weights = numbering->weights;

  for (guint64 i = MAX (from, 1); i < end; i++)
    {
      MgNode node = weights->node[i];
      guint32 rank = rank_of (pass, node);

      weights->parent[i] = numbering->number[rank_of (pass, mg_ways_parent (pass->ways, node))];
      weights->n_leaves[i] = pass->n_leaves[rank];
      weights->first_leaf[i] = pass->first_leaf[rank];
      weights->weight[i] = pass->n_leaves[rank] + mg_bitmap_get (pass->subject, rank);
    }
}

static gboolean
weigh (Numbering *numbering, MgProgress *progress, GError **error)
{
  MgWeights *weights = numbering->weights;
  MgParallelPass pass = { .n = weights->n, .share = { 0, weights->n, weights->n }, .progress = progress };

  if (!mg_parallel_pass (&pass, fill_numbers, numbering, error))
    return FALSE;
  for (guint32 i = weights->n; i-- > 1;)
    {
      /* Not yet with what hangs below. */
      if (mg_bitmap_get (numbering->pass->subject, rank_of (numbering->pass, weights->node[i])))
        {
          mg_bitmap_set (weights->subject, i);
          weights->n_subjects++;
        }
      weights->weight[weights->parent[i]] += weights->weight[i];
    }
  return TRUE;
}

static MgWeights *
number (Pass *pass, MgProgress *progress, GError **error)
{
  g_autoptr (MgWeights) weights = g_new0 (MgWeights, 1);
  guint32 n = (guint32) pass->found.n;
  Numbering numbering = { pass, weights, NULL };
  gboolean done;

  weights->n = n;
  weights->node = mg_big_array_new (MgNode, n);
  numbering.number = sort_by_distance (pass, weights);
  mg_node_stack_clear (&pass->found);
  weights->parent = mg_big_array_new (guint32, n);
  weights->weight = mg_big_array_new (guint32, n);
  weights->n_leaves = mg_big_array_new (guint32, n);
  weights->first_leaf = mg_big_array_new (MgNode, n);
  weights->subject = mg_bitmap_new (n);
  weights->parent[0] = weights->weight[0] = weights->n_leaves[0] = 0;
  done = weigh (&numbering, progress, error);
  g_free (numbering.number);
  return done ? g_steal_pointer (&weights) : NULL;
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
