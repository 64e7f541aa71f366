#include "analysis/picture/subject-facts.h"

#include "analysis/picture/common-dominators.h"

/* Whether the N NODES, each once, are all objects of TYPE. */
static gboolean
are_all (const MgInstances *instances, MgTypeId type, const MgTypeId *type_of, const MgNode *nodes, gsize n)
{
  guint32 n_all;

  if (instances == NULL || type == MG_TYPE_NONE)
    return FALSE;
  mg_instances_of (instances, type, &n_all);
  if (n != n_all)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (type_of[nodes[i]] != type)
      return FALSE;
  return TRUE;
}

guint64
mg_subject_facts_retained (MgSnapshot *snapshot, MgTypeId type, const MgNode *nodes, gsize n)
{
  const guint64 *by_type = mg_snapshot_type_retained (snapshot);

  if (by_type && are_all (mg_snapshot_instances (snapshot), type, mg_snapshot_graph (snapshot)->type, nodes, n))
    return by_type[type];
  return mg_dominators_retained_of_set (mg_snapshot_dominators (snapshot), nodes, n);
}

MgSubjectFacts *
mg_subject_facts_new (MgSnapshot *snapshot, const MgNode *subjects, gsize n)
{
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  MgSubjectFacts *facts;

  if (dominators == NULL)
    return NULL;
  facts = g_new0 (MgSubjectFacts, 1);
  facts->retained
      = mg_subject_facts_retained (snapshot, mg_snapshot_graph (snapshot)->type[subjects[0]], subjects, n);
  facts->chain = mg_common_dominators (dominators, subjects, n);
  return facts;
}

void
mg_subject_facts_free (MgSubjectFacts *facts)
{
  if (facts == NULL)
    return;
  g_array_unref (facts->chain);
  g_free (facts);
}
