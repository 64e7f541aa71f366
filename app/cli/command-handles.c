/* handles: GC handles by kind and type of their target, or each one. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/cli/dump-rows.h"

enum
{
  COLUMN_KIND,
  COLUMN_ADDRESS,
  COLUMN_OBJECT,
  COLUMN_COUNT,
  COLUMN_SIZE,
  COLUMN_TYPE,
  COLUMN_TARGET,
  N_COLUMNS
};

typedef struct
{
  const MgGraph *graph;
  const GArray *rows; /* MgHandleRow or MgKindGroup */
  gboolean list;
} Handles;

static void
fill_handle (guint64 index, MgCell *cells, gpointer user_data)
{
  const Handles *handles = user_data;
  const MgHandleRow *row = &g_array_index (handles->rows, MgHandleRow, index);

  cells[COLUMN_KIND] = mg_cell_text (mg_details_handle_kind_name (row->kind));
  cells[COLUMN_ADDRESS] = mg_cell_number (row->address);
  cells[COLUMN_TYPE] = mg_cell_text (mg_dump_type_name (handles->graph, row->object));
  if (row->object != MG_NODE_NONE)
    {
      cells[COLUMN_OBJECT] = mg_cell_number (mg_graph_address (handles->graph, row->object));
      cells[COLUMN_SIZE] = mg_cell_number (mg_graph_size (handles->graph, row->object));
    }
  if (row->secondary != MG_NODE_NONE)
    cells[COLUMN_TARGET] = mg_cell_text (mg_dump_type_name (handles->graph, row->secondary));
}

static void
fill_group (guint64 index, MgCell *cells, gpointer user_data)
{
  const Handles *handles = user_data;
  const MgKindGroup *group = &g_array_index (handles->rows, MgKindGroup, index);

  cells[COLUMN_KIND] = mg_cell_text (mg_details_handle_kind_name (group->kind));
  cells[COLUMN_TYPE] = mg_cell_text (
      group->type == MG_TYPE_NONE ? "null" : mg_type_table_get (handles->graph->types, group->type)->name);
  cells[COLUMN_COUNT] = mg_cell_number (group->count);
  cells[COLUMN_SIZE] = mg_cell_number (group->size);
}

static guint64
size_of (const MgGraph *graph, const MgHandleRow *row)
{
  return row->object == MG_NODE_NONE ? 0 : mg_graph_size (graph, row->object);
}

/* Drops the rows whose type --filter does not want. */
static void
filter_rows (const MgRun *run, const MgGraph *graph, GArray *rows)
{
  guint kept = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      MgHandleRow row = g_array_index (rows, MgHandleRow, i);

      if (mg_run_match_name (run, mg_dump_type_name (graph, row.object)))
        g_array_index (rows, MgHandleRow, kept++) = row;
    }
  g_array_set_size (rows, kept);
}

static GArray *
group_rows (const MgGraph *graph, const GArray *rows)
{
  GArray *groups = g_array_new (FALSE, TRUE, sizeof (MgKindGroup));
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      const MgHandleRow *row = &g_array_index (rows, MgHandleRow, i);

      mg_kind_groups_add (places, groups, row->kind, graph, row->object);
    }
  mg_kind_groups_sort (groups);
  return groups;
}

static gboolean
run_handles (MgRun *run, GError **error)
{
  g_autoptr (GArray) rows = mg_dump_rows (run, MG_NEED_GRAPH, mg_details_handles, MG_CAPABILITY_HANDLE_KINDS, error);
  g_autoptr (GArray) groups = NULL;
  Handles handles = { .list = run->options->list };
  MgColumnAudience only_list = handles.list ? MG_COLUMN_EVERYWHERE : MG_COLUMN_HIDDEN;
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_KIND] = { "kind", _("Kind"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_ADDRESS] = { "address", _("Handle"), MG_COLUMN_ADDRESS, only_list },
    [COLUMN_OBJECT] = { "object", _("Object"), MG_COLUMN_ADDRESS, only_list },
    [COLUMN_COUNT] = { "count", _("Count"), MG_COLUMN_COUNT, handles.list ? MG_COLUMN_HIDDEN : MG_COLUMN_EVERYWHERE },
    [COLUMN_SIZE] = { "size", _("Bytes"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_TYPE] = { "type", _("Type"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [COLUMN_TARGET] = { "secondary", _("Keeps alive"), MG_COLUMN_NAME, only_list },
  };
  MgTable table = {
    .columns = columns, .n_columns = N_COLUMNS, .row = handles.list ? fill_handle : fill_group, .user_data = &handles
  };
  MgCell totals[N_COLUMNS] = { 0 };
  guint64 bytes = 0;

  if (rows == NULL)
    return FALSE;
  handles.graph = mg_snapshot_graph (run->snapshot);
  filter_rows (run, handles.graph, rows);
  for (guint i = 0; i < rows->len; i++)
    bytes += size_of (handles.graph, &g_array_index (rows, MgHandleRow, i));
  totals[COLUMN_SIZE] = mg_cell_number (bytes);
  totals[COLUMN_COUNT] = mg_cell_number (rows->len);
  table.totals = totals;
  handles.rows = rows;
  if (!handles.list)
    handles.rows = groups = group_rows (handles.graph, rows);
  return mg_run_write_sorted_table (run, &table, handles.rows->len, error);
}

static const char *
what_is_wrong (const MgOptions *options)
{
  return options->list && strcmp (options->sort, "count") == 0
             ? _("--sort count is about how many there are; with --list each handle is a row")
             : NULL;
}

static const char *const sort_keys[] = { "kind", "count", "size", "type", NULL };

const MgCommand mg_command_handles = {
  .name = "handles",
  .arguments = N_ ("FILE"),
  .summary = N_ ("GC handles by kind and type of their object"),
  .description
  = N_ ("Counts the GC handles: strong and pinned ones keep their object alive, weak ones do not, a dependent "
        "one keeps a second object alive as long as the first is. --list shows each one. Needs a core dump."),
  .examples = "  mangrove-cli handles app.core\n"
              "  mangrove-cli handles app.core --list --filter '^MyApp\\.'\n",
  .sort_keys = sort_keys,
  .options = MG_DUMP_FILTER_OPTIONS | MG_OPTION_BIT (MG_OPTION_LIST),
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .what_is_wrong = what_is_wrong,
  .run = run_handles,
};
