/* Which nodes of the dominator tree `dominators` prints, and in which order.
 *
 * A row stands for an object, or for the objects of one type that hang together. Rows form a tree below the seeds. Of
 * a tree that is too big, the rows with the most retained bytes are taken: a child never retains more than its parent,
 * so what is taken is always a tree again. Rows are in the order of reading: parents before children, siblings by
 * retained size, then name, then address. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

#define MG_ROW_NONE G_MAXUINT32

typedef struct
{
  guint32 parent; /* row, or MG_ROW_NONE */
  guint32 depth;  /* 0 for seeds */
  MgNode node;    /* the object; the first of a group */
  guint32 count;  /* objects */
  guint64 size, retained;
  guint32 n_left;        /* children that are not rows, within the depth */
  guint64 retained_left; /* by them */
  gboolean has_next;     /* a sibling row follows */
} MgDominatorRow;

typedef struct
{
  MgSnapshot *snapshot; /* with dominators */
  const MgNode *seeds;  /* none dominates another */
  guint32 n_seeds;
  gboolean by_type;
  guint depth;   /* levels, at least 1 */
  guint32 limit; /* rows at most; MG_ROW_NONE = all */
} MgDominatorRowsRequest;

typedef struct
{
  GArray *list;        /* MgDominatorRow */
  guint32 n_seed_rows; /* before the limit: seeds, or groups of seeds */
  guint32 n_left;      /* seeds and children of rows that are not rows */
} MgDominatorRows;

/* O(children of rows, and rows · log rows). NULL when cancelled. */
MgDominatorRows *mg_dominator_rows_new (const MgDominatorRowsRequest *request,
                                        MgProgress *progress,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_dominator_rows_free (MgDominatorRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgDominatorRows, mg_dominator_rows_free)

G_END_DECLS
