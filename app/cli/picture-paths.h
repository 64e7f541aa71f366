/* A picture taken apart into paths from roots to the subject, for formats that know no graphs.
 *
 * The objects that pass along the edges are divided among paths, heaviest first, so that the weights of all paths add
 * up to the subjects in the picture. Deterministic. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

typedef struct
{
  guint *edges; /* indexes into the picture's edges, from the root on */
  guint n;
  guint64 weight; /* subjects (or paths, of one object) along this path */
} MgPicturePath;

/* Elements are MgPicturePath, the heaviest first. A picture without edges has none. Free with g_array_unref. */
GArray *mg_picture_paths (const MgPicture *picture) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
