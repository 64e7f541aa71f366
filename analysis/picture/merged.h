/* The picture of many objects: the passes of the retention picture's section 2 in order. */
#pragma once

#include "analysis/graph/tree-without.h"
#include "analysis/picture/finish.h"

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
  const MgPictureOptions *options; /* never NULL */
  const MgTree *base;              /* of the roots that count */
  const MgTreeView *tree;          /* the same, perhaps without some nodes */
  gsize n_live;                    /* of the subjects, in the tree with all nodes; 0: TREE is that one */
  const MgNode *without; /* what TREE was made without */
  gsize n_without;
} MgMergedRequest;

/* What a picture was made of, for whoever asks for others. */
typedef struct
{
  GPtrArray *holders; /* what stands on the heaviest way, from the root on, as far as it does not dominate all subjects:
                         arrays (GArray) of MgNode */
  GArray *minor;      /* of MgNode: what carries the subjects that the heaviest way does not; empty when there are none,
                         or when they are too many to be beside the way */
  gboolean all_one_way;    /* it carries all subjects */
  gboolean is_stray;       /* the way leads from one element of a list to its neighbours, not through the list */
  gboolean names_provider; /* the sentence ends in a service provider: what leads to that is of no interest */
} MgMergedParts;

void mg_merged_parts_clear (MgMergedParts *parts);

/* The picture, but for alternatives. PARTS (may be NULL) is filled. NULL when cancelled. */
MgPicture *mg_merged_picture (const MgMergedRequest *request,
                              MgMergedParts *parts,
                              MgProgress *progress,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What trees for REQUEST are made from. */
MgTreeBasis mg_merged_basis (const MgMergedRequest *request);

/* The cap on nodes that OPTIONS ask for. */
guint mg_picture_cap (const MgPictureOptions *options);

G_END_DECLS
