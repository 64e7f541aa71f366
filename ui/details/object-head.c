#include "ui/details/object-head.h"

#include <glib/gi18n-lib.h>

#include "analysis/details.h"
#include "ui/models/instance-list.h"
#include "ui/text.h"
#include "ui/ui.h"

/* UTF-16 units of a string that are shown; "mangrove-cli object" writes the whole of it. */
#define MAX_UNITS 20000

struct _MgObjectHead
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkLabel *title, *facts;
  GtkWidget *frame;
  GtkTextView *text;

  MgSession *session; /* owned */
};

G_DEFINE_FINAL_TYPE (MgObjectHead, mg_object_head, GTK_TYPE_WIDGET)

/* The object asked about; MG_NODE_NONE: none. */
static MgNode
object_of (MgObjectHead *self)
{
  MgSubject subject = mg_session_subject (self->session);
  const MgGraph *graph = mg_snapshot_graph (mg_session_snapshot (self->session));

  return subject.kind == MG_SUBJECT_OBJECT && graph && mg_graph_is_object (graph, subject.id) ? subject.id
                                                                                              : MG_NODE_NONE;
}

static void
add_fact (GString *text, const char *fact)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", fact);
}

/* What follows from the parts of the snapshot that are made later than the graph. */
static void
add_reasons (GString *text, MgSnapshot *snapshot, MgNode object)
{
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  const MgTree *tree = mg_snapshot_tree (snapshot);

  if (tree && !mg_tree_reached (tree, object))
    {
      add_fact (text, _("nothing keeps it alive: the next collection frees it"));
      return;
    }
  if (dominators)
    {
      g_autofree char *bytes = mg_format_bytes (dominators->retained[object]);
      /* Translators: an amount of memory */
      g_autofree char *retained = g_strdup_printf (_("retains %s"), bytes);

      add_fact (text, retained);
    }
  if (tree)
    {
      guint32 links = mg_tree_links (tree, object);
      g_autofree char *count = mg_format_count (links);
      g_autofree char *distance
          = g_strdup_printf (ngettext ("%s link from a root", "%s links from a root", links), count);

      add_fact (text, distance);
    }
}

static char *
facts_text (MgSnapshot *snapshot, MgNode object)
{
  GString *text = g_string_new (NULL);
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autofree char *address = mg_text_address (mg_graph_address (graph, object));
  g_autofree char *size = mg_format_bytes (mg_graph_size (graph, object));
  MgGeneration generation = mg_snapshot_generation (snapshot, object);

  add_fact (text, address);
  if (generation != MG_GENERATION_UNKNOWN)
    add_fact (text, mg_instance_list_generation_word (generation));
  add_fact (text, size);
  add_reasons (text, snapshot, object);
  return g_string_free (text, FALSE);
}

static void
show_string (MgObjectHead *self, MgSnapshot *snapshot, MgNode object)
{
  gsize length = 0;
  g_autofree char *text = mg_details_string (snapshot, object, MAX_UNITS, &length);
  g_autofree char *shown = NULL;

  gtk_widget_set_visible (self->frame, text != NULL);
  if (text == NULL)
    return;
  if (length > MAX_UNITS)
    {
      g_autofree char *count = mg_format_count (length), *all = NULL;

      /* Translators: number of characters of a long text that is shown in part */
      all = g_strdup_printf (_("… %s characters in all"), count);
      shown = g_strconcat (text, all, NULL);
    }
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), shown ? shown : text, -1);
}

static void
update (MgObjectHead *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  MgNode object = object_of (self);
  g_autofree char *facts = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), object != MG_NODE_NONE);
  if (object == MG_NODE_NONE)
    return;
  facts = facts_text (snapshot, object);
  gtk_label_set_label (self->title, mg_graph_type_of (mg_snapshot_graph (snapshot), object)->name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), gtk_label_get_label (self->title));
  gtk_label_set_label (self->facts, facts);
  show_string (self, snapshot, object);
}

static void
retention_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  mg_session_set_page (MG_OBJECT_HEAD (widget)->session, "retention");
}

static void
copy_address_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgObjectHead *self = MG_OBJECT_HEAD (widget);
  MgNode object = object_of (self);
  g_autofree char *text = NULL;

  if (object == MG_NODE_NONE)
    return;
  text = mg_text_address (mg_graph_address (mg_snapshot_graph (mg_session_snapshot (self->session)), object));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

GtkWidget *
mg_object_head_new (MgSession *session)
{
  MgObjectHead *self = g_object_new (MG_TYPE_OBJECT_HEAD, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::subject", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::ready", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

static void
mg_object_head_dispose (GObject *object)
{
  MgObjectHead *self = MG_OBJECT_HEAD (object);

  mg_ui_dispose_template (GTK_WIDGET (self), MG_TYPE_OBJECT_HEAD);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mg_object_head_parent_class)->dispose (object);
}

static void
mg_object_head_class_init (MgObjectHeadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_object_head_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/ui/details/object-head.ui");
  gtk_widget_class_bind_template_child (widget_class, MgObjectHead, title);
  gtk_widget_class_bind_template_child (widget_class, MgObjectHead, facts);
  gtk_widget_class_bind_template_child (widget_class, MgObjectHead, frame);
  gtk_widget_class_bind_template_child (widget_class, MgObjectHead, text);
  gtk_widget_class_install_action (widget_class, "object.retention", NULL, retention_action);
  gtk_widget_class_install_action (widget_class, "object.copy-address", NULL, copy_address_action);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mg_object_head_init (MgObjectHead *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Object"), -1);
}
