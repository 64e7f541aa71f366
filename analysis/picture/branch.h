/* Which groups are drawn: the heaviest branches, down to the subjects (retention picture, section 2.4).
 *
 * A branch is taken as a whole: a group with the heaviest way below it. Left out are branches under 1 % of the
 * subjects, more than MG_BRANCH_WIDTH in one group, and what the picture has no room for. */
#pragma once

#include "analysis/picture/group.h"
#include "analysis/picture/picture.h"

G_BEGIN_DECLS

#define MG_BRANCH_WIDTH 8
/* Opening a stub shows this many further branches. */
#define MG_BRANCH_PAGE 25
/* Less than this share of the subjects, left out in several places, makes one stub. */
#define MG_BRANCH_SHARED_PERCENT 3

typedef struct
{
  guint32 number; /* of the group */
  guint64 id;
  gboolean keeps_apart; /* it came with an opened stub, or had one: it must not change what stands elsewhere */
  /* What is not drawn below it; weight 0: nothing. */
  guint64 stub_id;
  guint32 n_left_out;
  guint64 weight_left_out;
  MgPictureCutReason reason;
  gboolean shares_stub; /* little is left out here, as in other places: they have one stub together */
} MgBranch;

typedef struct
{
  const MgGraph *graph;
  const MgGroups *groups;
  guint32 *first; /* groups->n + 1: children of a group in child[] */
  guint32 *child;
  guint8 *sorted;
  guint8 *flags; /* per group; private to branch.c */
  GArray *shown; /* of MgBranch, ascending by number */
} MgBranches;

MgBranches *mg_branches_new (const MgGraph *graph, const MgGroups *groups) G_GNUC_WARN_UNUSED_RESULT;
void mg_branches_free (MgBranches *branches);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgBranches, mg_branches_free)

/* Chooses at most BUDGET groups, then what OPENED stubs add, up to LIMIT in all; fills branches->shown. */
void mg_branches_choose (MgBranches *branches, guint budget, const guint64 *opened, guint n_opened, guint limit);

/* Children of group NUMBER, *N of them, heaviest first. */
const guint32 *mg_branches_children (MgBranches *branches, guint32 number, guint32 *n);

G_END_DECLS
