#include "tests/support/test.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *temp_dir;

static void
remove_tree (const char *path)
{
  GDir *dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);

  if (dir)
    {
      const char *name;

      while ((name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);

          remove_tree (child);
        }
      g_dir_close (dir);
    }
  g_remove (path);
}

const char *
mg_test_temp_dir (void)
{
  if (temp_dir == NULL)
    {
      temp_dir = g_dir_make_tmp ("mangrove-test-XXXXXX", NULL);
      g_assert (temp_dir != NULL);
    }
  return temp_dir;
}

const char *
mg_test_data_path (const char *name)
{
  static char *path;

  g_free (path);
  path = g_build_filename (MG_TEST_DATA_DIR, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS) ? path : NULL;
}

char *
mg_test_sample_path (const char *name)
{
  const char *dir = g_getenv ("MANGROVE_SAMPLES");
  char *path;

  if (dir == NULL)
    return NULL;
  path = g_build_filename (dir, name, NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_clear_pointer (&path, g_free);
  return path;
}

void
mg_test_skip (const char *why)
{
  gboolean ci = g_getenv ("CI") != NULL;

  g_printerr ("%s: %s\n", ci ? "FAILED, not skipped, because CI is set" : "skipped", why);
  exit (ci ? 1 : 77);
}

void
mg_test_fail (const char *file, int line, const char *format, ...)
{
  va_list args;
  g_autofree char *message = NULL;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  CU_assertImplementation (CU_FALSE, (unsigned int) line, message, file, "", CU_FALSE);
}

void
mg_test_check (const char *file, int line, gboolean condition, const char *text)
{
  if (!condition)
    mg_test_fail (file, line, "%s", text);
  else
    CU_PASS (text)
}

void
mg_test_check_string (const char *file, int line, const char *actual, const char *expected)
{
  if (g_strcmp0 (actual, expected) != 0)
    mg_test_fail (file, line, "is \"%s\", should be \"%s\"", actual ? actual : "(null)",
                  expected ? expected : "(null)");
  else
    CU_PASS ("equal")
}

void
mg_test_check_contains (const char *file, int line, const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    mg_test_fail (file, line, "\"%s\" does not contain \"%s\"", text ? text : "(null)", part);
  else
    CU_PASS ("contains")
}

void
mg_test_check_uint (const char *file, int line, const char *what, guint64 actual, guint64 expected)
{
  if (actual != expected)
    mg_test_fail (file, line, "%s is %" G_GUINT64_FORMAT ", should be %" G_GUINT64_FORMAT, what, actual, expected);
  else
    CU_PASS ("equal")
}

void
mg_test_check_no_error (const char *file, int line, const GError *error)
{
  if (error)
    mg_test_fail (file, line, "unexpected error: %s", error->message);
  else
    CU_PASS ("no error")
}

void
mg_test_check_error (const char *file, int line, const GError *error, GQuark domain, int code)
{
  if (error == NULL)
    mg_test_fail (file, line, "no error, should be %s %d", g_quark_to_string (domain), code);
  else if (!g_error_matches (error, domain, code))
    mg_test_fail (file, line, "error is %s %d \"%s\", should be %s %d", g_quark_to_string (error->domain), error->code,
                  error->message, g_quark_to_string (domain), code);
  else
    CU_PASS ("error as expected")
}

int
mg_test_run (const char *suite, const MgTest *tests, gsize n, int argc, char **argv)
{
  CU_pSuite s;
  unsigned int failed, run;

  setvbuf (stdout, NULL, _IOLBF, 0);
  if (CU_initialize_registry () != CUE_SUCCESS || (s = CU_add_suite (suite, NULL, NULL)) == NULL)
    return 1;
  for (gsize i = 0; i < n; i++)
    if (argc < 2 || strstr (tests[i].name, argv[1]) != NULL)
      CU_add_test (s, tests[i].name, tests[i].func);
  CU_basic_set_mode (CU_BRM_VERBOSE);
  CU_basic_run_tests ();
  run = CU_get_number_of_tests_run ();
  failed = CU_get_number_of_tests_failed ();
  /* Failure records also count a suite that could not start. */
  if (failed == 0 && CU_get_number_of_failure_records () > 0)
    failed = 1;
  CU_cleanup_registry ();
  if (temp_dir)
    remove_tree (temp_dir);
  g_clear_pointer (&temp_dir, g_free);
  printf ("%s: %u passed, %u failed\n", suite, run - MIN (run, failed), failed);
  return failed > 0 || run == 0 ? 1 : 0;
}
