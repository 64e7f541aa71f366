/* Whole snapshots as files: what comes back from them is what went in. */
#include "analysis/export/heap-export.h"

#include <jansson.h>
#include <string.h>

#include "analysis/base/error.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

static MgSnapshot *
open_core (const char *version)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (version);
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_core_sample_open (bytes, version, &error);

  MG_CHECK_NO_ERROR (error);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static char *
export_text (MgSnapshot *snapshot, const MgHeapExportOptions *options, gsize *n)
{
  g_auto (MgSink) sink;
  g_autoptr (GError) error = NULL;

  mg_sink_init_memory (&sink);
  MG_CHECK (mg_heap_export (snapshot, options, &sink, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  if (n)
    *n = sink.buffer->len;
  return g_string_free (g_steal_pointer (&sink.buffer), FALSE);
}

static MgSnapshot *
through_gcdump (MgSnapshot *snapshot)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "export.gcdump", NULL), *bytes = NULL;
  g_autoptr (GError) error = NULL;
  MgSnapshot *again;
  gsize n;

  bytes = export_text (snapshot, &(MgHeapExportOptions){ .format = MG_HEAP_GCDUMP }, &n);
  MG_CHECK (g_file_set_contents (path, bytes, (gssize) n, NULL));
  again = mg_snapshot_open (path, NULL, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  MG_CHECK (mg_snapshot_ensure (again, MG_NEED_GRAPH, NULL, &error));
  MG_CHECK_NO_ERROR (error);
  MG_CHECK (!mg_snapshot_damaged (again));
  return again;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "kind label note → object", sorted. */
static GPtrArray *
describe_roots (const MgGraph *graph)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (MgNode root = 1; root <= graph->n_roots; root++)
    {
      const MgRoot *r = mg_graph_root (graph, root);
      guint32 n;
      const MgNode *targets = mg_graph_edges (graph, root, &n);

      for (guint32 i = 0; i < n; i++)
        g_ptr_array_add (list, g_strdup_printf ("%s %s %s %" G_GINT64_MODIFIER "x", mg_root_kind_id (r->kind),
                                                r->label ? r->label : "-",
                                                /* Other notes have no place in the format. */
                                                r->label && r->kind == MG_ROOT_THREAD_STATIC ? r->note : "-",
                                                mg_graph_address (graph, targets[i])));
    }
  g_ptr_array_sort (list, compare_texts);
  return list;
}

static void
check_same_roots (const MgGraph *a, const MgGraph *b)
{
  g_autoptr (GPtrArray) first = describe_roots (a), second = describe_roots (b);

  MG_CHECK_UINT (second->len, first->len);
  for (guint i = 0; i < MIN (first->len, second->len); i++)
    MG_CHECK_STRING (second->pdata[i], first->pdata[i]);
}

static guint
count_differences (MgSnapshot *before, MgSnapshot *after)
{
  const MgGraph *a = mg_snapshot_graph (before), *b = mg_snapshot_graph (after);
  guint32 n_objects = mg_graph_n_objects (a);
  guint wrong = 0;

  for (guint32 i = 0; i < n_objects; i++)
    {
      MgNode x = mg_graph_first_object (a) + i, y = mg_graph_first_object (b) + i;
      guint32 n, m;
      const MgNode *first = mg_graph_edges (a, x, &n), *second = mg_graph_edges (b, y, &m);
      MgGeneration generation = mg_snapshot_generation (before, x);

      wrong += mg_graph_address (a, x) != mg_graph_address (b, y) || mg_graph_size (a, x) != mg_graph_size (b, y);
      wrong += strcmp (mg_graph_type_of (a, x)->name, mg_graph_type_of (b, y)->name) != 0;
      wrong += g_strcmp0 (mg_graph_type_of (a, x)->module, mg_graph_type_of (b, y)->module) != 0;
      wrong += generation != MG_GENERATION_FROZEN && mg_snapshot_generation (after, y) != generation;
      wrong += n != m;
      for (guint32 k = 0; k < MIN (n, m); k++)
        wrong += first[k] - mg_graph_first_object (a) != second[k] - mg_graph_first_object (b);
    }
  return wrong;
}

static void
test_core_through_gcdump (void)
{
  for (guint v = 0; mg_core_versions[v]; v++)
    {
      g_autoptr (MgSnapshot) before = open_core (mg_core_versions[v]), after = through_gcdump (before);
      const MgGraph *a = mg_snapshot_graph (before), *b = mg_snapshot_graph (after);

      MG_CHECK_UINT (mg_graph_n_objects (b), mg_graph_n_objects (a));
      if (mg_graph_n_objects (a) != mg_graph_n_objects (b))
        continue;
      MG_CHECK_UINT (count_differences (before, after), 0);
      check_same_roots (a, b);
      MG_CHECK_STRING (mg_snapshot_info (after)->process_name, mg_snapshot_info (before)->process_name);
      MG_CHECK (mg_snapshot_info (after)->pid == mg_snapshot_info (before)->pid);
    }
}

/* --- ndjson --- */

static const char *
text_of (const json_t *object, const char *key)
{
  return json_string_value (json_object_get (object, key));
}

static guint64
address_of (const json_t *object)
{
  const char *text = text_of (object, "address");

  return text ? g_ascii_strtoull (text, NULL, 16) : 0;
}

/* The name of a reference must be among those that a picture would show for it, which are found in another way. */
static void
check_reference (MgSnapshot *snapshot, MgNode from, const json_t *reference, guint *n_named)
{
  MgNode to = mg_graph_find_address (mg_snapshot_graph (snapshot), address_of (reference));
  g_autofree char *label = mg_snapshot_edge_label (snapshot, from, to), *index = NULL;
  const char *field = text_of (reference, "field");
  g_auto (GStrv) parts = g_strsplit (label ? label : "", ", ", -1);

  if (json_object_get (reference, "index"))
    index = g_strdup_printf ("[%d]%s%s", (int) json_integer_value (json_object_get (reference, "index")),
                             field ? "." : "", field ? field : "");
  if (index == NULL && field == NULL)
    return;
  (*n_named)++;
  /* A label lists no more than four places. */
  if (!g_strv_contains ((const char *const *) parts, index ? index : field) && g_strv_length (parts) < 4
      && strchr (label ? label : "", ',') == NULL)
    mg_test_fail (__FILE__, __LINE__, "“%s” is called “%s” in pictures", index ? index : field, label);
}

static void
check_object (MgSnapshot *snapshot, const json_t *line, guint *n_named)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  MgNode node = mg_graph_find_address (graph, address_of (line));
  const json_t *references = json_object_get (line, "references");
  guint32 n;
  const MgNode *targets = mg_graph_edges (graph, node, &n);

  MG_CHECK_STRING (text_of (line, "type"), mg_graph_type_of (graph, node)->name);
  MG_CHECK_UINT (json_integer_value (json_object_get (line, "size")), mg_graph_size (graph, node));
  MG_CHECK_UINT (json_array_size (references), n);
  for (guint32 i = 0; i < MIN (n, json_array_size (references)); i++)
    {
      const json_t *reference = json_array_get (references, i);

      if (address_of (reference) != mg_graph_address (graph, targets[i]))
        mg_test_fail (__FILE__, __LINE__, "a reference of %s leads elsewhere", text_of (line, "address"));
      if (i < 40)
        check_reference (snapshot, node, reference, n_named);
    }
}

static void
test_ndjson (void)
{
  g_autoptr (MgSnapshot) snapshot = open_core ("10.0.15");
  g_autofree char *text = export_text (snapshot, &(MgHeapExportOptions){ .format = MG_HEAP_NDJSON }, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint counts[3] = { 0 }, n_named = 0;
  static const char *const records[] = { "snapshot", "root", "object" };

  for (guint i = 0; lines[i] && *lines[i]; i++)
    {
      json_t *line = json_loads (lines[i], JSON_REJECT_DUPLICATES, NULL);
      const char *record = line ? text_of (line, "record") : NULL;

      for (guint k = 0; k < G_N_ELEMENTS (records); k++)
        counts[k] += g_strcmp0 (record, records[k]) == 0;
      MG_CHECK (record != NULL);
      if (g_strcmp0 (record, "object") == 0)
        check_object (snapshot, line, &n_named);
      json_decref (line);
    }
  MG_CHECK_UINT (counts[0], 1);
  MG_CHECK_UINT (counts[1], mg_snapshot_graph (snapshot)->n_roots);
  MG_CHECK_UINT (counts[2], mg_graph_n_objects (mg_snapshot_graph (snapshot)));
  MG_CHECK (n_named > 200);
}

/* --- graphml --- */

typedef struct
{
  guint n_nodes, n_edges, n_bad;
  GHashTable *ids;
} Parsed;

static void
start_element (GMarkupParseContext *context, const char *element, const char **names, const char **values,
               gpointer user_data, GError **error)
{
  Parsed *parsed = user_data;

  if (strcmp (element, "node") == 0)
    {
      parsed->n_nodes++;
      parsed->n_bad += !g_hash_table_add (parsed->ids, g_strdup (values[0]));
    }
  else if (strcmp (element, "edge") == 0)
    parsed->n_edges++;
}

static void
test_graphml_is_well_formed (void)
{
  static const GMarkupParser parser = { .start_element = start_element };
  g_autoptr (MgSnapshot) snapshot = open_core ("9.0.22");
  MgHeapExportOptions options = { .format = MG_HEAP_GRAPHML, .retained = TRUE };
  gsize n;
  g_autofree char *text = export_text (snapshot, &options, &n);
  Parsed parsed = { .ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, &parsed, NULL);
  g_autoptr (GError) error = NULL;
  const MgGraph *graph = mg_snapshot_graph (snapshot);

  MG_CHECK (g_markup_parse_context_parse (context, text, (gssize) n, &error)
            && g_markup_parse_context_end_parse (context, &error));
  MG_CHECK_NO_ERROR (error);
  MG_CHECK_UINT (parsed.n_nodes, graph->n_nodes - 1);
  MG_CHECK_UINT (parsed.n_edges, graph->n_edges - graph->n_roots);
  MG_CHECK_UINT (parsed.n_bad, 0);
  MG_CHECK_CONTAINS (text, "<data key=\"retained\">");
  MG_CHECK_CONTAINS (text, "&lt;"); /* generic types */
  g_markup_parse_context_free (context);
  g_hash_table_unref (parsed.ids);
}

/* --- csv --- */

static guint
count_rows (const char *text)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, "\r\n")) != NULL; at += 2)
    n++;
  return n - 1; /* the header */
}

static void
test_csv_has_a_row_for_each (void)
{
  g_autoptr (MgSnapshot) snapshot = open_core ("8.0.33");
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  guint64 n_root_edges = mg_monotone_get (&graph->first, mg_graph_first_object (graph)) - graph->n_roots;
  MgHeapExportOptions options = { .format = MG_HEAP_CSV };
  g_autofree char *objects = export_text (snapshot, &options, NULL), *references = NULL, *roots = NULL;

  options.rows = MG_HEAP_REFERENCES;
  references = export_text (snapshot, &options, NULL);
  options.rows = MG_HEAP_ROOTS;
  roots = export_text (snapshot, &options, NULL);
  MG_CHECK (g_str_has_prefix (objects, "address,type,module,size,generation,references,text\r\n"));
  MG_CHECK (g_str_has_prefix (references, "from,to,field,index,conditional\r\n"));
  MG_CHECK_UINT (count_rows (references), graph->n_edges - graph->n_roots - n_root_edges);
  MG_CHECK_UINT (count_rows (roots), n_root_edges);
  /* Texts may have line ends of their own. */
  MG_CHECK (count_rows (objects) >= mg_graph_n_objects (graph));
}

/* --- mishaps --- */

static gboolean
fail_later (const char *bytes, gsize n, gpointer user_data, GError **error)
{
  gsize *left = user_data;

  if (n <= *left)
    {
      *left -= n;
      return TRUE;
    }
  g_set_error_literal (error, MG_ERROR, MG_ERROR_IO, "the disk is full");
  return FALSE;
}

/* A full disk is told, wherever it comes; a cancel too. */
static void
test_mishaps_are_told (void)
{
  g_autoptr (MgSnapshot) snapshot = open_core ("11.0.0");

  for (MgHeapFormat format = 0; format < MG_N_HEAP_FORMATS; format++)
    for (gsize room = 0, total; room < 150000; room += 30000)
      {
        MgHeapExportOptions options = { .format = format };
        g_autofree char *whole = export_text (snapshot, &options, &total);
        g_auto (MgSink) sink;
        g_autoptr (GError) error = NULL;
        g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
        gsize left = room;
        gboolean written;

        mg_sink_init (&sink, fail_later, &left);
        written = mg_heap_export (snapshot, &options, &sink, NULL, &error);
        MG_CHECK ((written && mg_sink_finish (&sink, &error)) == (room >= total));
        if (error)
          MG_CHECK_STRING (error->message, "the disk is full");
        if (room > 0)
          continue;
        mg_progress_cancel (progress);
        g_clear_error (&error);
        MG_CHECK (!mg_heap_export (snapshot, &options, &sink, progress, &error));
        MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
      }
}

static void
test_losses_are_told (void)
{
  g_autoptr (MgSnapshot) core = open_core ("10.0.15"), dump = through_gcdump (core);
  g_autoptr (GPtrArray) of_core = mg_heap_export_losses (core, &(MgHeapExportOptions){ .format = MG_HEAP_GCDUMP });
  g_autoptr (GPtrArray) of_dump = mg_heap_export_losses (dump, &(MgHeapExportOptions){ .format = MG_HEAP_GRAPHML });

  MG_CHECK (of_core->len >= 1);
  MG_CHECK_CONTAINS (of_core->pdata[0], "values");
  MG_CHECK_UINT (of_dump->len, 0);
}

static void
test_formats_by_name (void)
{
  MG_CHECK_UINT (mg_heap_format_from_path ("/tmp/A.GCDUMP"), MG_HEAP_GCDUMP);
  MG_CHECK_UINT (mg_heap_format_from_path ("a.jsonl"), MG_HEAP_NDJSON);
  MG_CHECK_UINT (mg_heap_format_from_path ("a.txt"), MG_N_HEAP_FORMATS);
}

static const MgTest tests[] = {
  { "core through gcdump", test_core_through_gcdump },
  { "ndjson", test_ndjson },
  { "graphml is well formed", test_graphml_is_well_formed },
  { "csv has a row for each", test_csv_has_a_row_for_each },
  { "mishaps are told", test_mishaps_are_told },
  { "losses are told", test_losses_are_told },
  { "formats by name", test_formats_by_name },
};

MG_TEST_MAIN ("heap-export", tests)
