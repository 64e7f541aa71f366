/* The paths that the picture of one object shows: the most different ones, less those that only pass from neighbour to
 * neighbour in a list, and the lists' own in their place. */
#pragma once

#include "analysis/picture/fold.h"
#include "analysis/picture/picture.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *paths;                    /* of GArray of MgNode: root node first, subject last; the shortest first */
  gboolean bounded, exhausted, unique; /* as in MgPathSet */
} MgObjectPaths;

/* At most options->max_paths of them. NULL when cancelled. */
MgObjectPaths *mg_object_paths_new (MgSnapshot *snapshot,
                                    const MgTree *tree,
                                    MgFolds *folds,
                                    MgNode subject,
                                    const MgPictureOptions *options,
                                    MgProgress *progress,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_object_paths_free (MgObjectPaths *paths);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgObjectPaths, mg_object_paths_free)

G_END_DECLS
