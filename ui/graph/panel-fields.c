#include "ui/graph/panel-fields.h"

#include <glib/gi18n-lib.h>

#include "analysis/details.h"
#include "analysis/report/printable.h"
#include "ui/graph/panel-parts.h"
#include "ui/text.h"

#define MAX_FIELDS 8
#define MAX_UNITS 600
#define MAX_SHORT_UNITS 60

struct _MgPanelFields
{
  GtkWidget parent_instance;

  GtkBox *box; /* child */
  MgNode object;
};

G_DEFINE_FINAL_TYPE (MgPanelFields, mg_panel_fields, GTK_TYPE_WIDGET)

/* What a worker reads. */
typedef struct
{
  MgSnapshot *snapshot; /* owned */
  MgNode object;
  GArray *fields;   /* owned; MgFieldRow; NULL: the file has no values */
  GPtrArray *texts; /* owned; for each field what stands at the end of its line; NULL: nothing */
  char *text;       /* owned; of a string */
  char *words;      /* owned; of an object of a well-known class */
} Values;

static void
values_free (gpointer data)
{
  Values *values = data;

  g_clear_pointer (&values->fields, g_array_unref);
  g_ptr_array_unref (values->texts);
  g_free (values->text);
  g_free (values->words);
  mg_snapshot_unref (values->snapshot);
  g_free (values);
}

/* A text in quotes, on one line. Takes TEXT. */
static char *
quoted (char *text, gboolean cut)
{
  g_autofree char *owned = text, *printable = mg_printable (text);

  return g_strdup_printf (cut ? "“%s…”" : "“%s”", printable);
}

static char *
value_of (const Values *values, const MgFieldRow *field)
{
  gsize length = 0;
  char *text;

  /* A boxed value has one as well. */
  if (!field->is_reference || field->value)
    return g_strdup (field->value);
  if (field->reference == 0)
    return g_strdup ("null");
  if (field->object == MG_NODE_NONE)
    return NULL;
  text = mg_details_string (values->snapshot, field->object, MAX_SHORT_UNITS, &length);
  return text ? quoted (text, length > MAX_SHORT_UNITS) : NULL;
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Values *values = task_data;
  gsize length = 0;

  values->text = mg_details_string (values->snapshot, values->object, MAX_UNITS, &length);
  if (values->text)
    values->text = quoted (values->text, length > MAX_UNITS);
  else
    {
      values->words = mg_details_describe (values->snapshot, values->object);
      values->fields = mg_details_fields (values->snapshot, values->object, MAX_FIELDS + 1);
    }
  for (guint i = 0; values->fields && i < values->fields->len; i++)
    g_ptr_array_add (values->texts, value_of (values, &g_array_index (values->fields, MgFieldRow, i)));
  g_task_return_boolean (task, TRUE);
}

/* A value is a fact; a reference is a link to its object. */
static GtkWidget *
field_widget (const Values *values, guint i)
{
  const MgFieldRow *field = &g_array_index (values->fields, MgFieldRow, i);
  const MgType *type = field->object == MG_NODE_NONE
                           ? NULL
                           : mg_graph_type_of (mg_snapshot_graph (values->snapshot), field->object);
  const char *value = g_ptr_array_index (values->texts, i);
  g_autofree char *name = NULL;

  if (type == NULL)
    return mg_panel_fact (field->name, value ? value : "–");
  name = mg_text_short_type_name (type->name);
  return mg_panel_link (field->name, value ? value : name, NULL, "retention.visit-object",
                        g_variant_new_uint32 (field->object));
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgPanelFields *self = MG_PANEL_FIELDS (source);
  const Values *values = g_task_get_task_data (G_TASK (result));
  guint n = values->fields ? MIN (values->fields->len, MAX_FIELDS) : 0;

  if (self->box == NULL || (values->text == NULL && values->words == NULL && n == 0))
    return;
  gtk_box_append (self->box, mg_panel_heading (values->text ? _("Text") : n > 0 ? _("Fields") : _("State")));
  if (values->text)
    gtk_box_append (self->box, mg_panel_paragraph (values->text, "mg-chain"));
  if (values->words)
    gtk_box_append (self->box, mg_panel_paragraph (values->words, NULL));
  for (guint i = 0; i < n; i++)
    gtk_box_append (self->box, field_widget (values, i));
  gtk_box_append (self->box, mg_panel_link (_("Show the whole object"), NULL, NULL, "retention.show-object",
                                            g_variant_new_uint32 (self->object)));
}

GtkWidget *
mg_panel_fields_new (MgSnapshot *snapshot, MgNode object)
{
  MgPanelFields *self = g_object_new (MG_TYPE_PANEL_FIELDS, NULL);
  g_autoptr (GTask) task = g_task_new (self, NULL, read_cb, NULL);
  Values *values = g_new0 (Values, 1);

  self->object = object;
  values->snapshot = mg_snapshot_ref (snapshot);
  values->object = object;
  values->texts = g_ptr_array_new_with_free_func (g_free);
  g_task_set_name (task, "fields of an object");
  g_task_set_task_data (task, values, values_free);
  g_task_run_in_thread (task, read_thread);
  return GTK_WIDGET (self);
}

static void
mg_panel_fields_dispose (GObject *object)
{
  MgPanelFields *self = MG_PANEL_FIELDS (object);

  if (self->box)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  G_OBJECT_CLASS (mg_panel_fields_parent_class)->dispose (object);
}

static void
mg_panel_fields_class_init (MgPanelFieldsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_panel_fields_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
mg_panel_fields_init (MgPanelFields *self)
{
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}
