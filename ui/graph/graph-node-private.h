/* What the widget of a node and its drawing share. */
#pragma once

#include "ui/graph/graph-node.h"
#include "ui/graph/graph-style.h"

G_BEGIN_DECLS

/* Size of the icon of roots, the gap beside it, and the gap between two lines of text: in pixels. */
#define MG_NODE_ICON 14
#define MG_NODE_ICON_GAP 6
#define MG_NODE_LINE_GAP 3

typedef enum
{
  MG_NODE_LINE_OVER,
  MG_NODE_LINE_TITLE,
  MG_NODE_LINE_UNDER,
  MG_N_NODE_LINES
} MgNodeLine;

struct _MgGraphNode
{
  GtkWidget parent_instance;

  MgPicture *picture; /* owned; keeps NODE alive */
  const MgPictureNode *node;
  guint index;
  gboolean selected, faded;
  PangoLayout *lines[MG_N_NODE_LINES]; /* owned; NULL: the line is empty */
  GtkIconPaintable *icon;              /* owned; of roots */
};

/* The line that the icon of a root stands in. */
MgNodeLine mg_graph_node_icon_line (MgGraphNode *self);

/* Size of one line with its icon; 0 × 0 when it is empty. */
void mg_graph_node_line_size (MgGraphNode *self, MgNodeLine line, int *width, int *height);

/* Appends shape, focus ring, icon and texts. */
void mg_graph_node_draw (MgGraphNode *self, GtkSnapshot *snapshot, const MgGraphStyle *style);

G_END_DECLS
