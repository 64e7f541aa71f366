/* --redact: that nothing secret is in the bytes of any output, that answers stay the same, and names consistent. */
#include <string.h>

#include "analysis/details.h"
#include "app/cli/command.h"
#include "tests/cli/cli.h"
#include "tests/support/core-sample.h"

/* A core whose own types all begin with PREFIX. */
typedef struct
{
  const char *name, *prefix;
} Sample;

static const Sample garden = { "garden-10.0.15", "Garden." };
static char *core_path; /* the garden, unpacked */

/* What must not be seen: the own names of the sample. */
typedef struct
{
  const Sample *sample;
  GHashTable *names, *values; /* char * */
} Secrets;

static const char *
core (void)
{
  if (core_path == NULL)
    {
      g_autoptr (GBytes) bytes = mg_core_sample_named (garden.name);

      core_path = mg_cli_file ("plants-of-ann.core", g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  return core_path;
}

static MgSnapshot *
open_core (const Sample *sample)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named (sample->name);
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_core_sample_open (bytes, sample->name, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_INSTANCES, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

/* "Garden.Bed<Garden.Rose>+Inner" → Garden, Bed, Rose, Inner; short words would be found by chance. */
static void
add_words (GHashTable *words, const char *name)
{
  g_auto (GStrv) parts = g_strsplit_set (name, ".+<>,[]{} &*|", -1);

  for (char **part = parts; *part; part++)
    if (strlen (*part) >= 5 && !g_str_has_prefix (*part, "c__") && strchr (*part, '_') == NULL)
      g_hash_table_add (words, g_strdup (*part));
}

static void
add_own_types (Secrets *secrets, MgSnapshot *snapshot)
{
  MgTypeTable *types = mg_snapshot_types (snapshot);

  for (MgTypeId id = 0; id < types->n_types; id++)
    {
      if (g_str_has_prefix (types->types[id].name, secrets->sample->prefix))
        add_words (secrets->names, types->types[id].name);
      if (types->types[id].module && mg_type_is_own ("Any", types->types[id].module))
        g_hash_table_add (secrets->names, g_path_get_basename (types->types[id].module));
    }
}

static void
add_fields_and_methods (Secrets *secrets, MgSnapshot *snapshot)
{
  g_autoptr (GArray) statics = mg_details_statics (snapshot), threads = mg_details_threads (snapshot);

  for (guint i = 0; i < statics->len; i++)
    {
      const MgStaticRow *row = &g_array_index (statics, MgStaticRow, i);

      if (g_str_has_prefix (row->class_name, secrets->sample->prefix))
        {
          add_words (secrets->names, row->class_name);
          add_words (secrets->names, row->field);
        }
    }
  for (guint i = 0; i < threads->len; i++)
    {
      const MgThreadRow *row = &g_array_index (threads, MgThreadRow, i);

      if (row->name && strlen (row->name) >= 5)
        g_hash_table_add (secrets->values, g_strdup (row->name));
      for (guint k = 0; k < row->n_frames; k++)
        if (row->frames[k].method && g_str_has_prefix (row->frames[k].method, secrets->sample->prefix))
          add_words (secrets->names, row->frames[k].method);
    }
}

/* Names of the fields of own objects, and the texts that stand in them. */
static void
add_fields_of_objects (Secrets *secrets, MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      g_autoptr (GArray) rows = NULL;

      if (!g_str_has_prefix (mg_graph_type_of (graph, node)->name, secrets->sample->prefix))
        continue;
      rows = mg_details_fields (snapshot, node, 4);
      for (guint i = 0; i < rows->len; i++)
        add_words (secrets->names, g_array_index (rows, MgFieldRow, i).name);
    }
}

static void
add_texts (Secrets *secrets, MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      g_autofree char *text = mg_details_string (snapshot, node, 30, NULL);

      /* Texts of one word may well be words of the program's own, or of the framework's types. */
      if (text && strlen (text) >= 6 && (strchr (text, ' ') || strchr (text, '/') || strchr (text, '-')))
        g_hash_table_add (secrets->values, g_steal_pointer (&text));
    }
}

static gboolean
is_common (gpointer word, gpointer value, gpointer user_data)
{
  return strstr (user_data, word) != NULL;
}

/* Words that the framework's names, or the program's own words, have as well tell nothing. */
static void
remove_common (Secrets *secrets, MgSnapshot *snapshot)
{
  MgTypeTable *types = mg_snapshot_types (snapshot);
  g_autoptr (GArray) statics = mg_details_statics (snapshot);
  g_autoptr (GString) all = g_string_new ("method object statics reference RunAsync value");

  for (MgTypeId id = 0; id < types->n_types; id++)
    if (strstr (types->types[id].name, secrets->sample->prefix) == NULL)
      g_string_append_printf (all, " %s", types->types[id].name);
  for (guint i = 0; i < statics->len; i++)
    {
      const MgStaticRow *row = &g_array_index (statics, MgStaticRow, i);

      if (strstr (row->class_name, secrets->sample->prefix) == NULL)
        g_string_append_printf (all, " %s %s", row->class_name, row->field);
    }
  g_hash_table_foreach_remove (secrets->names, is_common, all->str);
}

static void
secrets_init (Secrets *secrets, const Sample *sample)
{
  g_autoptr (MgSnapshot) snapshot = open_core (sample);

  *secrets = (Secrets){ sample, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  add_own_types (secrets, snapshot);
  add_fields_and_methods (secrets, snapshot);
  add_fields_of_objects (secrets, snapshot);
  add_texts (secrets, snapshot);
  remove_common (secrets, snapshot);
  MG_CHECK (g_hash_table_size (secrets->values) > 5);
}

static void
secrets_of_garden (Secrets *secrets)
{
  secrets_init (secrets, &garden);
  g_hash_table_add (secrets->names, g_strdup ("plants-of-ann"));
  MG_CHECK (g_hash_table_contains (secrets->names, "Garden"));
  MG_CHECK (g_hash_table_size (secrets->names) > 15);
}

static void
secrets_clear (Secrets *secrets)
{
  g_hash_table_unref (secrets->names);
  g_hash_table_unref (secrets->values);
}

static void
check_no_secret (GHashTable *secrets, const char *bytes, gsize n, const char *what)
{
  GHashTableIter iter;
  gpointer secret;

  g_hash_table_iter_init (&iter, secrets);
  while (g_hash_table_iter_next (&iter, &secret, NULL))
    if (memmem (bytes, n, secret, strlen (secret)) != NULL)
      mg_test_fail (__FILE__, __LINE__, "%s shows “%s”", what, (const char *) secret);
}

/* Words of a command line; CORE stands for the sample, OUT for a file. */
static const char *const lines[][12] = {
  { "info", "CORE" },
  { "info", "CORE", "--format", "json" },
  { "types", "CORE", "--top", "all", "--retained" },
  { "types", "CORE", "--format", "json" },
  { "types", "CORE", "--by", "module", "--format", "csv" },
  { "types", "CORE", "--by", "namespace", "--format", "markdown" },
  { "instances", "CORE", "--filter", "^Garden", "--format", "json" },
  { "instances", "CORE", "--type", "System.String", "--format", "json" },
  { "object", "CORE", "ADDRESS" },
  { "object", "CORE", "ADDRESS", "--format", "json" },
  { "roots", "CORE", "ADDRESS", "--raw" },
  { "roots", "CORE", "ADDRESS", "--format", "json" },
  { "roots", "CORE", "--type", "Garden.ListPlant", "--cut" },
  { "roots", "CORE", "--filter", "^Garden", "-o", "OUT.svg" },
  { "roots", "CORE", "--filter", "^Garden", "-o", "OUT.dot" },
  { "roots", "CORE", "--filter", "^Garden", "-o", "OUT.mmd" },
  { "roots", "CORE", "--type", "System.String", "--raw" },
  { "dominators", "CORE", "--depth", "6", "--top", "all" },
  { "dominators", "CORE", "--by", "type", "--format", "csv" },
  { "heap", "CORE" },
  { "statics", "CORE", "--top", "all" },
  { "statics", "CORE", "--format", "json" },
  { "threads", "CORE" },
  { "threads", "CORE", "--format", "json" },
  { "handles", "CORE", "--list" },
  { "finalizers", "CORE", "--format", "json" },
  { "strings", "CORE", "--top", "all" },
  { "strings", "CORE", "--format", "json" },
  { "timers", "CORE", "--format", "json" },
  { "async", "CORE", "--tasks", "--format", "json" },
  { "export", "CORE", "-o", "OUT.gcdump" },
  { "export", "CORE", "-o", "OUT.csv", "--retained" },
  { "export", "CORE", "--to", "csv", "--rows", "references" },
  { "export", "CORE", "--to", "csv", "--rows", "roots" },
  { "export", "CORE", "-o", "OUT.ndjson" },
  { "export", "CORE", "-o", "OUT.graphml" },
};

/* The first own object that a root leads to. */
static char *
find_address (void)
{
  g_autoptr (MgSnapshot) snapshot = open_core (&garden);
  const MgGraph *graph = mg_snapshot_graph (snapshot);

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    if (strcmp (mg_graph_type_of (graph, node)->name, "Garden.StrongHandlePlant") == 0)
      return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", mg_graph_address (graph, node));
  MG_CHECK (FALSE);
  return g_strdup ("0x0");
}

static void
run_line (const char *const *line, const char *address, const char *how, MgCliResult *result, char **out)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  *out = NULL;
  for (gsize i = 0; line[i]; i++)
    {
      char *word = g_strdup (strcmp (line[i], "CORE") == 0      ? core ()
                             : strcmp (line[i], "ADDRESS") == 0 ? address
                                                                : line[i]);

      if (g_str_has_prefix (word, "OUT"))
        {
          g_free (word);
          word = g_build_filename (mg_test_temp_dir (), line[i], NULL);
          g_free (*out);
          *out = g_strdup (word);
        }
      g_ptr_array_add (words, word);
    }
  if (how)
    {
      g_ptr_array_add (words, g_strdup ("--redact"));
      g_ptr_array_add (words, g_strdup (how));
    }
  mg_cli_run_words (result, NULL, words);
}

static void
check_lines (const char *how, GHashTable *const *hidden)
{
  g_autofree char *address = find_address ();

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (MgCliResult) result;
      g_autofree char *out = NULL, *bytes = NULL, *what = g_strjoinv (" ", (char **) lines[i]);
      gsize n = 0;

      run_line (lines[i], address, how, &result, &out);
      if (result.status != 0 && result.status != 6)
        mg_test_fail (__FILE__, __LINE__, "%s: status %d: %s", what, result.status, result.err);
      if (out)
        MG_CHECK (g_file_get_contents (out, &bytes, &n, NULL) && n > 0);
      else if (result.status == 0 && result.out_size == 0)
        mg_test_fail (__FILE__, __LINE__, "%s says nothing", what);
      for (guint k = 0; hidden[k]; k++)
        {
          check_no_secret (hidden[k], result.out, result.out_size, what);
          if (bytes)
            check_no_secret (hidden[k], bytes, n, what);
        }
    }
}

static void
test_names_are_nowhere (void)
{
  Secrets secrets;

  secrets_of_garden (&secrets);
  check_lines ("names", (GHashTable *[]){ secrets.names, secrets.values, NULL });
  secrets_clear (&secrets);
}

static void
test_values_are_nowhere (void)
{
  Secrets secrets;

  secrets_of_garden (&secrets);
  check_lines ("values", (GHashTable *[]){ secrets.values, NULL });
  secrets_clear (&secrets);
}

/* The test above would pass if it looked for nothing: without --redact, every secret that it looks for is found
 * somewhere. */
static void
test_without_it_they_are_there (void)
{
  g_autofree char *address = find_address ();
  g_autoptr (GString) all = g_string_new (NULL);
  Secrets secrets;
  GHashTableIter iter;
  gpointer secret;
  guint missing = 0;

  secrets_of_garden (&secrets);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (MgCliResult) result;
      g_autofree char *out = NULL, *bytes = NULL;
      gsize n = 0;

      run_line (lines[i], address, NULL, &result, &out);
      g_string_append_len (all, result.out, (gssize) result.out_size);
      if (out && g_file_get_contents (out, &bytes, &n, NULL))
        g_string_append_len (all, bytes, (gssize) n);
    }
  g_hash_table_iter_init (&iter, secrets.names);
  while (g_hash_table_iter_next (&iter, &secret, NULL))
    missing += memmem (all->str, all->len, secret, strlen (secret)) == NULL;
  MG_CHECK_UINT (missing, 0);
  secrets_clear (&secrets);
}

/* Counts and bytes of the columns of `types`, in the order of rows, are the same whatever the names. */
static void
test_figures_stay (void)
{
  g_auto (MgCliResult) plain, hidden;
  g_autoptr (GPtrArray) first = NULL, second = NULL;
  guint n_same = 0;

  mg_cli_run (&plain, "types", core (), "--format", "csv", "--sort", "size", NULL);
  mg_cli_run (&hidden, "types", core (), "--format", "csv", "--sort", "size", "--redact", "names", NULL);
  first = mg_cli_csv (plain.out);
  second = mg_cli_csv (hidden.out);
  MG_CHECK_UINT (first->len, second->len);
  for (guint i = 1; i < MIN (first->len, second->len); i++)
    {
      GPtrArray *a = first->pdata[i], *b = second->pdata[i];

      MG_CHECK_STRING (b->pdata[3], a->pdata[3]); /* bytes; ties may stand in another order */
      n_same += strcmp (a->pdata[0], b->pdata[0]) == 0;
    }
  /* System.* keep their names: more than half of this heap. */
  MG_CHECK (n_same > first->len / 2);
}

/* The replaced name that `types` prints can be asked about, and so can the real one: the answer is the same. */
static void
test_both_names_are_understood (void)
{
  g_auto (MgCliResult) types, real, replaced;
  g_autoptr (GPtrArray) rows = NULL;
  const char *name;

  mg_cli_run (&types, "types", core (), "--filter", "^Garden\\.StrongHandlePlant$", "--format", "csv",
              "--redact", "names", NULL);
  MG_CHECK_STATUS (&types, 0);
  rows = mg_cli_csv (types.out);
  MG_CHECK_UINT (rows->len, 2);
  name = ((GPtrArray *) rows->pdata[1])->pdata[0];
  MG_CHECK (g_str_has_prefix (name, "App") && strstr (name, ".Type"));
  mg_cli_run (&real, "roots", core (), "--type", "Garden.StrongHandlePlant", "--redact", "names", NULL);
  mg_cli_run (&replaced, "roots", core (), "--type", name, "--redact", "names", NULL);
  MG_CHECK_STATUS (&real, 0);
  MG_CHECK_STRING (real.out, replaced.out);
  MG_CHECK_CONTAINS (real.out, name);
}

/* A type that goes by "App1.Type7" in one answer is no other one in the answer to a question about a single object. */
static void
test_quick_answers_have_the_same_names (void)
{
  const char *sample = mg_cli_core ("early-8.0.33"), *name, *address;
  g_auto (MgCliResult) types, instances, roots;
  g_autoptr (GPtrArray) rows = NULL, objects = NULL;
  g_autofree char *word = NULL;

  mg_cli_run (&types, "types", sample, "--filter", "^Garden\\.StaticPlant$", "--format", "csv", "--redact", "names",
              NULL);
  rows = mg_cli_csv (types.out);
  MG_CHECK_UINT (rows->len, 2);
  name = ((GPtrArray *) rows->pdata[1])->pdata[0];
  mg_cli_run (&instances, "instances", sample, "--type", "Garden.StaticPlant", "--format", "csv", NULL);
  objects = mg_cli_csv (instances.out);
  MG_CHECK (objects->len > 1);
  address = ((GPtrArray *) objects->pdata[1])->pdata[0];
  mg_cli_run (&roots, "roots", sample, address, "--paths", "1", "--redact", "names", NULL);
  MG_CHECK_STATUS (&roots, 0);
  word = g_strconcat (name, " ", NULL); /* "App1.Type1" is in "App1.Type11" */
  MG_CHECK_CONTAINS (roots.out, word);
}

/* An exported file without names, opened again, has no more and no less than its original. */
static void
test_export_can_be_opened (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "hidden.gcdump", NULL);
  g_auto (MgCliResult) export, again, view;
  g_autoptr (GPtrArray) a = NULL, b = NULL;

  mg_cli_run (&export, "export", core (), "--redact", "names", "-o", path, NULL);
  MG_CHECK_STATUS (&export, 0);
  mg_cli_run (&again, "types", path, "--format", "csv", NULL);
  mg_cli_run (&view, "types", core (), "--format", "csv", "--redact", "names", NULL);
  a = mg_cli_csv (again.out);
  b = mg_cli_csv (view.out);
  MG_CHECK_UINT (a->len, b->len);
  for (guint i = 1; i < MIN (a->len, b->len); i++)
    for (guint k = 0; k < 4; k++)
      MG_CHECK_STRING (((GPtrArray *) a->pdata[i])->pdata[k], ((GPtrArray *) b->pdata[i])->pdata[k]);
}

/* Samples with what the garden has not: methods that .NET 11 suspended, timers with state, delegates, load contexts. */
static const Sample others[] = {
  { "waiting-11.0.0", "Waiting." },
  { "waiting-10.0.15", "Waiting." },
  { "contexts-8.0.33", "Contexts." },
};

/* CORE stands for the sample. */
static const char *const other_lines[][8] = {
  { "roots", "CORE", "--filter", ".", "--max-nodes", "300" },
  { "roots", "CORE", "--filter", ".", "--max-nodes", "300", "--raw" },
  { "roots", "CORE", "--type", "System.String", "--format", "json" },
  { "threads", "CORE", "--format", "json" },
  { "statics", "CORE", "--format", "json" },
  { "timers", "CORE", "--format", "json" },
  { "async", "CORE", "--tasks", "--format", "json" },
  { "export", "CORE", "--to", "ndjson" },
};

static void
check_other (const Sample *sample, const char *how)
{
  const char *path = mg_cli_core (sample->name);
  Secrets secrets;

  secrets_init (&secrets, sample);
  MG_CHECK (g_hash_table_size (secrets.names) > 2);
  for (gsize i = 0; i < G_N_ELEMENTS (other_lines); i++)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new ();
      g_autofree char *what = g_strjoinv (" ", (char **) other_lines[i]);
      g_auto (MgCliResult) result;

      for (gsize k = 0; k < G_N_ELEMENTS (other_lines[i]) && other_lines[i][k]; k++)
        g_ptr_array_add (words, (gpointer) (strcmp (other_lines[i][k], "CORE") == 0 ? path : other_lines[i][k]));
      g_ptr_array_add (words, (gpointer) "--redact");
      g_ptr_array_add (words, (gpointer) how);
      mg_cli_run_words (&result, NULL, words);
      if (result.status != 0)
        mg_test_fail (__FILE__, __LINE__, "%s of %s: status %d: %s", what, sample->name, result.status, result.err);
      check_no_secret (secrets.values, result.out, result.out_size, what);
      if (strcmp (how, "names") == 0)
        check_no_secret (secrets.names, result.out, result.out_size, what);
    }
  secrets_clear (&secrets);
}

static void
test_other_cores_tell_nothing (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      check_other (&others[i], "names");
      check_other (&others[i], "values");
    }
}

static const MgTest tests[] = {
  { "names are nowhere", test_names_are_nowhere },
  { "values are nowhere", test_values_are_nowhere },
  { "without it they are there", test_without_it_they_are_there },
  { "figures stay", test_figures_stay },
  { "both names are understood", test_both_names_are_understood },
  { "quick answers have the same names", test_quick_answers_have_the_same_names },
  { "export can be opened", test_export_can_be_opened },
  { "other cores tell nothing", test_other_cores_tell_nothing },
};

MG_TEST_MAIN ("cli-redact", tests)
