#include "ui/pages/explore-page.h"

#include <glib/gi18n-lib.h>

#include "ui/details/details-kinds.h"
#include "ui/details/details-page.h"
#include "ui/pages/overview-page.h"
#include "ui/pages/page.h"
#include "ui/ui.h"

struct _MgExplorePage
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkListBox *list;
  GtkStack *stack;

  MgSession *session; /* owned */
};

#define OVERVIEW "overview"

static void page_iface_init (MgPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MgExplorePage, mg_explore_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (MG_TYPE_PAGE, page_iface_init))

/* NULL: there is no such page. */
static const MgDetailsKind *
find_kind (const char *name)
{
  guint n;
  const MgDetailsKind *const *kinds = mg_details_kinds (&n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (kinds[i]->name, name) == 0)
      return kinds[i];
  return NULL;
}

gboolean
mg_explore_page_has (const char *name)
{
  return g_strcmp0 (name, OVERVIEW) == 0 || find_kind (name) != NULL;
}

const char *
mg_explore_page_current (MgExplorePage *self)
{
  g_return_val_if_fail (MG_IS_EXPLORE_PAGE (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack) ? gtk_stack_get_visible_child_name (self->stack) : OVERVIEW;
}

GtkWidget *
mg_explore_page_child (MgExplorePage *self)
{
  g_return_val_if_fail (MG_IS_EXPLORE_PAGE (self), NULL);
  return gtk_stack_get_visible_child (self->stack);
}

/* The side bar */

static GQuark
name_quark (void)
{
  return g_quark_from_static_string ("mg-page-name");
}

static const char *
row_name (GtkListBoxRow *row)
{
  return g_object_get_qdata (G_OBJECT (row), name_quark ());
}

/* NAME and ICON are static; a page that the file has nothing for is faint, and still says why. */
static void
add_row (MgExplorePage *self, const char *name, const char *title, const char *icon, gboolean have)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (box), label);
  if (!have)
    gtk_widget_add_css_class (box, "dim-label");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_qdata (G_OBJECT (row), name_quark (), (gpointer) name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_append (self->list, row);
}

static void
row_selected_cb (MgExplorePage *self, GtkListBoxRow *row)
{
  if (row && g_strcmp0 (row_name (row), mg_explore_page_current (self)) != 0)
    mg_session_set_page (self->session, row_name (row));
}

/* Enter on a row leads into its page. */
static void
row_activated_cb (MgExplorePage *self, GtkListBoxRow *row)
{
  GtkWidget *child;

  row_selected_cb (self, row);
  child = mg_explore_page_child (self);
  if (MG_IS_DETAILS_PAGE (child))
    mg_details_page_focus (MG_DETAILS_PAGE (child));
  else
    gtk_widget_child_focus (child, GTK_DIR_TAB_FORWARD);
}

/* Pages are made when they are wanted: each has several tables, and most snapshots are looked at through one or two. */
static void
ensure_page (MgExplorePage *self, const char *name)
{
  if (gtk_stack_get_child_by_name (self->stack, name))
    return;
  if (g_str_equal (name, OVERVIEW))
    gtk_stack_add_named (self->stack, mg_overview_page_new (self->session), OVERVIEW);
  else
    gtk_stack_add_named (self->stack, mg_details_page_new (self->session, find_kind (name)), name);
}

static void
show_page (MgExplorePage *self)
{
  const char *name = mg_session_page (self->session);
  GtkListBoxRow *row;

  if (!mg_explore_page_has (name))
    return;
  ensure_page (self, name);
  gtk_stack_set_visible_child_name (self->stack, name);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (g_str_equal (row_name (row), name))
      gtk_list_box_select_row (self->list, row);
  mg_page_changed (MG_PAGE (self));
}

/* Whoever comes here without naming a page sees the first. */
static void
mg_explore_page_map (GtkWidget *widget)
{
  ensure_page (MG_EXPLORE_PAGE (widget), mg_explore_page_current (MG_EXPLORE_PAGE (widget)));
  GTK_WIDGET_CLASS (mg_explore_page_parent_class)->map (widget);
}

/* Tab goes from the side bar into the page and out of it. From row to row one goes by arrow keys: a row that gets the
 * focus shows its page. */

static gboolean
focus_list (MgExplorePage *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  return row && gtk_widget_grab_focus (GTK_WIDGET (row));
}

static gboolean
mg_explore_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  MgExplorePage *self = MG_EXPLORE_PAGE (widget);
  GtkWidget *inside = gtk_widget_get_focus_child (widget);
  GtkWidget *stack = GTK_WIDGET (self->stack);
  gboolean in_page = inside == stack;

  if (direction == GTK_DIR_TAB_FORWARD)
    return inside ? gtk_widget_child_focus (stack, direction) : focus_list (self);
  if (direction == GTK_DIR_TAB_BACKWARD && (inside == NULL || in_page))
    return gtk_widget_child_focus (stack, direction) || focus_list (self);
  if (direction == GTK_DIR_TAB_BACKWARD)
    return FALSE;
  return GTK_WIDGET_CLASS (mg_explore_page_parent_class)->focus (widget, direction);
}

/* The page as the window sees it: the one shown answers */

static MgPage *
shown (MgPage *page)
{
  GtkWidget *child = mg_explore_page_child (MG_EXPLORE_PAGE (page));

  return MG_IS_PAGE (child) ? MG_PAGE (child) : NULL;
}

static gboolean
page_focus (MgPage *page)
{
  return focus_list (MG_EXPLORE_PAGE (page));
}

static gboolean
page_search (MgPage *page)
{
  return mg_page_search (shown (page));
}

static MgTableText *
page_table (MgPage *page, MgPageTable format)
{
  return mg_page_table (shown (page), format);
}

static void
page_iface_init (MgPageInterface *iface)
{
  iface->focus = page_focus;
  iface->search = page_search;
  iface->table = page_table;
}

/* Building */

static void
add_rows (MgExplorePage *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  guint n;
  const MgDetailsKind *const *kinds = mg_details_kinds (&n);

  add_row (self, OVERVIEW, _("Overview"), "help-about-symbolic", TRUE);
  for (guint i = 0; i < n; i++)
    {
      gboolean have = mg_snapshot_capability (snapshot, kinds[i]->capability).have
                      && mg_snapshot_capability (snapshot, MG_CAPABILITY_MEMORY_MAP).have;

      add_row (self, kinds[i]->name, _(kinds[i]->title), kinds[i]->icon, have || kinds[i]->about_subject);
    }
}

GtkWidget *
mg_explore_page_new (MgSession *session)
{
  MgExplorePage *self = g_object_new (MG_TYPE_EXPLORE_PAGE, NULL);
  const GConnectFlags swapped = G_CONNECT_SWAPPED;

  self->session = g_object_ref (session);
  add_rows (self);
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
  show_page (self);
  g_signal_connect_object (session, "notify::page", G_CALLBACK (show_page), self, swapped);
  g_signal_connect_object (self->list, "row-selected", G_CALLBACK (row_selected_cb), self, swapped);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self, swapped);
  return GTK_WIDGET (self);
}

static void
mg_explore_page_dispose (GObject *object)
{
  MgExplorePage *self = MG_EXPLORE_PAGE (object);

  if (self->list)
    g_signal_handlers_disconnect_by_data (self->list, self);
  mg_ui_dispose_template (GTK_WIDGET (self), MG_TYPE_EXPLORE_PAGE);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mg_explore_page_parent_class)->dispose (object);
}

static void
mg_explore_page_class_init (MgExplorePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_explore_page_dispose;
  widget_class->focus = mg_explore_page_focus;
  widget_class->map = mg_explore_page_map;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/ui/pages/explore-page.ui");
  gtk_widget_class_bind_template_child (widget_class, MgExplorePage, list);
  gtk_widget_class_bind_template_child (widget_class, MgExplorePage, stack);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mg_explore_page_init (MgExplorePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Explore"), -1);
}
