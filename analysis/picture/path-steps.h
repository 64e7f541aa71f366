/* One path, folded: what is drawn of it, from root to subject. */
#pragma once

#include "analysis/picture/fold.h"

G_BEGIN_DECLS

typedef struct
{
  MgNode first, last;  /* of a run: its first and last object; else equal */
  guint count;         /* objects here: 1, or those of the run */
  MgNode *members;     /* count of them */
  MgFoldKind fold;     /* how the step before holds it */
  const MgNode *chain; /* from the last object of the step before to FIRST, both included; NULL at the root */
  guint n_chain;
} MgStep;

typedef struct
{
  MgStep *steps;
  guint n;
} MgSteps;

/* The types of N NODES; MG_TYPE_NONE for root nodes. A long path is spread over the whole graph: whoever compares types
 * along it reads them once. */
MgTypeId *mg_path_types (const MgGraph *graph, const MgNode *nodes, guint32 n) G_GNUC_WARN_UNUSED_RESULT;

/* NODES, N of them, must live as long as the result. FOLDS NULL: every object is drawn. O(N). */
MgSteps *mg_steps_new (const MgGraph *graph, MgFolds *folds, const MgNode *nodes, guint32 n) G_GNUC_WARN_UNUSED_RESULT;
void mg_steps_free (MgSteps *steps);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgSteps, mg_steps_free)

G_END_DECLS
