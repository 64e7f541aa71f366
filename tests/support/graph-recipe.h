/* Small graphs for tests, written as text.
 *
 *   root static Monitor -> A; A -changed-> D; D -> L -[%]-> H{1..1000} -> T
 *   A: MyApp.ConnectionMonitor 24; H*1000: System.EventHandler 64; L: System.Object[] 8024 @0x10000
 *   type System.EventHandler module System.Private.CoreLib.dll
 *
 * A recipe is a list of statements with ';' or the end of the line between them; '#' starts a comment.
 *
 *   root KIND [LABEL] [(NOTE)] [@ADDRESS] ARROW LIST …   one root, edges to every object of LIST, then on as a chain.
 *                                                     KIND is a machine name (mg_root_kind_id). LABEL is the text
 *                                                     before the arrow or note, quoted when it holds "->", '(', '@'.
 *   LIST ARROW LIST ARROW LIST …                      edges between neighbours
 *   LIST: TYPE [SIZE] [@ADDRESS]                      what the objects are; "MODULE!NAME" gives the type a module.
 *                                                     Of several objects the first stands at ADDRESS.
 *   LIST                                              merely mentions objects, so that they exist
 *   type TYPE [module MODULE] [handle NUMBER] [runtime_table] [list_element] [free] [undefined]
 *
 *   LIST    ITEM, ITEM, …
 *   ITEM    NAME, NAME{A..B} for NAMEA … NAMEB, or NAME*N for NAME{1..N}; NAME: letters, digits, _ . $ + `
 *   ARROW   ->  -LABEL->    one to many, many to one, or lists of equal length pairwise
 *           =>  =LABEL=>    every left one to every right one
 *           ~>  ~LABEL~>    like ->, but the reference is conditional (a dependent handle)
 *           In LABEL '%' stands for the number of the pair, from 0.
 *
 * An object exists once mentioned. Without a declaration its type is its NAME (without the number of a range) and its
 * size MG_GRAPH_RECIPE_SIZE. A TYPE ends at the first blank outside brackets. Objects get increasing addresses in
 * order of first mention unless given. Edges keep the order of the text. A mistake ends the program with a message. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

#define MG_GRAPH_RECIPE_SIZE 24
#define MG_GRAPH_RECIPE_ADDRESS 0x10000

typedef struct _MgGraphRecipe MgGraphRecipe;

MgGraphRecipe *mg_graph_recipe_new (const char *text) G_GNUC_WARN_UNUSED_RESULT;
void mg_graph_recipe_free (MgGraphRecipe *recipe);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgGraphRecipe, mg_graph_recipe_free)

/* The graph; borrowed. */
MgGraph *mg_graph_recipe_graph (const MgGraphRecipe *recipe);
/* The object called NAME; the program ends when there is none. */
MgNode mg_graph_recipe_node (const MgGraphRecipe *recipe, const char *name);
/* The (first) root node with LABEL; with LABEL NULL, the first root. */
MgNode mg_graph_recipe_root (const MgGraphRecipe *recipe, const char *label);
/* Name of an object, label of a root or its kind's id, "super": for messages and expected texts. Borrowed. */
const char *mg_graph_recipe_name (const MgGraphRecipe *recipe, MgNode node);
/* Labels of FROM → TO, those of parallel edges joined with ", "; NULL when none. An MgEdgeLabelFunc: USER_DATA is the
 * recipe. */
char *mg_graph_recipe_edge_label (MgNode from, MgNode to, gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;

/* A snapshot of TEXT whose edge labels come from the recipe, which it keeps. *RECIPE (may be NULL) is borrowed from the
 * snapshot. */
MgSnapshot *mg_graph_recipe_snapshot (const char *text, MgGraphRecipe **recipe) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
