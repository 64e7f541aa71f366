#include "ui/pages/dominators-tree-view.h"

#include <glib/gi18n-lib.h>

#include "analysis/picture/picture.h"
#include "ui/compat/compat.h"
#include "ui/models/dominator-list.h"

typedef enum
{
  COLUMN_TITLE,
  COLUMN_COUNT,
  COLUMN_SIZE,
  COLUMN_RETAINED,
} Column;

typedef struct
{
  MgSnapshot *snapshot;
  Column column;
} ColumnData;

static void
column_data_free (gpointer data, GClosure *closure)
{
  mg_snapshot_unref (((ColumnData *) data)->snapshot);
  g_free (data);
}

/* Of a cell: its GtkListItem. */
static GQuark
item_quark (void)
{
  return g_quark_from_static_string ("mg-dominator-item");
}

guint
mg_dominators_tree_view_position (GtkWidget *widget)
{
  for (; widget; widget = gtk_widget_get_parent (widget))
    {
      GtkWidget *child = gtk_widget_get_first_child (widget);
      gpointer item = g_object_get_qdata (G_OBJECT (widget), item_quark ());

      if (item == NULL && child)
        item = g_object_get_qdata (G_OBJECT (child), item_quark ());
      if (item)
        return gtk_list_item_get_position (item);
    }
  return GTK_INVALID_LIST_POSITION;
}

/* The whole name. Asked for when wanted: telling every row its tooltip would cost more than the row. */
static gboolean
tooltip_cb (GtkTreeExpander *expander, int x, int y, gboolean keyboard, GtkTooltip *tooltip, MgSnapshot *snapshot)
{
  g_autoptr (MgDominatorRow) row = gtk_tree_expander_get_item (expander);
  GtkLabel *label = GTK_LABEL (gtk_tree_expander_get_child (expander));
  g_autofree char *title = row ? mg_dominator_row_title (row, snapshot) : NULL;

  if (title == NULL
      || (g_str_equal (title, gtk_label_get_text (label))
          && !pango_layout_is_ellipsized (gtk_label_get_layout (label))))
    return FALSE;
  gtk_tooltip_set_text (tooltip, title);
  return TRUE;
}

/* A label, not an inscription, which would set a name that it cuts higher than its neighbours. Few rows are open at a
 * time here. */
static GtkWidget *
title_cell_new (MgSnapshot *snapshot)
{
  GtkWidget *expander = gtk_tree_expander_new (), *text = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (text), 0.0f);
  gtk_label_set_single_line_mode (GTK_LABEL (text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_has_tooltip (expander, TRUE);
  g_signal_connect (expander, "query-tooltip", G_CALLBACK (tooltip_cb), snapshot);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), text);
  return expander;
}

static GtkWidget *
number_cell_new (void)
{
  GtkWidget *text = gtk_inscription_new (NULL);

  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (text), 8);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (text), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  /* Inscriptions place their text by left and right, whatever the direction. */
  gtk_inscription_set_xalign (GTK_INSCRIPTION (text),
                              gtk_widget_get_direction (text) == GTK_TEXT_DIR_RTL ? 0.0f : 1.0f);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "numeric");
  return text;
}

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  GtkWidget *cell = data->column == COLUMN_TITLE ? title_cell_new (data->snapshot) : number_cell_new ();

  g_object_set_qdata (G_OBJECT (cell), item_quark (), item);
  gtk_list_item_set_child (item, cell);
}

static void
set_class (GtkWidget *widget, const char *name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
bind_title (GtkListItem *item, GtkTreeListRow *tree_row, MgDominatorRow *row, MgSnapshot *snapshot)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkWidget *text = gtk_tree_expander_get_child (expander);
  g_autofree char *title = mg_dominator_row_short_title (row, snapshot);
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  gboolean object = row->node != MG_NODE_NONE && mg_graph_is_object (graph, row->node);
  gboolean own = object && (mg_graph_type_of (graph, row->node)->flags & MG_TYPE_OWN);

  gtk_tree_expander_set_list_row (expander, tree_row);
  gtk_label_set_text (GTK_LABEL (text), title);
  set_class (text, "mg-strong", own);
  set_class (text, "mg-faint", object && !own);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  GtkTreeListRow *tree_row = gtk_list_item_get_item (item);
  g_autoptr (MgDominatorRow) row = gtk_tree_list_row_get_item (tree_row);
  g_autofree char *text = NULL;

  if (data->column == COLUMN_TITLE)
    {
      bind_title (item, tree_row, row, data->snapshot);
      return;
    }
  /* Roots are no objects: they have neither number nor bytes of their own. Those of "more" nobody has added up. */
  if (row->kind == MG_DOMINATOR_ROW_WAIT
      || (data->column != COLUMN_RETAINED
          && (row->node == MG_NODE_NONE || mg_graph_is_root (mg_snapshot_graph (data->snapshot), row->node))))
    text = g_strdup ("");
  else if (data->column == COLUMN_COUNT)
    text = mg_format_count (row->n);
  else
    text = mg_format_bytes (data->column == COLUMN_SIZE ? row->size : row->retained);
  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, ColumnData *data)
{
  if (data->column == COLUMN_TITLE)
    gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), NULL);
}

static void
add_column (GtkColumnView *view, MgSnapshot *snapshot, Column which, const char *title, int width)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;
  void (*const handlers[]) (GtkSignalListItemFactory *, GtkListItem *, ColumnData *)
      = { setup_cell, bind_cell, unbind_cell };
  static const char *const names[] = { "setup", "bind", "unbind" };

  for (gsize i = 0; i < G_N_ELEMENTS (handlers); i++)
    {
      ColumnData *data = g_new0 (ColumnData, 1);

      data->snapshot = mg_snapshot_ref (snapshot);
      data->column = which;
      g_signal_connect_data (factory, names[i], G_CALLBACK (handlers[i]), data, column_data_free, 0);
    }
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  if (which == COLUMN_TITLE)
    gtk_column_view_column_set_expand (column, TRUE);
  else
    gtk_column_view_column_set_fixed_width (column, (int) (width * mg_compat_text_scale (GTK_WIDGET (view))));
  gtk_column_view_append_column (view, column);
}

void
mg_dominators_tree_view_add_columns (GtkColumnView *view, MgSnapshot *snapshot)
{
  static const gboolean at_end[] = { FALSE, TRUE, TRUE, TRUE };
  const char *const hints[]
      = { _ ("Object, root, or all siblings of a type"), _ ("How many objects the row stands for"),
          _ ("Their own bytes"), _ ("Bytes that would be freed with them") };

  add_column (view, snapshot, COLUMN_TITLE, _ ("Object"), 0);
  add_column (view, snapshot, COLUMN_COUNT, _ ("Objects"), 84);
  add_column (view, snapshot, COLUMN_SIZE, _ ("Bytes"), 92);
  add_column (view, snapshot, COLUMN_RETAINED, _ ("Retained"), 100);
  mg_compat_column_view_set_titles (view, at_end, hints, G_N_ELEMENTS (at_end));
}

typedef struct
{
  MgSnapshot *snapshot;
  gboolean by_type;
} TreeData;

static void
tree_data_free (gpointer data)
{
  mg_snapshot_unref (((TreeData *) data)->snapshot);
  g_free (data);
}

static GListModel *
create_children (gpointer item, gpointer user_data)
{
  MgDominatorRow *row = item;
  TreeData *data = user_data;

  if (!row->has_children)
    return NULL;
  return G_LIST_MODEL (mg_dominator_list_new (data->snapshot, row->nodes, row->n, data->by_type, row->list));
}

GtkTreeListModel *
mg_dominators_tree_model_new (MgSnapshot *snapshot, gboolean by_type)
{
  static const MgNode top = MG_NODE_SUPER_ROOT;
  TreeData *data = g_new0 (TreeData, 1);

  data->snapshot = mg_snapshot_ref (snapshot);
  data->by_type = by_type;
  return gtk_tree_list_model_new (G_LIST_MODEL (mg_dominator_list_new (snapshot, &top, 1, by_type, NULL)), FALSE, FALSE,
                                  create_children, data, tree_data_free);
}

/* Nobody can read a tree this deep, and each level is an open list: a chain of millions ends here. */
#define MAX_DEPTH 300

/* The nodes from just below the super root down to NODE. */
static GArray *
chain_to (const MgDominators *dominators, MgNode node)
{
  GArray *chain = g_array_new (FALSE, FALSE, sizeof (MgNode));

  for (MgNode at = node; at != MG_NODE_NONE && at != MG_NODE_SUPER_ROOT; at = dominators->idom[at])
    g_array_append_val (chain, at);
  return chain;
}

guint
mg_dominators_tree_model_reveal (GtkTreeListModel *tree, MgSnapshot *snapshot, MgNode node, gboolean *pending)
{
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  g_autoptr (GArray) chain = NULL;
  g_autoptr (GtkTreeListRow) row = NULL;
  GListModel *children = gtk_tree_list_model_get_model (tree);

  *pending = FALSE;
  if (node == MG_NODE_NONE || dominators->idom[node] == MG_NODE_NONE)
    return GTK_INVALID_LIST_POSITION;
  chain = chain_to (dominators, node);
  for (guint i = chain->len, depth = 0; i-- > 0 && depth < MAX_DEPTH; depth++)
    {
      guint at = mg_dominator_list_find (MG_DOMINATOR_LIST (children), g_array_index (chain, MgNode, i));
      GtkTreeListRow *next;

      *pending = !mg_dominator_list_is_ready (MG_DOMINATOR_LIST (children));
      if (at == G_MAXUINT)
        break;
      next = row ? gtk_tree_list_row_get_child_row (row, at) : gtk_tree_list_model_get_child_row (tree, at);
      if (next == NULL)
        break;
      g_clear_object (&row);
      row = next;
      if (i == 0 || !gtk_tree_list_row_is_expandable (row))
        break;
      gtk_tree_list_row_set_expanded (row, TRUE);
      children = gtk_tree_list_row_get_children (row);
    }
  return row ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
}
