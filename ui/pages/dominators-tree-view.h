/* The columns of the dominator tree: what each cell shows. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/snapshot.h"
#include "ui/models/dominator-row.h"

G_BEGIN_DECLS

/* Adds the columns Object, Objects, Bytes, Retained to VIEW, whose model holds GtkTreeListRows of MgDominatorRows.
 * Keeps a reference on SNAPSHOT as long as the columns live. */
void mg_dominators_tree_view_add_columns (GtkColumnView *view, MgSnapshot *snapshot);
/* The position of the row that WIDGET, a cell or what lies in it, belongs to; GTK_INVALID_LIST_POSITION for others. */
guint mg_dominators_tree_view_position (GtkWidget *widget);
/* The tree over SNAPSHOT, rows made as they are opened. */
GtkTreeListModel *mg_dominators_tree_model_new (MgSnapshot *snapshot, gboolean by_type) G_GNUC_WARN_UNUSED_RESULT;
/* Opens TREE down to NODE and returns its position; GTK_INVALID_LIST_POSITION when it is not in the tree (dead).
 * PENDING is set when rows on the way are still being made: what is returned is how far it went, and "items-changed" of
 * TREE tells when to go on. */
guint
mg_dominators_tree_model_reveal (GtkTreeListModel *tree, MgSnapshot *snapshot, MgNode node, gboolean *pending);

G_END_DECLS
