#include "analysis/picture/lasting-tree.h"

#include "analysis/base/node-stack.h"
#include "analysis/graph/list-element.h"

#define STACK_KINDS (1u << MG_ROOT_STACK | 1u << MG_ROOT_STACK_CONSERVATIVE)

/* Whether the element NODE, which a path passes, holds something on a path that leads back. */
static gboolean
holds_list (const MgWays *ways, MgNode node)
{
  guint32 n;
  const MgNode *edges = mg_graph_edges (ways->graph, node, &n);

  for (guint32 i = 0; i < n; i++)
    if ((mg_ways_pass (ways, edges[i]) || mg_ways_start_at (ways, edges[i])) && mg_ways_parent (ways, edges[i]) == node
        && mg_graph_leads_back_to_list (ways->graph, edges[i]))
      return TRUE;
  return FALSE;
}

static gboolean
any_holds_list (const MgWays *ways, const MgNode *elements, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (mg_ways_pass (ways, elements[i]) && holds_list (ways, elements[i]))
      return TRUE;
  return FALSE;
}

gboolean
mg_lasting_tree_matters (const MgWays *ways, const MgInstances *instances)
{
  const MgGraph *graph = ways->graph;

  for (MgNode root = 1; root <= graph->n_roots; root++)
    if (mg_ways_pass (ways, root) && (STACK_KINDS >> mg_graph_root (graph, root)->kind & 1) != 0)
      return TRUE;
  for (MgTypeId type = 0; type < graph->types->n_types; type++)
    {
      guint32 n;
      const MgNode *elements;

      if ((mg_type_table_get (graph->types, type)->flags & MG_TYPE_LIST_ELEMENT) == 0)
        continue;
      elements = mg_instances_of (instances, type, &n);
      if (any_holds_list (ways, elements, n))
        return TRUE;
    }
  return FALSE;
}

/* Gives NODE and what is above it in TREE the path that it has there, up to where LASTING has one. WAY: empty. */
static void
hang_on (MgTreeView *lasting, const MgTreeView *tree, MgNode node, MgNodeStack *way)
{
  for (; !mg_tree_view_reached (lasting, node); node = mg_tree_view_parent (tree, node))
    mg_node_stack_push (way, node);
  while (way->n > 0)
    {
      MgNode parent;

      node = mg_node_stack_pop (way);
      parent = mg_tree_view_parent (tree, node);
      mg_tree_view_set (lasting, node, parent, mg_tree_view_distance (lasting, parent) + 1);
    }
}

/* The nodes that LASTING does not reach, and TREE does. */
static void
collect_lost (const MgTreeView *lasting, const MgTreeView *tree, MgNodeStack *lost)
{
  if (lasting->owned == NULL)
    for (gsize i = 0; lasting->changed && i <= lasting->places.mask; i++)
      {
        const MgNodeMapEntry *entry = &lasting->places.entries[i];

        if (entry->key != G_MAXUINT32 && entry->a == MG_NODE_NONE && mg_tree_view_reached (tree, entry->key))
          mg_node_stack_push (lost, entry->key);
      }
  else
    for (MgNode node = 1; node < lasting->tree->n_nodes; node++)
      if (!mg_tree_view_reached (lasting, node) && mg_tree_view_reached (tree, node))
        mg_node_stack_push (lost, node);
}

gboolean
mg_lasting_tree_make (const MgTreeBasis *basis,
                      const MgTreeView *tree,
                      guint32 kinds,
                      const MgNode *without,
                      gsize n,
                      MgTreeView *lasting,
                      MgProgress *progress,
                      GError **error)
{
  g_auto (MgNodeStack) lost = { 0 }, way = { 0 };

  if (!mg_tree_without (basis, kinds & ~STACK_KINDS, without, n, lasting, progress, error))
    return FALSE;
  collect_lost (lasting, tree, &lost);
  for (gsize i = 0; i < lost.n; i++)
    hang_on (lasting, tree, lost.items[i], &way);
  return TRUE;
}
