#include "analysis/graph/path-cost.h"

#include "analysis/base/prefetch.h"
#include "analysis/graph/link-cost.h"

/* Dominators above a node whose penalties are added up; more would only make the estimate better. */
#define DOMINATORS_MOST 64

/* Of the tree's ways, the cost up to here is remembered, and farther down in some places. */
#define REMEMBER_ALL 4096
#define REMEMBER_EVERY 64

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
  mg_node_stack_clear (&cost->climbed);
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

/* Of a long way, only some places are remembered: whoever comes to it elsewhere is soon at the next. */
static inline gboolean
is_remembered (guint32 distance)
{
  return distance <= REMEMBER_ALL || distance % REMEMBER_EVERY == 0;
}

/* What is remembered of NODE or its nearest holder, and in cost->climbed the nodes below that one. */
static guint32
climb_tree (MgPathCost *cost, MgNode node)
{
  const MgPathScope *scope = cost->scope;

  cost->climbed.n = 0;
  for (guint32 distance = scope->tree->distance[node];; node = scope->tree->parent[node], distance--)
    {
      gboolean look = cost->climbed.n == 0 || is_remembered (distance);
      const MgNodeMapEntry *known = look ? mg_node_map_find (&cost->above, node) : NULL;

      if (known && known->a != UNKNOWN)
        return known->a;
      if (mg_graph_is_root (scope->graph, node))
        return mg_node_map_add (&cost->above, node)->a = mg_path_wants_root (scope, node) ? 0 : NO_WAY;
      mg_prefetch (&scope->graph->type[node]);
      mg_node_stack_push (&cost->climbed, node);
    }
}

guint64
mg_path_cost_of_tree (MgPathCost *cost, MgNode node)
{
  const MgTree *tree = cost->scope->tree;
  MgNodeStack *climbed = &cost->climbed;
  guint32 sum, distance;

  if (tree->distance[node] > MG_PATH_TREE_LINKS)
    return G_MAXUINT64;
  sum = climb_tree (cost, node);
  distance = tree->distance[node] - (guint32) climbed->n;
  for (MgNode above = climbed->n > 0 ? tree->parent[climbed->items[climbed->n - 1]] : node; climbed->n > 0;)
    {
      MgNode at = mg_node_stack_pop (climbed);

      if (sum != NO_WAY)
        sum = (guint32) MIN ((guint64) sum + mg_path_cost_of_step (cost, above), NO_WAY - 1);
      if (climbed->n == 0 || is_remembered (++distance))
        mg_node_map_add (&cost->above, at)->a = sum;
      above = at;
    }
  return sum == NO_WAY ? G_MAXUINT64 : sum;
}
