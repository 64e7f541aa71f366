/* What the paths of the subjects pass in the retention tree: the first look at a question about many objects. Costs a
 * look at each subject and at the nodes above them, and one bit for each node of the graph. */
#pragma once

#include "analysis/base/bitmap.h"
#include "analysis/graph/graph.h"
#include "analysis/graph/tree-view.h"
#include "analysis/picture/fold.h"

G_BEGIN_DECLS

typedef struct
{
  const MgGraph *graph;
  const MgTreeView *tree;
  MgFolds *folds;
  const MgNode *subjects;
  gsize n_subjects;
  MgFolds *subject_folds; /* FOLDS where the subjects may be elements of lists, NULL where they are none */
  gint is_mixed;          /* atomic while marking: not all subjects are of one type */
  guint64 *passed;        /* bitmap: nodes that a path leads through; of mixed subjects all that are live, too */
} MgWays;

/* SUBJECTS: N objects, each once, ascending; those that TREE does not reach have no way. FOLDS NULL: elements of lists
 * hang on their neighbours. All are borrowed. NULL when cancelled. */
MgWays *mg_ways_new (const MgGraph *graph,
                     const MgTreeView *tree,
                     MgFolds *folds,
                     const MgNode *subjects,
                     gsize n,
                     MgProgress *progress,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_ways_free (MgWays *ways);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgWays, mg_ways_free)

MgNode mg_ways_list_of (const MgGraph *graph, const MgTreeView *tree, MgFolds *folds, MgNode node, MgNode parent);

/* The parent of NODE on its path: the tree's, but elements of a list hang on the list (mg_folds_owner()), not on their
 * neighbours. FOLDS NULL: always the tree's. MG_NODE_NONE: it has no path. Once it was asked for a node, several
 * threads may ask for it. */
static inline MgNode
mg_ways_parent_in (const MgGraph *graph, const MgTreeView *tree, MgFolds *folds, MgNode node)
{
  MgNode parent = mg_tree_view_parent (tree, node);

  if (folds == NULL || !mg_graph_is_object (graph, parent) || graph->type[parent] != graph->type[node])
    return parent;
  return mg_ways_list_of (graph, tree, folds, node, parent);
}

/* The same for nodes that a path passes, and quicker for subjects. */
static inline MgNode
mg_ways_parent (const MgWays *ways, MgNode node)
{
  return mg_ways_parent_in (ways->graph, ways->tree, ways->folds, node);
}

static inline MgNode
mg_ways_holder (const MgWays *ways, MgNode subject)
{
  return mg_ways_parent_in (ways->graph, ways->tree, ways->subject_folds, subject);
}

static inline gboolean
mg_ways_pass (const MgWays *ways, MgNode node)
{
  return mg_bitmap_get (ways->passed, node);
}

/* Whether NODE is a subject that has a way. O(log subjects). */
gboolean mg_ways_start_at (const MgWays *ways, MgNode node);

G_END_DECLS
