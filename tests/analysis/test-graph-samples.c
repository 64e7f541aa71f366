/* The graph engine on real snapshots: dominators as the textbook finds them, cuts that do cut, paths that exist. On the
 * practice leak, and on those in the folder MANGROVE_SAMPLES. */
#include "analysis/graph/cut.h"
#include "analysis/graph/paths.h"
#include "analysis/snapshot.h"
#include "tests/support/lengauer-tarjan.h"
#include "tests/support/test.h"

#define LESSON MG_SOURCE_DATA_DIR "/lessons/event-leak/event-leak.gcdump"

static const char *const files[] = {
  "gcdump/eventleak-10.0.15-round1.gcdump", "gcdump/eventleak-11.0.0-round20.gcdump",
  "gcdump/eventleak-8.0.33-round20.gcdump", "gcdump/zoo-10.0.15.gcdump",
  "gcdump-public/monovm-ios.gcdump",        "gcdump-public/perfview-test1.gcdump",
  "gcdump-public/perfview-test2.gcdump",
};

typedef void (*SnapshotCheck) (MgSnapshot *snapshot);

static void
on_file (const char *path, SnapshotCheck check)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (path, NULL, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot && mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error))
    check (snapshot);
  MG_CHECK_NO_ERROR (error);
}

static void
on_samples (SnapshotCheck check)
{
  on_file (LESSON, check);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = mg_test_sample_path (files[i]);

      if (path)
        on_file (path, check);
    }
}

static void
check_dominators (MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  g_autofree MgNode *expected = mg_lengauer_tarjan (graph, mg_snapshot_reverse (snapshot));
  guint32 wrong = 0;

  for (MgNode node = 0; node < graph->n_nodes; node++)
    wrong += expected[node] != dominators->idom[node];
  MG_CHECK_UINT (wrong, 0);
  MG_CHECK_UINT (dominators->retained[MG_NODE_SUPER_ROOT], mg_snapshot_tree (snapshot)->reached_bytes);
}

static void
test_dominators_equal_the_textbook (void)
{
  on_samples (check_dominators);
}

static gboolean
is_taken_out (const MgCut *cut, MgNode from, MgNode to)
{
  for (guint i = 0; i < cut->n; i++)
    {
      const MgCutEdge *edge = &cut->edges[i];

      if ((edge->from == from && (edge->to == to || edge->whole_root))
          || (edge->to == to && edge->n_parallel > 0 && !edge->whole_root))
        return TRUE;
    }
  return FALSE;
}

/* Whether one of the N SUBJECTS is reachable when the references of CUT are taken out. */
static gboolean
still_held (const MgGraph *graph, const MgCut *cut, const MgNode *subjects, guint32 n_subjects)
{
  g_autofree gboolean *seen = g_new0 (gboolean, graph->n_nodes);
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (MgNode));
  MgNode node = MG_NODE_SUPER_ROOT;

  g_array_append_val (pending, node);
  while (pending->len > 0)
    {
      guint32 n;
      const MgNode *targets;

      node = g_array_index (pending, MgNode, pending->len - 1);
      g_array_set_size (pending, pending->len - 1);
      targets = mg_graph_edges (graph, node, &n);
      for (guint32 i = 0; i < n; i++)
        if (!seen[targets[i]] && !is_taken_out (cut, node, targets[i]))
          {
            seen[targets[i]] = TRUE;
            g_array_append_val (pending, targets[i]);
          }
    }
  for (guint32 i = 0; i < n_subjects; i++)
    if (seen[subjects[i]])
      return TRUE;
  return FALSE;
}

static void
check_cut (MgSnapshot *snapshot, const MgNode *subjects, guint32 n)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgTree *tree = mg_snapshot_tree (snapshot);
  gboolean alive = FALSE;
  MgCut cut;

  MG_CHECK (mg_cut_find (graph, mg_snapshot_reverse (snapshot), tree, subjects, n, &cut, NULL, NULL));
  for (guint32 i = 0; i < n; i++)
    alive |= mg_tree_reached (tree, subjects[i]);
  MG_CHECK (!cut.bounded && (cut.n > 0 || cut.more) == alive);
  if (!cut.more)
    MG_CHECK (!still_held (graph, &cut, subjects, n));
}

static void
check_paths (MgSnapshot *snapshot, MgNode subject)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgTree *tree = mg_snapshot_tree (snapshot);
  g_autoptr (MgPathSet) set = NULL;
  MgPathScope scope;

  mg_path_scope_init (&scope, graph, mg_snapshot_reverse (snapshot), tree, mg_snapshot_dominators (snapshot),
                      MG_ROOT_ALL_KINDS);
  set = mg_paths_most_different (&scope, subject, 5, NULL, NULL);
  MG_CHECK_UINT (set->n > 0, mg_tree_reached (tree, subject));
  for (guint i = 0; i < set->n; i++)
    {
      const MgPath *path = &set->paths[i];

      MG_CHECK (mg_graph_is_root (graph, path->nodes[0]) && path->nodes[path->n - 1] == subject);
      for (guint32 k = 0; k + 1 < path->n; k++)
        {
          guint32 n, at = 0;
          const MgNode *targets = mg_graph_edges (graph, path->nodes[k], &n);

          while (at < n && targets[at] != path->nodes[k + 1])
            at++;
          MG_CHECK (at < n);
        }
    }
}

/* For types spread over the whole table: all instances as one set, and one of them alone. */
static void
check_cuts_and_paths (MgSnapshot *snapshot)
{
  guint32 n_types = mg_snapshot_types (snapshot)->n_types;

  for (MgTypeId type = 0; type < n_types; type += MAX (1, n_types / 40))
    {
      guint32 n;
      const MgNode *nodes = mg_instances_of (mg_snapshot_instances (snapshot), type, &n);

      if (n == 0)
        continue;
      check_cut (snapshot, nodes, n);
      check_cut (snapshot, nodes + n / 2, 1);
      check_paths (snapshot, nodes[n / 2]);
    }
}

static void
test_cuts_cut_and_paths_exist (void)
{
  on_samples (check_cuts_and_paths);
}

static const MgTest tests[] = {
  { "dominators equal the textbook's", test_dominators_equal_the_textbook },
  { "cuts cut, and paths exist", test_cuts_cut_and_paths_exist },
};

MG_TEST_MAIN ("graph-samples", tests)
