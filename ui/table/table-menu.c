#include <glib/gi18n-lib.h>
#include <string.h>

#include "ui/compat/compat.h"
#include "ui/table/table-view-private.h"

#define COPY_AT_ONCE 2000

/* The model columns on screen, from start to end; N of them. */
static guint *
visible_columns (MgTableView *self, guint *n)
{
  GListModel *shown = gtk_column_view_get_columns (self->view);
  guint *numbers = g_new0 (guint, self->n_columns + 1);

  *n = 0;
  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, i);
      guint number;

      if (gtk_column_view_column_get_visible (column) && g_ptr_array_find (self->columns, column, &number))
        numbers[(*n)++] = number;
    }
  return numbers;
}

/* The rows wanted, in the order shown. */
static GArray *
wanted_rows (MgTableView *self, gboolean all)
{
  g_autoptr (GtkBitset) selected = NULL;
  GArray *rows;
  GtkBitsetIter iter;
  guint position;

  if (all)
    return mg_row_list_take_rows (self->rows);
  rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (gtk_bitset_get_size (selected) == mg_row_list_n_shown (self->rows))
    {
      g_array_unref (rows);
      return mg_row_list_take_rows (self->rows);
    }
  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    {
      guint32 row = mg_row_list_row_at (self->rows, position);

      if (row != MG_ROW_NONE)
        g_array_append_val (rows, row);
    }
  return rows;
}

MgTableText *
mg_table_view_take_text (MgTableView *self, gboolean csv, gboolean all)
{
  g_autofree guint *numbers = NULL;
  g_autoptr (GArray) rows = NULL;
  GArray *columns;
  guint n;

  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), NULL);
  numbers = visible_columns (self, &n);
  rows = wanted_rows (self, all);
  if (n == 0 || rows->len == 0)
    return NULL;
  columns = g_array_new (FALSE, FALSE, sizeof (MgTableTextColumn));
  for (guint k = 0; k < n; k++)
    {
      const MgTableColumn *spec = &self->specs[numbers[k]];
      MgTableTextColumn column
        = { numbers[k], spec->id, _(spec->title), spec->kind == MG_CELL_NUMBER || spec->kind == MG_CELL_SHARE };

      g_array_append_val (columns, column);
    }
  return mg_table_text_new (self->rows, g_steal_pointer (&rows), columns, csv);
}

char *
mg_table_view_copy_text (MgTableView *self, gboolean csv, gboolean all)
{
  g_autoptr (MgTableText) text = mg_table_view_take_text (self, csv, all);

  return text ? mg_table_text_write (text, NULL, NULL) : NULL;
}

/* Many rows take their time: whoever can write them in a worker, and show that, does it. */
static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTableView *self = MG_TABLE_VIEW (widget);
  gboolean csv = g_str_equal (name, "table.copy-csv");
  g_autofree char *text = NULL;

  if (mg_table_view_n_selected (self) > COPY_AT_ONCE
      && gtk_widget_activate_action (widget, "win.copy-rows", "s", csv ? "csv" : "text"))
    return;
  text = mg_table_view_copy_text (self, csv, FALSE);
  if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* Selects the row at POSITION unless it is among the selected ones, as file managers do. */
static void
take_row (MgTableView *self, guint position)
{
  if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), position))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
}

static void
popup_at (MgTableView *self, double x, double y)
{
  GdkRectangle point = { (int) x, (int) y, 1, 1 };

  if (self->row_menu == NULL || mg_table_view_n_selected (self) == 0)
    return;
  if (self->row_popover == NULL)
    {
      self->row_popover = gtk_popover_menu_new_from_model (self->row_menu);
      gtk_widget_set_parent (self->row_popover, GTK_WIDGET (self));
      gtk_popover_set_has_arrow (GTK_POPOVER (self->row_popover), FALSE);
      gtk_widget_set_halign (self->row_popover, GTK_ALIGN_START);
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->row_popover), &point);
  mg_compat_popover_popup (GTK_POPOVER (self->row_popover));
}

static void
secondary_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  MgTableView *self = user_data;
  GtkListItem *item = mg_lazy_cells_item (gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT));

  if (item == NULL)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  take_row (self, gtk_list_item_get_position (item));
  popup_at (self, x, y);
}

/* By key: of the row that has the focus, else of those selected, in the middle of the table. */
static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTableView *self = MG_TABLE_VIEW (widget);
  GtkListItem *item = mg_table_focus_item (self);
  graphene_rect_t bounds;

  if (item)
    take_row (self, gtk_list_item_get_position (item));
  if (item && gtk_widget_compute_bounds (gtk_root_get_focus (gtk_widget_get_root (widget)), widget, &bounds))
    popup_at (self, bounds.origin.x + 48, bounds.origin.y + bounds.size.height);
  else
    popup_at (self, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
}

static void
columns_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTableView *self = MG_TABLE_VIEW (widget);
  GdkRectangle header = { gtk_widget_get_width (widget) / 2, 24, 1, 1 };

  if (self->columns_popover == NULL)
    {
      self->columns_popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (self->columns_menu));
      gtk_widget_set_parent (self->columns_popover, widget);
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->columns_popover), &header);
  mg_compat_popover_popup (GTK_POPOVER (self->columns_popover));
}

void
mg_table_menu_init (MgTableView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (secondary_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

void
mg_table_menu_class_install (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "table.copy", NULL, copy_action);
  gtk_widget_class_install_action (class, "table.copy-csv", NULL, copy_action);
  gtk_widget_class_install_action (class, "table.menu", NULL, menu_action);
  gtk_widget_class_install_action (class, "table.columns", NULL, columns_action);
  gtk_widget_class_add_binding_action (class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "table.copy-csv", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Menu, 0, "table.menu", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_F10, GDK_SHIFT_MASK, "table.menu", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_m, GDK_CONTROL_MASK, "table.columns", NULL);
}
