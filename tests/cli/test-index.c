/* The saved index behind the command line: it appears after an answer, changes none, and its lack is no matter. */
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/index/index.h"
#include "tests/cli/cli.h"
#include "tests/support/dump-writer.h"

/* More than half a million objects: fewer are not worth an index. */
#define MANY 500100

static char *
big_file (void)
{
  g_autoptr (MgDump) dump = mg_dump_new ();
  g_autoptr (GByteArray) bytes = NULL;
  guint32 type = mg_dump_add_type (dump, "My.Thing", 24, "My.dll"), first;

  dump->root = mg_dump_add_node (dump, mg_dump_add_type (dump, "[.NET Roots]", 0, NULL), 0, 0);
  first = dump->root + 1;
  for (guint32 i = 0; i < MANY; i++)
    {
      mg_dump_add_node (dump, type, MG_DUMP_TYPE_SIZE, 0x10000 + (guint64) i * 24);
      mg_dump_add_edge (dump, i < 10 ? dump->root : first + i / 7, first + i);
    }
  bytes = mg_dump_write (dump);
  return mg_dump_save (bytes, "many.gcdump");
}

static char *
use_cache (const char *name)
{
  g_autofree char *cache = g_build_filename (mg_test_temp_dir (), name, NULL);

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  return g_build_filename (cache, "mangrove", NULL);
}

static void
check_same (const MgCliResult *a, const MgCliResult *b)
{
  MG_CHECK_UINT (b->status, 0);
  MG_CHECK_STRING (b->out, a->out);
  MG_CHECK_STRING (b->err, "");
}

static void
damage_all (const char *folder)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *bytes = NULL;
      gsize size;

      MG_CHECK (g_file_get_contents (path, &bytes, &size, NULL));
      bytes[size / 2] ^= 1;
      MG_CHECK (g_file_set_contents (path, bytes, (gssize) size, NULL));
    }
}

static void
test_index_changes_no_answer (void)
{
  g_autofree char *path = big_file (), *folder = use_cache ("cache");
  g_auto (MgCliResult) without, first, second, damaged, objects, nowhere;
  guint64 bytes;

  mg_cli_run (&without, "dominators", path, "--top", "20", "--no-index", NULL);
  MG_CHECK_UINT (without.status, 0);
  MG_CHECK (!g_file_test (folder, G_FILE_TEST_EXISTS));
  mg_cli_run (&first, "dominators", path, "--top", "20", NULL);
  check_same (&without, &first);
  bytes = mg_index_folder_bytes (folder);
  MG_CHECK (bytes > (guint64) MANY * 30);
  mg_cli_run (&second, "dominators", path, "--top", "20", NULL);
  check_same (&without, &second);
  MG_CHECK_UINT (mg_index_folder_bytes (folder), bytes);
  mg_cli_run (&objects, "instances", path, "--type", "My.Thing", "--top", "3", NULL);
  MG_CHECK_UINT (objects.status, 0);
  MG_CHECK (mg_index_folder_bytes (folder) > bytes);
  damage_all (folder);
  mg_cli_run (&damaged, "dominators", path, "--top", "20", NULL);
  check_same (&without, &damaged);
  g_free (use_cache ("many.gcdump"));
  mg_cli_run (&nowhere, "dominators", path, "--top", "20", NULL);
  check_same (&without, &nowhere);
}

static char *
gzip_of (const char *path)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);
  g_autoptr (GFile) in = g_file_new_for_path (path);
  g_autoptr (GInputStream) file = G_INPUT_STREAM (g_file_read (in, NULL, NULL));
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (file, G_CONVERTER (compressor));
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  MG_CHECK (g_output_stream_splice (out, stream, G_OUTPUT_STREAM_SPLICE_NONE, NULL, NULL) > 0);
  return mg_cli_file ("many.gcdump.gz", g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (out)),
                      g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (out)));
}

/* A compressed file is known again by itself: the same answers, no second index. When it has been written anew, what
 * was saved is not believed any more. */
static void
test_packed_files_have_an_index (void)
{
  const struct timespec times[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };
  g_autofree char *plain = big_file (), *packed = gzip_of (plain), *folder = use_cache ("cache-packed");
  g_auto (MgCliResult) without, first, second, input, anew;
  guint64 bytes;

  mg_cli_run (&without, "dominators", packed, "--top", "20", "--no-index", NULL);
  MG_CHECK_UINT (without.status, 0);
  mg_cli_run (&first, "dominators", packed, "--top", "20", NULL);
  check_same (&without, &first);
  bytes = mg_index_folder_bytes (folder);
  MG_CHECK (bytes > (guint64) MANY * 30);
  mg_cli_run (&second, "dominators", packed, "--top", "20", NULL);
  check_same (&without, &second);
  MG_CHECK_UINT (mg_index_folder_bytes (folder), bytes);
  /* What comes through a pipe has no time, and so no index. */
  {
    const char *line[] = { "dominators", "-", "--top", "20" };
    g_autoptr (GPtrArray) words = g_ptr_array_new ();

    for (gsize i = 0; i < G_N_ELEMENTS (line); i++)
      g_ptr_array_add (words, (gpointer) line[i]);
    mg_cli_run_words (&input, packed, words);
    check_same (&without, &input);
    MG_CHECK_UINT (mg_index_folder_bytes (folder), bytes);
  }
  MG_CHECK (utimensat (AT_FDCWD, packed, times, 0) == 0);
  mg_cli_run (&anew, "dominators", packed, "--top", "20", NULL);
  check_same (&without, &anew);
  MG_CHECK (mg_index_folder_bytes (folder) > bytes);
}

/* Hiding names and values hides nothing from the next run that does not: what is saved is of the file. */
static void
test_redacted_views_have_their_files_index (void)
{
  g_autofree char *path = big_file (), *folder = use_cache ("cache-redacted");
  g_auto (MgCliResult) without, first, second, plain, plain_again;
  guint64 bytes;

  mg_cli_run (&without, "dominators", path, "--top", "20", "--redact", "names", "--no-index", NULL);
  MG_CHECK (strstr (without.out, "My.Thing") == NULL);
  mg_cli_run (&first, "dominators", path, "--top", "20", "--redact", "names", NULL);
  check_same (&without, &first);
  bytes = mg_index_folder_bytes (folder);
  MG_CHECK (bytes > (guint64) MANY * 30);
  mg_cli_run (&second, "dominators", path, "--top", "20", "--redact", "names", NULL);
  check_same (&without, &second);
  mg_cli_run (&plain, "dominators", path, "--top", "20", NULL);
  mg_cli_run (&plain_again, "dominators", path, "--top", "20", "--no-index", NULL);
  check_same (&plain, &plain_again);
  MG_CHECK_CONTAINS (plain.out, "My.Thing");
  MG_CHECK_UINT (mg_index_folder_bytes (folder), bytes);
}

static const MgTest tests[] = {
  { "index changes no answer", test_index_changes_no_answer },
  { "packed files have an index", test_packed_files_have_an_index },
  { "redacted views have their file's index", test_redacted_views_have_their_files_index },
};

MG_TEST_MAIN ("cli-index", tests)
