#include "ui/models/row-list.h"

#include "analysis/base/radix-sort.h"

/* What the order of rows follows from; immutable, so that a worker can have it. */
typedef struct
{
  const MgRowKind *kind;
  gpointer data;        /* owned */
  MgTextFilter *filter; /* owned; NULL: all */
  guint32 n;
  guint column;
  gboolean descending;
} Query;

/* The rows to show, in order. */
typedef struct
{
  GArray *rows; /* of guint32; owned, never changed */
  guint32 n;
  guint64 sums[MG_ROW_LIST_MAX_SUMS];
} Order;

struct _MgRowList
{
  GObject parent_instance;

  Query query;          /* what is wished */
  Order *order;         /* owned; what is shown; NULL while a worker sorts new data */
  GCancellable *worker; /* owned; NULL when nobody sorts */
};

G_DEFINE_FINAL_TYPE (MgRowList, mg_row_list, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
query_clear (Query *query)
{
  if (query->data)
    query->kind->unref (query->data);
  query->data = NULL;
  g_clear_pointer (&query->filter, mg_text_filter_unref);
}

static void
query_free (gpointer data)
{
  query_clear (data);
  g_free (data);
}

static Query *
query_copy (const Query *query)
{
  Query *copy = g_new (Query, 1);

  *copy = *query;
  if (copy->data)
    copy->data = copy->kind->ref (copy->data);
  copy->filter = mg_text_filter_ref (copy->filter);
  return copy;
}

static void
order_free (gpointer data)
{
  Order *order = data;

  g_array_unref (order->rows);
  g_free (order);
}

static guint64
sort_key (const Query *query, guint32 row)
{
  guint64 key = query->column != G_MAXUINT ? query->kind->key (query->data, query->column, row) : row;

  return query->descending ? ~key : key;
}

/* NULL when cancelled. O(n). */
static Order *
order_new (const Query *query, GCancellable *cancellable)
{
  g_autofree MgRadixItem *items = g_new (MgRadixItem, query->n);
  Order *order = g_new0 (Order, 1);
  guint32 *rows;

  order->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 row = 0; row < query->n; row++)
    {
      if (row % MG_ROW_LIST_SYNC == 0 && g_cancellable_is_cancelled (cancellable))
        {
          order_free (order);
          return NULL;
        }
      if (query->kind->match && !query->kind->match (query->data, row, query->filter))
        continue;
      items[order->n++] = (MgRadixItem){ sort_key (query, row), row };
      for (guint i = 0; i < query->kind->n_sums; i++)
        order->sums[i] += query->kind->addend (query->data, i, row);
    }
  mg_radix_sort (items, order->n);
  g_array_set_size (order->rows, order->n);
  rows = (guint32 *) (gpointer) order->rows->data;
  for (guint32 i = 0; i < order->n; i++)
    rows[i] = items[i].value;
  return order;
}

/* Takes ORDER. */
static void
show_order (MgRowList *self, Order *order)
{
  g_clear_pointer (&self->order, order_free);
  self->order = order;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_worker (MgRowList *self, GCancellable *worker)
{
  gboolean was_busy = self->worker != NULL;

  if (self->worker)
    g_cancellable_cancel (self->worker);
  g_set_object (&self->worker, worker);
  if (was_busy != (worker != NULL))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
order_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Order *order = order_new (task_data, cancellable);

  if (order)
    g_task_return_pointer (task, order, order_free);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
}

static void
ordered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgRowList *self = MG_ROW_LIST (source);
  Order *order = g_task_propagate_pointer (G_TASK (result), NULL);

  /* A newer wish has cancelled this one; its own answer is on the way. */
  if (order == NULL || self->worker != g_task_get_cancellable (G_TASK (result)))
    {
      g_clear_pointer (&order, order_free);
      return;
    }
  show_order (self, order);
  if (self->worker == g_task_get_cancellable (G_TASK (result)))
    set_worker (self, NULL);
}

static void
reorder (MgRowList *self)
{
  g_autoptr (GCancellable) cancellable = NULL;
  g_autoptr (GTask) task = NULL;

  if (self->query.n <= MG_ROW_LIST_SYNC)
    {
      set_worker (self, NULL);
      show_order (self, order_new (&self->query, NULL));
      return;
    }
  cancellable = g_cancellable_new ();
  set_worker (self, cancellable);
  task = g_task_new (self, cancellable, ordered_cb, NULL);
  g_task_set_name (task, "sort rows");
  g_task_set_task_data (task, query_copy (&self->query), query_free);
  g_task_run_in_thread (task, order_thread);
}

void
mg_row_list_set_data (MgRowList *self, gpointer data, guint32 n)
{
  g_return_if_fail (MG_IS_ROW_LIST (self));
  /* Numbers get another meaning: the old ones are worth nothing. */
  g_clear_pointer (&self->order, order_free);
  if (data)
    self->query.kind->ref (data);
  if (self->query.data)
    self->query.kind->unref (self->query.data);
  self->query.data = data;
  self->query.n = data ? n : 0;
  reorder (self);
  if (self->order == NULL)
    g_signal_emit (self, signals[CHANGED], 0);
}

gpointer
mg_row_list_data (MgRowList *self)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self), NULL);
  return self->query.data;
}

void
mg_row_list_set_sort (MgRowList *self, guint column, gboolean descending)
{
  g_return_if_fail (MG_IS_ROW_LIST (self));
  if (self->query.column == column && self->query.descending == descending)
    return;
  self->query.column = column;
  self->query.descending = descending;
  reorder (self);
}

void
mg_row_list_set_filter (MgRowList *self, MgTextFilter *filter)
{
  g_return_if_fail (MG_IS_ROW_LIST (self));
  if (self->query.filter == filter)
    return;
  mg_text_filter_unref (self->query.filter);
  self->query.filter = mg_text_filter_ref (filter);
  reorder (self);
}

guint32
mg_row_list_n_all (MgRowList *self)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self), 0);
  return self->query.n;
}

guint32
mg_row_list_n_shown (MgRowList *self)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self), 0);
  return self->order ? self->order->n : 0;
}

guint32
mg_row_list_row_at (MgRowList *self, guint position)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self), MG_ROW_NONE);
  return self->order && position < self->order->n ? g_array_index (self->order->rows, guint32, position) : MG_ROW_NONE;
}

guint
mg_row_list_find (MgRowList *self, guint32 row)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self), G_MAXUINT);
  for (guint32 i = 0; self->order && i < self->order->n; i++)
    if (g_array_index (self->order->rows, guint32, i) == row)
      return i;
  return G_MAXUINT;
}

GArray *
mg_row_list_take_rows (MgRowList *self)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self), NULL);
  return self->order ? g_array_ref (self->order->rows) : g_array_new (FALSE, FALSE, sizeof (guint32));
}

const MgRowKind *
mg_row_list_kind (MgRowList *self)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self), NULL);
  return self->query.kind;
}

guint64
mg_row_list_sum (MgRowList *self, guint sum)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self) && sum < self->query.kind->n_sums, 0);
  return self->order ? self->order->sums[sum] : 0;
}

gboolean
mg_row_list_busy (MgRowList *self)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self), FALSE);
  return self->worker != NULL;
}

char *
mg_row_list_text (MgRowList *self, guint column, guint32 row)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self) && row < self->query.n, NULL);
  return self->query.kind->text (self->query.data, column, row);
}

char *
mg_row_list_csv (MgRowList *self, guint column, guint32 row)
{
  g_return_val_if_fail (MG_IS_ROW_LIST (self) && row < self->query.n, NULL);
  return (self->query.kind->csv ? self->query.kind->csv : self->query.kind->text) (self->query.data, column, row);
}

MgRowList *
mg_row_list_new (const MgRowKind *kind)
{
  MgRowList *self = g_object_new (MG_TYPE_ROW_LIST, NULL);

  self->query.kind = kind;
  return self;
}

static void
mg_row_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BUSY)
    g_value_set_boolean (value, mg_row_list_busy (MG_ROW_LIST (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
mg_row_list_finalize (GObject *object)
{
  MgRowList *self = MG_ROW_LIST (object);

  g_clear_object (&self->worker);
  g_clear_pointer (&self->order, order_free);
  query_clear (&self->query);
  G_OBJECT_CLASS (mg_row_list_parent_class)->finalize (object);
}

static void
mg_row_list_class_init (MgRowListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = mg_row_list_get_property;
  object_class->finalize = mg_row_list_finalize;
  properties[PROP_BUSY] = g_param_spec_boolean (
    "busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CHANGED]
    = g_signal_new ("changed", MG_TYPE_ROW_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mg_row_list_init (MgRowList *self)
{
  self->query.column = G_MAXUINT;
}
