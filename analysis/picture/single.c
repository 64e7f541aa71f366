#include "analysis/picture/single.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/limits.h"
#include "analysis/picture/common-dominators.h"
#include "analysis/picture/finish.h"
#include "analysis/picture/fold.h"
#include "analysis/picture/gap.h"
#include "analysis/picture/identity.h"
#include "analysis/picture/merged.h"
#include "analysis/picture/object-paths.h"
#include "analysis/picture/path-steps.h"
#include "analysis/picture/sentence.h"
#include "analysis/picture/trunk.h"

/* Referrers of a node that are looked at for further paths. */
#define LOOK_AT 64
/* Steps drawn at each end of a very long path, and once its middle has been opened. */
#define END_STEPS 30
#define OPEN_END_STEPS 120

typedef struct
{
  MgSnapshot *snapshot;
  const MgGraph *graph;
  const MgTree *tree;
  const MgPictureOptions *options;
  const MgDominators *dominators;
  MgFolds *folds;
  MgNode subject;
  gboolean unique; /* the only path: its objects dominate all that come after them */
  MgSketch *sketch;
  GHashTable *node_of; /* first << 32 | last → index + 1 */
} Single;

/* Whether TO can be reached from FROM. */
static gboolean
leads_to (const MgSketch *sketch, guint from, guint to)
{
  g_autofree gboolean *seen = g_new0 (gboolean, sketch->nodes->len);
  gboolean moved = TRUE;

  seen[from] = TRUE;
  while (moved && !seen[to])
    {
      moved = FALSE;
      for (guint i = 0; i < sketch->edges->len; i++)
        {
          const MgSketchEdge *edge = mg_sketch_edge (sketch, i);

          if (seen[edge->from] && !seen[edge->to])
            seen[edge->to] = moved = TRUE;
        }
    }
  return seen[to];
}

static guint64
step_id (const MgStep *step)
{
  return mg_identity_number (mg_identity_text (MG_IDENTITY_START, "object"), step->first);
}

static guint64
gap_id (const MgStep *first)
{
  return mg_identity_text (step_id (first), "gap");
}

static guint
add_step (Single *single, const MgStep *step)
{
  gboolean is_root = mg_graph_is_root (single->graph, step->first);
  guint64 id = step_id (step);
  guint index;
  MgSketchNode *node;

  if (step->first == single->subject)
    id = mg_identity_text (MG_IDENTITY_START, "subject");
  index = mg_sketch_add_node (single->sketch,
                              is_root                          ? MG_PICTURE_ROOT
                              : step->first == single->subject ? MG_PICTURE_SUBJECT
                                                               : MG_PICTURE_GROUP,
                              id);
  node = mg_sketch_node (single->sketch, index);
  node->type = is_root ? MG_TYPE_NONE : single->graph->type[step->first];
  node->first = step->first;
  node->count = step->count;
  node->run_longest = node->run_median = step->count > 1 ? step->count : 0;
  node->is_chain = step->count > 1;
  if (single->dominators && !is_root)
    node->retained = step->count == 1 || single->unique
                         ? single->dominators->retained[step->first]
                         : mg_dominators_retained_of_set (single->dominators, step->members, step->count);
  return index;
}

/* The node for STEP after node PREVIOUS (G_MAXUINT: none): an existing one, unless that would make a cycle. */
static guint
find_step (Single *single, const MgStep *step, guint previous)
{
  guint64 key = (guint64) step->first << 32 | step->last;
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (single->node_of, &key));

  if (index > 0 && (previous == G_MAXUINT || !leads_to (single->sketch, index - 1, previous)))
    return index - 1;
  index = add_step (single, step);
  g_hash_table_insert (single->node_of, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index + 1));
  return index;
}

/* Which steps of a very long path are not drawn: from *FROM on, so many as are returned. */
static guint
middle_of (const Single *single, const MgSteps *steps, guint *from)
{
  guint end = END_STEPS;

  if (steps->n <= 2 * END_STEPS + 1)
    return 0;
  if (mg_identity_is_among (gap_id (&steps->steps[end]), single->options->opened, single->options->n_opened))
    end = OPEN_END_STEPS;
  *from = end;
  return steps->n <= 2 * end + 1 ? 0 : steps->n - 2 * end;
}

/* The stub for COUNT steps from FIRST on, after node PREVIOUS. */
static guint
add_gap (Single *single, const MgStep *first, guint count, guint previous)
{
  guint64 key = (guint64) first->first << 32; /* nothing ends in the super root */
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (single->node_of, &key));
  MgSketchNode *node;

  if (index > 0 && !leads_to (single->sketch, index - 1, previous))
    return index - 1;
  index = mg_sketch_add_node (single->sketch, MG_PICTURE_STUB, gap_id (first));
  node = mg_sketch_node (single->sketch, index);
  node->is_gap = TRUE;
  node->reason = MG_CUT_FULL;
  node->n_left_out = count;
  g_hash_table_insert (single->node_of, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index + 1));
  return index;
}

/* Of the way along EDGE, which handler of how many it takes. */
static void
find_place (Single *single, MgSketchEdge *edge)
{
  for (guint i = 1; i + 1 < edge->chain->len; i++)
    {
      MgNode list = g_array_index (edge->chain, MgNode, i), item = g_array_index (edge->chain, MgNode, i + 1);
      guint32 n;
      const MgNode *items = mg_graph_edges (single->graph, list, &n);

      if (edge->fold != MG_FOLD_EVENT || single->graph->type[item] == single->graph->type[list]
          || g_array_index (edge->chain, MgNode, i - 1) == MG_NODE_SUPER_ROOT
          || single->graph->type[item] != single->graph->type[g_array_index (edge->chain, MgNode, i - 1)])
        continue;
      for (guint32 k = 0; k < n; k++)
        {
          edge->all_links += single->graph->type[items[k]] == single->graph->type[item];
          if (items[k] == item && edge->place == 0)
            edge->place = edge->all_links;
        }
      return;
    }
}

/* Leads from node PREVIOUS (G_MAXUINT: none) to node INDEX, by STEP (NULL: out of or into a gap). */
static void
add_link (Single *single, guint previous, guint index, const MgStep *step, gboolean leading)
{
  MgSketchEdge *edge;

  mg_sketch_node (single->sketch, index)->weight++;
  if (leading)
    mg_sketch_node (single->sketch, index)->leading = TRUE;
  if (previous == G_MAXUINT)
    return;
  edge = mg_sketch_add_edge (single->sketch, previous, index, 1, 0, step ? step->fold : MG_FOLD_PLAIN);
  edge->links = 1;
  edge->leading = edge->leading || leading;
  if (step && edge->chain->len == 0)
    {
      g_array_append_vals (edge->chain, step->chain, step->n_chain);
      find_place (single, edge);
    }
}

static void
add_path (Single *single, const GArray *path, gboolean leading)
{
  g_autoptr (MgSteps) steps = mg_steps_new (single->graph, single->options->raw ? NULL : single->folds,
                                            (const MgNode *) (gpointer) path->data, path->len);
  guint previous = G_MAXUINT, from = 0, n_left_out = middle_of (single, steps, &from);

  for (guint i = 0; i < steps->n; i++)
    {
      gboolean is_gap = n_left_out > 0 && i == from;
      const MgStep *step = &steps->steps[i];
      guint index = is_gap ? add_gap (single, step, n_left_out, previous) : find_step (single, step, previous);

      /* The step after a gap follows from what is not drawn. */
      add_link (single, previous, index, is_gap || (n_left_out > 0 && i == from + n_left_out) ? NULL : step, leading);
      previous = index;
      if (is_gap)
        i += n_left_out - 1;
    }
}

/* Draws the first N of PATHS. */
static void
draw_paths (Single *single, const MgObjectPaths *paths, guint n)
{
  const MgStep alone = { .first = single->subject, .last = single->subject, .count = 1 };

  g_clear_pointer (&single->sketch, mg_sketch_free);
  single->sketch = mg_sketch_new ();
  g_hash_table_remove_all (single->node_of);
  find_step (single, &alone, G_MAXUINT);
  for (guint i = 0; i < n; i++)
    add_path (single, g_ptr_array_index (paths->paths, i), i == 0);
  mg_sketch_mark_conditional (single->sketch, single->graph);
  if (single->dominators)
    {
      g_autoptr (GArray) chain = single->unique ? g_array_ref (g_ptr_array_index (paths->paths, 0))
                                                : mg_common_dominators (single->dominators, &single->subject, 1);

      mg_mark_dominators (single->sketch, chain);
    }
  if (!single->options->raw)
    mg_trunk_collapse (single->sketch, single->graph, single->folds, single->options->opened,
                       single->options->n_opened);
}

/* As many paths as fit, long unbranched stretches cut in the middle where needed. Returns how many. */
static guint
fit_paths (Single *single, const MgObjectPaths *paths)
{
  guint cap = mg_picture_cap (single->options), n = paths->paths->len;

  for (;; n--)
    {
      draw_paths (single, paths, n);
      if (mg_gap_cut (single->sketch, cap, single->options->opened, single->options->n_opened) || n <= 1)
        return n;
    }
}

/* ---- What is not shown ---- */

/* Whether SOURCE only stands beside NODE in a list. */
static gboolean
is_neighbour (const Single *single, MgNode source, MgNode node)
{
  return mg_graph_is_object (single->graph, source) && single->graph->type[source] == single->graph->type[node]
         && mg_folds_owner (single->folds, node) != MG_NODE_NONE;
}

/* Whether a node on one of the paths has a live referrer that is on none. */
static gboolean
has_more_holders (const Single *single, const MgReverse *reverse, const MgObjectPaths *paths)
{
  g_autoptr (GHashTable) on_paths = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < paths->paths->len; i++)
    {
      const GArray *path = g_ptr_array_index (paths->paths, i);

      for (guint k = 0; k < path->len; k++)
        g_hash_table_add (on_paths, GUINT_TO_POINTER (g_array_index (path, MgNode, k)));
    }
  for (guint i = 0; i < paths->paths->len; i++)
    {
      const GArray *path = g_ptr_array_index (paths->paths, i);

      for (guint k = 1; k < MIN (path->len, G_MAXUINT16); k++)
        {
          guint32 n;
          MgNode node = g_array_index (path, MgNode, k);
          const MgNode *sources = mg_reverse_sources (reverse, node, &n);

          for (guint32 s = 0; s < MIN (n, LOOK_AT); s++)
            if (sources[s] != MG_NODE_SUPER_ROOT && mg_tree_reached (single->tree, sources[s])
                && !is_neighbour (single, sources[s], node)
                && !g_hash_table_contains (on_paths, GUINT_TO_POINTER (sources[s])))
              return TRUE;
        }
    }
  return FALSE;
}

static void
add_cut (Single *single, MgPictureCutReason reason, guint64 groups, char *text)
{
  MgPictureCut cut = { .reason = reason, .groups = groups, .text = text };

  g_array_append_val (single->sketch->cuts, cut);
}

static void
add_cuts (Single *single, const MgObjectPaths *paths, guint n_shown)
{
  const MgReverse *reverse = mg_snapshot_reverse (single->snapshot);
  guint left_out = paths->paths->len - n_shown;

  if (left_out > 0)
    add_cut (single, MG_CUT_FULL, left_out,
             g_strdup_printf (ngettext ("%u path is not shown because the picture is full.",
                                        "%u paths are not shown because the picture is full.", left_out),
                              left_out));
  if (mg_snapshot_is_part (single->snapshot))
    add_cut (single, MG_CUT_SEARCH, 0, g_strdup (_ ("This is the shortest path. Others were not looked for.")));
  else if (paths->bounded)
    add_cut (single, MG_CUT_SEARCH, 0, g_strdup (_ ("The search for paths reached its limit: there may be more.")));
  else if (!paths->exhausted)
    add_cut (single, MG_CUT_SIMILAR, 0, g_strdup (_ ("There are more paths; these differ most from each other.")));
  else if (paths->paths->len > 0 && !paths->unique && has_more_holders (single, reverse, paths))
    add_cut (single, MG_CUT_SIMILAR, 0, g_strdup (_ ("Further paths differ too little from these to be shown.")));
}

static MgPicture *
finish (Single *single, const MgObjectPaths *paths, guint n_shown)
{
  gboolean live = paths->paths->len > 0;
  MgFinish finish_with = { single->snapshot, mg_subject_object (single->subject), NULL, 1, live ? 1 : 0, 1,
                           n_shown,          single->dominators != NULL };
  MgPicture *picture;

  add_cuts (single, paths, n_shown);
  picture = mg_finish (&finish_with, single->sketch);
  mg_sentence_of_object (&finish_with, single->sketch, picture);
  return picture;
}

MgPicture *
mg_single_picture (MgSnapshot *snapshot,
                   MgNode subject,
                   const MgPictureOptions *options,
                   const MgTree *tree,
                   MgProgress *progress,
                   GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autoptr (MgFolds) folds = mg_folds_new (snapshot);
  g_autoptr (MgObjectPaths) paths
      = mg_object_paths_new (snapshot, tree, options->raw ? NULL : folds, subject, options, progress, error);
  Single single = { .snapshot = snapshot,
                    .graph = graph,
                    .tree = tree,
                    .options = options,
                    .dominators = mg_snapshot_dominators (snapshot),
                    .folds = folds,
                    .subject = subject };
  MgPicture *picture;

  if (paths == NULL)
    return NULL;
  single.unique
      = paths->unique && paths->paths->len == 1 && (options->kinds == 0 || options->kinds == MG_ROOT_ALL_KINDS);
  single.node_of = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  picture = finish (&single, paths, fit_paths (&single, paths));
  g_hash_table_unref (single.node_of);
  mg_sketch_free (single.sketch);
  return picture;
}
