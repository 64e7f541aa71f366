/* The look around an object against the whole graph: with it from the start, the path is still the tree's. */
#include "analysis/clr/clr-window.h"

#include <string.h>

#include "analysis/clr/clr-path.h"
#include "analysis/formats/core-reader-private.h"
#include "analysis/snapshot-private.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

/* From the first level on and from a later one; with nearly all of these small heaps around, and with next to nothing.
 */
static const struct
{
  guint64 worth, reach;
} limits[] = { { 1, 0 }, { 400, 0 }, { 1, 512 }, { 100, 2048 }, { 1, 64 } };

/* Of each sample. */
#define N_OBJECTS 1200
#define N_TIED 20

typedef struct
{
  MgSnapshot *snapshot;
  MgClrWork work;
  guint n_live, n_long; /* objects with a path, and with one of several links */
} Sample;

/* "7ef7c9808ef8 7ef7c90022e8", the object that the root holds first. */
static char *
tree_text (MgSnapshot *snapshot, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  GString *text = g_string_new (NULL);

  for (; mg_graph_is_object (graph, node); node = mg_snapshot_tree (snapshot)->parent[node])
    {
      g_autofree char *step = g_strdup_printf ("%" G_GINT64_MODIFIER "x ", mg_graph_address (graph, node));

      g_string_prepend (text, step);
    }
  return g_string_free (text, FALSE);
}

static char *
path_text (const MgClrPath *path)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < path->objects->len; i++)
    g_string_append_printf (text, "%" G_GINT64_MODIFIER "x ", g_array_index (path->objects, guint64, i));
  return g_string_free (text, FALSE);
}

static void
check_object (Sample *sample, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (sample->snapshot);
  const MgTree *tree = mg_snapshot_tree (sample->snapshot);
  g_autofree char *expected = NULL, *found = NULL;
  MgClrPath path = { 0 };

  MG_CHECK (mg_clr_path_find (&sample->work, mg_graph_address (graph, node), &path, NULL, NULL));
  MG_CHECK ((path.root != MG_CLR_NO_ROOT) == mg_tree_reached (tree, node));
  if (path.root != MG_CLR_NO_ROOT && mg_tree_reached (tree, node))
    {
      expected = tree_text (sample->snapshot, node);
      found = path_text (&path);
      MG_CHECK_STRING (found, expected);
      sample->n_live++;
      sample->n_long += path.objects->len > 3;
    }
  g_array_unref (path.objects);
}

static char *
find_path (Sample *sample, guint64 address, guint64 worth)
{
  MgClrPath path = { 0 };
  char *text;

  mg_clr_window_set_limits (worth, 0);
  MG_CHECK (mg_clr_path_find (&sample->work, address, &path, NULL, NULL));
  mg_clr_window_set_limits (0, 0);
  text = path_text (&path);
  g_array_unref (path.objects);
  return text;
}

/* A dependent handle more, from an object that a root holds to one far away: no word in the heap tells of this
 * shorter way. */
static void
check_tied (Sample *sample, MgNode from, MgNode to)
{
  const MgGraph *graph = mg_snapshot_graph (sample->snapshot);
  MgHandle tie = { .kind = MG_HANDLE_DEPENDENT,
                   .object = mg_graph_address (graph, from),
                   .secondary = mg_graph_address (graph, to) };
  g_autoptr (GArray) handles = g_array_copy (sample->work.clr->handles);
  MgTies *before = sample->work.references.ties;
  g_autofree char *plain = NULL, *near = NULL, *expected = tree_text (sample->snapshot, from);

  g_array_append_val (handles, tie);
  sample->work.references.ties = mg_ties_new (handles);
  plain = find_path (sample, tie.secondary, G_MAXUINT64);
  near = find_path (sample, tie.secondary, 1);
  MG_CHECK (g_str_has_prefix (plain, expected));
  MG_CHECK_STRING (near, plain);
  mg_ties_free (sample->work.references.ties);
  sample->work.references.ties = before;
}

static void
check_ties (Sample *sample)
{
  const MgGraph *graph = mg_snapshot_graph (sample->snapshot);
  const MgTree *tree = mg_snapshot_tree (sample->snapshot);
  MgNode from = MG_NODE_NONE;
  guint n = 0;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes && from == MG_NODE_NONE; node++)
    if (mg_tree_reached (tree, node) && mg_tree_links (tree, node) == 1
        && mg_graph_root (graph, tree->parent[node])->kind == MG_ROOT_STATIC)
      from = node;
  for (MgNode node = graph->n_nodes - 1; node > mg_graph_first_object (graph) && n < N_TIED; node--)
    if (mg_tree_reached (tree, node) && mg_tree_links (tree, node) > 4)
      {
        check_tied (sample, from, node);
        n++;
      }
  MG_CHECK_UINT (n, N_TIED);
}

static void
check_sample (const char *name, GRand *rand)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named (name);
  g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, name, NULL);
  Sample sample = { .snapshot = snapshot };
  MgClr *clr;

  MG_CHECK (snapshot && mg_snapshot_ensure (snapshot, MG_NEED_TREE | MG_NEED_REVERSE, NULL, NULL));
  clr = ((MgCoreReader *) snapshot->reader)->clr;
  MG_CHECK (mg_clr_work_init (&sample.work, clr, NULL, NULL));
  for (guint k = 0; k < N_OBJECTS; k++)
    {
      mg_clr_window_set_limits (limits[k / 2 % G_N_ELEMENTS (limits)].worth,
                                limits[k / 2 % G_N_ELEMENTS (limits)].reach);
      /* Half of the objects are such that several hold. */
      check_object (&sample, mg_core_sample_pick (snapshot, rand, k % 2));
    }
  mg_clr_window_set_limits (0, 0);
  check_ties (&sample);
  mg_clr_work_clear (&sample.work);
  MG_CHECK (sample.n_live > N_OBJECTS / 2 && sample.n_long > N_OBJECTS / 10);
}

static void
test_same_path_as_the_tree (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint i = 0; mg_core_versions[i]; i++)
    {
      g_autofree char *name = g_strdup_printf ("early-%s", mg_core_versions[i]);

      check_sample (name, rand);
    }
  check_sample ("patterns-10.0.15", rand);
}

static const MgTest tests[] = {
  { "same path as the tree", test_same_path_as_the_tree },
};

MG_TEST_MAIN ("core-window", tests)
