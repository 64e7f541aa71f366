#include "analysis/graph/path-ways.h"

#include "analysis/base/prefetch.h"
#include "analysis/base/progress.h"

#define STEPS_PER_REPORT 65536

/* How far leads_back() looks: target, delegate, list, delegate, owner. */
#define LEVELS_BACK 6

/* How many nodes ahead the numbers of a node's sources, and the sources, are fetched. */
#define FETCH_FIRST 32
#define FETCH_SOURCES 16

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
  *scope = (MgPathScope) { graph, reverse, tree, dominators, kinds };
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
    return (scope->kinds >> mg_graph_root (scope->graph, from)->kind & 1) != 0;
  return !leads_back (scope, from, node);
}

/* Whether a path may come to NODE from another than KNOWN. */
static gboolean
has_other_way (const MgPathScope *scope, MgNode node, MgNode known)
{
  guint32 n;
  const MgNode *sources = mg_reverse_sources (scope->reverse, node, &n);

  for (guint32 i = 0; i < n; i++)
    if (sources[i] != known && mg_path_is_way (scope, sources[i], node))
      return TRUE;
  return FALSE;
}

gboolean
mg_path_last_choice (
    const MgPathScope *scope, const MgNode *nodes, guint32 n, guint32 *choice, MgProgress *progress, GError **error)
{
  const MgMonotone *first = &scope->reverse->first;
  guint32 i;

  for (i = n - 1; i > 0; i--)
    {
      if ((n - 1 - i) % STEPS_PER_REPORT == 0 && !mg_progress_step (progress, n - i, n, error))
        return FALSE;
      if (i > FETCH_FIRST)
        {
          mg_prefetch (&first->delta[nodes[i - FETCH_FIRST]]);
          mg_prefetch (&scope->reverse->source[mg_monotone_get (first, nodes[i - FETCH_SOURCES])]);
        }
      if (has_other_way (scope, nodes[i], nodes[i - 1]))
        break;
    }
  *choice = i;
  return TRUE;
}
