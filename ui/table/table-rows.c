#include "ui/table/table-rows.h"

/* Rows that get or lose their widgets in one turn: in the widest table some 5 ms of it. */
#define STEP 12
/* GTK makes widgets for so many rows around the first one on screen (200 in 4.8), and some more: where there are as
 * many, further ones at the end cost nothing. */
#define REALIZED 256

struct _MgTableRows
{
  GObject parent_instance;

  MgRowList *list; /* owned */
  guint n;         /* places there are */
  guint wanted;    /* and shall be */
  guint step;      /* source id; 0: none */
};

static void mg_table_rows_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MgTableRows, mg_table_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, mg_table_rows_model_init))

enum
{
  RENEWED,
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* The number of places after the next step. */
static guint
next_n (MgTableRows *self)
{
  if (self->n < self->wanted)
    return self->n >= REALIZED ? self->wanted : MIN (self->wanted, MIN (self->n + STEP, REALIZED));
  return self->n > REALIZED ? MAX (self->wanted, REALIZED) : MAX (self->wanted, self->n - MIN (self->n, STEP));
}

static void
take_step (MgTableRows *self)
{
  guint before = self->n, after = next_n (self);

  self->n = after;
  if (after > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, after - before);
  else if (after < before)
    g_list_model_items_changed (G_LIST_MODEL (self), after, before - after, 0);
}

static gboolean
step_cb (gpointer user_data)
{
  MgTableRows *self = user_data;

  take_step (self);
  if (self->n != self->wanted)
    return G_SOURCE_CONTINUE;
  self->step = 0;
  g_signal_emit (self, signals[SETTLED], 0);
  return G_SOURCE_REMOVE;
}

/* The first step at once, so that no frame shows less than it can; the others between frames. While new data are being
 * sorted there is nothing to show, but soon will be: the places stay. */
static void
changed_cb (MgTableRows *self)
{
  guint32 n = mg_row_list_n_shown (self->list);

  g_signal_emit (self, signals[RENEWED], 0);
  if (n == 0 && mg_row_list_busy (self->list))
    return;
  self->wanted = n;
  take_step (self);
  if (self->n == self->wanted)
    {
      g_clear_handle_id (&self->step, g_source_remove);
      g_signal_emit (self, signals[SETTLED], 0);
    }
  else if (self->step == 0)
    self->step = g_idle_add (step_cb, self);
}

gboolean
mg_table_rows_is_settled (MgTableRows *self)
{
  g_return_val_if_fail (MG_IS_TABLE_ROWS (self), FALSE);
  return self->step == 0;
}

static GType
mg_table_rows_get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
mg_table_rows_get_n_items (GListModel *model)
{
  return MG_TABLE_ROWS (model)->n;
}

/* A place has nothing but its position, and that the view knows. */
static gpointer
mg_table_rows_get_item (GListModel *model, guint position)
{
  return position < MG_TABLE_ROWS (model)->n ? g_object_new (G_TYPE_OBJECT, NULL) : NULL;
}

static void
mg_table_rows_model_init (GListModelInterface *iface)
{
  iface->get_item_type = mg_table_rows_get_item_type;
  iface->get_n_items = mg_table_rows_get_n_items;
  iface->get_item = mg_table_rows_get_item;
}

MgTableRows *
mg_table_rows_new (MgRowList *list)
{
  MgTableRows *self = g_object_new (MG_TYPE_TABLE_ROWS, NULL);

  self->list = g_object_ref (list);
  g_signal_connect_object (list, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  return self;
}

static void
mg_table_rows_dispose (GObject *object)
{
  MgTableRows *self = MG_TABLE_ROWS (object);

  g_clear_handle_id (&self->step, g_source_remove);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (mg_table_rows_parent_class)->dispose (object);
}

static void
mg_table_rows_class_init (MgTableRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_table_rows_dispose;
  signals[RENEWED]
    = g_signal_new ("renewed", MG_TYPE_TABLE_ROWS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLED]
    = g_signal_new ("settled", MG_TYPE_TABLE_ROWS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mg_table_rows_init (MgTableRows *self)
{
}
