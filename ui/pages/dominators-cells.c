#include "ui/pages/dominators-cells.h"

#include <glib/gi18n-lib.h>

#include "analysis/picture/picture.h"
#include "ui/compat/compat.h"
#include "ui/models/dominator-row.h"

typedef enum
{
  COLUMN_TITLE,
  COLUMN_COUNT,
  COLUMN_SIZE,
  COLUMN_RETAINED,
} Column;

typedef struct
{
  MgSnapshot *snapshot; /* owned */
  MgDominatorsRowAt row_at;
  gpointer user_data;
} Cells;

static void
cells_free (gpointer data)
{
  mg_snapshot_unref (((Cells *) data)->snapshot);
  g_free (data);
}

guint
mg_dominators_cells_position (GtkWidget *widget)
{
  GtkListItem *item = mg_lazy_cells_item (widget);
  GtkWidget *child = item ? NULL : gtk_widget_get_first_child (widget);

  /* Around a cell is a widget of the view's. */
  if (child)
    item = mg_lazy_cells_item (child);
  return item ? gtk_list_item_get_position (item) : GTK_INVALID_LIST_POSITION;
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

static GtkWidget *
make_cell (guint column, gpointer user_data)
{
  return column == COLUMN_TITLE ? title_cell_new (((Cells *) user_data)->snapshot) : number_cell_new ();
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
write_title (GtkWidget *cell, GtkTreeListRow *tree_row, MgDominatorRow *row, MgSnapshot *snapshot)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (cell);
  GtkWidget *text = gtk_tree_expander_get_child (expander);
  g_autofree char *title = row ? mg_dominator_row_short_title (row, snapshot) : NULL;
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  gboolean object = row && row->node != MG_NODE_NONE && mg_graph_is_object (graph, row->node);
  gboolean own = object && (mg_graph_type_of (graph, row->node)->flags & MG_TYPE_OWN);

  gtk_tree_expander_set_list_row (expander, tree_row);
  gtk_label_set_text (GTK_LABEL (text), title ? title : "");
  set_class (text, "mg-strong", own);
  set_class (text, "mg-faint", object && !own);
}

/* Roots are no objects: they have neither number nor bytes of their own. Those of "more" nobody has added up. */
static char *
number_text (MgDominatorRow *row, guint column, const MgGraph *graph)
{
  if (row->kind == MG_DOMINATOR_ROW_WAIT
      || (column != COLUMN_RETAINED && (row->node == MG_NODE_NONE || mg_graph_is_root (graph, row->node))))
    return NULL;
  if (column == COLUMN_COUNT)
    return mg_format_count (row->n);
  return mg_format_bytes (column == COLUMN_SIZE ? row->size : row->retained);
}

static void
write_cell (GtkWidget *cell, guint column, guint position, gpointer user_data)
{
  Cells *cells = user_data;
  g_autoptr (GtkTreeListRow) tree_row = cells->row_at (position, cells->user_data);
  g_autoptr (MgDominatorRow) row = tree_row ? gtk_tree_list_row_get_item (tree_row) : NULL;
  g_autofree char *text = NULL;

  if (column == COLUMN_TITLE)
    {
      write_title (cell, tree_row, row, cells->snapshot);
      return;
    }
  text = row ? number_text (row, column, mg_snapshot_graph (cells->snapshot)) : NULL;
  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
}

static void
add_column (GtkColumnView *view, MgLazyCells *cells, Column which, const char *title, int width)
{
  g_autoptr (GtkColumnViewColumn) column
      = gtk_column_view_column_new (title, mg_lazy_cells_factory_new (cells, which));

  gtk_column_view_column_set_resizable (column, TRUE);
  if (which == COLUMN_TITLE)
    gtk_column_view_column_set_expand (column, TRUE);
  else
    gtk_column_view_column_set_fixed_width (column, (int) (width * mg_compat_text_scale (GTK_WIDGET (view))));
  gtk_column_view_append_column (view, column);
}

static void
add_columns (GtkColumnView *view, MgLazyCells *cells)
{
  static const gboolean at_end[] = { FALSE, TRUE, TRUE, TRUE };
  const char *const hints[]
      = { _ ("Object, root, or all siblings of a type"), _ ("How many objects the row stands for"),
          _ ("Their own bytes"), _ ("Bytes that would be freed with them") };

  add_column (view, cells, COLUMN_TITLE, _ ("Object"), 0);
  add_column (view, cells, COLUMN_COUNT, _ ("Objects"), 84);
  add_column (view, cells, COLUMN_SIZE, _ ("Bytes"), 92);
  add_column (view, cells, COLUMN_RETAINED, _ ("Retained"), 100);
  mg_compat_column_view_set_titles (view, at_end, hints, G_N_ELEMENTS (at_end));
}

MgLazyCells *
mg_dominators_cells_new (GtkColumnView *view, MgSnapshot *snapshot, MgDominatorsRowAt row_at, gpointer user_data)
{
  static const MgLazyCellsKind kind = { make_cell, write_cell };
  Cells *data = g_new (Cells, 1);
  MgLazyCells *cells = mg_lazy_cells_new (view, &kind, data);

  *data = (Cells){ mg_snapshot_ref (snapshot), row_at, user_data };
  g_object_set_data_full (G_OBJECT (cells), "mg-dominators-cells", data, cells_free);
  add_columns (view, cells);
  return cells;
}
