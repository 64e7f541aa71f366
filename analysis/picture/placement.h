/* Where everything of a picture lies: plain numbers in points (1/72 inch), y downwards, origin top left.
 * Made by ui/layout from measured sizes; used by the window and by every vector and pixel export. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

typedef struct
{
  double x, y;
} MgPoint;

typedef struct
{
  double x, y, width, height; /* x, y: top left corner */
} MgBox;

typedef struct
{
  MgPoint *points; /* Bézier: 3 m + 1 points from the tail to where the arrow head starts; n = 0: not routed */
  guint n;
  MgPoint tip;       /* of the arrow head */
  MgBox label;       /* of the label; width 0 = no label */
} MgRoute;

typedef enum
{
  MG_LAYOUT_DOT,      /* Graphviz, full quality */
  MG_LAYOUT_DOT_QUICK, /* Graphviz with quicker settings, after the first deadline */
  MG_LAYOUT_OWN,      /* our own layered placement: Graphviz failed, is missing, or was too slow */
} MgLayoutMethod;

struct _MgPlacement
{
  guint n_nodes, n_edges; /* as in the picture */
  MgBox *nodes;
  MgRoute *edges;
  double width, height;
  MgLayoutMethod method;
};

/* What the layout needs to know of sizes: of each node, and of each edge's label (width 0: none). */
typedef struct
{
  double width, height;
} MgExtent;

MgPlacement *mg_placement_new (guint n_nodes, guint n_edges) G_GNUC_WARN_UNUSED_RESULT; /* all zero */
void mg_placement_free (MgPlacement *placement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgPlacement, mg_placement_free)

/* Sizes for exports, from built-in widths of a sans-serif face: the same on every machine, no font needed.
 * NODES has picture->n_nodes places, LABELS n_edges. */
void mg_placement_estimate (const MgPicture *picture, MgExtent *nodes, MgExtent *labels);

/* Width of an edge's line in points, 1.8 … 6, by its share of the subjects. A lone object's picture has thin lines. */
double mg_placement_edge_width (const MgPicture *picture, guint edge);
/* Length of the arrow head that fits that line; routes stop this far before their tip. */
double mg_placement_arrow_length (const MgPicture *picture, guint edge);

G_END_DECLS
