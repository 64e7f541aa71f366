/* The rows of an MgRowList as GTK sees them: places that stay where they are while what is shown in them changes.
 *
 * GTK makes widgets for about 200 rows whatever fits on the screen, and replaces them all, in one turn of the main
 * loop, when a model says that its items are others. So nothing is ever said to be another: the list of places only
 * grows and shrinks at its end, by no more widgets at a time than fit into a frame. Whoever shows the rows is told by a
 * signal and writes them anew.
 *
 * Signals
 *   renewed   the places show other rows; those past the end of the row list show nothing and are about to go
 *   settled   there are as many places as rows */
#pragma once

#include <gio/gio.h>

#include "ui/models/row-list.h"

G_BEGIN_DECLS

#define MG_TYPE_TABLE_ROWS (mg_table_rows_get_type ())
G_DECLARE_FINAL_TYPE (MgTableRows, mg_table_rows, MG, TABLE_ROWS, GObject)

/* Takes a reference on LIST. */
MgTableRows *mg_table_rows_new (MgRowList *list) G_GNUC_WARN_UNUSED_RESULT;
gboolean mg_table_rows_is_settled (MgTableRows *self);

G_END_DECLS
