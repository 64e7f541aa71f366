#include "ui/models/dominator-list.h"

#include "analysis/stats/dominator-groups.h"

#define FIRST_ROWS 100
#define MORE_ROWS 1000
/* As many objects are grouped at once, more of them by a worker. */
#define GROUP_AT_ONCE 4096

struct _MgDominatorList
{
  GObject parent_instance;

  MgSnapshot *snapshot;
  GObject *owner; /* keeps PARENTS alive; NULL: they are static */
  const MgNode *parents;
  gsize n_parents;
  gboolean by_type;
  const MgNode *children;    /* by object: the engine's array */
  MgDominatorGroups *groups; /* by type */
  MgProgress *work;          /* while a worker groups */
  gboolean ready;            /* it is known what there is; nobody has asked before */
  guint n;                   /* all rows there are */
  guint shown;               /* the first of them */
  guint found;               /* one further down that was looked for, behind those; G_MAXUINT */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MgDominatorList,
                               mg_dominator_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *model)
{
  return MG_TYPE_DOMINATOR_ROW;
}

static gboolean
has_found (MgDominatorList *self)
{
  return self->found != G_MAXUINT;
}

/* Rows that stand behind "+ n more". */
static guint
n_hidden (MgDominatorList *self)
{
  return self->n - self->shown - (has_found (self) ? 1 : 0);
}

static void ask (MgDominatorList *self);

static guint
get_n_items (GListModel *model)
{
  MgDominatorList *self = MG_DOMINATOR_LIST (model);

  ask (self);
  if (!self->ready)
    return 1;
  return self->shown + (has_found (self) ? 1 : 0) + (n_hidden (self) > 0 ? 1 : 0);
}

static void
fill_node_row (MgDominatorList *self, MgDominatorRow *row, guint position)
{
  const MgGraph *graph = mg_snapshot_graph (self->snapshot);
  const MgDominators *dominators = mg_snapshot_dominators (self->snapshot);
  guint32 n_children;

  row->kind = MG_DOMINATOR_ROW_NODE;
  row->nodes = &self->children[position];
  row->node = self->children[position];
  row->n = 1;
  row->size = mg_graph_size (graph, row->node);
  row->retained = dominators->retained[row->node];
  mg_dominators_children (dominators, row->node, &n_children);
  row->has_children = n_children > 0;
}

static void
fill_group_row (MgDominatorList *self, MgDominatorRow *row, const MgDominatorGroup *group)
{
  row->kind = group->n == 1 ? MG_DOMINATOR_ROW_NODE : MG_DOMINATOR_ROW_GROUP;
  row->nodes = group->nodes;
  row->node = group->nodes[0];
  row->n = group->n;
  row->size = group->size;
  row->retained = group->retained;
  row->has_children = group->retained > group->size;
}

static void
fill_row (MgDominatorList *self, MgDominatorRow *row, guint i)
{
  if (self->groups)
    fill_group_row (self, row, &self->groups->groups[i]);
  else
    fill_node_row (self, row, i);
}

static guint64
retained_of (MgDominatorList *self, guint i)
{
  return self->groups ? self->groups->groups[i].retained
                      : mg_snapshot_dominators (self->snapshot)->retained[self->children[i]];
}

/* The rows not shown, as one. Their bytes are what the rows shown leave of the parent’s: there may be millions. */
static void
fill_more_row (MgDominatorList *self, MgDominatorRow *row)
{
  const MgGraph *graph = mg_snapshot_graph (self->snapshot);
  const MgDominators *dominators = mg_snapshot_dominators (self->snapshot);

  row->kind = MG_DOMINATOR_ROW_MORE;
  row->n = n_hidden (self);
  if (self->groups)
    for (guint i = self->shown; i < self->n; i++)
      row->retained += self->groups->groups[i].retained;
  else
    {
      row->retained = dominators->retained[self->parents[0]] - mg_graph_size (graph, self->parents[0]);
      for (guint i = 0; i < self->shown; i++)
        row->retained -= retained_of (self, i);
    }
  if (has_found (self))
    row->retained -= retained_of (self, self->found);
}

static gpointer
get_item (GListModel *model, guint position)
{
  MgDominatorList *self = MG_DOMINATOR_LIST (model);
  MgDominatorRow *row;

  if (position >= get_n_items (model))
    return NULL;
  row = g_object_new (MG_TYPE_DOMINATOR_ROW, NULL);
  row->list = g_object_ref (G_OBJECT (self));
  if (!self->ready)
    row->kind = MG_DOMINATOR_ROW_WAIT;
  else if (position < self->shown)
    fill_row (self, row, position);
  else if (position == self->shown && has_found (self))
    fill_row (self, row, self->found);
  else
    fill_more_row (self, row);
  return row;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* Grouping */

/* What a worker has in hand. It is freed in the main thread: lists live there. */
typedef struct
{
  GWeakRef list;
  MgSnapshot *snapshot; /* owned */
  MgProgress *progress; /* owned */
  GObject *owner;       /* owned */
  const MgNode *parents;
  gsize n_parents;
} Work;

static void
group_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  MgDominatorGroups *groups
    = mg_dominator_groups_new (mg_snapshot_graph (work->snapshot), mg_snapshot_dominators (work->snapshot),
                               work->parents, work->n_parents, work->progress, NULL);

  g_task_return_pointer (task, groups, groups ? (GDestroyNotify) mg_dominator_groups_free : NULL);
}

static void
take_groups (MgDominatorList *self, MgDominatorGroups *groups)
{
  self->groups = groups;
  self->n = groups->n;
  self->shown = MIN (self->n, FIRST_ROWS);
  self->ready = TRUE;
}

static void
grouped_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Work *work = user_data;
  g_autoptr (MgDominatorGroups) groups = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (MgDominatorList) self = g_weak_ref_get (&work->list);

  if (self && groups)
    {
      g_clear_pointer (&self->work, mg_progress_unref);
      take_groups (self, g_steal_pointer (&groups));
      g_list_model_items_changed (G_LIST_MODEL (self), 0, 1, get_n_items (G_LIST_MODEL (self)));
    }
  g_weak_ref_clear (&work->list);
  mg_snapshot_unref (work->snapshot);
  mg_progress_unref (work->progress);
  g_clear_object (&work->owner);
  g_free (work);
}

static void
start_grouping (MgDominatorList *self)
{
  Work *work = g_new0 (Work, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, grouped_cb, work);

  self->work = mg_progress_new (NULL, NULL, NULL);
  g_weak_ref_init (&work->list, self);
  work->snapshot = mg_snapshot_ref (self->snapshot);
  work->progress = mg_progress_ref (self->work);
  work->owner = self->owner ? g_object_ref (self->owner) : NULL;
  work->parents = self->parents;
  work->n_parents = self->n_parents;
  g_task_set_name (task, "group dominated objects");
  g_task_set_task_data (task, work, NULL);
  g_task_run_in_thread (task, group_thread);
}

static gboolean
is_small (MgDominatorList *self)
{
  const MgDominators *dominators = mg_snapshot_dominators (self->snapshot);
  gsize all = self->n_parents;

  for (gsize i = 0; i < self->n_parents && all <= GROUP_AT_ONCE; i++)
    {
      guint32 n;

      mg_dominators_children (dominators, self->parents[i], &n);
      all += n;
    }
  return all <= GROUP_AT_ONCE;
}

/* A tree makes a list for each row that could be opened; what is in it matters when it is. */
static void
ask (MgDominatorList *self)
{
  if (self->ready || self->work)
    return;
  if (is_small (self))
    take_groups (self, mg_dominator_groups_new (mg_snapshot_graph (self->snapshot),
                                                mg_snapshot_dominators (self->snapshot), self->parents,
                                                self->n_parents, NULL, NULL));
  else
    start_grouping (self);
}

gboolean
mg_dominator_list_is_ready (MgDominatorList *self)
{
  g_return_val_if_fail (MG_IS_DOMINATOR_LIST (self), FALSE);
  ask (self);
  return self->ready;
}

static void
mg_dominator_list_dispose (GObject *object)
{
  MgDominatorList *self = MG_DOMINATOR_LIST (object);

  mg_progress_cancel (self->work);
  g_clear_pointer (&self->work, mg_progress_unref);
  g_clear_object (&self->owner);
  G_OBJECT_CLASS (mg_dominator_list_parent_class)->dispose (object);
}

static void
mg_dominator_list_finalize (GObject *object)
{
  MgDominatorList *self = MG_DOMINATOR_LIST (object);

  mg_dominator_groups_free (self->groups);
  mg_snapshot_unref (self->snapshot);
  G_OBJECT_CLASS (mg_dominator_list_parent_class)->finalize (object);
}

static void
mg_dominator_list_class_init (MgDominatorListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_dominator_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = mg_dominator_list_finalize;
}

static void
mg_dominator_list_init (MgDominatorList *self)
{
  self->found = G_MAXUINT;
}

MgDominatorList *
mg_dominator_list_new (MgSnapshot *snapshot, const MgNode *parents, gsize n, gboolean by_type, GObject *owner)
{
  MgDominatorList *self = g_object_new (MG_TYPE_DOMINATOR_LIST, NULL);

  self->snapshot = mg_snapshot_ref (snapshot);
  self->owner = owner ? g_object_ref (owner) : NULL;
  self->parents = parents;
  self->n_parents = n;
  self->by_type = by_type;
  if (!by_type)
    {
      self->children = mg_dominators_children (mg_snapshot_dominators (snapshot), parents[0], &self->n);
      self->shown = MIN (self->n, FIRST_ROWS);
      self->ready = TRUE;
    }
  return self;
}

/* Rows beyond the first hundred appear where "+ n more" stood, and the one that was found there. */
static void
show_rows (MgDominatorList *self, guint shown, guint found)
{
  guint before = get_n_items (G_LIST_MODEL (self)), kept = self->shown;

  self->shown = MIN (MAX (shown, kept), self->n);
  self->found = found != G_MAXUINT && found >= self->shown ? found : G_MAXUINT;
  g_list_model_items_changed (G_LIST_MODEL (self), kept, before - kept, get_n_items (G_LIST_MODEL (self)) - kept);
}

void
mg_dominator_list_show_more (MgDominatorList *self)
{
  g_return_if_fail (MG_IS_DOMINATOR_LIST (self));
  if (self->ready && self->shown < self->n)
    show_rows (self, self->shown + MORE_ROWS, self->found);
}

/* Whether row I comes before NODE, in the order of the engine: biggest first, then by number. */
static gboolean
is_before (MgDominatorList *self, guint i, MgNode node)
{
  const guint64 *retained = mg_snapshot_dominators (self->snapshot)->retained;
  MgNode child = self->children[i];

  return retained[child] != retained[node] ? retained[child] > retained[node] : child < node;
}

static guint
index_of_object (MgDominatorList *self, MgNode node)
{
  guint from = 0, to = self->n;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (is_before (self, middle, node))
        from = middle + 1;
      else
        to = middle;
    }
  return from < self->n && self->children[from] == node ? from : G_MAXUINT;
}

/* The row of NODE; G_MAXUINT: it is not here. */
static guint
index_of (MgDominatorList *self, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (self->snapshot);

  if (self->groups == NULL)
    return index_of_object (self, node);
  /* A group is all that the parents dominate of one kind, and there may be millions of them. */
  for (guint i = 0; i < self->n; i++)
    if (mg_dominator_group_key (graph, self->groups->groups[i].nodes[0]) == mg_dominator_group_key (graph, node))
      return i;
  return G_MAXUINT;
}

guint
mg_dominator_list_find (MgDominatorList *self, MgNode node)
{
  guint i;

  g_return_val_if_fail (MG_IS_DOMINATOR_LIST (self), G_MAXUINT);
  ask (self);
  i = self->ready ? index_of (self, node) : G_MAXUINT;
  if (i == G_MAXUINT || i < self->shown)
    return i;
  if (i < self->shown + MORE_ROWS)
    {
      show_rows (self, i + FIRST_ROWS, self->found);
      return i;
    }
  /* A view keeps something for every row that could be on screen: of millions the one in question is enough. */
  if (i != self->found)
    show_rows (self, self->shown, i);
  return self->shown;
}
