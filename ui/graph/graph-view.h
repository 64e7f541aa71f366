/* The retention picture as an interactive graph: one child widget for each node, edges drawn beneath, pan and zoom.
 *
 * Signals:
 *   placed ()                 a picture given to mg_graph_view_set_picture() is on screen
 *   activate-node (guint)     Enter, double click, or a click on a stub or trunk
 *   selection-changed ()      another node or edge, or none, is selected
 *   context-menu (guint node, double x, double y)   node G_MAXUINT: the canvas; in the view's coordinates
 *   camera-changed ()         pan or zoom
 *
 * Keys: arrows walk along edges (with Ctrl the selection stays), Home and End go to the first root and the subject, Tab
 * follows the ranks, Space selects, Enter activates, Menu and Shift+F10 open the context menu. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

#define MG_TYPE_GRAPH_VIEW (mg_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (MgGraphView, mg_graph_view, MG, GRAPH_VIEW, GtkWidget)

#define MG_GRAPH_NONE G_MAXUINT

GtkWidget *mg_graph_view_new (void);

/* Measures PICTURE's nodes, has it laid out, and shows it; "placed" follows. A newer call drops an older one. What is
 * on screen already stays in place as far as the layout lets it. NULL empties the view at once. */
void mg_graph_view_set_picture (MgGraphView *self, MgPicture *picture);
/* Shows PICTURE where PLACEMENT (taken over) says, without laying out. */
void mg_graph_view_place (MgGraphView *self, MgPicture *picture, MgPlacement *placement);
/* The sizes that the view's widgets would have for PICTURE: n_nodes and n_edges places. */
void mg_graph_view_measure_picture (MgGraphView *self, MgPicture *picture, MgExtent *nodes, MgExtent *labels);

MgPicture *mg_graph_view_picture (MgGraphView *self);           /* shown now; borrowed, or NULL */
const MgPlacement *mg_graph_view_placement (MgGraphView *self); /* of it; borrowed, or NULL */
/* The widget of a node; borrowed. */
GtkWidget *mg_graph_view_node (MgGraphView *self, guint node);

/* One node, or one edge, or nothing is selected: MG_GRAPH_NONE. */
guint mg_graph_view_selected_node (MgGraphView *self);
guint mg_graph_view_selected_edge (MgGraphView *self);
void mg_graph_view_select_node (MgGraphView *self, guint node);
void mg_graph_view_select_edge (MgGraphView *self, guint edge);
/* Focuses a node and scrolls it into view. */
void mg_graph_view_focus_node (MgGraphView *self, guint node);
/* The node that has the focus, or MG_GRAPH_NONE. */
guint mg_graph_view_focused_node (MgGraphView *self);

/* Marks edges as "these must let go": EDGES has n_edges places; NULL: none. */
void mg_graph_view_set_cut (MgGraphView *self, const gboolean *edges);

double mg_graph_view_zoom (MgGraphView *self); /* 1.0 = 100 % */
void mg_graph_view_zoom_in (MgGraphView *self);
void mg_graph_view_zoom_out (MgGraphView *self);
void mg_graph_view_zoom_to (MgGraphView *self, double zoom);
void mg_graph_view_fit (MgGraphView *self);
/* Whether the picture has something in BOX (the view's coordinates) when all is at rest. */
gboolean mg_graph_view_covers (MgGraphView *self, MgBox box);
/* Whether the picture is fitted, that is, neither panned nor zoomed since. */
gboolean mg_graph_view_fitted (MgGraphView *self);
/* Where the middle of NODE is, in the view's coordinates. */
MgPoint mg_graph_view_node_middle (MgGraphView *self, guint node);

G_END_DECLS
