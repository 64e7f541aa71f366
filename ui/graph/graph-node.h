/* One node of the picture as a widget of its own: focusable, with a name and a description for screen readers, drawn in
 * the shape of its kind. Its measured size is what the layout works with; it does not know where it lies. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

#define MG_TYPE_GRAPH_NODE (mg_graph_node_get_type ())
G_DECLARE_FINAL_TYPE (MgGraphNode, mg_graph_node, MG, GRAPH_NODE, GtkWidget)

/* Node INDEX of PICTURE, of which it takes a reference. */
GtkWidget *mg_graph_node_new (MgPicture *picture, guint index);

/* Shows another picture's node in the same widget: focus and hover stay when a picture is refined. */
void mg_graph_node_set (MgGraphNode *self, MgPicture *picture, guint index);

guint mg_graph_node_index (MgGraphNode *self);
/* The node shown; borrowed from the picture. */
const MgPictureNode *mg_graph_node_get (MgGraphNode *self);

/* Selected nodes have a thick border in the accent colour, and say so to screen readers. */
void mg_graph_node_set_selected (MgGraphNode *self, gboolean selected);
gboolean mg_graph_node_selected (MgGraphNode *self);
/* Faded: not on the path under the pointer. */
void mg_graph_node_set_faded (MgGraphNode *self, gboolean faded);

G_END_DECLS
