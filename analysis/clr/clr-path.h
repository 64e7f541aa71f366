/* One good path to one object, found in the dump's memory: the one that the retention tree of the whole graph has. */
#pragma once

#include "analysis/clr/clr-work.h"

G_BEGIN_DECLS

#define MG_CLR_NO_ROOT G_MAXUINT32

typedef struct
{
  guint32 root;    /* place in the work's roots; their number: the root of frozen objects; MG_CLR_NO_ROOT: none */
  GArray *objects; /* guint64: addresses from the object that the root holds to the one asked about; free it */
} MgClrPath;

/* The path to the object at ADDRESS. A search forward from all roots at once, which ends when it meets the object or,
 * in a big heap, what leads to it from elsewhere; then back, level by level. At most O(objects + references), and 8
 * bytes for each object met. FALSE: cancelled. */
gboolean mg_clr_path_find (MgClrWork *work, guint64 address, MgClrPath *path, MgProgress *progress, GError **error);

G_END_DECLS
