#include <glib/gi18n-lib.h>
#include <math.h>

#include "ui/compat/compat.h"
#include "ui/models/sort-probe.h"
#include "ui/table/table-view-private.h"

static GtkColumnViewColumn *
column_at (MgTableView *self, guint i)
{
  return self->columns->pdata[i];
}

/* The number of the column named ID; N_COLUMNS when there is none. */
static guint
find_column (MgTableView *self, const char *id)
{
  guint i;

  for (i = 0; i < self->n_columns; i++)
    if (g_str_equal (self->specs[i].id, id))
      break;
  return i;
}

void
mg_table_columns_update_titles (MgTableView *self)
{
  GListModel *shown = gtk_column_view_get_columns (self->view);
  guint n = g_list_model_get_n_items (shown);
  g_autofree gboolean *at_end = g_new0 (gboolean, n + 1);
  g_autofree const char **hints = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, i);
      guint number;

      if (!g_ptr_array_find (self->columns, column, &number))
        continue;
      at_end[i] = self->specs[number].kind == MG_CELL_NUMBER;
      hints[i] = self->specs[number].hint ? _(self->specs[number].hint) : NULL;
    }
  mg_compat_column_view_set_titles (self->view, at_end, hints, n);
}

void
mg_table_columns_changed (MgTableView *self)
{
  if (!self->changing)
    g_object_notify (G_OBJECT (self), "columns");
}

/* GTK 4.8 keeps room for the fixed width of a column that is hidden: only shown ones have theirs. */
static void
apply_width (MgTableView *self, guint i)
{
  GtkColumnViewColumn *column = column_at (self, i);
  gboolean changing = self->changing;

  self->changing = TRUE;
  gtk_column_view_column_set_fixed_width (column, gtk_column_view_column_get_visible (column) ? self->widths[i] : -1);
  self->changing = changing;
}

/* As wide as at first; -1: takes what is left. */
static int
first_width (MgTableView *self, guint i)
{
  int width = self->specs[i].width;

  return width < 0 ? -1 : (int) lround (width * self->text_scale);
}

static void
apply_spec (MgTableView *self, guint i)
{
  const MgTableColumn *spec = &self->specs[i];

  self->widths[i] = first_width (self, i);
  gtk_column_view_column_set_expand (column_at (self, i), spec->width < 0);
  gtk_column_view_column_set_visible (column_at (self, i), !spec->hidden);
  apply_width (self, i);
}

/* Hiding the last column would leave a table that cannot be got back from its own header. */
static void
visible_changed_cb (MgTableView *self, GParamSpec *pspec, GtkColumnViewColumn *column)
{
  guint n_visible = 0, number;

  if (g_ptr_array_find (self->columns, column, &number))
    apply_width (self, number);
  for (guint i = 0; i < self->columns->len; i++)
    n_visible += gtk_column_view_column_get_visible (column_at (self, i)) ? 1 : 0;
  if (n_visible == 0)
    gtk_column_view_column_set_visible (column, TRUE);
  mg_table_columns_update_titles (self);
  mg_table_columns_changed (self);
}

static void
width_changed_cb (MgTableView *self, GParamSpec *pspec, GtkColumnViewColumn *column)
{
  guint number;

  if (self->changing || !g_ptr_array_find (self->columns, column, &number))
    return;
  self->widths[number] = gtk_column_view_column_get_fixed_width (column);
  mg_table_columns_changed (self);
}

static void
reset_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mg_table_view_reset_columns (user_data);
}

static void
make_column (MgTableView *self, guint i)
{
  g_autoptr (GtkColumnViewColumn) column
    = gtk_column_view_column_new (_(self->specs[i].title), mg_lazy_cells_factory_new (self->cells, i));
  g_autoptr (GtkSorter) sorter = mg_sort_probe_sorter_new (i);
  g_autoptr (GPropertyAction) action = g_property_action_new (self->specs[i].id, column, "visible");
  g_autofree char *name = g_strconcat ("columns.", self->specs[i].id, NULL);

  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_header_menu (column, G_MENU_MODEL (self->columns_menu));
  g_ptr_array_add (self->columns, g_object_ref (column));
  apply_spec (self, i);
  gtk_column_view_append_column (self->view, column);
  g_action_map_add_action (G_ACTION_MAP (self->column_actions), G_ACTION (action));
  g_menu_append (self->columns_menu, _(self->specs[i].title), name);
  g_signal_connect_object (column, "notify::visible", G_CALLBACK (visible_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (column, "notify::fixed-width", G_CALLBACK (width_changed_cb), self, G_CONNECT_SWAPPED);
}

void
mg_table_columns_make (MgTableView *self)
{
  static const GActionEntry reset = { .name = "reset", .activate = reset_cb };
  g_autoptr (GMenu) last = g_menu_new ();

  self->changing = TRUE;
  self->text_scale = mg_compat_text_scale (GTK_WIDGET (self->view));
  self->columns_menu = g_menu_new ();
  self->column_actions = g_simple_action_group_new ();
  self->columns = g_ptr_array_new_with_free_func (g_object_unref);
  self->widths = g_new0 (int, self->n_columns + 1);
  for (guint i = 0; i < self->n_columns; i++)
    make_column (self, i);
  g_action_map_add_action_entries (G_ACTION_MAP (self->column_actions), &reset, 1, self);
  g_menu_append (last, _("As at First"), "columns.reset");
  g_menu_append_section (self->columns_menu, NULL, G_MENU_MODEL (last));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", G_ACTION_GROUP (self->column_actions));
  mg_table_columns_update_titles (self);
  self->changing = FALSE;
  g_signal_connect_object (gtk_column_view_get_columns (self->view), "items-changed",
                           G_CALLBACK (mg_table_columns_changed), self, G_CONNECT_SWAPPED);
}

GVariant *
mg_table_columns_state (MgTableView *self)
{
  GListModel *shown = gtk_column_view_get_columns (self->view);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sbi)"));
  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, i);
      guint number;
      int width;

      if (!g_ptr_array_find (self->columns, column, &number))
        continue;
      width = self->widths[number];
      g_variant_builder_add (&builder, "(sbi)", self->specs[number].id, gtk_column_view_column_get_visible (column),
                             width == first_width (self, number) ? -1 : width);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/* Columns that STATE does not name (a newer version has more) stay as they are, behind the named ones. */
void
mg_table_columns_restore (MgTableView *self, GVariant *state)
{
  GVariantIter iter;
  const char *id;
  gboolean visible;
  int width;
  guint position = 0;

  self->changing = TRUE;
  for (guint i = 0; i < self->n_columns; i++)
    apply_spec (self, i);
  g_variant_iter_init (&iter, state);
  while (g_variant_iter_next (&iter, "(&sbi)", &id, &visible, &width))
    {
      guint i = find_column (self, id);

      if (i == self->n_columns)
        continue;
      gtk_column_view_insert_column (self->view, position++, column_at (self, i));
      gtk_column_view_column_set_visible (column_at (self, i), visible);
      if (width >= 24)
        self->widths[i] = width;
      apply_width (self, i);
    }
  mg_table_columns_update_titles (self);
  self->changing = FALSE;
}

void
mg_table_view_reset_columns (MgTableView *self)
{
  g_return_if_fail (MG_IS_TABLE_VIEW (self));
  self->changing = TRUE;
  for (guint i = 0; i < self->n_columns; i++)
    {
      apply_spec (self, i);
      gtk_column_view_insert_column (self->view, i, column_at (self, i));
    }
  mg_table_columns_update_titles (self);
  self->changing = FALSE;
  mg_table_columns_changed (self);
}

GVariant *
mg_table_view_layout (MgTableView *self)
{
  g_autoptr (GVariant) columns = NULL;
  const char *id = "";

  g_return_val_if_fail (MG_IS_TABLE_VIEW (self), NULL);
  columns = mg_table_columns_state (self);
  if (self->sort_column < self->n_columns)
    id = self->specs[self->sort_column].id;
  return g_variant_ref_sink (g_variant_new ("(@a(sbi)sb)", columns, id, self->descending));
}

void
mg_table_view_set_layout (MgTableView *self, GVariant *layout)
{
  g_autoptr (GVariant) columns = NULL;
  const char *id;
  gboolean descending;
  guint column;

  g_return_if_fail (MG_IS_TABLE_VIEW (self));
  g_variant_get (layout, "(@a(sbi)&sb)", &columns, &id, &descending);
  mg_table_columns_restore (self, columns);
  column = find_column (self, id);
  if (column < self->n_columns)
    mg_table_view_sort_by (self, column, descending);
}
