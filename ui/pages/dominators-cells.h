/* Columns and cells of the dominator tree. */
#pragma once

#include "analysis/snapshot.h"
#include "ui/table/lazy-cells.h"

G_BEGIN_DECLS

/* The row that stands at POSITION; new. NULL: none does. */
typedef GtkTreeListRow *(*MgDominatorsRowAt) (guint position, gpointer user_data);

/* Gives VIEW its columns, and returns their cells. VIEW and USER_DATA are borrowed until mg_lazy_cells_stop(). */
MgLazyCells *mg_dominators_cells_new (GtkColumnView *view,
                                      MgSnapshot *snapshot,
                                      MgDominatorsRowAt row_at,
                                      gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;

/* The position of the row that WIDGET, a cell or what lies in it, belongs to; GTK_INVALID_LIST_POSITION for others. */
guint mg_dominators_cells_position (GtkWidget *widget);

G_END_DECLS
