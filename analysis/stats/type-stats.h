/* Count and bytes per type, from one pass over a file or a graph; retained sizes join later. */
#pragma once

#include "analysis/graph/type-table.h"
#include "analysis/types.h"

G_BEGIN_DECLS

#define MG_N_GENERATIONS 6
typedef enum
{
  MG_GENERATION_0,
  MG_GENERATION_1,
  MG_GENERATION_2,
  MG_GENERATION_LOH,
  MG_GENERATION_POH,
  MG_GENERATION_FROZEN,
  MG_GENERATION_UNKNOWN
} MgGeneration;

typedef struct
{
  guint64 count;
  guint64 size; /* shallow bytes */
} MgTally;

struct _MgTypeStats
{
  MgTypeTable *types;
  MgTally *tally;          /* n_types */
  MgTally total;           /* objects; without root pseudo-nodes */
  gboolean estimated;      /* a sampled file: multiplied up */
};

MgTypeStats *mg_type_stats_new (MgTypeTable *types) G_GNUC_WARN_UNUSED_RESULT; /* all zero; takes a reference */
/* Counts the objects of GRAPH. O(objects). */
MgTypeStats *mg_type_stats_new_for_graph (const MgGraph *graph) G_GNUC_WARN_UNUSED_RESULT;
MgTypeStats *mg_type_stats_ref (MgTypeStats *stats);
void mg_type_stats_unref (MgTypeStats *stats);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTypeStats, mg_type_stats_unref)

/* "0", "1", "2", "loh", "poh", "frozen"; NULL for unknown. */
const char *mg_generation_id (MgGeneration generation);

G_END_DECLS
