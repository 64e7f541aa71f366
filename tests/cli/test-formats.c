/* Every command in every format: well formed, the same facts in each, the same bytes each time. */
#include <string.h>

#include "tests/cli/cli.h"

/* LEAK, GARDEN and CORE stand for the snapshots; ADDRESS for the first of TYPE in it. */
#define LEAK_TYPE "Shop.Web.PageContext"

static const struct
{
  const char *name;
  const char *words[8];
} questions[] = {
  { "info", { "info", "LEAK" } },
  { "types", { "types", "LEAK" } },
  { "types retained", { "types", "GARDEN", "--retained" } },
  { "types by namespace", { "types", "LEAK", "--by", "namespace", "--retained" } },
  { "types by module", { "types", "GARDEN", "--by", "module" } },
  { "types dead", { "types", "GARDEN", "--dead" } },
  { "instances", { "instances", "LEAK", "--type", LEAK_TYPE } },
  { "instances of a pattern", { "instances", "GARDEN", "--filter", "^Garden", "--sort", "size" } },
  { "object", { "object", "LEAK", "ADDRESS" } },
  { "roots of a type", { "roots", "LEAK", "--type", LEAK_TYPE } },
  { "roots of an object", { "roots", "LEAK", "ADDRESS", "--raw" } },
  { "roots of a pattern", { "roots", "GARDEN", "--filter", "^Garden\\..*Plant$" } },
  { "dominators", { "dominators", "LEAK" } },
  { "dominators as a tree", { "dominators", "GARDEN", "--depth", "5", "--top", "20" } },
  { "dominators by type", { "dominators", "LEAK", "--depth", "4", "--by", "type" } },
  { "info of a core", { "info", "CORE" } },
  { "strings among instances", { "instances", "CORE", "--type", "System.String" } },
  { "roots by field", { "roots", "CORE", "--filter", "AsyncStateMachineBox", "--weak" } },
  { "heap", { "heap", "CORE", "--sort", "free" } },
  { "statics", { "statics", "CORE" } },
  { "handles", { "handles", "CORE", "--sort", "size" } },
  { "each handle", { "handles", "CORE", "--list", "--reverse" } },
  { "finalizers", { "finalizers", "CORE" } },
  { "strings", { "strings", "CORE" } },
  { "timers", { "timers", "CORE" } },
  { "async chains", { "async", "CORE", "--tasks" } },
  { "async methods", { "async", "CORE", "--by", "type" } },
};

static const char *
address_of_first (void)
{
  static char *address;

  if (address == NULL)
    {
      g_auto (MgCliResult) result;
      json_t *document;

      mg_cli_run (&result, "instances", mg_cli_leak (), "--type", LEAK_TYPE, "--format", "json", "--top", "1", NULL);
      document = mg_cli_json (&result);
      address = g_strdup (
          json_string_value (json_object_get (json_array_get (json_object_get (document, "rows"), 0), "address")));
      json_decref (document);
    }
  return address ? address : "0x0";
}

static void
ask (MgCliResult *result, gsize question, const char *format)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (questions[question].words) && questions[question].words[i]; i++)
    {
      const char *word = questions[question].words[i];

      g_ptr_array_add (words, (gpointer) (strcmp (word, "LEAK") == 0      ? mg_cli_leak ()
                                          : strcmp (word, "GARDEN") == 0  ? mg_cli_garden ()
                                          : strcmp (word, "CORE") == 0    ? mg_cli_core ("waiting-10.0.15")
                                          : strcmp (word, "ADDRESS") == 0 ? address_of_first ()
                                                                          : word));
    }
  g_ptr_array_add (words, (gpointer) "--format");
  g_ptr_array_add (words, (gpointer) format);
  mg_cli_run_words (result, NULL, words);
  if (result->status != 0)
    mg_test_fail (__FILE__, __LINE__, "%s as %s: status %d: %s", questions[question].name, format, result->status,
                  result->err);
}

static void
test_json_has_the_envelope (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_auto (MgCliResult) result;
      json_t *document;
      void *first, *second;

      ask (&result, i, "json");
      document = mg_cli_json (&result);
      first = json_object_iter (document);
      second = json_object_iter_next (document, first);
      MG_CHECK_STRING (json_object_iter_key (first), "mangrove");
      MG_CHECK_STRING (json_string_value (json_object_iter_value (first)), questions[i].words[0]);
      MG_CHECK_STRING (json_object_iter_key (second), "version");
      MG_CHECK_UINT (json_integer_value (json_object_iter_value (second)), 1);
      MG_CHECK (json_string_value (json_object_get (json_object_get (document, "file"), "name")) != NULL);
      MG_CHECK (json_is_array (json_object_get (document, "notes")));
      json_decref (document);
    }
}

/* Numbers as digits, addresses as 0x…, null as nothing. */
static char *
as_csv_field (json_t *value)
{
  if (json_is_null (value))
    return g_strdup ("");
  if (json_is_integer (value))
    return g_strdup_printf ("%" JSON_INTEGER_FORMAT, json_integer_value (value));
  if (json_is_string (value))
    return g_strdup (json_string_value (value));
  if (json_is_real (value))
    return g_strdup_printf ("%.6f", json_real_value (value));
  return g_strdup ("?");
}

static void
compare_row (json_t *row, GPtrArray *keys, GPtrArray *fields, const char *name)
{
  if (json_object_size (row) != keys->len || fields->len != keys->len)
    {
      mg_test_fail (__FILE__, __LINE__, "%s: %u fields in CSV, %u in JSON", name, fields->len,
                    (guint) json_object_size (row));
      return;
    }
  for (guint k = 0; k < keys->len; k++)
    {
      g_autofree char *expected = as_csv_field (json_object_get (row, keys->pdata[k]));

      if (strcmp (fields->pdata[k], expected) != 0)
        mg_test_fail (__FILE__, __LINE__, "%s: %s is %s in CSV, %s in JSON", name, (char *) keys->pdata[k],
                      (char *) fields->pdata[k], expected);
    }
}

static void
test_csv_and_json_say_the_same (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_auto (MgCliResult) csv, json;
      g_autoptr (GPtrArray) table = NULL;
      json_t *document, *rows;

      ask (&csv, i, "csv");
      table = mg_cli_csv (csv.out);
      MG_CHECK (table->len > 1);
      for (guint r = 1; r < table->len; r++)
        if (((GPtrArray *) table->pdata[r])->len != ((GPtrArray *) table->pdata[0])->len)
          mg_test_fail (__FILE__, __LINE__, "%s: row %u has another number of fields", questions[i].name, r);
      ask (&json, i, "json");
      document = mg_cli_json (&json);
      rows = json_object_get (document, "rows");
      if (rows)
        {
          MG_CHECK_UINT (table->len - 1, json_array_size (rows));
          for (guint r = 1; r < table->len; r++)
            compare_row (json_array_get (rows, r - 1), table->pdata[0], table->pdata[r], questions[i].name);
        }
      json_decref (document);
    }
}

/* Cells of one Markdown row: pipes that no backslash escapes, minus one. */
static guint
count_cells (const char *line)
{
  guint n = 0;

  for (const char *p = line; *p; p++)
    if (*p == '\\' && p[1])
      p++;
    else if (*p == '|')
      n++;
  return n ? n - 1 : 0;
}

static void
test_markdown_tables_are_even (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_auto (MgCliResult) result;
      g_auto (GStrv) lines = NULL;
      guint expected = 0;

      ask (&result, i, "markdown");
      lines = g_strsplit (result.out, "\n", -1);
      for (char **line = lines; *line; line++)
        {
          guint n = (*line)[0] == '|' ? count_cells (*line) : 0;

          if (n && expected && n != expected)
            mg_test_fail (__FILE__, __LINE__, "%s: %u cells instead of %u: %s", questions[i].name, n, expected, *line);
          expected = n;
        }
    }
}

static void
test_text_is_for_terminals (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_auto (MgCliResult) result;

      ask (&result, i, "text");
      MG_CHECK (g_utf8_validate (result.out, -1, NULL));
      for (const char *p = result.out; *p; p++)
        if (((guchar) *p < 0x20 && *p != '\n') || (guchar) *p == 0x7f)
          {
            mg_test_fail (__FILE__, __LINE__, "%s: a control character", questions[i].name);
            break;
          }
      if (strstr (result.out, " \n") != NULL)
        mg_test_fail (__FILE__, __LINE__, "%s: blanks at the end of a line", questions[i].name);
      MG_CHECK (g_str_has_suffix (result.out, "\n"));
    }
}

static void
test_same_question_same_bytes (void)
{
  static const char *const formats[] = { "text", "json", "csv", "markdown" };

  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    for (gsize f = 0; f < G_N_ELEMENTS (formats); f++)
      {
        g_auto (MgCliResult) first, second;

        ask (&first, i, formats[f]);
        ask (&second, i, formats[f]);
        MG_CHECK_STRING (second.out, first.out);
      }
}

static void
test_threads_do_not_matter (void)
{
  g_auto (MgCliResult) one, many;

  mg_cli_run (&one, "dominators", mg_cli_garden (), "--format", "json", "--depth", "8", "--threads", "1", NULL);
  mg_cli_run (&many, "dominators", mg_cli_garden (), "--format", "json", "--depth", "8", "--threads", "7", "--no-index",
              NULL);
  MG_CHECK_STATUS (&one, 0);
  MG_CHECK_STRING (many.out, one.out);
}

static void
test_pictures_have_their_form (void)
{
  static const struct
  {
    const char *format, *begin, *part;
  } forms[] = {
    { "dot", "digraph", "->" },
    { "mermaid", "%%", "flowchart LR" },
    { "svg", "<?xml", "</svg>" },
    { "png", "\x89PNG\r\n\x1a\n", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *path = g_build_filename (mg_test_temp_dir (), forms[i].format, NULL);
      g_autofree char *data = NULL, *again = NULL;
      gsize n = 0, m = 0;

      for (guint k = 0; k < 2; k++)
        {
          g_auto (MgCliResult) result;

          mg_cli_run (&result, "roots", mg_cli_leak (), "--type", LEAK_TYPE, "--format", forms[i].format, "-o", path,
                      NULL);
          MG_CHECK_STATUS (&result, 0);
          g_file_get_contents (path, k ? &again : &data, k ? &m : &n, NULL);
        }
      MG_CHECK (data && g_str_has_prefix (data, forms[i].begin));
      MG_CHECK (data && strstr (data, forms[i].part) != NULL);
      MG_CHECK (n == m && n > 0 && memcmp (data, again, n) == 0);
      if (strcmp (forms[i].format, "png") != 0)
        MG_CHECK_CONTAINS (data, "PageContext");
    }
}

static const MgTest tests[] = {
  { "JSON has the envelope", test_json_has_the_envelope },
  { "CSV and JSON say the same", test_csv_and_json_say_the_same },
  { "Markdown tables are even", test_markdown_tables_are_even },
  { "text is for terminals", test_text_is_for_terminals },
  { "same question, same bytes", test_same_question_same_bytes },
  { "threads do not matter", test_threads_do_not_matter },
  { "pictures have their form", test_pictures_have_their_form },
};

MG_TEST_MAIN ("cli-formats", tests)
