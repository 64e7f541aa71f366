/* What the recipe's parser hands to the part that builds the graph. */
#pragma once

#include "tests/support/graph-recipe.h"

G_BEGIN_DECLS

#define MG_RECIPE_ROOT 0x80000000u /* in RecipeEdge.from: a root's number follows */

typedef struct
{
  const char *name;
  const char *type;    /* "NAME" or "MODULE!NAME" */
  guint64 size, address; /* address 0: to be given */
  MgNode node;
} RecipeObject;

typedef struct
{
  MgRoot root;
  MgNode node;
} RecipeRoot;

typedef struct
{
  guint32 from, to; /* indexes into objects; FROM may be MG_RECIPE_ROOT | index into roots */
  const char *label;
  gboolean conditional;
} RecipeEdge;

typedef struct
{
  const char *module;
  guint64 handle;
  guint32 flags;
  MgTypeId id;
} RecipeType;

struct _MgGraphRecipe
{
  GArray *objects;     /* RecipeObject, in order of mention */
  GArray *roots;       /* RecipeRoot */
  GArray *edges;       /* RecipeEdge */
  GHashTable *by_name; /* object's name → index + 1 */
  GHashTable *types;   /* "NAME" or "MODULE!NAME" → RecipeType */
  GHashTable *labels;  /* from << 32 | to → joined labels */
  GStringChunk *texts;
  const char **names;  /* by node */
  MgGraph *graph;
};

MgGraphRecipe *mg_graph_recipe_parse (const char *text);

G_END_DECLS
