#include "analysis/formats/gcdump-writer.h"

#include <string.h>

#include "analysis/base/error.h"
#include "analysis/graph/builder.h"
#include "tests/support/dump-writer.h"
#include "tests/support/test.h"

static gboolean
append (const void *data, gsize length, gpointer user_data, GError **error)
{
  g_byte_array_append (user_data, data, (guint) length);
  return TRUE;
}

static GByteArray *
write_graph (const MgGraph *graph, const MgGcdumpWriteOptions *options)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  MG_CHECK (mg_gcdump_write (graph, options, append, bytes, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return bytes;
}

/* The least valid file, compared byte for byte with what PerfView's own serialiser writes for the same graph. */
static void
test_writes_what_perfview_writes (void)
{
  g_autofree MgTypeId *map = NULL;
  MgTypeTableBuilder *types = mg_type_table_builder_new ();
  MgTypeTable *table;
  MgGraphBuilder *builder;
  g_autoptr (MgGraph) graph = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autofree char *sum = NULL;
  static const MgGcdumpWriteOptions options = { .tool = "my-tool" };
  static const MgRoot root = { .kind = MG_ROOT_OTHER };

  mg_type_table_builder_add (types, "Foo\303\251\344\270\255\360\237\230\200", "/usr/lib/x.dll", 0, 0);
  table = mg_type_table_builder_finish (types, &map);
  builder = mg_graph_builder_new (table, 1, 2);
  mg_type_table_unref (table);
  mg_graph_builder_add_root (builder, &root);
  mg_graph_builder_add_object (builder, 0, 24, 0x7000);
  mg_graph_builder_add_object (builder, 0, 100000, 0x7100);
  mg_graph_builder_count_edges (builder, 1, 2);
  mg_graph_builder_count_edges (builder, 2, 1);
  mg_graph_builder_begin_edges (builder);
  mg_graph_builder_add_edge (builder, 1, 2);
  mg_graph_builder_add_edge (builder, 1, 3);
  mg_graph_builder_add_edge (builder, 2, 2);
  graph = mg_graph_builder_finish (builder);
  bytes = write_graph (graph, &options);
  MG_CHECK_UINT (bytes->len, 341);
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA1, bytes->data, bytes->len);
  MG_CHECK_STRING (sum, "788a01b67bbc0588aac6f496d2ee8dffc7f48815");
}

static void
check_same_roots (const MgGraph *a, const MgGraph *b)
{
  MG_CHECK_UINT (b->n_roots, a->n_roots);
  for (guint32 k = 0; k < MIN (a->n_roots, b->n_roots); k++)
    {
      MG_CHECK_UINT (b->roots[k].kind, a->roots[k].kind);
      MG_CHECK_STRING (b->roots[k].label, a->roots[k].label);
      MG_CHECK_UINT (b->roots[k].address, a->roots[k].address);
    }
}

static void
check_same_graph (const MgGraph *a, const MgGraph *b)
{
  guint wrong = 0;

  check_same_roots (a, b);
  MG_CHECK_UINT (b->n_nodes, a->n_nodes);
  MG_CHECK_UINT (b->n_edges, a->n_edges);
  if (a->n_nodes != b->n_nodes || a->n_edges != b->n_edges)
    return;
  for (MgNode node = 1; node < a->n_nodes; node++)
    {
      guint32 n, m;
      const MgNode *first = mg_graph_edges (a, node, &n), *second = mg_graph_edges (b, node, &m);

      wrong += n != m || memcmp (first, second, n * sizeof *first) != 0;
      wrong += mg_graph_address (a, node) != mg_graph_address (b, node) || a->size[node] != b->size[node];
      if (mg_graph_is_object (a, node))
        wrong += g_strcmp0 (mg_graph_type_of (a, node)->name, mg_graph_type_of (b, node)->name) != 0
                 || g_strcmp0 (mg_graph_type_of (a, node)->module, mg_graph_type_of (b, node)->module) != 0;
    }
  MG_CHECK_UINT (wrong, 0);
}

static MgSnapshot *
open_bytes (const GByteArray *bytes, const char *name)
{
  g_autofree char *path = mg_dump_save (bytes, name);
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_snapshot_open (path, NULL, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static void
test_reads_what_it_wrote (void)
{
  static const MgGcdumpSegment segments[] = { { 0x7f0000000000, 0x7f0000002000, { 0x7f0000002000, 0, 0, 0, 0 } },
                                              { 0x7f0000002000, 0x7f0001000000, { 0, 0, 0, 0x7f0001000000, 0 } } };
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (GByteArray) first = mg_dump_write (dump), second = NULL;
  g_autoptr (MgSnapshot) before = open_bytes (first, "before.gcdump"), after = NULL;
  MgGcdumpWriteOptions options = { .info = mg_snapshot_info (before), .segments = segments, .n_segments = 2 };
  const MgSnapshotInfo *info;

  second = write_graph (mg_snapshot_graph (before), &options);
  after = open_bytes (second, "after.gcdump");
  check_same_graph (mg_snapshot_graph (before), mg_snapshot_graph (after));
  MG_CHECK (!mg_snapshot_damaged (after));
  info = mg_snapshot_info (after);
  MG_CHECK_STRING (info->writer, "mangrove, from mangrove-test");
  MG_CHECK_STRING (info->process_name, "sample");
  MG_CHECK_STRING (info->machine, "nowhere");
  MG_CHECK_STRING (info->log, "made for tests\n");
  MG_CHECK_STRING (info->time_collected, "2015-01-05 10:48:40");
  MG_CHECK (info->pid == 42);
  MG_CHECK_UINT (mg_snapshot_generation (after, mg_graph_find_address (mg_snapshot_graph (after), 0x7f0000001000)),
                 MG_GENERATION_0);
}

static void
test_same_graph_same_bytes (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (GByteArray) bytes = mg_dump_write (dump), once = NULL, twice = NULL;
  g_autoptr (MgSnapshot) snapshot = open_bytes (bytes, "same.gcdump");

  once = write_graph (mg_snapshot_graph (snapshot), NULL);
  twice = write_graph (mg_snapshot_graph (snapshot), NULL);
  MG_CHECK_UINT (once->len, twice->len);
  MG_CHECK (memcmp (once->data, twice->data, once->len) == 0);
}

/* An independent reader, which checks every tag of the file. */
static void
test_others_read_it (void)
{
  g_autofree char *tool = mg_test_sample_path ("../tools/gcdump_read.py");
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (GByteArray) bytes = mg_dump_write (dump), written = NULL;
  g_autoptr (MgSnapshot) snapshot = open_bytes (bytes, "others.gcdump");
  g_autofree char *path = NULL, *output = NULL;
  const char *args[] = { "python3", "-B", tool, NULL, NULL };
  int status = -1;

  if (tool == NULL)
    {
      g_printerr ("skipped: MANGROVE_SAMPLES has no reader beside it\n");
      return;
    }
  written = write_graph (mg_snapshot_graph (snapshot), NULL);
  path = mg_dump_save (written, "written.gcdump");
  args[3] = path;
  MG_CHECK (g_spawn_sync (NULL, (char **) args, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, &status, NULL));
  MG_CHECK_UINT (status, 0);
  MG_CHECK_CONTAINS (output, "node count:      18\n");
  MG_CHECK_CONTAINS (output, ", equal)");
  MG_CHECK_CONTAINS (output, "undefined nodes: 1 ");
  MG_CHECK_CONTAINS (output, "not reachable:   1 nodes, 100 bytes");
  MG_CHECK_CONTAINS (output, "mangrove");
}

/* 1,200,000 objects of seven types, each referring to the one before it. */
static MgGraph *
make_large (void)
{
  enum
  {
    N = 1200000,
    N_TYPES = 7
  };
  MgTypeTableBuilder *types = mg_type_table_builder_new ();
  g_autofree MgTypeId *map = NULL;
  MgTypeTable *table;
  MgGraphBuilder *builder;
  static const MgRoot root = { .kind = MG_ROOT_STATIC, .label = "Last" };

  for (guint i = 0; i < N_TYPES; i++)
    {
      g_autofree char *name = g_strdup_printf ("T%u", i);

      mg_type_table_builder_add (types, name, NULL, 0, 0);
    }
  table = mg_type_table_builder_finish (types, &map);
  builder = mg_graph_builder_new (table, 1, N);
  mg_type_table_unref (table);
  mg_graph_builder_add_root (builder, &root);
  for (guint32 i = 0; i < N; i++)
    mg_graph_builder_add_object (builder, i % N_TYPES, 24 + i % 5, 0x10000 + 32 * (guint64) i);
  for (guint32 i = 0; i < N; i++)
    mg_graph_builder_count_edges (builder, i == 0 ? 1 : 2 + i, 1);
  mg_graph_builder_begin_edges (builder);
  mg_graph_builder_add_edge (builder, 1, 1 + N);
  for (guint32 i = 1; i < N; i++)
    mg_graph_builder_add_edge (builder, 2 + i, 1 + i);
  return mg_graph_builder_finish (builder);
}

/* Several workers count a large file: whatever their number, the figures are those of one. */
static void
test_workers_do_not_change_figures (void)
{
  g_autoptr (MgGraph) graph = make_large ();
  g_autoptr (MgTypeStats) expected = mg_type_stats_new_for_graph (graph);
  g_autoptr (GByteArray) bytes = write_graph (graph, NULL);
  g_autofree char *path = mg_dump_save (bytes, "large.gcdump");

  for (guint n = 1; n <= 3; n++)
    {
      MgSnapshotOptions options = { .n_threads = n };
      g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (path, &options, NULL, NULL);
      MgTypeStats *stats = mg_snapshot_type_stats (snapshot);

      MG_CHECK_UINT (stats->types->n_types, expected->types->n_types);
      MG_CHECK (memcmp (stats->tally, expected->tally, expected->types->n_types * sizeof *stats->tally) == 0);
      MG_CHECK_UINT (stats->total.size, expected->total.size);
      MG_CHECK_UINT (mg_snapshot_info (snapshot)->file_edges, graph->n_edges + 2 - 1);
      MG_CHECK_UINT (mg_snapshot_info (snapshot)->file_nodes, mg_graph_n_objects (graph) + 3);
      if (n != 2)
        continue;
      MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
      check_same_graph (graph, mg_snapshot_graph (snapshot));
    }
}

/* Every kind of root comes back as itself, with its name. */
static void
check_kinds_of_roots (const char *const labels[MG_N_ROOT_KINDS], const char *note)
{
  MgTypeTableBuilder *types = mg_type_table_builder_new ();
  g_autofree MgTypeId *map = NULL;
  MgTypeTable *table;
  MgGraphBuilder *builder;
  g_autoptr (MgGraph) graph = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (MgSnapshot) snapshot = NULL;

  mg_type_table_builder_add (types, "My.Row<A.B>", NULL, 0, 0);
  table = mg_type_table_builder_finish (types, &map);
  builder = mg_graph_builder_new (table, MG_N_ROOT_KINDS, MG_N_ROOT_KINDS);
  mg_type_table_unref (table);
  for (guint i = 0; i < MG_N_ROOT_KINDS; i++)
    {
      MgRoot root = { .kind = i, .label = labels[i], .note = i == MG_ROOT_THREAD_STATIC ? note : NULL };

      mg_graph_builder_add_root (builder, &root);
      mg_graph_builder_count_edges (builder, mg_graph_builder_root (i), 1);
    }
  for (guint i = 0; i < MG_N_ROOT_KINDS; i++)
    mg_graph_builder_add_object (builder, 0, 24, 0x1000 + 24 * i);
  mg_graph_builder_begin_edges (builder);
  for (guint i = 0; i < MG_N_ROOT_KINDS; i++)
    mg_graph_builder_add_edge (builder, mg_graph_builder_root (i), mg_graph_builder_object (MG_N_ROOT_KINDS, i));
  graph = mg_graph_builder_finish (builder);
  bytes = write_graph (graph, NULL);
  snapshot = open_bytes (bytes, "kinds.gcdump");
  MG_CHECK_UINT (mg_snapshot_graph (snapshot)->n_roots, MG_N_ROOT_KINDS);
  for (guint i = 0; i < MG_N_ROOT_KINDS; i++)
    {
      const MgRoot *root = &mg_snapshot_graph (snapshot)->roots[i];

      MG_CHECK_STRING (mg_root_kind_id (root->kind), mg_root_kind_id (i));
      MG_CHECK_STRING (root->label, graph->roots[i].label);
      MG_CHECK_STRING (root->note, graph->roots[i].note);
    }
}

static void
test_kinds_of_roots (void)
{
  static const char *const few[MG_N_ROOT_KINDS] = {
    [MG_ROOT_STATIC] = "s_field",
    [MG_ROOT_THREAD_STATIC] = "s_field",
    [MG_ROOT_COM] = "CCW for A",
    [MG_ROOT_OTHER] = "s_field",
  };
  static const char *const many[MG_N_ROOT_KINDS] = {
    [MG_ROOT_STATIC] = "My.Row<A.B>+Inner.<Count>k__BackingField",
    [MG_ROOT_THREAD_STATIC] = "My.Row<A, B>.t_own",
    [MG_ROOT_COM] = "CCW for A",
    [MG_ROOT_STACK] = "thread 7 in My.Pinned.Main<My.Finalizer>",
    [MG_ROOT_STACK_CONSERVATIVE] = "thread 7",
    [MG_ROOT_OTHER] = "frozen objects",
  };

  check_kinds_of_roots (few, NULL);
  check_kinds_of_roots (many, "thread 5");
}

typedef struct
{
  MgProgress *progress;
  guint left; /* reports until the user presses Cancel */
} Impatient;

static void
cancel_later (const char *stage, double fraction, gpointer user_data)
{
  Impatient *user = user_data;

  if (user->left-- == 0)
    mg_progress_cancel (user->progress);
}

/* Cancelled at many moments of opening and loading: each time it ends at once, and what was opened can be used. */
static void
test_cancel_anywhere (void)
{
  g_autoptr (MgGraph) graph = make_large ();
  g_autoptr (GByteArray) bytes = write_graph (graph, NULL);
  g_autofree char *path = mg_dump_save (bytes, "cancelled.gcdump");
  guint n_cancelled = 0;

  for (guint after = 0; after < 60; after += 3)
    {
      Impatient user = { .left = after };
      g_autoptr (MgProgress) progress = mg_progress_new (cancel_later, &user, NULL);
      g_autoptr (MgSnapshot) snapshot = NULL;
      g_autoptr (GError) error = NULL;

      user.progress = progress;
      snapshot = mg_snapshot_open (path, NULL, progress, &error);
      if (snapshot == NULL || !mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, progress, &error))
        {
          n_cancelled++;
          MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
        }
      if (snapshot)
        {
          MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
          MG_CHECK_UINT (mg_snapshot_graph (snapshot)->n_edges, graph->n_edges);
        }
    }
  MG_CHECK (n_cancelled >= 10);
}

static gboolean
refuse (const void *data, gsize length, gpointer user_data, GError **error)
{
  g_set_error_literal (error, MG_ERROR, MG_ERROR_IO, "disk full");
  return FALSE;
}

static void
test_passes_on_failures (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (GByteArray) bytes = mg_dump_write (dump);
  g_autoptr (MgSnapshot) snapshot = open_bytes (bytes, "failing.gcdump");
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (GError) error = NULL, cancelled = NULL;

  MG_CHECK (!mg_gcdump_write (mg_snapshot_graph (snapshot), NULL, refuse, NULL, NULL, &error));
  MG_CHECK_ERROR (error, MG_ERROR_IO);
  mg_progress_cancel (progress);
  MG_CHECK (!mg_gcdump_write (mg_snapshot_graph (snapshot), NULL, refuse, NULL, progress, &cancelled));
  MG_CHECK_ERROR (cancelled, MG_ERROR_CANCELLED);
}

static const MgTest tests[] = {
  { "writes what PerfView writes", test_writes_what_perfview_writes },
  { "reads what it wrote", test_reads_what_it_wrote },
  { "same graph, same bytes", test_same_graph_same_bytes },
  { "others read it", test_others_read_it },
  { "workers do not change figures", test_workers_do_not_change_figures },
  { "kinds of roots", test_kinds_of_roots },
  { "cancel anywhere", test_cancel_anywhere },
  { "passes on failures", test_passes_on_failures },
};

MG_TEST_MAIN ("gcdump-writer", tests)
