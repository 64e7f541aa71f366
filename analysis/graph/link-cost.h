/* What a link costs in the retention tree and in the search for paths (retention picture, section 1). */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

#define MG_LINK_COST_MAX 9
#define MG_LINK_COST_RUNTIME_TABLE 4

/* Cost of each link out of objects of TYPE. */
static inline guint
mg_link_cost_of_type (const MgGraph *graph, MgTypeId type)
{
  return mg_type_table_get (graph->types, type)->flags & MG_TYPE_RUNTIME_TABLE ? MG_LINK_COST_RUNTIME_TABLE : 1;
}

/* Cost of each link out of NODE, an object or a root node. */
static inline guint
mg_link_cost_from (const MgGraph *graph, MgNode node)
{
  if (mg_graph_is_root (graph, node))
    return mg_root_kind_cost (mg_graph_root (graph, node)->kind);
  return mg_link_cost_of_type (graph, graph->type[node]);
}

G_END_DECLS
