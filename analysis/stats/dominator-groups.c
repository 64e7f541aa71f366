#include "analysis/stats/dominator-groups.h"

#include <stdlib.h>

#include "analysis/base/progress.h"

static int
compare_groups (const void *a, const void *b)
{
  const MgDominatorGroup *first = a, *second = b;
  gboolean first_root = first->type == MG_TYPE_NONE, second_root = second->type == MG_TYPE_NONE;

  if (first->retained != second->retained)
    return first->retained > second->retained ? -1 : 1;
  if (first_root != second_root)
    return first_root ? -1 : 1;
  if (first_root)
    return (int) first->root_kind - (int) second->root_kind;
  return first->type < second->type ? -1 : first->type > second->type;
}

/* First pass: how many members each group has, and their sums. INDEX maps keys to group numbers + 1. */
static gboolean
count_members (MgDominatorGroups *self,
               const MgGraph *graph,
               const MgDominators *dominators,
               const MgNode *nodes,
               gsize n,
               guint32 *index,
               MgProgress *progress,
               GError **error)
{
  GArray *groups = g_array_new (FALSE, TRUE, sizeof (MgDominatorGroup));
  gboolean ok = TRUE;

  for (gsize i = 0; i < n && ok; i++)
    {
      guint32 key = mg_dominator_group_key (graph, nodes[i]);
      MgDominatorGroup *group;

      if (index[key] == 0)
        {
          gboolean root = key >= graph->types->n_types;
          MgDominatorGroup fresh
              = { .type = root ? MG_TYPE_NONE : key, .root_kind = root ? key - graph->types->n_types : MG_ROOT_OTHER };

          g_array_append_val (groups, fresh);
          index[key] = groups->len;
        }
      group = &g_array_index (groups, MgDominatorGroup, index[key] - 1);
      group->n++;
      group->size += mg_graph_size (graph, nodes[i]);
      group->retained += dominators->retained[nodes[i]];
      if (i % MG_PROGRESS_INTERVAL == 0)
        ok = mg_progress_step (progress, i, n, error);
    }
  self->n = groups->len;
  self->groups = (MgDominatorGroup *) (gpointer) g_array_free (groups, FALSE);
  return ok;
}

/* Second pass: the members, in the order in which they were counted. */
static void
fill_members (MgDominatorGroups *self, const MgGraph *graph, const MgNode *nodes, gsize n, const guint32 *index)
{
  MgNode *next = self->nodes = g_new (MgNode, n + 1);

  for (guint g = 0; g < self->n; g++)
    {
      self->groups[g].nodes = next;
      next += self->groups[g].n;
      self->groups[g].n = 0;
    }
  for (gsize i = 0; i < n; i++)
    {
      MgDominatorGroup *group = &self->groups[index[mg_dominator_group_key (graph, nodes[i])] - 1];

      group->nodes[group->n++] = nodes[i];
    }
}

MgDominatorGroups *
mg_dominator_groups_of (const MgGraph *graph,
                        const MgDominators *dominators,
                        const MgNode *nodes,
                        gsize n,
                        MgProgress *progress,
                        GError **error)
{
  g_autoptr (MgDominatorGroups) self = g_new0 (MgDominatorGroups, 1);
  g_autofree guint32 *index = g_new0 (guint32, (gsize) graph->types->n_types + MG_N_ROOT_KINDS);

  if (!count_members (self, graph, dominators, nodes, n, index, progress, error))
    return NULL;
  fill_members (self, graph, nodes, n, index);
  if (self->n > 1)
    qsort (self->groups, self->n, sizeof *self->groups, compare_groups);
  return g_steal_pointer (&self);
}

MgDominatorGroups *
mg_dominator_groups_new (const MgGraph *graph,
                         const MgDominators *dominators,
                         const MgNode *parents,
                         gsize n,
                         MgProgress *progress,
                         GError **error)
{
  g_autoptr (GArray) all = NULL;
  const MgNode *children;
  guint32 n_children;

  if (n == 1)
    {
      children = mg_dominators_children (dominators, parents[0], &n_children);
      return mg_dominator_groups_of (graph, dominators, children, n_children, progress, error);
    }
  all = g_array_new (FALSE, FALSE, sizeof (MgNode));
  for (gsize p = 0; p < n; p++)
    {
      children = mg_dominators_children (dominators, parents[p], &n_children);
      g_array_append_vals (all, children, n_children);
    }
  return mg_dominator_groups_of (graph, dominators, (const MgNode *) (gpointer) all->data, all->len, progress, error);
}

void
mg_dominator_groups_free (MgDominatorGroups *groups)
{
  if (groups == NULL)
    return;
  g_free (groups->groups);
  g_free (groups->nodes);
  g_free (groups);
}

MgNode
mg_dominators_accumulation_point (const MgDominators *dominators, MgNode node, MgProgress *progress, GError **error)
{
  gboolean first = node == MG_NODE_SUPER_ROOT;

  if (dominators->retained[node] == 0)
    return MG_NODE_NONE;
  for (guint64 depth = 0;; depth++)
    {
      guint32 n;
      const MgNode *children = mg_dominators_children (dominators, node, &n);

      if (depth % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, depth, dominators->n_nodes, error))
        return MG_NODE_NONE;
      if (n == 0 || (!first && dominators->retained[children[0]] < dominators->retained[node] / 4 * 3))
        return node;
      node = children[0];
      first = FALSE;
    }
}
