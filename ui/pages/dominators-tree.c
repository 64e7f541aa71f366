#include "ui/pages/dominators-tree.h"

#include "ui/compat/compat.h"
#include "ui/compat/list-keys.h"
#include "ui/models/dominator-list.h"
#include "ui/models/dominator-way.h"
#include "ui/pages/dominators-cells.h"
#include "ui/table/places.h"

/* Spent between two frames on opening rows. */
#define OPEN_USEC 4000

/* A row that is being gone to. */
typedef struct
{
  MgDominatorWay *finding; /* NULL: the way is known */
  MgNode way[MG_DOMINATOR_WAY_MAX];
  guint n;
  guint level;         /* of WAY, that is to be opened next */
  GtkTreeListRow *row; /* owned; the one above that; NULL: the top */
  gboolean waiting;    /* for a list that a worker makes */
  guint idle;          /* source id; 0: waiting, or nowhere to go */
} Journey;

struct _MgDominatorsTree
{
  GObject parent_instance;

  GtkColumnView *view;  /* borrowed; NULL when stopped */
  MgSnapshot *snapshot; /* owned */
  GtkTreeListModel *tree; /* owned; NULL until there is something to show */
  MgPlaces *places;     /* owned */
  GtkSingleSelection *selection; /* owned; of PLACES */
  MgLazyCells *cells;   /* owned */

  Journey journey;
  guint chosen;       /* selected position, whose place may be still to come; GTK_INVALID_LIST_POSITION */
  gboolean scroll;    /* to what is chosen, when it has its place */
  gboolean selecting; /* the program, not the user */
  gboolean awaits_focus; /* it was to come here before there were rows */
  gboolean opening;   /* rows, one after the other: what is shown follows */
};

G_DEFINE_FINAL_TYPE (MgDominatorsTree, mg_dominators_tree, G_TYPE_OBJECT)

enum
{
  CHOSEN,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* The model */

typedef struct
{
  MgSnapshot *snapshot;
  gboolean by_type;
} TreeData;

static void
tree_data_free (gpointer data)
{
  mg_snapshot_unref (((TreeData *) data)->snapshot);
  g_free (data);
}

static GListModel *
create_children (gpointer item, gpointer user_data)
{
  MgDominatorRow *row = item;
  TreeData *data = user_data;

  if (!row->has_children)
    return NULL;
  return G_LIST_MODEL (mg_dominator_list_new (data->snapshot, row->nodes, row->n, data->by_type, row->list));
}

static GtkTreeListModel *
tree_model_new (MgSnapshot *snapshot, gboolean by_type)
{
  static const MgNode top = MG_NODE_SUPER_ROOT;
  TreeData *data = g_new0 (TreeData, 1);

  data->snapshot = mg_snapshot_ref (snapshot);
  data->by_type = by_type;
  return gtk_tree_list_model_new (G_LIST_MODEL (mg_dominator_list_new (snapshot, &top, 1, by_type, NULL)), FALSE, FALSE,
                                  create_children, data, tree_data_free);
}

static GtkTreeListRow *
row_at (guint position, gpointer user_data)
{
  MgDominatorsTree *self = user_data;

  return self->tree ? gtk_tree_list_model_get_row (self->tree, position) : NULL;
}

guint
mg_dominators_tree_n_rows (MgDominatorsTree *self)
{
  g_return_val_if_fail (MG_IS_DOMINATORS_TREE (self), 0);
  return self->tree ? g_list_model_get_n_items (G_LIST_MODEL (self->tree)) : 0;
}

MgDominatorRow *
mg_dominators_tree_row (MgDominatorsTree *self, guint position, guint *depth)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_val_if_fail (MG_IS_DOMINATORS_TREE (self), NULL);
  row = row_at (position, self);
  if (row && depth)
    *depth = gtk_tree_list_row_get_depth (row);
  return row ? gtk_tree_list_row_get_item (row) : NULL;
}

MgDominatorRow *
mg_dominators_tree_selected (MgDominatorsTree *self)
{
  g_return_val_if_fail (MG_IS_DOMINATORS_TREE (self), NULL);
  return self->chosen != GTK_INVALID_LIST_POSITION ? mg_dominators_tree_row (self, self->chosen, NULL) : NULL;
}

/* What is selected */

static void
select_chosen (MgDominatorsTree *self)
{
  gboolean there = self->chosen < g_list_model_get_n_items (G_LIST_MODEL (self->places));

  self->selecting = TRUE;
  gtk_single_selection_set_selected (self->selection, there ? self->chosen : GTK_INVALID_LIST_POSITION);
  self->selecting = FALSE;
  if (there && self->scroll)
    {
      mg_lazy_cells_expect (self->cells, self->chosen);
      mg_compat_column_view_scroll_to (self->view, self->chosen);
      self->scroll = FALSE;
    }
}

static void
choose (MgDominatorsTree *self, guint position)
{
  self->chosen = position;
  select_chosen (self);
}

static void
selected_cb (MgDominatorsTree *self)
{
  if (self->selecting)
    return;
  self->chosen = gtk_single_selection_get_selected (self->selection);
  g_signal_emit (self, signals[CHOSEN], 0, TRUE);
}

static void
activated_cb (MgDominatorsTree *self, guint position)
{
  g_autoptr (MgDominatorRow) row = mg_dominators_tree_row (self, position, NULL);

  if (row)
    g_signal_emit (self, signals[ACTIVATED], 0, row);
}

static void
show_rows (MgDominatorsTree *self)
{
  mg_lazy_cells_renew (self->cells);
  mg_places_set_n (self->places, mg_dominators_tree_n_rows (self));
  select_chosen (self);
}

/* Rows that come and go above the selected one take it along. */
static void
keep_chosen (MgDominatorsTree *self, guint position, guint removed, guint added)
{
  if (self->chosen == GTK_INVALID_LIST_POSITION || self->chosen < position)
    return;
  if (self->chosen >= position + removed)
    self->chosen = self->chosen - removed + added;
  else
    self->chosen = position > 0 ? position - 1 : 0;
}

static void journey_go_on_soon (MgDominatorsTree *self);

static void
rows_changed_cb (MgDominatorsTree *self, guint position, guint removed, guint added)
{
  keep_chosen (self, position, removed, added);
  if (!self->opening)
    show_rows (self);
  /* Not in the middle of the change that makes it possible. */
  if (self->journey.waiting)
    journey_go_on_soon (self);
}

/* Going to a row */

static void
journey_end (MgDominatorsTree *self)
{
  mg_dominator_way_cancel (self->journey.finding);
  g_clear_handle_id (&self->journey.idle, g_source_remove);
  g_clear_object (&self->journey.row);
  self->journey = (Journey){ 0 };
}

static void
arrive (MgDominatorsTree *self)
{
  GtkTreeListRow *row = g_steal_pointer (&self->journey.row);

  journey_end (self);
  if (row == NULL)
    return;
  self->scroll = TRUE;
  choose (self, gtk_tree_list_row_get_position (row));
  g_object_unref (row);
  g_signal_emit (self, signals[CHOSEN], 0, FALSE);
}

/* Goes one level down; FALSE: no further, at least for now. */
static gboolean
step_down (MgDominatorsTree *self)
{
  Journey *journey = &self->journey;
  GListModel *list;
  GtkTreeListRow *next;
  guint at;

  if (journey->level >= journey->n || (journey->row && !gtk_tree_list_row_is_expandable (journey->row)))
    return FALSE;
  if (journey->row)
    gtk_tree_list_row_set_expanded (journey->row, TRUE);
  list = journey->row ? gtk_tree_list_row_get_children (journey->row) : gtk_tree_list_model_get_model (self->tree);
  if (list == NULL)
    return FALSE;
  journey->waiting = !mg_dominator_list_is_ready (MG_DOMINATOR_LIST (list));
  at = journey->waiting ? G_MAXUINT : mg_dominator_list_find (MG_DOMINATOR_LIST (list), journey->way[journey->level]);
  if (at == G_MAXUINT)
    return FALSE;
  next = journey->row ? gtk_tree_list_row_get_child_row (journey->row, at)
                      : gtk_tree_list_model_get_child_row (self->tree, at);
  if (next == NULL)
    return FALSE;
  g_clear_object (&journey->row);
  journey->row = next;
  journey->level++;
  return TRUE;
}

/* What is shown follows when all is open, or time is up. */
static void
journey_go_on (MgDominatorsTree *self)
{
  gint64 end = g_get_monotonic_time () + OPEN_USEC;
  gboolean further = TRUE;

  self->opening = TRUE;
  while (further && g_get_monotonic_time () < end)
    further = step_down (self);
  self->opening = FALSE;
  show_rows (self);
  if (further)
    journey_go_on_soon (self);
  else if (!self->journey.waiting)
    arrive (self);
}

static gboolean
journey_idle_cb (gpointer user_data)
{
  MgDominatorsTree *self = user_data;

  self->journey.idle = 0;
  journey_go_on (self);
  return G_SOURCE_REMOVE;
}

static void
journey_go_on_soon (MgDominatorsTree *self)
{
  if (self->journey.idle == 0)
    self->journey.idle = g_idle_add (journey_idle_cb, self);
}

static void
way_found_cb (const MgNode *way, guint n, gpointer user_data)
{
  MgDominatorsTree *self = user_data;

  self->journey.finding = NULL;
  self->journey.n = n;
  for (guint i = 0; i < n; i++)
    self->journey.way[i] = way[i];
  journey_go_on (self);
}

void
mg_dominators_tree_reveal (MgDominatorsTree *self, MgNode node)
{
  g_return_if_fail (MG_IS_DOMINATORS_TREE (self));
  journey_end (self);
  if (self->tree && node != MG_NODE_NONE && node != MG_NODE_SUPER_ROOT)
    self->journey.finding = mg_dominator_way_find (self->snapshot, MG_NODE_SUPER_ROOT, node, way_found_cb, self);
}

gboolean
mg_dominators_tree_focus (MgDominatorsTree *self)
{
  g_return_val_if_fail (MG_IS_DOMINATORS_TREE (self), FALSE);
  self->awaits_focus = g_list_model_get_n_items (G_LIST_MODEL (self->places)) == 0;
  return !self->awaits_focus && mg_list_keys_focus (GTK_WIDGET (self->view));
}

static void
settled_cb (MgDominatorsTree *self)
{
  select_chosen (self);
  if (self->awaits_focus && gtk_widget_get_mapped (GTK_WIDGET (self->view)))
    mg_dominators_tree_focus (self);
}

/* Life */

void
mg_dominators_tree_show (MgDominatorsTree *self, gboolean by_type)
{
  g_autoptr (MgDominatorRow) row = NULL;
  MgNode node;

  g_return_if_fail (MG_IS_DOMINATORS_TREE (self));
  row = mg_dominators_tree_selected (self);
  node = row ? row->node : MG_NODE_NONE;
  journey_end (self);
  if (self->tree)
    g_signal_handlers_disconnect_by_data (self->tree, self);
  g_clear_object (&self->tree);
  self->tree = tree_model_new (self->snapshot, by_type);
  g_signal_connect_object (self->tree, "items-changed", G_CALLBACK (rows_changed_cb), self, G_CONNECT_SWAPPED);
  self->chosen = 0;
  mg_lazy_cells_expect (self->cells, 0);
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), 0.0);
  show_rows (self);
  if (node != MG_NODE_NONE)
    mg_dominators_tree_reveal (self, node);
  else
    g_signal_emit (self, signals[CHOSEN], 0, TRUE);
}

MgDominatorsTree *
mg_dominators_tree_new (GtkColumnView *view, MgSnapshot *snapshot)
{
  MgDominatorsTree *self = g_object_new (MG_TYPE_DOMINATORS_TREE, NULL);

  self->view = view;
  self->snapshot = mg_snapshot_ref (snapshot);
  self->places = mg_places_new (view);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->places));
  self->cells = mg_dominators_cells_new (view, snapshot, row_at, self);
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->places, "settled", G_CALLBACK (settled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "activate", G_CALLBACK (activated_cb), self, G_CONNECT_SWAPPED);
  return self;
}

void
mg_dominators_tree_stop (MgDominatorsTree *self)
{
  g_return_if_fail (MG_IS_DOMINATORS_TREE (self));
  journey_end (self);
  if (self->view == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_signal_handlers_disconnect_by_data (self->selection, self);
  g_signal_handlers_disconnect_by_data (self->places, self);
  mg_lazy_cells_stop (self->cells);
  self->view = NULL;
}

static void
mg_dominators_tree_dispose (GObject *object)
{
  MgDominatorsTree *self = MG_DOMINATORS_TREE (object);

  mg_dominators_tree_stop (self);
  g_clear_object (&self->tree);
  g_clear_object (&self->cells);
  g_clear_object (&self->selection);
  g_clear_object (&self->places);
  g_clear_pointer (&self->snapshot, mg_snapshot_unref);
  G_OBJECT_CLASS (mg_dominators_tree_parent_class)->dispose (object);
}

static void
mg_dominators_tree_class_init (MgDominatorsTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_dominators_tree_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", MG_TYPE_DOMINATORS_TREE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[ACTIVATED] = g_signal_new ("activated", MG_TYPE_DOMINATORS_TREE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, MG_TYPE_DOMINATOR_ROW);
}

static void
mg_dominators_tree_init (MgDominatorsTree *self)
{
  self->chosen = GTK_INVALID_LIST_POSITION;
}
