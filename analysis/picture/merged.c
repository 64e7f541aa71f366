#include "analysis/picture/merged.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/limits.h"
#include "analysis/picture/common-dominators.h"
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

/* ---- The subject's node ---- */

static void
fill_subject (const MgMergedRequest *request, const MgGroups *groups, MgSketchNode *node)
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
  if (request->facts)
    node->retained = request->facts->retained;
}

/* Everything that needs the single objects: sizes, runs, dominators, conditions. */
static gboolean
fill_sketch (const MgMergedRequest *request,
             MgCensus *census,
             MgFolds *folds,
             guint subject,
             MgProgress *progress,
             GError **error)
{
  if (!mg_census_take (census, folds, request->snapshot, progress, error))
    return FALSE;
  fill_subject (request, census->groups, mg_sketch_node (census->sketch, subject));
  mg_sketch_mark_conditional (census->sketch, census->graph);
  if (request->facts && census->groups->weights->n_live > 0)
    mg_mark_dominators (census->sketch, request->facts->chain);
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
  guint64 n_live = groups->weights->n_live;
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
  MgCensus census;

  mg_branches_choose (branches, budget, options->opened, options->n_opened, MG_LIMIT_PICTURE_NODES / 2);
  mg_merge_tails (branches, !options->raw, &merged);
  mg_census_init (&census, graph, groups, &merged);
  if (fill_sketch (request, &census, folds, merged.subject, progress, error))
    {
      if (parts)
        mg_merged_parts_fill (parts, &census, branches, folds);
      mg_owner_mark_services (merged.sketch, graph);
      if (!options->raw)
        mg_trunk_collapse (merged.sketch, graph, folds, options->opened, options->n_opened);
      add_dead_cut (merged.sketch, request, n_live);
      picture = mg_finish (&finish, merged.sketch);
      names_provider = mg_sentence_of_set (&finish, merged.sketch, folds, picture);
      if (parts)
        parts->names_provider = names_provider;
    }
  mg_census_clear (&census);
  merged_clear (&merged);
  return picture;
}

MgTreeBasis
mg_merged_basis (const MgMergedRequest *request)
{
  MgSnapshot *snapshot = request->snapshot;

  return (MgTreeBasis){ .graph = mg_snapshot_graph (snapshot),
                        .reverse = mg_snapshot_reverse (snapshot),
                        .instances = mg_snapshot_instances (snapshot),
                        .base = request->tree->owned ? request->tree->owned : request->base };
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
