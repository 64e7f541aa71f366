/* What only a dump of memory knows, without what is secret. Rows are the base's own, their texts replaced in place. */
#include <string.h>

#include "analysis/redact/redact-private.h"

static MgRedactReader *
of (MgReader *reader)
{
  return (MgRedactReader *) reader;
}

static gboolean
hides_names (const MgRedactReader *self)
{
  return self->redactor != NULL;
}

/* Replaces *TEXT by what FUNC makes of it. NULL stays. */
static void
replace (const MgRedactReader *self, char **text, char *(*func) (MgRedactor *redactor, const char *text))
{
  char *old = *text;

  if (old == NULL || !hides_names (self))
    return;
  *text = func (self->redactor, old);
  g_free (old);
}

static char *
redact_type (MgRedactor *redactor, const char *text)
{
  return mg_redactor_type (redactor, text, NULL);
}

/* Nothing of these is secret: addresses, sizes, numbers of nodes. */

static GArray *
redact_heap (MgReader *reader)
{
  return mg_details_heap (of (reader)->base);
}

static GArray *
redact_handles (MgReader *reader)
{
  return mg_details_handles (of (reader)->base);
}

static GArray *
redact_finalizers (MgReader *reader)
{
  return mg_details_finalizers (of (reader)->base);
}

static GArray *
redact_checks (MgReader *reader)
{
  return mg_details_checks (of (reader)->base);
}

/* A thread's name is a text of the process. */
static char *
redact_thread_name (MgRedactReader *self, const char *name)
{
  return hides_names (self) ? mg_redactor_word (self->redactor, "Thread", name) : NULL;
}

static GArray *
redact_threads (MgReader *reader)
{
  MgRedactReader *self = of (reader);
  GArray *rows = mg_details_threads (self->base);

  for (guint i = 0; rows && i < rows->len; i++)
    {
      MgThreadRow *row = &g_array_index (rows, MgThreadRow, i);
      g_autofree char *name = g_steal_pointer (&row->name);

      if (name)
        row->name = redact_thread_name (self, name);
      for (guint k = 0; k < row->n_frames; k++)
        replace (self, &row->frames[k].method, mg_redactor_method);
    }
  return rows;
}

static int
compare_statics (gconstpointer a, gconstpointer b)
{
  const MgStaticRow *first = a, *second = b;
  int order = strcmp (first->class_name, second->class_name);

  if (order == 0)
    order = strcmp (first->field, second->field);
  return order ? order : (first->address > second->address) - (first->address < second->address);
}

static GArray *
redact_statics (MgReader *reader)
{
  MgRedactReader *self = of (reader);
  GArray *rows = mg_details_statics (self->base);

  if (rows == NULL || !hides_names (self))
    return rows;
  for (guint i = 0; i < rows->len; i++)
    {
      MgStaticRow *row = &g_array_index (rows, MgStaticRow, i);
      g_autofree char *whole = g_strdup_printf ("%s.%s", row->class_name, row->field);
      g_autofree char *shown = mg_redactor_static (self->redactor, whole);
      gsize length;

      replace (self, &row->class_name, redact_type);
      /* The field is what follows the class and a dot. */
      length = strlen (row->class_name);
      g_free (row->field);
      row->field = g_strdup (shown[MIN (length, strlen (shown))] == '.' ? shown + length + 1 : "?");
    }
  g_array_sort (rows, compare_statics);
  return rows;
}

/* Whether the field holds null is no secret: the graph says it as well. */
static GArray *
redact_fields (MgReader *reader, MgNode object, gsize max)
{
  MgRedactReader *self = of (reader);
  GArray *rows = mg_details_fields (self->base, object, max);
  const char *type = mg_redact_real_type (self, object);

  for (guint i = 0; rows && i < rows->len; i++)
    {
      MgFieldRow *row = &g_array_index (rows, MgFieldRow, i);

      if (row->value && !(row->is_reference && strcmp (row->value, "null") == 0))
        g_clear_pointer (&row->value, g_free);
      replace (self, &row->type, redact_type);
      if (hides_names (self))
        {
          g_autofree char *name = g_steal_pointer (&row->name);

          row->name = mg_redactor_field (self->redactor, type, name);
        }
    }
  return rows;
}

static GArray *
redact_delegate (MgReader *reader, MgNode object, gsize max, guint32 *n)
{
  MgRedactReader *self = of (reader);
  GArray *rows = mg_details_delegate (self->base, object, max, n);

  for (guint i = 0; rows && i < rows->len; i++)
    replace (self, &g_array_index (rows, MgHandlerRow, i).method, mg_redactor_method);
  return rows;
}

static char *
redact_delegate_method (MgReader *reader, MgNode object, MgTypeId target_type, guint32 *n)
{
  MgRedactReader *self = of (reader);
  MgTypeId real = target_type < self->types->n_types ? self->base_type[target_type] : target_type;
  char *method = mg_details_delegate_method (self->base, object, real, n);

  replace (self, &method, mg_redactor_method);
  return method;
}

static GArray *
redact_timers (MgReader *reader)
{
  MgRedactReader *self = of (reader);
  GArray *rows = mg_details_timers (self->base);

  for (guint i = 0; rows && i < rows->len; i++)
    replace (self, &g_array_index (rows, MgTimerRow, i).callback, mg_redactor_method);
  return rows;
}

static gboolean
redact_timer (MgReader *reader, MgNode object, MgTimerRow *row)
{
  MgRedactReader *self = of (reader);
  gboolean is_timer = mg_details_timer (self->base, object, row);

  if (is_timer)
    replace (self, &row->callback, mg_redactor_method);
  return is_timer;
}

/* "System.Threading.Tasks.Task {Lab.Program.Work}" */
static char *
redact_async_name (MgRedactor *redactor, const char *name)
{
  const char *brace = strstr (name, " {");
  gsize length = strlen (name);
  g_autofree char *type = NULL, *method = NULL, *shown_type = NULL, *shown_method = NULL;

  if (brace == NULL || name[length - 1] != '}')
    return mg_redactor_type (redactor, name, NULL);
  type = g_strndup (name, (gsize) (brace - name));
  method = g_strndup (brace + 2, length - (gsize) (brace - name) - 3);
  shown_type = mg_redactor_type (redactor, type, NULL);
  shown_method = mg_redactor_method (redactor, method);
  return g_strdup_printf ("%s {%s}", shown_type, shown_method);
}

static MgAsyncRows *
redact_async (MgReader *reader)
{
  MgRedactReader *self = of (reader);
  MgAsyncRows *rows = mg_details_async (self->base);

  for (guint i = 0; rows && hides_names (self) && i < rows->rows->len; i++)
    {
      MgAsyncRow *row = &g_array_index (rows->rows, MgAsyncRow, i);
      g_autofree char *shown = row->name ? redact_async_name (self->redactor, row->name) : NULL;

      row->name = shown ? g_string_chunk_insert_const (rows->names, shown) : NULL;
    }
  return rows;
}

/* A text of the process. */
static char *
redact_string (MgReader *reader, MgNode object, gsize max, gsize *length)
{
  return NULL;
}

/* A line made of names and numbers. */
static char *
redact_describe (MgReader *reader, MgNode object)
{
  return NULL;
}

static char *
redact_suspended_method (MgReader *reader, MgNode object)
{
  MgRedactReader *self = of (reader);
  char *method = mg_details_suspended_method (self->base, object);

  replace (self, &method, mg_redactor_method);
  return method;
}

/* FIELD is a name that the file does not have. */
static gboolean
redact_is_event (MgReader *reader, MgNode object, const char *field)
{
  return FALSE;
}

#define MEMBER(result, name, arguments) .name = redact_##name,
const MgReaderDetails mg_redact_details = { MG_READER_DETAILS (MEMBER) };
