#include "analysis/picture/cut-mark.h"

/* Helper objects that one edge may stand for on one path; folds are shorter. */
#define MAX_FOLDED 16

/* Whether EDGE of PICTURE stands for the reference CUT: itself, or a link of the chain folded into it, as the path of
 * the example at its end shows. */
static gboolean
is_cut (MgSnapshot *snapshot, const MgPicture *picture, const MgPictureEdge *edge, const MgCutEdge *cut)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgTree *tree = mg_snapshot_tree (snapshot);
  const MgPictureNode *from = &picture->nodes[edge->from], *to = &picture->nodes[edge->to];
  MgNode node = to->example;

  /* Of a group the reference names any member, the example is but one of them. */
  if (from->count == 1 && from->example == cut->from
      && (edge->folded || to->example == cut->to || (to->count > 1 && graph->type[cut->to] == to->type)))
    return TRUE;
  for (guint i = 0; tree != NULL && edge->folded && i < MAX_FOLDED && node < tree->n_nodes && node != from->example;
       i++)
    {
      if (node == cut->to && tree->parent[node] == cut->from)
        return TRUE;
      node = tree->parent[node];
    }
  return FALSE;
}

gboolean
mg_picture_mark_cut (MgSnapshot *snapshot, const MgPicture *picture, const MgCut *cut, gboolean *edges)
{
  gboolean any = FALSE;

  for (guint e = 0; e < picture->n_edges; e++)
    {
      edges[e] = FALSE;
      for (guint k = 0; k < cut->n && !edges[e]; k++)
        edges[e] = is_cut (snapshot, picture, &picture->edges[e], &cut->edges[k]);
      any |= edges[e];
    }
  return any;
}
