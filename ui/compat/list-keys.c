#include "ui/compat/list-keys.h"

#include "ui/compat/compat.h"

/* The list view that holds the rows: inside of a column view, or LIST itself. */
static GtkWidget *
inner_list (GtkWidget *list)
{
  return GTK_IS_LIST_VIEW (list) ? list : mg_compat_find_descendant (list, GTK_TYPE_LIST_VIEW);
}

static void
add_key (GtkShortcutController *controller, guint key, GdkModifierType modifiers, GtkShortcutFunc func, int data)
{
  gtk_shortcut_controller_add_shortcut (
    controller, gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers),
                                  gtk_callback_action_new (func, GINT_TO_POINTER (data), NULL)));
}

/* A widget that cannot have the focus is passed over: so is, for a moment, the list that is being left. */
static gboolean
tab_cb (GtkWidget *list, GVariant *args, gpointer direction)
{
  GtkRoot *root = gtk_widget_get_root (list);

  gtk_widget_set_can_focus (list, FALSE);
  gtk_widget_child_focus (GTK_WIDGET (root), (GtkDirectionType) GPOINTER_TO_INT (direction));
  gtk_widget_set_can_focus (list, TRUE);
  return TRUE;
}

static GtkShortcutController *
add_tab (GtkWidget *list)
{
  GtkShortcutController *keys = GTK_SHORTCUT_CONTROLLER (gtk_shortcut_controller_new ());

  add_key (keys, GDK_KEY_Tab, 0, tab_cb, GTK_DIR_TAB_FORWARD);
  add_key (keys, GDK_KEY_KP_Tab, 0, tab_cb, GTK_DIR_TAB_FORWARD);
  add_key (keys, GDK_KEY_Tab, GDK_SHIFT_MASK, tab_cb, GTK_DIR_TAB_BACKWARD);
  add_key (keys, GDK_KEY_KP_Tab, GDK_SHIFT_MASK, tab_cb, GTK_DIR_TAB_BACKWARD);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (keys));
  return keys;
}

void
mg_list_keys_tab_leaves (GtkWidget *list)
{
  add_tab (list);
}

static GtkSelectionModel *
list_model (GtkWidget *list)
{
  return GTK_IS_LIST_VIEW (list) ? gtk_list_view_get_model (GTK_LIST_VIEW (list))
                                 : gtk_column_view_get_model (GTK_COLUMN_VIEW (list));
}

gboolean
mg_list_keys_focus (GtkWidget *list)
{
  GtkWidget *inner = inner_list (list), *focus = gtk_root_get_focus (gtk_widget_get_root (list));

  if (focus && gtk_widget_is_ancestor (focus, inner))
    return TRUE;
  /* What the list grabs by itself is no row as long as none had the focus before. */
  return gtk_widget_child_focus (inner, GTK_DIR_TAB_FORWARD);
}

/* The expander of the row at POSITION; NULL: it has no widget, being far from what is seen. */
static GtkWidget *
expander_at (GtkWidget *inner, guint position)
{
  for (GtkWidget *row = gtk_widget_get_first_child (inner); row; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *expander = mg_compat_find_descendant (row, GTK_TYPE_TREE_EXPANDER);
      GtkTreeListRow *tree_row = expander ? gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander)) : NULL;

      if (tree_row && gtk_tree_list_row_get_position (tree_row) == position)
        return expander;
    }
  return NULL;
}

/* The row has its widget with the frame that shows it. */
static gboolean
arrived_cb (GtkWidget *inner, GdkFrameClock *clock, gpointer position)
{
  GtkWidget *expander = expander_at (inner, GPOINTER_TO_UINT (position));

  if (expander)
    gtk_widget_grab_focus (expander);
  return G_SOURCE_REMOVE;
}

void
mg_list_keys_go_to (GtkWidget *list, guint position)
{
  GtkWidget *inner = inner_list (list), *expander = expander_at (inner, position);

  gtk_selection_model_select_item (list_model (list), position, TRUE);
  if (expander)
    {
      gtk_widget_grab_focus (expander);
      return;
    }
  gtk_widget_activate_action (inner, "list.scroll-to-item", "u", position);
  gtk_widget_add_tick_callback (inner, arrived_cb, GUINT_TO_POINTER (position), NULL);
}

/* The row that has the focus; NULL: none. Borrowed. */
static GtkTreeListRow *
focus_row (GtkWidget *list)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (list));
  GtkWidget *expander = focus ? gtk_widget_get_ancestor (focus, GTK_TYPE_TREE_EXPANDER) : NULL;

  if (expander == NULL && focus)
    expander = mg_compat_find_descendant (focus, GTK_TYPE_TREE_EXPANDER);
  return expander ? gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander)) : NULL;
}

static void
go_in (GtkWidget *list, GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) first = NULL;

  if (!gtk_tree_list_row_is_expandable (row))
    return;
  if (gtk_tree_list_row_get_expanded (row))
    first = gtk_tree_list_row_get_child_row (row, 0);
  else
    gtk_tree_list_row_set_expanded (row, TRUE);
  if (first)
    mg_list_keys_go_to (list, gtk_tree_list_row_get_position (first));
}

static void
go_out (GtkWidget *list, GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) parent = gtk_tree_list_row_get_parent (row);

  if (gtk_tree_list_row_get_expanded (row))
    gtk_tree_list_row_set_expanded (row, FALSE);
  else if (parent)
    mg_list_keys_go_to (list, gtk_tree_list_row_get_position (parent));
}

/* An expander makes Backspace lead to the row above it; in this program it leads back everywhere. */
static gboolean
back_cb (GtkWidget *list, GVariant *args, gpointer user_data)
{
  gtk_widget_activate_action (list, "win.back", NULL);
  return TRUE;
}

static gboolean
arrow_cb (GtkWidget *list, GVariant *args, gpointer key)
{
  gboolean rtl = gtk_widget_get_direction (list) == GTK_TEXT_DIR_RTL;
  GtkTreeListRow *row = focus_row (list);

  if (row == NULL)
    return FALSE;
  g_object_ref (row);
  if ((GPOINTER_TO_INT (key) == GDK_KEY_Right) != rtl)
    go_in (list, row);
  else
    go_out (list, row);
  g_object_unref (row);
  return TRUE;
}

void
mg_list_keys_for_tree (GtkWidget *list)
{
  GtkShortcutController *keys = add_tab (list);

  /* Before the list: it takes these keys for itself and does nothing with them. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (keys), GTK_PHASE_CAPTURE);
  add_key (keys, GDK_KEY_Right, 0, arrow_cb, GDK_KEY_Right);
  add_key (keys, GDK_KEY_KP_Right, 0, arrow_cb, GDK_KEY_Right);
  add_key (keys, GDK_KEY_Left, 0, arrow_cb, GDK_KEY_Left);
  add_key (keys, GDK_KEY_KP_Left, 0, arrow_cb, GDK_KEY_Left);
  add_key (keys, GDK_KEY_BackSpace, 0, back_cb, 0);
}
