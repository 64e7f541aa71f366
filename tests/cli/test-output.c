/* Where results go and how it ends: files that appear whole, pipes that close, disks that are full, statuses 0 to 6. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cli/cli.h"

static char *
read_all (const char *path)
{
  char *data = NULL;

  g_file_get_contents (path, &data, NULL, NULL);
  return data;
}

/* Names in the test's folder that begin with a dot: what -o leaves behind. */
static guint
count_leftovers (void)
{
  GDir *dir = g_dir_open (mg_test_temp_dir (), 0, NULL);
  guint n = 0;

  for (const char *name; dir && (name = g_dir_read_name (dir)) != NULL;)
    n += name[0] == '.';
  if (dir)
    g_dir_close (dir);
  return n;
}

static void
test_file_is_what_standard_output_gets (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "types.txt", NULL);
  g_autofree char *written = NULL;
  g_auto (MgCliResult) plain, file;

  mg_cli_run (&plain, "types", mg_cli_leak (), NULL);
  mg_cli_run (&file, "types", mg_cli_leak (), "-o", path, NULL);
  MG_CHECK_STATUS (&file, 0);
  MG_CHECK_STRING (file.out, "");
  MG_CHECK_STRING (file.err, "");
  written = read_all (path);
  MG_CHECK_STRING (written, plain.out);
  MG_CHECK_UINT (count_leftovers (), 0);
}

/* Work that would not fit is not begun; the table of types needs nothing; and one may insist. */
static void
test_memory_limit (void)
{
  g_auto (MgCliResult) refused, types, insisted, usual;

  mg_cli_run (&refused, "dominators", mg_cli_leak (), "--memory-limit", "1k", NULL);
  MG_CHECK_STATUS (&refused, 1);
  MG_CHECK_STRING (refused.out, "");
  MG_CHECK_CONTAINS (refused.err, "of memory for");
  MG_CHECK_CONTAINS (refused.err, "--memory-limit none");
  mg_cli_run (&types, "types", mg_cli_leak (), "--memory-limit", "1k", NULL);
  MG_CHECK_STATUS (&types, 0);
  mg_cli_run (&insisted, "dominators", mg_cli_leak (), "--memory-limit", "none", NULL);
  MG_CHECK_STATUS (&insisted, 0);
  mg_cli_run (&usual, "dominators", mg_cli_leak (), NULL);
  MG_CHECK_STRING (insisted.out, usual.out);
}

static void
test_ending_of_the_name_gives_the_format (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "types.JSON", NULL);
  g_autofree char *text_path = g_build_filename (mg_test_temp_dir (), "forced.json", NULL);
  g_autofree char *written = NULL, *forced = NULL;
  g_auto (MgCliResult) json, file, text;

  mg_cli_run (&json, "types", mg_cli_leak (), "--format", "json", NULL);
  mg_cli_run (&file, "types", mg_cli_leak (), "-o", path, NULL);
  written = read_all (path);
  MG_CHECK_STRING (written, json.out);
  mg_cli_run (&text, "types", mg_cli_leak (), "--format", "text", "-o", text_path, NULL);
  forced = read_all (text_path);
  MG_CHECK (forced && forced[0] != '{');
}

/* A table in a file called table.svg would be no picture: nobody means that. Insisting helps. */
static void
test_ending_that_the_command_cannot_write (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "table.svg", NULL);
  g_auto (MgCliResult) refused, insisted;

  mg_cli_run (&refused, "types", mg_cli_leak (), "-o", path, NULL);
  MG_CHECK_STATUS (&refused, 2);
  MG_CHECK_CONTAINS (refused.err, "“types” can write text, json, csv, markdown");
  MG_CHECK (!g_file_test (path, G_FILE_TEST_EXISTS));
  mg_cli_run (&insisted, "types", mg_cli_leak (), "-o", path, "--format", "csv", NULL);
  MG_CHECK_STATUS (&insisted, 0);
}

static void
test_failure_leaves_the_old_file (void)
{
  g_autofree char *path = mg_cli_file ("kept.txt", "precious\n", 9);
  g_autofree char *broken = mg_cli_file ("broken.gcdump", "no snapshot", 11);
  g_autofree char *kept = NULL;
  g_auto (MgCliResult) result, nothing;

  mg_cli_run (&result, "types", broken, "-o", path, NULL);
  MG_CHECK_STATUS (&result, 3);
  mg_cli_run (&nothing, "instances", mg_cli_leak (), "--type", "No.Such.Type", "-o", path, NULL);
  MG_CHECK_STATUS (&nothing, 6);
  kept = read_all (path);
  MG_CHECK_STRING (kept, "precious\n");
  MG_CHECK_UINT (count_leftovers (), 0);
}

static void
test_replacing_keeps_mode_and_links (void)
{
  g_autofree char *path = mg_cli_file ("mode.txt", "old", 3);
  g_autofree char *link = g_build_filename (mg_test_temp_dir (), "link.txt", NULL);
  g_autofree char *written = NULL;
  g_auto (MgCliResult) result;
  struct stat info;

  MG_CHECK (g_chmod (path, 0640) == 0 && symlink (path, link) == 0);
  mg_cli_run (&result, "types", mg_cli_leak (), "--top", "1", "-o", link, NULL);
  MG_CHECK_STATUS (&result, 0);
  MG_CHECK (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  MG_CHECK (stat (path, &info) == 0 && (info.st_mode & 0777) == 0640);
  written = read_all (path);
  MG_CHECK_CONTAINS (written, "Bytes");
}

static void
copy_file (const char *from, const char *to)
{
  g_autofree char *data = NULL;
  gsize n = 0;

  MG_CHECK (g_file_get_contents (from, &data, &n, NULL) && g_file_set_contents (to, data, (gssize) n, NULL));
}

static void
test_snapshot_is_never_replaced (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "leak.gcdump", NULL);
  g_autofree char *link = g_build_filename (mg_test_temp_dir (), "same.gcdump", NULL);
  g_autofree char *before = NULL, *after = NULL;
  const char *const outputs[] = { path, link };
  gsize n = 0, m = 0;

  copy_file (mg_cli_leak (), path);
  MG_CHECK (symlink (path, link) == 0);
  for (gsize i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_auto (MgCliResult) result, piped;
      g_autoptr (GPtrArray) words = g_ptr_array_new ();

      mg_cli_run (&result, "types", path, "-o", outputs[i], NULL);
      MG_CHECK_STATUS (&result, 2);
      MG_CHECK_CONTAINS (result.err, "would replace the snapshot");
      g_ptr_array_add (words, (gpointer) "types");
      g_ptr_array_add (words, (gpointer) "-");
      g_ptr_array_add (words, (gpointer) "-o");
      g_ptr_array_add (words, (gpointer) outputs[i]);
      mg_cli_run_words (&piped, path, words);
      MG_CHECK_STATUS (&piped, 2);
    }
  MG_CHECK (g_file_get_contents (mg_cli_leak (), &before, &n, NULL) && g_file_get_contents (path, &after, &m, NULL));
  MG_CHECK (n == m && memcmp (before, after, n) == 0);
}

static void
test_protected_file_is_left_alone (void)
{
  g_autofree char *path = mg_cli_file ("protected.txt", "old", 3);
  g_autofree char *kept = NULL;
  g_auto (MgCliResult) result;

  MG_CHECK (g_chmod (path, 0444) == 0);
  mg_cli_run (&result, "types", mg_cli_leak (), "-o", path, NULL);
  MG_CHECK_STATUS (&result, 1);
  kept = read_all (path);
  MG_CHECK_STRING (kept, "old");
}

static void
test_places_that_cannot_be_written (void)
{
  g_autofree char *nowhere = g_build_filename (mg_test_temp_dir (), "no", "such", "folder", NULL);
  const char *const places[] = { nowhere, mg_test_temp_dir () };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_auto (MgCliResult) result;

      mg_cli_run (&result, "types", mg_cli_leak (), "-o", places[i], NULL);
      MG_CHECK_STATUS (&result, 1);
      MG_CHECK_CONTAINS (result.err, "cannot write");
    }
}

/* The program with its standard output led elsewhere by a shell; status of the program, not of the shell. */
static int
run_in_shell (const char *redirection, char **err)
{
  g_autofree char *program = g_shell_quote (mg_cli_program ()), *file = g_shell_quote (mg_cli_leak ());
  g_autofree char *script = g_strdup_printf ("(%s instances %s --filter . --top all; echo \"status $?\" >&2) %s",
                                             program, file, redirection);
  const char *argv[] = { "/bin/sh", "-c", script, NULL };
  g_autoptr (GError) error = NULL;
  const char *status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, err, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  status = *err ? strstr (*err, "status ") : NULL;
  return status ? (int) g_ascii_strtoll (status + strlen ("status "), NULL, 10) : -1;
}

static void
test_reader_that_leaves_is_no_failure (void)
{
  g_autofree char *err = NULL;

  MG_CHECK_UINT (run_in_shell ("| head -1", &err), 0);
  MG_CHECK_STRING (err, "status 0\n");
}

static void
test_full_disk_is_a_failure (void)
{
  g_autofree char *err = NULL;

  MG_CHECK_UINT (run_in_shell (">/dev/full", &err), 1);
  MG_CHECK_CONTAINS (err, "No space left");
}

static void
test_closed_output_is_a_failure (void)
{
  g_autofree char *err = NULL;

  MG_CHECK_UINT (run_in_shell (">&-", &err), 1);
}

static void
test_devices_are_written_directly (void)
{
  g_auto (MgCliResult) result, device;

  mg_cli_run (&result, "types", mg_cli_leak (), NULL);
  mg_cli_run (&device, "types", mg_cli_leak (), "-o", "/dev/stdout", NULL);
  MG_CHECK_STATUS (&device, 0);
  MG_CHECK_STRING (device.out, result.out);
}

static void
test_standard_input_is_a_file_too (void)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (MgCliResult) plain, piped;

  g_ptr_array_add (words, (gpointer) "types");
  g_ptr_array_add (words, (gpointer) "-");
  mg_cli_run_words (&piped, mg_cli_leak (), words);
  mg_cli_run (&plain, "types", mg_cli_leak (), NULL);
  MG_CHECK_STATUS (&piped, 0);
  MG_CHECK_STRING (piped.out, plain.out);
}

static void
test_progress_goes_to_standard_error (void)
{
  g_auto (MgCliResult) quiet, loud;

  mg_cli_run (&quiet, "dominators", mg_cli_leak (), NULL);
  mg_cli_run (&loud, "dominators", mg_cli_leak (), "--progress", NULL);
  MG_CHECK_STRING (quiet.err, "");
  MG_CHECK_STRING (loud.out, quiet.out);
  MG_CHECK_CONTAINS (loud.err, "%\n");
  MG_CHECK (strchr (loud.err, '\r') == NULL);
}

/* --- what cannot be read --- */

static void
test_foreign_files (void)
{
  static const char zip[] = "PK\x03\x04 and so on, for quite a while, until it is long enough to look real";
  g_autofree char *archive = mg_cli_file ("a.gcdump", zip, sizeof zip);
  g_autofree char *empty = mg_cli_file ("empty.gcdump", "", 0);
  g_autofree char *missing = g_build_filename (mg_test_temp_dir (), "missing.gcdump", NULL);
  const struct
  {
    const char *path;
    int status;
  } files[] = { { archive, 3 }, { empty, 3 }, { "/bin/sh", 3 }, { missing, 1 }, { mg_test_temp_dir (), 3 } };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_auto (MgCliResult) result;

      mg_cli_run (&result, "info", files[i].path, NULL);
      MG_CHECK_STATUS (&result, files[i].status);
      MG_CHECK_STRING (result.out, "");
      MG_CHECK (strlen (result.err) > 40);
    }
}

/* Half of a snapshot: results, notes in the words of the file, status 4, in every format. */
static void
test_half_a_file_gives_results_and_4 (void)
{
  g_autofree char *data = NULL, *path = NULL;
  gsize n = 0;
  g_auto (MgCliResult) text, json, info;
  json_t *document;

  MG_CHECK (g_file_get_contents (mg_cli_leak (), &data, &n, NULL));
  path = mg_cli_file ("half.gcdump", data, n / 2);
  mg_cli_run (&text, "types", path, NULL);
  MG_CHECK_STATUS (&text, 4);
  MG_CHECK_CONTAINS (text.out, "Shop.Web.PageContext");
  MG_CHECK_CONTAINS (text.err, "cut off");
  mg_cli_run (&json, "types", path, "--format", "json", NULL);
  MG_CHECK_STATUS (&json, 4);
  document = mg_cli_json (&json);
  MG_CHECK (json_array_size (json_object_get (document, "notes")) > 0);
  MG_CHECK (json_is_true (json_object_get (json_object_get (document, "file"), "damaged")));
  json_decref (document);
  mg_cli_run (&info, "info", path, NULL);
  MG_CHECK_STATUS (&info, 4);
  MG_CHECK_CONTAINS (info.out, "cut off");
}

/* --- what is not there --- */

static void
test_nothing_found_is_6 (void)
{
  static const struct
  {
    const char *words[5];
    const char *message;
  } questions[] = {
    { { "instances", "--type", "Shop.Web.PageContxt" }, "Shop.Web.PageContext" },
    { { "instances", "--type", "PageContext" }, "Shop.Web.PageContext" },
    { { "instances", "--type", "shop.web.pagecontext" }, "Shop.Web.PageContext" },
    { { "roots", "--type", "Shop.Web.PageContexts" }, "did you mean" },
    { { "roots", "--filter", "NothingLikeThis" }, "no type with objects matches" },
    { { "roots", "0x10" }, "no object at 0x10" },
    { { "object", "0x10" }, "no object at 0x10" },
    { { "types", "--filter", "NothingLikeThis" }, "no object passes" },
    { { "dominators", "--filter", "NothingLikeThis" }, "no object" },
    { { "types", "--generation", "2" }, "." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new ();
      g_auto (MgCliResult) result;

      g_ptr_array_add (words, (gpointer) questions[i].words[0]);
      g_ptr_array_add (words, (gpointer) mg_cli_leak ());
      for (gsize k = 1; k < G_N_ELEMENTS (questions[i].words) && questions[i].words[k]; k++)
        g_ptr_array_add (words, (gpointer) questions[i].words[k]);
      mg_cli_run_words (&result, NULL, words);
      MG_CHECK_STATUS (&result, 6);
      MG_CHECK_CONTAINS (result.err, questions[i].message);
    }
}

/* A dead object is there, and nothing holds it: the answer is printed, and is "nothing". */
static void
test_garbage_is_an_answer (void)
{
  g_auto (MgCliResult) list, roots, object, dominators;
  g_autofree char *address = NULL;
  json_t *document;

  mg_cli_run (&list, "instances", mg_cli_leak (), "--filter", ".", "--dead", "--top", "1", "--format", "json", NULL);
  document = mg_cli_json (&list);
  address = g_strdup (
      json_string_value (json_object_get (json_array_get (json_object_get (document, "rows"), 0), "address")));
  MG_CHECK (json_is_null (json_object_get (json_array_get (json_object_get (document, "rows"), 0), "retained")));
  json_decref (document);
  MG_CHECK (address != NULL);
  mg_cli_run (&roots, "roots", mg_cli_leak (), address, NULL);
  MG_CHECK_STATUS (&roots, 6);
  MG_CHECK_CONTAINS (roots.out, "Nothing holds");
  MG_CHECK_CONTAINS (roots.err, "leaves out");
  mg_cli_run (&object, "object", mg_cli_leak (), address, NULL);
  MG_CHECK_STATUS (&object, 0);
  MG_CHECK_CONTAINS (object.out, "by nothing");
  mg_cli_run (&dominators, "dominators", mg_cli_leak (), address, NULL);
  MG_CHECK_STATUS (&dominators, 6);
  MG_CHECK_CONTAINS (dominators.err, "retains nothing");
}

static void
test_address_that_is_no_address (void)
{
  g_auto (MgCliResult) result;

  mg_cli_run (&result, "object", mg_cli_leak (), "Shop.Web.PageContext", NULL);
  MG_CHECK_STATUS (&result, 2);
  MG_CHECK_CONTAINS (result.err, "is no address");
}

/* --- Ctrl+C --- */

static void
test_interrupt_ends_with_5 (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "never.txt", NULL);
  const char *argv[] = { mg_cli_program (), "types", "-", "-o", path, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;
  int in = -1, status = 0;

  /* It waits for a standard input that says nothing. */
  g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &in, NULL, NULL,
                            &error);
  MG_CHECK_NO_ERROR (error);
  /* Its half-written file shows that it has begun. */
  for (guint i = 0; i < 500 && count_leftovers () == 0; i++)
    g_usleep (10000);
  MG_CHECK_UINT (count_leftovers (), 1);
  g_usleep (100000);
  MG_CHECK (kill (pid, SIGINT) == 0);
  MG_CHECK (waitpid (pid, &status, 0) == pid);
  MG_CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 5);
  MG_CHECK_UINT (count_leftovers (), 0);
  MG_CHECK (!g_file_test (path, G_FILE_TEST_EXISTS));
  close (in);
  g_spawn_close_pid (pid);
}

static const MgTest tests[] = {
  { "memory limit", test_memory_limit },
  { "file is what standard output gets", test_file_is_what_standard_output_gets },
  { "ending of the name gives the format", test_ending_of_the_name_gives_the_format },
  { "ending that the command cannot write", test_ending_that_the_command_cannot_write },
  { "failure leaves the old file", test_failure_leaves_the_old_file },
  { "replacing keeps mode and links", test_replacing_keeps_mode_and_links },
  { "snapshot is never replaced", test_snapshot_is_never_replaced },
  { "protected file is left alone", test_protected_file_is_left_alone },
  { "places that cannot be written", test_places_that_cannot_be_written },
  { "reader that leaves is no failure", test_reader_that_leaves_is_no_failure },
  { "full disk is a failure", test_full_disk_is_a_failure },
  { "closed output is a failure", test_closed_output_is_a_failure },
  { "devices are written directly", test_devices_are_written_directly },
  { "standard input is a file too", test_standard_input_is_a_file_too },
  { "progress goes to standard error", test_progress_goes_to_standard_error },
  { "foreign files", test_foreign_files },
  { "half a file gives results and 4", test_half_a_file_gives_results_and_4 },
  { "nothing found is 6", test_nothing_found_is_6 },
  { "garbage is an answer", test_garbage_is_an_answer },
  { "address that is no address", test_address_that_is_no_address },
  { "interrupt ends with 5", test_interrupt_ends_with_5 },
};

MG_TEST_MAIN ("cli-output", tests)
