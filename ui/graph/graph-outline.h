/* The picture as an outline list, for keyboards and screen readers: the same nodes, edges and words as the graph.
 *
 * Signals, with the same meaning as the graph view's:
 *   activate-node (guint)
 *   selection-changed ()
 *   context-menu (guint node, double x, double y) */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

#define MG_TYPE_GRAPH_OUTLINE (mg_graph_outline_get_type ())
G_DECLARE_FINAL_TYPE (MgGraphOutline, mg_graph_outline, MG, GRAPH_OUTLINE, GtkWidget)

GtkWidget *mg_graph_outline_new (void);

/* NULL empties it. */
void mg_graph_outline_set_picture (MgGraphOutline *self, MgPicture *picture);

/* The picture's node in the selected line; G_MAXUINT: none. */
guint mg_graph_outline_selected_node (MgGraphOutline *self);
/* Selects the first line of NODE and scrolls to it; does not emit. */
void mg_graph_outline_select_node (MgGraphOutline *self, guint node);
/* Gives the focus to the line selected, else to the first; FALSE: there is none. */
gboolean mg_graph_outline_focus (MgGraphOutline *self);
guint mg_graph_outline_n_lines (MgGraphOutline *self);
/* What line I says, as read aloud. Free with g_free. */
char *mg_graph_outline_line_text (MgGraphOutline *self, guint i);

G_END_DECLS
