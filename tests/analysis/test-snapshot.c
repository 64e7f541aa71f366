#include "analysis/snapshot.h"

#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/parallel.h"
#include "analysis/graph/builder.h"
#include "tests/support/dump-writer.h"
#include "tests/support/graph-shapes.h"
#include "tests/support/impatience.h"
#include "tests/support/test.h"

/* static "Head" → A → B → … : a chain of N objects. */
static MgGraph *
make_chain (guint32 n)
{
  MgTypeTableBuilder *types = mg_type_table_builder_new ();
  g_autofree MgTypeId *map = NULL;
  MgTypeTable *table;
  MgGraphBuilder *builder;
  static const MgRoot root = { .kind = MG_ROOT_STATIC, .label = "Head" };

  mg_type_table_builder_add (types, "Link", NULL, 0, 0);
  table = mg_type_table_builder_finish (types, &map);
  builder = mg_graph_builder_new (table, 1, n);
  mg_type_table_unref (table);
  mg_graph_builder_add_root (builder, &root);
  for (guint32 i = 0; i < n; i++)
    mg_graph_builder_add_object (builder, 0, 24, 0x1000 + 24 * (guint64) i);
  for (guint32 i = 0; i < n; i++)
    mg_graph_builder_count_edges (builder, 1 + i, 1);
  mg_graph_builder_begin_edges (builder);
  for (guint32 i = 0; i < n; i++)
    mg_graph_builder_add_edge (builder, 1 + i, 2 + i);
  return mg_graph_builder_finish (builder);
}

static void
test_parts_come_on_demand (void)
{
  g_autoptr (MgGraph) graph = make_chain (10);
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_new_for_graph (graph, "chain");

  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->total.count, 10);
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->tally[0].size, 240);
  MG_CHECK_STRING (mg_snapshot_info (snapshot)->base_name, "chain");
  MG_CHECK (mg_snapshot_graph (snapshot) == NULL && mg_snapshot_tree (snapshot) == NULL);
  MG_CHECK (!mg_snapshot_file_unreached (snapshot, NULL, NULL));
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_TREE, NULL, NULL));
  MG_CHECK (mg_snapshot_graph (snapshot) == graph && mg_snapshot_tree (snapshot) != NULL);
  MG_CHECK (mg_snapshot_dominators (snapshot) == NULL);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  MG_CHECK_UINT (mg_snapshot_ready (snapshot), MG_NEED_ALL);
  MG_CHECK_UINT (mg_snapshot_dominators (snapshot)->retained[2], 240);
  MG_CHECK_UINT (mg_snapshot_type_retained (snapshot)[0], 240);
  MG_CHECK (mg_snapshot_instances (snapshot) != NULL && mg_snapshot_reverse (snapshot) != NULL);
}

static void
test_cancel_leaves_it_usable (void)
{
  g_autoptr (MgGraph) graph = make_chain (10);
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_new_for_graph (graph, "chain");
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;

  mg_progress_cancel (progress);
  MG_CHECK (!mg_snapshot_ensure (snapshot, MG_NEED_ALL, progress, &error));
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
}

/* --- several parts at once --- */

static void
set_threads (guint n)
{
  mg_parallel_set_threads (n);
  mg_parallel_set_worth (n ? 1 : 0);
}

#define SAME_ARRAY(a, b, n) MG_CHECK (memcmp ((a), (b), (n) * sizeof *(a)) == 0)

static void
test_threads_make_no_difference (void)
{
  g_autoptr (MgGraph) graph = mg_shape_graph (mg_shape_find ("random"), 20000);
  g_autoptr (MgSnapshot) one = mg_snapshot_new_for_graph (graph, "one");
  gsize n = graph->n_nodes;

  set_threads (1);
  MG_CHECK (mg_snapshot_ensure (one, MG_NEED_ALL, NULL, NULL));
  for (guint threads = 2; threads <= 4; threads++)
    {
      g_autoptr (MgSnapshot) more = mg_snapshot_new_for_graph (graph, "more");

      set_threads (threads);
      MG_CHECK (mg_snapshot_ensure (more, MG_NEED_ALL, NULL, NULL));
      MG_CHECK_UINT (mg_snapshot_ready (more), MG_NEED_ALL);
      SAME_ARRAY (mg_snapshot_tree (one)->parent, mg_snapshot_tree (more)->parent, n);
      SAME_ARRAY (mg_snapshot_tree (one)->distance, mg_snapshot_tree (more)->distance, n);
      SAME_ARRAY (mg_snapshot_reverse (one)->source, mg_snapshot_reverse (more)->source, graph->n_edges);
      SAME_ARRAY (mg_snapshot_dominators (one)->retained, mg_snapshot_dominators (more)->retained, n);
      SAME_ARRAY (mg_snapshot_dominators (one)->child_first, mg_snapshot_dominators (more)->child_first, n + 1);
      SAME_ARRAY (mg_snapshot_instances (one)->node, mg_snapshot_instances (more)->node, mg_graph_n_objects (graph));
      SAME_ARRAY (mg_snapshot_type_retained (one), mg_snapshot_type_retained (more), graph->types->n_types);
    }
  set_threads (0);
}

/* Whatever was made by then in either thread is kept or freed, and the rest can be made. */
static void
test_cancel_in_threads_leaves_it_usable (void)
{
  g_autoptr (MgGraph) graph = mg_shape_graph (mg_shape_find ("random"), 100000);
  gboolean done = FALSE;
  guint last = 0;

  set_threads (2);
  for (; !done && last < 1000; last++)
    {
      g_autoptr (MgSnapshot) snapshot = mg_snapshot_new_for_graph (graph, "graph");
      g_autoptr (MgProgress) progress = mg_test_impatient_progress (last);
      g_autoptr (GError) error = NULL;

      done = mg_snapshot_ensure (snapshot, MG_NEED_ALL, progress, &error);
      MG_CHECK (done || g_error_matches (error, MG_ERROR, MG_ERROR_CANCELLED));
      MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
      MG_CHECK_UINT (mg_snapshot_ready (snapshot), MG_NEED_ALL);
    }
  set_threads (0);
  MG_CHECK (done && last > 5);
}

typedef struct
{
  MgSnapshot *snapshot;
  guint needs;
  gboolean done;
} Job;

static gpointer
run_job (gpointer data)
{
  Job *job = data;

  job->done = mg_snapshot_ensure (job->snapshot, job->needs, NULL, NULL);
  return NULL;
}

static void
test_many_callers_share_the_work (void)
{
  g_autoptr (MgGraph) graph = make_chain (200000);
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_new_for_graph (graph, "chain");
  static const guint needs[] = { MG_NEED_ALL, MG_NEED_TREE, MG_NEED_DOMINATORS, MG_NEED_REVERSE };
  GThread *threads[8];
  Job jobs[8];

  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      jobs[i] = (Job){ snapshot, needs[i % G_N_ELEMENTS (needs)], FALSE };
      threads[i] = g_thread_new ("ensure", run_job, &jobs[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_thread_join (threads[i]);
      MG_CHECK (jobs[i].done);
    }
  MG_CHECK_UINT (mg_snapshot_dominators (snapshot)->retained[0], G_GUINT64_CONSTANT (200000) * 24);
}

static void
note_stage (const char *stage, double fraction, gpointer user_data)
{
  double *last = user_data;

  if (fraction + 1e-9 < *last || stage == NULL)
    *last = 100.0;
  else
    *last = fraction;
}

static void
test_progress_only_grows (void)
{
  double last = 0.0;
  g_autoptr (MgProgress) progress = mg_progress_new (note_stage, &last, NULL);
  g_autoptr (MgGraph) graph = make_chain (100000);
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_new_for_graph (graph, "chain");

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, progress, NULL));
  MG_CHECK (last <= 1.0 && last > 0.9);
}

static char *
label (MgNode from, MgNode to, gpointer user_data)
{
  return g_strdup_printf ("%s %u %u", (const char *) user_data, from, to);
}

static void
test_edge_labels (void)
{
  g_autoptr (MgGraph) graph = make_chain (3);
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_new_for_graph (graph, "chain");
  g_autofree char *text = NULL;

  MG_CHECK (mg_snapshot_edge_label (snapshot, 2, 3) == NULL);
  mg_snapshot_set_edge_labels (snapshot, label, g_strdup ("next"), g_free);
  text = mg_snapshot_edge_label (snapshot, 2, 3);
  MG_CHECK_STRING (text, "next 2 3");
  MG_CHECK (mg_snapshot_capability (snapshot, MG_CAPABILITY_FIELD_NAMES).have);
}

static void
test_capabilities_have_names (void)
{
  for (guint i = 0; i < MG_N_CAPABILITIES; i++)
    {
      MG_CHECK (mg_capability_id (i) != NULL && mg_capability_name (i) != NULL);
      for (guint k = 0; k < i; k++)
        MG_CHECK (g_strcmp0 (mg_capability_id (i), mg_capability_id (k)) != 0);
    }
}

static const MgTest tests[] = {
  { "parts come on demand", test_parts_come_on_demand },
  { "cancel leaves it usable", test_cancel_leaves_it_usable },
  { "threads make no difference", test_threads_make_no_difference },
  { "cancel in threads leaves it usable", test_cancel_in_threads_leaves_it_usable },
  { "many callers share the work", test_many_callers_share_the_work },
  { "progress only grows", test_progress_only_grows },
  { "edge labels", test_edge_labels },
  { "capabilities have names", test_capabilities_have_names },
};

MG_TEST_MAIN ("snapshot", tests)
