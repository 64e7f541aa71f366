#include "analysis/graph/path-ways.h"

#include "analysis/base/prefetch.h"
#include "analysis/base/progress.h"

#define STEPS_PER_REPORT 65536

/* How far leads_back() looks: target, delegate, list, delegate, owner. */
#define LEVELS_BACK 6

/* How many nodes later a node's sources are fetched, and looked at. */
#define LAG_SOURCES 8
#define LAG 16

/* Dominators leave out words on stacks that merely look like references. */
static gboolean
has_doubtful_roots (const MgGraph *graph)
{
  for (MgNode root = 1; root <= graph->n_roots; root++)
    if (mg_graph_root (graph, root)->kind == MG_ROOT_STACK_CONSERVATIVE)
      return TRUE;
  return FALSE;
}

void
mg_path_scope_init (MgPathScope *scope,
                    const MgGraph *graph,
                    const MgReverse *reverse,
                    const MgTree *tree,
                    const MgDominators *dominators,
                    guint32 kinds)
{
  *scope = (MgPathScope){ graph, reverse, tree, dominators, kinds };
  if (dominators && has_doubtful_roots (graph))
    scope->dominators = NULL;
}

/* The node that all paths to NODE pass last, as far as is known; MG_NODE_NONE: not known, or there is none. */
static MgNode
known_dominator (const MgPathScope *scope, MgNode node)
{
  guint32 n;
  const MgNode *sources;

  if (scope->dominators)
    return scope->dominators->idom[node];
  sources = mg_reverse_sources (scope->reverse, node, &n);
  return n == 1 ? sources[0] : MG_NODE_NONE;
}

static gboolean
leads_back (const MgPathScope *scope, MgNode from, MgNode node)
{
  /* What leads only back is farther from the roots on every path, the tree's own too. */
  if (scope->tree->distance[from] <= scope->tree->distance[node])
    return FALSE;
  for (guint i = 0; i < LEVELS_BACK; i++)
    {
      from = known_dominator (scope, from);
      if (from == node)
        return TRUE;
      if (from == MG_NODE_NONE)
        return FALSE;
    }
  return FALSE;
}

gboolean
mg_path_is_way (const MgPathScope *scope, MgNode from, MgNode node)
{
  if (from == MG_NODE_SUPER_ROOT || from == node || !mg_tree_reached (scope->tree, from))
    return FALSE;
  if (mg_graph_is_root (scope->graph, from))
    return mg_path_wants_root (scope, from);
  return !leads_back (scope, from, node);
}

/* Whether a path that goes on to NODES[I + 1] may come to NODES[I] from another than NODES[I - 1]. */
static gboolean
has_other_way (const MgPathScope *scope, const MgNode *nodes, guint32 i, guint32 n)
{
  guint32 n_sources;
  const MgNode *sources = mg_reverse_sources (scope->reverse, nodes[i], &n_sources);

  for (guint32 s = 0; s < n_sources; s++)
    if (sources[s] != nodes[i - 1] && !(i + 1 < n && sources[s] == nodes[i + 1])
        && mg_path_is_way (scope, sources[s], nodes[i]))
      return TRUE;
  return FALSE;
}

/* Each step up the tree waits for memory. Referrers of nodes that it has passed are looked at meanwhile. */
gboolean
mg_path_of_tree (
    const MgPathScope *scope, MgNode subject, MgNode *nodes, guint32 *choice, MgProgress *progress, GError **error)
{
  const MgReverse *reverse = scope->reverse;
  guint32 n = scope->tree->distance[subject], next = n - 1;

  *choice = 0;
  for (guint32 i = n; i > 0; subject = scope->tree->parent[subject])
    {
      nodes[--i] = subject;
      mg_prefetch (&reverse->first.delta[subject]);
      if (i + LAG_SOURCES < n)
        mg_prefetch (&reverse->source[mg_monotone_get (&reverse->first, nodes[i + LAG_SOURCES])]);
      for (guint32 until = i > 0 ? i + LAG : 0; *choice == 0 && next > until; next--)
        if (has_other_way (scope, nodes, next, n))
          *choice = next;
      if (i % STEPS_PER_REPORT == 0 && !mg_progress_step (progress, n - i, n, error))
        return FALSE;
    }
  return TRUE;
}
