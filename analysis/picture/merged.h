/* The picture of many objects: the passes of the retention picture's section 2 in order. */
#pragma once

#include "analysis/graph/tree-without.h"
#include "analysis/picture/finish.h"
#include "analysis/picture/merged-parts.h"
#include "analysis/picture/subject-facts.h"

G_BEGIN_DECLS

#define MG_PICTURE_DEFAULT_NODES 25
#define MG_PICTURE_LEAST_NODES 4

typedef struct
{
  MgSnapshot *snapshot;
  MgSubject subject;
  const char *name;
  const MgNode *subjects; /* ascending, each once */
  gsize n_subjects;
  const MgSubjectFacts *facts; /* NULL: no dominators */
  const MgPictureOptions *options; /* never NULL */
  const MgTree *base;              /* of the roots that count */
  const MgTreeView *tree;          /* the same, perhaps without some nodes */
  gsize n_live;                    /* of the subjects, in the tree with all nodes; 0: TREE is that one */
  const MgNode *without; /* what TREE was made without */
  gsize n_without;
} MgMergedRequest;

/* The picture, but for alternatives. PARTS (may be NULL) is filled. NULL when cancelled. */
MgPicture *mg_merged_picture (const MgMergedRequest *request,
                              MgMergedParts *parts,
                              MgProgress *progress,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What trees without still more than REQUEST's are made from. */
MgTreeBasis mg_merged_basis (const MgMergedRequest *request);

/* The cap on nodes that OPTIONS ask for. */
guint mg_picture_cap (const MgPictureOptions *options);

G_END_DECLS
