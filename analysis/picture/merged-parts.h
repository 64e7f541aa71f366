/* What stands on the heaviest way of a picture of many objects, and beside it: what alternatives are made from. */
#pragma once

#include "analysis/picture/branch.h"
#include "analysis/picture/census.h"

G_BEGIN_DECLS

/* What a picture was made of, for whoever asks for others. */
typedef struct
{
  GPtrArray *holders; /* what stands on the heaviest way, from the root on, as far as it does not dominate all subjects:
                         arrays (GArray) of MgNode */
  GArray *minor;      /* of MgNode: what carries the subjects that the heaviest way does not; empty when there are none,
                         or when they are too many to be beside the way */
  gboolean all_one_way;    /* it carries all subjects */
  gboolean is_stray;       /* the way leads from one element of a list to its neighbours, not through the list */
  gboolean names_provider; /* the sentence ends in a service provider: what leads to that is of no interest */
} MgMergedParts;

/* Of a picture before its trunks collapse, all but what the sentence tells. */
void mg_merged_parts_fill (MgMergedParts *parts, const MgCensus *census, MgBranches *branches, MgFolds *folds);
void mg_merged_parts_clear (MgMergedParts *parts);

G_END_DECLS
