/* Real snapshots against the figures of an independent reader (expected/), and the answer for the known leak. Needs
 * MANGROVE_SAMPLES. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/cli/cli.h"

static const struct
{
  const char *folder, *name;
} samples[] = {
  { "gcdump", "eventleak-8.0.33-round20" },
  { "gcdump", "eventleak-9.0.22-round20" },
  { "gcdump", "eventleak-10.0.15-round1" },
  { "gcdump", "eventleak-10.0.15-round10" },
  { "gcdump", "eventleak-10.0.15-round20" },
  { "gcdump", "eventleak-11.0.0-round20" },
  { "gcdump", "zoo-10.0.15" },
  { "gcdump-public", "perfview-test1" },
  { "gcdump-public", "perfview-test2" },
  { "gcdump-public", "monovm-ios" },
};

static char *
sample_path (gsize i)
{
  g_autofree char *name = g_strdup_printf ("%s/%s.gcdump", samples[i].folder, samples[i].name);

  return mg_test_sample_path (name);
}

static char **
expected_lines (gsize i)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.tsv", MG_EXPECTED_DIR, samples[i].name);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    mg_test_fail (__FILE__, __LINE__, "%s is missing", path);
  return g_strsplit (text ? text : "", "\n", -1);
}

static void
test_figures_of_the_file (void)
{
  static const char *const keys[] = { "nodes", "types", "edges", "bytes", "unreachable_nodes", "unreachable_bytes" };

  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = sample_path (i);
      g_auto (GStrv) lines = NULL;
      g_auto (MgCliResult) result = { 0 };
      guint64 figures[G_N_ELEMENTS (keys)] = { 0 };
      json_t *document, *heap;

      if (path == NULL)
        continue;
      lines = expected_lines (i);
      MG_CHECK_UINT (sscanf (lines[0],
                             "# nodes %" G_GINT64_MODIFIER "u types %" G_GINT64_MODIFIER "u edges %" G_GINT64_MODIFIER
                             "u bytes %" G_GINT64_MODIFIER "u unreachable %" G_GINT64_MODIFIER "u %" G_GINT64_MODIFIER
                             "u",
                             &figures[0], &figures[1], &figures[2], &figures[3], &figures[4], &figures[5]),
                     6);
      mg_cli_run (&result, "info", path, "--format", "json", NULL);
      MG_CHECK_STATUS (&result, 0);
      document = mg_cli_json (&result);
      heap = json_object_get (document, "heap");
      for (gsize k = 0; k < G_N_ELEMENTS (keys); k++)
        if ((guint64) json_integer_value (json_object_get (heap, keys[k])) != figures[k])
          mg_test_fail (__FILE__, __LINE__, "%s: %s is %" JSON_INTEGER_FORMAT ", should be %" G_GUINT64_FORMAT,
                        samples[i].name, keys[k], json_integer_value (json_object_get (heap, keys[k])), figures[k]);
      json_decref (document);
    }
}

static const char *
file_name (const char *module)
{
  const char *slash = MAX (strrchr (module, '/'), strrchr (module, '\\'));

  return slash ? slash + 1 : module;
}

/* "count\tbytes" by "name\tmodule" as the program has it. */
static GHashTable *
types_by_name (const char *path)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (MgCliResult) result;
  json_t *document, *row;
  gsize index;

  mg_cli_run (&result, "types", path, "--raw-names", "--format", "json", NULL);
  MG_CHECK_STATUS (&result, 0);
  document = mg_cli_json (&result);
  json_array_foreach (json_object_get (document, "rows"), index, row)
  {
    const char *module = json_string_value (json_object_get (row, "module"));
    char *key = g_strdup_printf ("%s\t%s", json_string_value (json_object_get (row, "type")),
                                 module ? file_name (module) : "");
    char *value = g_strdup_printf ("%" JSON_INTEGER_FORMAT "\t%" JSON_INTEGER_FORMAT,
                                   json_integer_value (json_object_get (row, "count")),
                                   json_integer_value (json_object_get (row, "size")));

    if (!g_hash_table_insert (table, key, value))
      mg_test_fail (__FILE__, __LINE__, "%s stands twice", key);
  }
  json_decref (document);
  return table;
}

static void
test_types_one_by_one (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = sample_path (i);
      g_auto (GStrv) lines = NULL;
      g_autoptr (GHashTable) table = NULL;
      guint n = 0;

      if (path == NULL)
        continue;
      lines = expected_lines (i);
      table = types_by_name (path);
      for (char **line = lines + 1; *line && (*line)[0]; line++, n++)
        {
          char *bytes_end = strchr (strchr (*line, '\t') + 1, '\t');
          const char *found = g_hash_table_lookup (table, bytes_end + 1);

          *bytes_end = '\0';
          if (g_strcmp0 (found, *line) != 0)
            mg_test_fail (__FILE__, __LINE__, "%s: %s is %s, should be %s", samples[i].name, bytes_end + 1,
                          found ? found : "missing", *line);
        }
      MG_CHECK_UINT (g_hash_table_size (table), n);
      MG_CHECK (n > 50);
    }
}

/* Without --raw-names, size classes are merged: fewer rows, the same sums. */
static void
test_merged_names_lose_nothing (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = sample_path (i);
      json_int_t sums[2][3];

      if (path == NULL)
        continue;
      for (guint raw = 0; raw < 2; raw++)
        {
          g_auto (MgCliResult) result;
          json_t *document, *totals;

          mg_cli_run (&result, "types", path, "--format", "json", raw ? "--raw-names" : NULL, NULL);
          document = mg_cli_json (&result);
          totals = json_object_get (document, "totals");
          sums[raw][0] = json_integer_value (json_object_get (totals, "count"));
          sums[raw][1] = json_integer_value (json_object_get (totals, "size"));
          sums[raw][2] = json_integer_value (json_object_get (totals, "rows"));
          if (raw == 0)
            MG_CHECK (strstr (result.out, "(Bytes >") == NULL);
          json_decref (document);
        }
      MG_CHECK_UINT (sums[0][0], sums[1][0]);
      MG_CHECK_UINT (sums[0][1], sums[1][1]);
      MG_CHECK (sums[0][2] <= sums[1][2]);
    }
}

/* --- the leak --- */

static gboolean
is_round_20 (gsize i)
{
  return g_str_has_suffix (samples[i].name, "-round20");
}

static const char *
text_of (json_t *object, const char *key)
{
  const char *text = json_string_value (json_object_get (object, key));

  return text ? text : "";
}

static void
check_leak (json_t *document)
{
  json_t *path = json_array_get (json_object_get (document, "paths"), 0);
  json_t *root = json_object_get (path, "root"), *links = json_object_get (path, "links");
  json_t *monitor = json_array_get (links, 0), *context = json_array_get (links, 1);

  MG_CHECK_STRING (text_of (document, "sentence"),
                   "All 10,000 NotificationContext are kept alive by the event handlers of one "
                   "ConnectionMonitor, which the static field Monitor holds.");
  MG_CHECK_STRING (text_of (root, "kind"), "static");
  MG_CHECK_STRING (text_of (root, "label"), "Monitor");
  MG_CHECK_UINT (json_array_size (links), 2);
  MG_CHECK_STRING (text_of (monitor, "type"), "MyApp.ConnectionMonitor");
  MG_CHECK (text_of (monitor, "address")[0] == '0');
  MG_CHECK_STRING (text_of (context, "type"), "MyApp.NotificationContext");
  MG_CHECK_STRING (text_of (context, "via"), "event handlers");
  MG_CHECK_UINT (json_integer_value (json_object_get (context, "via_count")), 10000);
  MG_CHECK_UINT (json_integer_value (json_object_get (context, "count")), 10000);
  MG_CHECK_UINT (json_integer_value (json_object_get (path, "weight")), 10000);
  MG_CHECK_UINT (json_array_size (json_object_get (document, "paths")), 1);
}

static void
test_roots_of_the_leak (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = is_round_20 (i) ? sample_path (i) : NULL;
      g_auto (MgCliResult) json = { 0 }, text = { 0 };
      json_t *document;

      if (path == NULL)
        continue;
      mg_cli_run (&json, "roots", path, "--type", "MyApp.NotificationContext", "--format", "json", NULL);
      MG_CHECK_STATUS (&json, 0);
      document = mg_cli_json (&json);
      check_leak (document);
      json_decref (document);
      /* The static comes before the local variable that holds the monitor as well. */
      mg_cli_run (&text, "roots", path, "--type", "MyApp.NotificationContext", NULL);
      MG_CHECK_STATUS (&text, 0);
      MG_CHECK_CONTAINS (text.out, "\n  static field Monitor ");
      MG_CHECK_CONTAINS (text.out, "\n     └─ event handlers, 10,000 of them\n");
    }
}

/* Raw: 8 to 10 keep the handlers in Object[], 11 in Wrapper[]. */
static void
test_raw_chain_of_the_leak (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = is_round_20 (i) ? sample_path (i) : NULL;
      g_auto (MgCliResult) result = { 0 };

      if (path == NULL)
        continue;
      mg_cli_run (&result, "roots", path, "--type", "MyApp.NotificationContext", "--raw", NULL);
      MG_CHECK_STATUS (&result, 0);
      MG_CHECK_CONTAINS (result.out, strstr (path, "-11.") ? "Wrapper[]" : "System.Object[]");
      MG_CHECK_CONTAINS (result.out, "System.EventHandler<System.Boolean>");
    }
}

static json_t *
only_row (const char *path, const char *type, json_t **document)
{
  g_auto (MgCliResult) result;

  mg_cli_run (&result, "instances", path, "--type", type, "--format", "json", "--top", "1", NULL);
  MG_CHECK_STATUS (&result, 0);
  *document = mg_cli_json (&result);
  return json_array_get (json_object_get (*document, "rows"), 0);
}

static guint64
bytes_of_type (const char *path, const char *type, gboolean each)
{
  g_auto (MgCliResult) result;
  json_t *document, *row;
  guint64 size, count;

  mg_cli_run (&result, "types", path, "--filter", type, "--exact", "--format", "json", NULL);
  document = mg_cli_json (&result);
  row = json_array_get (json_object_get (document, "rows"), 0);
  size = (guint64) json_integer_value (json_object_get (row, "size"));
  count = (guint64) json_integer_value (json_object_get (row, "count"));
  json_decref (document);
  return each && count ? size / count : size;
}

/* Contexts, handlers, their byte arrays of 1,024, and the list: all that the leak keeps. */
static void
test_retained_size_of_the_leak (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = is_round_20 (i) ? sample_path (i) : NULL;
      json_t *document, *row;
      double retained, expected;

      if (path == NULL)
        continue;
      row = only_row (path, "MyApp.ConnectionMonitor", &document);
      retained = (double) json_integer_value (json_object_get (row, "retained"));
      MG_CHECK_UINT (json_integer_value (json_object_get (row, "distance")), 1);
      expected = 10000.0
                     * (double) (bytes_of_type (path, "MyApp.NotificationContext", TRUE)
                                 + bytes_of_type (path, "System.EventHandler<System.Boolean>", TRUE) + 24 + 1024)
                 + (double) bytes_of_type (path, strstr (path, "-11.") ? "Wrapper[]" : "System.Object[]", FALSE);
      if (fabs (retained - expected) > expected / 100.0)
        mg_test_fail (__FILE__, __LINE__, "%s: %.0f bytes retained, should be about %.0f", samples[i].name, retained,
                      expected);
      json_decref (document);
    }
}

/* Three snapshots of one process: round N holds 500 N contexts. */
static void
test_growth (void)
{
  static const struct
  {
    const char *name;
    guint64 count;
  } rounds[] = { { "round1", 500 }, { "round10", 5000 }, { "round20", 10000 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rounds); i++)
    {
      g_autofree char *name = g_strdup_printf ("gcdump/eventleak-10.0.15-%s.gcdump", rounds[i].name);
      g_autofree char *path = mg_test_sample_path (name);
      g_auto (MgCliResult) result = { 0 };
      json_t *document;

      if (path == NULL)
        continue;
      mg_cli_run (&result, "instances", path, "--type", "MyApp.NotificationContext", "--format", "json", "--live",
                  NULL);
      document = mg_cli_json (&result);
      MG_CHECK_UINT (json_array_size (json_object_get (document, "rows")), rounds[i].count);
      json_decref (document);
    }
}

/* The one sample with segments: every object has a generation, and they add up. */
static void
test_generations (void)
{
  static const char *const generations[] = { "0", "1", "2", "loh", "poh", "frozen" };
  g_autofree char *path = mg_test_sample_path ("gcdump-public/perfview-test2.gcdump");
  json_int_t sum = 0, all;
  g_auto (MgCliResult) result = { 0 };
  json_t *document;

  if (path == NULL)
    return;
  for (gsize g = 0; g < G_N_ELEMENTS (generations); g++)
    {
      g_auto (MgCliResult) part;

      mg_cli_run (&part, "types", path, "--generation", generations[g], "--format", "json", NULL);
      MG_CHECK (part.status == 0 || part.status == 6);
      document = mg_cli_json (&part);
      sum += json_integer_value (json_object_get (json_object_get (document, "totals"), "count"));
      json_decref (document);
    }
  mg_cli_run (&result, "types", path, "--format", "json", NULL);
  document = mg_cli_json (&result);
  all = json_integer_value (json_object_get (json_object_get (document, "totals"), "count"));
  MG_CHECK (sum > all / 2 && sum <= all);
  json_decref (document);
}

static const MgTest tests[] = {
  { "figures of the file", test_figures_of_the_file },
  { "types one by one", test_types_one_by_one },
  { "merged names lose nothing", test_merged_names_lose_nothing },
  { "roots of the leak", test_roots_of_the_leak },
  { "raw chain of the leak", test_raw_chain_of_the_leak },
  { "retained size of the leak", test_retained_size_of_the_leak },
  { "growth", test_growth },
  { "generations", test_generations },
};

int
main (int argc, char **argv)
{
  g_autofree char *one = sample_path (0);

  /* The samples are no part of the tree, and a machine without them is as good as any: no failure there, even in CI. */
  if (one == NULL)
    {
      puts ("skipped: MANGROVE_SAMPLES does not name the folder of samples");
      return 77;
    }
  return mg_test_run ("cli-samples", tests, G_N_ELEMENTS (tests), argc, argv);
}
