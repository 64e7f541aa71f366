/* What the dominators say of many subjects, whatever the paths are that lead to them: found once for all pictures of
 * them. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 retained;
  GArray *chain; /* of MgNode: what dominates all of them, the nearest to the roots first (common-dominators.h) */
} MgSubjectFacts;

/* Of N subjects, ascending. NULL: the snapshot has no dominators. O(n + dominators above them). */
MgSubjectFacts *mg_subject_facts_new (MgSnapshot *snapshot,
                                      const MgNode *subjects,
                                      gsize n) G_GNUC_WARN_UNUSED_RESULT;
void mg_subject_facts_free (MgSubjectFacts *facts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgSubjectFacts, mg_subject_facts_free)

/* mg_dominators_retained_of_set() of N different live objects, one of type TYPE; known already where they are all that
 * there are. */
guint64 mg_subject_facts_retained (MgSnapshot *snapshot, MgTypeId type, const MgNode *nodes, gsize n);

G_END_DECLS
