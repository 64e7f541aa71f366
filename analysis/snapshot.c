#include "analysis/snapshot.h"

#include <glib/gi18n-lib.h>

#include "analysis/details-private.h"
#include "analysis/formats/format.h"
#include "analysis/formats/memory-reader.h"
#include "analysis/source/file.h"

/* How often a caller who waits for another one's work looks whether it was cancelled itself. */
#define WAIT_USEC (50 * G_TIME_SPAN_MILLISECOND)

struct _MgSnapshot
{
  MgReader *reader;
  GMutex lock; /* guards WORKING */
  GCond idle;
  gboolean working;
  guint ready; /* atomic; MgNeed bits. A part below is written before its bit is set and never changes after. */
  MgGraph *graph;
  MgReverse *reverse;
  MgTree *tree;
  MgDominators *dominators;
  MgInstances *instances;
  guint64 *type_retained;
  MgEdgeLabelFunc edge_label;
  gpointer edge_label_data;
  GDestroyNotify edge_label_destroy;
};

static MgSnapshot *
snapshot_new_for_reader (MgReader *reader)
{
  MgSnapshot *snapshot = g_atomic_rc_box_new0 (MgSnapshot);

  snapshot->reader = reader;
  g_mutex_init (&snapshot->lock);
  g_cond_init (&snapshot->idle);
  return snapshot;
}

MgSnapshot *
mg_snapshot_open_source (MgSource *source, const MgSnapshotOptions *options, MgProgress *progress, GError **error)
{
  MgReader *reader = mg_format_open (source, options, progress, error);

  return reader ? snapshot_new_for_reader (reader) : NULL;
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
  g_free (snapshot->type_retained);
  g_clear_pointer (&snapshot->instances, mg_instances_free);
  g_clear_pointer (&snapshot->dominators, mg_dominators_free);
  g_clear_pointer (&snapshot->tree, mg_tree_free);
  g_clear_pointer (&snapshot->reverse, mg_reverse_free);
  g_clear_pointer (&snapshot->graph, mg_graph_unref);
  mg_reader_free (snapshot->reader);
  g_cond_clear (&snapshot->idle);
  g_mutex_clear (&snapshot->lock);
}

void
mg_snapshot_unref (MgSnapshot *snapshot)
{
  if (snapshot)
    g_atomic_rc_box_release_full (snapshot, snapshot_clear);
}

/* --- what is made on demand --- */

static gboolean
make_graph (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  snapshot->graph = snapshot->reader->klass->load_graph (snapshot->reader, progress, error);
  return snapshot->graph != NULL;
}

static gboolean
make_instances (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  snapshot->instances = mg_instances_new (snapshot->graph, progress, error);
  return snapshot->instances != NULL;
}

/* Objects that no root holds are an answer, and never just missing. */
static void
note_dead_objects (MgSnapshot *snapshot)
{
  g_autofree char *count = g_strdup_printf ("%u", snapshot->tree->n_dead);
  g_autofree char *bytes = g_strdup_printf ("%" G_GUINT64_FORMAT, snapshot->tree->dead_bytes);

  if (snapshot->tree->n_dead == 0 || snapshot->graph->n_roots == 0)
    return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  mg_reader_take_note (
      snapshot->reader, FALSE,
      /* Translators: a number of objects, then their bytes. */
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%s object (%s bytes) is not held by any root that the file records: it is garbage, "
                       "or held by something that the file leaves out.",
                       "%s objects (%s bytes) are not held by any root that the file records: they are "
                       "garbage, or held by something that the file leaves out.",
                       snapshot->tree->n_dead),
          count, bytes));
#pragma GCC diagnostic pop
}

static gboolean
make_tree (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  snapshot->tree = mg_tree_new (snapshot->graph, MG_ROOT_ALL_KINDS, progress, error);
  if (snapshot->tree == NULL)
    return FALSE;
  note_dead_objects (snapshot);
  return TRUE;
}

static gboolean
make_reverse (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  snapshot->reverse = mg_reverse_new (snapshot->graph, progress, error);
  return snapshot->reverse != NULL;
}

static gboolean
make_dominators (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  snapshot->dominators = mg_dominators_new (snapshot->graph, snapshot->reverse, progress, error);
  return snapshot->dominators != NULL;
}

static gboolean
make_type_retained (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  g_autofree guint64 *retained = g_new0 (guint64, (gsize) snapshot->graph->types->n_types + 1);

  if (!mg_dominators_retained_by_type (snapshot->dominators, snapshot->graph, retained, progress, error))
    return FALSE;
  snapshot->type_retained = g_steal_pointer (&retained);
  return TRUE;
}

/* In the order in which they are made: each one's needs stand above it. */
static const struct
{
  guint need;
  double weight; /* share of the time, measured on ten million objects */
  const char *stage;
  gboolean (*make) (MgSnapshot *snapshot, MgProgress *progress, GError **error);
} parts[] = {
  { MG_NEED_GRAPH, 0.24, N_ ("Reading objects"), make_graph },
  { MG_NEED_INSTANCES, 0.01, N_ ("Sorting objects by type"), make_instances },
  { MG_NEED_TREE, 0.12, N_ ("Following roots"), make_tree },
  { MG_NEED_REVERSE, 0.10, N_ ("Finding referrers"), make_reverse },
  { MG_NEED_DOMINATORS, 0.46, N_ ("Computing retained sizes"), make_dominators },
  { MG_NEED_TYPE_RETAINED, 0.07, N_ ("Adding up retained sizes"), make_type_retained },
};

static gboolean
is_ready (MgSnapshot *snapshot, guint needs)
{
  return (mg_snapshot_ready (snapshot) & needs) == needs;
}

static gboolean
part_is_wanted (MgSnapshot *snapshot, guint i, guint needs)
{
  return (parts[i].need & needs) == parts[i].need && !is_ready (snapshot, parts[i].need);
}

static gboolean
make_parts (MgSnapshot *snapshot, guint needs, MgProgress *progress, GError **error)
{
  double total = 0.0, done = 0.0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (part_is_wanted (snapshot, i, needs))
      total += parts[i].weight;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (part_is_wanted (snapshot, i, needs))
      {
        double end = done + parts[i].weight / total;

        mg_progress_stage (progress, _ (parts[i].stage), done, MIN (end, 1.0));
        if (!mg_progress_step (progress, 0, 1, error) || !parts[i].make (snapshot, progress, error))
          return FALSE;
        g_atomic_int_or (&snapshot->ready, parts[i].need);
        done = end;
      }
  return TRUE;
}

/* Waits until nobody works. Returns FALSE and sets MG_ERROR_CANCELLED when PROGRESS is cancelled meanwhile. */
static gboolean
wait_for_turn (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  gboolean go_on = TRUE;

  g_mutex_lock (&snapshot->lock);
  while (snapshot->working && go_on)
    {
      g_cond_wait_until (&snapshot->idle, &snapshot->lock, g_get_monotonic_time () + WAIT_USEC);
      if (snapshot->working && mg_progress_is_cancelled (progress))
        go_on = mg_progress_step (progress, 0, 1, error);
    }
  if (go_on)
    snapshot->working = TRUE;
  g_mutex_unlock (&snapshot->lock);
  return go_on;
}

gboolean
mg_snapshot_ensure (MgSnapshot *snapshot, guint needs, MgProgress *progress, GError **error)
{
  gboolean done;

  if (is_ready (snapshot, needs))
    return TRUE;
  if (!wait_for_turn (snapshot, progress, error))
    return FALSE;
  done = make_parts (snapshot, needs, progress, error);
  g_mutex_lock (&snapshot->lock);
  snapshot->working = FALSE;
  g_cond_broadcast (&snapshot->idle);
  g_mutex_unlock (&snapshot->lock);
  return done;
}

guint
mg_snapshot_ready (MgSnapshot *snapshot)
{
  return (guint) g_atomic_int_get (&snapshot->ready);
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
