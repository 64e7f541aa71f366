#include "analysis/source/file.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "tests/support/test.h"

static char *
file_with (const char *name, const char *text)
{
  char *path = g_build_filename (mg_test_temp_dir (), name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
test_maps_a_file (void)
{
  g_autofree char *path = file_with ("plain", "hello");
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSource) source = mg_source_open (path, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK_UINT (mg_source_size (source), 5);
  MG_CHECK (memcmp (mg_source_data (source), "hello", 5) == 0);
  MG_CHECK_STRING (mg_source_path (source), path);
  MG_CHECK_STRING (mg_source_name (source), "plain");
  MG_CHECK (mg_source_check (source, NULL));
  /* Dropped pages can be read again. */
  mg_source_advise (source, 0, 5, MG_SOURCE_DONE);
  MG_CHECK (memcmp (mg_source_data (source), "hello", 5) == 0);
}

static void
test_refuses_what_is_no_file (void)
{
  g_autofree char *empty = file_with ("empty", ""), *missing = g_build_filename (mg_test_temp_dir (), "missing", NULL);
  const struct
  {
    const char *path, *words;
    int code;
  } cases[] = {
    { empty, "empty", MG_ERROR_NOT_RECOGNIZED },
    { missing, "moved, renamed or deleted", MG_ERROR_IO },
    { mg_test_temp_dir (), "folder", MG_ERROR_NOT_RECOGNIZED },
    { "/dev/null", "device", MG_ERROR_NOT_RECOGNIZED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      MG_CHECK (mg_source_open (cases[i].path, NULL, &error) == NULL);
      MG_CHECK_ERROR (error, cases[i].code);
      if (error)
        MG_CHECK_CONTAINS (error->message, cases[i].words);
    }
}

/* Root may read everything: somebody else tries. */
static void
test_says_who_may_read (void)
{
  g_autofree char *path = file_with ("secret", "closed");
  int status = -1;
  pid_t child;

  g_assert_cmpint (chmod (path, 0), ==, 0);
  child = fork ();
  if (child == 0)
    {
      g_autoptr (GError) error = NULL;
      gboolean nobody = geteuid () != 0 || setuid (65534) == 0;
      MgSource *source = nobody ? mg_source_open (path, NULL, &error) : NULL;

      _exit (source == NULL && error && strstr (error->message, "change its permissions") ? 0 : 1);
    }
  MG_CHECK (waitpid (child, &status, 0) == child && status == 0);
}

/* Whoever opens a pipe that nobody writes to waits, but can stop waiting. */
static void
test_a_silent_pipe_can_be_left (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "silent", NULL);
  g_autoptr (GError) error = NULL;
  MgProgress *progress = mg_progress_new (NULL, NULL, NULL);

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  mg_progress_cancel (progress);
  MG_CHECK (mg_source_open (path, progress, &error) == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
  mg_progress_unref (progress);
}

static void
test_reads_a_pipe (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "pipe", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSource) source = NULL;
  pid_t child;
  gsize n = 3000000, wrong = 0;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  child = fork ();
  if (child == 0)
    {
      FILE *out = fopen (path, "w");

      for (gsize i = 0; i < n; i++)
        fputc ((int) (i % 251), out);
      fclose (out);
      _exit (0);
    }
  source = mg_source_open (path, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  MG_CHECK_UINT (mg_source_size (source), n);
  for (gsize i = 0; i < n; i++)
    wrong += mg_source_data (source)[i] != i % 251;
  MG_CHECK_UINT (wrong, 0);
}

static void
test_notices_a_shorter_file (void)
{
  g_autofree char *path = file_with ("shrinking", "0123456789");
  g_autoptr (MgSource) source = mg_source_open (path, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (truncate (path, 4), ==, 0);
  MG_CHECK (!mg_source_check (source, &error));
  MG_CHECK_ERROR (error, MG_ERROR_IO);
  MG_CHECK_CONTAINS (error->message, "shorter");
}

/* What is read there is nothing, and the program lives; it is not forgotten when the file grows again. */
static void
test_reads_zeros_where_the_file_was_cut (void)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE), size = 8 * page;
  g_autofree char *text = g_strnfill (size, 'x'), *path = file_with ("cut", text);
  g_autoptr (MgSource) source = mg_source_open (path, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (truncate (path, (off_t) (2 * page)), ==, 0);
  MG_CHECK_UINT (mg_source_data (source)[page], 'x');
  MG_CHECK_UINT (mg_source_data (source)[5 * page + 7], 0);
  MG_CHECK_UINT (mg_source_data (source)[size - 1], 0);
  MG_CHECK_UINT (mg_source_data (source)[page], 'x');
  g_assert_cmpint (truncate (path, (off_t) size), ==, 0);
  MG_CHECK (!mg_source_check (source, &error));
  MG_CHECK_ERROR (error, MG_ERROR_IO);
}

static const MgTest tests[] = {
  { "maps a file", test_maps_a_file },
  { "refuses what is no file", test_refuses_what_is_no_file },
  { "says who may read", test_says_who_may_read },
  { "reads a pipe", test_reads_a_pipe },
  { "a silent pipe can be left", test_a_silent_pipe_can_be_left },
  { "notices a shorter file", test_notices_a_shorter_file },
  { "reads zeros where the file was cut", test_reads_zeros_where_the_file_was_cut },
};

MG_TEST_MAIN ("source", tests)
