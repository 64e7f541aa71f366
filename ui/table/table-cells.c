#include "ui/table/share-cell.h"
#include "ui/table/table-view-private.h"
#include "ui/text.h"

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
  gtk_inscription_set_min_chars (inscription, spec->width < 0 ? 28 : 1);
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

static GtkWidget *
make_cell (guint column, gpointer user_data)
{
  const MgTableColumn *spec = &MG_TABLE_VIEW (user_data)->specs[column];

  return spec->kind == MG_CELL_SHARE ? mg_share_cell_new () : text_cell_new (spec);
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

static void
write_cell (GtkWidget *cell, guint column, guint position, gpointer user_data)
{
  MgTableView *self = user_data;
  const MgTableColumn *spec = &self->specs[column];
  guint32 row = mg_row_list_row_at (self->rows, position);
  g_autofree char *plain = NULL, *text = NULL;
  MgRowEmphasis emphasis = MG_ROW_PLAIN;
  double share = 0.0;

  if (row != MG_ROW_NONE)
    {
      plain = mg_row_list_text (self->rows, column, row);
      text = mg_text_for_direction (plain, is_rtl (cell));
      if (self->style)
        emphasis = self->style (mg_row_list_data (self->rows), row, &share);
    }
  if (spec->kind == MG_CELL_SHARE)
    {
      mg_share_cell_set (MG_SHARE_CELL (cell), row != MG_ROW_NONE ? share : -1.0, text, emphasis == MG_ROW_FAINT);
      return;
    }
  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  if (spec->kind == MG_CELL_TEXT)
    set_emphasis (cell, emphasis);
}

MgLazyCells *
mg_table_cells_new (MgTableView *self)
{
  static const MgLazyCellsKind kind = { make_cell, write_cell };

  return mg_lazy_cells_new (self->view, &kind, self);
}
