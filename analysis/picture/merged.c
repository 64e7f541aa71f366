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
  GPtrArray *members;  /* per node: array of objects or roots */
  GPtrArray *run_ends; /* per node with runs: array of the lengths of all runs */
  guint64 *handlers;   /* per node: elements of all invocation lists below it */
} Census;

static void
census_clear (Census *census)
{
  g_clear_pointer (&census->node_of, g_free);
  g_clear_pointer (&census->handlers, g_free);
  g_clear_pointer (&census->members, g_ptr_array_unref);
  g_clear_pointer (&census->run_ends, g_ptr_array_unref);
}

static GPtrArray *
new_arrays (guint n)
{
  GPtrArray *arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (arrays, g_array_new (FALSE, FALSE, sizeof (guint32)));
  return arrays;
}

static void
census_init (Census *census, const MgGraph *graph, const MgGroups *groups, const MgMergedSketch *merged)
{
  guint n = merged->sketch->nodes->len;
  GHashTableIter iter;
  gpointer key, value;

  *census = (Census){ .graph = graph, .groups = groups, .sketch = merged->sketch };
  census->node_of = g_new0 (guint32, groups->n);
  g_hash_table_iter_init (&iter, merged->node_of);
  while (g_hash_table_iter_next (&iter, &key, &value))
    census->node_of[GPOINTER_TO_UINT (key)] = GPOINTER_TO_UINT (value);
  census->handlers = g_new0 (guint64, n);
  census->members = new_arrays (n);
  census->run_ends = new_arrays (n);
}

static gint
compare_lengths (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
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
  if (groups->weights->subject[i] && groups->weights->weight[i] == 1)
    return;
  g_array_append_val ((GArray *) g_ptr_array_index (census->members, index), groups->weights->node[i]);
  if (mg_sketch_node (census->sketch, index)->run_longest > 1 && !mg_bitmap_get (groups->goes_on, i))
    g_array_append_val ((GArray *) g_ptr_array_index (census->run_ends, index), groups->run[i]);
}

static void
apply_census (Census *census, const MgDominators *dominators)
{
  for (guint i = 0; i < census->sketch->nodes->len; i++)
    {
      MgSketchNode *node = mg_sketch_node (census->sketch, i);
      const GArray *members = g_ptr_array_index (census->members, i);
      GArray *ends = g_ptr_array_index (census->run_ends, i);

      if (node->kind == MG_PICTURE_GROUP && dominators && members->len > 0)
        node->retained
            = mg_dominators_retained_of_set (dominators, (const MgNode *) (gpointer) members->data, members->len);
      if (ends->len > 0)
        {
          g_array_sort (ends, compare_lengths);
          node->run_median = g_array_index (ends, guint32, ends->len / 2);
        }
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

/* Whether number I, or of a subject the root that holds it, is beside the way. Of a chain that is the first one: the
 * others may hang on their list as well. */
static gboolean
is_minor (const MgGroups *groups, const guint8 *beside, guint32 i)
{
  guint32 parent = groups->weights->parent[i];

  if (groups->weights->subject[i])
    return groups->state[parent] == 0 && parent != 0 && beside[groups->member[parent]] == HOLDS_SUBJECTS
           && groups->group[groups->member[parent]].kind == MG_GROUP_ROOT;
  return groups->state[i] == 0 && groups->run[i] == 1 && beside[groups->member[i]] == IS_MINOR;
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
    if (is_minor (groups, beside, i))
      g_array_append_val (parts->minor, weights->node[weights->subject[i] ? weights->parent[i] : i]);
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
  for (gsize i = 0; i < request->n_subjects && node->weight > 0 && !mg_tree_reached (request->tree, node->first); i++)
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

/* The paths of the subjects, with weights. */
static MgWeights *
weigh (const MgMergedRequest *request, MgFolds *folds, MgProgress *progress, GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (request->snapshot);
  guint32 kinds = request->options->kinds ? request->options->kinds : MG_ROOT_ALL_KINDS;
  g_autoptr (MgWeights) weights
      = mg_weights_new (graph, request->tree, folds, request->subjects, request->n_subjects, progress, error);
  g_autoptr (MgTree) lasting = NULL;

  if (weights == NULL || !mg_lasting_tree_matters (graph, weights))
    return g_steal_pointer (&weights);
  lasting = mg_lasting_tree_new (graph, request->tree, kinds, request->without, request->n_without, progress, error);
  if (lasting == NULL)
    return NULL;
  return mg_weights_new (graph, lasting, folds, request->subjects, request->n_subjects, progress, error);
}

MgPicture *
mg_merged_picture (const MgMergedRequest *request, MgMergedParts *parts, MgProgress *progress, GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (request->snapshot);
  g_autoptr (MgFolds) folds = mg_folds_new (request->snapshot);
  g_autoptr (MgWeights) weights = weigh (request, request->options->raw ? NULL : folds, progress, error);
  g_autoptr (MgGroups) groups = NULL;

  if (weights == NULL)
    return NULL;
  groups = mg_groups_new (graph, weights, request->options->raw ? NULL : folds, progress, error);
  return groups ? draw (request, groups, folds, parts, progress, error) : NULL;
}
