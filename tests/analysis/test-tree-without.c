/* What hangs elsewhere when some nodes are taken out: a view against a whole new tree. */
#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/graph/tree-without.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/test.h"

#define SEEDS 600

static void
check_same (const MgTreeView *view, const MgTree *tree)
{
  for (MgNode node = 0; node < tree->n_nodes; node++)
    {
      MG_CHECK_UINT (mg_tree_view_parent (view, node), tree->parent[node]);
      MG_CHECK_UINT (mg_tree_view_distance (view, node), tree->distance[node]);
      MG_CHECK_UINT (mg_tree_view_reached (view, node), mg_tree_reached (tree, node));
    }
}

/* ELEMENT: a type whose objects are made elements of lists; MG_TYPE_NONE: none. Returns whether the view borrows. */
static gboolean
check_without (MgGraph *graph, guint32 kinds, MgTypeId element, const MgNode *without, gsize n)
{
  g_autoptr (MgTree) base = mg_tree_new (graph, MG_ROOT_ALL_KINDS, NULL, NULL), expected = NULL;
  g_autoptr (MgReverse) reverse = mg_reverse_new (graph, NULL, NULL);
  g_autoptr (MgInstances) instances = mg_instances_new (graph, NULL, NULL);
  const MgTreeBasis basis = { graph, reverse, instances, base };
  g_auto (MgTreeView) view = { 0 };

  if (element != MG_TYPE_NONE)
    graph->types->types[element].flags |= MG_TYPE_LIST_ELEMENT;
  MG_CHECK (mg_tree_without (&basis, kinds, without, n, &view, NULL, NULL));
  expected = mg_tree_new_without (graph, kinds, without, n, NULL, NULL);
  check_same (&view, expected);
  return view.owned == NULL;
}

static void
test_random_graphs_equal_a_new_tree (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    for (guint shape = 0; shape < MG_N_RANDOM_SHAPES; shape++)
      {
        g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) shape, 3 + seed % 60, seed);
        MgNode without[3];

        for (guint i = 0; i < G_N_ELEMENTS (without); i++)
          without[i] = 1 + (seed * 7 + i * 13) % (graph->n_nodes - 1);
        check_without (graph, seed % 5 == 0 ? seed * 2654435761u : MG_ROOT_ALL_KINDS,
                       seed % 3 == 0 ? seed % graph->types->n_types : MG_TYPE_NONE, without, seed % 4);
      }
}

static void
test_what_hangs_much_is_made_anew (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (
      "root static s -> A -> B -> H{1..400000}; root static t -> C -> D -> E -> B; root static u -> F -> G");
  MgNode a = mg_graph_recipe_node (recipe, "A"), f = mg_graph_recipe_node (recipe, "F");

  MG_CHECK (!check_without (mg_graph_recipe_graph (recipe), MG_ROOT_ALL_KINDS, MG_TYPE_NONE, &a, 1));
  MG_CHECK (check_without (mg_graph_recipe_graph (recipe), MG_ROOT_ALL_KINDS, MG_TYPE_NONE, &f, 1));
}

/* The same without what tells who refers to an object. */
static void
test_without_referrers (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("root static s -> A -> X; root static t -> B -> C -> X");
  MgGraph *graph = mg_graph_recipe_graph (recipe);
  g_autoptr (MgTree) base = mg_tree_new (graph, MG_ROOT_ALL_KINDS, NULL, NULL);
  g_autoptr (MgInstances) instances = mg_instances_new (graph, NULL, NULL);
  const MgTreeBasis basis = { graph, NULL, instances, base };
  g_auto (MgTreeView) view = { 0 };
  MgNode a = mg_graph_recipe_node (recipe, "A"), x = mg_graph_recipe_node (recipe, "X");

  MG_CHECK (mg_tree_without (&basis, MG_ROOT_ALL_KINDS, &a, 1, &view, NULL, NULL));
  MG_CHECK_UINT (mg_tree_view_parent (&view, x), mg_graph_recipe_node (recipe, "C"));
  MG_CHECK_UINT (mg_tree_view_distance (&view, x), 4);
  MG_CHECK (!mg_tree_view_reached (&view, a));
}

static void
test_cancel (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("root static s -> A -> X; root static t -> B -> C -> X");
  MgGraph *graph = mg_graph_recipe_graph (recipe);
  g_autoptr (MgTree) base = mg_tree_new (graph, MG_ROOT_ALL_KINDS, NULL, NULL);
  g_autoptr (MgReverse) reverse = mg_reverse_new (graph, NULL, NULL);
  g_autoptr (MgInstances) instances = mg_instances_new (graph, NULL, NULL);
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  const MgTreeBasis basis = { graph, reverse, instances, base };
  g_auto (MgTreeView) view = { 0 };
  g_autoptr (GError) error = NULL;
  MgNode a = mg_graph_recipe_node (recipe, "A");

  mg_progress_cancel (progress);
  MG_CHECK (!mg_tree_without (&basis, MG_ROOT_ALL_KINDS, &a, 1, &view, progress, &error));
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
}

static const MgTest tests[] = {
  { "random graphs equal a new tree", test_random_graphs_equal_a_new_tree },
  { "what hangs much is made anew", test_what_hangs_much_is_made_anew },
  { "without referrers", test_without_referrers },
  { "cancel", test_cancel },
};

MG_TEST_MAIN ("tree-without", tests)
