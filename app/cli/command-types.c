/* types: instances and bytes per type, namespace or module. Reads no more of the file than the question needs. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/report/digits.h"
#include "analysis/stats/type-groups.h"
#include "app/cli/run.h"

/* Programs get the name first, people get it last, where it may be as long as it likes. */
enum
{
  COLUMN_NAME,
  COLUMN_MODULE,
  COLUMN_COUNT,
  COLUMN_SIZE,
  COLUMN_SHARE,
  COLUMN_RETAINED,
  COLUMN_N_TYPES,
  COLUMN_HANDLE,
  COLUMN_SHOWN,
  N_COLUMNS
};

typedef struct
{
  guint32 id; /* of the type or group; ascending ids are ascending names */
  guint32 n_types;
  guint64 count, size, retained;
} Row;

typedef struct
{
  MgRun *run;
  MgTypeStats *stats;
  MgTypeGroups *groups;    /* NULL: a row is a type */
  guint64 *group_retained; /* per group, or per type of a selection of objects; NULL = the snapshot's own, or none */
  GArray *rows;            /* Row */
  guint32 *order;
  gboolean with_retained;
  Row total;
  GString *scratch;
} Types;

/* --- what is counted --- */

static gboolean
wants_retained (const MgOptions *options)
{
  return options->retained || strcmp (options->sort, "retained") == 0;
}

static guint32
group_of_node (MgNode node, gpointer user_data)
{
  const Types *types = user_data;
  const MgGraph *graph = mg_snapshot_graph (types->run->snapshot);
  MgTypeId type = graph->type[node];

  if (type == MG_TYPE_NONE || !mg_run_match_name (types->run, mg_type_table_get (graph->types, type)->name)
      || !mg_object_filter_pass (mg_run_object_filter (types->run->options), types->run->snapshot, node))
    return MG_GROUP_NONE;
  return types->groups ? types->groups->group_of[type] : type;
}

/* Plain types have their retained sizes from the snapshot; groups and selections are computed as the sets they are. */
static gboolean
compute_retained (Types *types, GError **error)
{
  MgRun *run = types->run;
  guint32 n = types->groups ? types->groups->n_groups : types->stats->types->n_types;

  if (types->groups == NULL && mg_object_filter_is_none (mg_run_object_filter (run->options)))
    return mg_snapshot_ensure (run->snapshot, MG_NEED_TYPE_RETAINED, run->progress, error);
  if (!mg_snapshot_ensure (run->snapshot, MG_NEED_DOMINATORS, run->progress, error))
    return FALSE;
  types->group_retained = g_new0 (guint64, (gsize) n + 1);
  return mg_dominators_retained_by_group (mg_snapshot_dominators (run->snapshot), n, group_of_node, types,
                                          types->group_retained, run->progress, error);
}

static guint64
retained_of (const Types *types, guint32 id)
{
  if (!types->with_retained)
    return 0;
  return types->group_retained ? types->group_retained[id] : mg_snapshot_type_retained (types->run->snapshot)[id];
}

/* --- rows --- */

static void
add_to_row (Row *row, const MgTally *tally)
{
  row->n_types++;
  row->count += tally->count;
  row->size += tally->size;
}

static void
collect_rows (Types *types)
{
  const MgTypeTable *table = types->stats->types;
  guint32 n = types->groups ? types->groups->n_groups : table->n_types;
  g_autofree Row *rows = g_new0 (Row, (gsize) n + 1);

  for (MgTypeId id = 0; id < table->n_types; id++)
    if (types->stats->tally[id].count > 0 && mg_run_match_name (types->run, table->types[id].name))
      {
        add_to_row (&rows[types->groups ? types->groups->group_of[id] : id], &types->stats->tally[id]);
        add_to_row (&types->total, &types->stats->tally[id]);
      }
  for (guint32 id = 0; id < n; id++)
    if (rows[id].count > 0)
      {
        rows[id].id = id;
        rows[id].retained = retained_of (types, id);
        g_array_append_val (types->rows, rows[id]);
      }
}

static guint64
row_key (guint32 index, gpointer user_data)
{
  const Types *types = user_data;
  const Row *row = &g_array_index (types->rows, Row, index);
  const char *key = types->run->options->sort;

  return strcmp (key, "count") == 0      ? row->count
         : strcmp (key, "size") == 0     ? row->size
         : strcmp (key, "retained") == 0 ? row->retained
                                         : index;
}

/* --- the table --- */

static gboolean
is_name_shared (const MgTypeTable *table, MgTypeId id)
{
  return (id > 0 && strcmp (table->types[id].name, table->types[id - 1].name) == 0)
         || (id + 1 < table->n_types && strcmp (table->types[id].name, table->types[id + 1].name) == 0);
}

/* For people, a module is worth its room only where the name alone does not say which type it is. */
static const char *
shown_name (Types *types, guint32 id)
{
  const MgTypeTable *table = types->stats->types;
  const MgType *type = mg_type_table_get (table, id);

  if (!is_name_shared (table, id) || type->module == NULL)
    return type->name;
  g_string_printf (types->scratch, "%s  (%s)", type->name, mg_module_file_name (type->module));
  return types->scratch->str;
}

static const char *
group_name (const Types *types, guint32 id)
{
  const char *name = types->groups->names[id];

  if (name[0])
    return name;
  return types->run->options->by == MG_BY_MODULE ? _("(module not recorded)") : _("(no namespace)");
}

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  Types *types = user_data;
  const Row *row = &g_array_index (types->rows, Row, types->order[index]);

  cells[COLUMN_COUNT] = mg_cell_number (row->count);
  cells[COLUMN_SIZE] = mg_cell_number (row->size);
  cells[COLUMN_SHARE] = mg_cell_share (row->size, types->stats->total.size);
  if (types->with_retained)
    cells[COLUMN_RETAINED] = mg_cell_number (row->retained);
  if (types->groups)
    {
      const char *name = types->groups->names[row->id];

      cells[COLUMN_SHOWN] = mg_cell_text (group_name (types, row->id));
      cells[COLUMN_NAME] = mg_cell_text (name[0] ? name : NULL);
      cells[COLUMN_N_TYPES] = mg_cell_number (row->n_types);
    }
  else
    {
      const MgType *type = mg_type_table_get (types->stats->types, row->id);

      cells[COLUMN_SHOWN] = mg_cell_text (shown_name (types, row->id));
      cells[COLUMN_NAME] = mg_cell_text (type->name);
      cells[COLUMN_MODULE] = mg_cell_text (type->module);
      if (type->handle)
        cells[COLUMN_HANDLE] = mg_cell_number (type->handle);
    }
}

static char *
describe_total (const Types *types)
{
  char buffer[MG_DIGITS_SIZE];
  guint n = types->rows->len;
  const char *digits = mg_digits (buffer, n);

  if (types->groups == NULL)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s type", "%s types", n), digits);
  if (types->run->options->by == MG_BY_MODULE)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s module", "%s modules", n), digits);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s namespace", "%s namespaces", n), digits);
}

static void
set_columns (const Types *types, MgColumn *columns)
{
  const MgColumn all[N_COLUMNS] = {
    [COLUMN_NAME] = { "type", _("Type"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_MODULE] = { "module", _("Module"), MG_COLUMN_TEXT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_COUNT] = { "count", _("Count"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_SIZE] = { "size", _("Bytes"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_SHARE] = { "share", _("Share"), MG_COLUMN_SHARE, MG_COLUMN_FOR_PEOPLE },
    [COLUMN_RETAINED] = { "retained", _("Retained"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_N_TYPES] = { "types", _("Types"), MG_COLUMN_COUNT, MG_COLUMN_HIDDEN },
    [COLUMN_HANDLE] = { "method_table", _("MethodTable"), MG_COLUMN_ADDRESS, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SHOWN] = { "shown", _("Type"), MG_COLUMN_NAME, MG_COLUMN_FOR_PEOPLE },
  };

  memcpy (columns, all, sizeof all);
  if (!types->with_retained)
    columns[COLUMN_RETAINED].audience = MG_COLUMN_FOR_PROGRAMS;
  if (types->groups == NULL)
    return;
  columns[COLUMN_NAME].key = types->run->options->by == MG_BY_MODULE ? "module" : "namespace";
  columns[COLUMN_SHOWN].title = types->run->options->by == MG_BY_MODULE ? _("Module") : _("Namespace");
  columns[COLUMN_MODULE].audience = columns[COLUMN_HANDLE].audience = MG_COLUMN_HIDDEN;
  columns[COLUMN_N_TYPES].audience = MG_COLUMN_EVERYWHERE;
}

static gboolean
write_rows (Types *types, GError **error)
{
  MgColumn columns[N_COLUMNS];
  MgCell totals[N_COLUMNS] = { 0 };
  g_autofree char *total = describe_total (types);
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = types, .totals = totals };

  set_columns (types, columns);
  totals[COLUMN_COUNT] = mg_cell_number (types->total.count);
  totals[COLUMN_SIZE] = mg_cell_number (types->total.size);
  totals[COLUMN_SHARE] = mg_cell_share (types->total.size, types->stats->total.size);
  if (types->groups)
    totals[COLUMN_N_TYPES] = mg_cell_number (types->total.n_types);
  totals[COLUMN_SHOWN] = mg_cell_text (total);
  return mg_run_write_table (types->run, &table, types->rows->len, error);
}

static void
group_types (Types *types)
{
  const MgTypeTable *table = types->stats->types;

  if (types->run->options->by == MG_BY_NAMESPACE)
    types->groups = mg_type_groups_by_namespace (table);
  else if (types->run->options->by == MG_BY_MODULE)
    types->groups = mg_type_groups_by_module (table);
}

static void
types_clear (Types *types)
{
  g_clear_pointer (&types->stats, mg_type_stats_unref);
  g_clear_pointer (&types->groups, mg_type_groups_free);
  g_free (types->group_retained);
  g_free (types->order);
  g_array_free (types->rows, TRUE);
  g_string_free (types->scratch, TRUE);
}

static gboolean
answer (Types *types, GError **error)
{
  MgRun *run = types->run;

  types->stats = mg_object_filter_stats (mg_run_object_filter (run->options), run->snapshot, run->progress, error);
  if (types->stats == NULL)
    return FALSE;
  group_types (types);
  if (types->with_retained && !compute_retained (types, error))
    return FALSE;
  collect_rows (types);
  types->order = mg_run_order (run, types->rows->len, strcmp (run->options->sort, "name") == 0, row_key, types);
  if (types->rows->len == 0)
    {
      mg_run_take_note (run, g_strdup (_("no object passes what was asked for")));
      run->status = MG_STATUS_NOTHING;
    }
  return write_rows (types, error);
}

static gboolean
run_types (MgRun *run, GError **error)
{
  Types types = { .run = run,
                  .rows = g_array_new (FALSE, FALSE, sizeof (Row)),
                  .with_retained = wants_retained (run->options),
                  .scratch = g_string_new (NULL) };
  gboolean done = answer (&types, error);

  types_clear (&types);
  return done;
}

static const char *const sort_keys[] = { "size", "count", "retained", "name", NULL };

const MgCommand mg_command_types = {
  .name = "types",
  .arguments = N_ ("FILE"),
  .summary = N_ ("what there is: objects and bytes of each type"),
  .description
  = N_ ("Counts the objects of each type and adds up their bytes, biggest first. Objects that nothing keeps alive any "
        "more count as well, unless --live says otherwise. Retained is what would be freed with all objects of "
        "the type; what two of them share counts once, so the column cannot be added up."),
  .examples = "  mangrove-cli types app.gcdump\n"
              "  mangrove-cli types app.gcdump --filter '^MyApp\\.' --sort retained\n"
              "  mangrove-cli types app.gcdump --by namespace --live\n"
              "  mangrove-cli types app.gcdump --format csv -o types.csv\n",
  .sort_keys = sort_keys,
  .options = MG_COMMON_OPTIONS | MG_ROW_OPTIONS | MG_OPTION_BIT (MG_OPTION_RETAINED) | MG_OPTION_BIT (MG_OPTION_LIVE)
             | MG_OPTION_BIT (MG_OPTION_DEAD) | MG_OPTION_BIT (MG_OPTION_GENERATION)
             | MG_OPTION_BIT (MG_OPTION_BY_TYPES),
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .what_is_wrong = mg_wrong_liveness,
  .run = run_types,
};
