/* Keys of lists and trees that GTK 4.8 does not have. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes LIST, a column view or a list view, one stop of Tab, which leaves it: from row to row one goes by arrow keys.
 * (GTK's own Tab visits every row; gtk_column_view_set_tab_behavior() came with 4.12.) */
void mg_list_keys_tab_leaves (GtkWidget *list);

/* The same, and plain arrow keys open and close rows: the arrow towards the text opens a row, then goes to the first
 * row below it; the other one closes it, then goes to the row above it in the tree; Backspace is "win.back". For a list
 * of GtkTreeListRows with a GtkTreeExpander in each row. */
void mg_list_keys_for_tree (GtkWidget *list);

/* Gives the focus to the row of LIST that had it last, else to the first. FALSE: there is none. */
gboolean mg_list_keys_focus (GtkWidget *list);

/* Selects the row at POSITION of a tree, scrolls to it and gives it the focus. */
void mg_list_keys_go_to (GtkWidget *list, guint position);

G_END_DECLS
