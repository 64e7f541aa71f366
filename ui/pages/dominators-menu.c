#include "ui/pages/dominators-menu.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/compat.h"
#include "ui/compat/list-keys.h"
#include "ui/pages/dominators-cells.h"

static GMenuModel *
menu_model (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) node = g_menu_new ();
  g_autoptr (GMenu) treemap = g_menu_new ();

  g_menu_append (node, _ ("_Why Is This Alive?"), "dominators.retention");
  g_menu_append (node, _ ("Copy _Name"), "dominators.copy-name");
  g_menu_append (node, _ ("Copy _Address"), "dominators.copy-address");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (node));
  g_menu_append (treemap, _ ("Fill the _Treemap with It"), "dominators.zoom-in");
  g_menu_append (treemap, _ ("Show the _Surroundings"), "dominators.zoom-out");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (treemap));
  return G_MENU_MODEL (menu);
}

static void
popup_at (GtkPopover *menu, double x, double y)
{
  gtk_popover_set_pointing_to (menu, &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  mg_compat_popover_popup (menu);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  GtkWidget *view = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), *menu = user_data;
  guint position = mg_dominators_cells_position (gtk_widget_pick (view, x, y, GTK_PICK_DEFAULT));
  double at_x, at_y;

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  mg_list_keys_go_to (view, position);
  gtk_widget_translate_coordinates (view, gtk_widget_get_parent (menu), x, y, &at_x, &at_y);
  popup_at (GTK_POPOVER (menu), at_x, at_y);
}

/* Below the row that has the focus. */
static gboolean
menu_key_cb (GtkWidget *view, GVariant *args, gpointer user_data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (view)), *menu = user_data;
  guint position = focus ? mg_dominators_cells_position (focus) : GTK_INVALID_LIST_POSITION;
  graphene_rect_t bounds;

  if (position == GTK_INVALID_LIST_POSITION
      || !gtk_widget_compute_bounds (focus, gtk_widget_get_parent (menu), &bounds))
    return FALSE;
  gtk_selection_model_select_item (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)), position, TRUE);
  popup_at (GTK_POPOVER (menu), bounds.origin.x + 48, bounds.origin.y + bounds.size.height);
  return TRUE;
}

static void
add_key (GtkEventController *keys, guint key, GdkModifierType modifiers, GtkWidget *menu)
{
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers), gtk_callback_action_new (menu_key_cb, menu, NULL)));
}

GtkWidget *
mg_dominators_menu_new (GtkWidget *page, GtkColumnView *view)
{
  g_autoptr (GMenuModel) model = menu_model ();
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_set_parent (menu, page);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), menu);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (click));
  add_key (keys, GDK_KEY_Menu, 0, menu);
  add_key (keys, GDK_KEY_F10, GDK_SHIFT_MASK, menu);
  gtk_widget_add_controller (GTK_WIDGET (view), keys);
  return menu;
}
