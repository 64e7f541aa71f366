/* The picture of many objects: the passes of the retention picture's section 2 in order. */
#pragma once

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
  const MgTree *tree;              /* of the roots that count */
} MgMergedRequest;

/* The picture, complete but for explanation and alternatives. NULL when cancelled. */
MgPicture *mg_merged_picture (const MgMergedRequest *request, MgProgress *progress, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The cap on nodes that OPTIONS ask for. */
guint mg_picture_cap (const MgPictureOptions *options);

G_END_DECLS
