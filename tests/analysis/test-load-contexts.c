/* Collectible load contexts on real cores: what keeps one that was unloaded, and where its statics are. */
#include "analysis/details.h"
#include "analysis/graph/paths.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

static const char *const samples[] = { "contexts-8.0.33", "contexts-10.0.15" };

static MgSnapshot *
open_sample (const char *sample)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named (sample);
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_core_sample_open (bytes, sample, &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot && !mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error))
    MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static const MgNode *
instances_of (MgSnapshot *snapshot, const char *type, guint32 *n)
{
  return mg_instances_of (mg_snapshot_instances (snapshot), mg_type_table_find (mg_snapshot_types (snapshot), type), n);
}

/* Number of objects of TYPES, which all share one name: each context has a class of its own. */
static guint
count_live (MgSnapshot *snapshot, const char *name)
{
  const MgTypeTable *types = mg_snapshot_types (snapshot);
  guint found = 0;

  for (MgTypeId type = 0; type < types->n_types; type++)
    {
      guint32 n;
      const MgNode *nodes = mg_instances_of (mg_snapshot_instances (snapshot), type, &n);

      for (guint32 i = 0; i < n && strcmp (types->types[type].name, name) == 0; i++)
        found += mg_tree_reached (mg_snapshot_tree (snapshot), nodes[i]);
    }
  return found;
}

/* Of six unloaded contexts five are kept: by handlers, by empty arrays of their type, by an object. Nothing but the
 * reference that GCDesc does not list leads from these to the context. */
static void
test_objects_keep_their_context (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (MgSnapshot) snapshot = open_sample (samples[i]);
      guint32 n;
      const MgNode *loaders = instances_of (snapshot, "System.Reflection.LoaderAllocator", &n);
      guint live = 0;

      for (guint32 k = 0; k < n; k++)
        live += mg_tree_reached (mg_snapshot_tree (snapshot), loaders[k]);
      MG_CHECK_UINT (live, 5);
      MG_CHECK_UINT (count_live (snapshot, "Contexts.Plugin[]"), 2);
      MG_CHECK_UINT (count_live (snapshot, "Contexts.Plugin"), 3);
    }
}

/* Statics of a context are no roots: they live as long as it does, and are named all the same. */
static void
test_statics_hang_off_their_context (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (MgSnapshot) snapshot = open_sample (samples[i]);
      const MgGraph *graph = mg_snapshot_graph (snapshot);
      g_autoptr (GArray) statics = mg_details_statics (snapshot);
      guint kept = 0, shared = 0;

      for (guint k = 0; k < statics->len; k++)
        {
          const MgStaticRow *row = &g_array_index (statics, MgStaticRow, k);

          kept += strcmp (row->class_name, "Contexts.Plugin") == 0 && strcmp (row->field, "Kept") == 0
                  && row->object != MG_NODE_NONE;
          shared += strcmp (row->class_name, "Contexts.Box<Contexts.State>") == 0 && strcmp (row->field, "Shared") == 0
                    && row->object != MG_NODE_NONE;
        }
      MG_CHECK_UINT (kept, 5);
      MG_CHECK_UINT (shared, 5);
      for (guint32 r = 0; r < graph->n_roots; r++)
        if (graph->roots[r].label && strstr (graph->roots[r].label, "Contexts.Plugin"))
          mg_test_fail (__FILE__, __LINE__, "%s: %s is a root", samples[i], graph->roots[r].label);
    }
}

/* From an empty array of a class of the context to the context. */
static void
test_the_link_is_named (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (MgSnapshot) snapshot = open_sample (samples[i]);
      guint32 n;
      const MgNode *arrays = instances_of (snapshot, "Contexts.Plugin[]", &n);
      guint32 n_targets;
      const MgNode *targets = n > 0 ? mg_graph_edges (mg_snapshot_graph (snapshot), arrays[0], &n_targets) : NULL;
      g_autofree char *name = NULL;

      MG_CHECK (targets != NULL);
      if (targets == NULL)
        continue;
      MG_CHECK_UINT (n_targets, 1);
      name = mg_snapshot_edge_label (snapshot, arrays[0], targets[0]);
      MG_CHECK_STRING (name, "its load context");
    }
}

static const MgTest tests[] = {
  { "objects keep their context", test_objects_keep_their_context },
  { "statics hang off their context", test_statics_hang_off_their_context },
  { "the link is named", test_the_link_is_named },
};

MG_TEST_MAIN ("load-contexts", tests)
