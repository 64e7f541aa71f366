/* The dominator tree in a column view: the biggest first, opened row by row.
 *
 * The view sees places (ui/table/places.h), not rows: opening a row with a hundred below it, or going to one far down,
 * makes few widgets and writes those cells that are seen.
 *
 * Signals
 *   chosen     (gboolean by_user)  another row is selected; FALSE when the program went to it
 *   activated  (MgDominatorRow *)  Enter, or a double click */
#pragma once

#include <gtk/gtk.h>

#include "analysis/snapshot.h"
#include "ui/models/dominator-row.h"

G_BEGIN_DECLS

#define MG_TYPE_DOMINATORS_TREE (mg_dominators_tree_get_type ())
G_DECLARE_FINAL_TYPE (MgDominatorsTree, mg_dominators_tree, MG, DOMINATORS_TREE, GObject)

/* VIEW is empty; it is borrowed until mg_dominators_tree_stop(). SNAPSHOT has its dominators. */
MgDominatorsTree *mg_dominators_tree_new (GtkColumnView *view, MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
/* Before the view goes. */
void mg_dominators_tree_stop (MgDominatorsTree *self);

/* One row for each object, or for all siblings of a type. What is selected stays so, as far as it can be found. */
void mg_dominators_tree_show (MgDominatorsTree *self, gboolean by_type);
/* Opens the tree down to NODE and selects it, between frames; what lies deeper than a tree can be read stays closed. A
 * newer call takes the place of one under way. */
void mg_dominators_tree_reveal (MgDominatorsTree *self, MgNode node);

/* Gives the focus to a row: at once, or when there are rows. FALSE: not yet. */
gboolean mg_dominators_tree_focus (MgDominatorsTree *self);

guint mg_dominators_tree_n_rows (MgDominatorsTree *self);
/* The row at POSITION, and how deep it lies (DEPTH: NULL allowed); new. NULL past the end. */
MgDominatorRow *mg_dominators_tree_row (MgDominatorsTree *self, guint position, guint *depth);
/* The selected one; new. NULL: none is. */
MgDominatorRow *mg_dominators_tree_selected (MgDominatorsTree *self);

G_END_DECLS
