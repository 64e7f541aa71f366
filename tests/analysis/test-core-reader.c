/* Real cores of four versions of .NET, and of one on arm64 and with musl, compared with what SOS says about them. */
#include <stdlib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/parallel.h"
#include "analysis/clr/heap/heap-pieces.h"
#include "analysis/details.h"
#include "analysis/picture/picture.h"
#include "analysis/source/file.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

static MgSnapshot *
open_sample (const char *version)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (version);
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_core_sample_open (bytes, version, &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot && !mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error))
    {
      MG_CHECK_NO_ERROR (error);
      g_clear_pointer (&snapshot, mg_snapshot_unref);
    }
  return snapshot;
}

static void
for_version (const char *version, void (*check) (MgSnapshot *snapshot, const char *version))
{
  g_autoptr (MgSnapshot) snapshot = open_sample (version);

  if (snapshot)
    check (snapshot, version);
}

static void
for_each_version (void (*check) (MgSnapshot *snapshot, const char *version))
{
  for (guint i = 0; mg_core_versions[i]; i++)
    for_version (mg_core_versions[i], check);
  for_version (MG_CORE_ARM64, check);
  for_version (MG_CORE_MUSL, check);
}

static gboolean
same_array (const void *a, const void *b, gsize size)
{
  return memcmp (a, b, size) == 0;
}

/* However many threads read the heap, and however they share it, the same graph comes out. */
static void
check_same_graph (MgSnapshot *snapshot, const char *version)
{
  const MgGraph *expected = mg_snapshot_graph (snapshot);
  gsize n = expected->n_nodes;

  for (guint k = 0; k < 8; k++)
    {
      static const guint threads[] = { 1, 2, 3, 7 };
      g_autoptr (MgSnapshot) other = NULL;
      const MgGraph *graph;

      mg_parallel_set_threads (threads[k % 4]);
      mg_heap_pieces_set_blocks (k < 4 ? 0 : 1 + k);
      other = open_sample (version);
      mg_parallel_set_threads (0);
      mg_heap_pieces_set_blocks (0);
      graph = mg_snapshot_graph (other);
      MG_CHECK_UINT (graph->n_nodes, n);
      MG_CHECK_UINT (graph->n_edges, expected->n_edges);
      if (graph->n_nodes != n || graph->n_edges != expected->n_edges)
        continue;
      MG_CHECK (same_array (graph->type, expected->type, n * sizeof *graph->type));
      MG_CHECK (same_array (graph->size, expected->size, n * sizeof *graph->size));
      MG_CHECK (same_array (graph->target, expected->target, graph->n_edges * sizeof *graph->target));
      MG_CHECK (same_array (graph->first.delta, expected->first.delta, n * sizeof *graph->first.delta));
      MG_CHECK (same_array (graph->address.delta, expected->address.delta,
                            mg_graph_n_objects (graph) * sizeof *graph->address.delta));
    }
}

static void
test_threads_make_no_difference (void)
{
  for_each_version (check_same_graph);
}

/* "7f01ccdfbe30   160    38,930 System.String" */
static gboolean
parse_stat_line (const char *line, guint64 *table, guint64 *count, guint64 *size, const char **name)
{
  char *end;
  guint64 *const numbers[] = { count, size };

  *table = g_ascii_strtoull (line, &end, 16);
  if (end == line || *end != ' ' || *table == 0)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      while (*end == ' ')
        end++;
      if (!g_ascii_isdigit (*end))
        return FALSE;
      for (*numbers[i] = 0; g_ascii_isdigit (*end) || *end == ','; end++)
        if (*end != ',')
          *numbers[i] = *numbers[i] * 10 + (guint64) (*end - '0');
    }
  while (*end == ' ')
    end++;
  *name = end;
  return TRUE;
}

/* SOS counts two bytes too many for the strings of a heap, once. */
static void
check_types (MgSnapshot *snapshot, const char *version)
{
  g_autofree char *text = mg_core_sample_text (version, "stat");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  const MgTypeTable *types = mg_snapshot_types (snapshot);
  const MgTypeStats *stats = mg_snapshot_type_stats (snapshot);
  guint compared = 0;

  for (guint i = 0; lines[i]; i++)
    {
      guint64 table, count, size;
      const char *name;
      MgTypeId type;

      if (!parse_stat_line (lines[i], &table, &count, &size, &name) || strcmp (name, "Free") == 0)
        continue;
      for (type = mg_type_table_find (types, name); type < types->n_types; type++)
        if (types->types[type].handle == table || strcmp (types->types[type].name, name) != 0)
          break;
      if (type >= types->n_types || types->types[type].handle != table)
        {
          mg_test_fail (__FILE__, __LINE__, "%s: %s is missing", version, name);
          continue;
        }
      MG_CHECK_UINT (stats->tally[type].count, count);
      MG_CHECK_UINT (stats->tally[type].size, strcmp (name, "System.String") == 0 ? size - 2 : size);
      compared++;
    }
  MG_CHECK (compared > 80);
  MG_CHECK_UINT (compared, types->n_types);
}

static void
test_types_equal_sos (void)
{
  for_each_version (check_types);
}

/* createdump leaves nothing out that a file would have to stand in for; a trimmed core has no descriptor. */
static gboolean
is_not_needed (const MgSelfCheck *check)
{
  return check->state == 0 && (strcmp (check->id, "files") == 0 || strcmp (check->id, "descriptor") == 0);
}

static void
check_checks (MgSnapshot *snapshot, const char *version)
{
  const MgSnapshotInfo *info = mg_snapshot_info (snapshot);
  g_autoptr (GArray) checks = mg_details_checks (snapshot);
  g_autofree char *name = NULL, *number = NULL;

  for (guint i = 0; checks && i < checks->len; i++)
    {
      const MgSelfCheck *check = &g_array_index (checks, MgSelfCheck, i);

      if (check->state != (is_not_needed (check) ? 0 : 1))
        mg_test_fail (__FILE__, __LINE__, "%s: check %s gave %d", version, check->id, check->state);
    }
  MG_CHECK (checks && checks->len > 5);
  MG_CHECK (!mg_snapshot_damaged (snapshot));
  name = g_strdup_printf ("%s.%s", info->runtime, info->architecture);
  number = g_strndup (version, strcspn (version, "-"));
  MG_CHECK_CONTAINS (name, number);
}

static void
test_self_checks_pass (void)
{
  for_each_version (check_checks);
}

typedef struct
{
  const char *type;
  guint64 count;
  const char *parts[4]; /* of the sentence */
} Expected;

static void
check_sentences (MgSnapshot *snapshot, const char *version)
{
  static const Expected expected[] = {
    { "Garden.StaticPlant", 50, { "All 50", "static field Ground.Chain" } },
    { "Garden.ListPlant", 20, { "items of one List<ListPlant>", "static field Ground.List" } },
    { "Garden.DictionaryPlant", 15, { "entries of one Dictionary", "static field Ground.ByName" } },
    { "Garden.EventPlant", 7, { "event handlers", "static field Ground.Rain" } },
    { "Garden.StrongHandlePlant", 3, { "3 strong handles" } },
    { "Garden.TreePlant", 31, { "static field Ground.Tree" } },
    { "Garden.ClosurePlant", 1, { "Closure", "captured" } },
    { "Garden.LocalPlant", 1, { "local variable", "thread 1 in Garden.Program.Main" } },
    { "Garden.DependentPlant", 6, { "static field Ground.List" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), expected[i].type);
      g_autoptr (MgPicture) picture = NULL;

      if (type == MG_TYPE_NONE)
        {
          mg_test_fail (__FILE__, __LINE__, "%s: no %s", version, expected[i].type);
          continue;
        }
      picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, NULL);
      MG_CHECK_UINT (picture->n_subjects, expected[i].count);
      MG_CHECK_UINT (picture->n_live, expected[i].count);
      for (guint p = 0; p < 4 && expected[i].parts[p]; p++)
        MG_CHECK_CONTAINS (picture->sentence, expected[i].parts[p]);
    }
  MG_CHECK (mg_type_table_find (mg_snapshot_types (snapshot), "Garden.WeakHandlePlant") == MG_TYPE_NONE);
}

static void
test_paths_say_what_holds (void)
{
  for_each_version (check_sentences);
}

/* Up to .NET 8 thread statics lie in arrays that strong handles hold; from 9 on they are named. */
static void
check_thread_statics (MgSnapshot *snapshot, const char *version)
{
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), "Garden.ThreadStaticPlant");
  g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, NULL);

  MG_CHECK_UINT (picture->n_live, 1);
  if (strcmp (version, "8.0.33") != 0)
    MG_CHECK_CONTAINS (picture->sentence, "by the thread-static field Ground.Own (thread 5).");
}

/* The label of the last reference on the shortest path to NODE. */
static char *
last_label (MgSnapshot *snapshot, MgNode node)
{
  g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_object (node), NULL, NULL, NULL);

  for (guint e = 0; e < picture->n_edges; e++)
    if (picture->edges[e].to == picture->n_nodes - 1)
      return g_strdup (picture->edges[e].label);
  return g_strdup ("");
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The labels of all objects of type NAME, sorted, one after the other. */
static char *
all_labels (MgSnapshot *snapshot, const char *name)
{
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), name);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  guint32 n;
  const MgNode *nodes = mg_instances_of (mg_snapshot_instances (snapshot), type, &n);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < n; i++)
    g_ptr_array_add (labels, last_label (snapshot, nodes[i]));
  g_ptr_array_sort (labels, compare_texts);
  for (guint i = 0; i < labels->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) g_ptr_array_index (labels, i));
  return g_string_free (text, FALSE);
}

static void
check_places (MgSnapshot *snapshot, const char *version)
{
  g_autofree char *keys = all_labels (snapshot, "Garden.DictionaryPlant");
  g_autofree char *items = all_labels (snapshot, "Garden.ListPlant");
  g_autofree char *pots = all_labels (snapshot, "Garden.Plant");

  (void) version;
  MG_CHECK_STRING (keys, "[\"plant 0\"] [\"plant 1\"] [\"plant 10\"] [\"plant 11\"] [\"plant 12\"] "
                         "[\"plant 13\"] [\"plant 14\"] [\"plant 2\"] [\"plant 3\"] [\"plant 4\"] "
                         "[\"plant 5\"] [\"plant 6\"] [\"plant 7\"] [\"plant 8\"] [\"plant 9\"]");
  MG_CHECK_CONTAINS (items, "[0] [10] [11] [12]");
  MG_CHECK_STRING (pots, "[0].Inside [1].Inside [2].Inside");
}

static void
test_keys_and_elements_are_named (void)
{
  for_each_version (check_places);
}

static void
test_thread_statics_are_named (void)
{
  for_each_version (check_thread_statics);
}

/* The frames of SOS's output that are no explicit Frames, as "sp ip" in lower case, per OS thread. */
static GHashTable *
parse_stacks (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GHashTable *threads = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  GPtrArray *frames = NULL;

  for (guint i = 0; lines[i]; i++)
    {
      if (g_str_has_prefix (lines[i], "OS Thread Id: 0x"))
        {
          frames = g_ptr_array_new_with_free_func (g_free);
          g_hash_table_insert (threads, GUINT_TO_POINTER (strtoul (lines[i] + strlen ("OS Thread Id: 0x"), NULL, 16)),
                               frames);
        }
      else if (frames && strlen (lines[i]) > 34 && g_ascii_isxdigit (lines[i][0]) && lines[i][34] != '[')
        {
          g_autofree char *numbers = g_strndup (lines[i], 33);
          g_autofree char *lower = g_ascii_strdown (numbers, -1);
          const char *end = strchr (lines[i] + 34, '(');

          g_ptr_array_add (frames,
                           g_strdup_printf ("%s %.*s", lower, (int) (end ? end - lines[i] - 34 : 0), lines[i] + 34));
        }
    }
  return threads;
}

static void
check_frames_of (MgSnapshot *snapshot, const char *version, const char *text)
{
  g_autoptr (GHashTable) expected = parse_stacks (text);
  g_autoptr (GArray) threads = mg_details_threads (snapshot);
  guint frames = 0, running = 0;

  for (guint t = 0; t < threads->len; t++)
    {
      const MgThreadRow *thread = &g_array_index (threads, MgThreadRow, t);
      const GPtrArray *theirs = g_hash_table_lookup (expected, GUINT_TO_POINTER (thread->os_id));

      if (thread->os_id == 0)
        continue; /* has ended */
      running++;
      if (theirs == NULL || theirs->len != thread->n_frames)
        {
          mg_test_fail (__FILE__, __LINE__, "%s: thread 0x%x has %u frames, SOS %u", version, thread->os_id,
                        thread->n_frames, theirs ? theirs->len : 0);
          continue;
        }
      for (guint f = 0; f < thread->n_frames; f++, frames++)
        {
          g_autofree char *ours
              = g_strdup_printf ("%016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER "x %s", thread->frames[f].sp,
                                 thread->frames[f].ip, thread->frames[f].method);

          MG_CHECK_STRING (ours, g_ptr_array_index (theirs, f));
        }
    }
  MG_CHECK_UINT (running, g_hash_table_size (expected));
  MG_CHECK (frames >= 5);
}

static void
check_frames (MgSnapshot *snapshot, const char *version)
{
  g_autofree char *text = mg_core_sample_text (version, "stacks");

  check_frames_of (snapshot, version, text);
}

static void
test_frames_equal_sos (void)
{
  for_each_version (check_frames);
}

/* Threads in every state of ../labs/stacks: waits, exceptions, native calls, callbacks, recursion, methods made at run
 * time. The graph is not needed for them. */
static void
test_frames_in_every_state_equal_sos (void)
{
  static const char *const samples[] = { "stacks-8.0.33", "stacks-10.0.15", "stacks-" MG_CORE_ARM64 };

  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (GBytes) bytes = mg_core_sample_named (samples[i]);
      g_autofree char *text = mg_core_sample_named_text (samples[i], "stacks");
      g_autoptr (GError) error = NULL;
      g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, samples[i], &error);

      MG_CHECK_NO_ERROR (error);
      check_frames_of (snapshot, samples[i], text);
    }
}

static const MgThreadRow *
find_thread (const GArray *threads, const char *name)
{
  for (guint i = 0; i < threads->len; i++)
    if (g_strcmp0 (g_array_index (threads, MgThreadRow, i).name, name) == 0)
      return &g_array_index (threads, MgThreadRow, i);
  return NULL;
}

static void
check_details (MgSnapshot *snapshot, const char *version)
{
  g_autoptr (GArray) threads = mg_details_threads (snapshot);
  g_autoptr (GArray) handles = mg_details_handles (snapshot);
  g_autoptr (GArray) statics = mg_details_statics (snapshot);
  g_autoptr (GArray) heap = mg_details_heap (snapshot);
  guint strong = 0, dependent = 0, own = 0;
  guint64 objects = 0;

  MG_CHECK (find_thread (threads, "gardener") != NULL);
  for (guint i = 0; i < handles->len; i++)
    {
      const MgHandleRow *row = &g_array_index (handles, MgHandleRow, i);

      strong += strcmp (mg_details_handle_kind_name (row->kind), "strong") == 0;
      dependent += row->secondary != MG_NODE_NONE;
    }
  MG_CHECK (strong >= 3);
  MG_CHECK (dependent >= 6);
  for (guint i = 0; i < statics->len; i++)
    own += strcmp (g_array_index (statics, MgStaticRow, i).class_name, "Garden.Ground") == 0;
  MG_CHECK (own >= 9);
  for (guint i = 0; i < heap->len; i++)
    objects += g_array_index (heap, MgHeapRow, i).n_objects;
  MG_CHECK_UINT (objects, mg_graph_n_objects (mg_snapshot_graph (snapshot)));
}

static void
test_details_are_there (void)
{
  for_each_version (check_details);
}

static void
check_values (MgSnapshot *snapshot, const char *version)
{
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), "Garden.Pot[]");
  guint32 n;
  const MgNode *pots = mg_instances_of (mg_snapshot_instances (snapshot), type, &n);
  g_autoptr (GArray) rows = mg_details_fields (snapshot, pots[0], 0);
  guint sizes = 0, plants = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const MgFieldRow *row = &g_array_index (rows, MgFieldRow, i);

      sizes += g_str_has_suffix (row->name, ".Size") && g_strcmp0 (row->value, "0") == 0
               && g_strcmp0 (row->type, "System.Int32") == 0;
      plants += g_str_has_suffix (row->name, ".Inside") && row->object != MG_NODE_NONE
                && g_strcmp0 (row->type, "Garden.Plant") == 0;
    }
  MG_CHECK_UINT (sizes, 3);
  MG_CHECK_UINT (plants, 3);
}

static void
test_structs_in_arrays_are_flattened (void)
{
  for_each_version (check_values);
}

/* .NET 11 keeps an event's handlers as structs of one reference each, which GCDesc does not tell from references. */
static void
test_structs_of_one_reference_are_structs (void)
{
  g_autoptr (MgSnapshot) snapshot = open_sample ("11.0.0");
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), "System.Delegate+Wrapper[]");
  guint32 n;
  const MgNode *lists = mg_instances_of (mg_snapshot_instances (snapshot), type, &n);
  guint handlers = 0;

  for (guint32 i = 0; i < n; i++)
    {
      g_autoptr (GArray) rows = mg_details_fields (snapshot, lists[i], 0);

      for (guint k = 0; k < rows->len; k++)
        {
          const MgFieldRow *row = &g_array_index (rows, MgFieldRow, k);

          MG_CHECK (row->is_reference == g_str_has_suffix (row->name, "].Value"));
          handlers += row->object != MG_NODE_NONE;
        }
    }
  MG_CHECK (handlers >= 7);
}

/* The length of an array is no value of the field that refers to it. */
static void
check_array_fields (MgSnapshot *snapshot, const char *version)
{
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot),
                                      "System.Collections.Generic.Dictionary<System.String, Garden.DictionaryPlant>");
  guint32 n;
  const MgNode *dictionaries = mg_instances_of (mg_snapshot_instances (snapshot), type, &n);
  g_autoptr (GArray) rows = n > 0 ? mg_details_fields (snapshot, dictionaries[0], 0) : NULL;
  guint arrays = 0;

  for (guint i = 0; rows && i < rows->len; i++)
    {
      const MgFieldRow *row = &g_array_index (rows, MgFieldRow, i);

      if (!g_str_has_suffix (row->type ? row->type : "", "[]") || row->object == MG_NODE_NONE)
        continue;
      arrays++;
      MG_CHECK (row->value == NULL);
    }
  if (arrays != 2)
    mg_test_fail (__FILE__, __LINE__, "%s: %u arrays in the dictionary, not 2", version, arrays);
}

static void
test_arrays_are_no_values (void)
{
  for_each_version (check_array_fields);
}

/* The keys of the program's dictionary are its only texts of this form. */
static void
check_strings (MgSnapshot *snapshot, const char *version)
{
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), "System.String");
  guint32 n, found = 0;
  const MgNode *strings = mg_instances_of (mg_snapshot_instances (snapshot), type, &n);

  for (guint32 i = 0; i < n; i++)
    {
      gsize length;
      g_autofree char *text = mg_details_string (snapshot, strings[i], 0, &length);

      found += text && g_str_has_prefix (text, "plant ") && length > strlen ("plant ");
    }
  MG_CHECK_UINT (found, 15);
}

static void
test_strings_have_their_text (void)
{
  for_each_version (check_strings);
}

static void
test_dumps_inside_a_collection_say_so (void)
{
  for (guint i = 0; mg_core_versions[i]; i++)
    {
      g_autoptr (GBytes) bytes = mg_core_sample_in_collection (mg_core_versions[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, "collecting", &error);
      g_autoptr (GArray) threads = NULL;
      g_autoptr (GArray) heap = NULL;
      guint n;

      MG_CHECK_NO_ERROR (error);
      MG_CHECK (mg_snapshot_damaged (snapshot));
      MG_CHECK_CONTAINS (mg_snapshot_notes (snapshot, &n)[0].text, "garbage collection");
      MG_CHECK_CONTAINS (mg_snapshot_no_graph_reason (snapshot), "garbage collection");
      MG_CHECK (!mg_snapshot_capability (snapshot, MG_CAPABILITY_VALUES).have);
      MG_CHECK (!mg_snapshot_capability (snapshot, MG_CAPABILITY_DEAD_OBJECTS).have);
      MG_CHECK (mg_snapshot_type_stats (snapshot)->total.count > 0);
      MG_CHECK (!mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, &error));
      MG_CHECK_ERROR (error, MG_ERROR_CORRUPT);
      threads = mg_details_threads (snapshot);
      heap = mg_details_heap (snapshot);
      MG_CHECK (heap && heap->len > 0);
      MG_CHECK (threads && threads->len > 1);
      for (guint t = 0; threads && t < threads->len; t++)
        MG_CHECK (g_array_index (threads, MgThreadRow, t).name == NULL);
      MG_CHECK (mg_details_handles (snapshot) == NULL);
    }
}

static void
test_foreign_cores_are_refused_kindly (void)
{
  static const struct
  {
    guint at;
    guint8 value;
    const char *words;
  } cases[] = { { 4, 1, "32-bit" }, { 5, 2, "big-endian" }, { 18, 40, "ELF machine" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = mg_core_sample_bytes ("9.0.22");
      gsize size;
      g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, &size), g_bytes_get_size (bytes));
      g_autoptr (GBytes) changed = NULL;
      g_autoptr (MgSnapshot) snapshot = NULL;
      g_autoptr (GError) error = NULL;

      copy[cases[i].at] = cases[i].value;
      if (cases[i].at == 5)
        copy[16] = 0, copy[17] = 4;
      changed = g_bytes_new (copy, size);
      snapshot = mg_core_sample_open (changed, "foreign", &error);
      MG_CHECK (snapshot == NULL);
      MG_CHECK_ERROR (error, MG_ERROR_UNSUPPORTED);
      MG_CHECK_CONTAINS (error ? error->message : NULL, cases[i].words);
      MG_CHECK_CONTAINS (error ? error->message : NULL, ".gcdump");
    }
}

static void
note_progress (const char *stage, double fraction, gpointer user_data)
{
  double *last = user_data;

  MG_CHECK (stage != NULL && fraction >= *last - 1e-9 && fraction <= 1.0);
  *last = fraction;
}

/* Opening goes from nothing to all, and so does computing: never back, whatever stages a part is made of. */
static void
test_progress_only_grows (void)
{
  for (gsize i = 0; mg_core_versions[i]; i++)
    {
      double last = 0.0;
      g_autoptr (MgProgress) progress = mg_progress_new (note_progress, &last, NULL);
      g_autoptr (GBytes) bytes = mg_core_sample_bytes (mg_core_versions[i]);
      gsize size;
      gconstpointer data = g_bytes_get_data (bytes, &size);
      g_autoptr (MgSource) source = mg_source_new_take (g_memdup2 (data, size), size, "sample.core");
      g_autoptr (MgSnapshot) snapshot = mg_snapshot_open_source (source, NULL, progress, NULL);

      MG_CHECK (snapshot && last > 0.1);
      last = 0.0;
      MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, progress, NULL));
      /* The last part is so short here that it tells only its start. */
      MG_CHECK (last > 0.85);
    }
}

static const MgTest tests[] = {
  { "progress only grows", test_progress_only_grows },
  { "types equal SOS", test_types_equal_sos },
  { "self-checks pass", test_self_checks_pass },
  { "threads make no difference", test_threads_make_no_difference },
  { "paths say what holds", test_paths_say_what_holds },
  { "thread statics are named", test_thread_statics_are_named },
  { "keys and elements are named", test_keys_and_elements_are_named },
  { "frames equal SOS", test_frames_equal_sos },
  { "frames in every state equal SOS", test_frames_in_every_state_equal_sos },
  { "threads, handles, statics, segments are there", test_details_are_there },
  { "structs in arrays are flattened", test_structs_in_arrays_are_flattened },
  { "structs of one reference are structs", test_structs_of_one_reference_are_structs },
  { "arrays are no values", test_arrays_are_no_values },
  { "strings have their text", test_strings_have_their_text },
  { "dumps inside a collection say so", test_dumps_inside_a_collection_say_so },
  { "foreign cores are refused kindly", test_foreign_cores_are_refused_kindly },
};

MG_TEST_MAIN ("core-reader", tests)
