/* What the files of the graph view share: the state, and the pieces each one gives to the others. */
#pragma once

#include <adwaita.h>

#include "ui/graph/graph-camera.h"
#include "ui/graph/graph-scene.h"
#include "ui/graph/graph-view.h"

G_BEGIN_DECLS

struct _MgGraphView
{
  GtkWidget parent_instance;

  /* owned */
  MgPicture *picture;
  MgPlacement *placement;
  GPtrArray *nodes;                /* MgGraphNode *, children, in the order of the picture */
  MgGraphScene *scene;             /* shown at this moment */
  GskRenderNode *edges;            /* cached; NULL: to be made again */
  guint *edge_order;               /* n_edges: in which they are drawn */
  gboolean *cut;                   /* n_edges, or NULL */
  gboolean *lit_nodes, *lit_edges; /* of the path under the pointer; NULL: the pointer is on nothing */
  GCancellable *layout;            /* of the layout under way */

  guint selected_node, selected_edge, hovered_node;
  guint64 anchor; /* id of the node that stays in place when the next picture comes; 0 = none */

  MgCamera camera;
  gboolean fitted;      /* the camera follows the size of the view */
  gboolean fit_pending; /* fit as soon as there is a size */
  double width, height; /* of the last allocation */
  guint camera_idle;

  /* graph-view-motion.c */
  AdwAnimation *camera_motion, *scene_motion; /* owned, or NULL */
  MgCamera camera_from, camera_to;
  MgPicture *old_picture;   /* owned while the scene moves */
  MgGraphScene *old_scene;  /* owned while the scene moves */
  MgGraphScene *rest_scene; /* owned while the scene moves: where it ends */
  MgPoint old_shift;

  /* graph-view-input.c */
  MgPoint pointer; /* last known place */
  MgCamera drag_camera;
  double pinch_zoom;
};

enum
{
  MG_GRAPH_VIEW_PLACED,
  MG_GRAPH_VIEW_ACTIVATE_NODE,
  MG_GRAPH_VIEW_SELECTION_CHANGED,
  MG_GRAPH_VIEW_CONTEXT_MENU,
  MG_GRAPH_VIEW_CAMERA_CHANGED,
  MG_GRAPH_VIEW_N_SIGNALS
};
extern guint mg_graph_view_signals[MG_GRAPH_VIEW_N_SIGNALS];

/* graph-view.c */
void mg_graph_view_activate (MgGraphView *self, guint node);
void mg_graph_view_hover (MgGraphView *self, guint node);
void mg_graph_view_drop_hover (MgGraphView *self); /* without fading anything back in */
void mg_graph_view_drop_edges (MgGraphView *self); /* the cached drawing */
guint mg_graph_view_index_of (MgGraphView *self, GtkWidget *descendant);

/* graph-view-show.c */
void mg_graph_view_announce (MgGraphView *self); /* name and description for screen readers */

/* graph-view-motion.c */
void mg_graph_view_set_camera (MgGraphView *self, MgCamera camera);  /* at once, as by hand */
void mg_graph_view_move_camera (MgGraphView *self, MgCamera camera); /* gliding */
void mg_graph_view_reveal (MgGraphView *self, MgBox box);
/* Takes over SCENE as what is shown; glides there from the scene before when they have nodes in common. */
void mg_graph_view_move_scene (MgGraphView *self, MgPicture *old_picture, MgGraphScene *old, MgGraphScene *scene);
void mg_graph_view_stop_motion (MgGraphView *self);
MgExtent mg_graph_view_size (MgGraphView *self);

/* graph-view-input.c */
void mg_graph_view_add_controllers (MgGraphView *self);
gboolean mg_graph_view_tab (GtkWidget *widget, GtkDirectionType direction); /* the focus vfunc */

G_END_DECLS
