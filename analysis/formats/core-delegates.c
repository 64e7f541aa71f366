/* What the delegates of a core call, and a line about objects of well-known classes. */
#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analysis/clr/objects/timers.h"
#include "analysis/formats/core-details-private.h"

static void
clear_handler_row (gpointer data)
{
  g_free (((MgHandlerRow *) data)->method);
}

static MgHandlerRow
handler_row (MgCoreReader *self, guint64 address, const MgDelegate *delegate)
{
  return (MgHandlerRow){ .delegate = mg_core_node_at (self, address),
                         .target = mg_core_node_at (self, delegate->target),
                         .method = mg_delegates_method_name (mg_core_delegates (self), delegate) };
}

/* The handlers of DELEGATE at ADDRESS; a torn one among them is a row without a method. */
static GArray *
list_handlers (MgCoreReader *self, guint64 address, const MgDelegate *delegate, gsize max)
{
  MgDelegates *delegates = mg_core_delegates (self);
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgHandlerRow));

  g_array_set_clear_func (rows, clear_handler_row);
  for (guint32 i = 0; i < delegate->n && (max == 0 || i < max); i++)
    {
      guint64 place = delegate->list ? mg_delegates_handler (delegates, delegate, i) : address;
      MgHandlerRow row = { .delegate = MG_NODE_NONE, .target = MG_NODE_NONE };
      MgDelegate handler;

      if (mg_delegates_read (delegates, place, &handler))
        row = handler_row (self, place, &handler);
      g_array_append_val (rows, row);
    }
  return rows;
}

GArray *
mg_core_delegate (MgReader *reader, MgNode object, gsize max, guint32 *n)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  guint64 address = mg_graph_address (self->graph, object);
  GArray *rows = NULL;
  MgDelegate delegate;

  g_mutex_lock (&self->names_lock);
  if (mg_delegates_read (mg_core_delegates (self), address, &delegate))
    {
      rows = list_handlers (self, address, &delegate, max);
      if (n)
        *n = delegate.n;
    }
  g_mutex_unlock (&self->names_lock);
  return rows;
}

/* Whether HANDLER is called on an object of TYPE. */
static gboolean
is_called_on (MgCoreReader *self, const MgDelegate *handler, MgTypeId type)
{
  MgNode target = type == MG_TYPE_NONE ? MG_NODE_NONE : mg_core_node_at (self, handler->target);

  return type == MG_TYPE_NONE || (target != MG_NODE_NONE && self->graph->type[target] == type);
}

/* Whether the handlers that are called on TYPE share a method; *EXAMPLE becomes one of them. */
static gboolean
common_method (MgCoreReader *self, const MgDelegate *delegate, MgTypeId type, MgDelegate *example)
{
  MgDelegates *delegates = mg_core_delegates (self);

  *example = (MgDelegate){ 0 };
  for (guint32 i = 0; delegate->list != 0 && i < delegate->n; i++)
    {
      MgDelegate handler;

      if (!mg_delegates_read (delegates, mg_delegates_handler (delegates, delegate, i), &handler))
        return FALSE;
      if (!is_called_on (self, &handler, type))
        continue;
      if (example->method != 0 && handler.method != example->method)
        return FALSE;
      *example = handler;
    }
  if (delegate->list == 0 && is_called_on (self, delegate, type))
    *example = *delegate;
  return example->method != 0;
}

static char *
common_method_name (MgCoreReader *self, guint64 address, MgTypeId type, guint32 *n)
{
  MgDelegate delegate, example;

  if (!mg_delegates_read (mg_core_delegates (self), address, &delegate))
    return NULL;
  if (n)
    *n = delegate.n;
  return common_method (self, &delegate, type, &example)
             ? mg_delegates_method_name (mg_core_delegates (self), &example)
             : NULL;
}

char *
mg_core_delegate_method (MgReader *reader, MgNode object, MgTypeId target_type, guint32 *n)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  char *name;

  g_mutex_lock (&self->names_lock);
  name = common_method_name (self, mg_graph_address (self->graph, object), target_type, n);
  g_mutex_unlock (&self->names_lock);
  return name;
}

/* A line about an object */

static char *
describe_delegate (MgCoreReader *self, guint64 address)
{
  guint32 n = 0;
  g_autofree char *method = common_method_name (self, address, MG_TYPE_NONE, &n);

  if (n == 0)
    return NULL;
  if (n == 1)
    return method ? g_strdup_printf ("→ %s", method) : NULL;
  if (method == NULL)
    /* Translators: a delegate with so many handlers of different methods. */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u handler", "%u handlers", n), n);
  /* Translators: a delegate with so many handlers; %s is the one method that they all call. */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u handler → %s", "%u handlers → %s", n), n, method);
}

static char *
describe_timer (MgCoreReader *self, guint64 address)
{
  MgNamedFields *fields = mg_core_named_fields (self);
  MgDelegate delegate = { 0 };
  MgTimer timer;
  g_autofree char *method = NULL, *times = NULL;

  if (!mg_timer_read (fields, address, &timer))
    return NULL;
  times = mg_details_timer_text (timer.due, timer.period);
  if (mg_delegates_read (mg_core_delegates (self), timer.callback, &delegate))
    method = mg_delegates_method_name (mg_core_delegates (self), &delegate);
  return method ? g_strdup_printf ("%s → %s", times, method) : g_steal_pointer (&times);
}

static char *
describe_task (MgCoreReader *self, guint64 address)
{
  MgDelegates *delegates = mg_core_delegates (self);
  MgAsyncObject object;
  MgAsyncRow row;

  if (!mg_async_is_task (self->clr->names, mg_named_fields_class (mg_core_named_fields (self), address))
      || !mg_async_read (delegates, address, &object))
    return NULL;
  row = mg_core_async_row (self, &object);
  if (object.await_state != MG_ASYNC_NO_STATE && object.await_state >= 0)
    /* Translators: an async method stands at one of its awaits: "awaiting (await 0)"; %s is that word. */
    return g_strdup_printf (_ ("%s (await %d)"), mg_details_async_state (&row), object.await_state);
  return g_strdup (mg_details_async_state (&row));
}

/* The method that the continuation at ADDRESS has suspended, and where; NULL: that is none. */
static char *
suspended_at (MgCoreReader *self, guint64 address, gint32 *await_state)
{
  MgAsyncObject object;

  if (!mg_async_read_continuation (mg_core_delegates (self), address, &object) || object.method == 0)
    return NULL;
  *await_state = object.await_state;
  return mg_async_name (mg_core_delegates (self), &object);
}

static char *
describe_suspended (MgCoreReader *self, guint64 address)
{
  gint32 await_state = 0;
  g_autofree char *method = suspended_at (self, address, &await_state);

  /* Translators: an async method that the runtime has suspended, and the number of the await it stands at. */
  return method ? g_strdup_printf (_ ("suspended %s (await %d)"), method, await_state) : NULL;
}

char *
mg_core_suspended_method (MgReader *reader, MgNode object)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  gint32 await_state;
  char *method;

  g_mutex_lock (&self->names_lock);
  method = suspended_at (self, mg_graph_address (self->graph, object), &await_state);
  g_mutex_unlock (&self->names_lock);
  return method;
}

gboolean
mg_core_is_event (MgReader *reader, MgNode object, const char *field)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  MgNamedFields *fields;
  const MgField *found;
  gboolean is_event;

  g_mutex_lock (&self->names_lock);
  fields = mg_core_delegates (self)->fields;
  found = mg_named_fields_find (fields, mg_named_fields_class (fields, mg_graph_address (self->graph, object)), field);
  is_event = found && mg_field_is_event (fields->modules, found);
  g_mutex_unlock (&self->names_lock);
  return is_event;
}

char *
mg_core_describe (MgReader *reader, MgNode object)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  guint64 address = mg_graph_address (self->graph, object);
  char *text;

  g_mutex_lock (&self->names_lock);
  text = describe_delegate (self, address);
  if (text == NULL)
    text = describe_timer (self, address);
  if (text == NULL)
    text = describe_task (self, address);
  if (text == NULL)
    text = describe_suspended (self, address);
  g_mutex_unlock (&self->names_lock);
  return text;
}
