/* Which objects are meant: alive, dead, of one generation. A plain value. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef enum
{
  MG_LIVENESS_ANY,
  MG_LIVENESS_LIVE, /* kept alive by a root */
  MG_LIVENESS_DEAD, /* reached by none */
} MgLiveness;

typedef struct
{
  MgLiveness liveness;
  MgGeneration generation; /* MG_GENERATION_UNKNOWN = all */
} MgObjectFilter;

#define MG_OBJECT_FILTER_NONE ((MgObjectFilter){ MG_LIVENESS_ANY, MG_GENERATION_UNKNOWN })

static inline gboolean
mg_object_filter_is_none (MgObjectFilter filter)
{
  return filter.liveness == MG_LIVENESS_ANY && filter.generation == MG_GENERATION_UNKNOWN;
}

/* Makes what FILTER needs (graph, tree). MG_ERROR_NOT_FOUND when the file has no generations and one is asked for. */
gboolean mg_object_filter_prepare (MgObjectFilter filter, MgSnapshot *snapshot, MgProgress *progress, GError **error);
/* Whether NODE, an object, passes. After prepare. O(1), with a generation O(log segments). */
gboolean mg_object_filter_pass (MgObjectFilter filter, MgSnapshot *snapshot, MgNode node);
/* Count and bytes of each type, of the objects that pass. Prepares. O(objects). NULL with ERROR. */
MgTypeStats *mg_object_filter_stats (MgObjectFilter filter, MgSnapshot *snapshot, MgProgress *progress, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
