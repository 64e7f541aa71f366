/* Dial's shortest paths with link costs from 1 to MG_LINK_COST_MAX.
 *
 * Nearly all links cost 1, so the nodes of one cost level stand behind each other in order[], as in a plain
 * breadth-first pass; only dearer links go through one of the MG_LINK_COST_MAX + 1 waiting lists. Costs are at least 1,
 * so all candidates for the parent of a node are known before the node's own turn: the best of them by (cost, root
 * kind, parent's type, parent) does not depend on the order in which they came. */
#include "analysis/graph/tree.h"

#include "analysis/base/big-array.h"
#include "analysis/base/node-stack.h"
#include "analysis/base/prefetch.h"
#include "analysis/base/progress.h"
#include "analysis/graph/link-cost.h"

#define FAR G_MAXUINT32

/* How many nodes ahead in order[] the pass fetches what it will read. */
#define FETCH_OFFSET 24
#define FETCH_TARGETS 16
#define FETCH_COSTS 8
#define FETCH_MOST 8

typedef struct
{
  const MgGraph *graph;
  MgTree *tree;
  guint32 *cost; /* the tree's distance array; turned into distances at the end */
  MgNode *order; /* nodes that were reached, every parent before its children */
  guint8 *kind;  /* per node: kind of the root that its path starts from */
  guint8 *type_cost;
  MgNodeStack waiting[MG_LINK_COST_MAX + 1];
} Pass;

void
mg_tree_free (MgTree *tree)
{
  if (tree == NULL)
    return;
  mg_mapping_free_array (tree->mapping, tree->parent);
  mg_mapping_free_array (tree->mapping, tree->distance);
  mg_mapping_unref (tree->mapping);
  g_free (tree);
}

/* Whether A is a better parent than B at equal cost. */
static gboolean
better_parent (const Pass *pass, MgNode a, MgNode b)
{
  if (pass->kind[a] != pass->kind[b])
    return pass->kind[a] < pass->kind[b];
  if (pass->graph->type[a] != pass->graph->type[b])
    return pass->graph->type[a] < pass->graph->type[b];
  return a < b;
}

static inline void
relax (Pass *pass, MgNode from, MgNode to, guint32 cost, guint32 link_cost)
{
  MgTree *tree = pass->tree;

  if (cost > pass->cost[to])
    return;
  if (cost == pass->cost[to])
    {
      if (tree->parent[to] != from && better_parent (pass, from, tree->parent[to]))
        tree->parent[to] = from;
      return;
    }
  pass->cost[to] = cost;
  tree->parent[to] = from;
  if (G_LIKELY (link_cost == 1))
    pass->order[tree->n_reached++] = to;
  else
    mg_node_stack_push (&pass->waiting[cost % (MG_LINK_COST_MAX + 1)], to);
}

static void
relax_all (Pass *pass, MgNode from)
{
  guint32 n, link_cost = 1, cost;
  const MgNode *targets = mg_graph_edges (pass->graph, from, &n);

  if (mg_graph_is_root (pass->graph, from))
    link_cost = mg_link_cost_of_root (mg_graph_root (pass->graph, from));
  else
    {
      pass->kind[from] = pass->kind[pass->tree->parent[from]];
      link_cost = pass->type_cost[pass->graph->type[from]];
    }
  cost = pass->cost[from] + link_cost;
  for (guint32 i = 0; i < n; i++)
    relax (pass, from, targets[i], cost, link_cost);
}

/* Asks for the memory that the nodes after order[I] will need. */
static inline void
fetch_ahead (const Pass *pass, guint32 i)
{
  const MgGraph *graph = pass->graph;
  const MgNode *targets, *order = pass->order;
  guint32 n;

  if (pass->tree->n_reached - i <= FETCH_OFFSET)
    return;
  mg_prefetch (&graph->first.delta[order[i + FETCH_OFFSET]]);
  mg_prefetch (graph->target + mg_monotone_get (&graph->first, order[i + FETCH_TARGETS]));
  targets = mg_graph_edges (graph, order[i + FETCH_COSTS], &n);
  for (guint32 k = 0; k < MIN (n, FETCH_MOST); k++)
    mg_prefetch (&pass->cost[targets[k]]);
}

/* Moves what waited for LEVEL behind the nodes of that level. A node that meanwhile got a lower cost has been there. */
static void
take_waiting (Pass *pass, guint32 level)
{
  MgNodeStack *waiting = &pass->waiting[level % (MG_LINK_COST_MAX + 1)];

  for (gsize i = 0; i < waiting->n; i++)
    if (pass->cost[waiting->items[i]] == level)
      pass->order[pass->tree->n_reached++] = waiting->items[i];
  waiting->n = 0;
}

static gboolean
anything_waits (const Pass *pass)
{
  for (guint i = 0; i <= MG_LINK_COST_MAX; i++)
    if (pass->waiting[i].n > 0)
      return TRUE;
  return FALSE;
}

static gboolean
run (Pass *pass, MgProgress *progress, GError **error)
{
  MgTree *tree = pass->tree;
  guint32 next = 1; /* the super root's own edges are the roots, already in order[] */

  for (guint32 level = 0; next < tree->n_reached || anything_waits (pass); level++)
    {
      guint32 end;

      take_waiting (pass, level);
      end = tree->n_reached;
      for (; next < end; next++)
        {
          if (next % MG_PROGRESS_INTERVAL == 0
              && !mg_progress_step (progress, next, (guint64) tree->n_nodes * 2, error))
            return FALSE;
          fetch_ahead (pass, next);
          relax_all (pass, pass->order[next]);
        }
    }
  return TRUE;
}

/* What a link out of each type costs. SHY: a list of the runtime is only found through its elements when nothing else
 * leads there. */
static void
set_costs (Pass *pass, gboolean shy)
{
  const MgTypeTable *types = pass->graph->types;

  for (guint32 i = 0; i < types->n_types; i++)
    {
      gboolean is_element = (mg_type_table_get (types, i)->flags & MG_TYPE_LIST_ELEMENT) != 0;

      pass->type_cost[i]
          = shy && is_element ? MG_LINK_COST_RUNTIME_TABLE : (guint8) mg_link_cost_of_type (pass->graph, i);
    }
}

/* Nodes of WITHOUT get the lowest cost without being on the way: no link reaches them. finish() takes it back. */
static void
start (Pass *pass, guint32 kinds, const MgNode *without, gsize n_without)
{
  MgTree *tree = pass->tree;
  const MgGraph *graph = pass->graph;

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      tree->parent[i] = MG_NODE_NONE;
      pass->cost[i] = FAR;
    }
  for (gsize i = 0; i < n_without; i++)
    pass->cost[without[i]] = 0;
  pass->cost[MG_NODE_SUPER_ROOT] = 0;
  pass->order[tree->n_reached++] = MG_NODE_SUPER_ROOT;
  for (MgNode root = 1; root <= graph->n_roots; root++)
    {
      pass->kind[root] = (guint8) mg_graph_root (graph, root)->kind;
      if ((kinds >> pass->kind[root] & 1) == 0 || pass->cost[root] == 0)
        continue;
      pass->cost[root] = 0;
      tree->parent[root] = MG_NODE_SUPER_ROOT;
      pass->order[tree->n_reached++] = root;
    }
}

/* Costs become distances in links, and the dead are counted. */
static gboolean
finish (Pass *pass, const MgNode *without, gsize n_without, MgProgress *progress, GError **error)
{
  const MgGraph *graph = pass->graph;
  MgTree *tree = pass->tree;

  for (gsize i = 0; i < n_without; i++)
    tree->distance[without[i]] = FAR;
  tree->distance[MG_NODE_SUPER_ROOT] = 0;
  for (guint32 i = 1; i < tree->n_reached; i++)
    {
      guint64 n = tree->n_nodes;

      tree->distance[pass->order[i]] = tree->distance[tree->parent[pass->order[i]]] + 1;
      if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, n + i, n * 2, error))
        return FALSE;
    }
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    if (mg_tree_reached (tree, node))
      tree->reached_bytes += mg_graph_size (graph, node);
    else
      {
        tree->n_dead++;
        tree->dead_bytes += mg_graph_size (graph, node);
      }
  return TRUE;
}

static MgTree *
make_tree (const MgGraph *graph,
           guint32 kinds,
           const MgNode *without,
           gsize n,
           gboolean shy,
           MgProgress *progress,
           GError **error)
{
  g_autoptr (MgTree) tree = g_new0 (MgTree, 1);
  g_autofree guint8 *kind = mg_big_array_new0 (guint8, graph->n_nodes);
  g_autofree guint8 *type_cost = g_new (guint8, (gsize) graph->types->n_types + 1);
  g_autofree MgNode *order = mg_big_array_new (MgNode, graph->n_nodes);
  Pass pass = { .graph = graph, .tree = tree, .order = order, .kind = kind, .type_cost = type_cost };
  gboolean done;

  tree->n_nodes = graph->n_nodes;
  tree->parent = mg_big_array_new (MgNode, graph->n_nodes);
  tree->distance = mg_big_array_new (guint32, graph->n_nodes);
  pass.cost = tree->distance;
  set_costs (&pass, shy);
  start (&pass, kinds, without, n);
  done = run (&pass, progress, error);
  for (guint i = 0; i <= MG_LINK_COST_MAX; i++)
    mg_node_stack_clear (&pass.waiting[i]);
  if (!done || !finish (&pass, without, n, progress, error))
    return NULL;
  return g_steal_pointer (&tree);
}

MgTree *
mg_tree_new (const MgGraph *graph, guint32 kinds, MgProgress *progress, GError **error)
{
  return make_tree (graph, kinds, NULL, 0, FALSE, progress, error);
}

MgTree *
mg_tree_new_without (const MgGraph *graph,
                     guint32 kinds,
                     const MgNode *without,
                     gsize n,
                     MgProgress *progress,
                     GError **error)
{
  return make_tree (graph, kinds, without, n, TRUE, progress, error);
}
