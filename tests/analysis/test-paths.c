/* The K most different paths: each step against all simple paths, enumerated. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/graph/paths.h"
#include "tests/support/graph-oracle.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/graph-shapes.h"
#include "tests/support/test.h"

#define SEEDS 120
#define K 4
#define STERN_PENALTY 100000

static MgPathSet *
find_within (const MgGraph *graph, MgNode subject, guint k, guint32 kinds, gboolean with_dominators)
{
  g_autoptr (MgReverse) reverse = mg_reverse_new (graph, NULL, NULL);
  g_autoptr (MgTree) tree = mg_tree_new (graph, MG_ROOT_ALL_KINDS, NULL, NULL);
  g_autoptr (MgDominators) dominators = with_dominators ? mg_dominators_new (graph, reverse, NULL, NULL) : NULL;
  MgPathScope scope;

  mg_path_scope_init (&scope, graph, reverse, tree, dominators, kinds);
  return mg_paths_most_different (&scope, subject, k, NULL, NULL);
}

static MgPathSet *
find_paths (const MgGraph *graph, MgNode subject, guint k, guint32 kinds)
{
  return find_within (graph, subject, k, kinds, FALSE);
}

/* What all paths are measured against, and the best of them. */
typedef struct
{
  const MgGraph *graph;
  const MgPath *earlier;
  guint n_earlier;
  guint32 penalty;
  guint64 best;               /* G_MAXUINT64: there is no path */
  gboolean best_is_different; /* all paths of the best cost differ enough */
} Contest;

static gboolean
path_has (const MgPath *path, MgNode node)
{
  for (guint32 i = 0; i + 1 < path->n; i++)
    if (path->nodes[i] == node)
      return TRUE;
  return FALSE;
}

static gboolean
type_used (const Contest *contest, MgTypeId type)
{
  for (guint p = 0; p < contest->n_earlier; p++)
    for (guint32 i = 0; i + 1 < contest->earlier[p].n; i++)
      if (mg_graph_is_object (contest->graph, contest->earlier[p].nodes[i])
          && contest->graph->type[contest->earlier[p].nodes[i]] == type)
        return TRUE;
  return FALSE;
}

static guint64
penalised_cost (const Contest *contest, const MgNode *nodes, guint32 n)
{
  guint64 cost = 0;

  for (guint32 i = 0; i + 1 < n; i++)
    {
      gboolean used = FALSE;

      for (guint p = 0; p < contest->n_earlier; p++)
        used |= path_has (&contest->earlier[p], nodes[i]);
      cost += mg_oracle_link_cost (contest->graph, nodes[i]) + (used ? contest->penalty : 0);
      if (mg_graph_is_object (contest->graph, nodes[i]) && type_used (contest, contest->graph->type[nodes[i]]))
        cost += 2;
    }
  return cost;
}

static gboolean
differs_enough (const Contest *contest, const MgNode *nodes, guint32 n)
{
  for (guint p = 0; p < contest->n_earlier; p++)
    {
      guint32 shared = 0;

      for (guint32 i = 0; i + 1 < n; i++)
        shared += path_has (&contest->earlier[p], nodes[i]);
      if (shared * 10 > (n - 1) * 8)
        return FALSE;
    }
  return TRUE;
}

static void
enter_contest (const MgNode *nodes, guint32 n, gpointer user_data)
{
  Contest *contest = user_data;
  guint64 cost = penalised_cost (contest, nodes, n);

  if (cost > contest->best)
    return;
  if (cost < contest->best)
    contest->best_is_different = TRUE;
  contest->best = cost;
  contest->best_is_different &= differs_enough (contest, nodes, n);
}

static Contest
hold_contest (
    const MgGraph *graph, const MgPathSet *set, guint n_earlier, guint32 penalty, guint32 kinds, MgNode subject)
{
  Contest contest = { graph, set->paths, n_earlier, penalty, G_MAXUINT64, TRUE };

  mg_oracle_each_path (graph, subject, kinds, enter_contest, &contest);
  return contest;
}

static void
check_is_path (const MgGraph *graph, const MgPath *path, MgNode subject, guint32 kinds)
{
  MG_CHECK (mg_graph_is_root (graph, path->nodes[0]));
  MG_CHECK (kinds >> mg_graph_root (graph, path->nodes[0])->kind & 1);
  MG_CHECK_UINT (path->nodes[path->n - 1], subject);
  for (guint32 i = 0; i + 1 < path->n; i++)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (graph, path->nodes[i], &n);
      gboolean found = FALSE;

      for (guint32 k = 0; k < n; k++)
        found |= targets[k] == path->nodes[i + 1];
      MG_CHECK (found);
    }
}

/* Whether path number I of SET may stand there: the best by the usual penalties, or, when that one is too similar, by
 * the stern ones. */
static void
check_choice (const MgGraph *graph, const MgPathSet *set, guint i, guint32 kinds, MgNode subject)
{
  Contest usual = hold_contest (graph, set, i, 8, kinds, subject);
  Contest stern = hold_contest (graph, set, i, STERN_PENALTY, kinds, subject);
  const MgPath *path = &set->paths[i];
  gboolean is_usual = penalised_cost (&usual, path->nodes, path->n) == usual.best;
  gboolean is_stern = penalised_cost (&stern, path->nodes, path->n) == stern.best;

  check_is_path (graph, path, subject, kinds);
  MG_CHECK (differs_enough (&usual, path->nodes, path->n));
  MG_CHECK (is_usual || (is_stern && !usual.best_is_different));
}

static void
count_path (const MgNode *nodes, guint32 n, gpointer user_data)
{
  ++*(guint *) user_data;
}

static void
check_subject (const MgGraph *graph, MgNode subject, guint32 kinds, gboolean with_dominators)
{
  g_autoptr (MgPathSet) set = find_within (graph, subject, K, kinds, with_dominators);
  guint n_all = 0;
  Contest rest;

  MG_CHECK (!set->bounded);
  for (guint i = 0; i < set->n; i++)
    check_choice (graph, set, i, kinds, subject);
  if (set->n < K)
    MG_CHECK (set->exhausted);
  rest = hold_contest (graph, set, set->n, STERN_PENALTY, kinds, subject);
  if (set->exhausted)
    MG_CHECK (rest.best == G_MAXUINT64 || (set->n > 0 && !rest.best_is_different));
  mg_oracle_each_path (graph, subject, kinds, count_path, &n_all);
  MG_CHECK (!set->unique || n_all == 1);
}

static void
test_each_choice_is_the_best (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    for (guint shape = 0; shape < MG_N_RANDOM_SHAPES; shape++)
      {
        gboolean dense = shape == MG_RANDOM_DENSE;
        g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) shape, dense ? 6 : 3 + seed % 10, seed);

        for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
          {
            check_subject (graph, node, MG_ROOT_ALL_KINDS, node % 2 == 0);
            check_subject (graph, node, MG_ROOT_ALL_KINDS, node % 2 != 0);
            if (node % 3 == 0)
              check_subject (graph, node, seed * 2654435761u, seed % 2 == 0);
          }
      }
}

/* The paths to X as "root A B; …". */
static char *
paths_text (const char *text, guint k, guint32 kinds)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (text);
  g_autoptr (MgPathSet) set = find_paths (mg_graph_recipe_graph (recipe), mg_graph_recipe_node (recipe, "X"), k, kinds);
  GString *result = g_string_new (NULL);

  for (guint i = 0; i < set->n; i++)
    {
      if (i > 0)
        g_string_append (result, "; ");
      for (guint32 n = 0; n + 1 < set->paths[i].n; n++)
        g_string_append_printf (result, "%s%s", n ? " " : "", mg_graph_recipe_name (recipe, set->paths[i].nodes[n]));
    }
  g_string_append (result, set->exhausted ? "." : " …");
  return g_string_free (result, FALSE);
}

static void
check_paths (const char *text, guint k, const char *expected)
{
  g_autofree char *result = paths_text (text, k, MG_ROOT_ALL_KINDS);

  MG_CHECK_STRING (result, expected);
}

static void
test_different_before_short (void)
{
  check_paths ("root static M -> A -> X; root stack s -> B -> X", 5, "M A; s B.");
  check_paths ("root static M -> X; root static N -> X; root stack s -> A -> B -> C -> D -> E -> F -> G -> H -> I -> X",
               5, "M; N; s A B C D E F G H I.");
  check_paths ("root static M -> A -> B, C -> D -> X; root stack s -> E -> F -> G -> X", 2, "M A B D; s E F G …");
  check_paths ("root static M -> A -> B, C -> D -> E -> F -> X", 5, "M A B D E F.");
  /* F is met first over C, which looks nearer to a root, and then cheaper over B. */
  check_paths ("root static M -> A, C -> X; root static s -> D1 -> D2 -> D3 -> F -> B, C; B -> X; C: A", 2,
               "M A; s D1 D2 D3 F B …");
  check_paths ("A -> X", 5, ".");
  check_paths ("root static M -> X -> X", 5, "M.");
  check_paths ("root static M -> X", 0, " …");
}

static gboolean
is_unique (const char *text, gboolean with_dominators)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (text);
  g_autoptr (MgPathSet) set = find_within (mg_graph_recipe_graph (recipe), mg_graph_recipe_node (recipe, "X"), 5,
                                           MG_ROOT_ALL_KINDS, with_dominators);

  return set->unique;
}

/* Neighbours that point back are no second way; that is known when dominators are. */
static void
test_the_only_path_is_known (void)
{
  static const char both_ways[] = "root static M -> A -> B -> C -> X; B: A; C: B; X: C";
  static const char loose_word[] = "root static M -> A -> B -> X; root stack_conservative w -> B";

  MG_CHECK (is_unique ("root static M -> A -> B -> X; dead -> B", FALSE));
  MG_CHECK (is_unique (both_ways, TRUE));
  MG_CHECK (!is_unique ("root static M -> A -> B, C -> X", TRUE));
  MG_CHECK (!is_unique ("root static M -> A -> X; root stack s -> A", TRUE));
  MG_CHECK (!is_unique (loose_word, TRUE));
}

static void
test_only_wanted_kinds (void)
{
  static const char text[] = "root static M -> X; root stack s -> A -> X; root strong_handle h -> B -> X";
  g_autofree char *stack = paths_text (text, 5, 1u << MG_ROOT_STACK);
  g_autofree char *two = paths_text (text, 5, 1u << MG_ROOT_STACK | 1u << MG_ROOT_STRONG_HANDLE);
  g_autofree char *none = paths_text (text, 5, 1u << MG_ROOT_COM);

  MG_CHECK_STRING (stack, "s A.");
  MG_CHECK_STRING (two, "h B; s A.");
  MG_CHECK_STRING (none, ".");
}

static void
test_a_root_node_is_its_own_path (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("root static M -> X");
  g_autoptr (MgPathSet) set = find_paths (mg_graph_recipe_graph (recipe), 1, 5, MG_ROOT_ALL_KINDS);
  g_autoptr (MgPathSet) other = find_paths (mg_graph_recipe_graph (recipe), 1, 5, 1u << MG_ROOT_STACK);

  MG_CHECK (set->n == 1 && set->exhausted && set->paths[0].n == 1 && set->paths[0].nodes[0] == 1);
  MG_CHECK (other->n == 0 && other->exhausted);
}

static void
test_a_crowd_of_holders_is_bounded (void)
{
  g_autoptr (MgGraphRecipe) recipe
      = mg_graph_recipe_new ("root static M -> A -> B -> C -> D -> L -> H*200000 -> X; root stack s -> A");
  g_autoptr (MgPathSet) set
      = find_paths (mg_graph_recipe_graph (recipe), mg_graph_recipe_node (recipe, "X"), 2, MG_ROOT_ALL_KINDS);

  MG_CHECK (set->n == 1 && set->bounded && !set->exhausted);
}

/* Each of a million targets refers back to the owner of the event: none of them is a way to it. */
/* Very many objects are nearer to the subject than N is, and none of them is a way from there: the search sees only
 * some of them, and has met the way from N all the same. */
static void
test_a_good_path_is_found_at_the_limit (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (
      "root static M -> A1; A{1..29} -> A{2..30}; A30 -> H*100 -> X; A30 -> G*150000 -> Q -> P -> H2"
      "; root static N -> S1; S{1..59} -> S{2..60}; S60 -> H7");
  g_autoptr (MgPathSet) set
      = find_paths (mg_graph_recipe_graph (recipe), mg_graph_recipe_node (recipe, "X"), 5, MG_ROOT_ALL_KINDS);

  MG_CHECK (set->n == 2 && set->bounded);
  MG_CHECK_UINT (set->paths[1].nodes[0], 2);
}

static void
test_children_that_point_back_are_no_way (void)
{
  g_autoptr (MgGraph) graph = mg_shape_graph (mg_shape_find ("event"), 2200003);
  g_autoptr (MgPathSet) set = find_paths (graph, graph->n_nodes - 1, 5, MG_ROOT_ALL_KINDS);

  MG_CHECK (set->n == 1 && set->exhausted && !set->bounded);
}

static void
test_cancel_ends_the_search (void)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new ("root static M -> A -> B -> X");
  const MgGraph *graph = mg_graph_recipe_graph (recipe);
  g_autoptr (MgReverse) reverse = mg_reverse_new (graph, NULL, NULL);
  g_autoptr (MgTree) tree = mg_tree_new (graph, MG_ROOT_ALL_KINDS, NULL, NULL);
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgPathSet) set = NULL;
  MgPathScope scope;

  mg_progress_cancel (progress);
  mg_path_scope_init (&scope, graph, reverse, tree, NULL, MG_ROOT_ALL_KINDS);
  set = mg_paths_most_different (&scope, mg_graph_recipe_node (recipe, "X"), 5, progress, &error);
  MG_CHECK (set == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
}

static const MgTest tests[] = {
  { "each choice is the best", test_each_choice_is_the_best },
  { "different before short", test_different_before_short },
  { "the only path is known", test_the_only_path_is_known },
  { "only wanted kinds", test_only_wanted_kinds },
  { "a root node is its own path", test_a_root_node_is_its_own_path },
  { "a crowd of holders is bounded", test_a_crowd_of_holders_is_bounded },
  { "a good path is found at the limit", test_a_good_path_is_found_at_the_limit },
  { "children that point back are no way", test_children_that_point_back_are_no_way },
  { "cancel ends the search", test_cancel_ends_the_search },
};

MG_TEST_MAIN ("paths", tests)
