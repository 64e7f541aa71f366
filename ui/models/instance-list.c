#include "ui/models/instance-list.h"

#include <glib/gi18n-lib.h>

#include "ui/text.h"

MgInstanceRows *
mg_instance_rows_new (MgSnapshot *snapshot, MgTypeId type, MgObjects objects)
{
  MgInstanceRows *rows = g_atomic_rc_box_new0 (MgInstanceRows);

  rows->snapshot = mg_snapshot_ref (snapshot);
  rows->type = type;
  rows->objects = objects;
  rows->nodes = mg_instances_of (mg_snapshot_instances (snapshot), type, &rows->n_all);
  rows->n = MIN (rows->n_all, MG_INSTANCE_LIST_MAX);
  return rows;
}

MgInstanceRows *
mg_instance_rows_ref (MgInstanceRows *rows)
{
  return g_atomic_rc_box_acquire (rows);
}

static void
rows_clear (gpointer data)
{
  mg_snapshot_unref (((MgInstanceRows *) data)->snapshot);
}

void
mg_instance_rows_unref (MgInstanceRows *rows)
{
  g_atomic_rc_box_release_full (rows, rows_clear);
}

const char *
mg_instance_list_generation_word (MgGeneration generation)
{
  switch (generation)
    {
    case MG_GENERATION_0:
      return _("gen 0");
    case MG_GENERATION_1:
      return _("gen 1");
    case MG_GENERATION_2:
      return _("gen 2");
    case MG_GENERATION_LOH:
      return _("large objects");
    case MG_GENERATION_POH:
      return _("pinned objects");
    case MG_GENERATION_FROZEN:
      return _("frozen");
    case MG_GENERATION_UNKNOWN:
    default:
      return "–";
    }
}

/* The node one link nearer to the root; MG_NODE_NONE of dead objects and before the tree is there. */
static MgNode
holder (const MgInstanceRows *rows, MgNode node)
{
  const MgTree *tree = mg_snapshot_tree (rows->snapshot);

  return tree ? tree->parent[node] : MG_NODE_NONE;
}

static guint64
instance_key (gconstpointer data, guint column, guint32 row)
{
  const MgInstanceRows *rows = data;
  MgNode node = rows->nodes[row];
  const MgDominators *dominators = mg_snapshot_dominators (rows->snapshot);
  const MgTree *tree = mg_snapshot_tree (rows->snapshot);
  const MgGraph *graph = mg_snapshot_graph (rows->snapshot);
  MgNode above;

  switch ((MgInstanceListColumn) column)
    {
    case MG_INSTANCE_LIST_ADDRESS:
      return row; /* objects of a type are in address order */
    case MG_INSTANCE_LIST_SIZE:
      return mg_graph_size (graph, node);
    case MG_INSTANCE_LIST_RETAINED:
      return dominators ? dominators->retained[node] : mg_graph_size (graph, node);
    case MG_INSTANCE_LIST_GENERATION:
      return (guint64) mg_snapshot_generation (rows->snapshot, node);
    case MG_INSTANCE_LIST_DISTANCE:
      return tree ? mg_tree_links (tree, node) : 0;
    case MG_INSTANCE_LIST_HOLDER:
      above = holder (rows, node);
      if (above == MG_NODE_NONE)
        return G_MAXUINT64 >> 1;
      /* Roots first, in their own order, then types: ids order names. */
      return mg_graph_is_root (graph, above) ? above : (guint64) graph->n_nodes + graph->type[above];
    case MG_INSTANCE_LIST_N_COLUMNS:
    default:
      return row;
    }
}

static char *
holder_text (const MgInstanceRows *rows, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (rows->snapshot);
  const MgTree *tree = mg_snapshot_tree (rows->snapshot);
  MgNode above = holder (rows, node);
  const MgType *type;

  if (tree == NULL)
    return g_strdup ("");
  if (above == MG_NODE_NONE)
    return g_strdup (_("nothing: the next collection frees it"));
  if (mg_graph_is_root (graph, above))
    {
      const MgRoot *root = mg_graph_root (graph, above);

      if (root->label == NULL)
        return g_strdup (mg_root_kind_word (root->kind));
      /* Translators: a root: its kind, its name: "static field Monitor" */
      return g_strdup_printf (C_ ("root", "%s %s"), mg_root_kind_word (root->kind), root->label);
    }
  type = mg_graph_type_of (graph, above);
  return g_strdup (type ? type->name : "");
}

static char *
distance_text (const MgInstanceRows *rows, MgNode node)
{
  const MgTree *tree = mg_snapshot_tree (rows->snapshot);
  guint32 links = tree ? mg_tree_links (tree, node) : 0;
  g_autofree char *count = NULL;

  if (tree == NULL)
    return g_strdup ("–");
  if (links == G_MAXUINT32)
    return g_strdup (_("dead"));
  count = mg_format_count (links);
  return g_strdup_printf (ngettext ("%s link", "%s links", links), count);
}

static char *
instance_text (gconstpointer data, guint column, guint32 row)
{
  const MgInstanceRows *rows = data;
  MgNode node = rows->nodes[row];
  const MgGraph *graph = mg_snapshot_graph (rows->snapshot);
  const MgDominators *dominators = mg_snapshot_dominators (rows->snapshot);

  switch ((MgInstanceListColumn) column)
    {
    case MG_INSTANCE_LIST_ADDRESS:
      return mg_text_address (mg_graph_address (graph, node));
    case MG_INSTANCE_LIST_SIZE:
      return mg_format_bytes (mg_graph_size (graph, node));
    case MG_INSTANCE_LIST_RETAINED:
      return dominators ? mg_format_bytes (dominators->retained[node]) : g_strdup ("–");
    case MG_INSTANCE_LIST_GENERATION:
      return g_strdup (mg_instance_list_generation_word (mg_snapshot_generation (rows->snapshot, node)));
    case MG_INSTANCE_LIST_DISTANCE:
      return distance_text (rows, node);
    case MG_INSTANCE_LIST_HOLDER:
      return holder_text (rows, node);
    case MG_INSTANCE_LIST_N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

static char *
instance_csv (gconstpointer data, guint column, guint32 row)
{
  const MgInstanceRows *rows = data;
  MgNode node = rows->nodes[row];
  const MgDominators *dominators = mg_snapshot_dominators (rows->snapshot);
  const MgTree *tree = mg_snapshot_tree (rows->snapshot);
  guint32 links;

  switch ((MgInstanceListColumn) column)
    {
    case MG_INSTANCE_LIST_SIZE:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, mg_graph_size (mg_snapshot_graph (rows->snapshot), node));
    case MG_INSTANCE_LIST_RETAINED:
      return dominators ? g_strdup_printf ("%" G_GUINT64_FORMAT, dominators->retained[node]) : g_strdup ("");
    case MG_INSTANCE_LIST_DISTANCE:
      links = tree ? mg_tree_links (tree, node) : G_MAXUINT32;
      return links == G_MAXUINT32 ? g_strdup ("") : g_strdup_printf ("%u", links);
    case MG_INSTANCE_LIST_ADDRESS:
    case MG_INSTANCE_LIST_GENERATION:
    case MG_INSTANCE_LIST_HOLDER:
    case MG_INSTANCE_LIST_N_COLUMNS:
    default:
      return instance_text (data, column, row);
    }
}

/* Objects are found by any of the texts of their row that a reader would look for. */
static gboolean
instance_match (gconstpointer data, guint32 row, const MgTextFilter *filter)
{
  const MgInstanceRows *rows = data;
  g_autofree char *address = NULL, *above = NULL;

  if (rows->objects != MG_OBJECTS_ALL
      && mg_tree_reached (mg_snapshot_tree (rows->snapshot), rows->nodes[row]) != (rows->objects == MG_OBJECTS_LIVE))
    return FALSE;
  if (filter == NULL)
    return TRUE;
  address = instance_text (data, MG_INSTANCE_LIST_ADDRESS, row);
  if (mg_text_filter_match (filter, address))
    return TRUE;
  above = holder_text (rows, rows->nodes[row]);
  return mg_text_filter_match (filter, above);
}

static guint64
instance_addend (gconstpointer data, guint sum, guint32 row)
{
  const MgInstanceRows *rows = data;

  return mg_graph_size (mg_snapshot_graph (rows->snapshot), rows->nodes[row]);
}

static gpointer
ref_rows (gpointer data)
{
  return mg_instance_rows_ref (data);
}

static void
unref_rows (gpointer data)
{
  mg_instance_rows_unref (data);
}

MgRowList *
mg_instance_list_new (void)
{
  static const MgRowKind kind = {
    .key = instance_key,
    .match = instance_match,
    .text = instance_text,
    .csv = instance_csv,
    .n_sums = 1,
    .addend = instance_addend,
    .ref = ref_rows,
    .unref = unref_rows,
  };

  return mg_row_list_new (&kind);
}
