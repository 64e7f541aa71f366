/* The retention tree: costs against Bellman and Ford, parents against the rule of ties, figures against a search. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/graph/tree.h"
#include "tests/support/graph-oracle.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/test.h"

#define SEEDS 400

static gboolean
has_edge (const MgGraph *graph, MgNode from, MgNode to)
{
  guint32 n;
  const MgNode *targets = mg_graph_edges (graph, from, &n);

  for (guint32 i = 0; i < n; i++)
    if (targets[i] == to)
      return TRUE;
  return FALSE;
}

/* Kind of the root that the tree's path to NODE starts from. */
static guint
root_kind_of (const MgGraph *graph, const MgTree *tree, MgNode node)
{
  while (!mg_graph_is_root (graph, node))
    node = tree->parent[node];
  return mg_graph_root (graph, node)->kind;
}

/* Among the cheapest parents of NODE: least root kind, then type, then node. */
static MgNode
oracle_parent (const MgGraph *graph, const MgTree *tree, const guint32 *cost, MgNode node)
{
  MgNode best = MG_NODE_NONE;

  for (MgNode from = 1; from < graph->n_nodes; from++)
    {
      guint a, b;

      if (cost[from] == G_MAXUINT32 || !has_edge (graph, from, node)
          || cost[from] + mg_oracle_link_cost (graph, from) != cost[node])
        continue;
      a = root_kind_of (graph, tree, from);
      b = best == MG_NODE_NONE ? G_MAXUINT : root_kind_of (graph, tree, best);
      if (a < b || (a == b && graph->type[from] < graph->type[best]))
        best = from;
    }
  return best;
}

/* Distances are links along the parents, and whoever is reached has a parent that is. */
static void
check_distances (const MgTree *tree)
{
  guint32 n_reached = 0;

  MG_CHECK_UINT (tree->distance[MG_NODE_SUPER_ROOT], 0);
  for (MgNode node = 0; node < tree->n_nodes; node++)
    {
      n_reached += mg_tree_reached (tree, node);
      if (node != MG_NODE_SUPER_ROOT && mg_tree_reached (tree, node))
        MG_CHECK_UINT (tree->distance[node], (guint64) tree->distance[tree->parent[node]] + 1);
    }
  MG_CHECK_UINT (tree->n_reached, n_reached);
}

static void
check_figures (const MgGraph *graph, const MgTree *tree, const guint32 *cost)
{
  guint64 bytes = 0, dead_bytes = 0;
  guint32 n_dead = 0;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      gboolean dead = cost[node] == G_MAXUINT32;

      n_dead += dead;
      *(dead ? &dead_bytes : &bytes) += mg_graph_size (graph, node);
    }
  MG_CHECK_UINT (tree->n_dead, n_dead);
  MG_CHECK_UINT (tree->dead_bytes, dead_bytes);
  MG_CHECK_UINT (tree->reached_bytes, bytes);
}

static void
check_tree (const MgGraph *graph, guint32 kinds)
{
  g_autoptr (MgTree) tree = mg_tree_new (graph, kinds, NULL, NULL);
  g_autofree guint32 *cost = mg_oracle_costs (graph, kinds);

  for (MgNode node = 0; node < graph->n_nodes; node++)
    {
      MG_CHECK_UINT (mg_tree_reached (tree, node), cost[node] != G_MAXUINT32);
      if (mg_graph_is_object (graph, node) && mg_tree_reached (tree, node))
        MG_CHECK_UINT (tree->parent[node], oracle_parent (graph, tree, cost, node));
      else
        MG_CHECK_UINT (tree->parent[node],
                       mg_graph_is_root (graph, node) && mg_tree_reached (tree, node) ? 0 : MG_NODE_NONE);
    }
  check_distances (tree);
  check_figures (graph, tree, cost);
}

static void
test_random_graphs_equal_the_oracle (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    for (guint shape = 0; shape < MG_N_RANDOM_SHAPES; shape++)
      {
        g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) shape, 3 + seed % 40, seed);

        check_tree (graph, MG_ROOT_ALL_KINDS);
        if (seed % 4 == 0)
          check_tree (graph, seed * 2654435761u);
      }
}

/* The path to NAME as "root A B". */
static char *
path_text (const char *text, const char *name)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (text);
  g_autoptr (MgTree) tree = mg_tree_new (mg_graph_recipe_graph (recipe), MG_ROOT_ALL_KINDS, NULL, NULL);
  GString *path = g_string_new (NULL);

  for (MgNode node = mg_graph_recipe_node (recipe, name); node != MG_NODE_SUPER_ROOT && node != MG_NODE_NONE;
       node = tree->parent[node])
    {
      g_string_prepend (path, node == mg_graph_recipe_node (recipe, name) ? "" : " ");
      g_string_prepend (path, mg_graph_recipe_name (recipe, node));
    }
  return g_string_free (path, FALSE);
}

static void
check_path (const char *text, const char *name, const char *expected)
{
  g_autofree char *path = path_text (text, name);

  MG_CHECK_STRING (path, expected);
}

static void
test_costs_prefer_what_tells_more (void)
{
  check_path ("root stack local -> X; root static S -> A -> X", "X", "S A X");
  check_path ("root stack local -> X; root static S -> A -> B -> X", "X", "local X");
  check_path ("root stack_conservative word -> X; root stack local -> A -> B -> C -> X", "X", "local A B C X");
  check_path ("root strong_handle h -> R -> X; root strong_handle h2 -> A -> B -> C -> X; type R runtime_table", "X",
              "h2 A B C X");
  check_path ("root strong_handle h -> R -> X; root static s -> A -> B -> C -> D -> E -> X; type R runtime_table", "X",
              "h R X");
  check_path ("root strong_handle h -> A -> X; root static s -> B -> X", "X", "s B X");
  check_path ("root static s -> B, A; B -> X; A -> X", "X", "s A X");
  check_path ("root static s -> B1, B2; B1 -> X; B2 -> X; B1: T; B2: T", "X", "s B1 X");
  check_path ("root static s -> K ~> X", "X", "s K X");
  check_path ("A -> X", "X", "X");
}

static void
test_cancel_ends_the_pass (void)
{
  static const char recipe_text[] = "root static s -> L -> H{1..70000}";
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (recipe_text);
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgTree) tree = NULL;

  mg_progress_cancel (progress);
  tree = mg_tree_new (mg_graph_recipe_graph (recipe), MG_ROOT_ALL_KINDS, progress, &error);
  MG_CHECK (tree == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
}

static void
test_without_some_nodes (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    {
      g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) (seed % MG_N_RANDOM_SHAPES), 3 + seed % 40, seed);
      g_autofree gboolean *removed = g_new0 (gboolean, graph->n_nodes), *reachable = NULL;
      MgNode without[3];
      g_autoptr (MgTree) tree = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (without); i++)
        {
          without[i] = 1 + (seed * 7 + i * 13) % (graph->n_nodes - 1);
          removed[without[i]] = TRUE;
        }
      tree = mg_tree_new_without (graph, MG_ROOT_ALL_KINDS, without, G_N_ELEMENTS (without), NULL, NULL);
      reachable = mg_oracle_reachable (graph, removed);
      for (MgNode node = 0; node < graph->n_nodes; node++)
        MG_CHECK_UINT (mg_tree_reached (tree, node), reachable[node]);
      check_distances (tree);
    }
}

static const MgTest tests[] = {
  { "random graphs equal the oracle", test_random_graphs_equal_the_oracle },
  { "costs prefer what tells more", test_costs_prefer_what_tells_more },
  { "without some nodes", test_without_some_nodes },
  { "cancel ends the pass", test_cancel_ends_the_pass },
};

MG_TEST_MAIN ("tree", tests)
