/* The steps of mg_dominators_new() that live in files of their own. */
#pragma once

#include "analysis/base/progress.h"
#include "analysis/graph/dominators.h"

G_BEGIN_DECLS

/* Equal shares of the progress. */
typedef enum
{
  MG_DOMINATORS_NUMBER,
  MG_DOMINATORS_REVERSE,
  MG_DOMINATORS_SEMIDOMINATORS,
  MG_DOMINATORS_DOMINATORS,
  MG_DOMINATORS_SUM_UP,
  MG_DOMINATORS_COUNT_CHILDREN,
  MG_DOMINATORS_PLACE_CHILDREN,
  MG_DOMINATORS_SORT_CHILDREN,
  MG_DOMINATORS_SWEEPS
} MgDominatorsSweep;

/* Reports DONE of N nodes of SWEEP, now and then. FALSE when cancelled. */
static inline gboolean
mg_dominators_step (MgProgress *progress, MgDominatorsSweep sweep, guint32 done, guint64 n, GError **error)
{
  return done % MG_PROGRESS_INTERVAL != 0
         || mg_progress_step (progress, sweep * n + done, MG_DOMINATORS_SWEEPS * n, error);
}

/* Fills child_first and child from idom and retained. O(nodes). */
gboolean mg_dominators_make_children (MgDominators *dominators, MgProgress *progress, GError **error);

G_END_DECLS
