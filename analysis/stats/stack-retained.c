/* All that roots of other kinds lead to is marked first. What each stack leads to beyond that is its own, unless
 * another one has been there before. */
#include "analysis/stats/stack-retained.h"

#include "analysis/base/node-stack.h"
#include "analysis/base/progress.h"

enum
{
  OWNER_NONE,
  OWNER_SHARED, /* several stacks lead to it */
  OWNER_OTHER,  /* something that is no stack does */
  OWNER_FIRST   /* the first thread's; then the others' */
};

typedef struct
{
  const MgGraph *graph;
  guint32 *owner; /* by node */
  MgNodeStack stack;
  guint64 *bytes; /* by thread */
  guint64 steps;
} Walk;

static guint64
bytes_of (const Walk *walk, MgNode node)
{
  return mg_graph_is_object (walk->graph, node) ? mg_graph_size (walk->graph, node) : 0;
}

static void
visit (Walk *walk, MgNode node, guint32 owner)
{
  guint32 before = walk->owner[node];

  if (before == owner || before == OWNER_OTHER || before == OWNER_SHARED)
    return;
  if (before != OWNER_NONE)
    walk->bytes[before - OWNER_FIRST] -= bytes_of (walk, node);
  else if (owner >= OWNER_FIRST)
    walk->bytes[owner - OWNER_FIRST] += bytes_of (walk, node);
  walk->owner[node] = before == OWNER_NONE ? owner : OWNER_SHARED;
  mg_node_stack_push (&walk->stack, node);
}

/* Visits all that the nodes on the stack lead to. */
static gboolean
run (Walk *walk, guint32 owner, MgProgress *progress, GError **error)
{
  while (walk->stack.n > 0)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (walk->graph, mg_node_stack_pop (&walk->stack), &n);

      for (guint32 i = 0; i < n; i++)
        visit (walk, targets[i], owner);
      if (walk->steps++ % MG_PROGRESS_INTERVAL == 0
          && !mg_progress_step (progress, MIN (walk->steps, walk->graph->n_nodes), walk->graph->n_nodes, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
walk_all (Walk *walk, const GArray *holds, MgProgress *progress, GError **error)
{
  /* The roots of stacks are marked as seen for the time of the first walk: nothing goes through them. */
  for (guint i = 0; i < holds->len; i++)
    walk->owner[g_array_index (holds, MgStackHold, i).root] = OWNER_SHARED;
  visit (walk, MG_NODE_SUPER_ROOT, OWNER_OTHER);
  if (!run (walk, OWNER_OTHER, progress, error))
    return FALSE;
  for (guint i = 0; i < holds->len;)
    {
      guint32 thread = g_array_index (holds, MgStackHold, i).thread;

      for (; i < holds->len && g_array_index (holds, MgStackHold, i).thread == thread; i++)
        visit (walk, g_array_index (holds, MgStackHold, i).object, OWNER_FIRST + thread);
      if (!run (walk, OWNER_FIRST + thread, progress, error))
        return FALSE;
    }
  return TRUE;
}

guint64 *
mg_stack_retained_new (
    const MgGraph *graph, const GArray *holds, guint n_threads, MgProgress *progress, GError **error)
{
  Walk walk = { .graph = graph, .owner = g_new0 (guint32, graph->n_nodes), .bytes = g_new0 (guint64, n_threads + 1) };
  gboolean done = walk_all (&walk, holds, progress, error);

  g_free (walk.owner);
  mg_node_stack_clear (&walk.stack);
  if (done)
    return walk.bytes;
  g_free (walk.bytes);
  return NULL;
}
