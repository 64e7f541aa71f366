/* Small random graphs of several shapes, and big ones of one regular shape, for comparing with slow oracles. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

typedef enum
{
  MG_RANDOM_SPARSE,      /* fewer edges than nodes: much is dead */
  MG_RANDOM_DENSE,       /* every second pair */
  MG_RANDOM_CYCLIC,      /* rings with chords */
  MG_RANDOM_LAYERED,     /* edges lead forward: no cycles */
  MG_RANDOM_CHAINED,     /* long chains with few side links */
  MG_RANDOM_MANY_ROOTS,  /* most objects are rooted, some several times */
  MG_RANDOM_CONDITIONAL, /* sparse with conditional edges and dear types */
  MG_N_RANDOM_SHAPES
} MgRandomShape;

/* A graph of at most MAX_OBJECTS objects, of a few types (one of them a runtime table), with self edges, parallel edges
 * and roots of all kinds. The same SEED gives the same graph. */
MgGraph *mg_random_graph (MgRandomShape shape, guint32 max_objects, guint32 seed) G_GNUC_WARN_UNUSED_RESULT;

/* What the next graph's edges are made by: calls EDGE for each. Called twice, with the same result. */
typedef void (*MgEdgeFunc) (gpointer sink, MgNode from, MgNode to);
typedef void (*MgEdgeSource) (MgEdgeFunc edge, gpointer sink, guint32 n_roots, guint32 n_objects);

/* A graph of N_ROOTS static roots and N_OBJECTS objects of 16 bytes of one type, with the edges of SOURCE. */
MgGraph *mg_regular_graph (guint32 n_roots, guint32 n_objects, MgEdgeSource source) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
