/* A saved index changes nothing but the time: with it, without it, and with whatever is wrong with it, every answer is
 * the same. */
#include "analysis/index/index.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/details.h"
#include "analysis/index/index-file.h"
#include "tests/support/core-sample.h"
#include "tests/support/dump-writer.h"
#include "tests/support/test.h"

static char *
folder (const char *name)
{
  return g_build_filename (mg_test_temp_dir (), name, NULL);
}

/* Objects that refer to each other at random, some dead, some from two roots: N of them. */
static char *
random_dump (guint32 n, const char *name)
{
  g_autoptr (MgDump) dump = mg_dump_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (n);
  guint32 types[5], statics, handles, first = 0;
  g_autoptr (GByteArray) bytes = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *type = g_strdup_printf ("My.Type%u", i);

      types[i] = mg_dump_add_type (dump, type, 24 + (gint32) i * 8, i % 2 ? "My.dll" : NULL);
    }
  dump->root = mg_dump_add_node (dump, mg_dump_add_type (dump, "[.NET Roots]", 0, NULL), 0, 0);
  statics = mg_dump_add_node (dump, mg_dump_add_type (dump, "[static vars]", 0, NULL), 0, 0);
  handles = mg_dump_add_node (dump, mg_dump_add_type (dump, "[strong Handles]", 0, NULL), 0, 0);
  mg_dump_add_edge (dump, dump->root, statics);
  mg_dump_add_edge (dump, dump->root, handles);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 node = mg_dump_add_node (dump, types[g_rand_int_range (random, 0, 5)], MG_DUMP_TYPE_SIZE,
                                       0x10000 + (guint64) i * 64 + (i > n / 2 ? G_GUINT64_CONSTANT (0x900000000) : 0));

      first = i == 0 ? node : first;
      if (i % 97 == 0)
        mg_dump_add_edge (dump, i % 2 ? statics : handles, node);
      for (guint32 k = (guint32) g_rand_int_range (random, 0, 4); k > 0 && i > 0; k--)
        mg_dump_add_edge (dump, first + (guint32) g_rand_int_range (random, 0, (gint32) i), node);
    }
  bytes = mg_dump_write (dump);
  return mg_dump_save (bytes, name);
}

static char *
core_file (const char *version)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (version);
  g_autofree char *name = g_strdup_printf ("%s.core", version);
  char *path = folder (name);

  MG_CHECK (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  return path;
}

static MgSnapshot *
open_with (const char *path, const char *index_folder)
{
  MgSnapshotOptions options = { .index_folder = index_folder, .index_min_objects = 1 };
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_snapshot_open (path, &options, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static void
write_index (const char *path, const char *index_folder)
{
  g_autoptr (MgSnapshot) snapshot = open_with (path, index_folder);
  g_autoptr (GError) error = NULL;

  MG_CHECK (mg_snapshot_save_index (snapshot, NULL, &error));
  MG_CHECK_NO_ERROR (error);
}

/* --- every answer is the same --- */

#define SAME_ARRAY(a, b, n) MG_CHECK ((n) == 0 || memcmp ((a), (b), (n) * sizeof *(a)) == 0)

static void
check_same_sequence (const MgMonotone *a, const MgMonotone *b)
{
  gboolean same = a->n == b->n;

  for (guint64 i = 0; same && i < a->n; i++)
    same = mg_monotone_get (a, i) == mg_monotone_get (b, i);
  MG_CHECK (same);
}

static void
check_same_graph (const MgGraph *a, const MgGraph *b)
{
  MG_CHECK_UINT (a->n_nodes, b->n_nodes);
  MG_CHECK_UINT (a->n_roots, b->n_roots);
  MG_CHECK_UINT (a->n_edges, b->n_edges);
  SAME_ARRAY (a->type, b->type, a->n_nodes);
  SAME_ARRAY (a->size, b->size, a->n_nodes);
  SAME_ARRAY (a->target, b->target, a->n_edges);
  check_same_sequence (&a->address, &b->address);
  check_same_sequence (&a->first, &b->first);
  for (guint32 i = 0; i < a->n_roots; i++)
    {
      MG_CHECK (a->roots[i].kind == b->roots[i].kind && a->roots[i].address == b->roots[i].address);
      MG_CHECK_STRING (a->roots[i].label, b->roots[i].label);
      MG_CHECK_STRING (a->roots[i].note, b->roots[i].note);
    }
  MG_CHECK_UINT (a->conditional ? g_hash_table_size (a->conditional) : 0,
                 b->conditional ? g_hash_table_size (b->conditional) : 0);
  MG_CHECK_UINT (a->big_sizes ? g_hash_table_size (a->big_sizes) : 0,
                 b->big_sizes ? g_hash_table_size (b->big_sizes) : 0);
}

static void
check_same_parts (MgSnapshot *a, MgSnapshot *b)
{
  const MgTree *tree_a = mg_snapshot_tree (a), *tree_b = mg_snapshot_tree (b);
  const MgDominators *doms_a = mg_snapshot_dominators (a), *doms_b = mg_snapshot_dominators (b);
  const MgInstances *instances_a = mg_snapshot_instances (a), *instances_b = mg_snapshot_instances (b);
  guint32 n = tree_a->n_nodes, n_types = mg_snapshot_types (a)->n_types;

  SAME_ARRAY (tree_a->parent, tree_b->parent, n);
  SAME_ARRAY (tree_a->distance, tree_b->distance, n);
  MG_CHECK_UINT (tree_a->n_reached, tree_b->n_reached);
  MG_CHECK (tree_a->reached_bytes == tree_b->reached_bytes && tree_a->dead_bytes == tree_b->dead_bytes
            && tree_a->n_dead == tree_b->n_dead);
  check_same_sequence (&mg_snapshot_reverse (a)->first, &mg_snapshot_reverse (b)->first);
  SAME_ARRAY (mg_snapshot_reverse (a)->source, mg_snapshot_reverse (b)->source, mg_snapshot_graph (a)->n_edges);
  SAME_ARRAY (doms_a->idom, doms_b->idom, n);
  SAME_ARRAY (doms_a->retained, doms_b->retained, n);
  SAME_ARRAY (doms_a->child_first, doms_b->child_first, n + 1);
  SAME_ARRAY (doms_a->child, doms_b->child, doms_a->child_first[n]);
  SAME_ARRAY (instances_a->first, instances_b->first, n_types + 1);
  SAME_ARRAY (instances_a->node, instances_b->node, instances_a->first[n_types]);
  SAME_ARRAY (mg_snapshot_type_retained (a), mg_snapshot_type_retained (b), n_types);
}

static guint
count_rows (GArray *rows)
{
  guint n = rows ? rows->len : 0;

  g_clear_pointer (&rows, g_array_unref);
  return n;
}

static void
check_same_words (MgSnapshot *a, MgSnapshot *b)
{
  guint n_a, n_b;
  const MgNote *notes_a = mg_snapshot_notes (a, &n_a), *notes_b = mg_snapshot_notes (b, &n_b);
  g_autoptr (GArray) checks_a = mg_details_checks (a), checks_b = mg_details_checks (b);

  MG_CHECK_UINT (n_a, n_b);
  for (guint i = 0; i < MIN (n_a, n_b); i++)
    {
      MG_CHECK_STRING (notes_a[i].text, notes_b[i].text);
      MG_CHECK (notes_a[i].damage == notes_b[i].damage);
    }
  MG_CHECK_UINT (count_rows (mg_details_handles (a)), count_rows (mg_details_handles (b)));
  MG_CHECK_UINT (count_rows (mg_details_statics (a)), count_rows (mg_details_statics (b)));
  MG_CHECK_UINT (count_rows (mg_details_finalizers (a)), count_rows (mg_details_finalizers (b)));
  for (guint i = 0; checks_a && i < checks_a->len; i++)
    MG_CHECK_UINT (g_array_index (checks_a, MgSelfCheck, i).state, g_array_index (checks_b, MgSelfCheck, i).state);
}

static void
check_same (MgSnapshot *a, MgSnapshot *b)
{
  const MgTypeStats *stats_a = mg_snapshot_type_stats (a), *stats_b = mg_snapshot_type_stats (b);

  MG_CHECK_UINT (stats_a->types->n_types, stats_b->types->n_types);
  for (guint32 i = 0; i < stats_a->types->n_types; i++)
    MG_CHECK_STRING (stats_a->types->types[i].name, stats_b->types->types[i].name);
  SAME_ARRAY (stats_a->tally, stats_b->tally, stats_a->types->n_types);
  check_same_graph (mg_snapshot_graph (a), mg_snapshot_graph (b));
  check_same_parts (a, b);
  check_same_words (a, b);
}

static gboolean
all_mapped (MgSnapshot *snapshot)
{
  return mg_snapshot_graph (snapshot)->mapping && mg_snapshot_tree (snapshot)->mapping
         && mg_snapshot_reverse (snapshot)->mapping && mg_snapshot_dominators (snapshot)->mapping
         && mg_snapshot_instances (snapshot)->mapping;
}

static void
check_file (const char *path, const char *name)
{
  g_autofree char *there = folder (name);
  g_autoptr (MgSnapshot) without = open_with (path, NULL);
  g_autoptr (MgSnapshot) with = NULL;

  write_index (path, there);
  with = open_with (path, there);
  MG_CHECK (all_mapped (with) && !mg_snapshot_graph (without)->mapping);
  check_same (without, with);
}

static void
test_gcdump_comes_back (void)
{
  g_autofree char *path = random_dump (3000, "back.gcdump");

  check_file (path, "back");
}

/* Sections of many blocks, checked by several threads. */
static void
test_big_file_comes_back (void)
{
  g_autofree char *path = random_dump (300000, "big.gcdump");

  check_file (path, "big");
}

static void
test_cores_come_back (void)
{
  for (gsize i = 0; mg_core_versions[i]; i++)
    {
      g_autofree char *path = core_file (mg_core_versions[i]);

      check_file (path, mg_core_versions[i]);
    }
}

/* Parts saved by different runs go together; a run that finds all there writes nothing. */
static void
test_parts_gather (void)
{
  g_autofree char *path = random_dump (2000, "parts.gcdump"), *there = folder ("parts");
  static const guint needs[] = { MG_NEED_GRAPH, MG_NEED_TREE, MG_NEED_DOMINATORS, MG_NEED_ALL };
  guint64 bytes = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      MgSnapshotOptions options = { .index_folder = there, .index_min_objects = 1 };
      g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (path, &options, NULL, NULL);

      MG_CHECK (mg_snapshot_ensure (snapshot, needs[i], NULL, NULL));
      MG_CHECK (i == 0 || mg_snapshot_graph (snapshot)->mapping != NULL);
      MG_CHECK (mg_snapshot_save_index (snapshot, NULL, NULL));
      MG_CHECK (mg_index_folder_bytes (there) > bytes);
      bytes = mg_index_folder_bytes (there);
    }
  mg_index_folder_empty (there);
  MG_CHECK_UINT (mg_index_folder_bytes (there), 0);
}

static void
test_small_files_are_left_alone (void)
{
  g_autofree char *path = random_dump (100, "small.gcdump"), *there = folder ("small");
  MgSnapshotOptions options = { .index_folder = there };
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (path, &options, NULL, NULL);

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  MG_CHECK (mg_snapshot_save_index (snapshot, NULL, NULL));
  MG_CHECK (!g_file_test (there, G_FILE_TEST_EXISTS));
}

/* --- what is wrong with an index --- */

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The index files in FOLDER, whole paths, sorted. */
static GPtrArray *
index_files (const char *there)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) directory = g_dir_open (there, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)) != NULL)
    g_ptr_array_add (paths, g_build_filename (there, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

static void
flip (const char *path, gsize offset)
{
  int fd = g_open (path, O_RDWR, 0);
  guint8 byte;

  MG_CHECK (fd >= 0 && pread (fd, &byte, 1, (off_t) offset) == 1);
  byte ^= 0x10;
  MG_CHECK (pwrite (fd, &byte, 1, (off_t) offset) == 1);
  close (fd);
}

static gsize
size_of (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 ? (gsize) info.st_size : 0;
}

/* Each file of an index has a byte turned, all over it, then back; each time every answer is as without an index. */
static void
test_flipped_bytes_are_noticed (void)
{
  g_autofree char *path = random_dump (1500, "flip.gcdump"), *there = folder ("flip");
  g_autoptr (MgSnapshot) truth = open_with (path, NULL);
  g_autoptr (GPtrArray) files = NULL;

  write_index (path, there);
  files = index_files (there);
  MG_CHECK_UINT (files->len, 6);
  for (guint i = 0; i < files->len; i++)
    {
      const char *file = g_ptr_array_index (files, i);

      /* The head closely, the rest in steps that fall on every region. */
      for (gsize at = 0; at < size_of (file); at += at < 400 ? 3 : 997)
        {
          g_autoptr (MgSnapshot) snapshot = NULL;

          flip (file, at);
          snapshot = open_with (path, there);
          check_same (truth, snapshot);
          flip (file, at);
        }
    }
}

static void
test_cut_files_are_noticed (void)
{
  g_autofree char *path = core_file ("10.0.15"), *there = folder ("cut");
  g_autoptr (MgSnapshot) truth = open_with (path, NULL);
  g_autoptr (GPtrArray) files = NULL;

  write_index (path, there);
  files = index_files (there);
  MG_CHECK_UINT (files->len, 7);
  for (guint i = 0; i < files->len; i++)
    {
      const char *file = g_ptr_array_index (files, i);
      g_autofree char *whole = NULL;
      gsize size;

      MG_CHECK (g_file_get_contents (file, &whole, &size, NULL));
      for (guint percent = 0; percent < 100; percent++)
        {
          g_autoptr (MgSnapshot) snapshot = NULL;

          MG_CHECK (g_file_set_contents (file, whole, (gssize) (size * percent / 100), NULL));
          snapshot = open_with (path, there);
          check_same (truth, snapshot);
        }
      MG_CHECK (g_file_set_contents (file, whole, (gssize) size, NULL));
    }
}

/* Files of one index under each other's names, and those of another file's index. */
static void
test_swapped_files_are_noticed (void)
{
  g_autofree char *path = random_dump (1500, "swap.gcdump"), *there = folder ("swap");
  g_autofree char *other = random_dump (1501, "other.gcdump"), *elsewhere = folder ("elsewhere");
  g_autoptr (MgSnapshot) truth = open_with (path, NULL);
  g_autoptr (GPtrArray) files = NULL, foreign = NULL;

  write_index (path, there);
  write_index (other, elsewhere);
  files = index_files (there);
  foreign = index_files (elsewhere);
  for (guint i = 0; i < files->len; i++)
    {
      const char *file = g_ptr_array_index (files, i);
      g_autofree char *whole = NULL;
      gsize size;

      MG_CHECK (g_file_get_contents (file, &whole, &size, NULL));
      for (guint k = 0; k < files->len + foreign->len; k++)
        {
          const char *from = k < files->len ? g_ptr_array_index (files, k)
                                            : g_ptr_array_index (foreign, k - files->len);
          g_autofree char *bytes = NULL;
          g_autoptr (MgSnapshot) snapshot = NULL;
          gsize n;

          MG_CHECK (g_file_get_contents (from, &bytes, &n, NULL));
          MG_CHECK (g_file_set_contents (file, bytes, (gssize) n, NULL));
          snapshot = open_with (path, there);
          check_same (truth, snapshot);
          MG_CHECK (g_file_set_contents (file, whole, (gssize) size, NULL));
        }
    }
}

/* The analysed file has changed: by its content, by its time alone, and at the same length. */
static void
test_stale_index_is_ignored (void)
{
  g_autofree char *path = random_dump (1500, "stale.gcdump"), *there = folder ("stale");
  g_autofree char *newer = random_dump (1502, "newer.gcdump"), *bytes = NULL;
  struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 1000000000 } };
  g_autoptr (MgSnapshot) truth = open_with (newer, NULL), touched = NULL, replaced = NULL;
  gsize size;

  write_index (path, there);
  MG_CHECK (utimensat (AT_FDCWD, path, times, 0) == 0);
  touched = open_with (path, there);
  MG_CHECK (mg_snapshot_graph (touched)->mapping == NULL);
  MG_CHECK (g_file_get_contents (newer, &bytes, &size, NULL) && g_file_set_contents (path, bytes, (gssize) size, NULL));
  replaced = open_with (path, there);
  MG_CHECK (mg_snapshot_graph (replaced)->mapping == NULL);
  check_same (truth, replaced);
}

/* Options that shape results have an index of their own. */
static void
test_options_are_told_apart (void)
{
  g_autofree char *path = random_dump (1500, "options.gcdump"), *there = folder ("options");
  MgSnapshotOptions raw = { .index_folder = there, .index_min_objects = 1, .raw_names = TRUE };
  g_autoptr (MgSnapshot) snapshot = NULL;

  write_index (path, there);
  snapshot = mg_snapshot_open (path, &raw, NULL, NULL);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
  MG_CHECK (mg_snapshot_graph (snapshot)->mapping == NULL);
}

/* A core of the kernel, whose names come from the program's file in FILES. */
static MgSnapshot *
open_with_files (const char *path, const char *files, const char *index_folder)
{
  const char *folders[] = { files, NULL };
  MgSnapshotOptions options
      = { .index_folder = index_folder, .index_min_objects = 1, .file_folders = files ? folders : NULL };
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_snapshot_open (path, &options, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static gboolean
is_saved (const char *path, const char *files, const char *index_folder)
{
  g_autoptr (MgSnapshot) snapshot = open_with_files (path, files, index_folder);
  g_autoptr (MgSnapshot) truth = open_with_files (path, files, NULL);

  check_same (truth, snapshot);
  return all_mapped (snapshot);
}

/* The index of a core that needs other files is for the same files alone: not without them, not when one has another
 * time or other bytes. */
static void
test_other_files_count (void)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes ("10.0.15-kernel");
  g_autofree char *path = folder ("kernel.core"), *files = folder ("kernel-files"), *there = folder ("kernel-index");
  g_autofree char *dll = g_build_filename (files, "Garden.dll", NULL), *program = NULL;
  struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 1000000000 } };
  g_autoptr (MgSnapshot) first = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  MG_CHECK (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  MG_CHECK (g_file_get_contents (mg_test_data_path ("cores/Garden.dll"), &program, &size, NULL));
  MG_CHECK (g_mkdir_with_parents (files, 0700) == 0 && g_file_set_contents (dll, program, (gssize) size, NULL));
  MG_CHECK (utimensat (AT_FDCWD, dll, times, 0) == 0);
  first = open_with_files (path, files, there);
  MG_CHECK (mg_type_table_find (mg_snapshot_types (first), "Garden.StaticPlant") < mg_snapshot_types (first)->n_types);
  MG_CHECK (mg_snapshot_save_index (first, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  MG_CHECK (is_saved (path, files, there));
  MG_CHECK (!is_saved (path, NULL, there));
  times[1].tv_sec++;
  MG_CHECK (utimensat (AT_FDCWD, dll, times, 0) == 0);
  MG_CHECK (!is_saved (path, files, there));
  times[1].tv_sec--;
  program[size - 1] ^= 1;
  MG_CHECK (g_file_set_contents (dll, program, (gssize) size, NULL) && utimensat (AT_FDCWD, dll, times, 0) == 0);
  MG_CHECK (!is_saved (path, files, there));
}

static const MgTest tests[] = {
  { "gcdump comes back", test_gcdump_comes_back },
  { "big file comes back", test_big_file_comes_back },
  { "cores come back", test_cores_come_back },
  { "other files count", test_other_files_count },
  { "parts gather", test_parts_gather },
  { "small files are left alone", test_small_files_are_left_alone },
  { "flipped bytes are noticed", test_flipped_bytes_are_noticed },
  { "cut files are noticed", test_cut_files_are_noticed },
  { "swapped files are noticed", test_swapped_files_are_noticed },
  { "stale index is ignored", test_stale_index_is_ignored },
  { "options are told apart", test_options_are_told_apart },
};

MG_TEST_MAIN ("index", tests)
