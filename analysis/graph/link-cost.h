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

/* Whether ROOT is where a thread keeps the values of all ThreadLocal objects of a type: who has such an object says
 * more about its values, and with it they go. */
static inline gboolean
mg_root_is_runtime_table (const MgRoot *root)
{
  return root->kind == MG_ROOT_THREAD_STATIC && root->label
         && g_str_has_prefix (root->label, "System.Threading.ThreadLocal<");
}

static inline guint
mg_link_cost_of_root (const MgRoot *root)
{
  return mg_root_is_runtime_table (root) ? MG_LINK_COST_RUNTIME_TABLE : mg_root_kind_cost (root->kind);
}

/* Cost of each link out of NODE, an object or a root node. */
static inline guint
mg_link_cost_from (const MgGraph *graph, MgNode node)
{
  if (mg_graph_is_root (graph, node))
    return mg_link_cost_of_root (mg_graph_root (graph, node));
  return mg_link_cost_of_type (graph, graph->type[node]);
}

G_END_DECLS
