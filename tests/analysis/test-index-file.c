/* Files and folder of saved indexes: what is written comes back whole or not at all, and nothing else is touched. */
#include "analysis/index/index-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/index/index-private.h"
#include "tests/support/test.h"

static const MgIndexKey key = { 1, 2, 3, 4, 0 };

static char *
place (const char *name)
{
  return g_build_filename (mg_test_temp_dir (), name, NULL);
}

/* Writes N numbers as the only section. */
static void
write_numbers (const char *path, const guint32 *numbers, gsize n)
{
  MgIndexBytes section = { numbers, n * sizeof *numbers };
  g_autoptr (GError) error = NULL;

  MG_CHECK (mg_index_file_write (path, &key, &section, 1, NULL, NULL, &error));
  MG_CHECK_NO_ERROR (error);
}

static gboolean
passes (const char *path, gsize n, MgIndexRule rule, guint64 limit, gsize from)
{
  g_autoptr (MgIndexFile) file = mg_index_file_open (path, &key);
  MgIndexCheck check = { n * sizeof (guint32), rule, limit, from };

  return file && mg_index_file_verify (file, &check, 1, 0, NULL, NULL);
}

/* A file with right checksums and wrong numbers: it would take a mistake of this program, or somebody who means ill. */
static void
test_numbers_must_stay_in_bounds (void)
{
  g_autofree char *path = place ("bounds");
  gsize n = MG_INDEX_BLOCK / 4 * 3 + 5;
  static const gsize places[] = { 0, 1, 255, 256, 262143, 262144, 262145, 500000, 786436 };
  g_autofree guint32 *numbers = g_new (guint32, n);

  for (gsize i = 0; i < n; i++)
    numbers[i] = (guint32) (i / 2);
  write_numbers (path, numbers, n);
  MG_CHECK (passes (path, n, MG_INDEX_BELOW, n / 2 + 1, 0) && !passes (path, n, MG_INDEX_BELOW, n / 2, 0));
  MG_CHECK (passes (path, n, MG_INDEX_BELOW_OR_NONE, n / 2 + 1, 0) && !passes (path, n, MG_INDEX_BELOW_OR_NONE, 9, 0));
  MG_CHECK (passes (path, n, MG_INDEX_RISING, n / 2, 0) && !passes (path, n, MG_INDEX_RISING, n / 2 - 1, 0));
  MG_CHECK (passes (path, n, MG_INDEX_ANY, 0, 0));
  MG_CHECK (!passes (path, n - 1, MG_INDEX_ANY, 0, 0) && !passes (path, n + 1, MG_INDEX_ANY, 0, 0));
  for (gsize k = 0; k < G_N_ELEMENTS (places); k++)
    {
      guint32 old = numbers[places[k]];

      numbers[places[k]] = G_MAXUINT32;
      write_numbers (path, numbers, n);
      MG_CHECK (!passes (path, n, MG_INDEX_BELOW, n, 0) && passes (path, n, MG_INDEX_BELOW_OR_NONE, n, 0));
      MG_CHECK (!passes (path, n, MG_INDEX_RISING, n, 0));
      MG_CHECK (passes (path, n, MG_INDEX_BELOW, n, places[k] + 1));
      numbers[places[k]] = (guint32) n;
      write_numbers (path, numbers, n);
      MG_CHECK (!passes (path, n, MG_INDEX_BELOW_OR_NONE, n, 0));
      numbers[places[k]] = old;
    }
}

/* Numbers of 16 bits that rise within blocks, over the border between two blocks of the file as well. */
static void
test_falling_numbers_are_noticed (void)
{
  g_autofree char *path = place ("falling");
  gsize n = MG_INDEX_BLOCK / 2 + 1000, words = n / 2;
  g_autofree guint16 *numbers = g_new (guint16, n);

  for (gsize i = 0; i < n; i++)
    numbers[i] = i % MG_MONOTONE_BLOCK;
  write_numbers (path, (const guint32 *) (gpointer) numbers, words);
  MG_CHECK (passes (path, words, MG_INDEX_BLOCKS_RISING, 0, 0));
  MG_CHECK (!passes (path, words, MG_INDEX_RISING, G_MAXUINT32, 0));
  for (gsize k = 0; k < 2 * MG_MONOTONE_BLOCK; k++)
    {
      gsize i = k < MG_MONOTONE_BLOCK ? k : n - 1000 - 2 * MG_MONOTONE_BLOCK + k;
      guint16 old = numbers[i];

      numbers[i] = 0;
      write_numbers (path, (const guint32 *) (gpointer) numbers, words);
      MG_CHECK (passes (path, words, MG_INDEX_BLOCKS_RISING, 0, 0) == (i % MG_MONOTONE_BLOCK <= 1));
      numbers[i] = old;
    }
}

/* Sequences with wide blocks, whose bases, places and numbers may each be wrong. */
static void
test_sequences_are_checked (void)
{
  g_autofree char *path = place ("sequence");
  MgMonotone sequence = { 0 };
  guint64 n = 1000;

  mg_monotone_init (&sequence, n);
  for (guint64 i = 0; i < n; i++)
    mg_monotone_set (&sequence, i, i < 300 ? i : i * G_GUINT64_CONSTANT (0x7fffffff));
  MG_CHECK (sequence.n_wide > 0);
  for (guint damage = 0; damage < 6; damage++)
    {
      MgIndexBytes sections[3];
      MgIndexCheck checks[3];
      g_autoptr (MgIndexFile) file = NULL;
      MgMonotone back;
      guint64 old_base = sequence.base[2], old_wide = sequence.wide[40];

      if (damage == 1)
        sequence.base[2] = MG_MONOTONE_WIDE | sequence.n_wide;
      else if (damage == 2)
        sequence.base[2] = 0; /* a wide block that is none: falls behind the block before it */
      else if (damage == 3)
        sequence.wide[40] = 1;
      else if (damage == 4)
        sequence.wide[40] |= MG_MONOTONE_WIDE;
      mg_index_put_monotone (&sequence, sections);
      mg_index_check_monotone (n, sequence.n_wide, checks);
      MG_CHECK (mg_index_file_write (path, &key, sections, 3, NULL, NULL, NULL));
      file = mg_index_file_open (path, &key);
      MG_CHECK (file && mg_index_file_verify (file, checks, 3, 1, NULL, NULL));
      MG_CHECK (mg_index_get_monotone (file, 0, n, sequence.n_wide, damage == 5 ? 4711 : G_MAXINT64, &back)
                == (damage == 0));
      for (guint64 i = 0; i < n && damage == 0; i++)
        MG_CHECK (mg_monotone_get (&back, i) == mg_monotone_get (&sequence, i));
      sequence.base[2] = old_base;
      sequence.wide[40] = old_wide;
    }
  mg_monotone_clear (&sequence);
}

/* A program of another version, machine or file. */
static void
test_foreign_heads_are_refused (void)
{
  g_autofree char *path = place ("foreign");
  guint32 numbers[4] = { 1, 2, 3, 4 };
  static const struct
  {
    gsize offset;
    guint8 byte;
  } changes[] = { { 0, 'X' }, { 8, MG_INDEX_FORMAT + 1 }, { 12, 1 }, { 16, 9 }, { 24, 9 }, { 32, 9 }, { 40, 9 },
                  { 48, 9 },  { 56, 9 },                  { 64, 2 }, { 64, 0 }, { 68, 9 } };

  write_numbers (path, numbers, 4);
  MG_CHECK (passes (path, 4, MG_INDEX_ANY, 0, 0));
  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *bytes = NULL;
      gsize size;

      write_numbers (path, numbers, 4);
      MG_CHECK (g_file_get_contents (path, &bytes, &size, NULL));
      bytes[changes[i].offset] = (char) changes[i].byte;
      MG_CHECK (g_file_set_contents (path, bytes, (gssize) size, NULL));
      MG_CHECK (mg_index_file_open (path, &key) == NULL);
    }
  MG_CHECK (mg_index_file_open ("/nonexistent/index", &key) == NULL);
  MG_CHECK (mg_index_file_open (mg_test_temp_dir (), &key) == NULL);
}

/* --- writing --- */

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (directory && g_dir_read_name (directory))
    n++;
  return n;
}

/* A disk that is full, played by a limit on the size of files: nothing stays behind; what was there before stays. */
static void
test_full_disk_leaves_nothing (void)
{
  g_autofree char *folder = place ("full"), *path = g_build_filename (folder, "index", NULL);
  g_autofree guint32 *numbers = g_new0 (guint32, 1 << 20);
  MgIndexBytes section = { numbers, 4 << 20 };
  struct rlimit old, small = { 0 };
  g_autoptr (GError) error = NULL;
  guint32 before[4] = { 1, 2, 3, 4 };

  MG_CHECK (g_mkdir (folder, 0700) == 0);
  write_numbers (path, before, 4);
  MG_CHECK (getrlimit (RLIMIT_FSIZE, &old) == 0);
  signal (SIGXFSZ, SIG_IGN);
  small.rlim_cur = 1 << 20;
  small.rlim_max = old.rlim_max;
  MG_CHECK (setrlimit (RLIMIT_FSIZE, &small) == 0);
  MG_CHECK (!mg_index_file_write (path, &key, &section, 1, NULL, NULL, &error));
  MG_CHECK (setrlimit (RLIMIT_FSIZE, &old) == 0);
  MG_CHECK_ERROR (error, MG_ERROR_IO);
  MG_CHECK_UINT (count_files (folder), 1);
  MG_CHECK (passes (path, 4, MG_INDEX_ANY, 0, 0));
}

static void
test_missing_folder_is_an_error (void)
{
  MgIndexBytes section = { "abcd", 4 };
  g_autoptr (GError) error = NULL;

  MG_CHECK (!mg_index_file_write ("/proc/no-such-folder/index", &key, &section, 1, NULL, NULL, &error));
  MG_CHECK_ERROR (error, MG_ERROR_IO);
}

static void
test_cancel_leaves_nothing (void)
{
  g_autofree char *folder = place ("cancel"), *path = g_build_filename (folder, "index", NULL);
  MgIndexBytes section = { "abcd", 4 };
  MgIndexCheck check = { .bytes = 4 };
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (MgIndexFile) file = NULL;
  g_autoptr (GError) error = NULL, second = NULL;

  MG_CHECK (g_mkdir (folder, 0700) == 0);
  mg_progress_cancel (progress);
  MG_CHECK (!mg_index_file_write (path, &key, &section, 1, NULL, progress, &error));
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
  MG_CHECK_UINT (count_files (folder), 0);
  MG_CHECK (mg_index_file_write (path, &key, &section, 1, NULL, NULL, NULL));
  file = mg_index_file_open (path, &key);
  MG_CHECK (file && !mg_index_file_verify (file, &check, 1, 0, progress, &second));
  MG_CHECK_ERROR (second, MG_ERROR_CANCELLED);
}

typedef struct
{
  const char *path;
  guint32 *numbers;
} Writer;

static gpointer
write_often (gpointer data)
{
  Writer *writer = data;

  for (guint i = 0; i < 40; i++)
    {
      MgIndexBytes section = { writer->numbers, MG_INDEX_BLOCK };

      if (!mg_index_file_write (writer->path, &key, &section, 1, NULL, NULL, NULL))
        return NULL;
    }
  return data;
}

/* Two write one file over and over; whoever reads it meanwhile sees the one or the other, whole. */
static void
test_two_writers_and_a_reader (void)
{
  g_autofree char *folder = place ("two"), *path = g_build_filename (folder, "index", NULL);
  Writer writers[2];
  GThread *threads[2];

  MG_CHECK (g_mkdir (folder, 0700) == 0);
  for (guint i = 0; i < 2; i++)
    {
      writers[i] = (Writer){ path, g_malloc (MG_INDEX_BLOCK) };
      memset (writers[i].numbers, (int) i + 1, MG_INDEX_BLOCK);
      threads[i] = g_thread_new ("writer", write_often, &writers[i]);
    }
  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_usleep (100);
  for (guint i = 0; i < 60; i++)
    MG_CHECK (passes (path, MG_INDEX_BLOCK / 4, MG_INDEX_BELOW, 0x02020203, 0));
  for (guint i = 0; i < 2; i++)
    {
      MG_CHECK (g_thread_join (threads[i]) == &writers[i]);
      g_free (writers[i].numbers);
    }
  MG_CHECK_UINT (count_files (folder), 1);
}

/* --- the folder --- */

static void
put (const char *folder, const char *name, gsize bytes, gint64 age_sec)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *content = g_malloc0 (bytes);
  struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = g_get_real_time () / G_USEC_PER_SEC - age_sec } };

  MG_CHECK (g_file_set_contents (path, content, (gssize) bytes, NULL));
  MG_CHECK (utimensat (AT_FDCWD, path, times, 0) == 0);
}

static gboolean
there_is (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* The parts of the file used longest ago go first, all of them; what is not an index stays whatever happens. */
static void
test_oldest_goes_first (void)
{
  g_autofree char *folder = place ("room");
  MgIndex index = { .folder = folder, .name = (char *) "00000000000000aa", .limit_bytes = 100000 };

  MG_CHECK (g_mkdir (folder, 0700) == 0);
  put (folder, "00000000000000aa.graph", 10000, 9000);
  put (folder, "00000000000000bb.graph", 20000, 8000);
  put (folder, "00000000000000bb.tree", 20000, 10); /* used lately: so was its graph */
  put (folder, "00000000000000cc.graph", 20000, 7000);
  put (folder, "00000000000000dd.walk", 10000, 500);
  put (folder, "00000000000000ee.tree.123-0badcafe.tmp", 10000, 4000);
  put (folder, "00000000000000ff.tree.123-0badcafe.tmp", 10, 60);
  put (folder, "notes.graph", 10, 100000);
  put (folder, "00000000000000bb.unknown", 10, 100000);
  MG_CHECK_UINT (mg_index_folder_bytes (folder), 90010);
  MG_CHECK (mg_index_make_room (&index, 19990));
  MG_CHECK (!there_is (folder, "00000000000000ee.tree.123-0badcafe.tmp"));
  MG_CHECK (there_is (folder, "00000000000000ff.tree.123-0badcafe.tmp"));
  MG_CHECK_UINT (mg_index_folder_bytes (folder), 80010);
  MG_CHECK (mg_index_make_room (&index, 30000));
  MG_CHECK (!there_is (folder, "00000000000000cc.graph") && there_is (folder, "00000000000000dd.walk"));
  MG_CHECK (mg_index_make_room (&index, 50000));
  MG_CHECK (!there_is (folder, "00000000000000dd.walk") && there_is (folder, "00000000000000bb.graph"));
  MG_CHECK (!mg_index_make_room (&index, 95000));
  MG_CHECK (there_is (folder, "00000000000000aa.graph"));
  MG_CHECK (!mg_index_make_room (&index, 100001));
  mg_index_folder_empty (folder);
  MG_CHECK_UINT (count_files (folder), 2);
}

/* A folder that cannot be made, or is a file. */
static void
test_no_folder_no_room (void)
{
  g_autofree char *path = place ("file");
  MgIndex index = { .folder = path, .name = (char *) "00000000000000aa", .limit_bytes = 100000 };

  MG_CHECK (g_file_set_contents (path, "x", 1, NULL));
  MG_CHECK (!mg_index_make_room (&index, 10));
  MG_CHECK_UINT (mg_index_folder_bytes (path), 0);
}

static const MgTest tests[] = {
  { "numbers must stay in bounds", test_numbers_must_stay_in_bounds },
  { "falling numbers are noticed", test_falling_numbers_are_noticed },
  { "sequences are checked", test_sequences_are_checked },
  { "foreign heads are refused", test_foreign_heads_are_refused },
  { "full disk leaves nothing", test_full_disk_leaves_nothing },
  { "missing folder is an error", test_missing_folder_is_an_error },
  { "cancel leaves nothing", test_cancel_leaves_nothing },
  { "two writers and a reader", test_two_writers_and_a_reader },
  { "oldest goes first", test_oldest_goes_first },
  { "no folder, no room", test_no_folder_no_room },
};

MG_TEST_MAIN ("index-file", tests)
