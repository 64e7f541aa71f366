/* The steps of mg_dominators_new() that live in files of their own, and what they share. */
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
  MG_DOMINATORS_NODES,
  MG_DOMINATORS_SUM_UP,
  MG_DOMINATORS_COUNT_CHILDREN,
  MG_DOMINATORS_PLACE_CHILDREN,
  MG_DOMINATORS_SORT_CHILDREN,
  MG_DOMINATORS_SWEEPS
} MgDominatorsSweep;

/* On the way down: a node with edges still to follow. */
typedef struct
{
  guint32 number;
  guint32 next; /* of its edges */
} MgDominatorsFrame;

typedef struct
{
  guint32 ancestor; /* sweep 2: compressed; sweep 3: jump pointer */
  guint32 label;    /* sweep 2: least semidominator up to (without) the ancestor; sweep 3: depth */
} MgDominatorsLink;

typedef struct
{
  const MgGraph *graph;
  MgProgress *progress;
  GError **error;
  guint32 n;       /* reachable nodes: numbers 1 … n */
  guint32 n_certain; /* of them the first, which something certain leads to */
  guint32 *number; /* by node; 0: not reachable */
  guint32 *vertex; /* by number: its node; from its turn in sweep 2 on the semidominator, until sweep 4 */
  guint32 *idom;   /* by number; until sweep 3 the depth-first parent */
  union
  {
    MgDominatorsFrame *way;        /* by depth */
    MgDominatorsLink *link;        /* by number */
    guint64 *retained; /* by node */
  };
} MgDominatorsWork;

/* The share of SWEEP in the progress of a graph of N nodes. */
static inline MgShare
mg_dominators_share (MgDominatorsSweep sweep, guint64 n)
{
  return (MgShare){ sweep * n, n, MG_DOMINATORS_SWEEPS * n };
}

/* Reports DONE of the nodes of SWEEP, now and then. FALSE when cancelled. */
static inline gboolean
mg_dominators_step (MgDominatorsWork *work, MgDominatorsSweep sweep, guint32 done)
{
  guint64 n = work->graph->n_nodes;

  return done % MG_PROGRESS_INTERVAL != 0
         || mg_progress_step (work->progress, sweep * n + done, MG_DOMINATORS_SWEEPS * n, work->error);
}

/* Sweep 1; makes *REVERSE at the same time when it is NULL. O(nodes + edges). */
gboolean mg_dominators_number (MgDominatorsWork *work, MgReverse **reverse);

/* Sweep 2, by several threads. Almost O(nodes + edges). */
gboolean mg_dominators_find_semidominators (MgDominatorsWork *work, const MgReverse *reverse);

/* Fills child_first and child, which have room, from idom and retained. O(nodes). */
gboolean mg_dominators_make_children (MgDominators *dominators, MgProgress *progress, GError **error);

G_END_DECLS
