#include "analysis/graph/path-cost.h"

#include "analysis/graph/link-cost.h"

/* Dominators above a node whose penalties are added up; more would only make the estimate better. */
#define DOMINATORS_MOST 64

#define UNKNOWN G_MAXUINT32
#define NO_WAY (G_MAXUINT32 - 1)

void
mg_path_cost_init (MgPathCost *cost, const MgPathScope *scope)
{
  *cost = (MgPathCost){ .scope = scope, .node_penalty = MG_PATH_NODE_PENALTY };
  cost->used_types = g_new0 (guint8, (gsize) scope->graph->types->n_types + 1);
}

void
mg_path_cost_clear (MgPathCost *cost)
{
  g_free (cost->used_types);
  mg_node_map_clear (&cost->used_nodes);
  mg_node_map_clear (&cost->above);
}

void
mg_path_cost_use_types (MgPathCost *cost, const MgNode *nodes, guint32 n)
{
  const MgGraph *graph = cost->scope->graph;

  for (guint32 i = 0; i < n; i++)
    if (mg_graph_is_object (graph, nodes[i]))
      cost->used_types[graph->type[nodes[i]]] = 1;
}

void
mg_path_cost_use (MgPathCost *cost, const MgNode *nodes, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    mg_node_map_add (&cost->used_nodes, nodes[i]);
  mg_path_cost_use_types (cost, nodes, n);
}

void
mg_path_cost_begin (MgPathCost *cost, guint32 node_penalty)
{
  cost->node_penalty = node_penalty;
  mg_node_map_reset (&cost->above);
}

static guint32
penalty_of (const MgPathCost *cost, MgNode node)
{
  const MgGraph *graph = cost->scope->graph;
  guint32 penalty = mg_node_map_find (&cost->used_nodes, node) ? cost->node_penalty : 0;

  if (mg_graph_is_object (graph, node) && cost->used_types[graph->type[node]])
    penalty += MG_PATH_TYPE_PENALTY;
  return penalty;
}

guint32
mg_path_cost_of_step (const MgPathCost *cost, MgNode node)
{
  return mg_link_cost_from (cost->scope->graph, node) + penalty_of (cost, node);
}

/* Penalties that no path from the roots to NODE avoids. */
static guint32
unavoidable_penalty (MgPathCost *cost, MgNode node)
{
  const MgDominators *dominators = cost->scope->dominators;
  MgNode climbed[DOMINATORS_MOST];
  guint n = 0;
  guint32 sum = 0;

  if (dominators == NULL || cost->used_nodes.n == 0)
    return 0;
  for (MgNode at = node; at != MG_NODE_SUPER_ROOT && n < DOMINATORS_MOST; at = dominators->idom[at])
    {
      const MgNodeMapEntry *known = mg_node_map_find (&cost->above, at);

      if (known && known->b != UNKNOWN)
        {
          sum = known->b;
          break;
        }
      climbed[n++] = at;
    }
  while (n-- > 0)
    {
      MgNode above = dominators->idom[climbed[n]];

      if (above != MG_NODE_SUPER_ROOT)
        sum = MIN (sum + penalty_of (cost, above), G_MAXINT32);
      mg_node_map_add (&cost->above, climbed[n])->b = sum;
    }
  return sum;
}

guint64
mg_path_cost_at_least (MgPathCost *cost, MgNode node)
{
  return (guint64) cost->scope->tree->distance[node] - 1 + unavoidable_penalty (cost, node);
}

static gboolean
is_wanted_root (const MgPathScope *scope, MgNode root)
{
  return (scope->kinds >> mg_graph_root (scope->graph, root)->kind & 1) != 0;
}

guint64
mg_path_cost_of_tree (MgPathCost *cost, MgNode node)
{
  const MgTree *tree = cost->scope->tree;
  MgNode climbed[MG_PATH_TREE_LINKS];
  guint n = 0;
  guint32 sum = 0;

  if (tree->distance[node] > MG_PATH_TREE_LINKS)
    return G_MAXUINT64;
  for (;; node = tree->parent[node])
    {
      const MgNodeMapEntry *known = mg_node_map_find (&cost->above, node);

      if (known && known->a != UNKNOWN)
        {
          sum = known->a;
          break;
        }
      climbed[n++] = node;
      if (mg_graph_is_root (cost->scope->graph, node))
        {
          sum = is_wanted_root (cost->scope, node) ? 0 : NO_WAY;
          mg_node_map_add (&cost->above, climbed[--n])->a = sum;
          break;
        }
    }
  while (n-- > 0)
    {
      if (sum != NO_WAY)
        sum += mg_path_cost_of_step (cost, tree->parent[climbed[n]]);
      mg_node_map_add (&cost->above, climbed[n])->a = sum;
    }
  return sum == NO_WAY ? G_MAXUINT64 : sum;
}
