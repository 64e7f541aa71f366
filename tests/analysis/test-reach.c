/* What objects lead to, against sweeping over all edges until nothing changes. */
#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/graph/reach.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/test.h"

#define SEEDS 300

static MgReach
oracle_reach (const MgGraph *graph, const MgNode *nodes, gsize n)
{
  g_autofree gboolean *reached = g_new0 (gboolean, graph->n_nodes);
  gboolean changed = TRUE;
  MgReach reach = { 0 };

  for (gsize i = 0; i < n; i++)
    reached[nodes[i]] = TRUE;
  while (changed)
    {
      changed = FALSE;
      for (MgNode from = 0; from < graph->n_nodes; from++)
        {
          guint32 n_targets;
          const MgNode *targets = mg_graph_edges (graph, from, &n_targets);

          for (guint32 i = 0; reached[from] && i < n_targets; i++)
            if (!reached[targets[i]])
              reached[targets[i]] = changed = TRUE;
        }
    }
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    if (reached[node])
      {
        reach.n_objects++;
        reach.bytes += mg_graph_size (graph, node);
      }
  return reach;
}

static void
test_random_graphs_equal_the_oracle (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    for (guint shape = 0; shape < MG_N_RANDOM_SHAPES; shape++)
      {
        g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) shape, 30, seed);
        MgNode nodes[] = { graph->n_nodes - 1, seed % graph->n_nodes, graph->n_nodes - 1 };
        MgReach expected = oracle_reach (graph, nodes, 3), reach;

        MG_CHECK (mg_reach (graph, nodes, 3, &reach, NULL, NULL));
        MG_CHECK_UINT (reach.n_objects, expected.n_objects);
        MG_CHECK_UINT (reach.bytes, expected.bytes);
      }
}

static void
test_what_is_left_without_some (void)
{
  g_autoptr (MgGraphRecipe) recipe
      = mg_graph_recipe_new ("root static M -> A -> B -> D; root stack s -> C -> D; A -> E; D*1: T 7");
  const MgGraph *graph = mg_graph_recipe_graph (recipe);
  MgNode both[] = { mg_graph_recipe_node (recipe, "B"), mg_graph_recipe_node (recipe, "C") };
  MgReach reach;

  MG_CHECK (mg_reach_without (graph, both, 1, &reach, NULL, NULL));
  MG_CHECK_UINT (reach.n_objects, 4);
  MG_CHECK (mg_reach_without (graph, both, 2, &reach, NULL, NULL));
  MG_CHECK_UINT (reach.n_objects, 2);
  MG_CHECK_UINT (reach.bytes, 48);
}

static void
test_cancel_ends_it (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("root static M -> X");
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  MgNode start = 1;
  MgReach reach;

  mg_progress_cancel (progress);
  MG_CHECK (!mg_reach (mg_graph_recipe_graph (recipe), &start, 1, &reach, progress, &error));
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
}

static const MgTest tests[] = {
  { "random graphs equal the oracle", test_random_graphs_equal_the_oracle },
  { "what is left without some", test_what_is_left_without_some },
  { "cancel ends it", test_cancel_ends_it },
};

MG_TEST_MAIN ("reach", tests)
