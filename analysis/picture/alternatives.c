#include "analysis/picture/alternatives.h"

#include <glib/gi18n-lib.h>

#include "analysis/picture/label.h"
#include "analysis/picture/sentence.h"

#define MOST 2
/* Holders on the heaviest way that are tried: from the root on. */
#define TRIES 2

typedef struct
{
  const MgMergedRequest *request;
  GArray *without; /* nodes taken out so far */
  guint64 n_held;
  MgNode also; /* a root that the explanation names already */
} Search;

static const MgPictureNode *
heaviest_root (const MgPicture *picture)
{
  const MgPictureNode *heaviest = NULL;

  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_ROOT && (heaviest == NULL || picture->nodes[i].weight > heaviest->weight))
      heaviest = &picture->nodes[i];
  return heaviest;
}

static guint64
count_reached (const MgMergedRequest *request, const MgTree *tree)
{
  guint64 n = 0;

  for (gsize i = 0; i < request->n_subjects; i++)
    n += mg_tree_reached (tree, request->subjects[i]);
  return n;
}

/* The tree without one of HOLDERS, such that at least half of what the heaviest root of PICTURE carries is still held;
 * NULL when there is none or when cancelled (then with *ERROR). */
static MgTree *
take_out (Search *search, const MgPicture *picture, const GPtrArray *holders, MgProgress *progress, GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (search->request->snapshot);
  guint32 kinds = search->request->options->kinds & MG_ROOT_ALL_KINDS;

  for (guint i = 0; i < MIN (holders->len, TRIES); i++)
    {
      const GArray *holder = g_ptr_array_index (holders, i);
      guint before = search->without->len;
      g_autoptr (MgTree) tree = NULL;

      g_array_append_vals (search->without, holder->data, holder->len);
      tree = mg_tree_new_without (graph, kinds ? kinds : MG_ROOT_ALL_KINDS,
                                  (const MgNode *) (gpointer) search->without->data, search->without->len, progress,
                                  error);
      if (tree == NULL)
        return NULL;
      if ((picture->n_live - count_reached (search->request, tree)) * 2 <= heaviest_root (picture)->weight)
        return g_steal_pointer (&tree);
      g_array_set_size (search->without, before);
    }
  return NULL;
}

/* ---- Words ---- */

static char *
root_words (MgSnapshot *snapshot, const MgPictureNode *root)
{
  MgRoot record = mg_label_root_of (mg_snapshot_graph (snapshot), root);

  return mg_label_root_words (&record, root->count);
}

/* "Without the static field Timers, the static field Instances would still hold all 100." */
static void
explain_next (MgSnapshot *snapshot, MgPicture *picture, const MgPicture *next)
{
  const MgPictureNode *root = heaviest_root (picture), *other = heaviest_root (next);
  g_autofree char *first = NULL, *second = NULL, *n = mg_format_count (next->n_live);

  if (root == NULL || other == NULL)
    return;
  first = root_words (snapshot, root);
  second = root_words (snapshot, other);
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

/* The one object that the heaviest root holds on the way to all subjects; MG_NODE_NONE when there is no such. */
static MgNode
first_holder (const MgPicture *picture)
{
  guint root = (guint) (heaviest_root (picture) - picture->nodes);

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
static MgNode
explain_other_roots (const MgMergedRequest *request, MgPicture *picture)
{
  const MgGraph *graph = mg_snapshot_graph (request->snapshot);
  const MgPictureNode *drawn = heaviest_root (picture);
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
      if (!holds || !mg_tree_reached (request->tree, root)
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

/* Whether the explanation of the first picture has said already what PICTURE's heaviest root holds. */
static gboolean
is_named (const Search *search, const MgPicture *picture)
{
  const MgGraph *graph = mg_snapshot_graph (search->request->snapshot);
  const MgPictureNode *root = heaviest_root (picture);
  MgRoot record;

  if (search->also == MG_NODE_NONE || root == NULL)
    return FALSE;
  record = mg_label_root_of (graph, root);
  return mg_label_same_root (&record, mg_graph_root (graph, search->also));
}

/* The object that all ways to the subjects lead through, the nearest to the roots: whatever holds it else holds them in
 * the same way from there on. NULL: there is none. */
static const MgPictureNode *
bottleneck (const MgPicture *picture)
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
static void
explain_bottleneck (const Search *search, const MgPictureNode *owner, MgPicture *const *pictures, guint n)
{
  MgSnapshot *snapshot = search->request->snapshot;
  char *words[MOST] = { NULL };
  guint n_words = 0;

  for (guint i = 1; i < n; i++)
    if (heaviest_root (pictures[i]) && !is_named (search, pictures[i]))
      words[n_words++] = root_words (snapshot, heaviest_root (pictures[i]));
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

/* ---- All pictures up to the one asked for ---- */

static gboolean
is_worth_it (const MgMergedRequest *request, const MgPicture *picture)
{
  const MgPictureNode *root = heaviest_root (picture);

  return !request->options->raw && root != NULL && root->weight * 2 >= picture->n_live
         && (request->options->alternative > 0
             || mg_snapshot_graph (request->snapshot)->n_nodes <= MG_ALTERNATIVES_NODES);
}

/* Makes the pictures after the first into PICTURES. Returns their number, all in all. */
static guint
make_others (Search *search, MgPicture **pictures, GPtrArray *holders, MgProgress *progress, GError **error)
{
  const MgPictureNode *owner = bottleneck (pictures[0]);
  guint n = 1;

  while (n <= MOST && is_worth_it (search->request, pictures[n - 1]))
    {
      MgMergedRequest request = *search->request;
      g_autoptr (MgTree) tree = take_out (search, pictures[n - 1], holders, progress, error);
      GPtrArray *next = NULL;

      if (tree == NULL)
        break;
      request.tree = tree;
      request.n_live = search->n_held;
      request.without = (const MgNode *) (gpointer) search->without->data;
      request.n_without = search->without->len;
      pictures[n] = mg_merged_picture (&request, &next, progress, error);
      if (pictures[n] == NULL)
        break;
      g_ptr_array_set_size (holders, 0);
      g_ptr_array_extend_and_steal (holders, next);
      if (owner == NULL && (n > 1 || !is_named (search, pictures[n])))
        explain_next (request.snapshot, pictures[n - 1], pictures[n]);
      n++;
    }
  if (owner)
    explain_bottleneck (search, owner, pictures, n);
  pictures[0]->alike_below = owner != NULL;
  return n;
}

MgPicture *
mg_alternatives_picture (const MgMergedRequest *request, MgProgress *progress, GError **error)
{
  MgPicture *pictures[MOST + 1] = { NULL }, *asked;
  g_autoptr (GPtrArray) holders = NULL;
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (MgNode));
  Search search = { .request = request, .without = without };
  GError *local_error = NULL;
  guint n;

  pictures[0] = mg_merged_picture (request, &holders, progress, error);
  if (pictures[0] == NULL)
    return NULL;
  search.n_held = pictures[0]->n_live;
  search.also = explain_other_roots (request, pictures[0]);
  n = make_others (&search, pictures, holders, progress, &local_error);
  asked = mg_picture_ref (pictures[MIN (request->options->alternative, n - 1)]);
  asked->n_alternatives = n - 1;
  for (guint i = 0; i < n; i++)
    mg_picture_unref (pictures[i]);
  if (local_error)
    {
      g_clear_pointer (&asked, mg_picture_unref);
      g_propagate_error (error, local_error);
    }
  return asked;
}
