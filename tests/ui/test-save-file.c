#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "app/save-file.h"
#include "tests/support/test.h"

static const char words[] = "in two parts";

typedef struct
{
  GFile *file;
  gboolean seen; /* before all was written */
  gboolean fail;
} Writing;

static gboolean
write_words (GOutputStream *stream, gpointer user_data, GError **error)
{
  Writing *writing = user_data;
  g_autofree char *now = NULL;

  if (!g_output_stream_write_all (stream, words, 6, NULL, NULL, error) || !g_output_stream_flush (stream, NULL, error))
    return FALSE;
  writing->seen = g_file_load_contents (writing->file, NULL, &now, NULL, NULL, NULL) && g_str_has_prefix (now, "in");
  if (writing->fail)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "full");
  return !writing->fail && g_output_stream_write_all (stream, words + 6, strlen (words) - 6, NULL, NULL, error);
}

/* A folder of its own for one test. */
static char *
new_folder (const char *name)
{
  char *folder = g_build_filename (mg_test_temp_dir (), name, NULL);

  MG_CHECK (g_mkdir (folder, 0700) == 0);
  return folder;
}

static guint
n_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir && g_dir_read_name (dir))
    n++;
  return n;
}

static void
check_contents (const char *path, const char *expected)
{
  g_autofree char *contents = NULL;

  MG_CHECK (g_file_get_contents (path, &contents, NULL, NULL));
  MG_CHECK_STRING (contents, expected);
}

static void
test_new_file_appears_whole (void)
{
  g_autofree char *folder = new_folder ("new"), *path = g_build_filename (folder, "a.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Writing writing = { file, FALSE, FALSE };
  g_autoptr (GError) error = NULL;

  MG_CHECK (mg_save_file (file, write_words, &writing, &error) && error == NULL);
  MG_CHECK (!writing.seen);
  check_contents (path, words);
  MG_CHECK_UINT (n_files (folder), 1);
}

static void
test_old_file_stays_until_then (void)
{
  g_autofree char *folder = new_folder ("old"), *path = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *link = g_build_filename (folder, "link.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (link);
  Writing writing = { file, FALSE, TRUE };
  g_autoptr (GError) error = NULL;

  MG_CHECK (g_file_set_contents (path, "old", -1, NULL));
  MG_CHECK (symlink ("a.txt", link) == 0);
  MG_CHECK (!mg_save_file (file, write_words, &writing, &error));
  MG_CHECK (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE) && !writing.seen);
  check_contents (path, "old");
  MG_CHECK_UINT (n_files (folder), 2);

  writing.fail = FALSE;
  MG_CHECK (mg_save_file (file, write_words, &writing, NULL) && !writing.seen);
  MG_CHECK (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  check_contents (path, words);
  MG_CHECK_UINT (n_files (folder), 2);
}

static void
test_nothing_is_left_of_a_failure (void)
{
  g_autofree char *folder = new_folder ("failure"), *path = g_build_filename (folder, "a.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Writing writing = { file, FALSE, TRUE };
  g_autoptr (GError) error = NULL;

  MG_CHECK (!mg_save_file (file, write_words, &writing, &error));
  MG_CHECK (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE));
  MG_CHECK_UINT (n_files (folder), 0);
}

/* The name that the user chose is the one that the message has. */
static void
test_says_where_it_cannot_write (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "no such folder", "a.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  MG_CHECK (!mg_save_text (file, "text", &error));
  MG_CHECK (error != NULL && strstr (error->message, "/.a.txt") == NULL);
}

static const MgTest tests[] = {
  { "new file appears whole", test_new_file_appears_whole },
  { "old file stays until then", test_old_file_stays_until_then },
  { "nothing is left of a failure", test_nothing_is_left_of_a_failure },
  { "says where it cannot write", test_says_where_it_cannot_write },
};

MG_TEST_MAIN ("save-file", tests)
