#include "ui/table/lazy-cells.h"

/* What a cell needs to show another row. Cells in use are listed. */
typedef struct
{
  GtkListItem *item; /* borrowed: owns the cell's widget */
  GPtrArray *used;   /* owned; the list */
  guint column;
  guint index;      /* in USED; NOT_USED */
  guint generation; /* of the rows, when it was written */
} Cell;

#define NOT_USED G_MAXUINT
/* Spent between two frames on cells that nobody sees. */
#define RENEW_USEC 4000
/* Rows on either side of one that is scrolled to: a screenful. */
#define AROUND_TARGET 40

struct _MgLazyCells
{
  GObject parent_instance;

  GtkColumnView *view; /* borrowed; NULL when stopped */
  const MgLazyCellsKind *kind;
  gpointer user_data;
  GPtrArray *used;  /* owned; of Cell */
  guint generation; /* counts how often the rows became others */
  guint renew_idle; /* source id; 0: no cell is out of date */
  guint target;     /* place that is being scrolled to; G_MAXUINT */
  double height;    /* of a row; 0: not known while all fit on the screen */
};

G_DEFINE_FINAL_TYPE (MgLazyCells, mg_lazy_cells, G_TYPE_OBJECT)

static GQuark
cell_quark (void)
{
  return g_quark_from_static_string ("mg-lazy-cell");
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

static Cell *
item_cell (GtkListItem *item)
{
  return g_object_get_qdata (G_OBJECT (gtk_list_item_get_child (item)), cell_quark ());
}

GtkListItem *
mg_lazy_cells_item (GtkWidget *widget)
{
  for (; widget; widget = gtk_widget_get_parent (widget))
    {
      Cell *cell = g_object_get_qdata (G_OBJECT (widget), cell_quark ());

      if (cell)
        return cell->item;
    }
  return NULL;
}

guint
mg_lazy_cells_row_position (GtkWidget *row)
{
  GtkWidget *cell = gtk_widget_get_first_child (row);
  GtkListItem *item = cell ? mg_lazy_cells_item (gtk_widget_get_first_child (cell)) : NULL;

  return item ? gtk_list_item_get_position (item) : GTK_INVALID_LIST_POSITION;
}

static void
write_cell (MgLazyCells *self, Cell *cell)
{
  cell->generation = self->generation;
  self->kind->write (gtk_list_item_get_child (cell->item), cell->column, gtk_list_item_get_position (cell->item),
                     self->user_data);
}

static GtkAdjustment *
adjustment (MgLazyCells *self)
{
  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
}

/* The places on screen, and a few around them: FIRST to LAST. All rows are of one height. What the adjustment says of
 * the whole list is out of date while places come and go. */
static void
places_in_view (MgLazyCells *self, guint *first, guint *last)
{
  double top = gtk_adjustment_get_value (adjustment (self));
  double bottom = top + gtk_adjustment_get_page_size (adjustment (self));

  *first = self->height > 0 ? (guint) MAX (0.0, top / self->height - 2.0) : 0;
  *last = self->height > 0 ? (guint) (bottom / self->height + 2.0) : G_MAXUINT;
}

static void
measure_rows (MgLazyCells *self)
{
  GListModel *places = G_LIST_MODEL (gtk_column_view_get_model (self->view));
  guint n = places ? g_list_model_get_n_items (places) : 0;
  double upper = gtk_adjustment_get_upper (adjustment (self));

  if (n > 0 && upper > gtk_adjustment_get_page_size (adjustment (self)))
    self->height = upper / n;
}

/* Whether the row at POSITION is among FIRST to LAST, or will be with the next frame: the place that is scrolled to is
 * known before the view tells. */
static gboolean
is_seen (MgLazyCells *self, guint position, guint first, guint last)
{
  if (position >= first && position <= last)
    return TRUE;
  return self->target != G_MAXUINT && position + AROUND_TARGET >= self->target
         && position <= self->target + AROUND_TARGET;
}

/* Writes the cells that still show what was: those in view, and others as long as TIME (µs) allows. FALSE: some are
 * left. */
static gboolean
renew_some (MgLazyCells *self, gint64 time)
{
  gint64 end = g_get_monotonic_time () + time;
  gboolean left = FALSE;
  guint first, last;

  places_in_view (self, &first, &last);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->used->len; i++)
      {
        Cell *cell = self->used->pdata[i];
        guint position = gtk_list_item_get_position (cell->item);

        if (cell->generation == self->generation || (pass == 0 && !is_seen (self, position, first, last)))
          continue;
        if (pass == 1 && g_get_monotonic_time () >= end)
          left = TRUE;
        else
          write_cell (self, cell);
      }
  return !left;
}

static gboolean
renew_idle_cb (gpointer user_data)
{
  MgLazyCells *self = user_data;

  if (!renew_some (self, RENEW_USEC))
    return G_SOURCE_CONTINUE;
  self->renew_idle = 0;
  return G_SOURCE_REMOVE;
}

static void
renew_soon (MgLazyCells *self)
{
  if (self->renew_idle == 0)
    self->renew_idle = g_idle_add (renew_idle_cb, self);
}

void
mg_lazy_cells_renew (MgLazyCells *self)
{
  g_return_if_fail (MG_IS_LAZY_CELLS (self));
  self->generation++;
  if (!renew_some (self, 0))
    renew_soon (self);
}

void
mg_lazy_cells_expect (MgLazyCells *self, guint position)
{
  g_return_if_fail (MG_IS_LAZY_CELLS (self));
  self->target = position;
  /* Now, not in the middle of the allocation that scrolls: a label that is given another text then gets no place. */
  if (self->renew_idle != 0)
    renew_some (self, 0);
}

/* Other places are in view: what they show must be up to date. */
static void
scrolled_cb (MgLazyCells *self)
{
  measure_rows (self);
  if (self->renew_idle != 0)
    renew_some (self, 0);
  self->target = G_MAXUINT;
}

static guint
factory_column (GtkSignalListItemFactory *factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "mg-column"));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, MgLazyCells *self)
{
  Cell *cell = g_new0 (Cell, 1);
  GtkWidget *widget;

  cell->item = item;
  cell->column = factory_column (factory);
  cell->used = g_ptr_array_ref (self->used);
  cell->index = NOT_USED;
  widget = self->kind->make (cell->column, self->user_data);
  g_object_set_qdata_full (G_OBJECT (widget), cell_quark (), cell, cell_free);
  gtk_list_item_set_child (item, widget);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, MgLazyCells *self)
{
  Cell *cell = item_cell (item);
  guint first, last;

  cell->index = self->used->len;
  g_ptr_array_add (self->used, cell);
  places_in_view (self, &first, &last);
  if (is_seen (self, gtk_list_item_get_position (item), first, last))
    {
      write_cell (self, cell);
      return;
    }
  cell->generation = self->generation - 1;
  renew_soon (self);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, MgLazyCells *self)
{
  leave (item_cell (item));
}

GtkListItemFactory *
mg_lazy_cells_factory_new (MgLazyCells *self, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_return_val_if_fail (MG_IS_LAZY_CELLS (self), factory);
  g_object_set_data (G_OBJECT (factory), "mg-column", GUINT_TO_POINTER (column));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, 0);
  return factory;
}

MgLazyCells *
mg_lazy_cells_new (GtkColumnView *view, const MgLazyCellsKind *kind, gpointer user_data)
{
  MgLazyCells *self = g_object_new (MG_TYPE_LAZY_CELLS, NULL);

  self->view = view;
  self->kind = kind;
  self->user_data = user_data;
  g_signal_connect_object (adjustment (self), "changed", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment (self), "value-changed", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  return self;
}

void
mg_lazy_cells_stop (MgLazyCells *self)
{
  g_return_if_fail (MG_IS_LAZY_CELLS (self));
  g_clear_handle_id (&self->renew_idle, g_source_remove);
  if (self->view)
    g_signal_handlers_disconnect_by_data (adjustment (self), self);
  self->view = NULL;
}

static void
mg_lazy_cells_dispose (GObject *object)
{
  mg_lazy_cells_stop (MG_LAZY_CELLS (object));
  G_OBJECT_CLASS (mg_lazy_cells_parent_class)->dispose (object);
}

static void
mg_lazy_cells_finalize (GObject *object)
{
  g_ptr_array_unref (MG_LAZY_CELLS (object)->used);
  G_OBJECT_CLASS (mg_lazy_cells_parent_class)->finalize (object);
}

static void
mg_lazy_cells_class_init (MgLazyCellsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_lazy_cells_dispose;
  G_OBJECT_CLASS (klass)->finalize = mg_lazy_cells_finalize;
}

static void
mg_lazy_cells_init (MgLazyCells *self)
{
  self->used = g_ptr_array_new ();
  self->target = G_MAXUINT;
}
