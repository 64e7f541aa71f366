#include "analysis/picture/group.h"

#include <stdlib.h>

#include "analysis/base/big-array.h"
#include "analysis/base/bitmap.h"
#include "analysis/base/prefetch.h"
#include "analysis/base/progress.h"

/* A group joins the one this many above it at most (0 is itself): cycles of up to three. */
#define MAX_CYCLE 3
/* More roots of a kind than this, each with under 1 % of the subjects, stand together though their labels differ. */
#define MANY_ROOTS 8
#define PERCENT 100
#define FEW 16
/* How many nodes ahead what says what they are is fetched. */
#define FETCH_AHEAD 24

/* Groups of parents with more children than FEW: open addressing over group numbers, keyed by (parent, type, kind,
 * fold). Of others the children are looked through, which stays near in memory. */
typedef struct
{
  guint32 *slots; /* group number; 0 = free */
  guint32 mask, used;
} Index;

typedef struct
{
  const MgGraph *graph;
  const MgTreeView *tree;
  const MgWeights *weights;
  MgFolds *folds;
  MgGroups *groups;
  GArray *array; /* of MgGroup */
  Index index;
  guint32 last[MG_GROUP_SUBJECTS + 1]; /* per kind: the group that was asked for last */
  GHashTable *root_groups;        /* "kind label" → number */
  GHashTable *root_weights;       /* "kind label" → subjects */
  guint n_small[MG_N_ROOT_KINDS]; /* labels with under 1 % */
  MgNode *first_subject;          /* per number: the first subject at or below; NULL where no subject holds others */
} Pass;

void
mg_groups_free (MgGroups *groups)
{
  if (groups == NULL)
    return;
  g_free (groups->group);
  g_free (groups->member);
  g_free (groups->state);
  g_free (groups->run);
  g_free (groups->up);
  g_free (groups->goes_on);
  g_free (groups);
}

static MgGroup *
group_at (Pass *pass, guint32 number)
{
  return &g_array_index (pass->array, MgGroup, number);
}

static guint32
hash_key (guint32 parent, MgTypeId type, guint kind, guint fold)
{
  guint64 key
      = ((guint64) parent << 32 | type) ^ (guint64) (kind << 8 | fold) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  key ^= key >> 29;
  key *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return (guint32) (key ^ key >> 32);
}

static void
grow_index (Pass *pass)
{
  Index old = pass->index;

  pass->index.mask = old.slots ? old.mask * 2 + 1 : 1023;
  pass->index.slots = g_new0 (guint32, (gsize) pass->index.mask + 1);
  for (guint32 i = 0; old.slots && i <= old.mask; i++)
    if (old.slots[i] != 0)
      {
        MgGroup *g = group_at (pass, old.slots[i]);
        guint32 at = hash_key (g->parent, g->type, g->kind, g->fold) & pass->index.mask;

        while (pass->index.slots[at] != 0)
          at = (at + 1) & pass->index.mask;
        pass->index.slots[at] = old.slots[i];
      }
  g_free (old.slots);
}

static guint32
add_group (Pass *pass, guint32 parent, MgTypeId type, MgGroupKind kind, MgFoldKind fold)
{
  MgGroup group
      = { .parent = parent, .type = type, .kind = (guint8) kind, .fold = (guint8) fold, .first = MG_NODE_NONE };

  group.older_sibling = pass->array->len > 0 ? group_at (pass, parent)->last_child : 0;
  g_array_append_val (pass->array, group);
  group_at (pass, parent)->last_child = pass->array->len - 1;
  group_at (pass, parent)->n_children++;
  return pass->array->len - 1;
}

static gboolean
is_group (const MgGroup *group, guint32 parent, MgTypeId type, MgGroupKind kind, MgFoldKind fold)
{
  return group->parent == parent && group->type == type && group->kind == kind && group->fold == fold;
}

static void
insert (Pass *pass, guint32 number)
{
  const MgGroup *group = group_at (pass, number);
  guint32 at;

  if (pass->index.slots == NULL || pass->index.used * 2 > pass->index.mask)
    grow_index (pass);
  at = hash_key (group->parent, group->type, group->kind, group->fold) & pass->index.mask;
  while (pass->index.slots[at] != 0)
    at = (at + 1) & pass->index.mask;
  pass->index.slots[at] = number;
  pass->index.used++;
}

/* The group among the children of PARENT, which are few; 0 when there is none. */
static guint32
find_among_few (Pass *pass, guint32 parent, MgTypeId type, MgGroupKind kind, MgFoldKind fold)
{
  guint32 number = group_at (pass, parent)->last_child;

  while (number != 0 && !is_group (group_at (pass, number), parent, type, kind, fold))
    number = group_at (pass, number)->older_sibling;
  return number;
}

/* TYPE of a group of subjects is MG_TYPE_NONE here: subjects of all types are one group. */
static guint32
look_for_group (Pass *pass, guint32 parent, MgTypeId type, MgGroupKind kind, MgFoldKind fold)
{
  guint32 at, number;

  if (group_at (pass, parent)->n_children <= FEW)
    {
      number = find_among_few (pass, parent, type, kind, fold);
      if (number != 0)
        return number;
      number = add_group (pass, parent, type, kind, fold);
      /* From now on they are many. */
      if (group_at (pass, parent)->n_children > FEW)
        for (guint32 i = number; i != 0; i = group_at (pass, i)->older_sibling)
          insert (pass, i);
      return number;
    }
  at = hash_key (parent, type, kind, fold) & pass->index.mask;
  for (; pass->index.slots[at] != 0; at = (at + 1) & pass->index.mask)
    if (is_group (group_at (pass, pass->index.slots[at]), parent, type, kind, fold))
      return pass->index.slots[at];
  number = add_group (pass, parent, type, kind, fold);
  insert (pass, number);
  return number;
}

/* Neighbours in tree order mostly share it. */
static guint32
find_group (Pass *pass, guint32 parent, MgTypeId type, MgGroupKind kind, MgFoldKind fold)
{
  guint32 last = pass->last[kind];

  if (last == 0 || !is_group (group_at (pass, last), parent, type, kind, fold))
    pass->last[kind] = last = look_for_group (pass, parent, type, kind, fold);
  return last;
}

static char *
root_key (const MgRoot *root)
{
  return g_strdup_printf ("%u %s", root->kind, root->label ? root->label : "");
}

static gboolean
is_small (const Pass *pass, const char *key)
{
  guint64 weight = GPOINTER_TO_SIZE (g_hash_table_lookup (pass->root_weights, key));

  return weight * PERCENT < pass->weights->n_live;
}

/* How much roots of each kind and label carry. Roots come first in tree order. */
static void
weigh_roots (Pass *pass)
{
  const MgWeights *weights = pass->weights;
  GHashTableIter iter;
  gpointer key;

  for (guint32 i = 1; i < weights->n && mg_graph_is_root (pass->graph, weights->node[i]); i++)
    {
      char *text = root_key (mg_graph_root (pass->graph, weights->node[i]));
      gsize weight = GPOINTER_TO_SIZE (g_hash_table_lookup (pass->root_weights, text));

      g_hash_table_insert (pass->root_weights, text, GSIZE_TO_POINTER (weight + weights->weight[i]));
    }
  g_hash_table_iter_init (&iter, pass->root_weights);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    pass->n_small[strtoul (key, NULL, 10)] += is_small (pass, key);
}

/* Roots of one kind and label stand together; where very many of a kind carry little each, all of those. */
static guint32
find_root_group (Pass *pass, MgNode node)
{
  const MgRoot *root = mg_graph_root (pass->graph, node);
  g_autofree char *key = root_key (root);
  gboolean mixed = pass->folds && root->label && pass->n_small[root->kind] > MANY_ROOTS && is_small (pass, key);
  guint32 number;

  if (mixed)
    {
      const MgRoot any = { .kind = root->kind };

      g_free (key);
      key = root_key (&any);
    }
  number = GPOINTER_TO_UINT (g_hash_table_lookup (pass->root_groups, key));
  if (number == 0)
    {
      number = add_group (pass, 0, MG_TYPE_NONE, MG_GROUP_ROOT, MG_FOLD_PLAIN);
      g_hash_table_insert (pass->root_groups, g_steal_pointer (&key), GUINT_TO_POINTER (number));
    }
  if (mixed)
    group_at (pass, number)->mixed = TRUE;
  return number;
}

static void
join (Pass *pass, guint32 number, guint32 i)
{
  MgGroup *group = group_at (pass, number);

  if (group->count++ == 0)
    {
      group->nearest = pass->weights->node[i];
      group->nearest_holder = pass->weights->parent[i];
    }
  group->n_subjects += mg_bitmap_get (pass->weights->subject, i);
  group->first = MIN (group->first, pass->weights->node[i]);
}

static gboolean
is_own (Pass *pass, MgTypeId type)
{
  return type != MG_TYPE_NONE && (mg_type_table_get (pass->graph->types, type)->flags & MG_TYPE_OWN) != 0;
}

/* How far above GROUP is the group that NODE would rather stay in: 0 = GROUP itself; MAX_CYCLE = in none. A cycle does
 * not close over what it would hide for nothing: carriers (a List in an object in a List is no run of Lists), or the
 * user's objects between the framework's. */
static guint
find_cycle (Pass *pass, guint32 group, MgNode node)
{
  MgTypeId type = pass->graph->type[node];

  if (pass->folds == NULL)
    return MAX_CYCLE;
  for (guint k = 0; k < MAX_CYCLE && group_at (pass, group)->kind == MG_GROUP_OBJECTS; k++)
    {
      const MgGroup *g = group_at (pass, group);

      if (g->type == type)
        return k == 0 || !mg_folds_is_carrier (pass->folds, node) ? k : MAX_CYCLE;
      if (is_own (pass, g->type) && !is_own (pass, type))
        return MAX_CYCLE;
      group = g->parent;
    }
  return MAX_CYCLE;
}

/* Puts the object number I, held by the drawn number HOLDER in way FOLD, into its group. */
static void
place_object (Pass *pass, guint32 i, guint32 holder, MgFoldKind fold)
{
  MgGroups *groups = pass->groups;
  MgNode node = pass->weights->node[i];
  guint32 number = groups->member[holder], before = holder;
  guint k = find_cycle (pass, number, node);

  if (k == MAX_CYCLE)
    {
      number = find_group (pass, number, pass->graph->type[node], MG_GROUP_OBJECTS, fold);
      group_at (pass, number)->links++;
      groups->run[i] = 1;
      groups->up[i] = holder;
    }
  else
    {
      for (; k > 0; k--)
        {
          before = groups->up[before];
          number = group_at (pass, number)->parent;
        }
      groups->run[i] = groups->run[before] + 1;
      groups->up[i] = groups->up[before];
      mg_bitmap_set (groups->goes_on, before);
    }
  groups->member[i] = number;
  join (pass, number, i);
  group_at (pass, number)->longest = MAX (group_at (pass, number)->longest, groups->run[i]);
}

/* SUBJECT hangs on number HOLDER: is it the first member of GROUP in tree order? Subjects that hold no others come with
 * their holders, not in their turn. ORDER: the first subject at or below it. IS_FARTHEST: no member is farther. */
static void
come_nearer (const Pass *pass, MgGroup *group, MgNode subject, guint32 holder, MgNode order, gboolean is_farthest)
{
  guint32 distance;

  if (group->count > 0 && is_farthest && order > group->nearest_order)
    return;
  distance = mg_tree_view_distance (pass->tree, subject);
  if (group->count > 0
      && (distance != group->nearest_distance ? distance > group->nearest_distance : order > group->nearest_order))
    return;
  group->nearest = subject;
  group->nearest_holder = holder;
  group->nearest_distance = distance;
  group->nearest_order = order;
}

/* The group of N more subjects, the first of them FIRST, which the drawn number DRAWN holds in way FOLD. */
static MgGroup *
count_subjects (Pass *pass, guint32 drawn, MgFoldKind fold, guint32 n, MgNode first)
{
  guint32 number = find_group (pass, pass->groups->member[drawn], MG_TYPE_NONE, MG_GROUP_SUBJECTS, fold);
  MgGroup *group = group_at (pass, number);

  group->first = MIN (group->first, first);
  group->n_subjects += n;
  group->links += n;
  group->weight += n;
  return group;
}

static void
place_subject (Pass *pass, guint32 i, guint32 drawn, MgFoldKind fold)
{
  MgNode node = pass->weights->node[i];
  MgGroup *group = count_subjects (pass, drawn, fold, 1, node);

  come_nearer (pass, group, node, pass->weights->parent[i], pass->first_subject[i], FALSE);
  group->count++;
}

/* Counts the subjects that hang on number I and hold no others. */
static void
place_leaves (Pass *pass, guint32 i)
{
  const MgWeights *weights = pass->weights;
  const MgGroups *groups = pass->groups;
  MgFoldKind fold = MG_FOLD_PLAIN;
  MgNode first;
  MgGroup *group;

  if (weights->n_leaves[i] == 0)
    return;
  first = weights->first_leaf[i];
  if (pass->folds)
    fold = mg_folds_kind (pass->folds, groups->state[i], weights->node[i], first);
  group = count_subjects (pass, groups->state[i] != 0 ? groups->up[i] : i, fold, weights->n_leaves[i], first);
  /* Distances never decrease in tree order, but elements of lists may be farther from the root than from the list. */
  come_nearer (pass, group, first, i, first, pass->folds == NULL || !mg_folds_may_have_owner (pass->folds, first));
  group->count += weights->n_leaves[i];
}

static void
place (Pass *pass, guint32 i)
{
  const MgWeights *weights = pass->weights;
  MgGroups *groups = pass->groups;
  guint32 p = weights->parent[i], holder = groups->state[p] != 0 ? groups->up[p] : p;
  MgNode node = weights->node[i], parent = weights->node[p];
  MgFoldKind fold = MG_FOLD_PLAIN;
  gboolean is_subject = mg_bitmap_get (weights->subject, i);

  if (mg_graph_is_root (pass->graph, node))
    {
      groups->member[i] = find_root_group (pass, node);
      groups->run[i] = 1;
      join (pass, groups->member[i], i);
      return;
    }
  if (pass->folds && !is_subject)
    {
      groups->state[i]
          = mg_folds_enter (pass->folds, groups->state[p], weights->node[weights->parent[p]], parent, node);
      if (groups->state[i] != 0)
        {
          groups->up[i] = holder;
          groups->member[i] = groups->member[holder];
          return;
        }
    }
  if (pass->folds)
    fold = mg_folds_kind (pass->folds, groups->state[p], parent, node);
  if (is_subject)
    place_subject (pass, i, holder, fold);
  if (!is_subject || weights->alone == NULL || !mg_bitmap_get (weights->alone, i))
    place_object (pass, i, holder, fold);
  else
    groups->member[i] = groups->member[holder];
}

/* Whether all of the objects in group NUMBER are subjects that hold others. */
static gboolean
is_of_subjects (Pass *pass, guint32 number)
{
  const MgGroup *g = group_at (pass, number);

  return g->kind == MG_GROUP_OBJECTS && g->n_subjects == g->count && pass->folds;
}

/* Whether group NUMBER is of collections in which subjects keep further subjects: children of a tree. */
static gboolean
joins_subjects (Pass *pass, guint32 number)
{
  const MgGroup *g = group_at (pass, number);

  return g->n_subjects == 0 && is_of_subjects (pass, g->parent) && mg_folds_is_carrier (pass->folds, g->first);
}

/* A group of subjects that hold nothing but further subjects is no step on the way to the subjects: it is of them. */
static void
dissolve (Pass *pass)
{
  guint32 n = pass->array->len;
  g_autofree guint32 *n_others = g_new0 (guint32, n); /* groups below that are not subjects */

  for (guint32 i = n; i-- > 1;)
    {
      MgGroup *g = group_at (pass, i), *parent = group_at (pass, g->parent);

      if (n_others[i] == 0 && is_of_subjects (pass, i))
        {
          g->kind = MG_GROUP_SUBJECTS;
          g->longest++;
        }
      else if (g->kind == MG_GROUP_OBJECTS && g->weight > 0 && (n_others[i] > 0 || !joins_subjects (pass, i)))
        n_others[g->parent]++;
      parent->weight += g->weight;
    }
  /* What hangs below a group that became subjects is counted in it. */
  for (guint32 i = 1; i < n; i++)
    {
      MgGroup *g = group_at (pass, i), *parent = group_at (pass, g->parent);

      if (parent->kind == MG_GROUP_SUBJECTS || (parent->kind == MG_GROUP_GONE && g->parent != 0) || g->weight == 0)
        g->kind = MG_GROUP_GONE;
    }
}

static inline void
fetch_ahead (const Pass *pass, guint32 i)
{
  MgNode node = pass->weights->node[MIN (i + FETCH_AHEAD, pass->weights->n - 1)];

  mg_prefetch (&pass->graph->type[node]);
  mg_prefetch (&pass->graph->size[node]);
  mg_prefetch (&pass->graph->first.delta[node]);
}

static gboolean
run (Pass *pass, MgProgress *progress, GError **error)
{
  const MgWeights *weights = pass->weights;

  add_group (pass, 0, MG_TYPE_NONE, MG_GROUP_GONE, MG_FOLD_PLAIN);
  weigh_roots (pass);
  for (guint32 i = 1; i < weights->n; i++)
    {
      if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, i, weights->n, error))
        return FALSE;
      fetch_ahead (pass, i);
      place (pass, i);
      place_leaves (pass, i);
    }
  dissolve (pass);
  return TRUE;
}

MgGroups *
mg_groups_new (const MgGraph *graph,
               const MgTreeView *tree,
               const MgWeights *weights,
               MgFolds *folds,
               MgProgress *progress,
               GError **error)
{
  g_autoptr (MgGroups) groups = g_new0 (MgGroups, 1);
  g_autofree MgNode *first_subject = weights->n_subjects > 0 ? mg_weights_first_subjects (weights) : NULL;
  Pass pass = { graph, tree, weights, folds, groups, .first_subject = first_subject };
  gboolean done;

  groups->weights = weights;
  groups->member = mg_big_array_new0 (guint32, weights->n);
  groups->state = mg_big_array_new0 (MgFoldState, weights->n);
  groups->run = mg_big_array_new0 (guint32, weights->n);
  groups->up = mg_big_array_new0 (guint32, weights->n);
  groups->goes_on = mg_bitmap_new (weights->n);
  pass.array = g_array_new (FALSE, FALSE, sizeof (MgGroup));
  pass.root_groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  pass.root_weights = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  done = run (&pass, progress, error);
  groups->n = pass.array->len;
  groups->group = (MgGroup *) (gpointer) g_array_free (pass.array, FALSE);
  g_hash_table_unref (pass.root_groups);
  g_hash_table_unref (pass.root_weights);
  g_free (pass.index.slots);
  return done ? g_steal_pointer (&groups) : NULL;
}
