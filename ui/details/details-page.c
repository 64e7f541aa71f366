#include "ui/details/details-page.h"

#include <glib/gi18n-lib.h>

#include "ui/pages/page.h"

#define MAX_BELOW 2

struct _MgDetailsPage
{
  GtkWidget parent_instance;

  GtkWidget *box;        /* child */
  GtkPaned *paned;       /* in it; NULL: nothing below */
  MgDetailsTable *table; /* in it or in BOX */
  MgDetailsTable *below[MAX_BELOW];
  GtkWidget *switchers[MAX_BELOW]; /* in their heads; NULL: there is at most one */

  const MgDetailsKind *kind;
  MgSession *session;   /* owned */
  MgDetailsRows *above; /* owned; what the tables below were asked about; NULL: nothing */
  guint32 chosen;
  gboolean seen;        /* its rows were asked for */
  gboolean stale;       /* the subject is another since */
  guint divide_idle;    /* source id; 0: none */
};

static void page_iface_init (MgPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MgDetailsPage, mg_details_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (MG_TYPE_PAGE, page_iface_init))

MgDetailsTable *
mg_details_page_table (MgDetailsPage *self)
{
  g_return_val_if_fail (MG_IS_DETAILS_PAGE (self), NULL);
  return self->table;
}

MgDetailsTable *
mg_details_page_below (MgDetailsPage *self, guint i)
{
  g_return_val_if_fail (MG_IS_DETAILS_PAGE (self), NULL);
  return i < MAX_BELOW ? self->below[i] : NULL;
}

const MgDetailsKind *
mg_details_page_kind (MgDetailsPage *self)
{
  g_return_val_if_fail (MG_IS_DETAILS_PAGE (self), NULL);
  return self->kind;
}

void
mg_details_page_focus (MgDetailsPage *self)
{
  GtkWidget *table;

  g_return_if_fail (MG_IS_DETAILS_PAGE (self));
  table = GTK_WIDGET (mg_details_table_view (self->table));
  if (!gtk_widget_get_mapped (table) || !gtk_widget_child_focus (table, GTK_DIR_TAB_FORWARD))
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/* Whether there is anything that the page could be about. */
static gboolean
has_subject (MgDetailsPage *self)
{
  return !self->kind->about_subject || mg_session_subject (self->session).kind == MG_SUBJECT_OBJECT;
}

/* The tables below say something about another row. Tables about the session's subject need no row to be chosen. */
static void
load_below (MgDetailsPage *self)
{
  MgDetailsRows *rows = mg_details_table_rows (self->table), *old = self->above;
  guint32 chosen = self->kind->about_subject ? 0 : mg_details_table_chosen (self->table);

  if (rows == self->above && chosen == self->chosen)
    return;
  self->above = rows ? mg_details_rows_ref (rows) : NULL;
  mg_details_rows_unref (old);
  self->chosen = chosen;
  for (guint i = 0; i < MAX_BELOW && self->below[i]; i++)
    if (rows && chosen != MG_ROW_NONE)
      mg_details_table_load (self->below[i], rows, chosen);
    else
      mg_details_table_clear (self->below[i], _("Choose a row above."));
  /* Where there is nothing at all, a second empty table only confuses. */
  if (self->paned)
    gtk_widget_set_visible (gtk_paned_get_end_child (self->paned), rows != NULL && has_subject (self));
}

static void
load (MgDetailsPage *self)
{
  self->stale = FALSE;
  self->seen = TRUE;
  mg_details_table_load (self->table, NULL, MG_ROW_NONE);
}

static void
mapped_cb (MgDetailsPage *self)
{
  if (!self->seen || self->stale)
    load (self);
}

static void
subject_cb (MgDetailsPage *self)
{
  if (!self->seen)
    return;
  self->stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    load (self);
}

/* The page as the window sees it */

/* The table that the focus is in, or the upper one. */
static MgDetailsTable *
current_table (MgDetailsPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  for (guint i = 0; focus && i < MAX_BELOW && self->below[i]; i++)
    if (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->below[i])))
      return self->below[i];
  return self->table;
}

static gboolean
page_search (MgPage *page)
{
  mg_details_table_search (current_table (MG_DETAILS_PAGE (page)));
  return TRUE;
}

static MgTableText *
page_table (MgPage *page, MgPageTable format)
{
  MgDetailsTable *table = current_table (MG_DETAILS_PAGE (page));

  if (mg_details_table_rows (table) == NULL)
    return NULL;
  return mg_table_view_take_text (mg_details_table_view (table), format == MG_PAGE_CSV, TRUE);
}

static void
page_iface_init (MgPageInterface *iface)
{
  iface->search = page_search;
  iface->table = page_table;
}

/* Building */

static gboolean
divide_idle_cb (gpointer user_data)
{
  MgDetailsPage *self = user_data;

  self->divide_idle = 0;
  gtk_paned_set_position (self->paned, gtk_widget_get_height (GTK_WIDGET (self->paned)) * 11 / 20);
  return G_SOURCE_REMOVE;
}

/* Once it is known how much there is to divide; not in the middle of the allocation that tells it. */
static void
divide_cb (MgDetailsPage *self)
{
  if (gtk_widget_get_height (GTK_WIDGET (self->paned)) <= 0)
    return;
  self->divide_idle = g_idle_add (divide_idle_cb, self);
  g_signal_handlers_disconnect_by_func (self->paned, divide_cb, self);
}

static GtkWidget *
switcher_new (GtkStack *stack)
{
  GtkWidget *switcher = gtk_stack_switcher_new ();

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), stack);
  return switcher;
}

/* One table, or several to switch between. */
static GtkWidget *
make_below (MgDetailsPage *self)
{
  GtkWidget *stack = gtk_stack_new ();

  for (guint i = 0; i < MAX_BELOW && self->kind->below[i]; i++)
    {
      const MgDetailsView *view = self->kind->below[i];
      g_autofree char *name = g_strdup_printf ("%u", i);

      self->below[i] = MG_DETAILS_TABLE (mg_details_table_new (self->session, self->kind, view));
      gtk_stack_add_titled (GTK_STACK (stack), GTK_WIDGET (self->below[i]), name, _(view->title));
    }
  if (self->below[1])
    for (guint i = 0; i < MAX_BELOW && self->below[i]; i++)
      {
        self->switchers[i] = switcher_new (GTK_STACK (stack));
        mg_details_table_set_prefix (self->below[i], self->switchers[i]);
      }
  gtk_widget_set_size_request (stack, -1, 120);
  gtk_widget_set_visible (stack, FALSE);
  return stack;
}

static void
make_paned (MgDetailsPage *self)
{
  self->paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_VERTICAL));
  gtk_widget_set_size_request (GTK_WIDGET (self->table), -1, 140);
  gtk_paned_set_start_child (self->paned, GTK_WIDGET (self->table));
  gtk_paned_set_end_child (self->paned, make_below (self));
  gtk_paned_set_shrink_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->paned), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->paned));
  g_signal_connect_object (self->table, "chosen", G_CALLBACK (load_below), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (divide_cb), self, G_CONNECT_SWAPPED);
}

GtkWidget *
mg_details_page_new (MgSession *session, const MgDetailsKind *kind)
{
  MgDetailsPage *self = g_object_new (MG_TYPE_DETAILS_PAGE, NULL);

  self->session = g_object_ref (session);
  self->kind = kind;
  self->table = MG_DETAILS_TABLE (mg_details_table_new (session, kind, kind->view));
  if (kind->head)
    gtk_box_append (GTK_BOX (self->box), kind->head (session));
  if (kind->below[0])
    make_paned (self);
  else
    gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  if (kind->about_subject)
    g_signal_connect_object (session, "notify::subject", G_CALLBACK (subject_cb), self, G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _(kind->view->title), -1);
  g_signal_connect (self, "map", G_CALLBACK (mapped_cb), NULL);
  return GTK_WIDGET (self);
}

static void
mg_details_page_dispose (GObject *object)
{
  MgDetailsPage *self = MG_DETAILS_PAGE (object);

  g_clear_handle_id (&self->divide_idle, g_source_remove);
  /* They hold the stack that they lie in. */
  for (guint i = 0; self->box && i < MAX_BELOW && self->switchers[i]; i++)
    gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->switchers[i]), NULL);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->above, mg_details_rows_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mg_details_page_parent_class)->dispose (object);
}

static void
mg_details_page_class_init (MgDetailsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_details_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mg_details_page_init (MgDetailsPage *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
