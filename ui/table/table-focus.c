/* The keyboard's focus in a table: where it goes, what a screen reader says of the row that has it. */

#include "ui/compat/compat.h"
#include "ui/compat/list-keys.h"
#include "ui/table/table-view-private.h"

#define ENTER_FRAMES 8

static GtkWidget *
focus_of (MgTableView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return root ? gtk_root_get_focus (root) : NULL;
}

gboolean
mg_table_focus_inside (MgTableView *self)
{
  GtkWidget *focus = focus_of (self);

  return focus && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->view));
}

GtkListItem *
mg_table_focus_item (MgTableView *self)
{
  /* The widget with the focus is the row; its first cell has what it shows. */
  GtkWidget *cell = mg_table_focus_inside (self) ? gtk_widget_get_first_child (focus_of (self)) : NULL;

  return cell ? mg_lazy_cells_item (gtk_widget_get_first_child (cell)) : NULL;
}

/* "Shop.Order; Count 10; Bytes 240 bytes": GTK 4.8 gives rows no name but that of their C type. */
static char *
row_words (MgTableView *self, guint32 row)
{
  GListModel *shown = gtk_column_view_get_columns (self->view);
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, i);
      g_autofree char *text = NULL;
      guint number;

      if (!gtk_column_view_column_get_visible (column) || !g_ptr_array_find (self->columns, column, &number))
        continue;
      text = mg_row_list_text (self->rows, number, row);
      if (words->len > 0)
        g_string_append_printf (words, "; %s ", gtk_column_view_column_get_title (column));
      g_string_append (words, text);
    }
  return g_string_free (words, FALSE);
}

/* Told when wanted: names for all rows that scroll by would cost more than the rows. */
static void
focus_changed_cb (MgTableView *self)
{
  GtkListItem *item = mg_table_focus_item (self);
  guint32 row = item ? mg_row_list_row_at (self->rows, gtk_list_item_get_position (item)) : MG_ROW_NONE;
  g_autofree char *words = row != MG_ROW_NONE ? row_words (self, row) : NULL;

  if (words)
    gtk_accessible_update_property (GTK_ACCESSIBLE (focus_of (self)), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

/* The widget of the row at POSITION; NULL: it has none, being far from what is seen. */
static GtkWidget *
row_at (MgTableView *self, guint position)
{
  GtkWidget *list = mg_compat_find_descendant (GTK_WIDGET (self->view), GTK_TYPE_LIST_VIEW);

  for (GtkWidget *row = gtk_widget_get_first_child (list); row; row = gtk_widget_get_next_sibling (row))
    if (mg_lazy_cells_row_position (row) == position)
      return row;
  return NULL;
}

/* A row that is scrolled to has its widget a frame or two later. */
static gboolean
enter_tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  MgTableView *self = MG_TABLE_VIEW (widget);
  GtkWidget *row = row_at (self, mg_row_list_find (self->rows, self->chosen));

  if (row)
    gtk_widget_grab_focus (row);
  else if (--self->enter_frames > 0)
    return G_SOURCE_CONTINUE;
  self->enter_frames = 0;
  return G_SOURCE_REMOVE;
}

/* What Enter would open is what one sees chosen. FALSE: nothing chosen is shown. */
static gboolean
focus_chosen (MgTableView *self)
{
  guint at = self->chosen != MG_ROW_NONE ? mg_row_list_find (self->rows, self->chosen) : G_MAXUINT;
  GtkWidget *row = at != G_MAXUINT ? row_at (self, at) : NULL;

  if (row)
    return gtk_widget_grab_focus (row);
  if (at != G_MAXUINT && self->enter_frames == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), enter_tick_cb, NULL, NULL);
  if (at != G_MAXUINT)
    self->enter_frames = ENTER_FRAMES;
  return at != G_MAXUINT;
}

static gboolean
focus_rows (MgTableView *self)
{
  return focus_chosen (self) || mg_list_keys_focus (GTK_WIDGET (self->view));
}

static void
enter_first (MgTableView *self)
{
  guint32 row = mg_row_list_row_at (self->rows, 0);

  self->enters = FALSE;
  if (row == MG_ROW_NONE)
    return;
  mg_table_view_choose (self, row);
  focus_chosen (self);
}

void
mg_table_view_enter_first (MgTableView *self)
{
  g_return_if_fail (MG_IS_TABLE_VIEW (self));
  self->enters = TRUE;
  if (mg_table_view_is_settled (self))
    enter_first (self);
}

void
mg_table_focus_settle (MgTableView *self)
{
  if (self->enters && !mg_row_list_busy (self->rows))
    enter_first (self);

  if (self->refocus || (self->awaits_focus && focus_of (self) == self->focus_before))
    focus_rows (self);
  self->refocus = self->awaits_focus = FALSE;
}

gboolean
mg_table_view_focus (MgTableView *self)
{
  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), FALSE);
  if (focus_rows (self))
    return TRUE;
  self->awaits_focus = TRUE;
  self->focus_before = focus_of (self);
  return FALSE;
}

static void
rooted_cb (MgTableView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root))
    g_signal_connect_object (root, "notify::focus-widget", G_CALLBACK (focus_changed_cb), self, G_CONNECT_SWAPPED);
}

void
mg_table_focus_init (MgTableView *self)
{
  mg_list_keys_tab_leaves (GTK_WIDGET (self->view));
  g_signal_connect (self, "notify::root", G_CALLBACK (rooted_cb), NULL);
}
