#include "app/cli/object-links.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/report/digits.h"

enum
{
  COLUMN_RELATION,
  COLUMN_ADDRESS,
  COLUMN_NAME,
  COLUMN_SIZE,
  COLUMN_RETAINED,
  COLUMN_COUNT,
  COLUMN_VIA,
  COLUMN_SHOWN,
  N_COLUMNS
};

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  MgNode x = *(const MgNode *) a, y = *(const MgNode *) b;

  return x < y ? -1 : x > y;
}

/* Sorted by node, so that the same object stands together. */
static MgNode *
sorted_ends (const MgObjectLinks *links, guint32 *n)
{
  MgSnapshot *snapshot = links->run->snapshot;
  const MgNode *ends = links->referrers ? mg_reverse_sources (mg_snapshot_reverse (snapshot), links->subject, n)
                                        : mg_graph_edges (mg_snapshot_graph (snapshot), links->subject, n);
  MgNode *sorted = g_new (MgNode, (gsize) *n + 1);

  if (*n > 0)
    memcpy (sorted, ends, *n * sizeof *sorted);
  qsort (sorted, *n, sizeof *sorted, compare_nodes);
  return sorted;
}

static void
add_link (MgObjectLinks *links, MgNode node, guint32 count)
{
  const MgGraph *graph = mg_snapshot_graph (links->run->snapshot);
  MgObjectLink link = { node, count };

  if (!mg_graph_is_object (graph, node)
      || !mg_run_match_name (links->run, mg_graph_type_of (graph, node)->name))
    return;
  g_array_append_val (links->links, link);
  links->bytes += mg_graph_size (graph, node);
}

static MgNode
node_at (const MgObjectLinks *links, guint32 i)
{
  return g_array_index (links->links, MgObjectLink, i).node;
}

/* Ascending ids of types are ascending names; nodes come in address order and the sort is stable. */
static guint64
name_key (guint32 i, gpointer user_data)
{
  const MgObjectLinks *links = user_data;

  return mg_snapshot_graph (links->run->snapshot)->type[node_at (links, i)];
}

static guint64
link_key (guint32 i, gpointer user_data)
{
  const MgObjectLinks *links = user_data;
  MgSnapshot *snapshot = links->run->snapshot;
  const char *key = links->run->options->sort;
  MgNode node = node_at (links, i);

  return strcmp (key, "retained") == 0  ? mg_snapshot_dominators (snapshot)->retained[node]
         : strcmp (key, "size") == 0    ? mg_graph_size (mg_snapshot_graph (snapshot), node)
         : strcmp (key, "address") == 0 ? mg_graph_address (mg_snapshot_graph (snapshot), node)
                                        : i;
}

static int
compare_by_name (gconstpointer a, gconstpointer b, gpointer user_data)
{
  guint64 x = name_key (*(const guint32 *) a, user_data), y = name_key (*(const guint32 *) b, user_data);

  return x < y ? -1 : x > y;
}

/* Rows by name first, so that the later, stable sort breaks ties by name. */
static void
put_in_name_order (MgObjectLinks *links)
{
  guint32 n = links->links->len;
  g_autofree guint32 *by_name = g_new (guint32, (gsize) n + 1);
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (MgObjectLink), n);

  for (guint32 i = 0; i < n; i++)
    by_name[i] = i;
  g_qsort_with_data (by_name, (int) n, sizeof *by_name, compare_by_name, links);
  for (guint32 i = 0; i < n; i++)
    g_array_append_val (sorted, g_array_index (links->links, MgObjectLink, by_name[i]));
  g_array_free (links->links, TRUE);
  links->links = sorted;
}

void
mg_object_links_init (MgObjectLinks *links, MgRun *run, MgNode subject, gboolean referrers)
{
  const char *sort = run->options->sort;
  guint32 n;
  g_autofree MgNode *ends = NULL;

  *links = (MgObjectLinks){ .run = run, .subject = subject, .referrers = referrers };
  links->links = g_array_new (FALSE, FALSE, sizeof (MgObjectLink));
  ends = sorted_ends (links, &n);
  for (guint32 i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n && ends[end] == ends[i]; end++)
        continue;
      add_link (links, ends[i], end - i);
    }
  put_in_name_order (links);
  links->order = mg_run_order (run, links->links->len, strcmp (sort, "name") == 0 || strcmp (sort, "address") == 0,
                               link_key, links);
}

void
mg_object_links_clear (MgObjectLinks *links)
{
  g_array_free (links->links, TRUE);
  g_free (links->order);
}

/* --- rows --- */

static const char *
relation_of (const MgObjectLinks *links)
{
  return links->referrers ? "referrer" : "reference";
}

static void
fill_cells (MgObjectLinks *links, guint32 i, MgCell *cells, char **via)
{
  const MgObjectLink *link = &g_array_index (links->links, MgObjectLink, i);
  MgSnapshot *snapshot = links->run->snapshot;
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const char *name = mg_graph_type_of (graph, link->node)->name;

  g_free (*via);
  *via = links->referrers ? mg_snapshot_edge_label (snapshot, link->node, links->subject)
                          : mg_snapshot_edge_label (snapshot, links->subject, link->node);
  cells[COLUMN_RELATION] = mg_cell_text (relation_of (links));
  cells[COLUMN_ADDRESS] = mg_cell_number (mg_graph_address (graph, link->node));
  cells[COLUMN_NAME] = cells[COLUMN_SHOWN] = mg_cell_text (name);
  cells[COLUMN_SIZE] = mg_cell_number (mg_graph_size (graph, link->node));
  if (mg_snapshot_dominators (snapshot)->idom[link->node] != MG_NODE_NONE)
    cells[COLUMN_RETAINED] = mg_cell_number (mg_snapshot_dominators (snapshot)->retained[link->node]);
  cells[COLUMN_COUNT] = mg_cell_number (link->count);
  cells[COLUMN_VIA] = mg_cell_text (*via);
}

typedef struct
{
  MgObjectLinks *first, *second; /* the second may be NULL */
  guint64 n_first;
  char *via;
} Rows;

static void
fill_row (guint64 row, MgCell *cells, gpointer user_data)
{
  Rows *rows = user_data;
  MgObjectLinks *links = row < rows->n_first ? rows->first : rows->second;
  guint64 index = row < rows->n_first ? row : row - rows->n_first;

  fill_cells (links, links->order[index], cells, &rows->via);
}

static void
set_columns (const MgObjectLinks *links, gboolean both, MgColumn *columns)
{
  gboolean names = mg_snapshot_capability (links->run->snapshot, MG_CAPABILITY_FIELD_NAMES).have;
  const MgColumn all[N_COLUMNS] = {
    [COLUMN_RELATION] = { "relation", _("Relation"), MG_COLUMN_TEXT, both ? MG_COLUMN_EVERYWHERE : MG_COLUMN_HIDDEN },
    [COLUMN_ADDRESS] = { "address", _("Address"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_NAME] = { "type", _("Type"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SIZE] = { "size", _("Bytes"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_RETAINED] = { "retained", _("Retained"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_COUNT] = { "count", _("Times"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_VIA] = { "via", _("Field"), MG_COLUMN_TEXT, names ? MG_COLUMN_EVERYWHERE : MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SHOWN] = { "shown", _("Type"), MG_COLUMN_NAME, MG_COLUMN_FOR_PEOPLE },
  };

  memcpy (columns, all, sizeof all);
}

static char *
describe_heading (const MgObjectLinks *links)
{
  char buffer[MG_DIGITS_SIZE];
  guint32 n = links->links->len;
  const char *digits = mg_digits (buffer, n);

  if (n == 0)
    return g_strdup (links->referrers ? _("No object refers to it.") : _("It refers to no object."));
  if (links->referrers)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s object refers to it:", "%s objects refer to it:", n),
                            digits);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "It refers to %s object:", "It refers to %s objects:", n),
                          digits);
}

static gboolean
write_for_people (MgObjectLinks *links, MgTable *table, GError **error)
{
  g_autofree char *heading = describe_heading (links);

  mg_sink_printf (links->run->sink, "\n%s\n", heading);
  if (links->links->len == 0)
    return TRUE;
  mg_sink_put_char (links->run->sink, '\n');
  return mg_run_write_table (links->run, table, links->links->len, error);
}

gboolean
mg_object_links_write (MgObjectLinks *links, GError **error)
{
  MgRun *run = links->run;
  MgColumn columns[N_COLUMNS];
  Rows rows = { links, NULL, links->links->len, NULL };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = &rows };
  gboolean done;

  set_columns (links, FALSE, columns);
  table.n_rows = MIN (links->links->len, run->options->top);
  table.progress = run->progress;
  done = run->options->format == MG_FORMAT_JSON ? mg_table_write_json_rows (&table, 1, run->sink, error)
                                                : write_for_people (links, &table, error);
  g_free (rows.via);
  return done;
}

gboolean
mg_object_links_write_csv (MgObjectLinks *references, MgObjectLinks *referrers, GError **error)
{
  MgColumn columns[N_COLUMNS];
  Rows rows = { references, referrers, references->links->len, NULL };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = &rows };
  gboolean done;

  set_columns (references, TRUE, columns);
  done = mg_run_write_table (references->run, &table, (guint64) references->links->len + referrers->links->len, error);
  g_free (rows.via);
  return done;
}
