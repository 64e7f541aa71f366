/* The recipes that other tests are written in mean what their header says. */
#include "tests/support/graph-recipe.h"
#include "tests/support/test.h"

/* The edges as "from>to from>to …", node by node. */
static char *
edges_text (const MgGraphRecipe *recipe)
{
  const MgGraph *graph = mg_graph_recipe_graph (recipe);
  GString *text = g_string_new (NULL);

  for (MgNode node = 0; node < graph->n_nodes; node++)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (graph, node, &n);

      for (guint32 i = 0; i < n; i++)
        g_string_append_printf (text, "%s%s%s%s", text->len ? " " : "", mg_graph_recipe_name (recipe, node),
                                mg_graph_edge_is_conditional (graph, node, targets[i]) ? "~" : ">",
                                mg_graph_recipe_name (recipe, targets[i]));
    }
  return g_string_free (text, FALSE);
}

static void
check_edges (const char *text, const char *expected)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (text);
  g_autofree char *edges = edges_text (recipe);

  MG_CHECK_STRING (edges, expected);
}

static void
test_edges_follow_the_arrows (void)
{
  check_edges ("root static M -> A; A -> B -> C", "super>M M>A A>B B>C");
  check_edges ("root stack -> A, B; A -> B, C -> D", "super>stack stack>A stack>B A>B A>C B>D C>D");
  check_edges ("L -> H{1..3} -> T # the rest is a comment; X -> Y", "L>H1 L>H2 L>H3 H1>T H2>T H3>T");
  check_edges ("A*2 -> B*2\nA*2 => B*2", "A1>B1 A1>B1 A1>B2 A2>B2 A2>B1 A2>B2");
  check_edges ("K ~> V; A -> A, A", "K~V A>A A>A");
  check_edges ("A{1..3} -> A{2..4}", "A1>A2 A2>A3 A3>A4");
  check_edges ("alone", "");
}

static void
test_roots_are_sorted_and_described (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (
      "root stack thread 7 in Main -> A; root static Monitor (declaring class not recorded) @0x50 -> A;"
      "root static \"a -> b (c)\" -f-> A; root static -> A");
  const MgGraph *graph = mg_graph_recipe_graph (recipe);
  g_autofree char *label = mg_graph_recipe_edge_label (3, 5, recipe);

  MG_CHECK_UINT (graph->n_roots, 4);
  MG_CHECK_STRING (mg_graph_root (graph, 1)->label, NULL);
  MG_CHECK_STRING (mg_graph_root (graph, 2)->label, "Monitor");
  MG_CHECK_STRING (mg_graph_root (graph, 2)->note, "declaring class not recorded");
  MG_CHECK_UINT (mg_graph_root (graph, 2)->address, 0x50);
  MG_CHECK_STRING (mg_graph_root (graph, 3)->label, "a -> b (c)");
  MG_CHECK_STRING (label, "f");
  MG_CHECK_UINT (mg_graph_root (graph, 4)->kind, MG_ROOT_STACK);
  MG_CHECK_STRING (mg_graph_root (graph, 4)->label, "thread 7 in Main");
  MG_CHECK_UINT (mg_graph_recipe_root (recipe, "Monitor"), 2);
}

static void
test_objects_have_types_sizes_addresses (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (
      "A -> H*2; A: System.Collections.Generic.Dictionary<System.String, My.Foo[,]> 80; H*2: app.dll!My.H 20 @0x20000;"
      "late: My.Late @0x90000; B; type My.Late module late.dll handle 0x77 runtime_table");
  const MgGraph *graph = mg_graph_recipe_graph (recipe);
  MgNode a = mg_graph_recipe_node (recipe, "A"), late = mg_graph_recipe_node (recipe, "late");
  MgNode h2 = mg_graph_recipe_node (recipe, "H2"), b = mg_graph_recipe_node (recipe, "B");

  MG_CHECK_STRING (mg_graph_type_of (graph, a)->name,
                   "System.Collections.Generic.Dictionary<System.String, My.Foo[,]>");
  MG_CHECK_UINT (mg_graph_size (graph, a), 80);
  MG_CHECK_UINT (mg_graph_address (graph, a), MG_GRAPH_RECIPE_ADDRESS);
  MG_CHECK_UINT (mg_graph_address (graph, h2), 0x20000 + 24);
  MG_CHECK_STRING (mg_graph_type_of (graph, h2)->name, "My.H");
  MG_CHECK_STRING (mg_graph_type_of (graph, h2)->module, "app.dll");
  MG_CHECK_UINT (mg_graph_address (graph, late), 0x90000);
  MG_CHECK_UINT (mg_graph_type_of (graph, late)->handle, 0x77);
  MG_CHECK_UINT (mg_graph_type_of (graph, late)->flags, MG_TYPE_RUNTIME_TABLE | MG_TYPE_OWN);
  MG_CHECK_STRING (mg_graph_type_of (graph, b)->name, "B");
  MG_CHECK_UINT (mg_graph_size (graph, b), MG_GRAPH_RECIPE_SIZE);
  MG_CHECK_UINT (b, graph->n_nodes - 1);
}

static void
test_labels_number_pairs_and_join (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("L -[%]-> H{1..3}; L -_first-> H1; L -> X");
  MgNode l = mg_graph_recipe_node (recipe, "L");
  g_autofree char *both = mg_graph_recipe_edge_label (l, mg_graph_recipe_node (recipe, "H1"), recipe);
  g_autofree char *last = mg_graph_recipe_edge_label (l, mg_graph_recipe_node (recipe, "H3"), recipe);
  g_autofree char *none = mg_graph_recipe_edge_label (l, mg_graph_recipe_node (recipe, "X"), recipe);

  MG_CHECK_STRING (both, "[0], _first");
  MG_CHECK_STRING (last, "[2]");
  MG_CHECK_STRING (none, NULL);
}

static const MgTest tests[] = {
  { "edges follow the arrows", test_edges_follow_the_arrows },
  { "roots are sorted and described", test_roots_are_sorted_and_described },
  { "objects have types, sizes, addresses", test_objects_have_types_sizes_addresses },
  { "labels number pairs and join", test_labels_number_pairs_and_join },
};

MG_TEST_MAIN ("graph-recipe", tests)
