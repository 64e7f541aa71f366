/* What memory there is, what work will take, and that it is not begun when it would not fit. */
#include "analysis/base/memory.h"

#include <glib/gstdio.h>

#include "analysis/base/error.h"
#include "analysis/snapshot.h"
#include "tests/support/count-memory.h"
#include "tests/support/dump-writer.h"
#include "tests/support/graph-shapes.h"
#include "tests/support/test.h"

#define MIB ((guint64) 1024 * 1024)

/* Writes TEXT to PATH below a folder that plays the whole file system. */
static void
put (const char *root, const char *path, const char *text)
{
  g_autofree char *whole = g_build_filename (root, path, NULL), *folder = g_path_get_dirname (whole);

  MG_CHECK (g_mkdir_with_parents (folder, 0700) == 0 && g_file_set_contents (whole, text, -1, NULL));
}

static void
test_plain_machine (void)
{
  g_autofree char *root = g_build_filename (mg_test_temp_dir (), "plain", NULL);

  MG_CHECK (mg_memory_available_below (root) == G_MAXUINT64);
  put (root, "proc/meminfo", "MemTotal: 99 kB\nMemFree:  1 kB\nMemAvailable:    2048 kB\n");
  MG_CHECK_UINT (mg_memory_available_below (root), 2 * MIB);
  MG_CHECK (mg_memory_available () > MIB);
}

/* A limit of a group, or of one above it, counts; files that the kernel keeps for a group do not. */
static void
test_control_groups (void)
{
  g_autofree char *root = g_build_filename (mg_test_temp_dir (), "groups", NULL);

  put (root, "proc/meminfo", "MemAvailable: 1048576 kB\n");
  put (root, "proc/self/cgroup", "0::/pod/box\n");
  put (root, "sys/fs/cgroup/pod/box/memory.max", "max\n");
  put (root, "sys/fs/cgroup/pod/box/memory.current", "1048576\n");
  MG_CHECK_UINT (mg_memory_available_below (root), 1024 * MIB);
  put (root, "sys/fs/cgroup/pod/memory.max", "104857600\n");
  put (root, "sys/fs/cgroup/pod/memory.current", "62914560\n");
  MG_CHECK_UINT (mg_memory_available_below (root), 40 * MIB);
  put (root, "sys/fs/cgroup/pod/memory.stat", "anon 1\ninactive_file 10485760\nactive_file 5242880\nfile 99999999\n");
  MG_CHECK_UINT (mg_memory_available_below (root), 55 * MIB);
  put (root, "sys/fs/cgroup/pod/box/memory.max", "1048576\n");
  MG_CHECK_UINT (mg_memory_available_below (root), 0);
}

static void
test_control_groups_of_old (void)
{
  g_autofree char *root = g_build_filename (mg_test_temp_dir (), "old", NULL);

  put (root, "proc/meminfo", "MemAvailable: 1048576 kB\n");
  put (root, "proc/self/cgroup", "9:name=systemd:/x\n4:memory:/a/b\n0::/\n");
  put (root, "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  put (root, "sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n");
  MG_CHECK_UINT (mg_memory_available_below (root), 1024 * MIB);
  put (root, "sys/fs/cgroup/memory/a/memory.limit_in_bytes", "20971520\n");
  put (root, "sys/fs/cgroup/memory/a/memory.usage_in_bytes", "10485760\n");
  put (root, "sys/fs/cgroup/memory/a/memory.stat", "inactive_file 9\ntotal_inactive_file 1048576\n");
  MG_CHECK_UINT (mg_memory_available_below (root), 11 * MIB);
}

static void
test_amounts_of_memory (void)
{
  static const struct
  {
    const char *text;
    guint64 bytes; /* 0: is none */
  } texts[] = { { "1", 1 },          { "1500M", 1500000000 }, { "4G", 4000000000 },    { "4 GB", 4000000000 },
                { "1.5k", 1500 },    { "2GiB", 2048 * MIB },  { "none", G_MAXUINT64 }, { "", 0 },
                { "0", 0 },          { "-1", 0 },             { "G", 0 },              { "4X", 0 },
                { "4 G B", 0 },      { "99999999999T", 0 },   { "nan", 0 },            { "0x10", 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      guint64 bytes = 0;

      MG_CHECK (mg_memory_parse (texts[i].text, &bytes) == (texts[i].bytes != 0));
      MG_CHECK_UINT (bytes, texts[i].bytes);
    }
}

/* --- what work takes --- */

static const guint wishes[] = {
  MG_NEED_GRAPH,
  MG_NEED_TREE,
  MG_NEED_REVERSE,
  MG_NEED_DOMINATORS,
  MG_NEED_REVERSE | MG_NEED_DOMINATORS,
  MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_DOMINATORS | MG_NEED_INSTANCES,
  MG_NEED_ALL,
};

static MgSnapshot *
open_limited (const char *path, guint64 limit)
{
  MgSnapshotOptions options = { .memory_limit = limit };
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_snapshot_open (path, &options, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static char *
write_shape (const char *name, guint32 n)
{
  const MgShape *shape = mg_shape_find (name);
  g_autoptr (MgDump) dump = mg_dump_new ();
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *file = g_strdup_printf ("%s.gcdump", name);
  guint32 type = mg_dump_add_type (dump, "T", 24, NULL), first;

  dump->root = mg_dump_add_node (dump, mg_dump_add_type (dump, "[.NET Roots]", 0, NULL), 0, 0);
  first = dump->root + 1;
  for (guint32 i = 0; i < n; i++)
    mg_dump_add_node (dump, type, MG_DUMP_TYPE_SIZE, MG_SHAPE_ADDRESS (i));
  for (guint32 i = 0; i < n; i++)
    {
      g_array_set_size (targets, 0);
      shape->targets (i, n, targets);
      for (guint k = 0; k < targets->len; k++)
        mg_dump_add_edge (dump, first + i, first + g_array_index (targets, guint32, k));
    }
  for (guint32 i = 0; i < mg_shape_n_roots (shape, n); i++)
    mg_dump_add_edge (dump, dump->root, first + mg_shape_root (shape, i, n));
  bytes = mg_dump_write (dump);
  return mg_dump_save (bytes, file);
}

/* A stack that doubles when it is full, and holds a list of so many, has no room left over: on a big one that room
 * would be asked for, but never touched. */
#define DEEP 262000

/* The estimate is never less than what is taken in truth, and not so much more that it would refuse what fits. */
static void
test_estimate_is_close (void)
{
  static const char *const shapes[] = { "heap", "random", "list" };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      g_autofree char *path = write_shape (shapes[s], DEEP);

      for (gsize i = 0; i < G_N_ELEMENTS (wishes); i++)
        {
          g_autoptr (MgSnapshot) snapshot = open_limited (path, G_MAXUINT64);
          guint64 estimate = mg_snapshot_estimate (snapshot, wishes[i]), peak;

          mg_count_memory_reset ();
          MG_CHECK (mg_snapshot_ensure (snapshot, wishes[i], NULL, NULL));
          peak = mg_count_memory_peak ();
          if (peak == 0)
            continue; /* not counted in this build */
          if (estimate < peak - peak / 20 || estimate > peak + peak / 2)
            mg_test_fail (__FILE__, __LINE__, "%s, wish %u: %.1f MB estimated, %.1f MB taken", shapes[s], (guint) i,
                          (double) estimate / 1e6, (double) peak / 1e6);
          MG_CHECK_UINT (mg_snapshot_estimate (snapshot, wishes[i]), 0);
        }
    }
}

/* Just below the estimate nothing is begun; what fits still works afterwards; and one can go on all the same. */
static void
test_low_limit_refuses_before_the_work (void)
{
  g_autofree char *path = write_shape ("heap", 50000);

  for (gsize i = 0; i < G_N_ELEMENTS (wishes); i++)
    {
      g_autoptr (MgSnapshot) snapshot = open_limited (path, G_MAXUINT64);
      guint64 estimate = mg_snapshot_estimate (snapshot, wishes[i]);
      g_autoptr (GError) error = NULL;

      mg_snapshot_set_memory_limit (snapshot, estimate - 1);
      MG_CHECK (!mg_snapshot_fits (snapshot, wishes[i]));
      mg_count_memory_reset ();
      MG_CHECK (!mg_snapshot_ensure (snapshot, wishes[i], NULL, &error));
      MG_CHECK (mg_count_memory_peak () < 100000);
      MG_CHECK_ERROR (error, MG_ERROR_MEMORY);
      MG_CHECK_CONTAINS (error->message, "table of types");
      MG_CHECK_UINT (mg_snapshot_ready (snapshot), 0);
      mg_snapshot_set_memory_limit (snapshot, estimate);
      MG_CHECK (mg_snapshot_fits (snapshot, wishes[i]) && mg_snapshot_ensure (snapshot, wishes[i], NULL, NULL));
      /* What is there counts: with just as much as a limit no room is left for more. */
      mg_snapshot_set_memory_limit (snapshot, (guint64) mg_snapshot_graph (snapshot)->n_nodes * 16);
      MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL) == (wishes[i] == MG_NEED_ALL));
      mg_snapshot_set_memory_limit (snapshot, G_MAXUINT64);
      MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
    }
}

/* The message names what does fit. With many references, since those of both directions are kept for paths: what
 * making the graph takes for a while would be enough for paths otherwise. */
static void
test_message_offers_what_fits (void)
{
  g_autofree char *path = write_shape ("hubs", 50000);
  g_autoptr (MgSnapshot) snapshot = open_limited (path, G_MAXUINT64);
  guint64 paths = mg_snapshot_estimate (snapshot, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES);
  guint64 lists = mg_snapshot_estimate (snapshot, MG_NEED_GRAPH);
  g_autoptr (GError) first = NULL, second = NULL, third = NULL;

  mg_snapshot_set_memory_limit (snapshot, paths);
  MG_CHECK (!mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &first));
  MG_CHECK_CONTAINS (first->message, "paths to them work");
  mg_snapshot_set_memory_limit (snapshot, lists);
  MG_CHECK (!mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &second));
  MG_CHECK_CONTAINS (second->message, "lists of objects work");
  mg_snapshot_set_memory_limit (snapshot, lists - 1);
  MG_CHECK (!mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &third));
  MG_CHECK_CONTAINS (third->message, "table of types needs none");
}

static const MgTest tests[] = {
  { "plain machine", test_plain_machine },
  { "control groups", test_control_groups },
  { "control groups of old", test_control_groups_of_old },
  { "amounts of memory", test_amounts_of_memory },
  { "estimate is close", test_estimate_is_close },
  { "low limit refuses before the work", test_low_limit_refuses_before_the_work },
  { "message offers what fits", test_message_offers_what_fits },
};

MG_TEST_MAIN ("memory", tests)
