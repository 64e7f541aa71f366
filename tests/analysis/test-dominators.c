/* Dominators, retained sizes and what is summed over the dominator tree, against deletion and search. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/parallel.h"
#include "analysis/base/progress.h"
#include "analysis/graph/dominators.h"
#include "analysis/graph/reach.h"
#include "analysis/stats/dominator-groups.h"
#include "tests/support/graph-oracle.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/graph-shapes.h"
#include "tests/support/lengauer-tarjan.h"
#include "tests/support/test.h"

#define SEEDS 300

typedef void (*GraphCheck) (const MgGraph *graph,
                            const MgDominators *dominators,
                            const gboolean *dominates,
                            GRand *random);

static gboolean
same_numbers (const MgNode *a, const MgNode *b, gsize n)
{
  return n == 0 || memcmp (a, b, n * sizeof *a) == 0;
}

/* With the reverse graph given, made inside, or made to be kept. */
static MgDominators *
make_dominators (const MgGraph *graph, const MgReverse *reverse, guint32 seed)
{
  g_autoptr (MgReverse) kept = NULL;
  MgDominators *dominators;

  if (seed % 3 > 0)
    return mg_dominators_new (graph, seed % 3 == 1 ? reverse : NULL, NULL, NULL);
  dominators = mg_dominators_new_with_reverse (graph, &kept, NULL, NULL);
  MG_CHECK (same_numbers (kept->source, reverse->source, graph->n_edges));
  for (gsize i = 0; i <= graph->n_nodes; i++)
    MG_CHECK_UINT (mg_monotone_get (&kept->first, i), mg_monotone_get (&reverse->first, i));
  return dominators;
}

/* Calls CHECK on random graphs of all shapes, with one thread and with several. */
static void
on_random_graphs (GraphCheck check)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    for (guint shape = 0; shape < MG_N_RANDOM_SHAPES; shape++)
      {
        g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) shape, 3 + seed % 30, seed);
        g_autoptr (MgReverse) reverse = mg_reverse_new (graph, NULL, NULL);
        g_autoptr (MgDominators) dominators = NULL;
        g_autofree gboolean *dominates = mg_oracle_dominance (graph);
        GRand *random = g_rand_new_with_seed (seed);

        mg_parallel_set_threads (1 + seed / 3 % 3);
        mg_parallel_set_worth (1);
        dominators = make_dominators (graph, reverse, seed);
        mg_parallel_set_threads (0);
        mg_parallel_set_worth (0);
        check (graph, dominators, dominates, random);
        g_rand_free (random);
      }
}

/* The one strict dominator of NODE that all others dominate. */
static MgNode
oracle_idom (const MgGraph *graph, const gboolean *dominates, MgNode node)
{
  MgNode nearest = MG_NODE_NONE;
  gsize n = graph->n_nodes;

  for (MgNode a = 0; a < n; a++)
    if (a != node && dominates[a * n + node] && (nearest == MG_NODE_NONE || dominates[nearest * n + a]))
      nearest = a;
  return nearest;
}

static guint64
oracle_retained (const MgGraph *graph, const gboolean *dominates, MgNode node)
{
  guint64 bytes = 0;

  for (MgNode b = 0; b < graph->n_nodes; b++)
    if (dominates[(gsize) node * graph->n_nodes + b])
      bytes += mg_graph_size (graph, b);
  return bytes;
}

static void
check_nodes (const MgGraph *graph, const MgDominators *dominators, const gboolean *dominates, GRand *random)
{
  for (MgNode node = 0; node < graph->n_nodes; node++)
    {
      MG_CHECK_UINT (dominators->idom[node], oracle_idom (graph, dominates, node));
      MG_CHECK_UINT (dominators->retained[node], oracle_retained (graph, dominates, node));
    }
}

static void
test_idom_and_retained_equal_deletion (void)
{
  on_random_graphs (check_nodes);
}

static void
check_children (const MgGraph *graph, const MgDominators *dominators, const gboolean *dominates, GRand *random)
{
  guint32 total = 0, expected = 0;

  for (MgNode node = 0; node < graph->n_nodes; node++)
    {
      guint32 n;
      const MgNode *children = mg_dominators_children (dominators, node, &n);

      total += n;
      expected += dominators->idom[node] != MG_NODE_NONE;
      for (guint32 i = 0; i < n; i++)
        {
          guint64 own = dominators->retained[children[i]],
                  last = i ? dominators->retained[children[i - 1]] : G_MAXUINT64;

          MG_CHECK_UINT (dominators->idom[children[i]], node);
          MG_CHECK (own < last || (own == last && children[i] > children[i - 1]));
        }
      for (MgNode a = 0; a < graph->n_nodes; a++)
        if (dominators->idom[node] != MG_NODE_NONE)
          MG_CHECK_UINT (mg_dominators_dominates (dominators, a, node), dominates[(gsize) a * graph->n_nodes + node]);
    }
  MG_CHECK_UINT (total, expected);
}

static void
test_children_are_sorted (void)
{
  on_random_graphs (check_children);
}

/* Bytes dominated by at least one member. */
static guint64
oracle_union (const MgGraph *graph, const gboolean *dominates, const gboolean *member)
{
  guint64 bytes = 0;
  gsize n = graph->n_nodes;

  for (MgNode b = 0; b < n; b++)
    for (MgNode a = 0; a < n; a++)
      if (member[a] && dominates[a * n + b])
        {
          bytes += mg_graph_size (graph, b);
          break;
        }
  return bytes;
}

static void
check_sets (const MgGraph *graph, const MgDominators *dominators, const gboolean *dominates, GRand *random)
{
  g_autofree gboolean *member = g_new0 (gboolean, graph->n_nodes);
  g_autofree MgNode *nodes = g_new (MgNode, graph->n_nodes + 1);
  gsize n = 0;
  MgReach rest;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    if (g_rand_int_range (random, 0, 4) == 0)
      {
        member[node] = TRUE;
        nodes[n++] = node;
      }
  if (n > 0)
    nodes[n] = nodes[0]; /* once more: counts once */
  MG_CHECK_UINT (mg_dominators_retained_of_set (dominators, nodes, n ? n + 1 : 0),
                 oracle_union (graph, dominates, member));
  MG_CHECK (mg_reach_without (graph, nodes, n, &rest, NULL, NULL));
  MG_CHECK_UINT (dominators->retained[MG_NODE_SUPER_ROOT] - rest.bytes, mg_oracle_freed (graph, member));
}

static void
test_sets_count_shared_parts_once (void)
{
  on_random_graphs (check_sets);
}

static void
check_types (const MgGraph *graph, const MgDominators *dominators, const gboolean *dominates, GRand *random)
{
  guint32 n_types = graph->types->n_types;
  g_autofree guint64 *retained = g_new (guint64, n_types);

  mg_parallel_set_threads ((guint) g_rand_int_range (random, 1, 4));
  mg_parallel_set_worth (1);
  MG_CHECK (mg_dominators_retained_by_type (dominators, graph, retained, NULL, NULL));
  mg_parallel_set_threads (0);
  mg_parallel_set_worth (0);
  for (MgTypeId type = 0; type < n_types; type++)
    {
      g_autofree gboolean *member = g_new0 (gboolean, graph->n_nodes);

      for (MgNode node = 0; node < graph->n_nodes; node++)
        member[node] = graph->type[node] == type;
      MG_CHECK_UINT (retained[type], oracle_union (graph, dominates, member));
    }
}

static void
test_types_count_shared_parts_once (void)
{
  on_random_graphs (check_types);
}

/* A stale word on a stack must not hide who holds an object for certain; it holds only what nothing else does. */
static void
test_possible_references_hide_nobody (void)
{
  g_autoptr (MgGraphRecipe) recipe
      = mg_graph_recipe_new ("root static M -> A -> L -> T*3; root stack_conservative w -> X -> Y -> T2; X -> L");
  g_autoptr (MgDominators) dominators = mg_dominators_new (mg_graph_recipe_graph (recipe), NULL, NULL, NULL);
  MgNode a = mg_graph_recipe_node (recipe, "A"), l = mg_graph_recipe_node (recipe, "L");

  MG_CHECK_UINT (dominators->idom[l], a);
  MG_CHECK_UINT (dominators->idom[mg_graph_recipe_node (recipe, "T2")], l);
  MG_CHECK_UINT (dominators->retained[a], 5 * MG_GRAPH_RECIPE_SIZE);
  MG_CHECK_UINT (dominators->idom[mg_graph_recipe_node (recipe, "X")], mg_graph_recipe_root (recipe, "w"));
  MG_CHECK_UINT (dominators->retained[mg_graph_recipe_node (recipe, "X")], 2 * MG_GRAPH_RECIPE_SIZE);
}

static void
test_a_small_picture (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (
      "root static M -> A -> D -> L -> H*3 -> T; root stack -> T; A -> S; H2 -> S; H*3: H 100; T: T 1000");
  g_autoptr (MgDominators) dominators = mg_dominators_new (mg_graph_recipe_graph (recipe), NULL, NULL, NULL);
  MgNode a = mg_graph_recipe_node (recipe, "A"), t = mg_graph_recipe_node (recipe, "T");

  MG_CHECK_UINT (dominators->idom[t], MG_NODE_SUPER_ROOT);
  MG_CHECK_UINT (dominators->retained[a], 4 * 24 + 300);
  MG_CHECK_UINT (dominators->idom[mg_graph_recipe_node (recipe, "S")], a);
}

/* Sizes at which threads read ahead of each other, and nodes with so many referrers that they are left out of that. */
static void
test_big_graphs_in_threads (void)
{
  static const char *const shapes[]
      = { "heap", "random", "hubs", "dictionaries", "doubly", "list-tail", "event", "all-roots" };

  mg_parallel_set_worth (1);
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      g_autoptr (MgGraph) graph = mg_shape_graph (mg_shape_find (shapes[s]), 80000);
      g_autoptr (MgReverse) reverse = mg_reverse_new (graph, NULL, NULL);
      g_autofree MgNode *expected = mg_lengauer_tarjan (graph, reverse);
      g_autofree guint64 *sums = g_new (guint64, graph->types->n_types);
      g_autofree guint64 *first_sums = g_new (guint64, graph->types->n_types);

      for (guint threads = 1; threads <= 7; threads += threads < 3 ? 1 : 4)
        {
          g_autoptr (MgDominators) dominators = NULL;

          mg_parallel_set_threads (threads);
          dominators = mg_dominators_new (graph, reverse, NULL, NULL);
          MG_CHECK (same_numbers (dominators->idom, expected, graph->n_nodes));
          MG_CHECK (mg_dominators_retained_by_type (dominators, graph, threads == 1 ? first_sums : sums, NULL, NULL));
          MG_CHECK (threads == 1 || memcmp (sums, first_sums, graph->types->n_types * sizeof *sums) == 0);
        }
    }
  mg_parallel_set_threads (0);
  mg_parallel_set_worth (0);
}

/* From every node that dominates it, all of the way, and the first steps of it. */
static void
check_way (const MgGraph *graph, const MgDominators *dominators, const gboolean *dominates, GRand *random)
{
  MgNode to = (MgNode) g_rand_int_range (random, 0, (gint32) graph->n_nodes), way[64];

  for (MgNode from = 0; from < graph->n_nodes; from++)
    {
      guint max = 1 + from % 4, n = mg_dominators_way (dominators, from, to, way, 64, NULL, NULL), first;
      MgNode head[4];

      MG_CHECK (from == to || (n > 0) == mg_dominators_dominates (dominators, from, to));
      for (guint i = 0; i < n; i++)
        MG_CHECK_UINT (dominators->idom[way[i]], i == 0 ? from : way[i - 1]);
      MG_CHECK (n == 0 || way[n - 1] == to);
      first = mg_dominators_way (dominators, from, to, head, max, NULL, NULL);
      MG_CHECK_UINT (first, MIN (n, max));
      MG_CHECK (same_numbers (head, way, first));
    }
}

static void
test_ways_follow_dominators (void)
{
  on_random_graphs (check_way);
}

static void
test_cancel_ends_each_part (void)
{
  MgNode way[4];

  g_autoptr (MgGraph) graph = mg_random_graph (MG_RANDOM_DENSE, 20, 1);
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgDominators) dominators = NULL, made = mg_dominators_new (graph, NULL, NULL, NULL);

  mg_progress_cancel (progress);
  dominators = mg_dominators_new (graph, NULL, progress, &error);
  MG_CHECK (dominators == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
  g_clear_error (&error);
  MG_CHECK_UINT (mg_dominators_way (made, 0, graph->n_nodes - 1, way, 4, progress, &error), 0);
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
  g_clear_error (&error);
  MG_CHECK (mg_dominators_accumulation_point (made, 0, progress, &error) == MG_NODE_NONE);
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
}

static const MgTest tests[] = {
  { "idom and retained equal deletion", test_idom_and_retained_equal_deletion },
  { "children are sorted", test_children_are_sorted },
  { "sets count shared parts once", test_sets_count_shared_parts_once },
  { "types count shared parts once", test_types_count_shared_parts_once },
  { "possible references hide nobody", test_possible_references_hide_nobody },
  { "a small picture", test_a_small_picture },
  { "big graphs in threads", test_big_graphs_in_threads },
  { "ways follow dominators", test_ways_follow_dominators },
  { "cancel ends each part", test_cancel_ends_each_part },
};

MG_TEST_MAIN ("dominators", tests)
