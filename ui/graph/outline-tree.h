/* The picture as an outline: from the roots down to the subject, each object under the first that holds it. Where the
 * paths join again, a line of its own refers to the place above ("as above"), so that the outline has one line for each
 * edge and each root, never more. Plain numbers, no widgets. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

typedef struct
{
  guint node;     /* of the picture */
  guint edge;     /* that led here; G_MAXUINT at the top */
  gboolean again; /* stands elsewhere with all it holds */
  guint n_below;  /* lines directly below this one */
  guint first;    /* of them: they follow each other in lines[] */
} MgOutlineLine;

typedef struct
{
  MgOutlineLine *lines; /* the top ones first */
  guint n_lines, n_top;
} MgOutlineTree;

/* O(nodes + edges · log edges), no recursion. Cycles are cut where they close. */
MgOutlineTree *mg_outline_tree_new (const MgPicture *picture) G_GNUC_WARN_UNUSED_RESULT;
void mg_outline_tree_free (MgOutlineTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgOutlineTree, mg_outline_tree_free)

G_END_DECLS
