#include "analysis/picture/merged.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/bitmap.h"
#include "analysis/base/limits.h"
#include "analysis/picture/common-dominators.h"
#include "analysis/picture/label.h"
#include "analysis/picture/lasting-tree.h"
#include "analysis/picture/merge-tails.h"
#include "analysis/picture/sentence-owner.h"
#include "analysis/picture/sentence.h"
#include "analysis/picture/trunk.h"

/* Groups tried at first for each node of the picture: equal tails and trunks make several one. */
#define GROUPS_PER_NODE 4

guint
mg_picture_cap (const MgPictureOptions *options)
{
  guint cap = options->max_nodes ? options->max_nodes : MG_PICTURE_DEFAULT_NODES;

  return CLAMP (cap, MG_PICTURE_LEAST_NODES, MG_LIMIT_PICTURE_NODES);
}

static void
merged_clear (MgMergedSketch *merged)
{
  g_clear_pointer (&merged->sketch, mg_sketch_free);
  g_clear_pointer (&merged->node_of, g_hash_table_unref);
}

/* The most groups with which the picture keeps within CAP nodes. What was opened is not counted: opening a stub must
 * not close another. */
static guint
find_budget (MgBranches *branches, const MgGraph *graph, MgFolds *folds, gboolean raw, guint cap)
{
  guint budget = cap * GROUPS_PER_NODE;

  while (budget > 1)
    {
      MgMergedSketch merged;
      guint n;

      mg_branches_choose (branches, budget, NULL, 0, budget);
      mg_merge_tails (branches, !raw, &merged);
      if (!raw)
        mg_trunk_collapse (merged.sketch, graph, folds, NULL, 0);
      n = merged.sketch->nodes->len;
      merged_clear (&merged);
      if (n <= cap)
        break;
      budget = MIN (budget - 1, MAX (branches->shown->len - 1, 2) * cap / n);
    }
  return MAX (budget, 1);
}

/* ---- What only a pass over the objects can tell ---- */

typedef struct
{
  const MgGraph *graph;
  const MgGroups *groups;
  MgSketch *sketch;
  guint32 *node_of;    /* per group: index + 1 of its node */
  guint n_nodes;
  GPtrArray *members; /* per node: array of objects or roots */
  guint32 **run_ends; /* per node with runs: how many are of each length; else NULL */
  guint64 *handlers;  /* per node: elements of all invocation lists below it */
} Census;

static void
census_clear (Census *census)
{
  for (guint i = 0; i < census->n_nodes; i++)
    g_free (census->run_ends[i]);
  g_clear_pointer (&census->node_of, g_free);
  g_clear_pointer (&census->handlers, g_free);
  g_clear_pointer (&census->members, g_ptr_array_unref);
  g_clear_pointer (&census->run_ends, g_free);
}

static void
census_init (Census *census, const MgGraph *graph, const MgGroups *groups, const MgMergedSketch *merged)
{
  guint n = merged->sketch->nodes->len;
  GHashTableIter iter;
  gpointer key, value;

  *census = (Census){ .graph = graph, .groups = groups, .sketch = merged->sketch, .n_nodes = n };
  census->node_of = g_new0 (guint32, groups->n);
  g_hash_table_iter_init (&iter, merged->node_of);
  while (g_hash_table_iter_next (&iter, &key, &value))
    census->node_of[GPOINTER_TO_UINT (key)] = GPOINTER_TO_UINT (value);
  census->handlers = g_new0 (guint64, n);
  census->members = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  census->run_ends = g_new0 (guint32 *, n);
  for (guint i = 0; i < n; i++)
    {
      const MgSketchNode *node = mg_sketch_node (merged->sketch, i);
      gboolean is_drawn = node->kind == MG_PICTURE_ROOT || node->kind == MG_PICTURE_GROUP;

      g_ptr_array_add (census->members,
                       g_array_sized_new (FALSE, FALSE, sizeof (MgNode), is_drawn ? (guint) node->count : 0));
      if (is_drawn && node->run_longest > 1)
        census->run_ends[i] = g_new0 (guint32, node->run_longest + 1);
    }
}

/* Elements of the invocation list number I. */
static guint64
count_handlers (const Census *census, guint32 i)
{
  const MgWeights *weights = census->groups->weights;
  MgTypeId type = census->graph->type[weights->node[weights->parent[i]]];
  guint32 n;
  const MgNode *items = mg_graph_edges (census->graph, weights->node[i], &n);
  guint64 count = 0;

  for (guint32 k = 0; k < n; k++)
    count += census->graph->type[items[k]] == type;
  return count;
}

static void
count_node (Census *census, MgFolds *folds, guint32 i)
{
  const MgGroups *groups = census->groups;
  guint index = census->node_of[groups->member[i]];

  if (index == 0)
    return;
  index--;
  if (groups->state[i] != 0)
    {
      if (mg_folds_is_list (folds, groups->state[i]))
        census->handlers[index] += count_handlers (census, i);
      return;
    }
  if (mg_bitmap_get (groups->weights->subject, i) && groups->weights->weight[i] == 1)
    return;
  g_array_append_val ((GArray *) g_ptr_array_index (census->members, index), groups->weights->node[i]);
  if (census->run_ends[index] && !mg_bitmap_get (groups->goes_on, i))
    census->run_ends[index][groups->run[i]]++;
}

/* The median of the lengths, COUNT[L] of each L up to LONGEST. */
static guint32
find_median (const guint32 *count, guint64 longest)
{
  guint64 n = 0, seen = 0;
  guint32 length = 0;

  for (guint64 i = 0; i <= longest; i++)
    n += count[i];
  while (length < longest && (seen += count[length]) <= n / 2)
    length++;
  return length;
}

static void
apply_census (Census *census, const MgDominators *dominators)
{
  for (guint i = 0; i < census->sketch->nodes->len; i++)
    {
      MgSketchNode *node = mg_sketch_node (census->sketch, i);
      const GArray *members = g_ptr_array_index (census->members, i);

      if (node->kind == MG_PICTURE_GROUP && dominators && members->len > 0)
        node->retained
            = mg_dominators_retained_of_set (dominators, (const MgNode *) (gpointer) members->data, members->len);
      if (census->run_ends[i])
        node->run_median = find_median (census->run_ends[i], node->run_longest);
      else if (node->kind != MG_PICTURE_SUBJECT)
        node->run_median = node->run_longest;
    }
  for (guint i = 0; i < census->sketch->edges->len; i++)
    {
      MgSketchEdge *edge = mg_sketch_edge (census->sketch, i);

      if (edge->fold == MG_FOLD_EVENT)
        edge->all_links = census->handlers[edge->from];
    }
}

static gboolean
take_census (Census *census, MgFolds *folds, const MgDominators *dominators, MgProgress *progress, GError **error)
{
  const MgWeights *weights = census->groups->weights;

  for (guint32 i = 1; i < weights->n; i++)
    {
      if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, i, weights->n, error))
        return FALSE;
      count_node (census, folds, i);
    }
  apply_census (census, dominators);
  return TRUE;
}

/* The heaviest edge out of node INDEX, or NULL. */
static const MgSketchEdge *
heaviest_out (const MgSketch *sketch, guint index)
{
  const MgSketchEdge *heaviest = NULL;

  for (guint i = 0; i < sketch->edges->len; i++)
    {
      const MgSketchEdge *edge = mg_sketch_edge (sketch, i);

      if (edge->from == index && (heaviest == NULL || edge->weight > heaviest->weight))
        heaviest = edge;
    }
  return heaviest;
}

/* All roots that are called like those of the root node NODE: the tree's paths need not start from each. */
static GArray *
roots_like (const MgGraph *graph, const MgSketchNode *node, GArray *members)
{
  const MgRoot *root = mg_graph_root (graph, node->first);
  gboolean is_stack = root->kind == MG_ROOT_STACK || root->kind == MG_ROOT_STACK_CONSERVATIVE;
  GArray *all;

  if (node->mixed || (root->label == NULL && !is_stack))
    return g_array_ref (members);
  all = g_array_new (FALSE, FALSE, sizeof (MgNode));
  for (MgNode other = 1; other <= graph->n_roots; other++)
    if (mg_label_same_root (root, mg_graph_root (graph, other)))
      g_array_append_val (all, other);
  return all;
}

/* Heaviest first, then in the order of roots, as the picture has them. */
static gboolean
carries_more (const MgSketchNode *a, const MgSketchNode *b)
{
  return a->weight != b->weight ? a->weight > b->weight : a->first < b->first;
}

/* What stands on the heaviest way and is not, alone, in the way of all subjects. */
static GPtrArray *
find_holders (const Census *census)
{
  GPtrArray *holders = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  const MgSketch *sketch = census->sketch;
  guint index = G_MAXUINT;

  for (guint i = 0; i < sketch->nodes->len; i++)
    if (mg_sketch_node (sketch, i)->kind == MG_PICTURE_ROOT
        && (index == G_MAXUINT || carries_more (mg_sketch_node (sketch, i), mg_sketch_node (sketch, index))))
      index = i;
  while (index != G_MAXUINT)
    {
      const MgSketchNode *node = mg_sketch_node (sketch, index);
      const MgSketchEdge *next = heaviest_out (sketch, index);

      if (node->kind != MG_PICTURE_ROOT && node->kind != MG_PICTURE_GROUP)
        break;
      if (!node->dominator && node->kind == MG_PICTURE_ROOT)
        g_ptr_array_add (holders, roots_like (census->graph, node, g_ptr_array_index (census->members, index)));
      else if (!node->dominator)
        g_ptr_array_add (holders, g_array_ref (g_ptr_array_index (census->members, index)));
      index = next ? next->to : G_MAXUINT;
    }
  return holders;
}

/* ---- What is beside the heaviest way ---- */

/* Ways beside the heaviest carry less than one part in so many of the subjects each. */
#define MINOR_PART 2

enum
{
  IS_MINOR = 1,
  HOLDS_SUBJECTS, /* roots of one name, some of which hold subjects themselves */
};

/* Marks in BESIDE what stands beside the heaviest way from group NUMBER. Returns the next group on the way; 0: it ends
 * there, or *TOO_MUCH hangs beside it. */
static guint32
mark_siblings (MgBranches *branches, guint32 number, guint8 *beside, gboolean *too_much)
{
  const MgGroup *groups = branches->groups->group;
  guint32 n;
  const guint32 *children = mg_branches_children (branches, number, &n);

  for (guint32 i = 1; i < n; i++)
    {
      const MgGroup *group = &groups[children[i]];
      gboolean is_subjects = group->kind == MG_GROUP_SUBJECTS;

      /* What holds a subject itself cannot be taken out without its holder, which is on the way; of roots of one name
       * that is another one. */
      *too_much = *too_much || (is_subjects && groups[number].kind != MG_GROUP_ROOT)
                  || (guint64) group->weight * MINOR_PART > groups[0].weight;
      if (is_subjects)
        beside[number] = HOLDS_SUBJECTS;
      else
        beside[children[i]] = IS_MINOR;
    }
  return n > 0 && groups[children[0]].kind != MG_GROUP_SUBJECTS ? children[0] : 0;
}

/* Whether some objects of node INDEX are held by others of their type: in a run, or by one that is folded. */
static gboolean
has_neighbours (const MgSketch *sketch, const MgGraph *graph, guint index)
{
  if (mg_sketch_node (sketch, index)->run_longest > 1)
    return TRUE;
  for (guint i = 0; i < sketch->edges->len; i++)
    {
      const MgSketchEdge *edge = mg_sketch_edge (sketch, i);
      guint n = edge->chain->len;

      if (edge->to == index && n > 2
          && graph->type[g_array_index (edge->chain, MgNode, n - 2)]
                 == graph->type[g_array_index (edge->chain, MgNode, n - 1)])
        return TRUE;
    }
  return FALSE;
}

/* Whether most subjects hang on elements of a list that are only found through other elements. */
static gboolean
is_stray (const MgSketch *sketch, const MgGraph *graph, MgFolds *folds, guint64 n_live)
{
  for (guint i = 0; i < sketch->nodes->len; i++)
    {
      const MgSketchNode *node = mg_sketch_node (sketch, i);

      if (node->kind == MG_PICTURE_GROUP && node->weight * 2 > n_live
          && mg_folds_owner (folds, node->first) != MG_NODE_NONE && has_neighbours (sketch, graph, i))
        return TRUE;
    }
  return FALSE;
}

/* Whether number I is a root that holds subjects itself, beside the way. */
static gboolean
is_minor_root (const MgGroups *groups, const guint8 *beside, guint32 i)
{
  return groups->state[i] == 0 && i != 0 && beside[groups->member[i]] == HOLDS_SUBJECTS
         && groups->group[groups->member[i]].kind == MG_GROUP_ROOT;
}

/* Appends number I when it is beside the way, or of a subject the root that holds it. Of a chain that is the first one:
 * the others may hang on their list as well. */
static void
add_minor (const MgGroups *groups, const guint8 *beside, guint32 i, GArray *minor)
{
  const MgWeights *weights = groups->weights;
  guint32 parent = weights->parent[i];

  if (weights->n_leaves[i] > 0 && is_minor_root (groups, beside, i))
    g_array_append_val (minor, weights->node[i]);
  if (mg_bitmap_get (weights->subject, i))
    {
      if (is_minor_root (groups, beside, parent))
        g_array_append_val (minor, weights->node[parent]);
    }
  else if (groups->state[i] == 0 && groups->run[i] == 1 && beside[groups->member[i]] == IS_MINOR)
    g_array_append_val (minor, weights->node[i]);
}

static void
find_minor (MgBranches *branches, MgMergedParts *parts)
{
  const MgGroups *groups = branches->groups;
  const MgWeights *weights = groups->weights;
  g_autofree guint8 *beside = g_new0 (guint8, groups->n);
  gboolean too_much = FALSE;
  guint32 number = 0;

  parts->minor = g_array_new (FALSE, FALSE, sizeof (MgNode));
  do
    number = mark_siblings (branches, number, beside, &too_much);
  while (number != 0 && !too_much);
  for (guint32 i = 1; i < weights->n && !too_much; i++)
    add_minor (groups, beside, i, parts->minor);
  parts->all_one_way = !too_much && parts->minor->len == 0;
}

void
mg_merged_parts_clear (MgMergedParts *parts)
{
  g_clear_pointer (&parts->holders, g_ptr_array_unref);
  g_clear_pointer (&parts->minor, g_array_unref);
}

/* ---- The subject's node ---- */

static void
fill_subject (const MgMergedRequest *request,
              const MgGroups *groups,
              const MgDominators *dominators,
              MgSketchNode *node)
{
  node->type = request->subject.kind == MG_SUBJECT_TYPE ? request->subject.id : MG_TYPE_NONE;
  node->first = request->subjects[0];
  for (gsize i = 0; node->weight > 0 && !mg_tree_view_reached (request->tree, node->first); i++)
    node->first = request->subjects[i];
  node->run_longest = 0;
  for (guint32 i = 1; i < groups->n; i++)
    if (groups->group[i].kind == MG_GROUP_SUBJECTS)
      node->run_longest = MAX (node->run_longest, groups->group[i].longest);
  node->run_median = node->run_longest;
  if (node->count == 0)
    node->count = request->n_subjects;
  if (dominators)
    node->retained = mg_dominators_retained_of_set (dominators, request->subjects, request->n_subjects);
}

/* Everything that needs the single objects: sizes, runs, dominators, conditions. */
static gboolean
fill_sketch (
    const MgMergedRequest *request, Census *census, MgFolds *folds, guint subject, MgProgress *progress, GError **error)
{
  const MgDominators *dominators = mg_snapshot_dominators (request->snapshot);

  if (!take_census (census, folds, dominators, progress, error))
    return FALSE;
  fill_subject (request, census->groups, dominators, mg_sketch_node (census->sketch, subject));
  mg_sketch_mark_conditional (census->sketch, census->graph);
  if (dominators && census->groups->weights->weight[0] > 0)
    {
      g_autoptr (GArray) chain = mg_common_dominators (dominators, request->subjects, request->n_subjects);

      mg_mark_dominators (census->sketch, chain);
    }
  return TRUE;
}

/* Subjects that nothing holds are in no branch. */
static void
add_dead_cut (MgSketch *sketch, const MgMergedRequest *request, guint64 n_live)
{
  guint64 dead = request->n_subjects - n_live;
  g_autofree char *n = mg_format_count (dead);
  MgPictureCut cut = { .reason = MG_CUT_DEAD, .subjects = dead };

  /* Nothing else would be shown, or some are only without the holders taken out. */
  if (dead == 0 || n_live == 0 || request->n_live > 0)
    return;
  cut.text
      = g_strdup_printf (ngettext ("Nothing holds %s of the objects; the next collection frees it.",
                                   "Nothing holds %s of the objects; the next collection frees them.", (gulong) dead),
                         n);
  g_array_append_val (sketch->cuts, cut);
}

static MgPicture *
draw (const MgMergedRequest *request,
      const MgGroups *groups,
      MgFolds *folds,
      MgMergedParts *parts,
      MgProgress *progress,
      GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (request->snapshot);
  const MgPictureOptions *options = request->options;
  g_autoptr (MgBranches) branches = mg_branches_new (graph, groups);
  guint budget = find_budget (branches, graph, folds, options->raw, mg_picture_cap (options));
  guint64 n_live = groups->weights->weight[0];
  MgFinish finish = { request->snapshot,
                      request->subject,
                      request->name,
                      request->n_subjects,
                      n_live,
                      request->n_live ? request->n_live : n_live,
                      n_live,
                      mg_snapshot_dominators (request->snapshot) != NULL };
  gboolean names_provider;
  MgMergedSketch merged;
  MgPicture *picture = NULL;
  Census census;

  mg_branches_choose (branches, budget, options->opened, options->n_opened, MG_LIMIT_PICTURE_NODES / 2);
  mg_merge_tails (branches, !options->raw, &merged);
  census_init (&census, graph, groups, &merged);
  if (fill_sketch (request, &census, folds, merged.subject, progress, error))
    {
      if (parts)
        {
          parts->holders = find_holders (&census);
          find_minor (branches, parts);
          parts->is_stray = is_stray (merged.sketch, graph, folds, n_live);
        }
      mg_owner_mark_services (merged.sketch, graph);
      if (!options->raw)
        mg_trunk_collapse (merged.sketch, graph, folds, options->opened, options->n_opened);
      add_dead_cut (merged.sketch, request, n_live);
      picture = mg_finish (&finish, merged.sketch);
      names_provider = mg_sentence_of_set (&finish, merged.sketch, folds, picture);
      if (parts)
        parts->names_provider = names_provider;
    }
  census_clear (&census);
  merged_clear (&merged);
  return picture;
}

MgTreeBasis
mg_merged_basis (const MgMergedRequest *request)
{
  MgSnapshot *snapshot = request->snapshot;

  return (MgTreeBasis){ mg_snapshot_graph (snapshot), mg_snapshot_reverse (snapshot), mg_snapshot_instances (snapshot),
                        request->base };
}

/* The ways of the subjects, in LASTING when it matters, which else stays empty. */
static MgWays *
find_ways (const MgMergedRequest *request, MgFolds *folds, MgTreeView *lasting, MgProgress *progress, GError **error)
{
  const MgTreeBasis basis = mg_merged_basis (request);
  guint32 kinds = request->options->kinds ? request->options->kinds : MG_ROOT_ALL_KINDS;
  g_autoptr (MgWays) ways
      = mg_ways_new (basis.graph, request->tree, folds, request->subjects, request->n_subjects, progress, error);

  if (ways == NULL || !mg_lasting_tree_matters (ways, basis.instances))
    return g_steal_pointer (&ways);
  if (!mg_lasting_tree_make (&basis, request->tree, kinds, request->without, request->n_without, lasting, progress,
                             error))
    return NULL;
  return mg_ways_new (basis.graph, lasting, folds, request->subjects, request->n_subjects, progress, error);
}

static MgWeights *
weigh (const MgMergedRequest *request, MgFolds *folds, MgTreeView *lasting, MgProgress *progress, GError **error)
{
  g_autoptr (MgWays) ways = find_ways (request, folds, lasting, progress, error);

  return ways ? mg_weights_new (ways, progress, error) : NULL;
}

MgPicture *
mg_merged_picture (const MgMergedRequest *request, MgMergedParts *parts, MgProgress *progress, GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (request->snapshot);
  g_autoptr (MgFolds) folds = mg_folds_new (request->snapshot);
  MgFolds *used = request->options->raw ? NULL : folds;
  g_auto (MgTreeView) lasting = { 0 };
  g_autoptr (MgWeights) weights = weigh (request, used, &lasting, progress, error);
  g_autoptr (MgGroups) groups = NULL;

  if (weights == NULL)
    return NULL;
  groups = mg_groups_new (graph, lasting.tree ? &lasting : request->tree, weights, used, progress, error);
  return groups ? draw (request, groups, folds, parts, progress, error) : NULL;
}
