#include "ui/table/share-cell.h"
#include "ui/table/table-view-private.h"
#include "ui/text.h"

static GQuark
item_quark (void)
{
  return g_quark_from_static_string ("mg-list-item");
}

GtkListItem *
mg_table_cells_item (GtkWidget *widget)
{
  for (; widget; widget = gtk_widget_get_parent (widget))
    {
      GtkListItem *item = g_object_get_qdata (G_OBJECT (widget), item_quark ());

      if (item)
        return item;
    }
  return NULL;
}

/* A long name is cut in the middle; the whole of it is under the pointer. Asked for when wanted: setting it for every
 * row that scrolls by would cost more than the row. */
static gboolean
tooltip_cb (GtkInscription *cell, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const char *text = gtk_inscription_get_text (cell);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (cell), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  if (width <= gtk_widget_get_width (GTK_WIDGET (cell)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Inscriptions place their text by left and right, whatever the direction. */
static gboolean
is_rtl (GtkWidget *widget)
{
  return gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
}

static GtkWidget *
text_cell_new (const MgTableColumn *spec)
{
  MgCellKind kind = spec->kind;
  GtkWidget *cell = gtk_inscription_new (NULL);
  gboolean at_end = kind == MG_CELL_NUMBER;
  GtkInscription *inscription = GTK_INSCRIPTION (cell);

  gtk_inscription_set_min_lines (inscription, 1);
  gtk_inscription_set_nat_lines (inscription, 1);
  gtk_inscription_set_min_chars (inscription, spec->width < 0 ? 20 : 1);
  gtk_inscription_set_text_overflow (inscription, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE);
  gtk_inscription_set_xalign (inscription, at_end != is_rtl (cell) ? 1.0f : 0.0f);
  if (kind == MG_CELL_NUMBER)
    gtk_widget_add_css_class (cell, "numeric");
  if (kind == MG_CELL_CODE)
    gtk_widget_add_css_class (cell, "monospace");
  if (kind == MG_CELL_TEXT)
    {
      gtk_widget_set_has_tooltip (cell, TRUE);
      g_signal_connect (cell, "query-tooltip", G_CALLBACK (tooltip_cb), NULL);
    }
  return cell;
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const MgTableColumn *spec = user_data;
  GtkWidget *cell = spec->kind == MG_CELL_SHARE ? mg_share_cell_new () : text_cell_new (spec);

  g_object_set_qdata (G_OBJECT (cell), item_quark (), item);
  gtk_list_item_set_child (item, cell);
}

static void
set_emphasis (GtkWidget *cell, MgRowEmphasis emphasis)
{
  static const char *const classes[] = { NULL, "mg-strong", "mg-faint" };

  for (gsize i = 1; i < G_N_ELEMENTS (classes); i++)
    if (i == emphasis)
      gtk_widget_add_css_class (cell, classes[i]);
    else
      gtk_widget_remove_css_class (cell, classes[i]);
}

static guint
column_number (MgTableView *self, const MgTableColumn *spec)
{
  return (guint) (spec - self->specs);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const MgTableColumn *spec = user_data;
  MgTableView *self = g_object_get_data (G_OBJECT (factory), "mg-table");
  GtkWidget *cell = gtk_list_item_get_child (item);
  guint32 row = mg_row_id (gtk_list_item_get_item (item));
  g_autofree char *plain = NULL, *text = NULL;
  MgRowEmphasis emphasis = MG_ROW_PLAIN;
  double share = 0.0;

  if (self == NULL || row >= mg_row_list_n_all (self->rows))
    return;
  plain = mg_row_list_text (self->rows, column_number (self, spec), row);
  text = mg_text_for_direction (plain, is_rtl (cell));
  if (self->style)
    emphasis = self->style (mg_row_list_data (self->rows), row, &share);
  if (spec->kind == MG_CELL_SHARE)
    {
      mg_share_cell_set (MG_SHARE_CELL (cell), share, text, emphasis == MG_ROW_FAINT);
      return;
    }
  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  if (spec->kind == MG_CELL_TEXT)
    set_emphasis (cell, emphasis);
}

GtkListItemFactory *
mg_table_cells_factory_new (MgTableView *self, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_object_set_data (G_OBJECT (factory), "mg-table", self);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), (gpointer) &self->specs[column]);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), (gpointer) &self->specs[column]);
  return factory;
}
