#include "analysis/clr/objects/async.h"

#define OBJECT_HEADER 8
#define MAX_PARENTS 64
#define MAX_ARGUMENTS 32
#define MAX_SUSPENDED 1000000u /* methods of one suspended call stack */
#define ARRAY_LENGTH_AT 8
#define ARRAY_DATA_AT 16
#define RESUME_ADDRESS_AT 8
#define CONTINUATION_WRAPPER "System.Runtime.CompilerServices.AsyncMethodBuilderCore+ContinuationWrapper"

/* Work in progress: objects by address while links are added. */
typedef struct
{
  MgDelegates *delegates;
  MgAsync *async;
  GHashTable *places;  /* guint64 *: address → place in objects + 1 */
  GHashTable *classes; /* guint64 *: MethodTable → ClassKind + 1 */
} Builder;

typedef enum
{
  CLASS_OTHER,
  CLASS_TASK,
  CLASS_BOX,
  CLASS_LIST,
} ClassKind;

gboolean
mg_async_is_task (MgTypeNames *names, guint64 table)
{
  const MgRuntime *runtime = names->modules->runtime;

  for (guint depth = 0; table != 0 && depth < MAX_PARENTS; depth++)
    {
      if (!mg_runtime_is_method_table (runtime, table))
        return FALSE;
      if (strcmp (mg_type_names_get (names, table), "System.Threading.Tasks.Task") == 0)
        return TRUE;
      table = mg_runtime_parent_of (runtime, table);
    }
  return FALSE;
}

gboolean
mg_async_is_box (MgTypeNames *names, guint64 table)
{
  const char *name = mg_type_names_get (names, table);

  return g_str_has_prefix (name, "System.Runtime.CompilerServices.AsyncTaskMethodBuilder<")
         && strstr (name, "AsyncStateMachineBox<") != NULL && mg_async_is_task (names, table);
}

/* A box's last argument is the class of its state machine. */
static guint64
machine_of_box (MgDelegates *delegates, guint64 table)
{
  guint64 arguments[MAX_ARGUMENTS];
  guint n = mg_clr_type_arguments_of (delegates->code->runtime, table, arguments, MAX_ARGUMENTS);

  return n > 0 ? arguments[n - 1] : 0;
}

static void
read_machine (MgDelegates *delegates, MgAsyncObject *object)
{
  const MgAddressSpace *space = delegates->code->runtime->space;
  const MgField *inside = mg_named_fields_find (delegates->fields, object->table, "StateMachine"), *state;
  guint64 at;

  object->kind = MG_ASYNC_STATE_MACHINE;
  object->machine = machine_of_box (delegates, object->table);
  state = object->machine ? mg_named_fields_find (delegates->fields, object->machine, "<>1__state") : NULL;
  if (inside == NULL || state == NULL)
    return;
  at = object->address + OBJECT_HEADER + inside->offset;
  if (inside->element == MG_ELEMENT_CLASS)
    {
      at = mg_address_space_u64_or_0 (space, at);
      if (at == 0)
        return;
      at += OBJECT_HEADER;
    }
  object->await_state = (gint32) mg_address_space_u32_or_0 (space, at + state->offset);
}

gboolean
mg_async_read (MgDelegates *delegates, guint64 address, MgAsyncObject *object)
{
  MgNamedFields *fields = delegates->fields;
  MgDelegate action;

  *object = (MgAsyncObject){ .address = address, .await_state = MG_ASYNC_NO_STATE, .is_top = TRUE };
  object->table = mg_named_fields_class (fields, address);
  if (object->table == 0 || mg_named_fields_find (fields, object->table, "m_stateFlags") == NULL)
    return FALSE;
  object->task_flags = mg_named_fields_u32 (fields, address, "m_stateFlags");
  if (mg_async_is_box (delegates->names, object->table))
    read_machine (delegates, object);
  else if (mg_delegates_read (delegates, mg_named_fields_reference (fields, address, "m_action"), &action))
    {
      object->method = action.method;
      object->self = action.target;
    }
  return TRUE;
}

/* ---- Building ---- */

static ClassKind
class_kind (Builder *builder, guint64 table)
{
  gpointer known = g_hash_table_lookup (builder->classes, &table);
  ClassKind kind = CLASS_OTHER;

  if (known)
    return (ClassKind) (GPOINTER_TO_UINT (known) - 1);
  if (mg_async_is_box (builder->delegates->names, table))
    kind = CLASS_BOX;
  else if (mg_async_is_task (builder->delegates->names, table))
    kind = CLASS_TASK;
  else if (g_str_has_prefix (mg_type_names_get (builder->delegates->names, table), "System.Collections.Generic.List<"))
    kind = CLASS_LIST;
  g_hash_table_insert (builder->classes, g_memdup2 (&table, sizeof table), GUINT_TO_POINTER ((guint) kind + 1));
  return kind;
}

static guint32
add_object (Builder *builder, const MgAsyncObject *object)
{
  guint32 place = builder->async->objects->len;

  g_array_append_val (builder->async->objects, *object);
  g_hash_table_insert (builder->places, g_memdup2 (&object->address, sizeof object->address),
                       GUINT_TO_POINTER (place + 1));
  return place;
}

/* The place of the object at ADDRESS; what is not there yet is something else that goes on. */
static guint32
place_of (Builder *builder, guint64 address)
{
  guint32 place = GPOINTER_TO_UINT (g_hash_table_lookup (builder->places, &address));
  MgAsyncObject object;

  if (place != 0)
    return place - 1;
  if (!mg_async_read (builder->delegates, address, &object))
    object.kind = MG_ASYNC_OTHER;
  return add_object (builder, &object);
}

static void
add_link (Builder *builder, guint32 from, guint32 to)
{
  MgAsyncObject *object = &g_array_index (builder->async->objects, MgAsyncObject, from);

  if (object->n_links == 0)
    object->first_link = builder->async->links->len;
  object->n_links++;
  g_array_index (builder->async->objects, MgAsyncObject, to).is_top = FALSE;
  g_array_append_val (builder->async->links, to);
}

/* Follows a continuation to what really goes on: the task of ContinueWith, the target of a callback. */
static guint64
resolve (Builder *builder, guint64 continuation)
{
  MgNamedFields *fields = builder->delegates->fields;
  guint64 next, table = mg_named_fields_class (fields, continuation);

  if (class_kind (builder, table) == CLASS_BOX)
    return continuation;
  if ((next = mg_named_fields_reference (fields, continuation, "m_task")) != 0)
    return next;
  if ((next = mg_named_fields_reference (fields, continuation, "m_action")) != 0)
    continuation = next;
  if ((next = mg_named_fields_reference (fields, continuation, "_target")) == 0)
    return continuation;
  continuation = next;
  table = mg_named_fields_class (fields, continuation);
  if (strcmp (mg_type_names_get (builder->delegates->names, table), CONTINUATION_WRAPPER) != 0
      || (next = mg_named_fields_reference (fields, continuation, "_continuation")) == 0)
    return continuation;
  continuation = next;
  next = mg_named_fields_reference (fields, continuation, "_target");
  return next ? next : continuation;
}

static void
link_continuation (Builder *builder, guint32 from, guint64 continuation)
{
  guint64 found = continuation ? resolve (builder, continuation) : 0;

  if (found != 0 && mg_named_fields_class (builder->delegates->fields, found) != 0)
    add_link (builder, from, place_of (builder, found));
}

/* Everything that goes on after the task at ADDRESS is linked behind FROM. */
static void
link_task (Builder *builder, guint32 from, guint64 address)
{
  MgNamedFields *fields = builder->delegates->fields;
  const MgAddressSpace *space = builder->delegates->code->runtime->space;
  guint64 continuation = mg_named_fields_reference (fields, address, "m_continuationObject"), items;
  guint32 n;

  if (continuation == 0
      || class_kind (builder, mg_named_fields_class (fields, continuation)) != CLASS_LIST)
    {
      link_continuation (builder, from, continuation);
      return;
    }
  items = mg_named_fields_reference (fields, continuation, "_items");
  n = items ? MIN (mg_address_space_u32_or_0 (space, items + ARRAY_LENGTH_AT),
                   mg_named_fields_u32 (fields, continuation, "_size"))
            : 0;
  for (guint32 i = 0; i < n; i++)
    {
      guint64 item;

      if (!mg_address_space_u64 (space, items + ARRAY_DATA_AT + 8 * (guint64) i, &item))
        break;
      link_continuation (builder, from, item);
    }
}

/* ---- Call stacks that .NET 11 suspended ---- */

/* The method that CONTINUATION suspended; 0: one of the runtime's own that wait for a task or a value. */
static guint64
suspended_method (MgDelegates *delegates, guint64 continuation)
{
  const MgAddressSpace *space = delegates->code->runtime->space;
  guint64 info = mg_named_fields_u64 (delegates->fields, continuation, "ResumeInfo");
  guint64 address = info ? mg_address_space_u64_or_0 (space, info + RESUME_ADDRESS_AT) : 0;
  MgCode code = { 0 };

  return address != 0 && mg_code_map_find (delegates->code, address, &code) ? code.method : 0;
}

gboolean
mg_async_read_continuation (MgDelegates *delegates, guint64 address, MgAsyncObject *object)
{
  MgNamedFields *fields = delegates->fields;
  guint64 table = mg_named_fields_class (fields, address);

  if (table == 0 || mg_named_fields_find (fields, table, "ResumeInfo") == NULL)
    return FALSE;
  *object = (MgAsyncObject){ .address = address, .table = table, .kind = MG_ASYNC_RUNTIME_METHOD, .is_top = TRUE };
  object->method = suspended_method (delegates, address);
  object->await_state = (gint32) mg_named_fields_u32 (fields, address, "State");
  return TRUE;
}

/* Adds the methods suspended behind HEAD, innermost first and linked, as TASK's. The waiting continuations before them
 * lead to the innermost. *LAST: the outermost; FALSE when there is none. */
static gboolean
add_suspended (Builder *builder, guint64 head, const MgAsyncObject *task, guint32 *last)
{
  MgNamedFields *fields = builder->delegates->fields;
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean any = FALSE;

  for (guint step = 0; head != 0 && step < MAX_SUSPENDED; step++)
    {
      MgAsyncObject object;
      guint32 place;

      if (g_hash_table_contains (builder->places, &head)
          || !mg_async_read_continuation (builder->delegates, head, &object))
        break;
      object.task_flags = task->task_flags;
      if (object.method == 0 && !any)
        g_array_append_val (waiting, head);
      else
        {
          place = add_object (builder, &object);
          if (any)
            add_link (builder, *last, place);
          for (guint i = 0; i < waiting->len; i++)
            g_hash_table_insert (builder->places, g_memdup2 (&g_array_index (waiting, guint64, i), sizeof (guint64)),
                                 GUINT_TO_POINTER (place + 1));
          g_array_set_size (waiting, 0);
          *last = place;
          any = TRUE;
        }
      head = mg_named_fields_reference (fields, head, "Next");
    }
  return any;
}

/* A task of suspended methods is shown by them: what waits for it goes on after the outermost. */
static gboolean
add_runtime_task (Builder *builder, const MgAsyncObject *task, GArray *outermost)
{
  MgNamedFields *fields = builder->delegates->fields;
  guint64 head = mg_named_fields_reference (fields, task->address, "m_stateObject");
  guint64 table = mg_named_fields_class (fields, head), place;
  guint32 last = 0;

  if (table == 0 || mg_named_fields_find (fields, table, "ResumeInfo") == NULL
      || !add_suspended (builder, head, task, &last))
    return FALSE;
  g_hash_table_insert (builder->places, g_memdup2 (&task->address, sizeof task->address), GUINT_TO_POINTER (last + 1));
  place = last;
  g_array_append_val (outermost, place);
  g_array_append_val (outermost, task->address);
  return TRUE;
}

MgAsync *
mg_async_new (MgDelegates *delegates, const GArray *addresses)
{
  MgAsync *async = g_new0 (MgAsync, 1);
  Builder builder = { .delegates = delegates, .async = async };
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (guint64)); /* place, address of its task */

  async->objects = g_array_new (FALSE, TRUE, sizeof (MgAsyncObject));
  async->links = g_array_new (FALSE, FALSE, sizeof (guint32));
  builder.places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  builder.classes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < addresses->len; i++)
    {
      guint64 address = g_array_index (addresses, guint64, i);
      MgAsyncObject object;
      guint64 place;

      if (!mg_async_read (delegates, address, &object) || (object.task_flags & MG_TASK_COMPLETED)
          || g_hash_table_contains (builder.places, &address) || add_runtime_task (&builder, &object, pending))
        continue;
      place = add_object (&builder, &object);
      g_array_append_val (pending, place);
      g_array_append_val (pending, address);
    }
  for (guint i = 0; i + 1 < pending->len; i += 2)
    link_task (&builder, (guint32) g_array_index (pending, guint64, i), g_array_index (pending, guint64, i + 1));
  g_hash_table_unref (builder.places);
  g_hash_table_unref (builder.classes);
  return async;
}

void
mg_async_free (MgAsync *async)
{
  if (async == NULL)
    return;
  g_array_unref (async->objects);
  g_array_unref (async->links);
  g_free (async);
}

/* ---- Names ---- */

char *
mg_async_name (MgDelegates *delegates, const MgAsyncObject *object)
{
  const char *name = mg_type_names_get (delegates->names, object->machine ? object->machine : object->table);
  const char *boxed = strstr (name, "StateMachineBox<");
  g_autofree char *method
      = object->method ? mg_method_name_on (delegates->names, object->method,
                                            mg_named_fields_class (delegates->fields, object->self))
                       : NULL;

  if (object->kind == MG_ASYNC_RUNTIME_METHOD && method)
    return g_steal_pointer (&method);
  if (method)
    return g_strdup_printf ("%s {%s}", name, method);
  /* The box of a pooled state machine: its last argument is what one wants to read. */
  if (object->machine == 0 && boxed && g_str_has_suffix (name, ">"))
    {
      boxed += strlen ("StateMachineBox<");
      return g_strndup (boxed, strlen (boxed) - 1);
    }
  return g_strdup (name);
}
