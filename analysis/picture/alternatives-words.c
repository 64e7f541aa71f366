#include "analysis/picture/alternatives-words.h"

#include <glib/gi18n-lib.h>

#include "analysis/picture/label.h"
#include "analysis/picture/sentence.h"

const MgPictureNode *
mg_alternatives_heaviest_root (const MgPicture *picture)
{
  const MgPictureNode *heaviest = NULL;

  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_ROOT && (heaviest == NULL || picture->nodes[i].weight > heaviest->weight))
      heaviest = &picture->nodes[i];
  return heaviest;
}

static char *
root_words (MgSnapshot *snapshot, const MgPictureNode *root)
{
  MgRoot record = mg_label_root_of (mg_snapshot_graph (snapshot), root);

  return mg_label_root_words (&record, root->count);
}

/* The node of the heaviest way of NEXT where it leaves the ways of PICTURE; NULL where nothing says which. */
static const MgPictureNode *
way_out (const MgPicture *picture, const MgPicture *next)
{
  const MgPictureNode *node = mg_alternatives_heaviest_root (next);

  for (guint steps = 0; node && steps < next->n_nodes; steps++)
    {
      const MgPictureEdge *heaviest = NULL;
      gboolean is_known = FALSE;

      for (guint i = 0; i < picture->n_nodes; i++)
        is_known = is_known || picture->nodes[i].id == node->id;
      if (!is_known)
        return node->kind == MG_PICTURE_GROUP ? node : NULL;
      for (guint e = 0; e < next->n_edges; e++)
        if (&next->nodes[next->edges[e].from] == node && (heaviest == NULL || next->edges[e].weight > heaviest->weight))
          heaviest = &next->edges[e];
      node = heaviest ? &next->nodes[heaviest->to] : NULL;
    }
  return NULL;
}

/* The one object that the heaviest root holds on the way to all subjects; MG_NODE_NONE when there is no such. */
static MgNode
first_holder (const MgPicture *picture)
{
  guint root = (guint) (mg_alternatives_heaviest_root (picture) - picture->nodes);

  for (guint e = 0; e < picture->n_edges; e++)
    {
      const MgPictureNode *node = &picture->nodes[picture->edges[e].to];

      if (picture->edges[e].from == root && !picture->edges[e].folded && node->count == 1
          && node->weight == picture->n_live && (node->kind == MG_PICTURE_GROUP || node->kind == MG_PICTURE_SUBJECT))
        return node->example;
    }
  return MG_NODE_NONE;
}

/* "ConnectionMonitor is also held by a local variable": roots beside the one drawn. Returns one of them. */
MgNode
mg_alternatives_explain_roots (const MgMergedRequest *request, MgPicture *picture)
{
  const MgGraph *graph = mg_snapshot_graph (request->snapshot);
  const MgPictureNode *drawn = mg_alternatives_heaviest_root (picture);
  MgNode holder = drawn ? first_holder (picture) : MG_NODE_NONE, other = MG_NODE_NONE;
  MgRoot of_drawn = { 0 };
  g_autofree char *words = NULL, *title = NULL;
  guint64 count = 0;

  if (holder == MG_NODE_NONE)
    return MG_NODE_NONE;
  of_drawn = mg_label_root_of (graph, drawn);
  for (MgNode root = 1; root <= graph->n_roots; root++)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (graph, root, &n);
      gboolean holds = FALSE;

      for (guint32 i = 0; i < n && !holds; i++)
        holds = targets[i] == holder;
      if (!holds || !mg_tree_view_reached (request->tree, root)
          || mg_label_same_root (mg_graph_root (graph, root), &of_drawn))
        continue;
      other = other == MG_NODE_NONE ? root : other;
      count += mg_label_same_root (mg_graph_root (graph, root), mg_graph_root (graph, other));
    }
  if (other == MG_NODE_NONE)
    return MG_NODE_NONE;
  words = mg_label_root_words (mg_graph_root (graph, other), count);
  title = mg_label_type_title (mg_graph_type_of (graph, holder)->name);
  /* Translators: an object, and a root that holds it too: "ConnectionMonitor is also held by a local variable." */
  mg_sentence_explain (picture, g_strdup_printf (_ ("%1$s is also held by %2$s."), title, words));
  return other;
}

gboolean
mg_alternatives_same_root (const MgGraph *graph, const MgPicture *a, const MgPicture *b)
{
  const MgPictureNode *x = mg_alternatives_heaviest_root (a), *y = mg_alternatives_heaviest_root (b);
  MgRoot of_x, of_y;

  if (x == NULL || y == NULL)
    return x == y;
  of_x = mg_label_root_of (graph, x);
  of_y = mg_label_root_of (graph, y);
  return mg_label_same_root (&of_x, &of_y);
}

/* What was taken out of PICTURE and what then holds in NEXT: the roots or, below one root, the holders. */
static gboolean
name_holders (
    const MgAlternatives *search, const MgPicture *picture, const MgPicture *next, char **first, char **second)
{
  MgSnapshot *snapshot = search->request->snapshot;
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgPictureNode *root = mg_alternatives_heaviest_root (picture), *other = mg_alternatives_heaviest_root (next);

  if (root == NULL || other == NULL)
    return FALSE;
  if (!mg_alternatives_same_root (graph, picture, next))
    {
      *first = root_words (snapshot, root);
      *second = root_words (snapshot, other);
      return TRUE;
    }
  other = way_out (picture, next);
  if (other == NULL || search->taken->len == 0 || mg_graph_is_root (graph, g_array_index (search->taken, MgNode, 0)))
    return FALSE;
  *first = mg_label_counted (mg_graph_type_of (graph, g_array_index (search->taken, MgNode, 0))->name,
                             search->taken->len);
  *second = mg_label_counted (mg_graph_type_of (graph, other->example)->name, other->count);
  return TRUE;
}

/* "Without the static field Timers, the static field Instances would still hold all 100." */
void
mg_alternatives_explain_next (const MgAlternatives *search, MgPicture *picture, const MgPicture *next)
{
  g_autofree char *first = NULL, *second = NULL, *n = mg_format_count (next->n_live);

  if (!name_holders (search, picture, next, &first, &second))
    return;
  if (picture->n_live == 1)
    /* Translators: both are roots: "Without the static field Timers, a local variable would still hold it." */
    mg_sentence_explain (picture, g_strdup_printf (_ ("Without %1$s, %2$s would still hold it."), first, second));
  else if (next->n_live == picture->n_live)
    /* Translators: "Without the static field Timers, a local variable would still hold all 100." */
    mg_sentence_explain (picture,
                         g_strdup_printf (_ ("Without %1$s, %2$s would still hold all %3$s."), first, second, n));
  else
    /* Translators: "Without the static field Timers, a local variable and others would still hold 90 of them." */
    mg_sentence_explain (picture, g_strdup_printf (_ ("Without %1$s, %2$s and others would still hold %3$s of them."),
                                                   first, second, n));
}

/* Whether the explanation of the first picture has said already what PICTURE's heaviest root holds. */
gboolean
mg_alternatives_is_named (const MgAlternatives *search, const MgPicture *picture)
{
  const MgGraph *graph = mg_snapshot_graph (search->request->snapshot);
  const MgPictureNode *root = mg_alternatives_heaviest_root (picture);
  MgRoot record;

  if (search->also == MG_NODE_NONE || root == NULL)
    return FALSE;
  record = mg_label_root_of (graph, root);
  return mg_label_same_root (&record, mg_graph_root (graph, search->also));
}

/* The object that all ways to the subjects lead through, the nearest to the roots: whatever holds it else holds them in
 * the same way from there on. NULL: there is none. */
const MgPictureNode *
mg_alternatives_bottleneck (const MgPicture *picture)
{
  const MgPictureNode *first = NULL;

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      const MgPictureNode *node = &picture->nodes[i];

      if (node->kind == MG_PICTURE_GROUP && node->dominator && node->count == 1
          && (first == NULL || node->rank < first->rank))
        first = node;
    }
  return first;
}

/* "OrderStore is also held through the static field Instances and the static field Sockets": of the N pictures all but
 * the first, which differ only above OWNER. */
void
mg_alternatives_explain_bottleneck (const MgAlternatives *search,
                                    const MgPictureNode *owner,
                                    MgPicture *const *pictures,
                                    guint n)
{
  MgSnapshot *snapshot = search->request->snapshot;
  char *words[MG_MOST_ALTERNATIVES] = { NULL };
  guint n_words = 0;

  for (guint i = 1; i < n; i++)
    if (mg_alternatives_heaviest_root (pictures[i]) && !mg_alternatives_is_named (search, pictures[i])
        && !mg_alternatives_same_root (mg_snapshot_graph (snapshot), pictures[0], pictures[i]))
      words[n_words++] = root_words (snapshot, mg_alternatives_heaviest_root (pictures[i]));
  if (n_words == 1)
    /* Translators: an object, and a root that leads to it in another way: "OrderStore is also held through the static
     * field TimerQueue.Instances." */
    mg_sentence_explain (pictures[0], g_strdup_printf (_ ("%1$s is also held through %2$s."), owner->title, words[0]));
  else if (n_words == 2)
    /* Translators: the same with two roots. */
    mg_sentence_explain (pictures[0], g_strdup_printf (_ ("%1$s is also held through %2$s and through %3$s."),
                                                       owner->title, words[0], words[1]));
  for (guint i = 0; i < n_words; i++)
    g_free (words[i]);
}
