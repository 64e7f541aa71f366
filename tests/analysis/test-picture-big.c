/* Shapes that break quadratic or recursive code: each picture within seconds, without deep stacks. */
#include <pthread.h>

#include "analysis/graph/builder.h"
#include "tests/support/picture-dump.h"
#include "tests/support/test.h"

/* Far above what is needed, far below what anything quadratic takes. */
#define LIMIT_SECONDS 60
#define STACK_BYTES (256 * 1024)

typedef struct
{
  MgTypeTable *types;
  MgTypeId *id;
  guint32 n_roots, n_objects;
  MgGraphBuilder *builder;
  gboolean counting;
} Big;

static void
big_start (Big *big, const char *const *names, guint32 n_roots, guint32 n_objects)
{
  MgTypeTableBuilder *types = mg_type_table_builder_new ();

  for (guint i = 0; names[i]; i++)
    mg_type_table_builder_add (types, names[i], NULL, 0, 0);
  big->types = mg_type_table_builder_finish (types, &big->id);
  big->n_roots = n_roots;
  big->n_objects = n_objects;
  big->builder = mg_graph_builder_new (big->types, n_roots, n_objects);
  for (guint32 i = 0; i < n_roots; i++)
    mg_graph_builder_add_root (big->builder, &(MgRoot){ .kind = MG_ROOT_STATIC, .label = i == 0 ? "Head" : "Other" });
}

static void
big_object (Big *big, guint32 i, guint type, guint32 size)
{
  mg_graph_builder_add_object (big->builder, big->id[type], size, 0x10000 + (guint64) i * 64);
}

static void
edge (Big *big, MgNode from, MgNode to)
{
  if (big->counting)
    mg_graph_builder_count_edges (big->builder, from, 1);
  else
    mg_graph_builder_add_edge (big->builder, from, to);
}

static MgNode
object (const Big *big, guint32 i)
{
  return mg_graph_builder_object (big->n_roots, i);
}

static MgSnapshot *
big_finish (Big *big, void (*edges) (Big *big))
{
  MgGraph *graph;
  MgSnapshot *snapshot;

  big->counting = TRUE;
  edges (big);
  big->counting = FALSE;
  mg_graph_builder_begin_edges (big->builder);
  edges (big);
  graph = mg_graph_builder_finish (big->builder);
  snapshot = mg_snapshot_new_for_graph (graph, "big");
  mg_graph_unref (graph);
  mg_type_table_unref (big->types);
  g_free (big->id);
  return snapshot;
}

typedef struct
{
  MgSnapshot *snapshot;
  MgSubject subject;
  MgPictureOptions options;
  MgPicture *picture;
} Job;

static gpointer
run_job (gpointer data)
{
  Job *job = data;

  job->picture = mg_picture_new (job->snapshot, job->subject, &job->options, NULL, NULL);
  return NULL;
}

/* In a thread with a small stack: anything recursive over the data would end the program. */
static MgPicture *
draw (MgSnapshot *snapshot, MgSubject subject, gboolean raw)
{
  Job job = { .snapshot = snapshot, .subject = subject, .options = { .raw = raw } };
  gint64 start;
  pthread_attr_t attributes;
  pthread_t thread;

  g_assert (mg_snapshot_ensure (snapshot, MG_NEED_REVERSE | MG_NEED_TREE | MG_NEED_DOMINATORS | MG_NEED_INSTANCES, NULL,
                                NULL));
  start = g_get_monotonic_time ();
  g_assert (pthread_attr_init (&attributes) == 0);
  g_assert (pthread_attr_setstacksize (&attributes, STACK_BYTES) == 0);
  g_assert (pthread_create (&thread, &attributes, run_job, &job) == 0);
  pthread_join (thread, NULL);
  pthread_attr_destroy (&attributes);
  g_print ("(%.2f s) ", (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  MG_CHECK (g_get_monotonic_time () - start < LIMIT_SECONDS * G_USEC_PER_SEC);
  MG_CHECK (job.picture != NULL);
  if (job.picture)
    MG_CHECK_PICTURE (job.picture, job.picture->nodes[job.picture->n_nodes - 1].weight);
  return job.picture;
}

static MgSubject
type_named (MgSnapshot *snapshot, const char *name)
{
  return mg_subject_type (mg_type_table_find (mg_snapshot_types (snapshot), name));
}

/* ---- Shapes ---- */

static void
list_edges (Big *big)
{
  edge (big, 1, object (big, 0));
  for (guint32 i = 0; i + 1 < big->n_objects; i++)
    edge (big, object (big, i), object (big, i + 1));
}

#ifdef __SANITIZE_ADDRESS__
#define LIST_LENGTH 500000
#else
#define LIST_LENGTH 5000000
#endif

static void
test_a_list_of_five_million (void)
{
  static const char *const names[] = { "MyApp.Node", NULL };
  Big big = { 0 };
  g_autoptr (MgSnapshot) snapshot = NULL;
  g_autoptr (MgPicture) all = NULL, raw = NULL, last = NULL;

  big_start (&big, names, 1, LIST_LENGTH);
  for (guint32 i = 0; i < LIST_LENGTH; i++)
    big_object (&big, i, 0, 32);
  snapshot = big_finish (&big, list_edges);
  all = draw (snapshot, type_named (snapshot, "MyApp.Node"), FALSE);
  MG_CHECK_UINT (all->n_nodes, 2);
  MG_CHECK_UINT (all->nodes[1].weight, LIST_LENGTH);
  MG_CHECK_UINT (all->nodes[1].run_longest, LIST_LENGTH);
  MG_CHECK_UINT (all->subject_retained, (guint64) LIST_LENGTH * 32);
  raw = draw (snapshot, type_named (snapshot, "MyApp.Node"), TRUE);
  MG_CHECK (raw->n_nodes <= 25);
  last = draw (snapshot, mg_subject_object (mg_snapshot_graph (snapshot)->n_nodes - 1), FALSE);
  MG_CHECK_UINT (last->n_nodes, 3);
  MG_CHECK_UINT (last->nodes[1].count, LIST_LENGTH - 1);
}

#define HANDLERS 1000000

static void
event_edges (Big *big)
{
  edge (big, 1, object (big, 0));
  edge (big, object (big, 0), object (big, 1));
  edge (big, object (big, 1), object (big, 1));
  edge (big, object (big, 1), object (big, 2));
  for (guint32 i = 0; i < HANDLERS; i++)
    {
      edge (big, object (big, 2), object (big, 3 + i));
      edge (big, object (big, 3 + i), object (big, 3 + HANDLERS + i));
      edge (big, object (big, 3 + HANDLERS + i), object (big, 0));
    }
}

static void
test_an_event_with_a_million_handlers (void)
{
  static const char *const names[]
      = { "MyApp.Monitor", "System.EventHandler", "System.Object[]", "MyApp.Context", NULL };
  Big big = { 0 };
  g_autoptr (MgSnapshot) snapshot = NULL;
  g_autoptr (MgPicture) all = NULL, one = NULL;

  big_start (&big, names, 1, 3 + 2 * HANDLERS);
  big_object (&big, 0, 0, 24);
  big_object (&big, 1, 1, 64);
  big_object (&big, 2, 2, 8 * HANDLERS);
  for (guint32 i = 0; i < HANDLERS; i++)
    big_object (&big, 3 + i, 1, 64);
  for (guint32 i = 0; i < HANDLERS; i++)
    big_object (&big, 3 + HANDLERS + i, 3, 40);
  snapshot = big_finish (&big, event_edges);
  all = draw (snapshot, type_named (snapshot, "MyApp.Context"), FALSE);
  MG_CHECK_UINT (all->n_nodes, 3);
  MG_CHECK_STRING (all->edges[1].note, "1,000,000 of them");
  one = draw (snapshot, mg_subject_object (mg_snapshot_graph (snapshot)->n_nodes - 1), FALSE);
  MG_CHECK_STRING (one->edges[1].note, "handler 1,000,000 of 1,000,000");
}

#define SIDE 1000

static void
bipartite_edges (Big *big)
{
  edge (big, 1, object (big, 0));
  for (guint32 i = 1; i <= SIDE; i++)
    {
      edge (big, object (big, 0), object (big, i));
      for (guint32 k = 1; k <= SIDE; k++)
        edge (big, object (big, i), object (big, SIDE + k));
    }
}

static void
test_everyone_holds_everyone (void)
{
  static const char *const names[] = { "MyApp.Owner", "MyApp.Left", "MyApp.Right", NULL };
  Big big = { 0 };
  g_autoptr (MgSnapshot) snapshot = NULL;
  g_autoptr (MgPicture) all = NULL, one = NULL;

  big_start (&big, names, 1, 1 + 2 * SIDE);
  for (guint32 i = 0; i <= 2 * SIDE; i++)
    big_object (&big, i, i == 0 ? 0 : i <= SIDE ? 1 : 2, 24);
  snapshot = big_finish (&big, bipartite_edges);
  all = draw (snapshot, type_named (snapshot, "MyApp.Right"), FALSE);
  MG_CHECK_UINT (all->nodes[all->n_nodes - 1].weight, SIDE);
  one = draw (snapshot, mg_subject_object (mg_snapshot_graph (snapshot)->n_nodes - 1), FALSE);
  MG_CHECK_UINT (one->nodes[one->n_nodes - 1].weight, 5);
}

/* Every object refers to every one that a root holds. */
#define HELD 500
#define OTHERS 2000

static void
mesh_edges (Big *big)
{
  for (guint32 r = 0; r < HELD; r++)
    edge (big, 1 + r, object (big, r));
  for (guint32 i = 0; i < HELD + OTHERS; i++)
    {
      for (guint32 r = 0; r < HELD; r++)
        edge (big, object (big, i), object (big, r));
      if (i + 1 < HELD + OTHERS)
        edge (big, object (big, i), object (big, i + 1));
    }
}

static void
test_every_object_refers_to_every_root (void)
{
  static const char *const names[] = { "MyApp.Held", "MyApp.Other", NULL };
  Big big = { 0 };
  g_autoptr (MgSnapshot) snapshot = NULL;
  g_autoptr (MgPicture) held = NULL, others = NULL, one = NULL;

  big_start (&big, names, HELD, HELD + OTHERS);
  for (guint32 i = 0; i < HELD + OTHERS; i++)
    big_object (&big, i, i < HELD ? 0 : 1, 24);
  snapshot = big_finish (&big, mesh_edges);
  held = draw (snapshot, type_named (snapshot, "MyApp.Held"), FALSE);
  MG_CHECK_UINT (held->nodes[held->n_nodes - 1].weight, HELD);
  others = draw (snapshot, type_named (snapshot, "MyApp.Other"), FALSE);
  MG_CHECK_UINT (others->nodes[others->n_nodes - 1].run_longest, OTHERS);
  one = draw (snapshot, mg_subject_object (mg_snapshot_graph (snapshot)->n_nodes - 1), FALSE);
  MG_CHECK (one->n_live == 1);
}

/* A list each element of which holds one subject: as many different dominator chains, each as long as the list. */
#define SPINE 500000

static void
comb_edges (Big *big)
{
  edge (big, 1, object (big, 0));
  for (guint32 i = 0; i < SPINE; i++)
    {
      if (i + 1 < SPINE)
        edge (big, object (big, i), object (big, i + 1));
      edge (big, object (big, i), object (big, SPINE + i));
    }
}

static void
test_a_comb (void)
{
  static const char *const names[] = { "MyApp.Node", "MyApp.Tooth", NULL };
  Big big = { 0 };
  g_autoptr (MgSnapshot) snapshot = NULL;
  g_autoptr (MgPicture) teeth = NULL;

  big_start (&big, names, 1, 2 * SPINE);
  for (guint32 i = 0; i < 2 * SPINE; i++)
    big_object (&big, i, i < SPINE ? 0 : 1, 24);
  snapshot = big_finish (&big, comb_edges);
  teeth = draw (snapshot, type_named (snapshot, "MyApp.Tooth"), FALSE);
  MG_CHECK_UINT (teeth->n_nodes, 3);
  MG_CHECK_UINT (teeth->nodes[1].run_longest, SPINE);
  MG_CHECK_UINT (teeth->nodes[1].count, SPINE);
}

/* A long way through ever changing types: no runs, half a million groups. */
#define TYPES 1000

static void
test_a_list_of_many_types (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Big big = { 0 };
  g_autoptr (MgSnapshot) snapshot = NULL;
  g_autoptr (MgPicture) last = NULL, some = NULL;

  for (guint i = 0; i < TYPES; i++)
    g_ptr_array_add (names, g_strdup_printf ("MyApp.Type%04u", i));
  g_ptr_array_add (names, NULL);
  big_start (&big, (const char *const *) names->pdata, 1, SPINE);
  for (guint32 i = 0; i < SPINE; i++)
    big_object (&big, i, i % TYPES, 24);
  snapshot = big_finish (&big, list_edges);
  some = draw (snapshot, type_named (snapshot, "MyApp.Type0999"), FALSE);
  MG_CHECK_UINT (some->nodes[some->n_nodes - 1].weight, SPINE / TYPES);
  last = draw (snapshot, mg_subject_object (mg_snapshot_graph (snapshot)->n_nodes - 1), FALSE);
  MG_CHECK (last->n_nodes <= 25);
}

static const MgTest tests[] = {
  { "a list of five million", test_a_list_of_five_million },
  { "an event with a million handlers", test_an_event_with_a_million_handlers },
  { "everyone holds everyone", test_everyone_holds_everyone },
  { "every object refers to every root", test_every_object_refers_to_every_root },
  { "a comb", test_a_comb },
  { "a list of many types", test_a_list_of_many_types },
};

MG_TEST_MAIN ("picture-big", tests)
