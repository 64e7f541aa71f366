#include "analysis/picture/sentence-owner.h"

#include <glib/gi18n-lib.h>

#include "analysis/picture/label.h"
#include "analysis/picture/type-pattern.h"

/* So many times as many objects hang on one that it gathers them. */
#define GATHERS 4
/* References of a service provider that are looked at for its root scope. */
#define LOOK_AT 64

static gboolean
is_group (const MgSketchNode *node)
{
  return node->kind == MG_PICTURE_GROUP;
}

/* Whether objects of NODE merely carry others. A suspended method is carried by its task, but says who waits. */
static gboolean
is_carrier (const MgGraph *graph, MgFolds *folds, const MgSketchNode *node)
{
  return is_group (node) && mg_folds_is_carrier (folds, node->first)
         && !mg_label_is_async (mg_graph_type_of (graph, node->first)->name);
}

static gboolean
is_own (const MgGraph *graph, const MgSketchNode *node)
{
  return is_group (node) && (mg_graph_type_of (graph, node->first)->flags & MG_TYPE_OWN) != 0;
}

/* The first object above the collection INDEX that is none itself, as long as there is one way only. Above a trunk
 * only the user's own counts. G_MAXUINT: none. */
static guint
owner_above (const MgGraph *graph, const MgSketch *sketch, MgFolds *folds, guint index)
{
  gboolean past_trunk = FALSE;

  for (const MgSketchEdge *in; (in = mg_sketch_only_in (sketch, index)) != NULL;)
    {
      const MgSketchNode *node = mg_sketch_node (sketch, index = in->from);

      past_trunk = past_trunk || node->kind == MG_PICTURE_TRUNK;
      if (node->kind != MG_PICTURE_TRUNK && !is_group (node))
        return G_MAXUINT;
      if (is_group (node) && !is_carrier (graph, folds, node) && (!past_trunk || is_own (graph, node)))
        return index;
    }
  return G_MAXUINT;
}

/* Far fewer objects than those of INDEX that gather them, no collections; G_MAXUINT: none, or there are several ways.
 */
static guint
gatherer_above (const MgGraph *graph, const MgSketch *sketch, MgFolds *folds, guint index)
{
  guint64 count = mg_sketch_node (sketch, index)->count;

  for (const MgSketchEdge *in; count > 1 && (in = mg_sketch_only_in (sketch, index)) != NULL;)
    {
      const MgSketchNode *node = mg_sketch_node (sketch, index = in->from);

      if (!is_group (node))
        return G_MAXUINT;
      if (node->count * GATHERS <= count && !is_carrier (graph, folds, node))
        return index;
    }
  return G_MAXUINT;
}

/* The nearest of the user's objects above INDEX on the only way; G_MAXUINT: none. */
static guint
own_above (const MgGraph *graph, const MgSketch *sketch, guint index)
{
  for (const MgSketchEdge *in; (in = mg_sketch_only_in (sketch, index)) != NULL;)
    if (is_own (graph, mg_sketch_node (sketch, index = in->from)))
      return index;
  return G_MAXUINT;
}

/* ---- Services ---- */

static gboolean
refers_to (const MgGraph *graph, MgNode from, MgNode to)
{
  guint32 n;
  const MgNode *edges = mg_graph_edges (graph, from, &n);

  for (guint32 i = 0; i < MIN (n, LOOK_AT); i++)
    if (edges[i] == to)
      return TRUE;
  return FALSE;
}

/* Whether the scope NODE is its provider's own: each refers to its provider, which refers to this one only. */
static gboolean
is_root_scope (const MgGraph *graph, MgNode node)
{
  guint32 n;
  const MgNode *edges;

  if (!mg_graph_is_object (graph, node))
    return FALSE;
  edges = mg_graph_edges (graph, node, &n);
  for (guint32 i = 0; i < MIN (n, LOOK_AT); i++)
    if (mg_type_is_service_provider (mg_graph_type_of (graph, edges[i])->name) && refers_to (graph, edges[i], node))
      return TRUE;
  return FALSE;
}

/* Whether EDGE leads from a service provider, or from its root scope, to what that keeps. */
static gboolean
is_kept_by_provider (const MgGraph *graph, const MgSketchEdge *edge)
{
  switch (edge->fold)
    {
    case MG_FOLD_SINGLETON:
      return TRUE;
    case MG_FOLD_SCOPED:
    case MG_FOLD_DISPOSABLE:
      return edge->chain->len > 0 && is_root_scope (graph, g_array_index (edge->chain, MgNode, 0));
    default:
      return FALSE;
    }
}

void
mg_owner_mark_services (MgSketch *sketch, const MgGraph *graph)
{
  for (guint i = 0; i < sketch->edges->len; i++)
    if (is_kept_by_provider (graph, mg_sketch_edge (sketch, i)))
      mg_sketch_node (sketch, mg_sketch_edge (sketch, i)->to)->is_service = TRUE;
}

gboolean
mg_owner_is_service (const MgSketch *sketch, guint index)
{
  for (const MgSketchEdge *in; (in = mg_sketch_only_in (sketch, index)) != NULL; index = in->from)
    if (mg_sketch_node (sketch, index)->is_service)
      return TRUE;
  return FALSE;
}

/* ---- The owner ---- */

/* In what way, where it cannot be seen on the edge itself. */
static MgFoldKind
fold_of (const MgGraph *graph, MgFolds *folds, const MgSketchNode *holder, const MgSketchEdge *edge)
{
  if (edge->fold == MG_FOLD_PLAIN && is_group (holder) && mg_folds_is_delegate (folds, holder->first))
    return MG_FOLD_DELEGATE;
  if (edge->fold == MG_FOLD_PLAIN && edge->conditional && edge->chain->len == 2
      && mg_graph_is_object (graph, g_array_index (edge->chain, MgNode, 0)))
    return MG_FOLD_WEAK_TABLE;
  return edge->fold;
}

/* Whether what hangs on a collection in way FOLD is called after that way, with the collection's owner beside it. */
static gboolean
has_words_of_its_own (MgFoldKind fold)
{
  switch (fold)
    {
    case MG_FOLD_EVENT:
    case MG_FOLD_TIMER:
    case MG_FOLD_CANCELLATION:
    case MG_FOLD_ASYNC_LOCAL:
      return TRUE;
    default:
      return FALSE;
    }
}

MgOwner
mg_owner_find (const MgGraph *graph, const MgSketch *sketch, MgFolds *folds, const MgSketchEdge *edge)
{
  const MgSketchNode *holder = mg_sketch_node (sketch, edge->from);
  MgOwner owner = { .index = edge->from, .through = G_MAXUINT, .of = G_MAXUINT };
  guint above = G_MAXUINT;

  owner.fold = fold_of (graph, folds, holder, edge);
  if (is_carrier (graph, folds, holder))
    above = owner_above (graph, sketch, folds, edge->from);
  if (above != G_MAXUINT && has_words_of_its_own (owner.fold))
    owner.of = above;
  else if (above != G_MAXUINT)
    {
      /* Delegates that are drawn say nothing that the words do not. */
      owner.through = mg_folds_is_delegate (folds, holder->first) ? G_MAXUINT : edge->from;
      owner.index = above;
    }
  if (owner.of == G_MAXUINT && is_group (mg_sketch_node (sketch, owner.index)))
    owner.of = gatherer_above (graph, sketch, folds, owner.index);
  if (owner.of == G_MAXUINT && is_group (mg_sketch_node (sketch, owner.index))
      && !is_own (graph, mg_sketch_node (sketch, owner.index)))
    owner.of = own_above (graph, sketch, owner.index);
  owner.is_service = mg_owner_is_service (sketch, owner.index);
  owner.is_root_scope = is_group (holder) && holder->count == 1 && is_kept_by_provider (graph, edge);
  return owner;
}

char *
mg_owner_node_words (const MgPictureNode *node)
{
  if (node->kind == MG_PICTURE_TRUNK || node->kind == MG_PICTURE_STUB)
    return g_strdup (node->title);
  return mg_label_counted_title (node->title, node->count);
}

char *
mg_owner_words (const MgPicture *picture, const MgOwner *owner)
{
  g_autofree char *words = mg_owner_node_words (&picture->nodes[owner->index]), *of = NULL;

  if (owner->of == G_MAXUINT)
    return g_steal_pointer (&words);
  of = mg_owner_node_words (&picture->nodes[owner->of]);
  /* Translators: objects, and what gathers them: "200 Subscription of one Bus" */
  return g_strdup_printf (_ ("%1$s of %2$s"), words, of);
}
