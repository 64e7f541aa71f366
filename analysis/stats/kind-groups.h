/* Objects counted by a kind (of handle, of queue) and a type. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

typedef struct
{
  guint kind;
  MgTypeId type;
  guint64 count, size;
} MgKindGroup;

/* Counts OBJECT under (KIND, its type) in GROUPS (GArray of MgKindGroup); PLACES (a GHashTable of int64 keys) remembers
 * where. O(1).
 */
void mg_kind_groups_add (GHashTable *places, GArray *groups, guint kind, const MgGraph *graph, MgNode object);
/* By kind, then biggest first, then type. */
void mg_kind_groups_sort (GArray *groups);

G_END_DECLS
