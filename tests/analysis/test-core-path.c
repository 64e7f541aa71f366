/* The quick path to one object is the one that the whole graph has, on real cores of four versions of .NET. */
#include <string.h>

#include "analysis/base/parallel.h"
#include "analysis/clr/clr-window.h"
#include "analysis/graph/list-element.h"
#include "analysis/picture/picture.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

#define N_OBJECTS 40

/* Parts found, and those of them that were found before the heap was walked. */
static guint n_parts, n_early;

/* The tree's path to NODE: "static Monitor 7ef7c9808ef8 7ef7c90022e8". NULL: dead. */
static char *
path_text (MgSnapshot *snapshot, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgTree *tree = mg_snapshot_tree (snapshot);
  GString *text = g_string_new (NULL);

  if (!mg_tree_reached (tree, node))
    {
      g_string_free (text, TRUE);
      return NULL;
    }
  for (; mg_graph_is_object (graph, node); node = tree->parent[node])
    {
      g_autofree char *step = g_strdup_printf (" %" G_GINT64_MODIFIER "x %s", mg_graph_address (graph, node),
                                               mg_graph_type_of (graph, node)->name);

      g_string_prepend (text, step);
    }
  g_string_prepend (text, mg_graph_root (graph, node)->label ? mg_graph_root (graph, node)->label : "-");
  g_string_prepend_c (text, ' ');
  g_string_prepend (text, mg_root_kind_id (mg_graph_root (graph, node)->kind));
  return g_string_free (text, FALSE);
}

static MgSnapshot *
open_part (GBytes *bytes, const char *version, guint64 address)
{
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_core_sample_open (bytes, version, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK (mg_snapshot_ensure_path (snapshot, address, NULL, &error));
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

/* The words of the shortest path, as a picture shows them: with names of fields, folded. */
static char *
picture_words (MgSnapshot *snapshot, MgNode node)
{
  MgPictureOptions options = { .max_paths = 1 };
  g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_object (node), &options, NULL, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < picture->n_nodes; i++)
    g_string_append_printf (text, "%s;", picture->nodes[i].full);
  for (guint i = 0; i < picture->n_edges; i++)
    g_string_append_printf (text, "%s;", picture->edges[i].label);
  return g_string_free (text, FALSE);
}

/* Opened for the sake of the object at ADDRESS: the path is looked for before the heap is walked. */
static MgSnapshot *
open_early (GBytes *bytes, const char *version, guint64 address)
{
  g_autoptr (GError) error = NULL;
  MgSnapshotOptions options = { .sought = &address };
  MgSnapshot *snapshot = mg_core_sample_open_with (bytes, version, &options, &error);

  MG_CHECK_NO_ERROR (error);
  n_early += mg_snapshot_is_part (snapshot);
  MG_CHECK (mg_snapshot_ensure_path (snapshot, address, NULL, &error));
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

/* Whether the tree's path to NODE leads from one element of a list of the runtime to the next. */
static gboolean
passes_neighbours (MgSnapshot *snapshot, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgNode *parent = mg_snapshot_tree (snapshot)->parent;

  for (; mg_graph_is_object (graph, node); node = parent[node])
    if (mg_graph_is_list_element (graph, parent[node]) && mg_graph_leads_back_to_list (graph, node))
      return TRUE;
  return FALSE;
}

/* PART has for NODE of WHOLE what that has. Of the dead, and of what other timers lead to, only the whole graph can
 * tell. */
static void
check_part (MgSnapshot *part, MgSnapshot *whole, MgNode node)
{
  guint64 address = mg_graph_address (mg_snapshot_graph (whole), node);
  MgNode own = mg_graph_find_address (mg_snapshot_graph (part), address);
  g_autofree char *expected = path_text (whole, node), *found = NULL, *words = NULL, *expected_words = NULL;

  MG_CHECK (own != MG_NODE_NONE);
  if (own == MG_NODE_NONE)
    return;
  found = path_text (part, own);
  MG_CHECK_STRING (found, expected);
  MG_CHECK (mg_snapshot_is_part (part) == (expected != NULL && !passes_neighbours (whole, node)));
  words = picture_words (part, own);
  expected_words = picture_words (whole, node);
  MG_CHECK_STRING (words, expected_words);
}

static void
check_object (GBytes *bytes, const char *version, MgSnapshot *whole, MgNode node)
{
  guint64 address = mg_graph_address (mg_snapshot_graph (whole), node);
  g_autoptr (MgSnapshot) part = open_part (bytes, version, address), early = open_early (bytes, version, address);

  check_part (part, whole, node);
  check_part (early, whole, node);
  n_parts += mg_snapshot_is_part (early);
}

/* The same way with the look around the object, which otherwise only big heaps are worth. */
static void
check_object_both_ways (GBytes *bytes, const char *version, MgSnapshot *whole, MgNode node)
{
  check_object (bytes, version, whole, node);
  mg_clr_window_set_limits (1, 0);
  check_object (bytes, version, whole, node);
  mg_clr_window_set_limits (0, 0);
}

static void
test_same_path_as_whole_graph (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; mg_core_versions[i]; i++)
    {
      g_autoptr (GBytes) bytes = mg_core_sample_bytes (mg_core_versions[i]);
      g_autoptr (MgSnapshot) whole = mg_core_sample_open (bytes, mg_core_versions[i], NULL);
      const MgGraph *graph;

      MG_CHECK (mg_snapshot_ensure (whole, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES, NULL, NULL));
      graph = mg_snapshot_graph (whole);
      for (guint k = 0; k < N_OBJECTS; k++)
        {
          MgNode node = mg_core_sample_pick (whole, rand, k % 2);

          mg_parallel_set_threads (1 + k % 3);
          check_object_both_ways (bytes, mg_core_versions[i], whole, node);
        }
      mg_parallel_set_threads (0);
      /* What each root holds directly: all kinds of roots, words on stacks among them. */
      for (MgNode root = 1; root <= graph->n_roots; root += 1 + graph->n_roots / N_OBJECTS)
        {
          guint32 n;
          const MgNode *held = mg_graph_edges (graph, root, &n);

          check_object_both_ways (bytes, mg_core_versions[i], whole, held[n / 2]);
        }
    }
}

/* In these cores the runtime's list of modules is whole: all that certain roots hold is found before a walk. */
static void
test_early_is_early (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  n_early = n_parts = 0;
  for (guint i = 0; mg_core_versions[i]; i++)
    {
      g_autofree char *name = g_strdup_printf ("early-%s", mg_core_versions[i]);
      g_autoptr (GBytes) bytes = mg_core_sample_named (name);
      g_autoptr (MgSnapshot) whole = mg_core_sample_open (bytes, name, NULL);

      MG_CHECK (mg_snapshot_ensure (whole, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES, NULL, NULL));
      for (guint k = 0; k < N_OBJECTS; k++)
        {
          MgNode node = mg_core_sample_pick (whole, rand, k % 2);

          mg_parallel_set_threads (1 + k % 3);
          check_object_both_ways (bytes, name, whole, node);
        }
      mg_parallel_set_threads (0);
    }
  /* Words on stacks can make the walk necessary, seldom. */
  MG_CHECK (n_parts > 3 * N_OBJECTS);
  MG_CHECK (n_early >= n_parts - n_parts / 20);
}

/* Timers lead to each other: the quick answer must not name another timer's owner, nor the answer of one path. */
static void
test_no_way_over_other_timers (void)
{
  static const char sample[] = "patterns-10.0.15";
  g_autoptr (GBytes) bytes = mg_core_sample_named (sample);
  g_autoptr (MgSnapshot) whole = mg_core_sample_open (bytes, sample, NULL);
  const MgGraph *graph;
  guint n_over_others = 0;

  MG_CHECK (mg_snapshot_ensure (whole, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES, NULL, NULL));
  graph = mg_snapshot_graph (whole);
  for (MgNode timer = mg_graph_first_object (graph); timer < graph->n_nodes; timer++)
    {
      guint32 n = 0;
      const MgNode *held = mg_graph_is_list_element (graph, timer) ? mg_graph_edges (graph, timer, &n) : NULL;

      for (guint32 i = 0; i < n; i++)
        if (!mg_graph_leads_back_to_list (graph, held[i]) && passes_neighbours (whole, held[i]))
          {
            g_autofree char *words = picture_words (whole, held[i]);

            check_object (bytes, sample, whole, held[i]);
            MG_CHECK (strstr (words, "TimerQueueTimer") == NULL);
            n_over_others++;
          }
    }
  MG_CHECK (n_over_others > 10);
}

/* Where the path cannot be found early, the heap is walked, and all is as ever. */
static void
test_early_gives_way (void)
{
  const char *version = mg_core_versions[0];
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (version), in_collection = mg_core_sample_in_collection (version);
  guint64 nothing = 8;
  MgSnapshotOptions options = { .sought = &nothing };
  g_autoptr (MgSnapshot) nowhere = mg_core_sample_open_with (bytes, version, &options, NULL);
  g_autoptr (MgSnapshot) collecting = mg_core_sample_open_with (in_collection, version, &options, NULL);
  g_autoptr (MgSnapshot) few = NULL, plain = mg_core_sample_open (bytes, version, NULL);
  guint64 count = mg_snapshot_type_stats (plain)->total.count, address;
  g_autoptr (GError) error = NULL;

  MG_CHECK (!mg_snapshot_is_part (nowhere));
  MG_CHECK_UINT (mg_snapshot_type_stats (nowhere)->total.count, count);
  MG_CHECK_UINT (mg_snapshot_type_stats (collecting)->total.count, count);
  MG_CHECK (mg_snapshot_ensure (plain, MG_NEED_GRAPH, NULL, &error));
  address = mg_graph_address (mg_snapshot_graph (plain), mg_graph_first_object (mg_snapshot_graph (plain)));
  options = (MgSnapshotOptions){ .sought = &address, .sought_min_objects = 10 * count };
  few = mg_core_sample_open_with (bytes, version, &options, &error);
  MG_CHECK (!mg_snapshot_is_part (few));
  MG_CHECK_UINT (mg_snapshot_type_stats (few)->total.count, count);
}

static void
test_inside_and_nowhere (void)
{
  const char *version = mg_core_versions[0];
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (version);
  g_autoptr (MgSnapshot) whole = mg_core_sample_open (bytes, version, NULL);
  g_autoptr (MgSnapshot) inside = NULL;
  g_autoptr (MgSnapshot) nowhere = open_part (bytes, version, 8);
  const MgGraph *graph;
  const MgNode *held;
  guint32 n;

  MG_CHECK (!mg_snapshot_is_part (nowhere)); /* the whole graph, which can say what is near */
  MG_CHECK (mg_snapshot_ensure (whole, MG_NEED_GRAPH, NULL, NULL));
  graph = mg_snapshot_graph (whole);
  held = mg_graph_edges (graph, 1, &n);
  inside = open_part (bytes, version, mg_graph_address (graph, held[0]) + 5);
  MG_CHECK (mg_graph_find_address (mg_snapshot_graph (inside), mg_graph_address (graph, held[0])) != MG_NODE_NONE);
  MG_CHECK (!mg_snapshot_is_part (whole));
}

static const MgTest tests[] = {
  { "same path as the whole graph", test_same_path_as_whole_graph },
  { "early is early, and the same", test_early_is_early },
  { "no way over other timers", test_no_way_over_other_timers },
  { "early gives way to the walk", test_early_gives_way },
  { "inside an object, and nowhere", test_inside_and_nowhere },
};

MG_TEST_MAIN ("core-path", tests)
