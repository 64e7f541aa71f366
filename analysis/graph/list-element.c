#include "analysis/graph/list-element.h"

/* References of a list that are looked at for an element. */
#define LOOK_AT 8

gboolean
mg_graph_leads_back_to_list (const MgGraph *graph, MgNode node)
{
  guint32 n;
  const MgNode *edges;

  if (mg_graph_is_list_element (graph, node))
    return TRUE;
  edges = mg_graph_edges (graph, node, &n);
  for (guint32 k = 0; k < MIN (n, LOOK_AT); k++)
    if (mg_graph_is_list_element (graph, edges[k]))
      return TRUE;
  return FALSE;
}
