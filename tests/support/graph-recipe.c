#include "tests/support/graph-recipe.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/graph/builder.h"
#include "tests/support/graph-recipe-private.h"

static int
compare_by_address (gconstpointer a, gconstpointer b)
{
  const RecipeObject *first = *(RecipeObject *const *) a, *second = *(RecipeObject *const *) b;

  if (first->address != second->address)
    return first->address < second->address ? -1 : 1;
  return first < second ? -1 : first > second;
}

static int
compare_roots (gconstpointer a, gconstpointer b)
{
  const RecipeRoot *first = *(RecipeRoot *const *) a, *second = *(RecipeRoot *const *) b;
  int order = (int) first->root.kind - (int) second->root.kind;

  if (order == 0)
    order = g_strcmp0 (first->root.label, second->root.label);
  if (order == 0)
    order = (first->root.address > second->root.address) - (first->root.address < second->root.address);
  return order ? order : first < second ? -1 : first > second;
}

/* Pointers to the elements of ARRAY, in the order of COMPARE. */
static gpointer *
sorted_elements (GArray *array, int (*compare) (gconstpointer, gconstpointer))
{
  gpointer *elements = g_new (gpointer, array->len + 1);

  for (guint i = 0; i < array->len; i++)
    elements[i] = array->data + (gsize) i * g_array_get_element_size (array);
  qsort (elements, array->len, sizeof *elements, compare);
  return elements;
}

static void
give_addresses (MgGraphRecipe *recipe)
{
  guint64 next = MG_GRAPH_RECIPE_ADDRESS;

  for (guint i = 0; i < recipe->objects->len; i++)
    {
      RecipeObject *object = &g_array_index (recipe->objects, RecipeObject, i);

      if (object->address == 0)
        object->address = next;
      next = object->address + MAX ((object->size + 7) & ~(guint64) 7, 8);
    }
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static MgTypeTable *
make_types (MgGraphRecipe *recipe)
{
  MgTypeTableBuilder *builder = mg_type_table_builder_new ();
  guint n;
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (recipe->types, &n);
  g_autofree MgTypeId *map = NULL;
  MgTypeTable *table;

  qsort (keys, n, sizeof *keys, compare_strings);
  for (guint i = 0; i < n; i++)
    {
      const RecipeType *type = g_hash_table_lookup (recipe->types, keys[i]);
      const char *name = keys[i], *mark = strchr (name, '!');
      g_autofree char *module = mark ? g_strndup (name, (gsize) (mark - name)) : g_strdup (type->module);

      mg_type_table_builder_add (builder, mark ? mark + 1 : name, module, type->handle, type->flags);
    }
  table = mg_type_table_builder_finish (builder, &map);
  for (guint i = 0; i < n; i++)
    ((RecipeType *) g_hash_table_lookup (recipe->types, keys[i]))->id = map[i];
  return table;
}

static MgGraphBuilder *
add_nodes (MgGraphRecipe *recipe)
{
  guint32 n_roots = recipe->roots->len, n_objects = recipe->objects->len;
  g_autoptr (MgTypeTable) types = make_types (recipe);
  g_autofree gpointer *roots = sorted_elements (recipe->roots, compare_roots);
  g_autofree gpointer *objects = NULL;
  MgGraphBuilder *builder = mg_graph_builder_new (types, n_roots, n_objects);

  give_addresses (recipe);
  objects = sorted_elements (recipe->objects, compare_by_address);
  recipe->names = g_new0 (const char *, n_roots + n_objects + 1);
  recipe->names[MG_NODE_SUPER_ROOT] = "super";
  for (guint32 i = 0; i < n_roots; i++)
    {
      RecipeRoot *root = roots[i];

      root->node = mg_graph_builder_root (i);
      recipe->names[root->node] = root->root.label ? root->root.label : mg_root_kind_id (root->root.kind);
      mg_graph_builder_add_root (builder, &root->root);
    }
  for (guint32 i = 0; i < n_objects; i++)
    {
      RecipeObject *object = objects[i];
      const RecipeType *type = g_hash_table_lookup (recipe->types, object->type);

      object->node = mg_graph_builder_object (n_roots, i);
      recipe->names[object->node] = object->name;
      mg_graph_builder_add_object (builder, type->id, object->size, object->address);
    }
  return builder;
}

static MgNode
edge_source (const MgGraphRecipe *recipe, const RecipeEdge *edge)
{
  if (edge->from & MG_RECIPE_ROOT)
    return g_array_index (recipe->roots, RecipeRoot, edge->from & ~MG_RECIPE_ROOT).node;
  return g_array_index (recipe->objects, RecipeObject, edge->from).node;
}

static MgNode
edge_target (const MgGraphRecipe *recipe, const RecipeEdge *edge)
{
  return g_array_index (recipe->objects, RecipeObject, edge->to).node;
}

static void
keep_label (MgGraphRecipe *recipe, MgNode from, MgNode to, const char *label)
{
  guint64 key = (guint64) from << 32 | to;
  const char *old = g_hash_table_lookup (recipe->labels, &key);

  g_hash_table_replace (recipe->labels, g_memdup2 (&key, sizeof key),
                        old ? g_strdup_printf ("%s, %s", old, label) : g_strdup (label));
}

static void
add_edges (MgGraphRecipe *recipe, MgGraphBuilder *builder)
{
  const RecipeEdge *edges = (const RecipeEdge *) (gconstpointer) recipe->edges->data;
  guint n = recipe->edges->len;

  for (guint i = 0; i < n; i++)
    mg_graph_builder_count_edges (builder, edge_source (recipe, &edges[i]), 1);
  mg_graph_builder_begin_edges (builder);
  for (guint i = 0; i < n; i++)
    {
      MgNode from = edge_source (recipe, &edges[i]), to = edge_target (recipe, &edges[i]);

      mg_graph_builder_add_edge (builder, from, to);
      if (edges[i].conditional)
        mg_graph_builder_mark_conditional (builder, from, to);
      if (edges[i].label)
        keep_label (recipe, from, to, edges[i].label);
    }
}

MgGraphRecipe *
mg_graph_recipe_new (const char *text)
{
  MgGraphRecipe *recipe = mg_graph_recipe_parse (text);
  MgGraphBuilder *builder = add_nodes (recipe);

  recipe->labels = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  add_edges (recipe, builder);
  recipe->graph = mg_graph_builder_finish (builder);
  return recipe;
}

void
mg_graph_recipe_free (MgGraphRecipe *recipe)
{
  if (recipe == NULL)
    return;
  mg_graph_unref (recipe->graph);
  g_array_free (recipe->objects, TRUE);
  g_array_free (recipe->roots, TRUE);
  g_array_free (recipe->edges, TRUE);
  g_hash_table_unref (recipe->by_name);
  g_hash_table_unref (recipe->types);
  g_hash_table_unref (recipe->labels);
  g_string_chunk_free (recipe->texts);
  g_free (recipe->names);
  g_free (recipe);
}

MgGraph *
mg_graph_recipe_graph (const MgGraphRecipe *recipe)
{
  return recipe->graph;
}

MgNode
mg_graph_recipe_node (const MgGraphRecipe *recipe, const char *name)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (recipe->by_name, name));

  if (index == 0)
    g_error ("graph recipe: no object is called \"%s\"", name);
  return g_array_index (recipe->objects, RecipeObject, index - 1).node;
}

MgNode
mg_graph_recipe_root (const MgGraphRecipe *recipe, const char *label)
{
  for (MgNode node = 1; node <= recipe->graph->n_roots; node++)
    if (label == NULL || g_strcmp0 (mg_graph_root (recipe->graph, node)->label, label) == 0)
      return node;
  g_error ("graph recipe: no root is called \"%s\"", label ? label : "(any)");
}

const char *
mg_graph_recipe_name (const MgGraphRecipe *recipe, MgNode node)
{
  return node < recipe->graph->n_nodes ? recipe->names[node] : "none";
}

char *
mg_graph_recipe_edge_label (MgNode from, MgNode to, gpointer user_data)
{
  const MgGraphRecipe *recipe = user_data;
  guint64 key = (guint64) from << 32 | to;

  return g_strdup (g_hash_table_lookup (recipe->labels, &key));
}
