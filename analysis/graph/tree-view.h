/* A retention tree in which some nodes hang elsewhere: the snapshot's own tree, and what differs from it.
 *
 * What else would hold objects if some others did not exist is mostly the same as before. A view keeps only what is
 * not, so that such a question costs what hung on the others, not a pass over the graph. */
#pragma once

#include "analysis/base/bitmap.h"
#include "analysis/base/node-map.h"
#include "analysis/graph/tree.h"

G_BEGIN_DECLS

typedef struct
{
  const MgTree *tree;
  MgTree *owned;    /* TREE, when the view frees it */
  guint64 *changed; /* bitmap of the nodes that hang elsewhere; NULL: none do */
  MgNodeMap places; /* of these: a is the parent, b the distance, both as in MgTree */
} MgTreeView;

/* TREE as it is, borrowed. Nothing need be cleared. */
static inline MgTreeView
mg_tree_view_of (const MgTree *tree)
{
  return (MgTreeView){ .tree = tree };
}

void mg_tree_view_clear (MgTreeView *view);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MgTreeView, mg_tree_view_clear)

/* From now on NODE hangs on PARENT, DISTANCE links from the super root. MG_NODE_NONE and G_MAXUINT32: on nothing. */
void mg_tree_view_set (MgTreeView *view, MgNode node, MgNode parent, guint32 distance);

static inline gboolean
mg_tree_view_is_changed (const MgTreeView *view, MgNode node)
{
  return view->changed && mg_bitmap_get (view->changed, node);
}

/* MG_NODE_NONE: NODE is not reached, or the super root. */
static inline MgNode
mg_tree_view_parent (const MgTreeView *view, MgNode node)
{
  if (G_UNLIKELY (mg_tree_view_is_changed (view, node)))
    return mg_node_map_find (&view->places, node)->a;
  return view->tree->parent[node];
}

static inline guint32
mg_tree_view_distance (const MgTreeView *view, MgNode node)
{
  if (G_UNLIKELY (mg_tree_view_is_changed (view, node)))
    return mg_node_map_find (&view->places, node)->b;
  return view->tree->distance[node];
}

static inline gboolean
mg_tree_view_reached (const MgTreeView *view, MgNode node)
{
  return mg_tree_view_parent (view, node) != MG_NODE_NONE || node == MG_NODE_SUPER_ROOT;
}

G_END_DECLS
