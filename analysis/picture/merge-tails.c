#include "analysis/picture/merge-tails.h"

#include "analysis/picture/identity.h"

typedef struct
{
  MgBranches *branches;
  const MgGroups *groups;
  MgMergedSketch *merged;
  gboolean merge;
  GHashTable *tails; /* signature → index + 1 */
  guint shared_stub; /* index + 1 */
} Pass;

static const MgGroup *
group_of (const Pass *pass, guint32 number)
{
  return &pass->groups->group[number];
}

static guint
node_of (const Pass *pass, guint32 number)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (pass->merged->node_of, GUINT_TO_POINTER (number)));
}

/* Subjects that hang directly in NUMBER: the heaviest part names the way (NULL: there are none). */
static const MgGroup *
direct_subjects (const Pass *pass, guint32 number, guint64 *weight, guint64 *links)
{
  guint32 n;
  const guint32 *children = mg_branches_children (pass->branches, number, &n);
  const MgGroup *heaviest = NULL;

  *weight = 0;
  *links = 0;
  for (guint32 i = 0; i < n; i++)
    {
      const MgGroup *child = group_of (pass, children[i]);

      if (child->kind != MG_GROUP_SUBJECTS)
        continue;
      *weight += child->weight;
      *links += child->links;
      heaviest = heaviest ? heaviest : child;
    }
  return heaviest;
}

/* What two groups must have in common to be one: type, and where they lead. Groups with stubs stay apart, so that each
 * stub opens what belongs to it. */
static char *
tail_signature (const Pass *pass, const MgBranch *branch)
{
  const MgGroup *group = group_of (pass, branch->number);
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 weight, links;
  const MgGroup *subjects = direct_subjects (pass, branch->number, &weight, &links);
  guint32 n;
  const guint32 *children = mg_branches_children (pass->branches, branch->number, &n);

  if (!pass->merge || group->kind == MG_GROUP_ROOT || branch->keeps_apart)
    return NULL;
  g_string_append_printf (text, "%u %d", group->type, subjects ? (int) subjects->fold : -1);
  for (guint k = 1; k <= pass->merged->sketch->nodes->len; k++)
    for (guint32 i = 0; i < n; i++)
      if (node_of (pass, children[i]) == k)
        g_string_append_printf (text, " %u/%u", k, group_of (pass, children[i])->fold);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static guint
make_node (Pass *pass, const MgBranch *branch)
{
  const MgGroup *group = group_of (pass, branch->number);
  g_autofree char *signature = tail_signature (pass, branch);
  guint index = signature ? GPOINTER_TO_UINT (g_hash_table_lookup (pass->tails, signature)) : 0;
  MgSketchNode *node;

  if (index == 0)
    {
      index = 1
              + mg_sketch_add_node (pass->merged->sketch,
                                    group->kind == MG_GROUP_ROOT ? MG_PICTURE_ROOT : MG_PICTURE_GROUP, branch->id);
      if (signature)
        g_hash_table_insert (pass->tails, g_steal_pointer (&signature), GUINT_TO_POINTER (index));
    }
  node = mg_sketch_node (pass->merged->sketch, index - 1);
  /* The heaviest member gives its id: opening lighter branches does not change it. */
  if (group->weight > node->run_median || node->count == 0)
    {
      node->id = branch->id;
      node->run_median = group->weight;
    }
  node->type = group->type;
  node->mixed = group->mixed;
  node->first = MIN (node->first, group->first);
  node->count += group->count;
  node->weight += group->weight;
  node->run_longest = MAX (node->run_longest, group->longest);
  g_hash_table_insert (pass->merged->node_of, GUINT_TO_POINTER (branch->number), GUINT_TO_POINTER (index));
  return index - 1;
}

/* The objects from the drawn holder of GROUP's first member in tree order to that itself. Plumbing before it is short.
 */
static void
fill_chain (const Pass *pass, MgSketchEdge *edge, const MgGroup *group)
{
  const MgWeights *weights = pass->groups->weights;
  guint32 i = group->nearest_holder;

  if (edge->chain->len > 0)
    return;
  g_array_append_val (edge->chain, group->nearest);
  g_array_prepend_val (edge->chain, weights->node[i]);
  while (pass->groups->state[i] != 0)
    {
      i = weights->parent[i];
      g_array_prepend_val (edge->chain, weights->node[i]);
    }
}

static void
add_edges (Pass *pass, const MgBranch *branch, guint index)
{
  MgSketch *sketch = pass->merged->sketch;
  guint32 n;
  const guint32 *children = mg_branches_children (pass->branches, branch->number, &n);
  guint64 weight, links;
  const MgGroup *subjects = direct_subjects (pass, branch->number, &weight, &links);

  for (guint32 i = 0; i < n; i++)
    {
      const MgGroup *child = group_of (pass, children[i]);
      guint to = node_of (pass, children[i]);

      if (to > 0)
        fill_chain (pass, mg_sketch_add_edge (sketch, index, to - 1, child->weight, child->links, child->fold),
                    child);
    }
  if (subjects)
    fill_chain (pass, mg_sketch_add_edge (sketch, index, pass->merged->subject, weight, links, subjects->fold),
                subjects);
}

/* The stub below node INDEX; below the super root when FROM_ROOTS. */
static void
add_stub (Pass *pass, const MgBranch *branch, guint index, gboolean from_roots)
{
  MgSketch *sketch = pass->merged->sketch;
  MgSketchNode *node;
  guint stub;

  if (branch->weight_left_out == 0)
    return;
  if (branch->shares_stub && pass->shared_stub > 0)
    stub = pass->shared_stub - 1;
  else
    stub = mg_sketch_add_node (sketch, MG_PICTURE_STUB, branch->stub_id);
  if (branch->shares_stub)
    pass->shared_stub = stub + 1;
  node = mg_sketch_node (sketch, stub);
  node->weight += branch->weight_left_out;
  node->n_left_out += branch->n_left_out;
  node->reason = MAX (node->reason, branch->reason);
  if (!from_roots)
    mg_sketch_add_edge (sketch, index, stub, branch->weight_left_out, 0, MG_FOLD_PLAIN);
  mg_sketch_add_edge (sketch, stub, pass->merged->subject, branch->weight_left_out, 0, MG_FOLD_PLAIN);
}

void
mg_merge_tails (MgBranches *branches, gboolean merge, MgMergedSketch *merged)
{
  Pass pass = { .branches = branches, .groups = branches->groups, .merged = merged, .merge = merge };
  MgSketchNode *subject;

  merged->sketch = mg_sketch_new ();
  merged->node_of = g_hash_table_new (NULL, NULL);
  merged->subject
      = mg_sketch_add_node (merged->sketch, MG_PICTURE_SUBJECT, mg_identity_text (MG_IDENTITY_START, "subject"));
  subject = mg_sketch_node (merged->sketch, merged->subject);
  subject->weight = subject->count = branches->groups->group[0].weight;
  pass.tails = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  /* Children have higher numbers than their parents: continuations are known before what leads to them. */
  for (guint i = branches->shown->len; i-- > 0;)
    {
      const MgBranch *branch = &g_array_index (branches->shown, MgBranch, i);
      guint index;

      if (branch->number == 0)
        {
          add_stub (&pass, branch, 0, TRUE);
          continue;
        }
      index = make_node (&pass, branch);
      add_edges (&pass, branch, index);
      add_stub (&pass, branch, index, FALSE);
    }
  g_hash_table_unref (pass.tails);
}
