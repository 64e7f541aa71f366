/* What the manual promises of rows and orders: keys, sort keys, totals, what is left out; and figures of the commands
 * about dumps, worked out a second time. */
#include <string.h>

#include "analysis/graph/reach.h"
#include "analysis/stats/stack-holds.h"
#include "app/cli/command.h"
#include "tests/cli/cli.h"
#include "tests/support/core-sample.h"

#define SAMPLE "waiting-10.0.15"

/* A line, the keys that each of its rows has, in this order. */
static const struct
{
  const char *words[6], *keys;
} rows[] = {
  { { "types" }, "type module count size retained method_table" },
  { { "instances", "--type", "System.String" }, "address type size retained generation distance text" },
  { { "dominators" }, "address type count size retained parent depth root_kind root_label" },
  { { "heap" }, "heap generation start end committed used free fragmentation objects" },
  { { "statics" }, "retained address object type field kind value_type" },
  { { "threads" }, "os_id managed_id name state finalizer retained frames" },
  { { "threads", "--retained" }, "os_id managed_id name state finalizer retained frames" },
  { { "handles" }, "kind count size type" },
  { { "handles", "--list" }, "kind address object size type secondary" },
  { { "finalizers" }, "queue count size type" },
  { { "strings" }, "wasted count length size text holders holder held" },
  { { "timers" }, "address due_ms period_ms callback target target_type state state_type" },
  { { "async" }, "chain depth count state await example type" },
  { { "async", "--by", "type", "--tasks" }, "count state await example type" },
};

/* The line at PLACE with SAMPLE and further words. */
static void
ask (MgCliResult *result, gsize place, const char *first, ...)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  va_list more;

  for (gsize i = 0; i < G_N_ELEMENTS (rows[place].words) && rows[place].words[i]; i++)
    g_ptr_array_add (words, (gpointer) rows[place].words[i]);
  g_ptr_array_add (words, (gpointer) mg_cli_core (SAMPLE));
  va_start (more, first);
  for (const char *word = first; word; word = va_arg (more, const char *))
    g_ptr_array_add (words, (gpointer) word);
  va_end (more);
  mg_cli_run_words (result, NULL, words);
  MG_CHECK_STATUS (result, 0);
}

static json_t *
rows_of (gsize place, const char *option, const char *value, const char *more)
{
  g_auto (MgCliResult) result;
  json_t *document, *array;

  ask (&result, place, "--format", "json", option, value, more, NULL);
  document = mg_cli_json (&result);
  array = json_incref (json_object_get (document, "rows"));
  json_decref (document);
  return array;
}

static void
test_rows_have_their_keys (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      json_t *array = rows_of (i, NULL, NULL, NULL);
      size_t k;
      json_t *row;

      MG_CHECK (json_array_size (array) > 0);
      json_array_foreach (array, k, row)
        {
          g_autoptr (GString) keys = g_string_new (NULL);
          const char *key;
          json_t *value;

          json_object_foreach (row, key, value)
            g_string_append_printf (keys, "%s%s", keys->len ? " " : "", key);
          if (strcmp (keys->str, rows[i].keys) != 0)
            mg_test_fail (__FILE__, __LINE__, "%s has rows of %s, not %s", rows[i].words[0], keys->str, rows[i].keys);
        }
      json_decref (array);
    }
}

/* --- orders --- */

/* Negative: A stands before B. Numbers go down, texts up, addresses (texts of growing length) up, null is last. */
static int
compare_values (json_t *a, json_t *b)
{
  if (json_is_null (a) || json_is_null (b))
    return json_is_null (a) - json_is_null (b);
  if (json_is_array (a)) /* frames: CSV has their number */
    return (json_array_size (a) < json_array_size (b)) - (json_array_size (a) > json_array_size (b));
  if (json_is_number (a))
    return (json_number_value (a) < json_number_value (b)) - (json_number_value (a) > json_number_value (b));
  return strcmp (json_string_value (a), json_string_value (b));
}

/* Rows that are equal by KEY go by name and then by address, in both directions. */
static gboolean
ties_are_right (json_t *before, json_t *after)
{
  static const char *const names[] = { "type", "callback", "holders", "newest_frame" };
  json_t *first = NULL, *second = NULL;
  int order;

  for (gsize i = 0; i < G_N_ELEMENTS (names) && first == NULL; i++)
    {
      first = json_object_get (before, names[i]);
      second = json_object_get (after, names[i]);
    }
  order = first ? compare_values (first, second) : 0;
  first = json_object_get (before, "address");
  return order < 0
         || (order == 0 && (first == NULL || compare_values (first, json_object_get (after, "address")) <= 0));
}

static void
check_order (gsize place, const char *key, gboolean reverse)
{
  json_t *array = rows_of (place, "--sort", key, reverse ? "--reverse" : NULL);
  const char *command = rows[place].words[0];

  for (size_t i = 1; i < json_array_size (array); i++)
    {
      json_t *before = json_object_get (json_array_get (array, i - 1), key);
      json_t *after = json_object_get (json_array_get (array, i), key);
      int order = before && after ? compare_values (before, after) : 1;

      if (before == NULL || (reverse ? order < 0 : order > 0)
          || (order == 0 && !ties_are_right (json_array_get (array, i - 1), json_array_get (array, i))))
        {
          mg_test_fail (__FILE__, __LINE__, "%s --sort %s%s: row %u is in the wrong place", command, key,
                        reverse ? " --reverse" : "", (guint) i);
          break;
        }
    }
  json_decref (array);
}

static void
check_orders (gsize place)
{
  const MgCommand *command = mg_command_find (rows[place].words[0]);
  g_auto (MgCliResult) plain, first;

  ask (&plain, place, "--format", "csv", NULL);
  ask (&first, place, "--format", "csv", "--sort", command->sort_keys[0], NULL);
  MG_CHECK_STRING (first.out, plain.out);
  for (gsize k = 1; command->sort_keys[k]; k++)
    if (strstr (rows[place].keys, command->sort_keys[k]))
      {
        check_order (place, command->sort_keys[k], FALSE);
        check_order (place, command->sort_keys[k], TRUE);
      }
}

/* Every key that --help lists besides the first is that of a column, and the rows are in its order; the first is the
 * order without any. */
static void
test_sort_keys_sort (void)
{
  /* These have tests of their own. */
  static const char *const others[] = { "types", "instances", "dominators", "statics", NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (!g_strv_contains (others, rows[i].words[0]) && !g_str_has_prefix (rows[i].keys, "chain depth"))
      check_orders (i);
}

static void
test_reverse_is_the_other_way_round (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      static const char *const turned[] = { "heap", "handles", "finalizers", "strings", "timers", NULL };
      json_t *down, *up;
      gsize n;

      if (!g_strv_contains (turned, rows[i].words[0]))
        continue;
      down = rows_of (i, NULL, NULL, NULL);
      up = rows_of (i, "--reverse", NULL, NULL);
      n = json_array_size (down);
      MG_CHECK_UINT (json_array_size (up), n);
      for (gsize k = 0; k < n; k++)
        MG_CHECK (json_equal (json_array_get (down, k), json_array_get (up, n - 1 - k)));
      json_decref (down);
      json_decref (up);
    }
}

static void
test_orders_that_make_no_sense (void)
{
  g_auto (MgCliResult) chains, list;

  mg_cli_run (&chains, "async", mg_cli_core (SAMPLE), "--sort", "count", NULL);
  MG_CHECK_STATUS (&chains, 2);
  MG_CHECK_CONTAINS (chains.err, "--by type");
  mg_cli_run (&list, "handles", "--list", mg_cli_core (SAMPLE), "--sort", "count", NULL);
  MG_CHECK_STATUS (&list, 2);
  MG_CHECK_CONTAINS (list.err, "--list");
}

/* --- the end of a table --- */

static void
test_tables_end_with_what_is_left_and_totals (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (MgCliResult) result, json;
      g_auto (GStrv) lines = NULL;
      json_t *document, *totals;
      guint n;

      ask (&result, i, "--top", "1", NULL);
      ask (&json, i, "--top", "1", "--format", "json", NULL);
      document = mg_cli_json (&json);
      totals = json_object_get (document, "totals");
      MG_CHECK_UINT (json_array_size (json_object_get (document, "rows")), 1);
      MG_CHECK_UINT (json_integer_value (json_object_get (totals, "left_out")) + 1,
                     json_integer_value (json_object_get (totals, "rows")));
      if (json_integer_value (json_object_get (totals, "left_out")) > 0)
        MG_CHECK_CONTAINS (result.out, "left out; --top all shows");
      lines = g_strsplit (result.out, "\n", -1);
      n = g_strv_length (lines);
      MG_CHECK (n > 3 && *lines[n - 1] == '\0');
      if (strcmp (rows[i].words[0], "threads") == 0)
        MG_CHECK (g_str_has_suffix (lines[n - 2], " threads"));
      else if (n > 3 && (!g_str_has_prefix (lines[n - 3], "──") || strpbrk (lines[n - 2], "0123456789") == NULL))
        mg_test_fail (__FILE__, __LINE__, "%s ends without totals: %s", rows[i].words[0], lines[n - 2]);
      json_decref (document);
    }
}

static void
test_nothing_passes (void)
{
  static const char *const commands[]
      = { "types", "statics", "handles", "finalizers", "timers", "async", "strings", "instances", "roots",
          "dominators" };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (MgCliResult) text, json;

      mg_cli_run (&text, commands[i], mg_cli_core (SAMPLE), "--filter", "^NothingLikeThis$", NULL);
      MG_CHECK_STATUS (&text, 6);
      MG_CHECK (strlen (text.err) > 20);
      mg_cli_run (&json, commands[i], mg_cli_core (SAMPLE), "--filter", "^NothingLikeThis$", "--format", "json", NULL);
      MG_CHECK_STATUS (&json, 6);
    }
}

/* --- figures --- */

static void
test_info_counts_heaps (void)
{
  g_auto (MgCliResult) core, gcdump;
  json_t *document;

  mg_cli_run (&core, "info", mg_cli_core (SAMPLE), "--format", "json", NULL);
  document = mg_cli_json (&core);
  MG_CHECK_UINT (json_integer_value (json_object_get (json_object_get (document, "heap"), "gc_heaps")), 1);
  json_decref (document);
  mg_cli_run (&gcdump, "info", mg_cli_leak (), "--format", "json", NULL);
  document = mg_cli_json (&gcdump);
  MG_CHECK (json_is_null (json_object_get (json_object_get (document, "heap"), "gc_heaps")));
  json_decref (document);
}

static MgSnapshot *
open_sample (const char *name)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named (name);
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_core_sample_open (bytes, name, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static guint64
live_without (const MgGraph *graph, const GArray *roots)
{
  g_autoptr (GError) error = NULL;
  MgReach reach;

  MG_CHECK (mg_reach_without (graph, (const MgNode *) (gpointer) roots->data, roots->len, &reach, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return reach.bytes;
}

/* What is freed without the roots of a thread's stack: they are taken out, thread by thread, to see what is left. */
static void
check_stacks (const char *sample)
{
  g_autoptr (MgSnapshot) snapshot = open_sample (sample);
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autoptr (GArray) threads = mg_details_threads (snapshot), holds = mg_stack_holds_new (snapshot, threads);
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (MgNode));
  guint64 all = live_without (graph, none), sum = 0;
  g_auto (MgCliResult) result;
  json_t *document, *array;

  mg_cli_run (&result, "threads", mg_cli_core (sample), "--retained", "--format", "json", NULL);
  MG_CHECK_STATUS (&result, 0);
  document = mg_cli_json (&result);
  array = json_object_get (document, "rows");
  MG_CHECK_UINT (json_array_size (array), threads->len);
  for (guint t = 0; t < threads->len; t++)
    {
      g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (MgNode));
      guint64 retained = (guint64) json_integer_value (json_object_get (json_array_get (array, t), "retained"));

      for (guint i = 0; i < holds->len; i++)
        if (g_array_index (holds, MgStackHold, i).thread == t)
          g_array_append_val (roots, g_array_index (holds, MgStackHold, i).root);
      MG_CHECK_UINT (retained, all - live_without (graph, roots));
      sum += retained;
    }
  MG_CHECK (sum > 0);
  json_decref (document);
}

static void
test_what_stacks_keep (void)
{
  check_stacks ("garden-10.0.15");
  check_stacks ("handlers-11.0.0");
  check_stacks (SAMPLE);
}

/* "false" and "true" stand in a dictionary: in the field "value" of its entries. */
static void
test_strings_name_the_field (void)
{
  json_t *array = rows_of (10, NULL, NULL, NULL);
  guint with_field = 0;
  size_t i;
  json_t *row;

  json_array_foreach (array, i, row)
    {
      const char *holders = json_string_value (json_object_get (row, "holders"));
      const char *holder = json_string_value (json_object_get (row, "holder"));

      MG_CHECK ((holders == NULL) == (holder == NULL));
      MG_CHECK (json_integer_value (json_object_get (row, "held"))
                <= json_integer_value (json_object_get (row, "count")));
      if (holder == NULL)
        continue;
      MG_CHECK (g_str_has_prefix (holders, holder));
      if (holders[strlen (holder)] != '\0')
        {
          MG_CHECK (holders[strlen (holder)] == '.');
          with_field++;
        }
    }
  MG_CHECK (with_field > 1);
  json_decref (array);
}

static void
test_strings_of_a_holder (void)
{
  json_t *all = rows_of (10, NULL, NULL, NULL), *some = rows_of (10, "--filter", "Dictionary", NULL);
  guint expected = 0;
  size_t i;
  json_t *row;

  json_array_foreach (all, i, row)
    {
      const char *holder = json_string_value (json_object_get (row, "holder"));

      expected += holder && strstr (holder, "Dictionary") != NULL;
    }
  MG_CHECK (expected > 0 && expected < json_array_size (all));
  MG_CHECK_UINT (json_array_size (some), expected);
  json_array_foreach (some, i, row)
    MG_CHECK_CONTAINS (json_string_value (json_object_get (row, "holder")), "Dictionary");
  json_decref (all);
  json_decref (some);
}

static guint
count_weak (const char *type)
{
  g_auto (MgCliResult) result;
  json_t *document;
  guint n = 0;
  size_t i;
  json_t *row;

  mg_cli_run (&result, "handles", "--list", mg_cli_core (SAMPLE), "--format", "json", NULL);
  document = mg_cli_json (&result);
  json_array_foreach (json_object_get (document, "rows"), i, row)
    n += g_str_has_prefix (json_string_value (json_object_get (row, "kind")), "weak")
         && strcmp (json_string_value (json_object_get (row, "type")), type) == 0;
  json_decref (document);
  return n;
}

static void
test_weak_references_are_named (void)
{
  const char *type = "System.Threading.Thread";
  guint expected = count_weak (type);
  g_auto (MgCliResult) text, plain, json, gcdump;
  g_autofree char *sentence = g_strdup_printf ("%u weak handles refer to what is asked about", expected);
  json_t *document, *weak;

  MG_CHECK (expected > 1);
  mg_cli_run (&plain, "roots", mg_cli_core (SAMPLE), "--type", type, NULL);
  mg_cli_run (&text, "roots", mg_cli_core (SAMPLE), "--type", type, "--weak", NULL);
  MG_CHECK (g_str_has_prefix (text.out, plain.out));
  MG_CHECK_CONTAINS (text.out, sentence);
  mg_cli_run (&json, "roots", mg_cli_core (SAMPLE), "--type", type, "--weak", "--format", "json", NULL);
  document = mg_cli_json (&json);
  weak = json_object_get (document, "weak");
  MG_CHECK_UINT (json_array_size (weak), expected);
  MG_CHECK_STRING (json_string_value (json_object_get (json_array_get (weak, 0), "type")), type);
  json_decref (document);
  mg_cli_run (&gcdump, "roots", mg_cli_leak (), "--type", "Shop.Web.PageContext", "--weak", NULL);
  MG_CHECK_STATUS (&gcdump, 0);
  MG_CHECK_CONTAINS (gcdump.err, "does not record weak references");
}

static const MgTest tests[] = {
  { "rows have their keys", test_rows_have_their_keys },
  { "sort keys sort", test_sort_keys_sort },
  { "reverse is the other way round", test_reverse_is_the_other_way_round },
  { "orders that make no sense", test_orders_that_make_no_sense },
  { "tables end with what is left and totals", test_tables_end_with_what_is_left_and_totals },
  { "nothing passes", test_nothing_passes },
  { "info counts heaps", test_info_counts_heaps },
  { "what stacks keep", test_what_stacks_keep },
  { "strings name the field", test_strings_name_the_field },
  { "strings of a holder", test_strings_of_a_holder },
  { "weak references are named", test_weak_references_are_named },
};

MG_TEST_MAIN ("cli-contract", tests)
