/* The reverse graph, against counting each pair of nodes in the graph itself. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/parallel.h"
#include "analysis/base/progress.h"
#include "analysis/graph/reverse.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/graph-shapes.h"
#include "tests/support/test.h"

#define SEEDS 300

static guint
count (const MgNode *nodes, guint32 n, MgNode wanted)
{
  guint found = 0;

  for (guint32 i = 0; i < n; i++)
    found += nodes[i] == wanted;
  return found;
}

static void
check_graph (const MgGraph *graph)
{
  g_autoptr (MgReverse) reverse = mg_reverse_new (graph, NULL, NULL);
  guint64 total = 0;

  for (MgNode to = 0; to < graph->n_nodes; to++)
    {
      guint32 n_sources, n_targets;
      const MgNode *sources = mg_reverse_sources (reverse, to, &n_sources);

      total += n_sources;
      for (guint32 i = 1; i < n_sources; i++)
        MG_CHECK (sources[i - 1] <= sources[i]);
      for (MgNode from = 0; from < graph->n_nodes; from++)
        {
          const MgNode *targets = mg_graph_edges (graph, from, &n_targets);

          MG_CHECK_UINT (count (sources, n_sources, from), count (targets, n_targets, to));
        }
    }
  MG_CHECK_UINT (total, graph->n_edges);
}

static void
test_every_edge_stands_once (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    for (guint shape = 0; shape < MG_N_RANDOM_SHAPES; shape++)
      {
        g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) shape, 1 + seed % 30, seed);

        check_graph (graph);
      }
}

static void
test_referrers_in_order (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("root static M -> X; C, A, B, A, X -> X");
  g_autoptr (MgReverse) reverse = mg_reverse_new (mg_graph_recipe_graph (recipe), NULL, NULL);
  GString *text = g_string_new (NULL);
  g_autofree char *names = NULL;
  guint32 n;
  const MgNode *sources = mg_reverse_sources (reverse, mg_graph_recipe_node (recipe, "X"), &n);

  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (text, "%s ", mg_graph_recipe_name (recipe, sources[i]));
  names = g_string_free (text, FALSE);
  MG_CHECK_STRING (names, "M X C A A B ");
}

static void
test_cancel_ends_it (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("root static M -> X");
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgReverse) reverse = NULL;

  mg_progress_cancel (progress);
  reverse = mg_reverse_new (mg_graph_recipe_graph (recipe), progress, &error);
  MG_CHECK (reverse == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
}

static void
test_threads_make_no_difference (void)
{
  g_autoptr (MgGraph) graph = mg_shape_graph (mg_shape_find ("hubs"), 400000);
  g_autoptr (MgReverse) one = NULL;

  MG_CHECK (graph->n_edges > 1000000); /* fewer are left to one thread */
  mg_parallel_set_threads (1);
  one = mg_reverse_new (graph, NULL, NULL);
  for (guint threads = 2; threads <= 5; threads++)
    {
      g_autoptr (MgReverse) several = NULL;

      mg_parallel_set_threads (threads);
      several = mg_reverse_new (graph, NULL, NULL);
      MG_CHECK (memcmp (one->source, several->source, graph->n_edges * sizeof *one->source) == 0);
      MG_CHECK (memcmp (one->first.delta, several->first.delta, graph->n_nodes * sizeof *one->first.delta) == 0);
    }
  mg_parallel_set_threads (0);
}

static const MgTest tests[] = {
  { "every edge stands once", test_every_edge_stands_once },
  { "referrers in order", test_referrers_in_order },
  { "cancel ends it", test_cancel_ends_it },
  { "threads make no difference", test_threads_make_no_difference },
};

MG_TEST_MAIN ("reverse", tests)
