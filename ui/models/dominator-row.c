#include "ui/models/dominator-row.h"

#include <glib/gi18n-lib.h>

#include "analysis/picture/picture.h"
#include "ui/text.h"

G_DEFINE_FINAL_TYPE (MgDominatorRow, mg_dominator_row, G_TYPE_OBJECT)

static void
mg_dominator_row_dispose (GObject *object)
{
  g_clear_object (&MG_DOMINATOR_ROW (object)->list);
  G_OBJECT_CLASS (mg_dominator_row_parent_class)->dispose (object);
}

static void
mg_dominator_row_class_init (MgDominatorRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_dominator_row_dispose;
}

static void
mg_dominator_row_init (MgDominatorRow *self)
{
  self->node = MG_NODE_NONE;
}

static char *
root_name (const MgRoot *root, const char *label)
{
  if (label == NULL)
    return g_strdup (mg_root_kind_word (root->kind));
  /* Translators: kind of root, its name: "static field Monitor". */
  return g_strdup_printf (_ ("%s %s"), mg_root_kind_word (root->kind), label);
}

char *
mg_dominator_node_name (MgSnapshot *snapshot, MgNode node, gboolean with_address)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgType *type;

  if (node == MG_NODE_SUPER_ROOT)
    return g_strdup (_ ("all live objects"));
  if (mg_graph_is_root (graph, node))
    {
      const MgRoot *root = mg_graph_root (graph, node);

      return root_name (root, root->label);
    }
  type = mg_graph_type_of (graph, node);
  if (with_address)
    return g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x", type->name, mg_graph_address (graph, node));
  return g_strdup (type->name);
}

char *
mg_dominator_node_kind_name (MgSnapshot *snapshot, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);

  if (mg_graph_is_root (graph, node))
    return g_strdup (mg_root_kind_words (mg_graph_root (graph, node)->kind));
  return g_strdup (mg_graph_type_of (graph, node)->name);
}

static char *
row_title (const MgDominatorRow *row, const char *node_name, const char *kind_name)
{
  g_autofree char *count = NULL;

  if (row->kind == MG_DOMINATOR_ROW_NODE)
    return g_strdup (node_name);
  if (row->kind == MG_DOMINATOR_ROW_WAIT)
    return g_strdup (_ ("Grouping…"));
  count = mg_format_count (row->n);
  if (row->kind == MG_DOMINATOR_ROW_MORE)
    /* Translators: a number of further rows; opens them. */
    return g_strdup_printf (_ ("+ %s more"), count);
  /* Translators: type name × number of objects. */
  return g_strdup_printf (_ ("%s × %s"), kind_name, count);
}

char *
mg_dominator_row_title (MgDominatorRow *row, MgSnapshot *snapshot)
{
  gboolean node = row->kind == MG_DOMINATOR_ROW_NODE, group = row->kind == MG_DOMINATOR_ROW_GROUP;
  g_autofree char *name = node ? mg_dominator_node_name (snapshot, row->node, TRUE) : NULL;
  g_autofree char *kind = group ? mg_dominator_node_kind_name (snapshot, row->node) : NULL;

  return row_title (row, name, kind);
}

char *
mg_dominator_row_short_title (MgDominatorRow *row, MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autofree char *type = NULL, *name = NULL;

  if (row->kind == MG_DOMINATOR_ROW_NODE && mg_graph_is_root (graph, row->node))
    {
      const MgRoot *root = mg_graph_root (graph, row->node);

      return root_name (root, root->label ? mg_text_field_with_class (root->label) : NULL);
    }
  if (row->node == MG_NODE_NONE || !mg_graph_is_object (graph, row->node))
    return mg_dominator_row_title (row, snapshot);
  type = mg_text_short_type_name (mg_graph_type_of (graph, row->node)->name);
  name = g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x", type, mg_graph_address (graph, row->node));
  return row_title (row, name, type);
}
