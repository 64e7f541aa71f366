/* The command line as such: help, version, mistakes. */
#include <string.h>

#include "app/cli/command.h"
#include "app/cli/option-table.h"
#include "tests/cli/cli.h"

static void
test_version (void)
{
  g_auto (MgCliResult) result;

  mg_cli_run (&result, "--version", NULL);
  MG_CHECK_STATUS (&result, 0);
  MG_CHECK (g_str_has_prefix (result.out, "mangrove-cli " MG_VERSION "\n"));
  MG_CHECK_STRING (result.err, "");
}

static void
test_help_of_the_program_names_all_commands (void)
{
  g_auto (MgCliResult) result, empty, word;
  guint n;
  const MgCommand *const *commands = mg_commands (&n);

  mg_cli_run (&result, "--help", NULL);
  MG_CHECK_STATUS (&result, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line = g_strdup_printf ("\n  %s ", commands[i]->name);

      MG_CHECK_CONTAINS (result.out, line);
    }
  /* Nothing typed is a mistake, and the same text helps. */
  mg_cli_run (&empty, NULL);
  MG_CHECK_STATUS (&empty, 2);
  MG_CHECK_STRING (empty.out, "");
  MG_CHECK_STRING (empty.err, result.out);
  mg_cli_run (&word, "help", NULL);
  MG_CHECK_STATUS (&word, 0);
  MG_CHECK_STRING (word.out, result.out);
}

static void
check_width (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line; line++)
    if (g_utf8_strlen (*line, -1) > 100)
      mg_test_fail (__FILE__, __LINE__, "a long line: %s", *line);
}

static void
test_help_of_each_command_is_whole (void)
{
  guint n;
  const MgCommand *const *commands = mg_commands (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (MgCliResult) result, word;

      mg_cli_run (&result, commands[i]->name, "--help", NULL);
      MG_CHECK_STATUS (&result, 0);
      mg_cli_run (&word, "help", commands[i]->name, NULL);
      MG_CHECK_STRING (word.out, result.out);
      for (MgOptionId id = 0; id < MG_N_OPTIONS; id++)
        if ((commands[i]->options & MG_OPTION_BIT (id)) && mg_option_spec (id)->help)
          {
            g_autofree char *option = g_strdup_printf ("--%s", mg_option_spec (id)->name);

            MG_CHECK_CONTAINS (result.out, option);
          }
      for (const char *const *key = commands[i]->sort_keys; key && *key; key++)
        MG_CHECK_CONTAINS (result.out, *key);
      check_width (result.out);
    }
}

/* Every mistake: status 2, nothing on standard output, and a message that contains what helps. */
static const struct
{
  const char *words[6];
  const char *message;
} mistakes[] = {
  { { "typse", "FILE" }, "did you mean “types”?" },
  { { "dominate", "FILE" }, "did you mean “dominators”?" },
  { { "patterns", "FILE" }, "there is no command “patterns”" },
  { { "--format", "json" }, "before the command" },
  { { "types" }, "no FILE given" },
  { { "types", "FILE", "OTHER" }, "too many arguments, beginning with “OTHER”" },
  { { "types", "FILE", "--sort", "sise" }, "did you mean size?" },
  { { "types", "FILE", "--sort", "colour" }, "There are: size, count, retained, name" },
  { { "types", "FILE", "--sort" }, "--sort needs a value: --sort KEY" },
  { { "types", "FILE", "--fromat", "json" }, "did you mean --format?" },
  { { "types", "FILE", "--format", "jsn" }, "did you mean json?" },
  { { "types", "FILE", "--format", "svg" }, "“types” can write text, json, csv, markdown" },
  { { "types", "FILE", "--format", "yaml" }, "There are: text, json, csv, markdown" },
  { { "types", "FILE", "--top", "-1" }, "a whole number is needed, or “all”" },
  { { "types", "FILE", "--top", "3x" }, "a whole number is needed, or “all”" },
  { { "types", "FILE", "--top", "0x10" }, "a whole number is needed, or “all”" },
  { { "types", "FILE", "--top=" }, "a whole number is needed, or “all”" },
  { { "types", "FILE", "--threads", "0" }, "from 1 to 1024" },
  { { "types", "FILE", "--memory-limit", "4X" }, "such as 1500M or 4G is needed, or “none”" },
  { { "types", "FILE", "--reverse=yes" }, "--reverse takes no value" },
  { { "types", "FILE", "--filter", "(ab" }, "char 3" },
  { { "types", "FILE", "--filter", "" }, "the value is empty" },
  { { "types", "FILE", "--exact" }, "--exact needs --filter" },
  { { "types", "FILE", "--live", "--dead" }, "exclude each other" },
  { { "types", "FILE", "--generation", "3" }, "There are: 0, 1, 2, loh, poh, frozen" },
  { { "types", "FILE", "--by", "colour" }, "There are: type, namespace, module" },
  { { "types", "FILE", "--redact", "name" }, "did you mean names?" },
  { { "types", "FILE", "--paths", "3" }, "unknown option --paths" },
  { { "types", "FILE", "-x" }, "unknown option -x" },
  { { "info", "FILE", "--top", "3" }, "unknown option --top" },
  { { "instances", "FILE" }, "--type NAME" },
  { { "instances", "FILE", "--type", "A", "--filter=B" }, "exclude each other" },
  { { "object", "FILE" }, "too few arguments: it takes FILE ADDRESS" },
  { { "roots", "FILE" }, "say what is asked about" },
  { { "roots", "FILE", "0x10", "--type", "A" }, "exclude each other" },
  { { "roots", "FILE", "0x10", "--merge" }, "use it with --type" },
  { { "roots", "FILE", "0x10", "--kinds", "statc" }, "There are: stack, handle, static" },
  { { "roots", "FILE", "0x10", "--kinds=stack", "--no-stacks" }, "leave no kind of root" },
  { { "roots", "FILE", "0x10", "--paths", "51" }, "from 1 to 50" },
  { { "roots", "FILE", "0x10", "--max-nodes", "301" }, "from 3 to 300" },
  { { "dominators", "FILE", "0x10", "--filter", "A" }, "--filter chooses where to begin" },
  { { "dominators", "FILE", "--depth", "0" }, "from 1 to 1000" },
};

static void
test_mistakes_end_with_2_and_help (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_auto (MgCliResult) result;
      g_autoptr (GPtrArray) words = g_ptr_array_new ();

      for (gsize k = 0; k < G_N_ELEMENTS (mistakes[i].words) && mistakes[i].words[k]; k++)
        g_ptr_array_add (
            words, (gpointer) (strcmp (mistakes[i].words[k], "FILE") == 0 ? mg_cli_leak () : mistakes[i].words[k]));
      mg_cli_run_words (&result, NULL, words);
      MG_CHECK_STATUS (&result, 2);
      MG_CHECK_STRING (result.out, "");
      MG_CHECK_CONTAINS (result.err, mistakes[i].message);
      MG_CHECK_CONTAINS (result.err, "--help”.");
      MG_CHECK (g_str_has_prefix (result.err, "mangrove-cli"));
    }
}

static void
test_options_may_stand_anywhere (void)
{
  g_auto (MgCliResult) first, last, joined, dashes;

  mg_cli_run (&first, "types", "--top", "3", "--sort", "count", mg_cli_leak (), NULL);
  mg_cli_run (&last, "types", mg_cli_leak (), "--sort", "count", "--top", "3", NULL);
  mg_cli_run (&joined, "types", "--top=3", mg_cli_leak (), "--sort=count", NULL);
  mg_cli_run (&dashes, "types", "--top=3", "--sort=count", "--", mg_cli_leak (), NULL);
  MG_CHECK_STATUS (&first, 0);
  MG_CHECK_STRING (last.out, first.out);
  MG_CHECK_STRING (joined.out, first.out);
  MG_CHECK_STRING (dashes.out, first.out);
}

static const MgTest tests[] = {
  { "version", test_version },
  { "help of the program names all commands", test_help_of_the_program_names_all_commands },
  { "help of each command is whole", test_help_of_each_command_is_whole },
  { "mistakes end with 2 and help", test_mistakes_end_with_2_and_help },
  { "options may stand anywhere", test_options_may_stand_anywhere },
};

MG_TEST_MAIN ("cli-usage", tests)
