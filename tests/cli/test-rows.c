/* Parts of the command line that compute: rows of the dominator tree against a plain sort, paths of pictures against
 * their sums, suggestions against what people mistype, help texts against their width. */
#include <stdlib.h>
#include <string.h>

#include "app/cli/dominator-rows.h"
#include "app/cli/picture-paths.h"
#include "app/cli/suggest.h"
#include "app/cli/wrap.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/picture-fixture.h"
#include "tests/support/test.h"

static MgSnapshot *
snapshot_of (MgGraph *graph)
{
  MgSnapshot *snapshot = mg_snapshot_new_for_graph (graph, "test");
  g_autoptr (GError) error = NULL;

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

/* --- dominator rows --- */

typedef struct
{
  MgNode node, parent;
  guint depth;
} Plain;

/* Everything below NODE to DEPTH levels, by plain recursion over the dominator tree (test graphs are small). */
static void
collect_plainly (const MgDominators *dominators, MgNode node, MgNode parent, guint level, guint depth, GArray *all)
{
  Plain row = { node, parent, level };
  guint32 n;
  const MgNode *children = mg_dominators_children (dominators, node, &n);

  g_array_append_val (all, row);
  for (guint32 i = 0; i < n && level + 1 < depth; i++)
    collect_plainly (dominators, children[i], node, level + 1, depth, all);
}

static GArray *
all_plainly (const MgDominators *dominators, const GArray *seeds, guint depth)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Plain));

  for (guint i = 0; i < seeds->len; i++)
    collect_plainly (dominators, g_array_index (seeds, MgNode, i), MG_NODE_NONE, 0, depth, all);
  return all;
}

static GArray *
top_level (const MgGraph *graph, const MgDominators *dominators)
{
  GArray *seeds = g_array_new (FALSE, FALSE, sizeof (MgNode));

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    if (dominators->idom[node] != MG_NODE_NONE && dominators->idom[node] <= graph->n_roots)
      g_array_append_val (seeds, node);
  return seeds;
}

static int
compare_retained (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x > y ? -1 : x < y;
}

/* The retained sizes of the rows must be the biggest ones of all, however ties fall. */
static void
check_biggest (const MgDominators *dominators, const MgDominatorRows *rows, const GArray *all)
{
  g_autofree guint64 *expected = g_new (guint64, all->len + 1), *actual = g_new (guint64, rows->list->len + 1);
  guint bad = 0;

  for (guint i = 0; i < all->len; i++)
    expected[i] = dominators->retained[g_array_index (all, Plain, i).node];
  for (guint i = 0; i < rows->list->len; i++)
    actual[i] = g_array_index (rows->list, MgDominatorRow, i).retained;
  qsort (expected, all->len, sizeof *expected, compare_retained);
  qsort (actual, rows->list->len, sizeof *actual, compare_retained);
  for (guint i = 0; i < rows->list->len; i++)
    bad += actual[i] != expected[i];
  MG_CHECK_UINT (bad, 0);
}

/* Parents stand before their children, siblings in their order, and what is left adds up. */
static void
check_order (const MgGraph *graph, const MgDominators *dominators, const MgDominatorRows *rows, guint depth)
{
  guint bad = 0;

  for (guint i = 0; i < rows->list->len; i++)
    {
      const MgDominatorRow *row = &g_array_index (rows->list, MgDominatorRow, i);
      guint64 taken = 0;
      guint32 n_taken = 0, n_children;
      MgNode last = MG_NODE_NONE;

      bad += row->parent != MG_ROW_NONE
             && (row->parent >= i
                 || dominators->idom[row->node] != g_array_index (rows->list, MgDominatorRow, row->parent).node);
      for (guint k = i + 1; k < rows->list->len; k++)
        {
          const MgDominatorRow *child = &g_array_index (rows->list, MgDominatorRow, k);

          if (child->parent != i)
            continue;
          taken += child->retained;
          n_taken++;
          if (last != MG_NODE_NONE && dominators->retained[last] == child->retained)
            bad += graph->type[last] > graph->type[child->node]
                   || (graph->type[last] == graph->type[child->node] && last > child->node);
          else if (last != MG_NODE_NONE)
            bad += dominators->retained[last] < child->retained;
          last = child->node;
        }
      mg_dominators_children (dominators, row->node, &n_children);
      if (row->depth + 1 < depth)
        {
          bad += row->n_left != n_children - n_taken;
          bad += row->retained_left != row->retained - row->size - taken;
        }
      else
        bad += row->n_left != 0 || n_taken != 0;
    }
  MG_CHECK_UINT (bad, 0);
}

static void
check_rows (MgSnapshot *snapshot, guint depth, guint32 limit)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  g_autoptr (GArray) seeds = top_level (graph, dominators);
  g_autoptr (GArray) all = all_plainly (dominators, seeds, depth);
  MgDominatorRowsRequest request = { .snapshot = snapshot,
                                     .seeds = (const MgNode *) (gpointer) seeds->data,
                                     .n_seeds = seeds->len,
                                     .depth = depth,
                                     .limit = limit };
  g_autoptr (GError) error = NULL;
  g_autoptr (MgDominatorRows) rows = mg_dominator_rows_new (&request, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK_UINT (rows->list->len, MIN (all->len, limit));
  MG_CHECK_UINT (rows->n_seed_rows, seeds->len);
  check_biggest (dominators, rows, all);
  check_order (graph, dominators, rows, depth);
}

static void
test_rows_are_the_biggest (void)
{
  static const guint32 limits[] = { 0, 1, 2, 7, 50, MG_ROW_NONE };

  for (guint i = 0; i < 210; i++)
    {
      g_autoptr (MgGraph) graph = mg_random_graph ((MgRandomShape) (i % MG_N_RANDOM_SHAPES), 120, i);
      g_autoptr (MgSnapshot) snapshot = snapshot_of (graph);

      check_rows (snapshot, 1 + i % 5, limits[i % G_N_ELEMENTS (limits)]);
    }
}

static void
test_rows_by_type_hang_together (void)
{
  g_autoptr (MgSnapshot) snapshot
      = mg_graph_recipe_snapshot ("root static M -> A; A -> H{1..10} -> C{1..10} -> B{1..10}; A: Monitor 24\n"
                                  "H*10: Handler 64; C*10: Context 32; B*10: System.Byte[] 1048",
                                  NULL);
  MgDominatorRowsRequest request
      = { .snapshot = snapshot, .by_type = TRUE, .depth = 9, .limit = MG_ROW_NONE, .n_seeds = 1 };
  g_autoptr (MgDominatorRows) rows = NULL;
  MgNode seed;

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  seed = mg_graph_first_object (mg_snapshot_graph (snapshot));
  request.seeds = &seed;
  rows = mg_dominator_rows_new (&request, NULL, NULL);
  MG_CHECK_UINT (rows->list->len, 4);
  for (guint i = 1; i < rows->list->len; i++)
    {
      const MgDominatorRow *row = &g_array_index (rows->list, MgDominatorRow, i);
      static const guint64 retained[] = { 0, 11440, 10800, 10480 };

      MG_CHECK_UINT (row->count, 10);
      MG_CHECK_UINT (row->parent, i - 1);
      MG_CHECK_UINT (row->retained, retained[i]);
      MG_CHECK_UINT (row->n_left, 0);
    }
}

/* A list of a million objects is as deep a tree; nothing may recurse. */
static void
test_rows_of_a_deep_tree (void)
{
  g_autoptr (MgSnapshot) snapshot
      = mg_graph_recipe_snapshot ("root static M -> N1; N{1..99999} -> N{2..100000}; N*100000: Node 32", NULL);
  MgDominatorRowsRequest request = { .snapshot = snapshot, .depth = 1000, .limit = MG_ROW_NONE, .n_seeds = 1 };
  g_autoptr (MgDominatorRows) rows = NULL;
  MgNode seed;

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  seed = mg_graph_first_object (mg_snapshot_graph (snapshot));
  request.seeds = &seed;
  rows = mg_dominator_rows_new (&request, NULL, NULL);
  MG_CHECK_UINT (rows->list->len, 1000);
  MG_CHECK_UINT (g_array_index (rows->list, MgDominatorRow, 999).retained, (100000 - 999) * 32);
}

static void
test_rows_stop_when_cancelled (void)
{
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot ("root static M -> A; A -> B; A: A 8; B: B 8", NULL);
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  MgDominatorRowsRequest request = { .snapshot = snapshot, .depth = 2, .limit = MG_ROW_NONE, .n_seeds = 1 };
  g_autoptr (GError) error = NULL;
  MgNode seed;

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  seed = mg_graph_first_object (mg_snapshot_graph (snapshot));
  request.seeds = &seed;
  mg_progress_cancel (progress);
  MG_CHECK (mg_dominator_rows_new (&request, progress, &error) == NULL);
  MG_CHECK (error != NULL);
}

/* --- paths of pictures --- */

/* Random pictures have random weights, so that only what must always hold is looked at: paths are connected, begin
 * where nothing holds, and no edge is used more often than its weight allows. */
static void
test_paths_use_edges_no_more_than_they_weigh (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    {
      MgPicture *picture = mg_fixture_random (seed, 3 + seed % 25, 2 + seed % 40, 0);
      g_autoptr (GArray) paths = mg_picture_paths (picture);
      g_autofree guint64 *used = g_new0 (guint64, picture->n_edges + 1);
      guint bad = 0;

      for (guint i = 0; i < paths->len; i++)
        {
          const MgPicturePath *path = &g_array_index (paths, MgPicturePath, i);

          bad += path->n == 0 || path->weight == 0;
          for (guint k = 0; k < path->n; k++)
            {
              used[path->edges[k]] += path->weight;
              bad += k > 0 && picture->edges[path->edges[k]].from != picture->edges[path->edges[k - 1]].to;
            }
          for (guint e = 0; e < picture->n_edges && path->n > 0; e++)
            bad += picture->edges[e].to == picture->edges[path->edges[0]].from;
          bad += i > 0 && path->weight > g_array_index (paths, MgPicturePath, i - 1).weight;
        }
      for (guint e = 0; e < picture->n_edges; e++)
        bad += used[e] > MAX (picture->edges[e].weight, 1);
      MG_CHECK_UINT (bad, 0);
      mg_fixture_free (picture);
    }
}

static void
test_paths_of_the_event_leak (void)
{
  MgPicture *picture = mg_fixture_event_leak ();
  g_autoptr (GArray) paths = mg_picture_paths (picture);
  const MgPicturePath *path = &g_array_index (paths, MgPicturePath, 0);

  MG_CHECK_UINT (paths->len, 1);
  MG_CHECK_UINT (path->n, picture->n_edges);
  MG_CHECK_UINT (path->weight, 10000);
  MG_CHECK_UINT (picture->edges[path->edges[path->n - 1]].to, picture->n_nodes - 1);
  mg_fixture_free (picture);
}

/* Of a real picture nothing is lost: what ends in the subject is all that lives. */
static void
test_paths_add_up_to_the_subjects (void)
{
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (
      "root static M -> A; root static N -> B; A -> L -> P{1..6}; B -> K -> P{7..10}\n"
      "A: App.Cache 24; B: App.Queue 24; L: App.Slots 80; K: App.Slots 80; P*10: App.Item 32",
      NULL);
  g_autoptr (GError) error = NULL;
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), "App.Item");
  g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, &error);
  g_autoptr (GArray) paths = NULL;
  guint64 sum = 0;

  MG_CHECK_NO_ERROR (error);
  paths = mg_picture_paths (picture);
  MG_CHECK_UINT (paths->len, 2);
  for (guint i = 0; i < paths->len; i++)
    {
      const MgPicturePath *path = &g_array_index (paths, MgPicturePath, i);

      sum += path->weight;
      MG_CHECK_UINT (path->weight, i == 0 ? 6 : 4);
      MG_CHECK_UINT (picture->edges[path->edges[path->n - 1]].to, picture->n_nodes - 1);
    }
  MG_CHECK_UINT (sum, 10);
}

/* --- suggestions --- */

static void
test_words_near (void)
{
  static const char *const words[] = { "info", "types", "instances", "object", "roots", "dominators" };
  static const struct
  {
    const char *typed, *meant;
  } cases[] = { { "typse", "types" },         { "root", "roots" }, { "inst", "instances" }, { "objct", "object" },
                { "dominate", "dominators" }, { "Info", "info" },  { "patterns", NULL },    { "x", NULL } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    MG_CHECK_STRING (mg_suggest_word (cases[i].typed, words, G_N_ELEMENTS (words)), cases[i].meant);
}

static void
test_types_near (void)
{
  g_autoptr (MgSnapshot) snapshot
      = mg_graph_recipe_snapshot ("root static M -> A; A -> B; B -> C; C -> D; A: MyApp.Web.SessionContext 24\n"
                                  "B: MyApp.Session 24; C: System.String 24; D: Other.Session 99",
                                  NULL);
  static const struct
  {
    const char *typed, *first;
  } cases[] = { { "SessionContext", "MyApp.Web.SessionContext" },
                { "myapp.session", "MyApp.Session" },
                { "MyApp.Sesion", "MyApp.Session" },
                { "System.Strnig", "System.String" },
                { "Web", "MyApp.Web.SessionContext" },
                { "Qqqqqq", NULL } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) near = mg_suggest_types (mg_snapshot_type_stats (snapshot), cases[i].typed, 3);

      MG_CHECK_STRING (near[0], cases[i].first);
    }
}

/* --- prose --- */

static void
test_prose_is_broken (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  g_autofree char *word = g_strnfill (120, 'w');
  g_autofree char *text = g_strdup_printf ("%s und noch ein paar Wörter, die bis über das Ende der ersten Zeile "
                                           "hinausreichen, damit sie umbrochen werden muss",
                                           word);

  mg_wrap_append (out, text, 10, 4);
  lines = g_strsplit (out->str, "\n", -1);
  MG_CHECK_UINT (g_strv_length (lines), 4);
  MG_CHECK (g_str_has_prefix (lines[1], "    und noch"));
  for (guint i = 1; i < 3; i++)
    MG_CHECK (g_utf8_strlen (lines[i], -1) <= MG_WRAP_WIDTH);
}

static const MgTest tests[] = {
  { "rows are the biggest", test_rows_are_the_biggest },
  { "rows by type hang together", test_rows_by_type_hang_together },
  { "rows of a deep tree", test_rows_of_a_deep_tree },
  { "rows stop when cancelled", test_rows_stop_when_cancelled },
  { "paths use edges no more than they weigh", test_paths_use_edges_no_more_than_they_weigh },
  { "paths of the event leak", test_paths_of_the_event_leak },
  { "paths add up to the subjects", test_paths_add_up_to_the_subjects },
  { "words near", test_words_near },
  { "types near", test_types_near },
  { "prose is broken", test_prose_is_broken },
};

MG_TEST_MAIN ("cli-rows", tests)
