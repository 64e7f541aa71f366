/* Timers and unfinished asynchronous work of a core, as rows. */
#include "analysis/clr/objects/timers.h"
#include "analysis/formats/core-details-private.h"

/* Addresses of the objects whose class WANTED likes, in the graph's order. */
static GArray *
addresses_of (MgCoreReader *self, gboolean (*wanted) (MgTypeNames *names, guint64 table))
{
  const MgGraph *graph = self->graph;
  GArray *addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree guint8 *likes = g_new0 (guint8, graph->types->n_types + 1);
  gboolean any = FALSE;

  for (MgTypeId type = 0; type < graph->types->n_types; type++)
    {
      guint64 table = graph->types->types[type].handle;

      likes[type] = table != 0 && wanted (self->clr->names, table);
      any = any || likes[type];
    }
  for (MgNode node = mg_graph_first_object (graph); any && node < graph->n_nodes; node++)
    if (graph->type[node] < graph->types->n_types && likes[graph->type[node]])
      {
        guint64 address = mg_graph_address (graph, node);

        g_array_append_val (addresses, address);
      }
  return addresses;
}

/* Timers */

static gboolean
is_timer_queue (MgTypeNames *names, guint64 table)
{
  return strcmp (mg_type_names_get (names, table), "System.Threading.TimerQueue") == 0;
}

static int
compare_timer_rows (gconstpointer a, gconstpointer b)
{
  const MgTimerRow *first = a, *second = b;

  if (first->due_ms != second->due_ms)
    return first->due_ms < second->due_ms ? -1 : 1;
  return first->address < second->address ? -1 : first->address > second->address;
}

static void
fill_callback (MgCoreReader *self, MgTimerRow *row, guint64 callback)
{
  MgDelegates *delegates = mg_core_delegates (self);
  guint64 table = mg_named_fields_class (mg_core_named_fields (self), callback);
  MgDelegate delegate;

  row->target = MG_NODE_NONE;
  if (mg_delegates_read (delegates, callback, &delegate))
    {
      row->callback = mg_delegates_method_name (delegates, &delegate);
      row->target = mg_core_node_at (self, delegate.target);
    }
  else if (table != 0)
    row->callback = g_strdup_printf ("<%s>", mg_type_names_get (self->clr->names, table));
}

static MgTimerRow
timer_row (MgCoreReader *self, const MgTimer *timer)
{
  MgTimerRow row = { .address = timer->address,
                     .object = mg_core_node_at (self, timer->address),
                     .due_ms = timer->due,
                     .period_ms = timer->period,
                     .is_short = timer->is_short,
                     .state = mg_core_node_at (self, timer->state) };

  fill_callback (self, &row, timer->callback);
  return row;
}

GArray *
mg_core_timers (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgTimerRow));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) queues = NULL, timers = g_array_new (FALSE, TRUE, sizeof (MgTimer));

  g_array_set_clear_func (rows, (GDestroyNotify) mg_timer_row_clear);
  g_mutex_lock (&self->names_lock);
  queues = addresses_of (self, is_timer_queue);
  for (guint i = 0; i < queues->len; i++)
    mg_timers_read (mg_core_named_fields (self), g_array_index (queues, guint64, i), seen, timers);
  for (guint i = 0; i < timers->len; i++)
    {
      MgTimerRow row = timer_row (self, &g_array_index (timers, MgTimer, i));

      g_array_append_val (rows, row);
    }
  g_mutex_unlock (&self->names_lock);
  g_array_sort (rows, compare_timer_rows);
  return rows;
}

gboolean
mg_core_timer (MgReader *reader, MgNode object, MgTimerRow *row)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  gboolean found;
  MgTimer timer;

  g_mutex_lock (&self->names_lock);
  found = mg_timer_read (mg_core_named_fields (self), mg_graph_address (self->graph, object), &timer);
  if (found)
    *row = timer_row (self, &timer);
  g_mutex_unlock (&self->names_lock);
  return found;
}

/* Asynchronous work */

MgAsyncRow
mg_core_async_row (MgCoreReader *self, const MgAsyncObject *object)
{
  return (MgAsyncRow){ .object = mg_core_node_at (self, object->address),
                       .kind = object->kind,
                       .await_state = object->await_state,
                       .task_flags = object->task_flags,
                       .first_link = object->first_link,
                       .n_links = object->n_links,
                       .is_top = object->is_top };
}

/* What one name depends on. */
typedef struct
{
  guint64 table, machine, method, self;
} NameKey;

static guint
hash_key (gconstpointer data)
{
  const NameKey *key = data;
  guint64 mixed = (key->table ^ key->machine << 1 ^ key->method << 2 ^ key->self << 3)
                  * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (mixed >> 32);
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (NameKey)) == 0;
}

/* Many objects share a name: it is made once. */
static const char *
name_of (MgCoreReader *self, GHashTable *known, GStringChunk *names, const MgAsyncObject *object)
{
  NameKey key = { object->table, object->machine, object->method,
                  mg_named_fields_class (mg_core_named_fields (self), object->self) };
  const char *name = g_hash_table_lookup (known, &key);

  if (name == NULL)
    {
      g_autofree char *text = mg_async_name (mg_core_delegates (self), object);

      name = g_string_chunk_insert_const (names, text);
      g_hash_table_insert (known, g_memdup2 (&key, sizeof key), (gpointer) name);
    }
  return name;
}

MgAsyncRows *
mg_core_async (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  MgAsyncRows *rows = g_new0 (MgAsyncRows, 1);
  g_autoptr (GHashTable) known = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  g_autoptr (GArray) tasks = NULL;
  g_autoptr (MgAsync) async = NULL;

  rows->rows = g_array_new (FALSE, TRUE, sizeof (MgAsyncRow));
  rows->names = g_string_chunk_new (4096);
  g_mutex_lock (&self->names_lock);
  tasks = addresses_of (self, mg_async_is_task);
  async = mg_async_new (mg_core_delegates (self), tasks);
  for (guint i = 0; i < async->objects->len; i++)
    {
      const MgAsyncObject *object = &g_array_index (async->objects, MgAsyncObject, i);
      MgAsyncRow row = mg_core_async_row (self, object);

      row.name = name_of (self, known, rows->names, object);
      g_array_append_val (rows->rows, row);
    }
  g_mutex_unlock (&self->names_lock);
  rows->links = g_array_ref (async->links);
  return rows;
}
