/* The objects of each type. */
#include "analysis/graph/instances.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/test.h"

static void
test_objects_by_type_in_address_order (void)
{
  g_autoptr (MgGraphRecipe) recipe
      = mg_graph_recipe_new ("root static M -> A1, B1, A2, C, A3; A1, A2, A3: A; B1: B; C: C");
  const MgGraph *graph = mg_graph_recipe_graph (recipe);
  g_autoptr (MgInstances) instances = mg_instances_new (graph, NULL, NULL);
  guint32 n;
  const MgNode *nodes = mg_instances_of (instances, mg_type_table_find (graph->types, "A"), &n);

  MG_CHECK (n == 3 && nodes[0] == mg_graph_recipe_node (recipe, "A1") && nodes[1] == mg_graph_recipe_node (recipe, "A2")
            && nodes[2] == mg_graph_recipe_node (recipe, "A3"));
}

static void
test_random_graphs_lose_nothing (void)
{
  for (guint32 seed = 0; seed < 500; seed++)
    {
      g_autoptr (MgGraph) graph = mg_random_graph (MG_RANDOM_SPARSE, 40, seed);
      g_autoptr (MgInstances) instances = mg_instances_new (graph, NULL, NULL);
      guint32 total = 0;

      for (MgTypeId type = 0; type < graph->types->n_types; type++)
        {
          guint32 n;
          const MgNode *nodes = mg_instances_of (instances, type, &n);

          total += n;
          for (guint32 i = 0; i < n; i++)
            MG_CHECK (mg_graph_is_object (graph, nodes[i]) && graph->type[nodes[i]] == type
                      && (i == 0 || nodes[i - 1] < nodes[i]));
        }
      MG_CHECK_UINT (total, mg_graph_n_objects (graph));
    }
}

static void
test_a_graph_without_objects (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("type Nothing");
  g_autoptr (MgInstances) instances = mg_instances_new (mg_graph_recipe_graph (recipe), NULL, NULL);
  guint32 n;

  (void) mg_instances_of (instances, 0, &n);
  MG_CHECK_UINT (n, 0);
}

static const MgTest tests[] = {
  { "objects by type, in address order", test_objects_by_type_in_address_order },
  { "random graphs lose nothing", test_random_graphs_lose_nothing },
  { "a graph without objects", test_a_graph_without_objects },
};

MG_TEST_MAIN ("instances", tests)
