#include "analysis/snapshot.h"
#include "tests/support/graph-recipe.h"

static void
recipe_destroy (gpointer data)
{
  mg_graph_recipe_free (data);
}

MgSnapshot *
mg_graph_recipe_snapshot (const char *text, MgGraphRecipe **recipe)
{
  MgGraphRecipe *made = mg_graph_recipe_new (text);
  MgSnapshot *snapshot = mg_snapshot_new_for_graph (mg_graph_recipe_graph (made), "recipe");

  mg_snapshot_set_edge_labels (snapshot, mg_graph_recipe_edge_label, made, recipe_destroy);
  if (recipe)
    *recipe = made;
  return snapshot;
}
