/* What is on screen at one moment: boxes of nodes and routes of edges in world coordinates, with their opacity. At rest
 * it is the placement (mirrored in right-to-left interfaces); on the way from one picture to the next it lies between
 * two. Plain numbers, no widgets. */
#pragma once

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_nodes, n_edges; /* as in the picture */
  MgBox *boxes;
  double *node_opacity;
  MgRoute *routes; /* every edge has one: straight where the layout drew none */
  double *edge_opacity;
  MgBox world; /* around everything */
} MgGraphScene;

/* PLACEMENT at rest. The boxes' sizes are those of PLACEMENT. */
MgGraphScene *mg_graph_scene_new (const MgPicture *picture,
                                  const MgPlacement *placement,
                                  gboolean mirrored) G_GNUC_WARN_UNUSED_RESULT;
void mg_graph_scene_free (MgGraphScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgGraphScene, mg_graph_scene_free)

/* Whether a node, a label or a line of SCENE lies in BOX (world coordinates). O(nodes + edges). */
gboolean mg_graph_scene_covers (const MgGraphScene *scene, const MgBox *box);

/* How far the nodes of OLD moved to become NEW: the shift of the node with id ANCHOR when both have it, else the median
 * of all nodes that both have. FALSE: they have none in common. */
gboolean mg_graph_scene_shift (const MgPicture *old_picture,
                               const MgGraphScene *old,
                               const MgPicture *new_picture,
                               const MgGraphScene *new,
                               guint64 anchor,
                               MgPoint *shift);

/* The scene T (0 … 1) of the way from OLD, moved by SHIFT, to NEW. Nodes and edges are matched by the ids of nodes;
 * what is in NEW alone fades in where it belongs. O(nodes + edges). */
MgGraphScene *mg_graph_scene_between (const MgPicture *old_picture,
                                      const MgGraphScene *old,
                                      MgPoint shift,
                                      const MgPicture *new_picture,
                                      const MgGraphScene *new,
                                      double t) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
