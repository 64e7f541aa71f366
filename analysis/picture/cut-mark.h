/* Where in a picture the references lie that must let go. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

/* Sets EDGES (picture->n_edges places) to TRUE where an edge is, or has folded into it, a reference of CUT; all others
 * to FALSE. Returns whether there is any: a reference may also lie in a part that the picture leaves out. Uses the
 * retention tree when it is there. O(edges). */
gboolean mg_picture_mark_cut (MgSnapshot *snapshot, const MgPicture *picture, const MgCut *cut, gboolean *edges);

G_END_DECLS
