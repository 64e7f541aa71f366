#include "analysis/picture/ways.h"

#include "analysis/base/parallel.h"

#define WORD_BITS 64

void
mg_ways_free (MgWays *ways)
{
  if (ways == NULL)
    return;
  g_free (ways->passed);
  g_free (ways);
}

/* NODE hangs on PARENT, of the same type, unless it is of a list. */
MgNode
mg_ways_list_of (const MgGraph *graph, const MgTreeView *tree, MgFolds *folds, MgNode node, MgNode parent)
{
  MgNode owner = mg_folds_owner (folds, node);

  /* Nearer to the root than NODE: paths stay free of cycles. */
  if (owner == MG_NODE_NONE || !mg_tree_view_reached (tree, owner)
      || mg_tree_view_distance (tree, owner) >= mg_tree_view_distance (tree, node))
    return parent;
  return owner;
}

gboolean
mg_ways_start_at (const MgWays *ways, MgNode node)
{
  gsize from = 0, end = ways->n_subjects;

  while (from < end)
    {
      gsize middle = from + (end - from) / 2;

      if (ways->subjects[middle] < node)
        from = middle + 1;
      else
        end = middle;
    }
  return from < ways->n_subjects && ways->subjects[from] == node && mg_tree_view_reached (ways->tree, node);
}

static void
mark_holders (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data)
{
  MgWays *ways = data;
  const MgTypeId *types = ways->graph->type;
  MgTypeId type = types[ways->subjects[0]];
  MgNode last = MG_NODE_NONE;

  for (guint64 i = from; i < end; i++)
    {
      MgNode subject = ways->subjects[i], holder = mg_ways_holder (ways, subject);

      if (types[subject] != type)
        g_atomic_int_set (&ways->is_mixed, 1);
      if (holder == MG_NODE_NONE || holder == last)
        continue;
      last = holder;
      if (!mg_ways_pass (ways, holder))
        __atomic_fetch_or (&ways->passed[holder / WORD_BITS], G_GUINT64_CONSTANT (1) << holder % WORD_BITS,
                           __ATOMIC_RELAXED);
    }
}

/* Marks what is above the marked nodes. */
static gboolean
mark_above (MgWays *ways, MgProgress *progress, GError **error)
{
  guint64 n_words = ways->graph->n_nodes / WORD_BITS + 1;

  for (guint64 word = 0; word < n_words; word++)
    {
      if (word % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, word, n_words, error))
        return FALSE;
      for (guint64 bits = ways->passed[word]; bits != 0; bits &= bits - 1)
        for (MgNode node = (MgNode) (word * WORD_BITS) + (guint) __builtin_ctzll (bits); node != MG_NODE_SUPER_ROOT;)
          {
            node = mg_ways_parent (ways, node);
            if (!mg_bitmap_add (ways->passed, node))
              break;
          }
    }
  return TRUE;
}

MgWays *
mg_ways_new (const MgGraph *graph,
             const MgTreeView *tree,
             MgFolds *folds,
             const MgNode *subjects,
             gsize n,
             MgProgress *progress,
             GError **error)
{
  g_autoptr (MgWays) ways = g_new0 (MgWays, 1);
  MgParallelPass pass = { .n = n, .share = { 0, n, n }, .progress = progress };

  *ways = (MgWays){ .graph = graph, .tree = tree, .folds = folds, .subjects = subjects, .n_subjects = n };
  ways->passed = mg_bitmap_new (graph->n_nodes);
  mg_bitmap_set (ways->passed, MG_NODE_SUPER_ROOT);
  /* Who belongs to a list is looked up in one thread. */
  if (folds && mg_folds_may_have_owner (folds, subjects[0]))
    {
      ways->subject_folds = folds;
      pass.n_threads = 1;
    }
  if (!mg_parallel_pass (&pass, mark_holders, ways, error))
    return NULL;
  if (ways->is_mixed)
    {
      ways->subject_folds = folds;
      for (gsize i = 0; i < n; i++)
        if (mg_tree_view_reached (tree, subjects[i]))
          mg_bitmap_set (ways->passed, subjects[i]);
    }
  return mark_above (ways, progress, error) ? g_steal_pointer (&ways) : NULL;
}
