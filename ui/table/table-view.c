#include "ui/table/table-view-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/compat.h"
#include "ui/models/sort-probe.h"

G_DEFINE_FINAL_TYPE (MgTableView, mg_table_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_COLUMNS,
  PROP_SORTING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  ROW_ACTIVATED,
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* What was chosen is selected where it stands now, and nothing else; its place may be still to come. Returns where it
 * stands, G_MAXUINT: nowhere. */
static guint
select_chosen (MgTableView *self)
{
  guint at = self->chosen != MG_ROW_NONE ? mg_row_list_find (self->rows, self->chosen) : G_MAXUINT;

  if (at < g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), at, TRUE);
  else
    gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (self->selection));
  return at;
}

static void
show_chosen (MgTableView *self)
{
  guint at = select_chosen (self);

  if (at >= g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    return;
  mg_lazy_cells_expect (self->cells, at);
  mg_compat_column_view_scroll_to (self->view, at);
}

/* The focus is noted before places go: its widget may go with them. Where nothing is chosen one wants to see the top.
 * While new data are being sorted there is nothing to show, but soon will be: the places stay. */
static void
rows_changed_cb (MgTableView *self)
{
  guint n = mg_row_list_n_shown (self->rows);

  self->refocus |= mg_table_focus_inside (self);
  if (select_chosen (self) == G_MAXUINT && n > 0)
    gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), 0.0);
  mg_lazy_cells_renew (self->cells);
  if (n > 0 || !mg_row_list_busy (self->rows))
    mg_places_set_n (self->places, n);
}

static void
settled_cb (MgTableView *self)
{
  show_chosen (self);
  mg_table_focus_settle (self);
}

static void
choose (MgTableView *self, guint32 row)
{
  if (self->chosen == row)
    return;
  self->chosen = row;
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
selection_changed_cb (MgTableView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  /* Rows that a filter hides stay chosen. */
  if (!gtk_bitset_is_empty (selected))
    choose (self, mg_row_list_row_at (self->rows, gtk_bitset_get_minimum (selected)));
}

static void
activated_cb (MgTableView *self, guint position)
{
  guint32 row = mg_row_list_row_at (self->rows, position);

  if (row != MG_ROW_NONE)
    g_signal_emit (self, signals[ROW_ACTIVATED], 0, row);
}

static gboolean
starts_descending (MgTableView *self, guint column)
{
  return self->specs[column].kind == MG_CELL_NUMBER || self->specs[column].kind == MG_CELL_SHARE;
}

/* GTK's headers go ascending, descending, unsorted. Of numbers one wants the biggest first, and never "unsorted". */
static void
sorter_changed_cb (MgTableView *self)
{
  guint column;
  gboolean descending;

  if (self->resorting)
    return;
  if (!mg_sort_probe (self->view, &column, &descending))
    {
      mg_table_view_sort_by (self, self->sort_column, !self->descending);
      return;
    }
  if (column != self->sort_column)
    {
      mg_table_view_sort_by (self, column, descending || starts_descending (self, column));
      return;
    }
  self->descending = descending;
  mg_row_list_set_sort (self->rows, column, descending);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SORTING]);
}

/* Taken away first: gtk_column_view_sort_by_column() of 4.8 leaves the column sorted by before its arrow. */
void
mg_table_view_sort_by (MgTableView *self, guint column, gboolean descending)
{
  g_return_if_fail (MG_IS_TABLE_VIEW (self));
  g_return_if_fail (column < self->n_columns);
  self->sort_column = column;
  self->descending = descending;
  self->resorting = TRUE;
  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  self->resorting = FALSE;
  gtk_column_view_sort_by_column (self->view, self->columns->pdata[column],
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

void
mg_table_view_get_sort (MgTableView *self, guint *column, gboolean *descending)
{
  g_return_if_fail (MG_IS_TABLE_VIEW (self));
  *column = self->sort_column;
  *descending = self->descending;
}

/* Sorts by the N-th column on screen; once more turns the order round. */
static void
sort_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTableView *self = MG_TABLE_VIEW (widget);
  GListModel *shown = gtk_column_view_get_columns (self->view);
  int wanted = g_variant_get_int32 (parameter);

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, i);
      guint number;

      if (!gtk_column_view_column_get_visible (column) || --wanted > 0
          || !g_ptr_array_find (self->columns, column, &number))
        continue;
      if (number == self->sort_column)
        mg_table_view_sort_by (self, number, !self->descending);
      else
        mg_table_view_sort_by (self, number, starts_descending (self, number));
      return;
    }
}

void
mg_table_view_set_style (MgTableView *self, MgTableStyleFunc style)
{
  g_return_if_fail (MG_IS_TABLE_VIEW (self));
  self->style = style;
}

void
mg_table_view_set_row_menu (MgTableView *self, GMenuModel *menu)
{
  g_return_if_fail (MG_IS_TABLE_VIEW (self));
  g_set_object (&self->row_menu, menu);
  g_clear_pointer (&self->row_popover, gtk_widget_unparent);
}

guint32
mg_table_view_chosen (MgTableView *self)
{
  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), MG_ROW_NONE);
  return self->chosen;
}

void
mg_table_view_choose (MgTableView *self, guint32 row)
{
  g_return_if_fail (MG_IS_TABLE_VIEW (self));
  choose (self, row);
  show_chosen (self);
}

guint
mg_table_view_n_selected (MgTableView *self)
{
  g_autoptr (GtkBitset) selected = NULL;

  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), 0);
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  return (guint) gtk_bitset_get_size (selected);
}

gboolean
mg_table_view_is_settled (MgTableView *self)
{
  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), FALSE);
  return !mg_row_list_busy (self->rows) && mg_places_is_settled (self->places);
}

GtkColumnView *
mg_table_view_column_view (MgTableView *self)
{
  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), NULL);
  return self->view;
}

GMenuModel *
mg_table_view_columns_menu (MgTableView *self)
{
  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), NULL);
  return G_MENU_MODEL (self->columns_menu);
}

GActionGroup *
mg_table_view_columns_actions (MgTableView *self)
{
  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), NULL);
  return G_ACTION_GROUP (self->column_actions);
}

GtkWidget *
mg_table_view_new (MgRowList *rows, const MgTableColumn *columns, guint n, const char *label)
{
  MgTableView *self = g_object_new (MG_TYPE_TABLE_VIEW, NULL);

  self->rows = g_object_ref (rows);
  self->specs = columns;
  self->n_columns = n;
  self->sort_column = G_MAXUINT;
  mg_table_columns_make (self);
  self->places = mg_places_new (self->view);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->places)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (rows, "changed", G_CALLBACK (rows_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->places, "settled", G_CALLBACK (settled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (sorter_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  rows_changed_cb (self);
  return GTK_WIDGET (self);
}

static void
mg_table_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_COLUMNS)
    g_value_take_variant (value, mg_table_columns_state (MG_TABLE_VIEW (object)));
  else if (id == PROP_SORTING)
    g_value_set_boolean (value, MG_TABLE_VIEW (object)->sort_column != G_MAXUINT);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
mg_table_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_COLUMNS)
    mg_table_columns_restore (MG_TABLE_VIEW (object), g_value_get_variant (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
mg_table_view_dispose (GObject *object)
{
  MgTableView *self = MG_TABLE_VIEW (object);

  /* A view that is torn down takes its columns away one by one and tells of every change of the sorting. */
  if (self->scroller)
    g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (self->view), self);
  self->changing = TRUE;
  mg_lazy_cells_stop (self->cells);
  g_clear_pointer (&self->row_popover, gtk_widget_unparent);
  g_clear_pointer (&self->columns_popover, gtk_widget_unparent);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->places);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_object (&self->column_actions);
  g_clear_object (&self->columns_menu);
  g_clear_object (&self->row_menu);
  g_clear_pointer (&self->widths, g_free);
  G_OBJECT_CLASS (mg_table_view_parent_class)->dispose (object);
}

static void
mg_table_view_finalize (GObject *object)
{
  g_object_unref (MG_TABLE_VIEW (object)->cells);
  G_OBJECT_CLASS (mg_table_view_parent_class)->finalize (object);
}

static void
mg_table_view_class_init (MgTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const guint keys[] = { GDK_KEY_1, GDK_KEY_2, GDK_KEY_3, GDK_KEY_4, GDK_KEY_5, GDK_KEY_6, GDK_KEY_7 };

  object_class->get_property = mg_table_view_get_property;
  object_class->set_property = mg_table_view_set_property;
  object_class->dispose = mg_table_view_dispose;
  object_class->finalize = mg_table_view_finalize;
  properties[PROP_COLUMNS]
      = g_param_spec_variant ("columns", NULL, NULL, G_VARIANT_TYPE ("a(sbi)"), NULL,
                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SORTING] = g_param_spec_boolean ("sorting", NULL, NULL, FALSE,
                                                   G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", MG_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[CHOSEN] = g_signal_new ("chosen", MG_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tableview");
  mg_table_menu_class_install (widget_class);
  gtk_widget_class_install_action (widget_class, "table.sort", "i", sort_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i], GDK_CONTROL_MASK, "table.sort", "i", (int) i + 1);
}

static void
mg_table_view_init (MgTableView *self)
{
  self->chosen = MG_ROW_NONE;
  self->scroller = gtk_scrolled_window_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_column_view_set_show_column_separators (self->view, FALSE);
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "mg-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  self->cells = mg_table_cells_new (self);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activated_cb), self, G_CONNECT_SWAPPED);
  mg_table_focus_init (self);
  mg_table_menu_init (self);
}
