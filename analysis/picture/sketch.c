#include "analysis/picture/sketch.h"

static void
edge_free (gpointer data)
{
  MgSketchEdge *edge = data;

  g_array_unref (edge->chain);
  g_free (edge->field);
  g_free (edge);
}

MgSketch *
mg_sketch_new (void)
{
  MgSketch *sketch = g_new0 (MgSketch, 1);

  sketch->nodes = g_ptr_array_new_with_free_func (g_free);
  sketch->edges = g_ptr_array_new_with_free_func (edge_free);
  sketch->cuts = g_array_new (FALSE, TRUE, sizeof (MgPictureCut));
  return sketch;
}

void
mg_sketch_free (MgSketch *sketch)
{
  if (sketch == NULL)
    return;
  g_ptr_array_unref (sketch->nodes);
  g_ptr_array_unref (sketch->edges);
  g_array_unref (sketch->cuts);
  g_free (sketch);
}

guint
mg_sketch_add_node (MgSketch *sketch, MgPictureNodeKind kind, guint64 id)
{
  MgSketchNode *node = g_new0 (MgSketchNode, 1);

  node->kind = kind;
  node->id = id;
  node->type = MG_TYPE_NONE;
  node->first = MG_NODE_NONE;
  g_ptr_array_add (sketch->nodes, node);
  return sketch->nodes->len - 1;
}

MgSketchEdge *
mg_sketch_add_edge (MgSketch *sketch, guint from, guint to, guint64 weight, guint64 links, MgFoldKind fold)
{
  MgSketchEdge *edge = NULL;

  for (guint i = 0; i < sketch->edges->len && edge == NULL; i++)
    if (mg_sketch_edge (sketch, i)->from == from && mg_sketch_edge (sketch, i)->to == to)
      edge = mg_sketch_edge (sketch, i);
  if (edge == NULL)
    {
      edge = g_new0 (MgSketchEdge, 1);
      edge->from = from;
      edge->to = to;
      edge->chain = g_array_new (FALSE, FALSE, sizeof (MgNode));
      g_ptr_array_add (sketch->edges, edge);
    }
  edge->weight += weight;
  edge->links += links;
  if (weight > edge->fold_weight || edge->weight == weight)
    {
      edge->fold = fold;
      edge->fold_weight = weight;
      g_array_set_size (edge->chain, 0);
    }
  return edge;
}

void
mg_sketch_remove_node (MgSketch *sketch, guint index)
{
  for (guint i = sketch->edges->len; i-- > 0;)
    {
      MgSketchEdge *edge = mg_sketch_edge (sketch, i);

      if (edge->from == index || edge->to == index)
        {
          g_ptr_array_remove_index (sketch->edges, i);
          continue;
        }
      edge->from -= edge->from > index;
      edge->to -= edge->to > index;
    }
  g_ptr_array_remove_index (sketch->nodes, index);
}

static MgSketchEdge *
only_edge (const MgSketch *sketch, guint index, gboolean in)
{
  MgSketchEdge *found = NULL;

  for (guint i = 0; i < sketch->edges->len; i++)
    {
      MgSketchEdge *edge = mg_sketch_edge (sketch, i);

      if ((in ? edge->to : edge->from) != index)
        continue;
      if (found)
        return NULL;
      found = edge;
    }
  return found;
}

MgSketchEdge *
mg_sketch_only_in (const MgSketch *sketch, guint index)
{
  return only_edge (sketch, index, TRUE);
}

MgSketchEdge *
mg_sketch_only_out (const MgSketch *sketch, guint index)
{
  return only_edge (sketch, index, FALSE);
}

void
mg_sketch_mark_conditional (MgSketch *sketch, const MgGraph *graph)
{
  for (guint i = 0; i < sketch->edges->len; i++)
    {
      MgSketchEdge *edge = mg_sketch_edge (sketch, i);

      for (guint k = 1; k < edge->chain->len; k++)
        if (mg_graph_edge_is_conditional (graph, g_array_index (edge->chain, MgNode, k - 1),
                                          g_array_index (edge->chain, MgNode, k)))
          edge->conditional = TRUE;
    }
}

/* Longest paths by relaxing all edges until nothing moves: the picture is small and has no cycles. */
static void
set_ranks (MgSketch *sketch)
{
  gboolean moved = TRUE;
  guint deepest = 0;

  for (guint round = 0; moved && round <= sketch->nodes->len; round++)
    {
      moved = FALSE;
      for (guint i = 0; i < sketch->edges->len; i++)
        {
          const MgSketchEdge *edge = mg_sketch_edge (sketch, i);
          guint rank = mg_sketch_node (sketch, edge->from)->rank + 1;

          if (mg_sketch_node (sketch, edge->to)->rank < rank)
            {
              mg_sketch_node (sketch, edge->to)->rank = rank;
              moved = TRUE;
            }
        }
    }
  g_assert (!moved);
  for (guint i = 0; i < sketch->nodes->len; i++)
    deepest = MAX (deepest, mg_sketch_node (sketch, i)->rank);
  for (guint i = 0; i < sketch->nodes->len; i++)
    if (mg_sketch_node (sketch, i)->kind == MG_PICTURE_SUBJECT)
      mg_sketch_node (sketch, i)->rank = sketch->nodes->len == 1 ? 0 : MAX (deepest, 1);
}

/* Roots, then what is held, stubs last, at equal weight. */
static guint
kind_order (const MgSketchNode *node, const MgGraph *graph)
{
  if (node->kind == MG_PICTURE_ROOT && node->first != MG_NODE_NONE)
    return mg_graph_root (graph, node->first)->kind;
  return MG_N_ROOT_KINDS + node->kind;
}

static gint
compare_nodes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MgSketchNode *x = *(MgSketchNode *const *) a, *y = *(MgSketchNode *const *) b;
  const MgGraph *graph = user_data;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if ((x->kind == MG_PICTURE_SUBJECT) != (y->kind == MG_PICTURE_SUBJECT))
    return x->kind == MG_PICTURE_SUBJECT ? 1 : -1;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  if (x->leading != y->leading)
    return x->leading ? -1 : 1;
  if (kind_order (x, graph) != kind_order (y, graph))
    return kind_order (x, graph) < kind_order (y, graph) ? -1 : 1;
  if (x->type != y->type)
    return x->type < y->type ? -1 : 1;
  if (x->first != y->first && x->kind == MG_PICTURE_ROOT)
    return x->first < y->first ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

static gint
compare_edges (gconstpointer a, gconstpointer b)
{
  const MgSketchEdge *x = *(MgSketchEdge *const *) a, *y = *(MgSketchEdge *const *) b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

void
mg_sketch_arrange (MgSketch *sketch, const MgGraph *graph)
{
  g_autofree MgSketchNode **old = g_memdup2 (sketch->nodes->pdata, sketch->nodes->len * sizeof *old);
  g_autofree guint *place = g_new (guint, sketch->nodes->len + 1);

  set_ranks (sketch);
  g_qsort_with_data (sketch->nodes->pdata, (gint) sketch->nodes->len, sizeof (gpointer), compare_nodes,
                     (gpointer) graph);
  for (guint i = 0; i < sketch->nodes->len; i++)
    for (guint k = 0; k < sketch->nodes->len; k++)
      if (mg_sketch_node (sketch, k) == old[i])
        place[i] = k;
  for (guint i = 0; i < sketch->edges->len; i++)
    {
      MgSketchEdge *edge = mg_sketch_edge (sketch, i);

      edge->from = place[edge->from];
      edge->to = place[edge->to];
    }
  g_ptr_array_sort (sketch->edges, compare_edges);
}
