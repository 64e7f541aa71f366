/* The part of the retention tree that leads to the subjects, with weights: how many subjects lie at or below each node.
 *
 * What the paths pass is numbered in tree order (parents first, by distance, then in the order in which the subjects
 * led there); number 0 is the super root. Of many subjects most hold no others and are only counted, where they hang.
 * Costs time and memory for the subjects and the nodes above them, and two bits for each node of the graph. */
#pragma once

#include "analysis/picture/ways.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 n;
  MgNode *node;
  guint32 *parent;    /* numbers; parent[0] is 0 */
  guint32 n_live;     /* subjects that have a way */
  guint32 *weight;    /* of roots, which come first, and of number 0: subjects at or below */
  guint32 *n_leaves;  /* subjects that hang on it, hold no others and have no number */
  MgNode *first_leaf; /* the lowest of them */
  guint64 *subject;   /* bitmap: whether it is one itself */
  guint64 *alone;     /* bitmap: whether it is a subject that holds no others; NULL: none with a number is */
  guint32 n_subjects; /* that have numbers */
} MgWeights;

/* Where WAYS lead, which need not stay. All subjects have a number when they are not of one type. NULL when cancelled.
 */
MgWeights *mg_weights_new (const MgWays *ways, MgProgress *progress, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_weights_free (MgWeights *weights);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgWeights, mg_weights_free)

/* The subjects at or below each number that come first. Free with g_free. O(numbers). */
MgNode *mg_weights_first_subjects (const MgWeights *weights) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
