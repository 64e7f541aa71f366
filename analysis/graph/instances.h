/* The objects of each type, in address order: a counting sort over types. 4 bytes per object. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

struct _MgInstances
{
  guint32 n_types;
  guint32 *first; /* n_types + 1 */
  MgNode *node;
  MgMapping *mapping; /* as in MgGraph */
};

MgInstances *mg_instances_new (const MgGraph *graph, MgProgress *progress, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_instances_free (MgInstances *instances);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgInstances, mg_instances_free)

static inline const MgNode *
mg_instances_of (const MgInstances *instances, MgTypeId type, guint32 *n)
{
  *n = instances->first[type + 1] - instances->first[type];
  return instances->node + instances->first[type];
}

G_END_DECLS
