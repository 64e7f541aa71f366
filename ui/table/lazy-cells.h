/* Cells of a column view whose rows are places (places.h): they are written when they are seen, and before that while
 * there is nothing else to do. GTK keeps the widgets of some 200 rows, and gives all of them other rows at once when a
 * view jumps. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define MG_TYPE_LAZY_CELLS (mg_lazy_cells_get_type ())
G_DECLARE_FINAL_TYPE (MgLazyCells, mg_lazy_cells, MG, LAZY_CELLS, GObject)

typedef struct
{
  /* A new cell for column COLUMN. */
  GtkWidget *(*make) (guint column, gpointer user_data);
  /* Shows in CELL the row that now stands at POSITION; nothing, where none does. */
  void (*write) (GtkWidget *cell, guint column, guint position, gpointer user_data);
} MgLazyCellsKind;

/* VIEW and USER_DATA are borrowed until mg_lazy_cells_stop(); KIND is static. */
MgLazyCells *mg_lazy_cells_new (GtkColumnView *view, const MgLazyCellsKind *kind, gpointer user_data)
  G_GNUC_WARN_UNUSED_RESULT;
/* Nothing is written any more. */
void mg_lazy_cells_stop (MgLazyCells *self);

/* Makes the cells of column COLUMN. */
GtkListItemFactory *mg_lazy_cells_factory_new (MgLazyCells *self, guint column) G_GNUC_WARN_UNUSED_RESULT;
/* The list item that a cell, or what lies in it, shows; NULL for other widgets. Borrowed. */
GtkListItem *mg_lazy_cells_item (GtkWidget *widget);

/* Where ROW, a child of the view's list, stands; GTK_INVALID_LIST_POSITION: nowhere. */
guint mg_lazy_cells_row_position (GtkWidget *row);

/* Writes all cells anew, those in view at once: other rows stand at their places. */
void mg_lazy_cells_renew (MgLazyCells *self);
/* The view is about to be scrolled to POSITION: what is around it counts as seen. */
void mg_lazy_cells_expect (MgLazyCells *self, guint position);

G_END_DECLS
