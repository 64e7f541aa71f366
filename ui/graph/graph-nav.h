/* Moving about in a picture by keys: pure functions over MgPicture and the boxes of its nodes, no widgets.
 *
 * Left and right walk along edges, the heaviest first; up and down go to the neighbour in the same column. The
 * directions are those of the screen: in a right-to-left interface the boxes are mirrored and the keys follow. */
#pragma once

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

#define MG_NAV_NONE G_MAXUINT

typedef enum
{
  MG_NAV_LEFT,
  MG_NAV_RIGHT,
  MG_NAV_UP,
  MG_NAV_DOWN,
  MG_NAV_FIRST, /* the first root */
  MG_NAV_LAST,  /* the subject */
  MG_NAV_NEXT,  /* in the order of the picture: by rank, then weight */
  MG_NAV_PREVIOUS,
} MgNavMove;

/* The node that MOVE leads to from FROM (MG_NAV_NONE: from nowhere, gives an end); MG_NAV_NONE when there is none.
 * BOXES has picture->n_nodes places. O(nodes + edges). */
guint mg_graph_nav_step (const MgPicture *picture, const MgBox *boxes, guint from, MgNavMove move);

/* Marks what lies on a path through NODE: everything that leads to it and everything it leads to, itself included.
 * NODES and EDGES have n_nodes and n_edges places and are overwritten. O(nodes · edges) at worst; no recursion. */
void mg_graph_nav_mark_path (const MgPicture *picture, guint node, gboolean *nodes, gboolean *edges);

/* The node of PICTURE with ID, or MG_NAV_NONE. O(nodes). */
guint mg_graph_nav_find (const MgPicture *picture, guint64 id);

G_END_DECLS
