#include "analysis/picture/census.h"

#include "analysis/picture/subject-facts.h"

void
mg_census_clear (MgCensus *census)
{
  for (guint i = 0; i < census->n_nodes; i++)
    g_free (census->run_ends[i]);
  g_clear_pointer (&census->node_of, g_free);
  g_clear_pointer (&census->handlers, g_free);
  g_clear_pointer (&census->members, g_ptr_array_unref);
  g_clear_pointer (&census->run_ends, g_free);
}

void
mg_census_init (MgCensus *census, const MgGraph *graph, const MgGroups *groups, const MgMergedSketch *merged)
{
  guint n = merged->sketch->nodes->len;
  GHashTableIter iter;
  gpointer key, value;

  *census = (MgCensus){ .graph = graph, .groups = groups, .sketch = merged->sketch, .n_nodes = n };
  census->node_of = g_new0 (guint32, groups->n);
  g_hash_table_iter_init (&iter, merged->node_of);
  while (g_hash_table_iter_next (&iter, &key, &value))
    census->node_of[GPOINTER_TO_UINT (key)] = GPOINTER_TO_UINT (value);
  census->handlers = g_new0 (guint64, n);
  census->members = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  census->run_ends = g_new0 (guint32 *, n);
  for (guint i = 0; i < n; i++)
    {
      const MgSketchNode *node = mg_sketch_node (merged->sketch, i);
      gboolean is_drawn = node->kind == MG_PICTURE_ROOT || node->kind == MG_PICTURE_GROUP;

      g_ptr_array_add (census->members,
                       g_array_sized_new (FALSE, FALSE, sizeof (MgNode), is_drawn ? (guint) node->count : 0));
      if (is_drawn && node->run_longest > 1)
        census->run_ends[i] = g_new0 (guint32, node->run_longest + 1);
    }
}

/* Elements of the invocation list number I. */
static guint64
count_handlers (const MgCensus *census, guint32 i)
{
  const MgWeights *weights = census->groups->weights;
  MgTypeId type = census->graph->type[weights->node[weights->parent[i]]];
  guint32 n;
  const MgNode *items = mg_graph_edges (census->graph, weights->node[i], &n);
  guint64 count = 0;

  for (guint32 k = 0; k < n; k++)
    count += census->graph->type[items[k]] == type;
  return count;
}

static void
count_node (MgCensus *census, MgFolds *folds, guint32 i)
{
  const MgGroups *groups = census->groups;
  guint index = census->node_of[groups->member[i]];

  if (index == 0)
    return;
  index--;
  if (groups->state[i] != 0)
    {
      if (mg_folds_is_list (folds, groups->state[i]))
        census->handlers[index] += count_handlers (census, i);
      return;
    }
  if (groups->weights->alone && mg_bitmap_get (groups->weights->alone, i))
    return;
  g_array_append_val ((GArray *) g_ptr_array_index (census->members, index), groups->weights->node[i]);
  if (census->run_ends[index] && !mg_bitmap_get (groups->goes_on, i))
    census->run_ends[index][groups->run[i]]++;
}

/* The median of the lengths, COUNT[L] of each L up to LONGEST. */
static guint32
find_median (const guint32 *count, guint64 longest)
{
  guint64 n = 0, seen = 0;
  guint32 length = 0;

  for (guint64 i = 0; i <= longest; i++)
    n += count[i];
  while (length < longest && (seen += count[length]) <= n / 2)
    length++;
  return length;
}

static void
apply_census (MgCensus *census, MgSnapshot *snapshot)
{
  gboolean has_dominators = mg_snapshot_dominators (snapshot) != NULL;

  for (guint i = 0; i < census->sketch->nodes->len; i++)
    {
      MgSketchNode *node = mg_sketch_node (census->sketch, i);
      const GArray *members = g_ptr_array_index (census->members, i);

      if (node->kind == MG_PICTURE_GROUP && has_dominators && members->len > 0)
        node->retained = mg_subject_facts_retained (snapshot, node->type, (const MgNode *) (gpointer) members->data,
                                                    members->len);
      if (census->run_ends[i])
        node->run_median = find_median (census->run_ends[i], node->run_longest);
      else if (node->kind != MG_PICTURE_SUBJECT)
        node->run_median = node->run_longest;
    }
  for (guint i = 0; i < census->sketch->edges->len; i++)
    {
      MgSketchEdge *edge = mg_sketch_edge (census->sketch, i);

      if (edge->fold == MG_FOLD_EVENT)
        edge->all_links = census->handlers[edge->from];
    }
}

gboolean
mg_census_take (MgCensus *census, MgFolds *folds, MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  const MgWeights *weights = census->groups->weights;

  for (guint32 i = 1; i < weights->n; i++)
    {
      if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, i, weights->n, error))
        return FALSE;
      count_node (census, folds, i);
    }
  apply_census (census, snapshot);
  return TRUE;
}
