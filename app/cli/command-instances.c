/* instances: the objects of a type, each with its place, its size and what it keeps. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/details.h"
#include "analysis/report/digits.h"
#include "app/cli/run.h"

enum
{
  COLUMN_ADDRESS,
  COLUMN_NAME,
  COLUMN_SIZE,
  COLUMN_RETAINED,
  COLUMN_GENERATION,
  COLUMN_DISTANCE,
  COLUMN_SHOWN,
  COLUMN_TEXT,
  N_COLUMNS
};

/* Of a string's text, in UTF-16 units: a line's for people. */
#define MAX_TEXT_UNITS 1000
#define MAX_SHOWN_UNITS 60
#define STRING "System.String"

typedef struct
{
  MgRun *run;
  const MgGraph *graph;
  const MgTree *tree;
  const MgDominators *dominators;
  GArray *nodes; /* MgNode, by type name, then address */
  guint32 *order;
  gboolean with_generation;
  gboolean with_text; /* there are strings among them, and the file has their texts */
  gsize text_units;
  char *text; /* of the row being written */
  guint64 size; /* of all */
} Instances;

static gboolean
collect (Instances *instances, const GArray *types, GError **error)
{
  MgRun *run = instances->run;
  MgObjectFilter filter = mg_run_object_filter (run->options);
  const MgInstances *all = mg_snapshot_instances (run->snapshot);

  for (guint t = 0; t < types->len; t++)
    {
      guint32 n;
      const MgNode *nodes = mg_instances_of (all, g_array_index (types, MgTypeId, t), &n);

      for (guint32 i = 0; i < n; i++)
        {
          if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (run->progress, i, n, error))
            return FALSE;
          if (!mg_object_filter_pass (filter, run->snapshot, nodes[i]))
            continue;
          g_array_append_val (instances->nodes, nodes[i]);
          instances->size += mg_graph_size (instances->graph, nodes[i]);
        }
    }
  if (instances->nodes->len > 0)
    return TRUE;
  g_set_error_literal (error, MG_ERROR, MG_ERROR_NOT_FOUND, _("no object passes what was asked for"));
  return FALSE;
}

static MgNode
node_at (const Instances *instances, guint32 row)
{
  return g_array_index (instances->nodes, MgNode, row);
}

/* Objects that nothing holds are farther away than any other. */
static guint64
row_key (guint32 row, gpointer user_data)
{
  const Instances *instances = user_data;
  const char *key = instances->run->options->sort;
  MgNode node = node_at (instances, row);

  return strcmp (key, "retained") == 0     ? instances->dominators->retained[node]
         : strcmp (key, "size") == 0       ? mg_graph_size (instances->graph, node)
         : strcmp (key, "address") == 0    ? mg_graph_address (instances->graph, node)
         : strcmp (key, "distance") == 0   ? mg_tree_links (instances->tree, node)
         : strcmp (key, "generation") == 0 ? mg_snapshot_generation (instances->run->snapshot, node)
                                           : row;
}

static gboolean
is_ascending (const char *key)
{
  return strcmp (key, "address") == 0 || strcmp (key, "name") == 0 || strcmp (key, "distance") == 0
         || strcmp (key, "generation") == 0;
}

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  Instances *instances = user_data;
  MgNode node = node_at (instances, instances->order[index]);
  const char *name = mg_graph_type_of (instances->graph, node)->name;

  cells[COLUMN_ADDRESS] = mg_cell_number (mg_graph_address (instances->graph, node));
  cells[COLUMN_NAME] = cells[COLUMN_SHOWN] = mg_cell_text (name);
  cells[COLUMN_SIZE] = mg_cell_number (mg_graph_size (instances->graph, node));
  cells[COLUMN_GENERATION] = mg_cell_text (mg_generation_id (mg_snapshot_generation (instances->run->snapshot, node)));
  if (instances->with_text && strcmp (name, STRING) == 0)
    {
      g_free (instances->text);
      instances->text = mg_details_string (instances->run->snapshot, node, instances->text_units, NULL);
      cells[COLUMN_TEXT] = mg_cell_text (instances->text);
    }
  if (!mg_tree_reached (instances->tree, node))
    return;
  cells[COLUMN_RETAINED] = mg_cell_number (instances->dominators->retained[node]);
  cells[COLUMN_DISTANCE] = mg_cell_number (mg_tree_links (instances->tree, node));
}

static char *
describe_total (guint32 n)
{
  char digits[MG_DIGITS_SIZE];

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s object", "%s objects", n), mg_digits (digits, n));
}

static gboolean
write_rows (Instances *instances, GError **error)
{
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_ADDRESS] = { "address", _("Address"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_NAME] = { "type", _("Type"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SIZE] = { "size", _("Bytes"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_RETAINED] = { "retained", _("Retained"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_GENERATION] = { "generation", _("Gen"), MG_COLUMN_TEXT,
                            instances->with_generation ? MG_COLUMN_EVERYWHERE : MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_DISTANCE] = { "distance", _("Distance"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_SHOWN] = { "shown", _("Type"), MG_COLUMN_NAME, MG_COLUMN_FOR_PEOPLE },
    [COLUMN_TEXT] = { "text", _("Text"), MG_COLUMN_TEXT,
                      instances->with_text ? MG_COLUMN_EVERYWHERE : MG_COLUMN_FOR_PROGRAMS },
  };
  MgCell totals[N_COLUMNS] = { 0 };
  g_autofree char *total = describe_total (instances->nodes->len);
  MgTable table
      = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = instances, .totals = totals };

  totals[COLUMN_SIZE] = mg_cell_number (instances->size);
  totals[COLUMN_RETAINED] = mg_cell_number (mg_dominators_retained_of_set (
      instances->dominators, (const MgNode *) (gpointer) instances->nodes->data, instances->nodes->len));
  totals[COLUMN_SHOWN] = mg_cell_text (total);
  return mg_run_write_table (instances->run, &table, instances->nodes->len, error);
}

static void
find_texts (Instances *instances, const GArray *types)
{
  MgRun *run = instances->run;
  gboolean for_programs = run->options->format == MG_FORMAT_JSON || run->options->format == MG_FORMAT_CSV;

  instances->text_units = for_programs ? MAX_TEXT_UNITS : MAX_SHOWN_UNITS;
  for (guint i = 0; i < types->len && mg_snapshot_capability (run->snapshot, MG_CAPABILITY_VALUES).have; i++)
    instances->with_text |= strcmp (mg_type_table_get (instances->graph->types,
                                                       g_array_index (types, MgTypeId, i))->name, STRING) == 0;
}

static gboolean
answer (Instances *instances, GError **error)
{
  MgRun *run = instances->run;
  g_autoptr (GArray) types = mg_run_choose_types (run, error);
  const char *sort = run->options->sort;

  if (types == NULL
      || !mg_snapshot_ensure (run->snapshot, MG_NEED_INSTANCES | MG_NEED_TREE | MG_NEED_DOMINATORS, run->progress,
                              error)
      || !mg_object_filter_prepare (mg_run_object_filter (run->options), run->snapshot, run->progress, error))
    return FALSE;
  instances->graph = mg_snapshot_graph (run->snapshot);
  instances->tree = mg_snapshot_tree (run->snapshot);
  instances->dominators = mg_snapshot_dominators (run->snapshot);
  instances->with_generation = mg_snapshot_capability (run->snapshot, MG_CAPABILITY_GENERATIONS).have;
  find_texts (instances, types);
  if (!collect (instances, types, error))
    return FALSE;
  instances->order = mg_run_order (run, instances->nodes->len, is_ascending (sort), row_key, instances);
  return write_rows (instances, error);
}

static gboolean
run_instances (MgRun *run, GError **error)
{
  Instances instances = { .run = run, .nodes = g_array_new (FALSE, FALSE, sizeof (MgNode)) };
  gboolean done = answer (&instances, error);

  g_array_free (instances.nodes, TRUE);
  g_free (instances.order);
  g_free (instances.text);
  return done;
}

static const char *
what_is_wrong (const MgOptions *options)
{
  if (options->type == NULL && options->filter == NULL)
    return _("say which objects: --type NAME, or --filter REGEX for a pattern");
  if (options->type && options->filter)
    return _("--type and --filter exclude each other");
  return mg_wrong_liveness (options);
}

static const char *const sort_keys[] = { "retained", "size", "address", "distance", "generation", "name", NULL };

const MgCommand mg_command_instances = {
  .name = "instances",
  .arguments = N_ ("FILE --type NAME"),
  .summary = N_ ("the objects of a type"),
  .description
  = N_ ("Lists the objects of a type, or of all types that match --filter. Retained is what would be freed with the "
        "object; distance is the number of links from the nearest root. Both are missing for objects that nothing "
        "keeps alive."),
  .examples = "  mangrove-cli instances app.gcdump --type MyApp.Session\n"
              "  mangrove-cli instances app.gcdump --type 'System.Byte[]' --sort size --top 10\n"
              "  mangrove-cli instances app.gcdump --filter '^MyApp\\.' --dead --format csv\n",
  .sort_keys = sort_keys,
  .options = MG_COMMON_OPTIONS | MG_ROW_OPTIONS | MG_OPTION_BIT (MG_OPTION_TYPE) | MG_OPTION_BIT (MG_OPTION_MODULE)
             | MG_OPTION_BIT (MG_OPTION_LIVE) | MG_OPTION_BIT (MG_OPTION_DEAD) | MG_OPTION_BIT (MG_OPTION_GENERATION),
  .formats = MG_TABLE_FORMATS,
  .wants_graph = TRUE,
  .min_arguments = 1,
  .max_arguments = 1,
  .what_is_wrong = what_is_wrong,
  .run = run_instances,
};
