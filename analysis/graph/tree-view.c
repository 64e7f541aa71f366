#include "analysis/graph/tree-view.h"

void
mg_tree_view_clear (MgTreeView *view)
{
  mg_tree_free (view->owned);
  g_free (view->changed);
  mg_node_map_clear (&view->places);
  *view = (MgTreeView){ 0 };
}

void
mg_tree_view_set (MgTreeView *view, MgNode node, MgNode parent, guint32 distance)
{
  MgNodeMapEntry *entry;

  if (view->owned)
    {
      view->owned->parent[node] = parent;
      view->owned->distance[node] = distance;
      return;
    }
  if (view->changed == NULL)
    view->changed = mg_bitmap_new (view->tree->n_nodes);
  mg_bitmap_set (view->changed, node);
  entry = mg_node_map_add (&view->places, node);
  entry->a = parent;
  entry->b = distance;
}
