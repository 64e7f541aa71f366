#include "ui/models/type-list.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/radix-sort.h"
#include "ui/text.h"

/* Collects groups by name while columns are made. */
typedef struct
{
  MgTypeColumns *columns;
  GHashTable *by_name; /* name → row + 1 */
  guint32 *row_of_type; /* row of each type; MG_TYPE_NONE: none of its objects are wanted */
} Grouper;

MgTypeColumns *
mg_type_columns_ref (MgTypeColumns *columns)
{
  return g_atomic_rc_box_acquire (columns);
}

static void
columns_clear (gpointer data)
{
  MgTypeColumns *columns = data;

  g_free (columns->type);
  g_free (columns->name);
  g_free (columns->module);
  g_free (columns->own);
  g_free (columns->n_types);
  g_free (columns->count);
  g_free (columns->size);
  g_free (columns->retained);
  g_free (columns->module_rank);
  g_clear_pointer (&columns->types, mg_type_table_unref);
  g_clear_pointer (&columns->texts, g_string_chunk_free);
}

void
mg_type_columns_unref (MgTypeColumns *columns)
{
  g_atomic_rc_box_release_full (columns, columns_clear);
}

/* Room for N rows. */
static MgTypeColumns *
columns_alloc (MgTypeTable *types, guint32 n)
{
  MgTypeColumns *columns = g_atomic_rc_box_new0 (MgTypeColumns);

  columns->types = mg_type_table_ref (types);
  columns->texts = g_string_chunk_new (1024);
  columns->type = g_new0 (MgTypeId, n);
  columns->name = g_new0 (const char *, n);
  columns->module = g_new0 (const char *, n);
  columns->own = g_new0 (gboolean, n);
  columns->n_types = g_new0 (guint32, n);
  columns->count = g_new0 (guint64, n);
  columns->size = g_new0 (guint64, n);
  columns->module_rank = g_new0 (guint32, n);
  return columns;
}

/* File name of a module's path, whichever system's. */
static const char *
module_base (const char *module)
{
  const char *slash = strrchr (module, '/'), *backslash = strrchr (module, '\\');

  return MAX (slash, backslash) ? MAX (slash, backslash) + 1 : module;
}

/* Objects and bytes of each type, of the live or the dead alone. NULL when cancelled. */
static MgTally *
tally_objects (MgSnapshot *snapshot, gboolean live, MgProgress *progress)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgTree *tree = mg_snapshot_tree (snapshot);
  g_autofree MgTally *tally = g_new0 (MgTally, graph->types->n_types + 1);

  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      MgTypeId type = graph->type[node];

      if (node % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, node, graph->n_nodes, NULL))
        return NULL;
      if (type != MG_TYPE_NONE && mg_tree_reached (tree, node) == live)
        {
          tally[type].count++;
          tally[type].size += mg_graph_size (graph, node);
        }
    }
  return g_steal_pointer (&tally);
}

/* The name of the group that TYPE belongs to. */
static char *
group_name (const MgType *type, MgGrouping grouping)
{
  if (grouping == MG_GROUP_MODULE)
    return g_strdup (type->module ? module_base (type->module) : _("(module not recorded)"));
  if (grouping == MG_GROUP_NAMESPACE)
    {
      char *name = mg_text_namespace (type->name);

      if (*name)
        return name;
      g_free (name);
      return g_strdup (_("(no namespace)"));
    }
  return NULL;
}

/* The row for TYPE, a new one when its group is new. */
static guint32
group_row (Grouper *grouper, const MgType *type)
{
  MgTypeColumns *columns = grouper->columns;
  g_autofree char *name = group_name (type, columns->grouping);
  guint32 row;

  if (name == NULL)
    {
      row = columns->n++;
      columns->name[row] = type->name;
      columns->module[row] = type->module;
      return row;
    }
  row = GPOINTER_TO_UINT (g_hash_table_lookup (grouper->by_name, name));
  if (row > 0)
    return row - 1;
  row = columns->n++;
  columns->name[row] = g_string_chunk_insert (columns->texts, name);
  g_hash_table_insert (grouper->by_name, (gpointer) columns->name[row], GUINT_TO_POINTER (row + 1));
  return row;
}

static void
add_type (Grouper *grouper, MgTypeId id, const MgTally *tally)
{
  MgTypeColumns *columns = grouper->columns;
  const MgType *type = mg_type_table_get (columns->types, id);
  guint32 row = group_row (grouper, type);

  if (columns->n_types[row]++ == 0)
    columns->type[row] = id;
  columns->own[row] |= (type->flags & MG_TYPE_OWN) != 0;
  columns->count[row] += tally->count;
  columns->size[row] += tally->size;
  grouper->row_of_type[id] = row;
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Modules are few: their names are sorted once, rows get the rank of theirs. */
static void
rank_modules (MgTypeColumns *columns)
{
  g_autoptr (GHashTable) ranks = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) modules = g_ptr_array_new ();

  for (guint32 row = 0; row < columns->n; row++)
    if (columns->module[row] && g_hash_table_add (ranks, (gpointer) columns->module[row]))
      g_ptr_array_add (modules, (gpointer) columns->module[row]);
  g_ptr_array_sort (modules, compare_strings);
  for (guint i = 0; i < modules->len; i++)
    g_hash_table_insert (ranks, modules->pdata[i], GUINT_TO_POINTER (i + 1));
  for (guint32 row = 0; row < columns->n; row++)
    if (columns->module[row])
      columns->module_rank[row] = GPOINTER_TO_UINT (g_hash_table_lookup (ranks, columns->module[row]));
}

/* Types come in order of their names; groups are put in order of theirs, so that row numbers order names. */
static void
sort_groups (Grouper *grouper)
{
  MgTypeColumns *columns = grouper->columns;
  guint32 n = columns->n;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree guint32 *new_row = g_new (guint32, n + 1);
  MgTypeColumns old = *columns;

  for (guint32 row = 0; row < n; row++)
    g_ptr_array_add (names, (gpointer) columns->name[row]);
  g_ptr_array_sort (names, compare_strings);
  columns->type = g_new0 (MgTypeId, n);
  columns->name = g_new0 (const char *, n);
  columns->own = g_new0 (gboolean, n);
  columns->n_types = g_new0 (guint32, n);
  columns->count = g_new0 (guint64, n);
  columns->size = g_new0 (guint64, n);
  for (guint32 to = 0; to < n; to++)
    {
      guint32 from = GPOINTER_TO_UINT (g_hash_table_lookup (grouper->by_name, names->pdata[to])) - 1;

      new_row[from] = to;
      columns->type[to] = old.type[from];
      columns->name[to] = old.name[from];
      columns->own[to] = old.own[from];
      columns->n_types[to] = old.n_types[from];
      columns->count[to] = old.count[from];
      columns->size[to] = old.size[from];
    }
  for (MgTypeId type = 0; type < columns->types->n_types; type++)
    if (grouper->row_of_type[type] != MG_TYPE_NONE)
      grouper->row_of_type[type] = new_row[grouper->row_of_type[type]];
  g_free (old.type);
  g_free (old.name);
  g_free (old.own);
  g_free (old.n_types);
  g_free (old.count);
  g_free (old.size);
}

typedef struct
{
  const MgGraph *graph;
  const guint32 *row_of_type;
} Nodes;

static guint32
row_of_node (MgNode node, gpointer user_data)
{
  const Nodes *nodes = user_data;
  MgTypeId type = nodes->graph->type[node];

  G_STATIC_ASSERT (MG_TYPE_NONE == MG_GROUP_NONE);
  return type == MG_TYPE_NONE ? MG_GROUP_NONE : nodes->row_of_type[type];
}

/* FALSE when cancelled. */
static gboolean
fill_retained (Grouper *grouper, MgSnapshot *snapshot, MgProgress *progress)
{
  MgTypeColumns *columns = grouper->columns;
  const guint64 *by_type = mg_snapshot_type_retained (snapshot);
  Nodes nodes = { mg_snapshot_graph (snapshot), grouper->row_of_type };

  if (by_type == NULL || columns->objects == MG_OBJECTS_DEAD)
    return TRUE;
  columns->retained = g_new0 (guint64, columns->n + 1);
  if (columns->grouping != MG_GROUP_TYPE)
    return mg_dominators_retained_by_group (mg_snapshot_dominators (snapshot), columns->n, row_of_node, &nodes,
                                            columns->retained, progress, NULL);
  for (guint32 row = 0; row < columns->n; row++)
    columns->retained[row] = by_type[columns->type[row]];
  return TRUE;
}

static gboolean
in_scope (const MgTypeScope *scope, const MgType *type)
{
  g_autofree char *name = NULL;

  if (scope == NULL || scope->grouping == MG_GROUP_TYPE)
    return TRUE;
  name = group_name (type, scope->grouping);
  return g_str_equal (name, scope->name);
}

MgTypeColumns *
mg_type_columns_new (MgSnapshot *snapshot,
                     MgGrouping grouping,
                     MgObjects objects,
                     const MgTypeScope *scope,
                     MgProgress *progress)
{
  MgTypeTable *types = mg_snapshot_types (snapshot);
  g_autoptr (MgTypeColumns) columns = columns_alloc (types, types->n_types);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint32 *row_of_type = g_new (guint32, types->n_types + 1);
  g_autofree MgTally *chosen = NULL;
  const MgTally *tally = mg_snapshot_type_stats (snapshot)->tally;
  Grouper grouper = { columns, by_name, row_of_type };

  columns->grouping = grouping;
  columns->objects = objects;
  if (objects != MG_OBJECTS_ALL)
    {
      chosen = tally_objects (snapshot, objects == MG_OBJECTS_LIVE, progress);
      if (chosen == NULL)
        return NULL;
      tally = chosen;
    }
  for (MgTypeId type = 0; type < types->n_types; type++)
    {
      row_of_type[type] = MG_TYPE_NONE;
      columns->heap_size += tally[type].size;
      if (tally[type].count > 0 && in_scope (scope, mg_type_table_get (types, type)))
        add_type (&grouper, type, &tally[type]);
    }
  if (grouping == MG_GROUP_TYPE)
    rank_modules (columns);
  else
    sort_groups (&grouper);
  if (!fill_retained (&grouper, snapshot, progress))
    return NULL;
  return g_steal_pointer (&columns);
}

guint32
mg_type_columns_find (const MgTypeColumns *columns, MgTypeId type)
{
  guint32 from = 0, to = columns->n;

  if (columns->grouping != MG_GROUP_TYPE)
    return MG_ROW_NONE;
  while (from < to)
    {
      guint32 middle = from + (to - from) / 2;

      if (columns->type[middle] < type)
        from = middle + 1;
      else
        to = middle;
    }
  return from < columns->n && columns->type[from] == type ? from : MG_ROW_NONE;
}

static guint64
share_bytes (const MgTypeColumns *columns, guint32 row)
{
  return columns->retained ? columns->retained[row] : columns->size[row];
}

double
mg_type_columns_share (const MgTypeColumns *columns, guint32 row)
{
  return columns->heap_size > 0 ? MIN (1.0, (double) share_bytes (columns, row) / (double) columns->heap_size) : 0.0;
}

static double
average (const MgTypeColumns *columns, guint32 row)
{
  return columns->count[row] > 0 ? (double) columns->size[row] / (double) columns->count[row] : 0.0;
}

static guint64
type_key (gconstpointer data, guint column, guint32 row)
{
  const MgTypeColumns *columns = data;

  switch ((MgTypeListColumn) column)
    {
    case MG_TYPE_LIST_NAME:
      return row;
    case MG_TYPE_LIST_COUNT:
      return columns->count[row];
    case MG_TYPE_LIST_SIZE:
      return columns->size[row];
    case MG_TYPE_LIST_RETAINED:
    case MG_TYPE_LIST_SHARE:
      return share_bytes (columns, row);
    case MG_TYPE_LIST_AVERAGE:
      return mg_radix_key_double (average (columns, row));
    case MG_TYPE_LIST_MODULE:
      return columns->module_rank[row];
    case MG_TYPE_LIST_N_COLUMNS:
    default:
      return row;
    }
}

static char *
type_text (gconstpointer data, guint column, guint32 row)
{
  const MgTypeColumns *columns = data;

  switch ((MgTypeListColumn) column)
    {
    case MG_TYPE_LIST_NAME:
      return g_strdup (columns->name[row]);
    case MG_TYPE_LIST_COUNT:
      return mg_format_count (columns->count[row]);
    case MG_TYPE_LIST_SIZE:
      return mg_format_bytes (columns->size[row]);
    case MG_TYPE_LIST_RETAINED:
      return columns->retained ? mg_format_bytes (columns->retained[row]) : g_strdup ("–");
    case MG_TYPE_LIST_SHARE:
      return mg_text_share (share_bytes (columns, row), columns->heap_size);
    case MG_TYPE_LIST_AVERAGE:
      return mg_format_bytes ((guint64) (average (columns, row) + 0.5));
    case MG_TYPE_LIST_MODULE:
      return g_strdup (columns->module[row] ? module_base (columns->module[row]) : "");
    case MG_TYPE_LIST_N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

static char *
type_csv (gconstpointer data, guint column, guint32 row)
{
  const MgTypeColumns *columns = data;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  switch ((MgTypeListColumn) column)
    {
    case MG_TYPE_LIST_COUNT:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, columns->count[row]);
    case MG_TYPE_LIST_SIZE:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, columns->size[row]);
    case MG_TYPE_LIST_RETAINED:
      return columns->retained ? g_strdup_printf ("%" G_GUINT64_FORMAT, columns->retained[row]) : g_strdup ("");
    case MG_TYPE_LIST_SHARE:
      return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6f", mg_type_columns_share (columns, row)));
    case MG_TYPE_LIST_AVERAGE:
      return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.1f", average (columns, row)));
    case MG_TYPE_LIST_MODULE:
      return g_strdup (columns->module[row] ? columns->module[row] : "");
    case MG_TYPE_LIST_NAME:
    case MG_TYPE_LIST_N_COLUMNS:
    default:
      return type_text (data, column, row);
    }
}

static gboolean
type_match (gconstpointer data, guint32 row, const MgTextFilter *filter)
{
  return filter == NULL || mg_text_filter_match (filter, ((const MgTypeColumns *) data)->name[row]);
}

static guint64
type_addend (gconstpointer data, guint sum, guint32 row)
{
  const MgTypeColumns *columns = data;

  return sum == MG_TYPE_LIST_SUM_COUNT ? columns->count[row] : columns->size[row];
}

static gpointer
ref_columns (gpointer data)
{
  return mg_type_columns_ref (data);
}

static void
unref_columns (gpointer data)
{
  mg_type_columns_unref (data);
}

MgRowList *
mg_type_list_new (void)
{
  static const MgRowKind kind = {
    .key = type_key,
    .match = type_match,
    .text = type_text,
    .csv = type_csv,
    .n_sums = 2,
    .addend = type_addend,
    .ref = ref_columns,
    .unref = unref_columns,
  };

  return mg_row_list_new (&kind);
}
