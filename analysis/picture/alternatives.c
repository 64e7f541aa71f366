#include "analysis/picture/alternatives.h"

#include <string.h>

#include "analysis/graph/link-cost.h"
#include "analysis/picture/alternatives-words.h"

/* Holders on the heaviest way that are tried: from the root on. */
#define TRIES 2
/* On big graphs: nodes and references to look at for a tree without some nodes, for each subject and at least. */
#define WORK_PER_SUBJECT 4
#define LEAST_WORK 500000
/* Rounds in which what hangs beside the heaviest way is gathered: each may bring another chance holder to light. */
#define ROUNDS 3

static guint64
count_reached (const MgMergedRequest *request, const MgTreeView *tree)
{
  guint64 n = 0;

  for (gsize i = 0; i < request->n_subjects; i++)
    n += mg_tree_view_reached (tree, request->subjects[i]);
  return n;
}

static guint32
kinds_of (const MgMergedRequest *request)
{
  guint32 kinds = request->options->kinds & MG_ROOT_ALL_KINDS;

  return kinds ? kinds : MG_ROOT_ALL_KINDS;
}

/* How much work a tree without some nodes is worth; 0: any. */
static guint64
most_work (const MgMergedRequest *request)
{
  guint64 n_nodes = mg_snapshot_graph (request->snapshot)->n_nodes;

  if (request->options->alternative > 0 || n_nodes <= MG_ALTERNATIVES_NODES)
    return 0;
  return MAX (MIN (WORK_PER_SUBJECT * request->n_subjects, n_nodes / 2), LEAST_WORK);
}

/* TREE, all zero, becomes the tree without the nodes of WITHOUT, unless that is too much work. FALSE when cancelled. */
static gboolean
tree_without (
    const MgMergedRequest *request, const GArray *without, MgTreeView *tree, MgProgress *progress, GError **error)
{
  MgTreeBasis basis = mg_merged_basis (request);

  basis.most_work = most_work (request);
  return mg_tree_without (&basis, kinds_of (request), (const MgNode *) (gpointer) without->data, without->len, tree,
                          progress, error);
}

/* The same request for TREE, which lacks the nodes of WITHOUT. */
static MgMergedRequest
request_without (const MgMergedRequest *request, const MgTreeView *tree, const GArray *without, guint64 n_live)
{
  MgMergedRequest changed = *request;

  changed.tree = tree;
  changed.n_live = n_live;
  changed.without = (const MgNode *) (gpointer) without->data;
  changed.n_without = without->len;
  return changed;
}

/* A Timer object that is collected ends its timer: the queue lets go of it. Takes the timers out whose Timer is gone in
 * TREE. Returns whether there are any. */
static gboolean
take_out_ended_timers (MgAlternatives *search, const MgTreeView *tree)
{
  MgSnapshot *snapshot = search->request->snapshot;
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  MgTypeId type = mg_type_table_find (graph->types, "System.Threading.TimerHolder");
  guint before = search->without->len;
  guint32 n = 0;
  const MgNode *holders = type == MG_TYPE_NONE ? NULL : mg_instances_of (mg_snapshot_instances (snapshot), type, &n);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 n_edges;
      const MgNode *edges = mg_graph_edges (graph, holders[i], &n_edges);

      if (mg_tree_view_reached (tree, holders[i]) || !mg_tree_view_reached (search->request->tree, holders[i]))
        continue;
      for (guint32 k = 0; k < n_edges; k++)
        if (mg_folds_owner (search->folds, edges[k]) != MG_NODE_NONE)
          g_array_append_val (search->without, edges[k]);
    }
  return search->without->len > before;
}

/* Whether more go with HOLDER than may, MOST of the N_LIVE: known without a tree where the dominators tell. */
static gboolean
holds_too_many (const MgAlternatives *search, const GArray *holder, guint64 most)
{
  const MgMergedRequest *request = search->request;
  const MgGraph *graph = mg_snapshot_graph (request->snapshot);
  const MgDominators *dominators = mg_snapshot_dominators (request->snapshot);

  if (dominators == NULL || search->without->len > 0 || kinds_of (request) != MG_ROOT_ALL_KINDS)
    return FALSE;
  /* For dominators these do not count. */
  for (MgNode root = 1; root <= graph->n_roots; root++)
    if (mg_graph_root (graph, root)->kind == MG_ROOT_STACK_CONSERVATIVE)
      return FALSE;
  return mg_dominators_count_below (dominators, (const MgNode *) (gpointer) holder->data, holder->len,
                                    request->subjects, request->n_subjects)
         > most;
}

/* TREE, all zero, becomes the tree without the nodes taken out, timers included that end with them, unless that is too
 * much work. FALSE when cancelled. */
static gboolean
make_tree (MgAlternatives *search, MgTreeView *tree, MgProgress *progress, GError **error)
{
  if (!tree_without (search->request, search->without, tree, progress, error))
    return FALSE;
  if (tree->tree == NULL || !take_out_ended_timers (search, tree))
    return TRUE;
  mg_tree_view_clear (tree);
  return tree_without (search->request, search->without, tree, progress, error);
}

/* TREE, all zero, becomes the tree without one of HOLDERS, such that at least half of what the heaviest root of PICTURE
 * carries is still held. FALSE when there is none (then it is empty again) or when cancelled (then with *ERROR). */
static gboolean
take_out (MgAlternatives *search,
          const MgPicture *picture,
          const GPtrArray *holders,
          MgTreeView *tree,
          MgProgress *progress,
          GError **error)
{
  guint64 carried = mg_alternatives_heaviest_root (picture)->weight;

  for (guint i = 0; i < MIN (holders->len, TRIES); i++)
    {
      const GArray *holder = g_ptr_array_index (holders, i);
      guint before = search->without->len;
      guint64 most = most_work (search->request);
      gboolean is_known;

      /* What HOLDER carries would have to be looked at, each object with a reference at least. */
      if ((most > 0 && carried * 2 > most) || holds_too_many (search, holder, carried / 2))
        continue;
      g_array_append_vals (search->without, holder->data, holder->len);
      if (!make_tree (search, tree, progress, error))
        return FALSE;
      search->taken = holder;
      is_known = tree->tree != NULL;
      if (is_known && (picture->n_live - count_reached (search->request, tree)) * 2 <= carried)
        return TRUE;
      mg_tree_view_clear (tree);
      g_array_set_size (search->without, before);
      /* What is farther down carries as much: it would be given up as well. */
      if (!is_known)
        break;
    }
  return FALSE;
}

/* ---- All pictures up to the one asked for ---- */

static gboolean
is_worth_it (const MgMergedRequest *request, const MgPicture *picture)
{
  const MgPictureNode *root = mg_alternatives_heaviest_root (picture);

  return !request->options->raw && root != NULL && root->weight * 2 >= picture->n_live;
}

static gint
compare_nodes (gconstpointer a, gconstpointer b)
{
  MgNode x = *(const MgNode *) a, y = *(const MgNode *) b;

  return x < y ? -1 : x > y;
}

static gboolean
same_nodes (const GArray *a, const GArray *b)
{
  g_autoptr (GArray) x = NULL, y = NULL;

  if (a->len != b->len)
    return FALSE;
  x = g_array_copy ((GArray *) a);
  y = g_array_copy ((GArray *) b);
  g_array_sort (x, compare_nodes);
  g_array_sort (y, compare_nodes);
  return memcmp (x->data, y->data, x->len * sizeof (MgNode)) == 0;
}

/* The few objects, far fewer than the N subjects, that stand on both heaviest ways: these differ only in what holds
 * those objects. NULL: there are none. */
static GArray *
find_shared (const MgGraph *graph, const GPtrArray *holders, const GPtrArray *others, guint64 n)
{
  for (guint i = 0; i < holders->len; i++)
    {
      GArray *holder = g_ptr_array_index (holders, i);

      if (holder->len == 0 || holder->len * 2 > n || mg_graph_is_root (graph, g_array_index (holder, MgNode, 0)))
        continue;
      for (guint k = 0; k < others->len; k++)
        if (same_nodes (holder, g_ptr_array_index (others, k)))
          return holder;
    }
  return NULL;
}

/* What hangs little beside the heaviest way of *PICTURE may hang in it as well, and is there only by chance: then the
 * picture shows the one way. FALSE when cancelled. */
static gboolean
gather (const MgMergedRequest *request, MgPicture **picture, MgMergedParts *parts, MgProgress *progress, GError **error)
{
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (MgNode));
  MgMergedParts tried = { 0 };

  if (request->options->raw || parts->minor->len == 0)
    return TRUE;
  if (request->n_without > 0)
    g_array_append_vals (without, request->without, (guint) request->n_without);
  g_array_append_vals (without, parts->minor->data, parts->minor->len);
  for (guint i = 0; i < ROUNDS; i++)
    {
      g_auto (MgTreeView) tree = { 0 };
      g_autoptr (MgPicture) gathered = NULL;
      MgMergedRequest changed;

      if (!tree_without (request, without, &tree, progress, error))
        return FALSE;
      if (tree.tree == NULL || count_reached (request, &tree) < (*picture)->n_live)
        break;
      changed = request_without (request, &tree, without, request->n_live);
      mg_merged_parts_clear (&tried);
      gathered = mg_merged_picture (&changed, &tried, progress, error);
      if (gathered == NULL)
        return FALSE;
      if (tried.all_one_way)
        {
          mg_picture_unref (*picture);
          *picture = g_steal_pointer (&gathered);
          mg_merged_parts_clear (parts);
          *parts = tried;
          return TRUE;
        }
      if (tried.minor->len == 0)
        break;
      g_array_append_vals (without, tried.minor->data, tried.minor->len);
    }
  mg_merged_parts_clear (&tried);
  return TRUE;
}

/* The picture of REQUEST, gathered; PARTS gets what it is made of. NULL: cancelled. */
static MgPicture *
make_gathered (const MgMergedRequest *request, MgMergedParts *parts, MgProgress *progress, GError **error)
{
  MgPicture *picture = mg_merged_picture (request, parts, progress, error);

  if (picture && !gather (request, &picture, parts, progress, error))
    g_clear_pointer (&picture, mg_picture_unref);
  return picture;
}

/* Whether the heaviest way of PICTURE is none that a person would call one: from one element of a list to its
 * neighbours, though the list is gone, or through the runtime's tables. */
static gboolean
is_no_reason (const MgAlternatives *search, const MgPicture *picture, const MgMergedParts *parts)
{
  const MgPictureNode *root = mg_alternatives_heaviest_root (picture);
  const MgGraph *graph = mg_snapshot_graph (search->request->snapshot);

  return parts->is_stray || (root && mg_root_is_runtime_table (mg_graph_root (graph, root->example)));
}

/* Whether PICTURE and the one made without what was taken last differ only above an object that all ways pass, in how
 * one root leads there. */
static gboolean
differs_above_owner (const MgAlternatives *search, const MgPicture *picture)
{
  MgNode first = MG_NODE_NONE;
  const MgPictureNode *taken = NULL, *owner = NULL;

  for (guint i = 0; i < search->taken->len; i++)
    first = MIN (first, g_array_index (search->taken, MgNode, i));
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      const MgPictureNode *node = &picture->nodes[i];

      if (node->kind != MG_PICTURE_GROUP)
        continue;
      if (node->example == first)
        taken = node;
      if (node->dominator && node->count == 1 && (owner == NULL || node->rank > owner->rank))
        owner = node;
    }
  /* What is not drawn is in a trunk, which lies above. */
  return owner && (taken == NULL || taken->rank < owner->rank);
}

/* One picture more, without one of HOLDERS: PARTS gets what it is made of. NULL: there is none, or cancelled. */
static MgPicture *
make_next (MgAlternatives *search,
           const MgPicture *before,
           const GPtrArray *holders,
           MgMergedParts *parts,
           MgProgress *progress,
           GError **error)
{
  g_auto (MgTreeView) tree = { 0 };
  MgMergedRequest request;
  MgPicture *picture;

  if (!take_out (search, before, holders, &tree, progress, error))
    return NULL;
  request = request_without (search->request, &tree, search->without, search->n_held);
  picture = make_gathered (&request, parts, progress, error);
  if (picture && is_no_reason (search, picture, parts))
    g_clear_pointer (&picture, mg_picture_unref);
  return picture;
}

/* The same, but a picture that differs from BEFORE only above some objects, say a queue that two roots of the runtime
 * lead to, is no news: then what is left without these. */
static MgPicture *
make_different (MgAlternatives *search,
                const MgPicture *before,
                const MgMergedParts *parts_before,
                MgMergedParts *parts,
                MgProgress *progress,
                GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (search->request->snapshot);
  guint n_without = search->without->len;
  MgPicture *picture = make_next (search, before, parts_before->holders, parts, progress, error);
  g_autoptr (GPtrArray) alone = g_ptr_array_new ();
  GArray *shared;

  if (picture == NULL)
    return NULL;
  shared = find_shared (graph, parts_before->holders, parts->holders, before->n_live);
  if (shared == NULL)
    return picture;
  mg_picture_unref (picture);
  mg_merged_parts_clear (parts);
  g_array_set_size (search->without, n_without);
  g_ptr_array_add (alone, shared);
  return make_next (search, before, alone, parts, progress, error);
}

/* Makes the pictures after the first into PICTURES. Returns their number, all in all. */
static guint
make_others (MgAlternatives *search, MgPicture **pictures, MgMergedParts *parts, MgProgress *progress, GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (search->request->snapshot);
  const MgPictureNode *owner = mg_alternatives_bottleneck (pictures[0]);
  gboolean alike_below = owner != NULL, names_provider = parts->names_provider;
  guint n = 1;

  while (n <= MG_MOST_ALTERNATIVES && is_worth_it (search->request, pictures[n - 1]))
    {
      MgMergedParts next = { 0 };

      pictures[n] = make_different (search, pictures[n - 1], parts, &next, progress, error);
      if (pictures[n] == NULL)
        {
          mg_merged_parts_clear (&next);
          break;
        }
      if (mg_alternatives_same_root (graph, pictures[0], pictures[n]) && !differs_above_owner (search, pictures[n - 1]))
        alike_below = FALSE;
      if (!alike_below && (n > 1 || !mg_alternatives_is_named (search, pictures[n])))
        mg_alternatives_explain_next (search, pictures[n - 1], pictures[n]);
      mg_merged_parts_clear (parts);
      *parts = next;
      n++;
    }
  if (alike_below && !names_provider)
    mg_alternatives_explain_bottleneck (search, owner, pictures, n);
  pictures[0]->alike_below = alike_below;
  return n;
}

MgPicture *
mg_alternatives_picture (const MgMergedRequest *request, MgProgress *progress, GError **error)
{
  MgPicture *pictures[MG_MOST_ALTERNATIVES + 1] = { NULL }, *asked = NULL;
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (MgNode));
  g_autoptr (MgFolds) folds = mg_folds_new (request->snapshot);
  MgAlternatives search = { .request = request, .without = without, .folds = folds };
  MgMergedParts parts = { 0 };
  GError *local_error = NULL;
  guint n = 1;

  pictures[0] = make_gathered (request, &parts, progress, &local_error);
  if (pictures[0])
    {
      search.n_held = pictures[0]->n_live;
      search.also = mg_alternatives_explain_roots (request, pictures[0]);
      n = make_others (&search, pictures, &parts, progress, &local_error);
    }
  mg_merged_parts_clear (&parts);
  if (local_error)
    g_propagate_error (error, local_error);
  else
    {
      asked = mg_picture_ref (pictures[MIN (request->options->alternative, n - 1)]);
      asked->n_alternatives = n - 1;
    }
  for (guint i = 0; i < n; i++)
    mg_picture_unref (pictures[i]);
  return asked;
}
