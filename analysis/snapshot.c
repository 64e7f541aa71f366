#include "analysis/snapshot.h"

#include "analysis/details-private.h"
#include "analysis/formats/format.h"
#include "analysis/formats/memory-reader.h"
#include "analysis/snapshot-private.h"
#include "analysis/source/file.h"

/* Files with fewer objects are analysed faster than anybody could wish. */
#define INDEX_MIN_OBJECTS 500000

static MgSnapshot *
snapshot_new_for_reader (MgReader *reader)
{
  MgSnapshot *snapshot = g_atomic_rc_box_new0 (MgSnapshot);

  snapshot->reader = reader;
  snapshot->n_opening_notes = (guint) reader->n_notes;
  g_mutex_init (&snapshot->lock);
  g_mutex_init (&snapshot->kept_lock);
  g_datalist_init (&snapshot->kept);
  g_cond_init (&snapshot->idle);
  return snapshot;
}

MgSnapshot *
mg_snapshot_open_source (MgSource *source, const MgSnapshotOptions *options, MgProgress *progress, GError **error)
{
  g_autoptr (MgIndex) index = mg_index_new (source, options);
  g_autoptr (GVariant) walk = mg_index_load_walk (index);
  MgSnapshotOptions how = options ? *options : (MgSnapshotOptions){ 0 };
  MgSnapshot *snapshot;
  MgReader *reader;

  if (mg_index_has (index, MG_INDEX_GRAPH))
    how.sought = NULL; /* the whole graph is as quick */
  reader = mg_format_open (source, &how, walk, progress, error);
  if (reader == NULL)
    return NULL;
  snapshot = snapshot_new_for_reader (reader);
  snapshot->source = mg_source_ref (source);
  snapshot->index = g_steal_pointer (&index);
  mg_index_depend (snapshot->index, reader->depends);
  snapshot->memory_limit = how.memory_limit;
  snapshot->index_min_objects = how.index_min_objects ? how.index_min_objects : INDEX_MIN_OBJECTS;
  if (mg_snapshot_check_file (snapshot, error)
      && (!reader->has_sought || mg_snapshot_ensure_path (snapshot, *how.sought, progress, error)))
    return snapshot;
  mg_snapshot_unref (snapshot);
  return NULL;
}

MgSnapshot *
mg_snapshot_open (const char *path, const MgSnapshotOptions *options, MgProgress *progress, GError **error)
{
  g_autoptr (MgSource) source = mg_source_open (path, progress, error);

  return source ? mg_snapshot_open_source (source, options, progress, error) : NULL;
}

MgSnapshot *
mg_snapshot_new_for_graph (MgGraph *graph, const char *name)
{
  return snapshot_new_for_reader (mg_memory_reader_new (graph, name));
}

MgSnapshot *
mg_snapshot_new_view (MgReader *reader, MgSnapshot *base)
{
  MgSnapshot *snapshot = snapshot_new_for_reader (reader);

  snapshot->base = base;
  return snapshot;
}

gboolean
mg_snapshot_check_file (MgSnapshot *snapshot, GError **error)
{
  return snapshot->source == NULL || mg_source_check (snapshot->source, error);
}

MgSnapshot *
mg_snapshot_ref (MgSnapshot *snapshot)
{
  return g_atomic_rc_box_acquire (snapshot);
}

static void
drop_edge_labels (MgSnapshot *snapshot)
{
  if (snapshot->edge_label_destroy)
    snapshot->edge_label_destroy (snapshot->edge_label_data);
  snapshot->edge_label = NULL;
  snapshot->edge_label_destroy = NULL;
}

static void
snapshot_clear (gpointer data)
{
  MgSnapshot *snapshot = data;

  drop_edge_labels (snapshot);
  mg_snapshot_clear_parts (snapshot);
  mg_index_free (snapshot->index);
  mg_reader_free (snapshot->reader);
  mg_source_unref (snapshot->source);
  g_cond_clear (&snapshot->idle);
  g_datalist_clear (&snapshot->kept);
  g_mutex_clear (&snapshot->kept_lock);
  g_mutex_clear (&snapshot->lock);
}

void
mg_snapshot_unref (MgSnapshot *snapshot)
{
  if (snapshot)
    g_atomic_rc_box_release_full (snapshot, snapshot_clear);
}

guint
mg_snapshot_ready (MgSnapshot *snapshot)
{
  return (guint) g_atomic_int_get (&snapshot->ready);
}

gconstpointer
mg_snapshot_keep (MgSnapshot *snapshot, const char *name, MgSnapshotMakeFunc make, GDestroyNotify destroy)
{
  gpointer found;

  g_mutex_lock (&snapshot->kept_lock);
  found = g_datalist_get_data (&snapshot->kept, name);
  if (found == NULL)
    {
      found = make (snapshot);
      g_datalist_set_data_full (&snapshot->kept, name, found, destroy);
    }
  g_mutex_unlock (&snapshot->kept_lock);
  return found;
}

/* --- what can be asked --- */

MgReader *
mg_snapshot_reader (MgSnapshot *snapshot)
{
  return snapshot->reader;
}

const MgSnapshotInfo *
mg_snapshot_info (MgSnapshot *snapshot)
{
  return &snapshot->reader->info;
}

MgCapabilityState
mg_snapshot_capability (MgSnapshot *snapshot, MgCapability capability)
{
  return snapshot->reader->capability[capability];
}

const MgNote *
mg_snapshot_notes (MgSnapshot *snapshot, guint *n)
{
  /* Notes tell numbers, never names: those of a view are its base's. */
  if (snapshot->base)
    return mg_snapshot_notes (snapshot->base, n);
  *n = (guint) g_atomic_int_get (&snapshot->reader->n_notes);
  return snapshot->reader->notes;
}

gboolean
mg_snapshot_damaged (MgSnapshot *snapshot)
{
  guint n;
  const MgNote *notes = mg_snapshot_notes (snapshot, &n);

  for (guint i = 0; i < n; i++)
    if (notes[i].damage)
      return TRUE;
  return FALSE;
}

const char *
mg_snapshot_no_graph_reason (MgSnapshot *snapshot)
{
  return snapshot->reader->no_graph;
}

MgTypeTable *
mg_snapshot_types (MgSnapshot *snapshot)
{
  return snapshot->reader->stats->types;
}

MgTypeStats *
mg_snapshot_type_stats (MgSnapshot *snapshot)
{
  return snapshot->reader->stats;
}

static gboolean
is_ready (MgSnapshot *snapshot, guint needs)
{
  return (mg_snapshot_ready (snapshot) & needs) == needs;
}

const MgGraph *
mg_snapshot_graph (MgSnapshot *snapshot)
{
  return is_ready (snapshot, MG_NEED_GRAPH) ? snapshot->graph : NULL;
}

const MgReverse *
mg_snapshot_reverse (MgSnapshot *snapshot)
{
  return is_ready (snapshot, MG_NEED_REVERSE) ? snapshot->reverse : NULL;
}

const MgTree *
mg_snapshot_tree (MgSnapshot *snapshot)
{
  return is_ready (snapshot, MG_NEED_TREE) ? snapshot->tree : NULL;
}

const MgDominators *
mg_snapshot_dominators (MgSnapshot *snapshot)
{
  return is_ready (snapshot, MG_NEED_DOMINATORS) ? snapshot->dominators : NULL;
}

const MgInstances *
mg_snapshot_instances (MgSnapshot *snapshot)
{
  return is_ready (snapshot, MG_NEED_INSTANCES) ? snapshot->instances : NULL;
}

const guint64 *
mg_snapshot_type_retained (MgSnapshot *snapshot)
{
  return is_ready (snapshot, MG_NEED_TYPE_RETAINED) ? snapshot->type_retained : NULL;
}

gboolean
mg_snapshot_file_unreached (MgSnapshot *snapshot, guint64 *nodes, guint64 *bytes)
{
  const MgTree *tree = mg_snapshot_tree (snapshot);

  if (tree == NULL)
    return FALSE;
  if (nodes)
    *nodes = tree->n_dead + snapshot->reader->unreached_pseudo_nodes;
  if (bytes)
    *bytes = tree->dead_bytes + snapshot->reader->unreached_pseudo_bytes;
  return TRUE;
}

MgGeneration
mg_snapshot_generation (MgSnapshot *snapshot, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  MgReader *reader = snapshot->reader;

  if (graph == NULL || reader->klass->generation == NULL || !mg_graph_is_object (graph, node))
    return MG_GENERATION_UNKNOWN;
  return reader->klass->generation (reader, mg_graph_address (graph, node));
}

char *
mg_snapshot_edge_label (MgSnapshot *snapshot, MgNode from, MgNode to)
{
  MgReader *reader = snapshot->reader;

  if (snapshot->edge_label)
    return snapshot->edge_label (from, to, snapshot->edge_label_data);
  return reader->klass->edge_label ? reader->klass->edge_label (reader, from, to) : NULL;
}

char *
mg_snapshot_edge_key (MgSnapshot *snapshot, MgNode from, MgNode to)
{
  MgReader *reader = snapshot->reader;

  return reader->klass->edge_key ? reader->klass->edge_key (reader, from, to) : NULL;
}

gboolean
mg_snapshot_edge_names (MgSnapshot *snapshot, MgNode from, MgEdgeName *names)
{
  MgReader *reader = snapshot->reader;

  return reader->klass->edge_names && reader->klass->edge_names (reader, from, names);
}

void
mg_snapshot_set_edge_labels (MgSnapshot *snapshot, MgEdgeLabelFunc func, gpointer user_data, GDestroyNotify destroy)
{
  drop_edge_labels (snapshot);
  snapshot->edge_label = func;
  snapshot->edge_label_data = user_data;
  snapshot->edge_label_destroy = destroy;
  if (func)
    mg_reader_set_capability (snapshot->reader, MG_CAPABILITY_FIELD_NAMES, TRUE, NULL);
}
