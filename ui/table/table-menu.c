#include <glib/gi18n-lib.h>
#include <string.h>

#include "ui/table/table-view-private.h"

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
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GtkBitset) selected = NULL;
  GtkBitsetIter iter;
  guint position;

  if (all)
    {
      guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));

      for (guint i = 0; i < n; i++)
        {
          guint32 row = mg_row_list_row_at (self->rows, i);

          g_array_append_val (rows, row);
        }
      return rows;
    }
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    {
      guint32 row = mg_row_list_row_at (self->rows, position);

      g_array_append_val (rows, row);
    }
  return rows;
}

/* One field by RFC 4180. */
static void
append_csv (GString *text, const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (text, field);
      return;
    }
  g_string_append_c (text, '"');
  for (; *field; field++)
    {
      if (*field == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *field);
    }
  g_string_append_c (text, '"');
}

static char *
rows_to_csv (MgTableView *self, const GArray *rows, const guint *columns, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < n; k++)
    {
      g_string_append (text, k > 0 ? "," : "");
      append_csv (text, self->specs[columns[k]].id);
    }
  g_string_append (text, "\r\n");
  for (guint i = 0; i < rows->len; i++)
    {
      for (guint k = 0; k < n; k++)
        {
          g_autofree char *field = mg_row_list_csv (self->rows, columns[k], g_array_index (rows, guint32, i));

          g_string_append (text, k > 0 ? "," : "");
          append_csv (text, field);
        }
      g_string_append (text, "\r\n");
    }
  return g_string_free (text, FALSE);
}

/* FIELD between blanks, so that columns line up in a face of fixed width. The last column is not filled up. */
static void
append_cell (GString *text, const char *field, glong width, gboolean at_end, gboolean last)
{
  glong blanks = MAX (0, width - g_utf8_strlen (field, -1));

  if (at_end)
    g_string_append_printf (text, "%*s", (int) blanks, "");
  g_string_append (text, field);
  if (!at_end && !last)
    g_string_append_printf (text, "%*s", (int) blanks, "");
  g_string_append (text, last ? "\n" : "  ");
}

static char *
rows_to_text (MgTableView *self, const GArray *rows, const guint *columns, guint n)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  g_autofree glong *widths = g_new0 (glong, n + 1);

  for (guint k = 0; k < n; k++)
    g_ptr_array_add (fields, g_strdup (_(self->specs[columns[k]].title)));
  for (guint i = 0; i < rows->len; i++)
    for (guint k = 0; k < n; k++)
      g_ptr_array_add (fields, mg_row_list_text (self->rows, columns[k], g_array_index (rows, guint32, i)));
  for (guint i = 0; i < fields->len; i++)
    widths[i % n] = MAX (widths[i % n], g_utf8_strlen (fields->pdata[i], -1));
  for (guint i = 0; i < fields->len; i++)
    {
      MgCellKind kind = self->specs[columns[i % n]].kind;

      append_cell (text, fields->pdata[i], widths[i % n], kind == MG_CELL_NUMBER || kind == MG_CELL_SHARE,
                   i % n == n - 1);
    }
  return g_string_free (text, FALSE);
}

char *
mg_table_view_copy_text (MgTableView *self, gboolean csv, gboolean all)
{
  g_autofree guint *columns = NULL;
  g_autoptr (GArray) rows = NULL;
  guint n;

  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), NULL);
  columns = visible_columns (self, &n);
  rows = wanted_rows (self, all);
  if (n == 0 || rows->len == 0)
    return NULL;
  return csv ? rows_to_csv (self, rows, columns, n) : rows_to_text (self, rows, columns, n);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = mg_table_view_copy_text (MG_TABLE_VIEW (widget), g_str_equal (name, "table.copy-csv"), FALSE);

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
  gtk_popover_popup (GTK_POPOVER (self->row_popover));
}

static void
secondary_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  MgTableView *self = user_data;
  GtkListItem *item = mg_table_cells_item (gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT));

  if (item == NULL)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  take_row (self, gtk_list_item_get_position (item));
  popup_at (self, x, y);
}

/* By key: at the row that has the focus, else in the middle of the table. */
static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTableView *self = MG_TABLE_VIEW (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  graphene_rect_t bounds;

  if (focus && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->view))
      && gtk_widget_compute_bounds (focus, widget, &bounds))
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
  gtk_popover_popup (GTK_POPOVER (self->columns_popover));
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
