/* A job sorted into layers, for our own placement: ranks by longest path, way points for long and labelled edges, and
 * an order within each layer with few crossings. Internal to ui/layout.
 *
 * Layer 2 r holds the nodes of rank r (and points of edges that pass), layer 2 r + 1 the labels between. */
#pragma once

#include "ui/layout/layout-protocol.h"

G_BEGIN_DECLS

#define MG_LAYERS_NONE G_MAXUINT

/* Something that takes up room in a layer: a node, a label, or a point of an edge that passes. */
typedef struct
{
  guint node, edge; /* MG_LAYERS_NONE: not of that kind */
  guint layer;
  double above, below;    /* room it needs on either side of the line through it */
  double y;               /* of that line */
  double key;             /* the order wished for at first */
  guint position;         /* within its layer */
  guint first_in, n_in;   /* neighbours to the left: in Layers.left */
  guint first_out, n_out; /* and to the right: in Layers.right */
} MgLayerItem;

typedef struct
{
  guint n_layers;
  GArray *items;       /* of MgLayerItem: the job's nodes first */
  GPtrArray *order;    /* of GArray of guint: items of each layer from top to bottom */
  guint *left, *right; /* neighbours */
  guint *rank;         /* of each node of the job */
  gboolean *back;      /* edges that lead back to an earlier rank, or to their own node: they have no way points */
  guint *first_way, *n_ways; /* each edge's way points: items, from left to right */
} MgLayers;

MgLayers *mg_layers_new (const MgLayoutJob *job) G_GNUC_WARN_UNUSED_RESULT;
void mg_layers_free (MgLayers *layers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgLayers, mg_layers_free)

static inline MgLayerItem *
mg_layers_item (const MgLayers *layers, guint i)
{
  return &g_array_index (layers->items, MgLayerItem, i);
}

G_END_DECLS
