#include "ui/table/share-cell.h"
#include "ui/table/table-view-private.h"
#include "ui/text.h"

/* What a cell needs to show another row. Cells in use are listed by their table. */
typedef struct
{
  GtkListItem *item; /* borrowed: owns the cell's widget */
  GPtrArray *used;   /* owned; the table's list */
  guint column;
  guint index;      /* in USED; NOT_USED */
  guint generation; /* of the table, when it was written */
} Cell;

#define NOT_USED G_MAXUINT
/* Spent between two frames on cells that nobody sees. */
#define RENEW_USEC 4000
/* Rows on either side of one that is scrolled to: a screenful. */
#define AROUND_TARGET 40

static GQuark
cell_quark (void)
{
  return g_quark_from_static_string ("mg-table-cell");
}

static void
leave (Cell *cell)
{
  if (cell->index == NOT_USED)
    return;
  g_ptr_array_remove_index_fast (cell->used, cell->index);
  if (cell->index < cell->used->len)
    ((Cell *) cell->used->pdata[cell->index])->index = cell->index;
  cell->index = NOT_USED;
}

static void
cell_free (gpointer data)
{
  Cell *cell = data;

  leave (cell);
  g_ptr_array_unref (cell->used);
  g_free (cell);
}

GtkListItem *
mg_table_cells_item (GtkWidget *widget)
{
  for (; widget; widget = gtk_widget_get_parent (widget))
    {
      Cell *cell = g_object_get_qdata (G_OBJECT (widget), cell_quark ());

      if (cell)
        return cell->item;
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

static MgTableView *
factory_table (GtkSignalListItemFactory *factory)
{
  return g_object_get_data (G_OBJECT (factory), "mg-table");
}

static Cell *
item_cell (GtkListItem *item)
{
  return g_object_get_qdata (G_OBJECT (gtk_list_item_get_child (item)), cell_quark ());
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const MgTableColumn *spec = user_data;
  MgTableView *self = factory_table (factory);
  GtkWidget *widget = spec->kind == MG_CELL_SHARE ? mg_share_cell_new () : text_cell_new (spec);
  Cell *cell = g_new0 (Cell, 1);

  cell->item = item;
  cell->column = (guint) (spec - self->specs);
  cell->used = g_ptr_array_ref (self->cells);
  cell->index = NOT_USED;
  g_object_set_qdata_full (G_OBJECT (widget), cell_quark (), cell, cell_free);
  gtk_list_item_set_child (item, widget);
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

/* Writes the row that now stands at the cell's place into it; nothing, where none does. */
static void
show_row (MgTableView *self, Cell *cell)
{
  const MgTableColumn *spec = &self->specs[cell->column];
  GtkWidget *widget = gtk_list_item_get_child (cell->item);
  guint32 row = mg_row_list_row_at (self->rows, gtk_list_item_get_position (cell->item));
  g_autofree char *plain = NULL, *text = NULL;
  MgRowEmphasis emphasis = MG_ROW_PLAIN;
  double share = 0.0;

  cell->generation = self->generation;
  if (row != MG_ROW_NONE)
    {
      plain = mg_row_list_text (self->rows, cell->column, row);
      text = mg_text_for_direction (plain, is_rtl (widget));
      if (self->style)
        emphasis = self->style (mg_row_list_data (self->rows), row, &share);
    }
  if (spec->kind == MG_CELL_SHARE)
    {
      mg_share_cell_set (MG_SHARE_CELL (widget), row != MG_ROW_NONE ? share : -1.0, text, emphasis == MG_ROW_FAINT);
      return;
    }
  gtk_inscription_set_text (GTK_INSCRIPTION (widget), text);
  if (spec->kind == MG_CELL_TEXT)
    set_emphasis (widget, emphasis);
}

/* The places on screen, and a few around them: FIRST to LAST. All rows are of one height. */
static void
places_in_view (MgTableView *self, guint *first, guint *last)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  double n = g_list_model_get_n_items (G_LIST_MODEL (self->places)), upper = gtk_adjustment_get_upper (adjustment);
  double top = gtk_adjustment_get_value (adjustment), bottom = top + gtk_adjustment_get_page_size (adjustment);

  *first = upper > 0 ? (guint) MAX (0.0, top / upper * n - 2.0) : 0;
  *last = upper > 0 ? (guint) MIN (n, bottom / upper * n + 2.0) : (guint) n;
}

/* Whether the row at POSITION is among FIRST to LAST, or will be with the next frame: the place that is scrolled to is
 * known before the view tells. */
static gboolean
is_seen (MgTableView *self, guint position, guint first, guint last)
{
  if (position >= first && position <= last)
    return TRUE;
  return self->target != G_MAXUINT && position + AROUND_TARGET >= self->target
         && position <= self->target + AROUND_TARGET;
}

/* Writes the cells that still show what was: those in view, and others as long as TIME (µs) allows. FALSE: some are
 * left. */
static gboolean
renew_some (MgTableView *self, gint64 time)
{
  gint64 end = g_get_monotonic_time () + time;
  gboolean left = FALSE;
  guint first, last;

  places_in_view (self, &first, &last);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->cells->len; i++)
      {
        Cell *cell = self->cells->pdata[i];
        guint position = gtk_list_item_get_position (cell->item);

        if (cell->generation == self->generation || (pass == 0 && !is_seen (self, position, first, last)))
          continue;
        if (pass == 1 && g_get_monotonic_time () >= end)
          left = TRUE;
        else
          show_row (self, cell);
      }
  return !left;
}

static gboolean
renew_idle_cb (gpointer user_data)
{
  MgTableView *self = user_data;

  if (!renew_some (self, RENEW_USEC))
    return G_SOURCE_CONTINUE;
  self->renew_idle = 0;
  return G_SOURCE_REMOVE;
}

static void
renew_soon (MgTableView *self)
{
  if (self->renew_idle == 0)
    self->renew_idle = g_idle_add (renew_idle_cb, self);
}

void
mg_table_cells_renew (MgTableView *self)
{
  self->generation++;
  if (!renew_some (self, 0))
    renew_soon (self);
}

void
mg_table_cells_scrolled (MgTableView *self)
{
  if (self->renew_idle != 0)
    renew_some (self, 0);
  self->target = G_MAXUINT;
}

/* GTK keeps many more rows than are seen; their cells can wait. */
static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  MgTableView *self = factory_table (factory);
  Cell *cell = item_cell (item);
  guint first, last, position = gtk_list_item_get_position (item);

  cell->index = self->cells->len;
  g_ptr_array_add (self->cells, cell);
  places_in_view (self, &first, &last);
  if (is_seen (self, position, first, last))
    {
      show_row (self, cell);
      return;
    }
  cell->generation = self->generation - 1;
  renew_soon (self);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  leave (item_cell (item));
}

GtkListItemFactory *
mg_table_cells_factory_new (MgTableView *self, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  gpointer spec = (gpointer) &self->specs[column];

  g_object_set_data (G_OBJECT (factory), "mg-table", self);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), spec);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), spec);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), spec);
  return factory;
}
