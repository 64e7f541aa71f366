#include <string.h>

#include "analysis/base/error.h"
#include "analysis/snapshot.h"
#include "tests/support/dump-writer.h"
#include "tests/support/test.h"

#define HEAP G_GUINT64_CONSTANT (0x7f0000001000)

static MgSnapshot *
open_dump (MgDump *dump, const MgSnapshotOptions *options, GError **error)
{
  g_autoptr (GByteArray) bytes = mg_dump_write (dump);
  g_autofree char *path = mg_dump_save (bytes, "dump.gcdump");

  return mg_snapshot_open (path, options, NULL, error);
}

static void
check_tally (MgSnapshot *snapshot, const char *name, guint64 count, guint64 size)
{
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), name);

  if (type == MG_TYPE_NONE)
    {
      mg_test_fail (__FILE__, __LINE__, "there is no type %s", name);
      return;
    }
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->tally[type].count, count);
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->tally[type].size, size);
}

static void
check_sample_types (MgSnapshot *snapshot)
{
  MG_CHECK_UINT (mg_snapshot_types (snapshot)->n_types, 6);
  check_tally (snapshot, "My.Cache", 1, 24);
  check_tally (snapshot, "System.Object[]", 1, 8184);
  check_tally (snapshot, "<>c", 2, 48);
  check_tally (snapshot, "System.Byte[]", 3, 60 + 12000 + 100);
  check_tally (snapshot, MG_DUMP_SAMPLE_UNICODE, 1, 32);
  check_tally (snapshot, "UNDEFINED", 1, 0);
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->total.count, 9);
}

static char *
describe_root (const MgGraph *graph, guint32 k)
{
  const MgRoot *root = &graph->roots[k];
  GString *text = g_string_new (mg_root_kind_id (root->kind));
  guint32 n;
  const MgNode *targets = mg_graph_edges (graph, 1 + k, &n);

  g_string_append_printf (text, " %s", root->label ? root->label : "-");
  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (text, " %" G_GINT64_MODIFIER "x", mg_graph_address (graph, targets[i]) - HEAP);
  return g_string_free (text, FALSE);
}

static void
check_sample_graph (MgSnapshot *snapshot)
{
  static const char *const roots[]
    = { "static <>9 800 900", "static All 0", "strong_handle - 4000", "dependent_handle - 200", "finalizer - 10000",
        "stack - 0" };
  g_autoptr (GError) error = NULL;
  const MgGraph *graph;
  MgNode cache, store;
  guint32 n;
  guint64 nodes, bytes;

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  graph = mg_snapshot_graph (snapshot);
  MG_CHECK_UINT (mg_graph_n_objects (graph), 9);
  MG_CHECK_UINT (graph->n_roots, G_N_ELEMENTS (roots));
  for (guint32 k = 0; k < MIN (graph->n_roots, G_N_ELEMENTS (roots)); k++)
    {
      g_autofree char *text = describe_root (graph, k);

      MG_CHECK_STRING (text, roots[k]);
    }
  cache = mg_graph_find_address (graph, HEAP);
  store = mg_graph_find_address (graph, HEAP + 0x4000);
  /* Itself, the array twice, the undefined one. */
  mg_graph_edges (graph, cache, &n);
  MG_CHECK_UINT (n, 4);
  /* The store of statics keeps only what no static var names. */
  MG_CHECK_UINT (mg_graph_edges (graph, store, &n)[0], mg_graph_find_address (graph, HEAP + 0x100));
  MG_CHECK_UINT (n, 1);
  MG_CHECK (mg_snapshot_file_unreached (snapshot, &nodes, &bytes));
  MG_CHECK_UINT (nodes, 1);
  MG_CHECK_UINT (bytes, 100);
}

static void
check_sample (MgDump *dump)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = open_dump (dump, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot == NULL)
    return;
  MG_CHECK (!mg_snapshot_damaged (snapshot));
  MG_CHECK_UINT (mg_snapshot_info (snapshot)->file_nodes, 18);
  MG_CHECK_UINT (mg_snapshot_info (snapshot)->file_edges, 24);
  MG_CHECK_UINT (mg_snapshot_info (snapshot)->file_bytes, 24 + 8184 + 48 + 60 + 12000 + 100 + 32);
  check_sample_types (snapshot);
  check_sample_graph (snapshot);
}

static void
test_every_version_and_width (void)
{
  static const gint32 versions[] = { 10, 9, 7, 6, 5, 4, 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (versions); i++)
    for (guint width = 4; width <= 8; width += 4)
      for (guint variant = 0; variant < 4; variant++)
        {
          g_autoptr (MgDump) dump = mg_dump_new_sample ();

          dump->version = versions[i];
          dump->label_width = width;
          dump->unknown_fields = variant & 1;
          dump->records_backward = (variant & 2) != 0;
          check_sample (dump);
        }
}

static void
test_details (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (MgSnapshot) snapshot = open_dump (dump, NULL, NULL);
  const MgSnapshotInfo *info = mg_snapshot_info (snapshot);

  MG_CHECK_STRING (info->format, "gcdump");
  MG_CHECK_STRING (info->base_name, "dump.gcdump");
  MG_CHECK_STRING (info->process_name, "sample");
  MG_CHECK_STRING (info->machine, "nowhere");
  MG_CHECK_STRING (info->writer, "mangrove-test");
  MG_CHECK_STRING (info->log, "made for tests\n");
  MG_CHECK_STRING (info->time_collected, "2015-01-05 10:48:40");
  MG_CHECK (info->pid == 42);
  MG_CHECK_UINT (info->pointer_size, 8);
  MG_CHECK (!info->sampled);
  MG_CHECK_UINT (info->file_types, 16);
  for (guint i = 0; i < MG_N_CAPABILITIES; i++)
    if (!mg_snapshot_capability (snapshot, i).have)
      MG_CHECK (mg_snapshot_capability (snapshot, i).reason != NULL);
  MG_CHECK (mg_snapshot_capability (snapshot, MG_CAPABILITY_MODULES).have);
}

static void
test_runtime_from_the_core_library (void)
{
  static const char *const modules[][2] = {
    { "/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.15/System.Private.CoreLib.dll", ".NET 10.0.15" },
    { "C:\\Program Files\\dotnet\\shared\\Microsoft.NETCore.App\\8.0.33\\System.Private.CoreLib.dll", ".NET 8.0.33" },
    { "C:\\windows\\Microsoft.Net\\assembly\\GAC_32\\mscorlib\\v4.0_4.0.0.0__b77a\\mscorlib.dll", ".NET Framework 4" },
    { "/app/Microsoft.NETCore.App.dll", NULL },
    { "/app/Microsoft.NETCore.App/", NULL },
    { "/app/my.dll", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (modules); i++)
    {
      g_autoptr (MgDump) dump = mg_dump_new_sample ();
      MgDumpType *type = dump->types->pdata[2];
      g_autoptr (MgSnapshot) snapshot = NULL;

      g_free (type->module);
      type->module = g_strdup (modules[i][0]);
      snapshot = open_dump (dump, NULL, NULL);
      MG_CHECK_STRING (mg_snapshot_info (snapshot)->runtime, modules[i][1]);
    }
}

static void
test_missing_details_are_null (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (MgSnapshot) snapshot = NULL;
  const MgSnapshotInfo *info;

  dump->log = dump->machine = dump->process = NULL;
  dump->ticks = dump->pid = 0;
  dump->no_interop = TRUE;
  dump->is_64bit = FALSE;
  snapshot = open_dump (dump, NULL, NULL);
  info = mg_snapshot_info (snapshot);
  MG_CHECK (!mg_snapshot_damaged (snapshot));
  MG_CHECK (info->log == NULL && info->machine == NULL && info->process_name == NULL && info->writer == NULL);
  MG_CHECK (info->time_collected == NULL);
  MG_CHECK (info->pid == -1);
  MG_CHECK_UINT (info->pointer_size, 4);
}

static void
test_raw_names (void)
{
  static const MgSnapshotOptions raw = { .raw_names = TRUE };
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (MgSnapshot) snapshot = open_dump (dump, &raw, NULL);

  check_tally (snapshot, "System.Byte[] (Bytes > 10K)", 1, 12000);
  check_tally (snapshot, "System.Byte[]", 2, 160);
  check_tally (snapshot, "[]c", 2, 48);
}

static void
test_segments_give_generations (void)
{
  static const struct
  {
    guint64 address;
    MgGeneration generation, old_generation;
  } expected[] = {
    { HEAP, MG_GENERATION_2, MG_GENERATION_2 },
    { HEAP + 0x200, MG_GENERATION_1, MG_GENERATION_1 },
    { HEAP + 0x800, MG_GENERATION_0, MG_GENERATION_0 },
    { HEAP + 0x4000, MG_GENERATION_POH, MG_GENERATION_UNKNOWN },
    { HEAP + 0x10000, MG_GENERATION_LOH, MG_GENERATION_LOH },
  };
  static const MgDumpSegment segments[] = {
    { HEAP + 0x10000, HEAP + 0x20000, { 0, 0, 0, HEAP + 0x20000, 0 } },
    { HEAP, HEAP + 0x3000, { HEAP + 0x3000, HEAP + 0x700, HEAP + 0x180, 0, 0 } },
    { HEAP + 0x3000, HEAP + 0x9000, { 0, 0, 0, 0, HEAP + 0x9000 } },
  };

  for (guint old = 0; old < 2; old++)
    for (gint32 version = 6; version <= 10; version += 4)
      {
        g_autoptr (MgDump) dump = mg_dump_new_sample ();
        g_autoptr (MgSnapshot) snapshot = NULL;

        g_array_append_vals (dump->segments, segments, G_N_ELEMENTS (segments));
        dump->old_segments = old;
        dump->version = version;
        dump->label_width = old ? 8 : 4;
        snapshot = open_dump (dump, NULL, NULL);
        MG_CHECK (mg_snapshot_capability (snapshot, MG_CAPABILITY_GENERATIONS).have);
        MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
        for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
          {
            MgNode node = mg_graph_find_address (mg_snapshot_graph (snapshot), expected[i].address);

            MG_CHECK_UINT (mg_snapshot_generation (snapshot, node),
                           old ? expected[i].old_generation : expected[i].generation);
          }
      }
}

static void
test_deferred_types (void)
{
  for (guint width = 4; width <= 8; width += 4)
    {
      g_autoptr (MgDump) dump = mg_dump_new_sample ();
      g_autoptr (MgSnapshot) snapshot = NULL;
      MgTypeId type;

      for (guint i = 1; i < 5; i++)
        {
          MgDumpType *named = dump->types->pdata[i];

          g_clear_pointer (&named->name, g_free);
          named->number = 0x100 + i;
          named->module_number = 1 + i % 2;
          named->suffix = i == 4 ? g_strdup ("[]") : NULL;
        }
      g_clear_pointer (&((MgDumpType *) dump->types->pdata[1])->module, g_free);
      dump->deferred = TRUE;
      dump->label_width = width;
      snapshot = open_dump (dump, NULL, NULL);
      MG_CHECK (!mg_snapshot_damaged (snapshot));
      check_tally (snapshot, "TypeID(0x101)", 1, 24);
      check_tally (snapshot, "TypeID(0x104)[]", 2, 160);
      type = mg_type_table_find (mg_snapshot_types (snapshot), "TypeID(0x101)");
      MG_CHECK_STRING (mg_snapshot_types (snapshot)->types[type].module, "/app/lib2.so");
      MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
    }
}

static void
test_interop_and_javascript (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (MgSnapshot) snapshot = NULL;

  dump->interop = TRUE;
  dump->javascript = TRUE;
  snapshot = open_dump (dump, NULL, NULL);
  MG_CHECK (!mg_snapshot_damaged (snapshot));
  MG_CHECK_STRING (mg_snapshot_info (snapshot)->runtime, "JavaScript");
  MG_CHECK_STRING (mg_snapshot_info (snapshot)->writer, "mangrove-test");
  MG_CHECK (!mg_snapshot_capability (snapshot, MG_CAPABILITY_HANDLE_KINDS).have);
}

static void
test_multipliers (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (MgSnapshot) snapshot = NULL;
  guint n;

  for (guint i = 0; i < dump->types->len; i++)
    {
      float multiplier = i == 0 ? 0 : i == 1 ? 2.5f : i == 4 ? 10 : 1;

      g_array_append_val (dump->multipliers, multiplier);
    }
  snapshot = open_dump (dump, NULL, NULL);
  MG_CHECK (mg_snapshot_info (snapshot)->sampled);
  MG_CHECK (mg_snapshot_type_stats (snapshot)->estimated);
  check_tally (snapshot, "My.Cache", 3, 60);
  check_tally (snapshot, "System.Byte[]", 20 + 1, 1600 + 12000);
  check_tally (snapshot, "UNDEFINED", 1, 0);
  mg_snapshot_notes (snapshot, &n);
  MG_CHECK (n >= 2);
}

static void
test_averages_stand_in_for_multipliers (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (MgSnapshot) snapshot = NULL;

  dump->count_multiplier = 2;
  dump->size_multiplier = 3;
  snapshot = open_dump (dump, NULL, NULL);
  MG_CHECK (mg_snapshot_type_stats (snapshot)->estimated);
  check_tally (snapshot, "<>c", 4, 144);
}

static void
test_negative_sizes (void)
{
  g_autoptr (MgDump) dump = mg_dump_new ();
  g_autoptr (MgSnapshot) snapshot = NULL;
  guint32 roots = mg_dump_add_node (dump, mg_dump_add_type (dump, "[.NET Roots]", 0, NULL), 0, 0);
  guint32 type = mg_dump_add_type (dump, "System.Byte[]", -1, NULL);

  mg_dump_add_edge (dump, roots, mg_dump_add_node (dump, type, -1294967296, HEAP)); /* 3,000,000,000 */
  mg_dump_add_edge (dump, roots, mg_dump_add_node (dump, type, MG_DUMP_TYPE_SIZE, HEAP + 24));
  mg_dump_add_edge (dump, roots, mg_dump_add_node (dump, type, G_MAXINT32, HEAP + 48));
  snapshot = open_dump (dump, NULL, NULL);
  check_tally (snapshot, "System.Byte[]", 3, G_GUINT64_CONSTANT (3000000000) + G_MAXINT32);
  MG_CHECK (!mg_snapshot_damaged (snapshot));
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_DOMINATORS, NULL, NULL));
  MG_CHECK_UINT (mg_snapshot_dominators (snapshot)->retained[0], G_GUINT64_CONSTANT (3000000000) + G_MAXINT32);
}

/* Brackets alone make no root: without an address they do, in families as the tools spell them. */
static void
test_families_of_roots (void)
{
  static const struct
  {
    const char *name;
    MgRootKind kind;
  } families[] = {
    { "[Strong handles]", MG_ROOT_STRONG_HANDLE },      { "[StrongHandle]", MG_ROOT_STRONG_HANDLE },
    { "[pinning Handles]", MG_ROOT_PINNED_HANDLE },     { "[PinnedHandle]", MG_ROOT_PINNED_HANDLE },
    { "[AsyncPinnedHandle]", MG_ROOT_ASYNC_PINNED_HANDLE }, { "[RefCountedHandle]", MG_ROOT_REF_COUNTED_HANDLE },
    { "[SizedRefHandle]", MG_ROOT_SIZED_REF_HANDLE },   { "[Dependent Handles]", MG_ROOT_DEPENDENT_HANDLE },
    { "[Stack]", MG_ROOT_STACK },                       { "[Pinned local vars]", MG_ROOT_STACK },
    { "[FinalizerQueue]", MG_ROOT_FINALIZER_READY },    { "[other Handles]", MG_ROOT_OTHER },
    { "[COM/WinRT Objects]", MG_ROOT_COM },             { "[Gen1 Roots]", MG_ROOT_OTHER },
    { "[static var StackGuard.pinned handle]", MG_ROOT_STATIC }, { "[thread static vars]", MG_ROOT_THREAD_STATIC },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autoptr (MgDump) dump = mg_dump_new ();
      g_autoptr (MgSnapshot) snapshot = NULL;
      guint32 roots = mg_dump_add_node (dump, mg_dump_add_type (dump, "[.NET Roots]", 0, NULL), 0, 0);
      guint32 group = mg_dump_add_node (dump, mg_dump_add_type (dump, families[i].name, 0, NULL), 0, 0);
      guint32 object = mg_dump_add_node (dump, mg_dump_add_type (dump, "[object Window]", 16, NULL), 16, HEAP);

      mg_dump_add_edge (dump, roots, group);
      mg_dump_add_edge (dump, group, object);
      snapshot = open_dump (dump, NULL, NULL);
      MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
      MG_CHECK_UINT (mg_graph_n_objects (mg_snapshot_graph (snapshot)), 1);
      MG_CHECK_UINT (mg_snapshot_graph (snapshot)->n_roots, 1);
      if (mg_snapshot_graph (snapshot)->n_roots == 1)
        MG_CHECK_STRING (mg_root_kind_id (mg_snapshot_graph (snapshot)->roots[0].kind),
                         mg_root_kind_id (families[i].kind));
    }
}

static void
test_com_wrappers_are_roots (void)
{
  g_autoptr (MgDump) dump = mg_dump_new ();
  g_autoptr (MgSnapshot) snapshot = NULL;
  guint32 roots = mg_dump_add_node (dump, mg_dump_add_type (dump, "[.NET Roots]", 0, NULL), 0, 0);
  guint32 com = mg_dump_add_node (dump, mg_dump_add_type (dump, "[COM/WinRT Objects]", 0, NULL), 0, 0);
  guint32 ccw = mg_dump_add_node (dump, mg_dump_add_type (dump, "[CCW for A.B RefCnt: 2]", 200, NULL), 200, 0x1400);
  guint32 rcw = mg_dump_add_node (dump, mg_dump_add_type (dump, "[RCW C.D RefCnt: 1]", 1016, NULL), 1016, HEAP);
  guint32 object = mg_dump_add_node (dump, mg_dump_add_type (dump, "A.B", 24, NULL), 24, HEAP + 0x400);
  const MgRoot *root;

  mg_dump_add_edge (dump, roots, com);
  mg_dump_add_edge (dump, com, ccw);
  mg_dump_add_edge (dump, com, rcw);
  mg_dump_add_edge (dump, ccw, object);
  snapshot = open_dump (dump, NULL, NULL);
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->total.count, 2);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_TREE, NULL, NULL));
  MG_CHECK_UINT (mg_snapshot_graph (snapshot)->n_roots, 2);
  root = &mg_snapshot_graph (snapshot)->roots[1];
  MG_CHECK_STRING (root->label, "CCW for A.B RefCnt: 2");
  MG_CHECK_UINT (root->address, 0x1400);
  MG_CHECK_UINT (root->kind, MG_ROOT_COM);
  MG_CHECK_UINT (mg_snapshot_tree (snapshot)->n_dead, 0);
}

/* The file's count of what is not reached includes pseudo-nodes; what hangs on "[not reachable …]" is dead. */
static void
test_unreached_as_the_file_counts (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (MgSnapshot) snapshot = NULL;
  guint32 lost = mg_dump_add_node (dump, mg_dump_add_type (dump, "[strong Handles]", 0, NULL), 8, 0);
  guint32 dead = mg_dump_add_node (dump, mg_dump_add_type (dump, "[not reachable from roots]", 0, NULL), 0, 0);
  guint64 nodes, bytes;

  mg_dump_add_edge (dump, 0, dead);
  mg_dump_add_edge (dump, dead, mg_dump_add_node (dump, 1, MG_DUMP_TYPE_SIZE, HEAP + 0x20000));
  mg_dump_add_edge (dump, lost, mg_dump_add_node (dump, 1, MG_DUMP_TYPE_SIZE, HEAP + 0x20100));
  snapshot = open_dump (dump, NULL, NULL);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_TREE, NULL, NULL));
  MG_CHECK_UINT (mg_snapshot_tree (snapshot)->n_dead, 3);
  MG_CHECK (mg_snapshot_file_unreached (snapshot, &nodes, &bytes));
  MG_CHECK_UINT (nodes, 4);
  MG_CHECK_UINT (bytes, 100 + 24 + 24 + 8);
}

/* Which arrays are taken for the store of statics: what a pinned or strong handle holds, large, mostly statics. */
static void
test_store_of_statics (void)
{
  static const struct
  {
    const char *group, *type;
    gint32 size;
    guint n_others; /* objects in the array that no static var names; one is named */
    guint n_kept;   /* references that the array keeps */
  } cases[] = {
    { "[strong Handles]", "System.Object[]", 8184, 1, 1 },
    { "[Pinned handles]", "System.Object[] (Bytes > 1K,Ptrs,ElemSize=8)", 1024, 0, 0 },
    { "[strong Handles]", "System.Object[]", 8184, 2, 3 },
    { "[strong Handles]", "System.Object[]", 1023, 0, 1 },
    { "[strong Handles]", "My.Object[]", 8184, 0, 1 },
    { "[local vars]", "System.Object[]", 8184, 0, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (MgDump) dump = mg_dump_new ();
      g_autoptr (MgSnapshot) snapshot = NULL;
      guint32 roots = mg_dump_add_node (dump, mg_dump_add_type (dump, "[.NET Roots]", 0, NULL), 0, 0);
      guint32 group = mg_dump_add_node (dump, mg_dump_add_type (dump, cases[i].group, 0, NULL), 0, 0);
      guint32 field = mg_dump_add_node (dump, mg_dump_add_type (dump, "[static var A.s_a]", 0, NULL), 0, 0);
      guint32 store = mg_dump_add_node (dump, mg_dump_add_type (dump, cases[i].type, 0, NULL), cases[i].size, HEAP);
      guint32 type = mg_dump_add_type (dump, "A", 24, NULL), n;

      mg_dump_add_edge (dump, roots, group);
      mg_dump_add_edge (dump, roots, field);
      mg_dump_add_edge (dump, group, store);
      for (guint k = 0; k <= cases[i].n_others; k++)
        mg_dump_add_edge (dump, store, mg_dump_add_node (dump, type, 24, HEAP + 0x4000 + 24 * k));
      mg_dump_add_edge (dump, field, store + 1);
      snapshot = open_dump (dump, NULL, NULL);
      MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
      mg_graph_edges (mg_snapshot_graph (snapshot), mg_graph_find_address (mg_snapshot_graph (snapshot), HEAP), &n);
      if (n != cases[i].n_kept)
        mg_test_fail (__FILE__, __LINE__, "case %u keeps %u references, should keep %u", (guint) i, n, cases[i].n_kept);
    }
}

static void
test_refuses_other_versions (void)
{
  static const struct
  {
    gint32 version, oldest_reader;
  } bad[] = { { 3, 0 }, { 8, 8 }, { 11, 11 }, { 12, 12 } };
  g_autoptr (MgDump) newer = mg_dump_new_sample ();

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (MgDump) dump = mg_dump_new_sample ();
      g_autoptr (GError) error = NULL;

      dump->version = bad[i].version;
      dump->oldest_reader = bad[i].oldest_reader;
      MG_CHECK (open_dump (dump, NULL, &error) == NULL);
      MG_CHECK_ERROR (error, MG_ERROR_UNSUPPORTED);
    }
  /* A newer file that says that readers of version 10 cope is read. */
  newer->version = 11;
  newer->oldest_reader = 10;
  newer->unknown_fields = TRUE;
  check_sample (newer);
}

static void
test_root_that_is_missing (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (MgSnapshot) snapshot = NULL;

  dump->root = 999;
  snapshot = open_dump (dump, NULL, NULL);
  MG_CHECK (mg_snapshot_damaged (snapshot));
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_TREE, NULL, NULL));
  MG_CHECK_UINT (mg_snapshot_graph (snapshot)->n_roots, 6);
  MG_CHECK_UINT (mg_snapshot_tree (snapshot)->n_dead, 1);
}

/* A graph written by hand may have an ordinary object as its root. */
static void
test_root_that_is_an_object (void)
{
  g_autoptr (MgDump) dump = mg_dump_new ();
  g_autoptr (MgSnapshot) snapshot = NULL;
  guint32 first = mg_dump_add_node (dump, mg_dump_add_type (dump, "A", 24, NULL), 24, HEAP);

  mg_dump_add_edge (dump, first, mg_dump_add_node (dump, 1, 24, HEAP + 24));
  snapshot = open_dump (dump, NULL, NULL);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_TREE, NULL, NULL));
  MG_CHECK_UINT (mg_snapshot_graph (snapshot)->n_roots, 1);
  MG_CHECK_UINT (mg_snapshot_tree (snapshot)->n_dead, 0);
}

static const MgTest tests[] = {
  { "every version and width", test_every_version_and_width },
  { "details", test_details },
  { "runtime from the core library", test_runtime_from_the_core_library },
  { "missing details are null", test_missing_details_are_null },
  { "raw names", test_raw_names },
  { "segments give generations", test_segments_give_generations },
  { "deferred types", test_deferred_types },
  { "interop and JavaScript", test_interop_and_javascript },
  { "multipliers", test_multipliers },
  { "averages stand in for multipliers", test_averages_stand_in_for_multipliers },
  { "negative sizes", test_negative_sizes },
  { "families of roots", test_families_of_roots },
  { "COM wrappers are roots", test_com_wrappers_are_roots },
  { "unreached as the file counts", test_unreached_as_the_file_counts },
  { "store of statics", test_store_of_statics },
  { "refuses other versions", test_refuses_other_versions },
  { "root that is missing", test_root_that_is_missing },
  { "root that is an object", test_root_that_is_an_object },
};

MG_TEST_MAIN ("gcdump-reader", tests)
