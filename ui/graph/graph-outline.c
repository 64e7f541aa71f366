#include "ui/graph/graph-outline.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/list-keys.h"
#include "ui/graph/graph-describe.h"
#include "ui/graph/outline-tree.h"

/* ---- one line of the outline as an object for the list model ---- */

#define MG_TYPE_OUTLINE_ITEM (mg_outline_item_get_type ())
G_DECLARE_FINAL_TYPE (MgOutlineItem, mg_outline_item, MG, OUTLINE_ITEM, GObject)

struct _MgOutlineItem
{
  GObject parent_instance;

  MgPicture *picture; /* owned */
  MgOutlineLine line;
  GListStore *below; /* owned; NULL: nothing below */
};

G_DEFINE_FINAL_TYPE (MgOutlineItem, mg_outline_item, G_TYPE_OBJECT)

static void
mg_outline_item_finalize (GObject *object)
{
  MgOutlineItem *self = MG_OUTLINE_ITEM (object);

  g_clear_pointer (&self->picture, mg_picture_unref);
  g_clear_object (&self->below);
  G_OBJECT_CLASS (mg_outline_item_parent_class)->finalize (object);
}

static void
mg_outline_item_class_init (MgOutlineItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mg_outline_item_finalize;
}

static void
mg_outline_item_init (MgOutlineItem *self)
{
}

/* The whole tree as nested stores: every line comes before those below it, so that one pass from the end does. */
static GListStore *
make_stores (MgPicture *picture, const MgOutlineTree *tree)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  GListStore *top = g_list_store_new (MG_TYPE_OUTLINE_ITEM);

  for (guint i = 0; i < tree->n_lines; i++)
    {
      MgOutlineItem *item = g_object_new (MG_TYPE_OUTLINE_ITEM, NULL);

      item->picture = mg_picture_ref (picture);
      item->line = tree->lines[i];
      g_ptr_array_add (items, item);
    }
  for (guint i = 0; i < tree->n_lines; i++)
    {
      MgOutlineItem *item = g_ptr_array_index (items, i);

      if (item->line.n_below > 0)
        item->below = g_list_store_new (MG_TYPE_OUTLINE_ITEM);
      for (guint k = 0; k < item->line.n_below; k++)
        g_list_store_append (item->below, g_ptr_array_index (items, item->line.first + k));
    }
  for (guint i = 0; i < tree->n_top; i++)
    g_list_store_append (top, g_ptr_array_index (items, i));
  return top;
}

static GListModel *
below_of (gpointer item, gpointer user_data)
{
  MgOutlineItem *self = item;

  return self->below ? G_LIST_MODEL (g_object_ref (self->below)) : NULL;
}

/* ---- the widget ---- */

struct _MgGraphOutline
{
  GtkWidget parent_instance;

  MgPicture *picture;            /* owned */
  GtkWidget *scroller;           /* child */
  GtkListView *list;             /* in it */
  GtkSingleSelection *selection; /* owned */
  gboolean quiet;                /* a selection set from outside is not reported */
};

G_DEFINE_FINAL_TYPE (MgGraphOutline, mg_graph_outline, GTK_TYPE_WIDGET)

enum
{
  ACTIVATE_NODE,
  SELECTION_CHANGED,
  CONTEXT_MENU,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static MgOutlineItem *
item_at (MgGraphOutline *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  g_autoptr (MgOutlineItem) item = row ? gtk_tree_list_row_get_item (row) : NULL;

  /* The model holds it. */
  return item;
}

static GtkLabel *
add_label (GtkWidget *box, const char *style_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  if (style_class)
    gtk_widget_add_css_class (label, style_class);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
context_menu_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  MgGraphOutline *self = MG_GRAPH_OUTLINE (gtk_widget_get_ancestor (widget, MG_TYPE_GRAPH_OUTLINE));
  GtkListItem *list_item = user_data;
  double at_x, at_y;

  gtk_single_selection_set_selected (self->selection, gtk_list_item_get_position (list_item));
  gtk_widget_translate_coordinates (widget, GTK_WIDGET (self), x, y, &at_x, &at_y);
  g_signal_emit (self, signals[CONTEXT_MENU], 0, mg_graph_outline_selected_node (self), at_x, at_y);
}

/* expander ( box ( edge, icon, name, figures ) ) */
static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkGesture *click = gtk_gesture_click_new ();

  add_label (box, "mg-outline-edge");
  gtk_box_append (GTK_BOX (box), gtk_image_new ());
  add_label (box, NULL);
  add_label (box, "dim-label");
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (context_menu_cb), list_item);
  gtk_widget_add_controller (expander, GTK_EVENT_CONTROLLER (click));
  gtk_list_item_set_child (list_item, expander);
}

static char *
figures_of (const MgOutlineItem *item)
{
  const MgPictureNode *node = &item->picture->nodes[item->line.node];

  if (item->line.again)
    return g_strdup (_ ("as above"));
  return g_strdup (node->under);
}

static const char *
icon_of (const MgPictureNode *node)
{
  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      return mg_root_kind_icon (node->root_kind);
    case MG_PICTURE_STUB:
      return "mangrove-stub-symbolic";
    case MG_PICTURE_TRUNK:
      return "mangrove-fold-symbolic";
    case MG_PICTURE_GROUP:
    case MG_PICTURE_SUBJECT:
    default:
      return "mangrove-object-symbolic";
    }
}

static const char *
name_of (const MgPictureNode *node)
{
  return *node->full ? node->full : node->title;
}

static void
show_name (GtkLabel *label, const MgPictureNode *node)
{
  gtk_label_set_label (label, name_of (node));
  gtk_widget_remove_css_class (GTK_WIDGET (label), "mg-own");
  gtk_widget_remove_css_class (GTK_WIDGET (label), "dim-label");
  if (node->kind == MG_PICTURE_SUBJECT || (node->kind == MG_PICTURE_GROUP && node->own))
    gtk_widget_add_css_class (GTK_WIDGET (label), "mg-own");
  else if (node->kind == MG_PICTURE_GROUP)
    gtk_widget_add_css_class (GTK_WIDGET (label), "dim-label");
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  g_autoptr (MgOutlineItem) item = gtk_tree_list_row_get_item (row);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item));
  GtkWidget *edge = gtk_widget_get_first_child (gtk_tree_expander_get_child (expander));
  GtkWidget *icon = gtk_widget_get_next_sibling (edge);
  GtkWidget *name = gtk_widget_get_next_sibling (icon);
  const MgPictureNode *node = &item->picture->nodes[item->line.node];
  g_autofree char *figures = figures_of (item);
  g_autofree char *label = NULL;

  gtk_tree_expander_set_list_row (expander, row);
  if (item->line.edge != G_MAXUINT && *item->picture->edges[item->line.edge].label != '\0')
    label = mg_graph_describe_edge (&item->picture->edges[item->line.edge]);
  gtk_widget_set_visible (edge, label != NULL);
  gtk_label_set_label (GTK_LABEL (edge), label ? label : "");
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), icon_of (node));
  show_name (GTK_LABEL (name), node);
  gtk_widget_set_tooltip_text (GTK_WIDGET (expander), name_of (node));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (name)), figures);
}

static void
activate_cb (GtkListView *list, guint position, gpointer user_data)
{
  MgGraphOutline *self = user_data;
  MgOutlineItem *item = item_at (self, position);

  if (item)
    g_signal_emit (self, signals[ACTIVATE_NODE], 0, item->line.node);
}

static void
selected_cb (MgGraphOutline *self)
{
  if (!self->quiet)
    g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer user_data)
{
  MgGraphOutline *self = user_data;

  if (key != GDK_KEY_Menu && !(key == GDK_KEY_F10 && (state & GDK_SHIFT_MASK)))
    return FALSE;
  g_signal_emit (self, signals[CONTEXT_MENU], 0, mg_graph_outline_selected_node (self), 24.0, 24.0);
  return TRUE;
}

/* ---- what is shown ---- */

void
mg_graph_outline_set_picture (MgGraphOutline *self, MgPicture *picture)
{
  MgPicture *old = self->picture;
  GListModel *tree_model = NULL;

  self->quiet = TRUE;
  self->picture = picture ? mg_picture_ref (picture) : NULL;
  g_clear_pointer (&old, mg_picture_unref);
  if (picture)
    {
      g_autoptr (MgOutlineTree) tree = mg_outline_tree_new (picture);

      tree_model = G_LIST_MODEL (
          gtk_tree_list_model_new (G_LIST_MODEL (make_stores (picture, tree)), FALSE, TRUE, below_of, NULL, NULL));
    }
  gtk_single_selection_set_model (self->selection, tree_model);
  g_clear_object (&tree_model);
  self->quiet = FALSE;
}

guint
mg_graph_outline_selected_node (MgGraphOutline *self)
{
  MgOutlineItem *item = item_at (self, gtk_single_selection_get_selected (self->selection));

  return item ? item->line.node : G_MAXUINT;
}

void
mg_graph_outline_select_node (MgGraphOutline *self, guint node)
{
  GtkWidget *list = GTK_WIDGET (self->list);

  self->quiet = TRUE;
  for (guint i = 0; i < mg_graph_outline_n_lines (self); i++)
    if (item_at (self, i)->line.node == node)
      {
        gtk_single_selection_set_selected (self->selection, i);
        gtk_widget_activate_action (list, "list.scroll-to-item", "u", i);
        break;
      }
  self->quiet = FALSE;
}

gboolean
mg_graph_outline_focus (MgGraphOutline *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);

  g_return_val_if_fail (MG_IS_GRAPH_OUTLINE (self), FALSE);
  if (selected == GTK_INVALID_LIST_POSITION)
    return mg_list_keys_focus (GTK_WIDGET (self->list));
  mg_list_keys_go_to (GTK_WIDGET (self->list), selected);
  return TRUE;
}

guint
mg_graph_outline_n_lines (MgGraphOutline *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->selection));
}

char *
mg_graph_outline_line_text (MgGraphOutline *self, guint i)
{
  MgOutlineItem *item = item_at (self, i);
  GString *text = g_string_new (NULL);
  g_autofree char *figures = NULL;
  const MgPictureNode *node;

  if (item == NULL)
    return g_string_free (text, FALSE);
  node = &item->picture->nodes[item->line.node];
  figures = figures_of (item);
  if (item->line.edge != G_MAXUINT && *item->picture->edges[item->line.edge].label != '\0')
    {
      g_autofree char *edge = mg_graph_describe_edge (&item->picture->edges[item->line.edge]);

      g_string_append_printf (text, "%s → ", edge);
    }
  g_string_append (text, name_of (node));
  if (*figures)
    g_string_append_printf (text, "  %s", figures);
  return g_string_free (text, FALSE);
}

/* ---- life ---- */

static void
mg_graph_outline_dispose (GObject *object)
{
  MgGraphOutline *self = MG_GRAPH_OUTLINE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  self->list = NULL;
  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->picture, mg_picture_unref);
  G_OBJECT_CLASS (mg_graph_outline_parent_class)->dispose (object);
}

static void
mg_graph_outline_class_init (MgGraphOutlineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_graph_outline_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[ACTIVATE_NODE]
      = g_signal_new ("activate-node", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SELECTION_CHANGED]
      = g_signal_new ("selection-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CONTEXT_MENU] = g_signal_new ("context-menu", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                                        G_TYPE_UINT, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
mg_graph_outline_init (MgGraphOutline *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (selected_cb), self);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory));
  g_signal_connect (self->list, "activate", G_CALLBACK (activate_cb), self);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "mg-outline");
  mg_list_keys_for_tree (GTK_WIDGET (self->list));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Outline of the retention graph"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->list));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}

GtkWidget *
mg_graph_outline_new (void)
{
  return g_object_new (MG_TYPE_GRAPH_OUTLINE, NULL);
}
