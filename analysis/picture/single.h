/* The picture of one object: its most different paths in one graph (retention picture, section 3). */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

/* SNAPSHOT has graph, instances and reverse edges; TREE is of the roots that count. NULL when cancelled. */
MgPicture *mg_single_picture (MgSnapshot *snapshot,
                              MgNode subject,
                              const MgPictureOptions *options,
                              const MgTree *tree,
                              MgProgress *progress,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
