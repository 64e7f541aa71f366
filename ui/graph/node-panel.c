#include "ui/graph/node-panel-private.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (MgNodePanel, mg_node_panel, GTK_TYPE_WIDGET)

void
mg_node_panel_add (MgNodePanel *self, GtkWidget *widget)
{
  gtk_box_append (self->box, widget);
}

static void
refill (MgNodePanel *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  if (self->picture == NULL)
    return;
  if (self->node < self->picture->n_nodes)
    mg_node_panel_fill_node (self);
  else if (self->edge < self->picture->n_edges)
    mg_node_panel_fill_edge (self);
  else
    mg_node_panel_fill_whole (self);
}

static void
more_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgNodePanel *self = user_data;
  gboolean referrers = g_str_equal (g_variant_get_string (parameter, NULL), "referrers");
  guint *max = referrers ? &self->max_referrers : &self->max_references;

  *max = MIN (*max * 6, MG_PANEL_MAX_LINKS);
  refill (self);
}

void
mg_node_panel_set_session (MgNodePanel *self, MgSession *session)
{
  self->session = session;
}

void
mg_node_panel_show (MgNodePanel *self, MgPicture *picture, guint node, guint edge)
{
  MgPicture *old = self->picture;
  GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));

  self->picture = picture ? mg_picture_ref (picture) : NULL;
  g_clear_pointer (&old, mg_picture_unref);
  self->node = node;
  self->edge = edge;
  self->max_referrers = self->max_references = MG_PANEL_LINKS;
  refill (self);
  gtk_adjustment_set_value (scroll, 0);
}

void
mg_node_panel_set_cut_text (MgNodePanel *self, const char *text)
{
  if (g_strcmp0 (self->cut_text, text) == 0)
    return;
  g_free (self->cut_text);
  self->cut_text = g_strdup (text);
  if (self->node == G_MAXUINT && self->edge == G_MAXUINT)
    refill (self);
}

static void
mg_node_panel_dispose (GObject *object)
{
  MgNodePanel *self = MG_NODE_PANEL (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->picture, mg_picture_unref);
  g_clear_pointer (&self->cut_text, g_free);
  self->session = NULL;
  G_OBJECT_CLASS (mg_node_panel_parent_class)->dispose (object);
}

static void
mg_node_panel_class_init (MgNodePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_node_panel_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "mg-panel");
}

static void
mg_node_panel_init (MgNodePanel *self)
{
  static const GActionEntry entries[] = { { .name = "more", .activate = more_action, .parameter_type = "s" } };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();

  self->node = self->edge = G_MAXUINT;
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "mg-panel-content");
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->box));
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Details"), -1);
  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "panel", G_ACTION_GROUP (actions));
}

GtkWidget *
mg_node_panel_new (void)
{
  return g_object_new (MG_TYPE_NODE_PANEL, NULL);
}
