/* What a snapshot makes when it is first needed, one part after the other, or finds in its saved index. */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/report/digits.h"
#include "analysis/base/parallel.h"
#include "analysis/snapshot-private.h"

/* How often a caller who waits for another one's work looks whether it was cancelled itself. */
#define WAIT_USEC (50 * G_TIME_SPAN_MILLISECOND)

/* A part that is merely mapped and checked takes this share of the time that making it would take. */
#define LOADING 0.05

void
mg_snapshot_clear_parts (MgSnapshot *snapshot)
{
  if (snapshot->base)
    {
      snapshot->tree = NULL; /* lent */
      snapshot->reverse = NULL;
      snapshot->dominators = NULL;
    }
  g_free (snapshot->type_retained);
  g_clear_pointer (&snapshot->instances, mg_instances_free);
  g_clear_pointer (&snapshot->dominators, mg_dominators_free);
  g_clear_pointer (&snapshot->tree, mg_tree_free);
  g_clear_pointer (&snapshot->reverse, mg_reverse_free);
  g_clear_pointer (&snapshot->graph, mg_graph_unref);
}

static gboolean
make_graph (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  MgGraph *graph = snapshot->reader->klass->load_graph (snapshot->reader, progress, error);

  if (graph && !mg_snapshot_check_file (snapshot, error))
    g_clear_pointer (&graph, mg_graph_unref);
  snapshot->graph = graph;
  return graph != NULL;
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
  char count[MG_DIGITS_SIZE], bytes[MG_DIGITS_SIZE];

  if (snapshot->tree->n_dead == 0 || snapshot->graph->n_roots == 0)
    return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  mg_reader_take_note (
    snapshot->reader, FALSE,
    /* Translators: a number of objects, then their bytes. */
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                  "%s object (%s bytes) is not held by any root that the file records: it is garbage, "
                                  "or held by something that the file leaves out.",
                                  "%s objects (%s bytes) are not held by any root that the file records: they are "
                                  "garbage, or held by something that the file leaves out.",
                                  snapshot->tree->n_dead),
                     mg_digits (count, snapshot->tree->n_dead), mg_digits (bytes, snapshot->tree->dead_bytes)));
#pragma GCC diagnostic pop
}

/* A view's nodes are its base's: what depends on nodes alone is made there, and lent. */
static gboolean
borrow (MgSnapshot *snapshot, guint need, MgProgress *progress, GError **error)
{
  if (!mg_snapshot_ensure (snapshot->base, need, progress, error))
    return FALSE;
  if (need == MG_NEED_TREE)
    snapshot->tree = snapshot->base->tree;
  else if (need == MG_NEED_REVERSE)
    snapshot->reverse = snapshot->base->reverse;
  else
    snapshot->dominators = snapshot->base->dominators;
  return TRUE;
}

static gboolean
make_tree (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  if (snapshot->base)
    return borrow (snapshot, MG_NEED_TREE, progress, error);
  snapshot->tree = mg_tree_new (snapshot->graph, MG_ROOT_ALL_KINDS, progress, error);
  return snapshot->tree != NULL;
}

static gboolean
make_reverse (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  if (snapshot->base)
    return borrow (snapshot, MG_NEED_REVERSE, progress, error);
  snapshot->reverse = mg_reverse_new (snapshot->graph, progress, error);
  return snapshot->reverse != NULL;
}

static gboolean
make_dominators (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  if (snapshot->base)
    return borrow (snapshot, MG_NEED_DOMINATORS, progress, error);
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
  double weight; /* share of the time, measured on a dump of 23 million objects */
  const char *stage;
  gboolean (*make) (MgSnapshot *snapshot, MgProgress *progress, GError **error);
} parts[] = {
  { MG_NEED_GRAPH, 0.20, N_ ("Reading objects"), make_graph },
  { MG_NEED_INSTANCES, 0.02, N_ ("Sorting objects by type"), make_instances },
  { MG_NEED_TREE, 0.18, N_ ("Following roots"), make_tree },
  { MG_NEED_REVERSE, 0.10, N_ ("Finding referrers"), make_reverse },
  { MG_NEED_DOMINATORS, 0.37, N_ ("Computing retained sizes"), make_dominators },
  { MG_NEED_TYPE_RETAINED, 0.13, N_ ("Adding up retained sizes"), make_type_retained },
};

double
mg_snapshot_need_weight (MgNeed need)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].need == need)
      return parts[i].weight;
  return 0.0;
}

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

/* What is to be done once a part is there, wherever it came from. */
static void
finish_part (MgSnapshot *snapshot, guint i)
{
  if (parts[i].need == MG_NEED_GRAPH)
    snapshot->n_graph_notes = (guint) g_atomic_int_get (&snapshot->reader->n_notes);
  if (parts[i].need == MG_NEED_TREE)
    note_dead_objects (snapshot);
  g_atomic_int_or (&snapshot->ready, parts[i].need);
}

static gboolean
obtain_part (MgSnapshot *snapshot, guint i, MgProgress *progress, GError **error)
{
  gboolean promised = mg_snapshot_part_is_indexed (snapshot, parts[i].need);
  g_autoptr (GError) local = NULL;

  if (mg_snapshot_load_part (snapshot, parts[i].need, progress, &local))
    return TRUE;
  if (local)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  /* What the index was to give, without memory, has to be made after all. */
  if (promised && !mg_snapshot_check_memory (snapshot, parts[i].need, error))
    return FALSE;
  return parts[i].make (snapshot, progress, error);
}

static double
part_weight (MgSnapshot *snapshot, guint i)
{
  return parts[i].weight * (mg_snapshot_part_is_indexed (snapshot, parts[i].need) ? LOADING : 1.0);
}

/* --- two parts at once --- */

/* Need nothing but the graph: another thread makes them while this one makes what else there is. */
#define BESIDE (MG_NEED_TREE | MG_NEED_INSTANCES)

static gboolean
is_beside (guint i)
{
  return parts[i].need != MG_NEED_GRAPH && (parts[i].need & BESIDE) == parts[i].need;
}

typedef struct
{
  MgSnapshot *snapshot;
  guint needs;
  MgProgress *progress; /* owned */
  GThread *thread;
  GError *error;
} Beside;

static gpointer
make_beside (gpointer data)
{
  Beside *beside = data;

  for (guint i = 0; i < G_N_ELEMENTS (parts) && beside->error == NULL; i++)
    if (is_beside (i) && part_is_wanted (beside->snapshot, i, beside->needs))
      parts[i].make (beside->snapshot, beside->progress, &beside->error);
  return NULL;
}

/* Referrers keep all processors busy, and most of the dominators does not: what is made beside is better made then. */
static gboolean
waits_for_referrers (MgSnapshot *snapshot, guint needs)
{
  guint both = MG_NEED_REVERSE | MG_NEED_DOMINATORS;

  return (needs & both) == both && !is_ready (snapshot, MG_NEED_REVERSE) && !is_ready (snapshot, MG_NEED_DOMINATORS);
}

/* Whether there is something to make in each of two threads, and all of it is to be made here, not loaded or lent. */
static gboolean
is_worth_two (MgSnapshot *snapshot, guint needs)
{
  gboolean here = FALSE, beside = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (part_is_wanted (snapshot, i, needs))
      {
        if (mg_snapshot_part_is_indexed (snapshot, parts[i].need))
          return FALSE;
        *(is_beside (i) ? &beside : &here) = TRUE;
      }
  return here && beside && snapshot->base == NULL && mg_parallel_threads_for (snapshot->graph->n_edges) > 1;
}

static void
start_beside (MgSnapshot *snapshot, guint needs, MgProgress *progress, Beside *beside)
{
  *beside = (Beside){ .snapshot = snapshot, .needs = needs, .progress = mg_progress_new_beside (progress) };
  beside->thread = g_thread_new ("mangrove", make_beside, beside);
}

/* Waits for what is made beside, and stops it when GO_ON is FALSE; what was made is kept in any case. */
static gboolean
end_beside (Beside *beside, gboolean go_on, GError **error)
{
  MgSnapshot *snapshot = beside->snapshot;

  if (beside->thread == NULL)
    return go_on;
  if (!go_on)
    mg_progress_cancel (beside->progress);
  g_thread_join (beside->thread);
  mg_progress_unref (beside->progress);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (is_beside (i) && part_is_wanted (snapshot, i, beside->needs)
        && (parts[i].need == MG_NEED_TREE ? snapshot->tree != NULL : snapshot->instances != NULL))
      finish_part (snapshot, i);
  if (beside->error && go_on)
    {
      g_propagate_error (error, g_steal_pointer (&beside->error));
      return FALSE;
    }
  g_clear_error (&beside->error);
  return go_on;
}

/* What part I makes up of all that this thread has still to make. TWO: another one makes some of it. */
static double
part_share (MgSnapshot *snapshot, guint i, guint needs, gboolean two)
{
  double all = 0.0;

  for (guint k = i; k < G_N_ELEMENTS (parts); k++)
    if (part_is_wanted (snapshot, k, needs) && !(two && is_beside (k)))
      all += part_weight (snapshot, k);
  return part_weight (snapshot, i) / all;
}

static gboolean
make_part (MgSnapshot *snapshot, guint i, MgProgress *progress, GError **error)
{
  mg_progress_stage (progress, _ (parts[i].stage), 0.0, 1.0);
  if (!mg_progress_step (progress, 0, 1, error) || !obtain_part (snapshot, i, progress, error))
    return FALSE;
  finish_part (snapshot, i);
  return TRUE;
}

static gboolean
make_parts (MgSnapshot *snapshot, guint needs, MgProgress *progress, GError **error)
{
  double done = 0.0;
  Beside beside = { 0 };
  gboolean go_on = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (parts) && go_on; i++)
    {
      gboolean two = beside.thread != NULL || (is_ready (snapshot, MG_NEED_GRAPH) && is_worth_two (snapshot, needs));
      double end;

      if (two && beside.thread == NULL && !waits_for_referrers (snapshot, needs))
        start_beside (snapshot, needs, progress, &beside);
      if (!part_is_wanted (snapshot, i, needs) || (two && is_beside (i)))
        continue;
      end = done + (1.0 - done) * part_share (snapshot, i, needs, two);
      mg_progress_enter (progress, done, MIN (end, 1.0));
      go_on = make_part (snapshot, i, progress, error);
      done = end;
    }
  go_on = end_beside (&beside, go_on, error);
  mg_progress_enter (progress, 0.0, 1.0);
  return go_on && is_ready (snapshot, needs);
}

gboolean
mg_snapshot_take_turn (MgSnapshot *snapshot, MgProgress *progress, GError **error)
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

void
mg_snapshot_end_turn (MgSnapshot *snapshot)
{
  g_mutex_lock (&snapshot->lock);
  snapshot->working = FALSE;
  g_cond_broadcast (&snapshot->idle);
  g_mutex_unlock (&snapshot->lock);
}

gboolean
mg_snapshot_ensure (MgSnapshot *snapshot, guint needs, MgProgress *progress, GError **error)
{
  gboolean done;

  if (is_ready (snapshot, needs))
    return TRUE;
  if (!mg_snapshot_take_turn (snapshot, progress, error))
    return FALSE;
  done = mg_snapshot_check_memory (snapshot, needs, error) && make_parts (snapshot, needs, progress, error);
  mg_snapshot_end_turn (snapshot);
  return done;
}

static gboolean
make_path (MgSnapshot *snapshot, guint64 address, MgProgress *progress, GError **error)
{
  const MgReaderClass *klass = snapshot->reader->klass;

  /* Somebody may have made it while we waited. */
  if (is_ready (snapshot, MG_NEED_GRAPH))
    return TRUE;
  if (klass->load_path == NULL || mg_snapshot_part_is_indexed (snapshot, MG_NEED_GRAPH))
    return make_parts (snapshot, MG_NEED_GRAPH, progress, error);
  snapshot->graph = klass->load_path (snapshot->reader, address, &snapshot->is_part, progress, error);
  if (snapshot->graph == NULL)
    return FALSE;
  if (snapshot->is_part)
    g_clear_pointer (&snapshot->index, mg_index_free);
  finish_part (snapshot, 0);
  return TRUE;
}

gboolean
mg_snapshot_ensure_path (MgSnapshot *snapshot, guint64 address, MgProgress *progress, GError **error)
{
  gboolean done;

  if (!mg_snapshot_take_turn (snapshot, progress, error))
    return FALSE;
  done = make_path (snapshot, address, progress, error);
  mg_snapshot_end_turn (snapshot);
  return done;
}

gboolean
mg_snapshot_is_part (MgSnapshot *snapshot)
{
  if (snapshot->base)
    return mg_snapshot_is_part (snapshot->base);
  return is_ready (snapshot, MG_NEED_GRAPH) && snapshot->is_part;
}
