/* Menus and keys of the retention page. */

#include "ui/pages/retention-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/compat.h"

static const guint path_choices[] = { 1, 3, 5, 10, 20 };

static GMenuModel *
paths_menu (void)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (path_choices); i++)
    {
      g_autofree char *label = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%u path", "%u most different paths", path_choices[i]), path_choices[i]);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "retention.paths", "i", (int) path_choices[i]);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static GMenuModel *
roots_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) kinds = g_menu_new ();
  g_autoptr (GMenu) all = g_menu_new ();

  for (guint k = 0; k < MG_N_ROOT_KINDS; k++)
    {
      g_autofree char *action = g_strconcat ("retention.kind-", mg_root_kind_id (k), NULL);

      g_menu_append (kinds, mg_root_kind_words (k), action);
    }
  g_menu_append (all, _ ("All Kinds"), "retention.all-kinds");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (all));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (kinds));
  return G_MENU_MODEL (menu);
}

void
mg_retention_page_update_alternatives (MgRetentionPage *self)
{
  /* A further picture knows only of those after it: the first one counts for all. */
  guint n = self->picture ? self->picture->n_alternatives : 0;
  g_autoptr (GMenu) menu = g_menu_new ();

  n = MAX (n, self->alternative);
  gtk_widget_set_visible (GTK_WIDGET (self->alternatives_button), n > 0);
  for (guint i = 0; i <= n; i++)
    {
      g_autofree char *label = i == 0 ? g_strdup (_ ("The heaviest holder"))
                                      : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Without the heaviest holder",
                                                                      "Without the %u heaviest holders", i),
                                                         i);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "retention.alternative", "i", (int) i);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (self->alternatives_button, G_MENU_MODEL (menu));
}

void
mg_retention_page_add_menus (MgRetentionPage *self)
{
  g_autoptr (GMenuModel) paths = paths_menu ();
  g_autoptr (GMenuModel) roots = roots_menu ();

  gtk_menu_button_set_menu_model (self->paths_button, paths);
  gtk_menu_button_set_menu_model (self->roots_button, roots);
}

/* ---- context menu ---- */

static void
add_item (GMenu *menu, const char *label, const char *action)
{
  g_menu_append (menu, label, action);
}

static GMenuModel *
node_section (MgRetentionPage *self, const MgPictureNode *node)
{
  GMenu *menu = g_menu_new ();
  MgTypeTable *types = mg_snapshot_types (mg_session_snapshot (self->session));

  if (node->kind == MG_PICTURE_STUB || node->kind == MG_PICTURE_TRUNK)
    add_item (menu, _ ("_Open"), "retention.make-subject");
  else if (node->kind == MG_PICTURE_GROUP)
    add_item (menu, _ ("_Why Is This Alive?"), "retention.make-subject");
  if (node->type < types->n_types && node->kind == MG_PICTURE_GROUP && node->count == 1)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ ("Why Is the _Type Alive?"), NULL);

      g_menu_item_set_action_and_target (item, "retention.visit-type", "u", node->type);
      g_menu_append_item (menu, item);
    }
  add_item (menu, _ ("Copy _Name"), "retention.copy-name");
  add_item (menu, _ ("Copy _Address"), "retention.copy-address");
  return G_MENU_MODEL (menu);
}

static GMenuModel *
context_menu (MgRetentionPage *self, guint node)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) picture = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();

  if (self->picture && node < self->picture->n_nodes)
    {
      g_autoptr (GMenuModel) section = node_section (self, &self->picture->nodes[node]);

      g_menu_append_section (menu, NULL, section);
    }
  add_item (picture, _ ("Copy the Picture as _Image"), "retention.copy-image");
  add_item (picture, _ ("Copy the Picture as Te_xt"), "retention.copy-text");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (picture));
  add_item (view, _ ("_Raw Links"), "retention.raw");
  add_item (view, _ ("As an _Outline"), "retention.outline");
  add_item (view, _ ("_Details"), "retention.panel");
  add_item (view, _ ("_Legend"), "retention.legend");
  add_item (view, _ ("_Fit into the Window"), "retention.fit");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  return G_MENU_MODEL (menu);
}

void
mg_retention_page_popup (MgRetentionPage *self, GtkWidget *from, guint node, double x, double y)
{
  g_autoptr (GMenuModel) model = context_menu (self, node);
  double at_x = x, at_y = y;

  gtk_widget_translate_coordinates (from, GTK_WIDGET (self), x, y, &at_x, &at_y);
  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (NULL);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
    }
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), model);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) at_x, (int) at_y, 1, 1 });
  mg_compat_popover_popup (GTK_POPOVER (self->menu));
}

/* ---- keys ---- */

/* Plain letters reach the page only when no entry has the focus: there is none on it. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_BackSpace, 0, "retention.back" },
  { GDK_KEY_Left, GDK_ALT_MASK, "retention.back" },
  { GDK_KEY_plus, 0, "retention.zoom-in" },
  { GDK_KEY_equal, 0, "retention.zoom-in" },
  { GDK_KEY_KP_Add, 0, "retention.zoom-in" },
  { GDK_KEY_plus, GDK_CONTROL_MASK, "retention.zoom-in" },
  { GDK_KEY_equal, GDK_CONTROL_MASK, "retention.zoom-in" },
  { GDK_KEY_minus, 0, "retention.zoom-out" },
  { GDK_KEY_KP_Subtract, 0, "retention.zoom-out" },
  { GDK_KEY_minus, GDK_CONTROL_MASK, "retention.zoom-out" },
  { GDK_KEY_0, 0, "retention.zoom-100" },
  { GDK_KEY_KP_0, 0, "retention.zoom-100" },
  { GDK_KEY_0, GDK_CONTROL_MASK, "retention.zoom-100" },
  { GDK_KEY_f, 0, "retention.fit" },
  { GDK_KEY_r, 0, "retention.raw" },
  { GDK_KEY_o, 0, "retention.outline" },
  { GDK_KEY_d, 0, "retention.panel" },
  { GDK_KEY_l, 0, "retention.legend" },
  { GDK_KEY_c, GDK_CONTROL_MASK, "retention.copy-text" },
  { GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "retention.copy-image" },
};

void
mg_retention_page_add_shortcuts (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers, keys[i].action, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_a, 0, "retention.scope", "s", "all");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_t, 0, "retention.scope", "s", "one");
}
