/* Elements of the runtime's own lists (MG_TYPE_LIST_ELEMENT): timers, registrations with cancellation sources. Each
 * refers to its neighbours and to the list, so that paths lead from any of them to all others, and none of these paths
 * says why the others are alive: the list holds them. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

static inline gboolean
mg_graph_is_list_element (const MgGraph *graph, MgNode node)
{
  return mg_graph_is_object (graph, node) && (mg_graph_type_of (graph, node)->flags & MG_TYPE_LIST_ELEMENT) != 0;
}

/* Whether NODE, which an element of a list refers to, is a neighbour or leads on to others: the list itself. O(1). */
gboolean mg_graph_leads_back_to_list (const MgGraph *graph, MgNode node);

G_END_DECLS
