/* Delegates, timers and asynchronous work of real cores, compared with what SOS says and with the programs' sources. */
#include <string.h>

#include "analysis/details.h"
#include "analysis/picture/picture.h"
#include "analysis/redact/redact.h"
#include "analysis/stats/async-chains.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

#define COMPILED "waiting-10.0.15"
#define SUSPENDED "waiting-11.0.0"

static MgSnapshot *
open_bytes (GBytes *bytes, const char *name)
{
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_core_sample_open (bytes, name, &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot && !mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error))
    {
      MG_CHECK_NO_ERROR (error);
      g_clear_pointer (&snapshot, mg_snapshot_unref);
    }
  return snapshot;
}

static MgSnapshot *
open_sample (const char *sample)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named (sample);

  return open_bytes (bytes, sample);
}

static void
for_each_garden (void (*check) (MgSnapshot *snapshot))
{
  for (guint i = 0; mg_core_versions[i]; i++)
    {
      g_autofree char *sample = g_strconcat ("garden-", mg_core_versions[i], NULL);
      g_autoptr (MgSnapshot) snapshot = open_sample (sample);

      if (snapshot)
        check (snapshot);
    }
}

/* What the static field CLASS.FIELD holds. */
static MgNode
static_object (MgSnapshot *snapshot, const char *class, const char *field)
{
  g_autoptr (GArray) rows = mg_details_statics (snapshot);

  for (guint i = 0; i < rows->len; i++)
    {
      const MgStaticRow *row = &g_array_index (rows, MgStaticRow, i);

      if (strcmp (row->class_name, class) == 0 && strcmp (row->field, field) == 0)
        return row->object;
    }
  mg_test_fail (__FILE__, __LINE__, "no static field %s.%s", class, field);
  return MG_NODE_NONE;
}

static const char *
type_name (MgSnapshot *snapshot, MgNode node)
{
  return node == MG_NODE_NONE ? "" : mg_graph_type_of (mg_snapshot_graph (snapshot), node)->name;
}

/* ---- Delegates ---- */

static void
check_garden_delegates (MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autoptr (GArray) rain = NULL;
  guint32 n = 0, delegates = 0;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      g_autoptr (GArray) rows = mg_details_delegate (snapshot, node, 0, &n);

      if (rows == NULL)
        continue;
      delegates++;
      MG_CHECK_UINT (rows->len, n);
      for (guint i = 0; i < rows->len; i++)
        if (g_array_index (rows, MgHandlerRow, i).method == NULL)
          mg_test_fail (__FILE__, __LINE__, "handler %u of %s has no method", i, type_name (snapshot, node));
    }
  MG_CHECK (delegates >= 18);
  rain = mg_details_delegate (snapshot, static_object (snapshot, "Garden.Ground", "Rain"), 3, &n);
  MG_CHECK_UINT (n, 7);
  MG_CHECK_UINT (rain ? rain->len : 0, 3);
  for (guint i = 0; rain && i < rain->len; i++)
    {
      MG_CHECK_STRING (g_array_index (rain, MgHandlerRow, i).method, "Garden.EventPlant.OnRain");
      MG_CHECK_STRING (type_name (snapshot, g_array_index (rain, MgHandlerRow, i).target), "Garden.EventPlant");
    }
}

static void
test_all_delegates_name_their_method (void)
{
  for_each_garden (check_garden_delegates);
}

/* The handlers of the delegate at NODE as "Method on Type, Method on Type". */
static char *
calls_of (MgSnapshot *snapshot, MgNode node)
{
  g_autoptr (GArray) rows = mg_details_delegate (snapshot, node, 0, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; rows && i < rows->len; i++)
    {
      const MgHandlerRow *row = &g_array_index (rows, MgHandlerRow, i);

      g_string_append_printf (text, "%s%s on %s", i ? ", " : "", row->method ? row->method : "?",
                              row->target == MG_NODE_NONE ? "nothing" : type_name (snapshot, row->target));
    }
  return g_string_free (text, FALSE);
}

static void
check_kinds_of_delegates (const char *sample)
{
  static const char *const expected[] = {
    "Waiting.Room<System.String>.Enter on Waiting.Room<System.String>",
    "Waiting.Hotel.Length on nothing",
    "Waiting.Hotel+<>c.<Open>b__19_2 on Waiting.Hotel+<>c",
  };
  g_autoptr (MgSnapshot) snapshot = open_sample (sample);
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  MgNode bell = static_object (snapshot, "Waiting.Hotel", "Bell");
  MgNode alarm = static_object (snapshot, "Waiting.Hotel", "Alarm");
  g_autofree char *common = NULL, *different = NULL, *guests = NULL, *alarm_calls = calls_of (snapshot, alarm);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint32 n = 0;

  common = mg_details_delegate_method (snapshot, bell, MG_TYPE_NONE, &n);
  MG_CHECK_STRING (common, "Waiting.Regular.OnBell");
  MG_CHECK_UINT (n, 12);
  different = mg_details_delegate_method (snapshot, alarm, MG_TYPE_NONE, &n);
  MG_CHECK_STRING (different, NULL);
  MG_CHECK_UINT (n, 2);
  MG_CHECK_STRING (alarm_calls, "Waiting.Guest.OnBell on Waiting.Guest, Waiting.Regular.OnBell on Waiting.Regular");
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    if (strcmp (type_name (snapshot, node), "Waiting.Guest") == 0)
      {
        g_free (guests);
        guests = mg_details_delegate_method (snapshot, alarm, graph->type[node], &n);
      }
    else
      g_hash_table_add (seen, calls_of (snapshot, node));
  MG_CHECK_STRING (guests, "Waiting.Guest.OnBell");
  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    if (!g_hash_table_contains (seen, expected[i]))
      mg_test_fail (__FILE__, __LINE__, "%s: no delegate calls %s", sample, expected[i]);
}

static void
test_kinds_of_delegates (void)
{
  check_kinds_of_delegates (COMPILED);
  check_kinds_of_delegates (SUSPENDED);
}

/* ---- Timers ---- */

/* A row as SOS prints it: "(L) 0x00007EFFF1815F50 @ 3600004 ms every    60000 ms |  00007EFFF1815F28 (System.String) ->
 * Waiting.Guest.OnTick"; it does not find every method. */
static void
check_timer_line (MgSnapshot *snapshot, const char *line, const MgTimerRow *row)
{
  const char *arrow = strstr (line, " ->"), *bar = strchr (line, '|'),
             *at = strchr (line, '@'), *every = strstr (line, "every");

  if (arrow == NULL || bar == NULL || at == NULL || every == NULL)
    {
      mg_test_fail (__FILE__, __LINE__, "not a timer: %s", line);
      return;
    }
  MG_CHECK_UINT (row->is_short, line[1] == 'S');
  MG_CHECK_UINT (row->due_ms, g_ascii_strtoull (at + 1, NULL, 10));
  MG_CHECK_UINT (row->period_ms,
                 strstr (every, "---") ? MG_TIMER_NEVER : g_ascii_strtoull (every + strlen ("every"), NULL, 10));
  MG_CHECK_UINT (row->state == MG_NODE_NONE ? 0 : mg_graph_address (mg_snapshot_graph (snapshot), row->state),
                 g_ascii_strtoull (bar + 2, NULL, 16));
  if (strlen (arrow) > strlen (" -> "))
    MG_CHECK_STRING (row->callback, arrow + strlen (" -> "));
  MG_CHECK (row->callback != NULL);
}

static void
check_timers (const char *sample)
{
  g_autoptr (MgSnapshot) snapshot = open_sample (sample);
  g_autofree char *text = mg_core_sample_named_text (sample, "timers");
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_autoptr (GArray) rows = mg_details_timers (snapshot);

  MG_CHECK_UINT (rows->len, g_strv_length (lines));
  MG_CHECK_UINT (rows->len, 7);
  for (guint i = 0; i < rows->len; i++)
    {
      const MgTimerRow *row = &g_array_index (rows, MgTimerRow, i);
      guint found = 0;

      MG_CHECK (i == 0 || row->due_ms >= g_array_index (rows, MgTimerRow, i - 1).due_ms);
      for (guint k = 0; lines[k]; k++)
        if (g_ascii_strtoull (lines[k] + 4, NULL, 16) == row->address)
          {
            found++;
            check_timer_line (snapshot, lines[k], row);
          }
      MG_CHECK_UINT (found, 1);
    }
}

static void
test_timers_equal_sos (void)
{
  check_timers (COMPILED);
  check_timers (SUSPENDED);
}

static void
check_garden_timers (MgSnapshot *snapshot)
{
  g_autoptr (GArray) rows = mg_details_timers (snapshot);

  MG_CHECK_UINT (rows->len, 4);
  for (guint i = 0; i < rows->len; i++)
    {
      const MgTimerRow *row = &g_array_index (rows, MgTimerRow, i);
      g_autofree char *words = mg_details_describe (snapshot, row->object);

      MG_CHECK_STRING (row->callback, "Garden.TimerPlant.Water");
      MG_CHECK_STRING (type_name (snapshot, row->target), "Garden.TimerPlant");
      MG_CHECK_STRING (words, "timer, due in 1 h, then every 1 h → Garden.TimerPlant.Water");
    }
}

static void
test_timers_of_all_versions (void)
{
  for_each_garden (check_garden_timers);
}

static void
test_durations (void)
{
  static const struct
  {
    guint32 ms;
    const char *text;
  } cases[] = { { 0, "0 s" },          { 5, "5 ms" },         { 1500, "1500 ms" },      { 30000, "30 s" },
                { 90000, "90 s" },     { 60000, "1 min" },    { 3600000, "1 h" },       { 5400000, "1 h 30 min" },
                { 333, "333 ms" },     { 720000, "12 min" },  { 12345678, "3 h 25 min" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = mg_details_duration (cases[i].ms);

      MG_CHECK_STRING (text, cases[i].text);
    }
}

/* ---- Asynchronous work ---- */

/* Chains as sorted lines "4 name (0) < name (1) < …": what a row says with the rows above it. */
static void
add_path (GPtrArray *paths, GPtrArray *above, guint depth, guint64 count, const char *name, gint32 state)
{
  GString *text = g_string_new (NULL);

  g_ptr_array_set_size (above, (gint) MIN (depth, above->len));
  g_ptr_array_add (above, state == MG_ASYNC_NO_STATE ? g_strdup (name) : g_strdup_printf ("%s (%d)", name, state));
  g_string_printf (text, "%" G_GUINT64_FORMAT, count);
  for (guint i = above->len; i-- > 0;)
    g_string_append_printf (text, "%s %s", i + 1 == above->len ? "" : " <", (char *) g_ptr_array_index (above, i));
  g_ptr_array_add (paths, g_string_free (text, FALSE));
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "    [4] 00007f0bcc01ebf0 (0) Waiting.Hotel+<Unlock>d__12"; parameters of methods are left out. */
static GPtrArray *
paths_of_sos (const char *sample)
{
  g_autofree char *text = mg_core_sample_named_text (sample, "async");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) above = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lines[i]; i++)
    {
      gsize indent = strspn (lines[i], " ");
      char *name = strchr (lines[i], ']'), *parameters;
      gint32 state = MG_ASYNC_NO_STATE;

      if (lines[i][indent] != '[' || name == NULL)
        continue;
      name += strlen ("] ") + 16 + 1;
      if (*name == '(')
        {
          state = (gint32) g_ascii_strtoll (name + 1, NULL, 10);
          name = strchr (name, ' ') + 1;
        }
      parameters = strchr (name, '{') ? strchr (strchr (name, '{'), '(') : NULL;
      if (parameters)
        memcpy (parameters, "}", sizeof "}");
      add_path (paths, above, (guint) indent / 2, g_ascii_strtoull (lines[i] + indent + 1, NULL, 10), name, state);
    }
  g_ptr_array_sort (paths, compare_texts);
  return paths;
}

static GPtrArray *
paths_of (const MgAsyncRows *async, gboolean all)
{
  gboolean cut = TRUE;
  g_autoptr (GArray) rows = mg_async_chains (async, all, &cut);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) above = g_ptr_array_new_with_free_func (g_free);

  MG_CHECK (!cut);
  for (guint i = 0; i < rows->len; i++)
    {
      const MgAsyncChainRow *row = &g_array_index (rows, MgAsyncChainRow, i);
      const MgAsyncRow *example = &g_array_index (async->rows, MgAsyncRow, row->example);

      add_path (paths, above, row->depth, row->count, example->name, example->await_state);
    }
  g_ptr_array_sort (paths, compare_texts);
  return paths;
}

static void
compare_paths (const GPtrArray *ours, const char *const *theirs, guint n)
{
  MG_CHECK_UINT (ours->len, n);
  for (guint i = 0; i < MIN (ours->len, n); i++)
    MG_CHECK_STRING (g_ptr_array_index (ours, i), theirs[i]);
}

static void
test_chains_equal_sos (void)
{
  g_autoptr (MgSnapshot) snapshot = open_sample (COMPILED);
  g_autoptr (MgAsyncRows) async = mg_details_async (snapshot);
  g_autoptr (GPtrArray) ours = paths_of (async, TRUE), theirs = paths_of_sos (COMPILED);

  MG_CHECK (theirs->len >= 18);
  compare_paths (ours, (const char *const *) theirs->pdata, theirs->len);
}

/* SOS cannot follow these (it says so); the source of the program can. */
static void
test_suspended_methods_are_followed (void)
{
#define DOOR "System.Threading.Tasks.Task"
#define STAY "Waiting.Hotel.CheckIn (1) < Waiting.Hotel.Unlock (0) < " DOOR
#define CLIMB(n) "1 " n "Waiting.Hotel.Climb (0) < " DOOR
#define UP "Waiting.Hotel.Climb (1) < "
#define ALL "Waiting.Hotel.All (0) < System.Threading.Tasks.Task+WhenAllPromise < "
  static const char *const expected[] = {
    CLIMB (""), CLIMB (UP), CLIMB (UP UP), CLIMB (UP UP UP), CLIMB (UP UP UP UP), CLIMB (UP UP UP UP UP),
    "1 System.Threading.Tasks.ContinuationResultTaskFromTask<System.Int32> {Waiting.Hotel+<>c.<Open>b__19_1} < " DOOR,
    "1 " DOOR,
    "1 System.Threading.Tasks.Task+DelayPromise",
    "1 System.Threading.Tasks.Task+WhenAllPromise < Waiting.Hotel.Pay (1) < System.Threading.Tasks.Task<System.Int32>",
    "1 System.Threading.Tasks.Task+WhenAllPromise < Waiting.Hotel.Stay (0) < " STAY,
    "1 System.Threading.Tasks.Task<System.Int32>",
    "1 " ALL "Waiting.Hotel.Pay (1) < System.Threading.Tasks.Task<System.Int32>",
    "1 " ALL "Waiting.Hotel.Stay (0) < " STAY,
    "1 Waiting.Hotel.Pay (1) < System.Threading.Tasks.Task<System.Int32>",
    "1 Waiting.Hotel.Sleep (0) < System.Threading.Tasks.Task+DelayPromise",
    "4 " STAY,
    "4 Waiting.Hotel.Stay (0) < " STAY,
    "4 Waiting.Hotel.Unlock (0) < " DOOR,
  };
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr (MgSnapshot) snapshot = open_sample (SUSPENDED);
  g_autoptr (MgAsyncRows) async = mg_details_async (snapshot);
  g_autoptr (GPtrArray) ours = paths_of (async, FALSE);

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    g_ptr_array_add (sorted, (gpointer) expected[i]);
  g_ptr_array_sort (sorted, compare_texts);
  compare_paths (ours, (const char *const *) sorted->pdata, sorted->len);
}

static guint64
count_of (const MgAsyncRows *async, gboolean all, const char *name)
{
  g_autoptr (GArray) rows = mg_async_counts (async, all);
  guint64 count = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const MgAsyncChainRow *row = &g_array_index (rows, MgAsyncChainRow, i);

      MG_CHECK (i == 0 || row->count <= g_array_index (rows, MgAsyncChainRow, i - 1).count);
      if (strcmp (g_array_index (async->rows, MgAsyncRow, row->example).name, name) == 0)
        count += row->count;
    }
  return count;
}

static void
test_counts_by_method (void)
{
  g_autoptr (MgSnapshot) snapshot = open_sample (COMPILED);
  g_autoptr (MgAsyncRows) async = mg_details_async (snapshot);

  MG_CHECK_UINT (count_of (async, FALSE, "Waiting.Hotel+<Climb>d__15"), 6); /* at two different awaits */
  MG_CHECK_UINT (count_of (async, FALSE, "Waiting.Hotel+<Stay>d__10"), 4);
  MG_CHECK_UINT (count_of (async, FALSE, "System.Threading.Tasks.Task"), 0);
  MG_CHECK (count_of (async, TRUE, "System.Threading.Tasks.Task") >= 1);
}

static void
test_states_in_words (void)
{
  static const struct
  {
    MgAsyncRow row;
    const char *words;
  } cases[] = {
    { { .kind = MG_ASYNC_STATE_MACHINE, .await_state = 3, .task_flags = 0x02000400 }, "awaiting" },
    { { .kind = MG_ASYNC_STATE_MACHINE, .await_state = -1, .task_flags = 0x02000400 }, "running" },
    { { .kind = MG_ASYNC_STATE_MACHINE, .await_state = -2, .task_flags = 0x01000400 }, "completed" },
    { { .kind = MG_ASYNC_STATE_MACHINE, .await_state = -2, .task_flags = 0x04200400 }, "faulted" },
    { { .kind = MG_ASYNC_TASK, .await_state = MG_ASYNC_NO_STATE, .task_flags = 0x02000000 }, "not completed" },
    { { .kind = MG_ASYNC_TASK, .await_state = MG_ASYNC_NO_STATE, .task_flags = 0x00010000 }, "waiting to run" },
    { { .kind = MG_ASYNC_TASK, .await_state = MG_ASYNC_NO_STATE, .task_flags = 0x00030000 }, "running" },
    { { .kind = MG_ASYNC_TASK, .await_state = MG_ASYNC_NO_STATE, .task_flags = 0x00400000 }, "canceled" },
    { { .kind = MG_ASYNC_TASK, .await_state = MG_ASYNC_NO_STATE, .task_flags = 0x00002000 }, "not started" },
    { { .kind = MG_ASYNC_OTHER, .await_state = MG_ASYNC_NO_STATE }, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    MG_CHECK_STRING (mg_details_async_state (&cases[i].row), cases[i].words);
}

/* Objects of SAMPLE whose line of words is WORDS. */
static guint
count_described (const char *sample, const char *words)
{
  g_autoptr (MgSnapshot) snapshot = open_sample (sample);
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  guint n = 0;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      g_autofree char *text = mg_details_describe (snapshot, node);

      n += g_strcmp0 (text, words) == 0;
    }
  return n;
}

static void
test_objects_are_described (void)
{
  MG_CHECK_UINT (count_described (SUSPENDED, "suspended Waiting.Hotel.Unlock (await 0)"), 4);
  MG_CHECK_UINT (count_described (SUSPENDED, "12 handlers → Waiting.Regular.OnBell"), 1);
  MG_CHECK_UINT (count_described (SUSPENDED, "2 handlers"), 1);
  MG_CHECK_UINT (count_described (COMPILED, "awaiting (await 2)"), 1);
  MG_CHECK_UINT (count_described (COMPILED, "timer, due once in 2 h → Waiting.Hotel.Tick"), 1);
  MG_CHECK_UINT (count_described (COMPILED, "timer, not set → Waiting.Hotel.Tick"), 1);
  MG_CHECK_UINT (count_described (COMPILED, "→ Waiting.Room<System.String>.Enter"), 1);
}

/* ---- Pictures ---- */

static const MgPictureEdge *
edge_into (const MgPicture *picture, const char *type)
{
  for (guint i = 0; i < picture->n_edges; i++)
    if (g_strcmp0 (picture->nodes[picture->edges[i].to].title, type) == 0)
      return &picture->edges[i];
  return NULL;
}

static void
check_note (MgSnapshot *snapshot, const char *type, const char *title, const char *note)
{
  MgTypeId id = mg_type_table_find (mg_snapshot_types (snapshot), type);
  g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_type (id), NULL, NULL, NULL);
  const MgPictureEdge *edge = picture ? edge_into (picture, title) : NULL;

  MG_CHECK (edge != NULL);
  if (edge)
    MG_CHECK_CONTAINS (edge->note, note);
}

static void
check_garden_pictures (MgSnapshot *snapshot)
{
  check_note (snapshot, "Garden.EventPlant", "EventPlant", "→ OnRain");
}

static void
test_events_name_their_method (void)
{
  for_each_garden (check_garden_pictures);
}

static gboolean
has_edge (const MgPicture *picture, const char *label)
{
  for (guint i = 0; i < picture->n_edges; i++)
    if (strcmp (picture->edges[i].label, label) == 0)
      return TRUE;
  return FALSE;
}

static void
test_locals_of_suspended_methods_are_named (void)
{
  g_autoptr (MgSnapshot) snapshot = open_sample (SUSPENDED);
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  MgNode guest = MG_NODE_NONE;
  g_autoptr (MgPicture) picture = NULL;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      g_autofree char *text = mg_details_string (snapshot, node, 100, NULL);

      if (g_strcmp0 (text, "guest 0") == 0)
        guest = node;
    }
  MG_CHECK (guest != MG_NODE_NONE);
  if (guest == MG_NODE_NONE)
    return;
  picture = mg_picture_new (snapshot, mg_subject_object (guest), NULL, NULL, NULL);
  MG_CHECK (has_edge (picture, "local variable of Hotel.Stay"));
  MG_CHECK (has_edge (picture, "awaited by Hotel.Stay"));
  MG_CHECK (has_edge (picture, "awaited by Hotel.CheckIn"));
}

/* Who waits for the door hangs on it through a list that says nothing, with and without redacted names. */
static void
check_door (MgSnapshot *snapshot)
{
  MgTypeTable *types = mg_snapshot_types (snapshot);
  MgTypeId type = MG_TYPE_NONE;
  g_autoptr (MgPicture) picture = NULL;

  for (MgTypeId id = 0; id < types->n_types; id++)
    if (strstr (mg_snapshot_real_type (snapshot, id)->name, "Waiting.Hotel+<Unlock>"))
      type = id;
  MG_CHECK (type != MG_TYPE_NONE);
  if (type == MG_TYPE_NONE)
    return;
  picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, NULL);
  MG_CHECK_CONTAINS (picture->sentence, "are kept alive by waiting for one TaskCompletionSource, which the static");
  MG_CHECK (has_edge (picture, "awaited by"));
  for (guint i = 0; i < picture->n_nodes; i++)
    MG_CHECK (strstr (picture->nodes[i].title, "List<") == NULL);
}

static void
test_continuation_lists_fold (void)
{
  g_autoptr (MgSnapshot) snapshot = open_sample (COMPILED);
  g_autoptr (MgSnapshot) hidden = mg_snapshot_redacted (snapshot, MG_REDACT_NAMES);
  g_autoptr (GError) error = NULL;

  check_door (snapshot);
  MG_CHECK (mg_snapshot_ensure (hidden, MG_NEED_ALL, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  check_door (hidden);
}

/* ---- Damage ---- */

/* Where the byte of memory at ADDRESS lies in the core DATA; NULL: not in it. */
static guint8 *
place_of (guint8 *data, gsize size, guint64 address)
{
  guint64 headers, offset, start, length;
  guint16 n, entry;

  memcpy (&headers, data + 32, 8);
  memcpy (&entry, data + 54, 2);
  memcpy (&n, data + 56, 2);
  for (guint i = 0; i < n; i++)
    {
      const guint8 *header = data + headers + (gsize) i * entry;

      memcpy (&offset, header + 8, 8);
      memcpy (&start, header + 16, 8);
      memcpy (&length, header + 32, 8);
      if (address >= start && address - start < length && offset + (address - start) + 8 <= size)
        return data + offset + (address - start);
    }
  return NULL;
}

/* Address of field NAME of the object at NODE; 0: it has none. */
static guint64
field_place (MgSnapshot *snapshot, MgNode node, const char *name)
{
  g_autoptr (GArray) rows = mg_details_fields (snapshot, node, 0);

  for (guint i = 0; rows && i < rows->len; i++)
    if (strcmp (g_array_index (rows, MgFieldRow, i).name, name) == 0)
      return mg_graph_address (mg_snapshot_graph (snapshot), node) + g_array_index (rows, MgFieldRow, i).offset;
  return 0;
}

/* Sets field NAME of every object that has it to VALUE, 0: the object itself. Returns how many. */
static guint
set_fields (MgSnapshot *snapshot, guint8 *data, gsize size, const char *name, guint64 value)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  guint n = 0;

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      guint64 place = field_place (snapshot, node, name), wanted = value ? value : mg_graph_address (graph, node);
      guint8 *bytes = place ? place_of (data, size, place) : NULL;

      if (bytes == NULL)
        continue;
      memcpy (bytes, &wanted, 8);
      n++;
    }
  return n;
}

/* Everything that follows links, on damaged bytes: must come to an end, within what the file can hold. */
static void
survive (guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (MgSnapshot) snapshot = open_bytes (bytes, "damaged");
  g_autoptr (MgAsyncRows) async = NULL;
  g_autoptr (GArray) timers = NULL, chains = NULL;
  const MgGraph *graph;
  gboolean cut;

  if (snapshot == NULL)
    return;
  graph = mg_snapshot_graph (snapshot);
  async = mg_details_async (snapshot);
  timers = mg_details_timers (snapshot);
  chains = mg_async_chains (async, TRUE, &cut);
  MG_CHECK (timers->len <= graph->n_nodes);
  MG_CHECK (async->rows->len <= 2 * graph->n_nodes);
  MG_CHECK (chains->len <= 1000000);
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      g_autoptr (GArray) handlers = mg_details_delegate (snapshot, node, 1000, NULL);

      g_free (mg_details_describe (snapshot, node));
    }
}

static void
damage (const char *sample, const char *field, guint64 value)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named (sample);
  g_autoptr (MgSnapshot) snapshot = open_bytes (bytes, sample);
  gsize size;
  g_autofree guint8 *data = g_memdup2 (g_bytes_get_data (bytes, &size), g_bytes_get_size (bytes));

  if (set_fields (snapshot, data, size, field, value) == 0)
    mg_test_fail (__FILE__, __LINE__, "%s: nothing has a field %s", sample, field);
  survive (data, size);
}

static void
test_links_in_circles_end (void)
{
  damage (COMPILED, "_next", 0);
  damage (COMPILED, "m_continuationObject", 0);
  damage (COMPILED, "_invocationList", 0);
  damage (COMPILED, "_target", 0);
  damage (SUSPENDED, "Next", 0);
  damage (SUSPENDED, "m_stateObject", 0);
  damage (SUSPENDED, "_helperObject", 0);
}

static void
test_torn_objects_are_survived (void)
{
  static const guint64 wild[] = { 1, 8, G_GUINT64_CONSTANT (0x7fffffffffffffff), G_MAXUINT64 };
  static const char *const fields[] = { "_invocationCount", "_invocationList", "_methodPtr", "_methodPtrAux",
                                        "m_continuationObject", "_shortTimers", "_longTimers", "_timerCallback" };

  for (gsize w = 0; w < G_N_ELEMENTS (wild); w++)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
        damage (COMPILED, fields[i], wild[w]);
      damage (SUSPENDED, "ResumeInfo", wild[w]);
      damage (SUSPENDED, "_extraData", wild[w]);
    }
}

/* A circle below a top: rows are made up, as damage could leave them. */
static void
test_circle_below_a_top_is_cut (void)
{
  MgAsyncRows async = { .rows = g_array_new (FALSE, TRUE, sizeof (MgAsyncRow)),
                        .links = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  const guint32 links[] = { 1, 2, 1 };
  g_autoptr (GArray) chains = NULL;
  gboolean cut = FALSE;

  for (guint32 i = 0; i < G_N_ELEMENTS (links); i++)
    {
      MgAsyncRow row
          = { .name = "circle", .kind = MG_ASYNC_STATE_MACHINE, .first_link = i, .n_links = 1, .is_top = i == 0 };

      g_array_append_val (async.rows, row);
    }
  g_array_append_vals (async.links, links, G_N_ELEMENTS (links));
  chains = mg_async_chains (&async, FALSE, &cut);
  MG_CHECK (cut);
  MG_CHECK (chains->len > 1000);
  g_array_unref (async.rows);
  g_array_unref (async.links);
}

static const MgTest tests[] = {
  { "all delegates name their method", test_all_delegates_name_their_method },
  { "kinds of delegates", test_kinds_of_delegates },
  { "timers equal SOS", test_timers_equal_sos },
  { "timers of all versions", test_timers_of_all_versions },
  { "durations", test_durations },
  { "chains equal SOS", test_chains_equal_sos },
  { "suspended methods are followed", test_suspended_methods_are_followed },
  { "counts by method", test_counts_by_method },
  { "states in words", test_states_in_words },
  { "objects are described", test_objects_are_described },
  { "events name their method", test_events_name_their_method },
  { "locals of suspended methods are named", test_locals_of_suspended_methods_are_named },
  { "continuation lists fold", test_continuation_lists_fold },
  { "links in circles end", test_links_in_circles_end },
  { "torn objects are survived", test_torn_objects_are_survived },
  { "a circle below a top is cut", test_circle_below_a_top_is_cut },
};

MG_TEST_MAIN ("core-waiting", tests)
