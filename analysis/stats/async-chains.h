/* Chains of asynchronous work, those that look the same counted together: what SOS prints with `dumpasync
 * --coalesce`. */
#pragma once

#include "analysis/details.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 chain;   /* number of the tree it belongs to, from 1 */
  guint32 depth;   /* 0: waits for nothing of these; else it goes on after the last row above with depth − 1 */
  guint64 count;
  guint32 example; /* place in MgAsyncRows.rows: the first of them */
} MgAsyncChainRow;

/* The rows of ASYNC as trees: each level those of one name and await together, the most numerous first, then by name;
 * what goes on after them follows at once. ALL: also chains without any async method. One that several wait behind
 * counts once for each. *CUT: damage links in circles, or there are more rows than anybody reads, and some were left
 * out. Free with g_array_unref. O(rows × depth) where work joins again, else O(rows + links). */
GArray *mg_async_chains (const MgAsyncRows *async, gboolean all, gboolean *cut) G_GNUC_WARN_UNUSED_RESULT;

/* The rows of ASYNC counted by name and state (MgAsyncChainRow; chain and depth are 0), the most numerous first. ALL:
 * also those that are no async methods. */
GArray *mg_async_counts (const MgAsyncRows *async, gboolean all) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
