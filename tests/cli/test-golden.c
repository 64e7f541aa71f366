/* What a person sees, kept as files in golden/: a change of one letter shows. After a change that is meant, run
 * `MG_UPDATE_GOLDEN=1 meson test cli-golden` and look at the difference. */
#include <string.h>

#include "tests/cli/cli.h"

#define LEAK_TYPE "Shop.Web.PageContext"

static const struct
{
  const char *file;
  const char *words[10];
} goldens[] = {
  { "leak-info.txt", { "info", "LEAK" } },
  { "leak-types.txt", { "types", "LEAK", "--top", "12" } },
  { "leak-types-retained.md", { "types", "LEAK", "--top", "5", "--retained", "--format", "markdown" } },
  { "leak-types-namespace.txt", { "types", "LEAK", "--by", "namespace", "--filter", "^Shop", "--retained" } },
  { "leak-instances.txt", { "instances", "LEAK", "--filter", "^Shop\\.Pricing", "--sort", "address" } },
  { "leak-roots.txt", { "roots", "LEAK", "--type", LEAK_TYPE, "--cut" } },
  { "leak-roots.md", { "roots", "LEAK", "--type", LEAK_TYPE, "--format", "markdown" } },
  { "leak-dominators.txt", { "dominators", "LEAK", "--top", "8", "--depth", "4", "--by", "type" } },
  { "garden-types.csv", { "types", "GARDEN", "--filter", "^Garden", "--sort", "name", "--format", "csv" } },
  { "garden-dominators.txt", { "dominators", "GARDEN", "--top", "12", "--depth", "4" } },
  { "waiting-async.txt", { "async", "WAITING" } },
  { "waiting-async-suspended.txt", { "async", "SUSPENDED", "--filter", "Climb|Pay" } },
  { "waiting-async-type.csv", { "async", "WAITING", "--by", "type", "--tasks", "--format", "csv" } },
  { "waiting-timers.txt", { "timers", "WAITING" } },
  { "waiting-timers.json", { "timers", "SUSPENDED", "--filter", "^Waiting\\.Hotel", "--format", "json" } },
  { "waiting-roots.txt", { "roots", "WAITING", "--type", "Waiting.Regular" } },
  { "help-roots.txt", { "roots", "--help" } },
};

/* Paths of this machine are no part of the answer. */
static char *
without_paths (const char *text)
{
  g_autoptr (GString) clean = g_string_new (text);
  g_autofree char *leak = g_path_get_dirname (mg_cli_leak ()), *garden = g_path_get_dirname (mg_cli_garden ());
  g_autofree char *core = g_path_get_dirname (mg_cli_core ("waiting-10.0.15"));

  g_string_replace (clean, leak, "…", 0);
  g_string_replace (clean, garden, "…", 0);
  g_string_replace (clean, core, "…", 0);
  return g_string_free (g_steal_pointer (&clean), FALSE);
}

static void
compare (const char *file, const char *actual)
{
  g_autofree char *path = g_build_filename (MG_GOLDEN_DIR, file, NULL);
  g_autofree char *expected = NULL;
  g_auto (GStrv) actual_lines = NULL, expected_lines = NULL;

  if (g_getenv ("MG_UPDATE_GOLDEN"))
    {
      MG_CHECK (g_file_set_contents (path, actual, -1, NULL));
      return;
    }
  if (!g_file_get_contents (path, &expected, NULL, NULL))
    {
      mg_test_fail (__FILE__, __LINE__, "golden/%s is missing", file);
      return;
    }
  actual_lines = g_strsplit (actual, "\n", -1);
  expected_lines = g_strsplit (expected, "\n", -1);
  for (guint i = 0; actual_lines[i] || expected_lines[i]; i++)
    if (g_strcmp0 (actual_lines[i], expected_lines[i]) != 0)
      {
        mg_test_fail (__FILE__, __LINE__, "golden/%s, line %u:\n  is        %s\n  should be %s", file, i + 1,
                      actual_lines[i] ? actual_lines[i] : "(the end)",
                      expected_lines[i] ? expected_lines[i] : "(the end)");
        return;
      }
}

/* The files that capitals stand for. */
static const char *
file_or_word (const char *word)
{
  if (strcmp (word, "LEAK") == 0)
    return mg_cli_leak ();
  if (strcmp (word, "GARDEN") == 0)
    return mg_cli_garden ();
  if (strcmp (word, "WAITING") == 0)
    return mg_cli_core ("waiting-10.0.15");
  if (strcmp (word, "SUSPENDED") == 0)
    return mg_cli_core ("waiting-11.0.0");
  return word;
}

static void
test_output_is_as_it_was (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new ();
      g_autofree char *clean = NULL;
      g_auto (MgCliResult) result;

      for (gsize k = 0; k < G_N_ELEMENTS (goldens[i].words) && goldens[i].words[k]; k++)
        {
          const char *word = goldens[i].words[k];

          g_ptr_array_add (words, (gpointer) file_or_word (word));
        }
      mg_cli_run_words (&result, NULL, words);
      MG_CHECK_STATUS (&result, 0);
      clean = without_paths (result.out);
      compare (goldens[i].file, clean);
    }
}

static const MgTest tests[] = {
  { "output is as it was", test_output_is_as_it_was },
};

MG_TEST_MAIN ("cli-golden", tests)
