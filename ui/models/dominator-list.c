#include "ui/models/dominator-list.h"

#include "analysis/stats/dominator-groups.h"

#define FIRST_ROWS 100
#define MORE_ROWS 1000

struct _MgDominatorList
{
  GObject parent_instance;

  MgSnapshot *snapshot;
  const MgNode *children;    /* by object: the engine's array */
  MgDominatorGroups *groups; /* by type */
  guint n;                   /* all rows there are */
  guint shown;               /* without "more" */
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

static guint
get_n_items (GListModel *model)
{
  MgDominatorList *self = MG_DOMINATOR_LIST (model);

  return self->shown + (self->shown < self->n ? 1 : 0);
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

/* The rows not shown, as one: their bytes are what the rows shown leave over. */
static void
fill_more_row (MgDominatorList *self, MgDominatorRow *row)
{
  const MgGraph *graph = mg_snapshot_graph (self->snapshot);
  const MgDominators *dominators = mg_snapshot_dominators (self->snapshot);

  row->kind = MG_DOMINATOR_ROW_MORE;
  row->n = self->n - self->shown;
  for (guint i = self->shown; i < self->n; i++)
    {
      row->size += self->groups ? self->groups->groups[i].size : mg_graph_size (graph, self->children[i]);
      row->retained += self->groups ? self->groups->groups[i].retained : dominators->retained[self->children[i]];
    }
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
  if (position >= self->shown)
    fill_more_row (self, row);
  else if (self->groups)
    fill_group_row (self, row, &self->groups->groups[position]);
  else
    fill_node_row (self, row, position);
  return row;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
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
  G_OBJECT_CLASS (klass)->finalize = mg_dominator_list_finalize;
}

static void
mg_dominator_list_init (MgDominatorList *self)
{
}

MgDominatorList *
mg_dominator_list_new (MgSnapshot *snapshot, const MgNode *parents, gsize n, gboolean by_type)
{
  MgDominatorList *self = g_object_new (MG_TYPE_DOMINATOR_LIST, NULL);
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);

  self->snapshot = mg_snapshot_ref (snapshot);
  if (by_type)
    {
      self->groups = mg_dominator_groups_new (mg_snapshot_graph (snapshot), dominators, parents, n, NULL, NULL);
      self->n = self->groups->n;
    }
  else
    self->children = mg_dominators_children (dominators, parents[0], &self->n);
  self->shown = MIN (self->n, FIRST_ROWS);
  return self;
}

/* The rows beyond the first hundred appear where "+ n more" stood. */
static void
show_rows (MgDominatorList *self, guint shown)
{
  guint before = self->shown;

  shown = MIN (shown, self->n);
  if (shown <= before)
    return;
  self->shown = shown;
  g_list_model_items_changed (G_LIST_MODEL (self), before, 1, shown - before + (shown < self->n ? 1 : 0));
}

void
mg_dominator_list_show_more (MgDominatorList *self)
{
  show_rows (self, self->shown + MORE_ROWS);
}

static gboolean
group_holds (const MgDominatorGroup *group, MgNode node)
{
  for (guint32 i = 0; i < group->n; i++)
    if (group->nodes[i] == node)
      return TRUE;
  return FALSE;
}

guint
mg_dominator_list_find (MgDominatorList *self, MgNode node)
{
  for (guint i = 0; i < self->n; i++)
    if (self->groups ? group_holds (&self->groups->groups[i], node) : self->children[i] == node)
      {
        if (i >= self->shown)
          show_rows (self, i + FIRST_ROWS);
        return i;
      }
  return G_MAXUINT;
}
