#include "analysis/picture/merged-parts.h"

#include "analysis/base/bitmap.h"
#include "analysis/picture/label.h"

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
find_holders (const MgCensus *census)
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
mg_merged_parts_fill (MgMergedParts *parts, const MgCensus *census, MgBranches *branches, MgFolds *folds)
{
  parts->holders = find_holders (census);
  find_minor (branches, parts);
  parts->is_stray = is_stray (census->sketch, census->graph, folds, census->groups->weights->n_live);
}

void
mg_merged_parts_clear (MgMergedParts *parts)
{
  g_clear_pointer (&parts->holders, g_ptr_array_unref);
  g_clear_pointer (&parts->minor, g_array_unref);
}
