/* Drawing the edges of a picture, measuring their labels, and finding the one under the pointer. No widgets. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/placement.h"
#include "ui/graph/graph-style.h"

G_BEGIN_DECLS

typedef enum
{
  MG_EDGE_DIM = 1 << 0, /* not on the path under the pointer */
  MG_EDGE_LIT = 1 << 1, /* on that path */
  MG_EDGE_SELECTED = 1 << 2,
  MG_EDGE_CUT = 1 << 3, /* one of the references that must let go */
} MgGraphEdgeFlags;

/* Size of the box that EDGE's label and note need, with padding; 0 × 0 when it has neither. */
void mg_graph_edge_measure (PangoContext *context, const MgPictureEdge *edge, MgExtent *extent);

/* A new layout with EDGE's label (bold when it is a fold) and, below it, the note; NULL when it has neither. */
PangoLayout *mg_graph_edge_layout (PangoContext *context, const MgPictureEdge *edge) G_GNUC_WARN_UNUSED_RESULT;

/* Appends EDGE along ROUTE, line, arrow head and label, as nodes no larger than the edge itself (so that GSK can leave
 * out what is not in sight). OPACITY: 0 … 1. */
void mg_graph_edge_snapshot (GtkSnapshot *snapshot,
                             PangoContext *context,
                             const MgPictureEdge *edge,
                             const MgRoute *route,
                             const MgGraphStyle *style,
                             MgGraphEdgeFlags flags,
                             double opacity);

/* Width of EDGE's line: its share of the subjects. */
double mg_graph_edge_width (const MgPictureEdge *edge);

/* A route along a straight line from box FROM to box TO, for edges the layout did not draw. Frees what ROUTE had. */
void mg_graph_edge_straight (const MgBox *from, const MgBox *to, MgRoute *route);

/* Distance from POINT to the line or the label of ROUTE: 0 within the label. G_MAXDOUBLE when not routed. */
double mg_graph_edge_distance (const MgRoute *route, MgPoint point);

/* Whether the line of ROUTE has a point in BOX. */
gboolean mg_graph_edge_enters (const MgRoute *route, const MgBox *box);

/* The box around line, head and label. */
MgBox mg_graph_edge_bounds (const MgRoute *route);

G_END_DECLS
