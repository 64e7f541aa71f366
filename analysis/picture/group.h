/* From objects to groups: the weighted tree, folded and grouped from the roots down (retention picture, section 2.3).
 *
 * A group is what one holder group holds of one type in one way. Objects of the type of their own group, or of a group
 * up to two above it, stay in that group, which then counts a run: lists and trees collapse in the same pass. The
 * subjects that a group holds form a group of their own below it, so each subject is counted exactly once, where it
 * hangs. Groups are numbered parents first; number 0 is the super root. */
#pragma once

#include "analysis/picture/fold.h"
#include "analysis/picture/weight.h"

G_BEGIN_DECLS

typedef enum
{
  MG_GROUP_GONE, /* dissolved */
  MG_GROUP_ROOT,
  MG_GROUP_OBJECTS,
  MG_GROUP_SUBJECTS,
} MgGroupKind;

typedef struct
{
  guint32 parent;
  MgTypeId type; /* MG_TYPE_NONE for roots; of subjects: the first one's */
  guint8 kind;   /* MgGroupKind */
  guint8 fold;   /* MgFoldKind: how the parent holds it */
  guint8 mixed;  /* roots of one kind with different labels, none of which carries much */
  guint32 count; /* members */
  guint32 links; /* of them held by the parent, not by another member */
  guint32 n_subjects;
  MgNode nearest;                          /* the first member in tree order */
  guint32 nearest_holder;                  /* number (in the weights) of what that hangs on */
  guint32 nearest_distance, nearest_order; /* of groups of subjects: what puts it before the others */
  guint32 weight;                          /* subjects that hang in the group or below it */
  guint32 longest;                         /* members in the longest run; 1 = no runs */
  MgNode first;                            /* lowest node: the first by address */
  guint32 last_child, older_sibling;       /* groups below, the newest first; 0 = none */
  guint32 n_children;
} MgGroup;

typedef struct
{
  const MgWeights *weights;
  guint32 n;
  MgGroup *group;
  /* Per node of the weights: */
  guint32 *member;    /* its group; of plumbing and of subjects that hold no others: the group that holds it */
  MgFoldState *state; /* 0 = drawn */
  guint32 *run;       /* place in its run, from 1 */
  guint32 *up;        /* of plumbing: the drawn node before it; else the last node on the path in its group's parent */
  guint64 *goes_on;   /* bitmap: the run goes on after it */
} MgGroups;

/* FOLDS NULL: nothing is folded, no runs. Borrows WEIGHTS, which are those in TREE. O(nodes of the weights). NULL when
 * cancelled. */
MgGroups *mg_groups_new (const MgGraph *graph,
                         const MgTreeView *tree,
                         const MgWeights *weights,
                         MgFolds *folds,
                         MgProgress *progress,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_groups_free (MgGroups *groups);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgGroups, mg_groups_free)

G_END_DECLS
