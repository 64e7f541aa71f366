/* The minimum cut: its size against brute force, its references by taking them out and searching again. */
#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/graph/cut.h"
#include "tests/support/graph-oracle.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/test.h"

#define SEEDS 150

static MgCut
find_cut (const MgGraph *graph, const MgNode *subjects, gsize n)
{
  g_autoptr (MgReverse) reverse = mg_reverse_new (graph, NULL, NULL);
  g_autoptr (MgTree) tree = mg_tree_new (graph, MG_ROOT_ALL_KINDS, NULL, NULL);
  MgCut cut;

  MG_CHECK (mg_cut_find (graph, reverse, tree, subjects, n, &cut, NULL, NULL));
  return cut;
}

/* Whether CUT takes the reference FROM → TO out. */
static gboolean
is_taken_out (const MgCut *cut, MgNode from, MgNode to)
{
  for (guint i = 0; i < cut->n; i++)
    {
      const MgCutEdge *edge = &cut->edges[i];
      gboolean whole = edge->n_parallel > 0;

      if ((edge->from == from && edge->to == to) || (whole && edge->whole_root && edge->from == from)
          || (whole && !edge->whole_root && edge->to == to))
        return TRUE;
    }
  return FALSE;
}

static gboolean *
reachable_after (const MgGraph *graph, const MgCut *cut)
{
  gboolean *reachable = g_new0 (gboolean, graph->n_nodes);
  gboolean changed = TRUE;

  reachable[MG_NODE_SUPER_ROOT] = TRUE;
  while (changed)
    {
      changed = FALSE;
      for (MgNode from = 0; from < graph->n_nodes; from++)
        {
          guint32 n;
          const MgNode *targets = mg_graph_edges (graph, from, &n);

          for (guint32 i = 0; reachable[from] && i < n; i++)
            if (!reachable[targets[i]] && !is_taken_out (cut, from, targets[i]))
              reachable[targets[i]] = changed = TRUE;
        }
    }
  return reachable;
}

/* How many different holders of NODE are reachable. */
static guint32
living_holders (const MgGraph *graph, const gboolean *reachable, MgNode node)
{
  guint32 count = 0;

  for (MgNode from = 0; from < graph->n_nodes; from++)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (graph, from, &n);

      for (guint32 i = 0; reachable[from] && i < n; i++)
        if (targets[i] == node)
          {
            count++;
            break;
          }
    }
  return count;
}

static void
check_references (const MgGraph *graph, const MgCut *cut, const gboolean *is_subject)
{
  g_autofree gboolean *reachable = reachable_after (graph, cut);

  for (MgNode node = 0; node < graph->n_nodes; node++)
    MG_CHECK (!is_subject[node] || !reachable[node]);
  for (guint i = 0; i < cut->n; i++)
    {
      const MgCutEdge *edge = &cut->edges[i];

      MG_CHECK (edge->from != MG_NODE_SUPER_ROOT && reachable[edge->from]);
      if (!edge->whole_root && edge->n_parallel > 0)
        MG_CHECK_UINT (edge->n_parallel + 1, living_holders (graph, reachable, edge->to));
      MG_CHECK (i == 0 || cut->edges[i - 1].to <= edge->to);
    }
}

static void
check_subjects (const MgGraph *graph, const gboolean *is_subject)
{
  g_autofree MgNode *subjects = g_new (MgNode, graph->n_nodes);
  guint expected = mg_oracle_cut_size (graph, is_subject, 3);
  gsize n = 0;
  MgCut cut;

  for (MgNode node = 0; node < graph->n_nodes; node++)
    if (is_subject[node])
      subjects[n++] = node;
  cut = find_cut (graph, subjects, n);
  MG_CHECK (!cut.bounded);
  if (expected <= 3)
    MG_CHECK_UINT (cut.n, expected);
  if (expected > 3)
    MG_CHECK (cut.more || cut.n > 3);
  if (!cut.more)
    check_references (graph, &cut, is_subject);
}

static void
test_random_cuts_equal_brute_force (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    for (guint shape = 0; shape < MG_N_RANDOM_SHAPES; shape++)
      {
        g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) shape, 3 + seed % 16, seed);
        g_autofree gboolean *is_subject = g_new0 (gboolean, graph->n_nodes);

        for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node += 1 + seed % 5)
          {
            is_subject[node] = TRUE;
            check_subjects (graph, is_subject);
            if (seed % 3)
              is_subject[node] = FALSE; /* otherwise a growing set */
          }
      }
}

/* "from>to+parallel …" of the cut for the object X, or for all objects of type X. */
static char *
cut_text (const char *text)
{
  g_autoptr (MgGraphRecipe) recipe = mg_graph_recipe_new (text);
  const MgGraph *graph = mg_graph_recipe_graph (recipe);
  g_autofree MgNode *subjects = g_new (MgNode, graph->n_nodes);
  GString *result = g_string_new (NULL);
  gsize n = 0;
  MgCut cut;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    if (g_strcmp0 (mg_graph_type_of (graph, node)->name, "X") == 0)
      subjects[n++] = node;
  cut = find_cut (graph, subjects, n);
  for (guint i = 0; i < cut.n; i++)
    {
      g_string_append_printf (result, "%s%s>%s", i ? " " : "", mg_graph_recipe_name (recipe, cut.edges[i].from),
                              mg_graph_recipe_name (recipe, cut.edges[i].to));
      if (cut.edges[i].n_parallel)
        g_string_append_printf (result, "%s%u", cut.edges[i].whole_root ? "*" : "+", cut.edges[i].n_parallel);
    }
  if (cut.more)
    g_string_append (result, "more");
  return g_string_free (result, FALSE);
}

static void
check_cut (const char *text, const char *expected)
{
  g_autofree char *result = cut_text (text);

  MG_CHECK_STRING (result, expected);
}

static void
test_the_cut_is_near_the_subject (void)
{
  check_cut ("root static M -> A -> B -> X", "B>X");
  check_cut ("root static M -> X", "M>X");
  check_cut ("root static M -> A -> B, C -> X", "M>A");
  check_cut ("root static M -> A -> B; A -> B, C -> X", "M>A");
  check_cut ("root static M -> P -> A -> B, C -> X", "P>A");
  check_cut ("root static M -> P, Q -> A -> B, C -> X; root stack s -> R -> A", "P>A+2");
  check_cut ("root static M -> A -> X; root stack s -> B -> X", "A>X B>X");
  check_cut ("root static M -> A, B -> X", "M>A*1");
  check_cut ("A -> X", "");
  check_cut ("root static M -> L -> H*100 -> X*100", "M>L");
  check_cut ("root static M*1 -> A; X", "");
}

static void
test_children_that_point_back_do_not_count (void)
{
  check_cut ("root static M -> P -> A -> B, C -> X; A -> D*50 -> A", "P>A");
  check_cut ("root static M -> P -> A -> B, C -> X; A -> D*50 -> A; root stack s -> D7", "P>A+1");
  check_cut ("root static M -> P -> A -> B, C -> X; A -> D*50 -> A; root stack s -> E; E -> D7, D8; D9 -> E", "P>A+2");
}

static void
test_more_than_eight_holders (void)
{
  check_cut ("root static M*1 -> Z; root static a -> A*9; A*9 -> X", "a>A1*8");
  check_cut ("root static a -> A1 -> X; root static b -> A2 -> X; root static c -> A3 -> X; root static d -> A4 -> X;"
             "root static e -> A5 -> X; root static f -> A6 -> X; root static g -> A7 -> X; root static h -> A8 -> X",
             "A1>X A2>X A3>X A4>X A5>X A6>X A7>X A8>X");
  check_cut ("root static a -> A1 -> X; root static b -> A2 -> X; root static c -> A3 -> X; root static d -> A4 -> X;"
             "root static e -> A5 -> X; root static f -> A6 -> X; root static g -> A7 -> X; root static h -> A8 -> X;"
             "root static i -> X",
             "more");
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
  MgNode x = mg_graph_recipe_node (recipe, "X");
  MgCut cut;

  mg_progress_cancel (progress);
  MG_CHECK (!mg_cut_find (graph, reverse, tree, &x, 1, &cut, progress, &error));
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
}

static const MgTest tests[] = {
  { "random cuts equal brute force", test_random_cuts_equal_brute_force },
  { "the cut is near the subject", test_the_cut_is_near_the_subject },
  { "children that point back do not count", test_children_that_point_back_do_not_count },
  { "more than eight holders", test_more_than_eight_holders },
  { "cancel ends the search", test_cancel_ends_the_search },
};

MG_TEST_MAIN ("cut", tests)
