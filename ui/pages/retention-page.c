#include "ui/pages/retention-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/pages/head-layout.h"
#include "ui/pages/page.h"
#include "ui/pages/turning-paned.h"

/* Below so many pixels the picture beside the panel could not be read. */
#define NARROW 760

static void page_iface_init (MgPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MgRetentionPage,
                               mg_retention_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (MG_TYPE_PAGE, page_iface_init))

/* ---- what is shown ---- */

void
mg_retention_page_show_state (MgRetentionPage *self, const char *state)
{
  gboolean graph = g_str_equal (state, "graph");

  gtk_stack_set_visible_child_name (self->stack, state);
  gtk_widget_set_visible (self->zoom_box, graph);
  mg_retention_page_update_legend (self);
}

const char *
mg_retention_page_state (MgRetentionPage *self)
{
  g_return_val_if_fail (MG_IS_RETENTION_PAGE (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}

MgPicture *
mg_retention_page_picture (MgRetentionPage *self)
{
  g_return_val_if_fail (MG_IS_RETENTION_PAGE (self), NULL);
  return self->picture;
}

guint
mg_retention_page_current_node (MgRetentionPage *self)
{
  guint node;

  if (self->outlined)
    return mg_graph_outline_selected_node (self->outline);
  node = mg_graph_view_focused_node (self->graph);
  return node != MG_GRAPH_NONE ? node : mg_graph_view_selected_node (self->graph);
}

void
mg_retention_page_show_panel (MgRetentionPage *self)
{
  guint node
      = self->outlined ? mg_graph_outline_selected_node (self->outline) : mg_graph_view_selected_node (self->graph);
  g_autoptr (GVariant) wanted = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), "panel");

  /* Empty, it would only take room. */
  gtk_widget_set_visible (GTK_WIDGET (self->panel), self->picture && g_variant_get_boolean (wanted));
  mg_node_panel_show (self->panel, self->picture, node, mg_graph_view_selected_edge (self->graph));
}

/* How many objects the subject's type has, also when the subject is one of them; NULL: not known. */
static char *
count_of_type (MgRetentionPage *self)
{
  const MgPictureNode *subject = &self->picture->nodes[self->picture->n_nodes - 1];
  const MgTypeStats *stats = mg_snapshot_type_stats (mg_session_snapshot (self->session));

  if (self->picture->subject.kind == MG_SUBJECT_TYPE)
    return mg_format_count (self->picture->n_subjects);
  return subject->type < stats->types->n_types ? mg_format_count (stats->tally[subject->type].count) : NULL;
}

void
mg_retention_page_describe (AdwStatusPage *page, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_status_page_set_description (page, escaped);
}

static void
show_texts (MgRetentionPage *self)
{
  MgPicture *picture = self->picture;
  g_autofree char *count = picture ? count_of_type (self) : NULL;
  g_autofree char *all = NULL;

  gtk_label_set_label (self->question, picture ? picture->question : _ ("Why is it alive?"));
  gtk_label_set_label (self->sentence, picture ? picture->sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->sentence), picture != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), picture ? picture->sentence : NULL);
  if (count)
    /* Translators: a switch; %s is the number of objects of the type: "All 10,000" */
    all = g_strdup_printf (_ ("All %s"), count);
  gtk_button_set_label (GTK_BUTTON (self->all_button), all ? all : _ ("All"));
  mg_retention_page_describe (self->unheld_page, picture && picture->n_live == 0 ? picture->sentence : "");
}

void
mg_retention_page_show_picture (MgRetentionPage *self, MgPicture *picture)
{
  MgPicture *old = self->picture;
  gboolean held = picture && picture->n_live > 0;

  self->picture = picture ? mg_picture_ref (picture) : NULL;
  g_clear_pointer (&old, mg_picture_unref);
  mg_node_panel_set_cut_text (self->panel, NULL);
  mg_graph_view_set_picture (self->graph, held ? picture : NULL);
  mg_graph_outline_set_picture (self->outline, held ? picture : NULL);
  mg_graph_legend_set_picture (self->legend, held ? picture : NULL, FALSE);
  show_texts (self);
  mg_retention_page_show_panel (self);
  if (picture)
    mg_retention_page_show_state (self, !held ? "unheld" : self->outlined ? "outline" : "graph");
  mg_retention_page_update_status (self);
  mg_retention_page_update_alternatives (self);
  mg_retention_page_update_actions (self);
}

/* ---- what happens in the graph and the outline ---- */

static gboolean
focus_is_here (MgRetentionPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

/* The keys of the graph work at once, unless the focus is elsewhere in the window. */
static void
placed_cb (MgRetentionPage *self)
{
  mg_page_changed (MG_PAGE (self));
  mg_retention_page_mark_cut (self);
  if (mg_graph_view_picture (self->graph) == NULL || self->outlined || !focus_is_here (self)
      || mg_graph_view_focused_node (self->graph) != MG_GRAPH_NONE)
    return;
  gtk_widget_grab_focus (mg_graph_view_node (self->graph, self->picture->n_nodes - 1));
}

static void
selection_cb (MgRetentionPage *self)
{
  mg_retention_page_show_panel (self);
  mg_retention_page_update_actions (self);
}

static void
focus_child_cb (MgRetentionPage *self)
{
  mg_retention_page_update_actions (self);
}

static void
activate_cb (MgRetentionPage *self, guint node)
{
  /* The graph may still show the picture before. */
  if (self->picture && node < self->picture->n_nodes
      && (self->outlined || mg_graph_view_picture (self->graph) == self->picture))
    mg_retention_page_activate (self, node);
}

static void
context_menu_cb (MgRetentionPage *self, guint node, double x, double y, GtkWidget *from)
{
  mg_retention_page_popup (self, from, node, x, y);
}

/* The legend goes to a corner where it hides nothing; when there is none, it is left out. */
void
mg_retention_page_place_legend (MgRetentionPage *self)
{
  static const GtkAlign corners[][2] = { { GTK_ALIGN_START, GTK_ALIGN_END }, /* across, down */
                                         { GTK_ALIGN_START, GTK_ALIGN_START },
                                         { GTK_ALIGN_END, GTK_ALIGN_START } };
  GtkWidget *legend = GTK_WIDGET (self->legend);
  double width = gtk_widget_get_width (GTK_WIDGET (self->graph)),
         height = gtk_widget_get_height (GTK_WIDGET (self->graph));
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int legend_width, legend_height;

  /* What is hidden has no size. */
  gtk_widget_set_visible (legend, TRUE);
  gtk_widget_measure (legend, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &legend_width, NULL, NULL);
  gtk_widget_measure (legend, GTK_ORIENTATION_VERTICAL, -1, NULL, &legend_height, NULL, NULL);
  /* The margins are measured as well. */
  self->legend_fits = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (corners) && !self->legend_fits; i++)
    {
      gboolean left = (corners[i][0] == GTK_ALIGN_START) != rtl;
      MgBox box = { left ? 0 : width - legend_width, corners[i][1] == GTK_ALIGN_START ? 0 : height - legend_height,
                    legend_width, legend_height };

      if (mg_graph_view_covers (self->graph, box))
        continue;
      self->legend_fits = TRUE;
      gtk_widget_set_halign (legend, corners[i][0]);
      gtk_widget_set_valign (legend, corners[i][1]);
    }
  mg_retention_page_update_legend (self);
}

void
mg_retention_page_update_legend (MgRetentionPage *self)
{
  gboolean graph = g_strcmp0 (mg_retention_page_state (self), "graph") == 0;
  g_autoptr (GVariant) wanted = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), "legend");

  gtk_widget_set_visible (GTK_WIDGET (self->legend), graph && self->legend_fits && g_variant_get_boolean (wanted));
}

static void
camera_cb (MgRetentionPage *self)
{
  double percent = mg_graph_view_zoom (self->graph) * 100;
  /* Translators: zoom of the graph in percent */
  g_autofree char *label = g_strdup_printf (_ ("%.0f %%"), percent);

  gtk_button_set_label (self->zoom_label, label);
  if (mg_graph_view_fitted (self->graph))
    mg_retention_page_place_legend (self);
}

/* ---- what happens in the session ---- */

static void
subject_cb (MgRetentionPage *self)
{
  g_array_set_size (self->opened, 0);
  self->alternative = 0;
  mg_retention_page_update_trail (self);
  mg_retention_page_update_actions (self);
  mg_retention_page_compute (self);
}

static void
trail_cb (MgRetentionPage *self)
{
  mg_retention_page_update_trail (self);
  mg_retention_page_update_actions (self);
}

/* Retained sizes and dominators are shown as soon as they are there; what is on screen stays where it is. */
static void
ready_cb (MgRetentionPage *self)
{
  gboolean dominators = (mg_session_ready (self->session) & MG_NEED_DOMINATORS) == MG_NEED_DOMINATORS;

  if (dominators && self->picture && !self->picture->retained_known && self->picture_progress == NULL)
    mg_retention_page_compute (self);
}

static void
prepare_progress_cb (MgRetentionPage *self, const char *stage, double fraction)
{
  if (self->picture_progress == NULL)
    return;
  mg_retention_page_describe (self->busy_page, stage);
  gtk_progress_bar_set_fraction (self->busy_bar, fraction);
}

static void
mg_retention_page_map (GtkWidget *widget)
{
  MgRetentionPage *self = MG_RETENTION_PAGE (widget);

  GTK_WIDGET_CLASS (mg_retention_page_parent_class)->map (widget);
  if (self->stale)
    mg_retention_page_compute (self);
}

/* ---- the page for the window ---- */

static MgPicture *
page_picture (MgPage *page, const MgPlacement **placement)
{
  MgRetentionPage *self = MG_RETENTION_PAGE (page);

  *placement = mg_graph_view_placement (self->graph);
  return mg_graph_view_picture (self->graph);
}

static gboolean
page_focus (MgPage *page)
{
  MgRetentionPage *self = MG_RETENTION_PAGE (page);
  guint node = mg_retention_page_current_node (self);

  if (self->outlined)
    return mg_graph_outline_focus (self->outline);
  if (node != MG_GRAPH_NONE && mg_graph_view_node (self->graph, node))
    return gtk_widget_grab_focus (mg_graph_view_node (self->graph, node));
  return gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
page_iface_init (MgPageInterface *iface)
{
  iface->focus = page_focus;
  iface->picture = page_picture;
}

/* ---- life ---- */

static void
mg_retention_page_dispose (GObject *object)
{
  MgRetentionPage *self = MG_RETENTION_PAGE (object);
  GtkWidget *child;

  if (self->busy_revealer)
    mg_retention_page_cancel (self);
  self->busy_revealer = NULL;
  if (self->panel)
    mg_node_panel_set_session (self->panel, NULL);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->panel = NULL;
  g_clear_object (&self->session);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->picture, mg_picture_unref);
  g_clear_pointer (&self->opened, g_array_unref);
  G_OBJECT_CLASS (mg_retention_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/ui/retention-page.ui");
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, question);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, sentence);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, status);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, all_button);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, one_button);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, alternatives_button);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, paths_button);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, roots_button);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, paned);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, stack);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, graph);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, outline);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, legend);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, panel);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, busy_revealer);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, busy_spinner);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, busy_bar);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, empty_page);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, busy_page);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, stopped_page);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, unheld_page);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, zoom_box);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, MgRetentionPage, trail);
}

static void
mg_retention_page_class_init (MgRetentionPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_retention_page_dispose;
  widget_class->map = mg_retention_page_map;
  g_type_ensure (MG_TYPE_GRAPH_VIEW);
  g_type_ensure (MG_TYPE_GRAPH_OUTLINE);
  g_type_ensure (MG_TYPE_GRAPH_LEGEND);
  g_type_ensure (MG_TYPE_NODE_PANEL);
  g_type_ensure (MG_TYPE_HEAD_LAYOUT);
  bind_template (widget_class);
  mg_retention_page_add_shortcuts (widget_class);
}

static void
connect_graph (MgRetentionPage *self)
{
  g_signal_connect_object (self->graph, "placed", G_CALLBACK (placed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->graph, "activate-node", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->graph, "selection-changed", G_CALLBACK (selection_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->graph, "context-menu", G_CALLBACK (context_menu_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->graph, "camera-changed", G_CALLBACK (camera_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->graph, "notify::focus-child", G_CALLBACK (focus_child_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->outline, "activate-node", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->outline, "selection-changed", G_CALLBACK (selection_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->outline, "context-menu", G_CALLBACK (context_menu_cb), self, G_CONNECT_SWAPPED);
}

static void
connect_session (MgRetentionPage *self)
{
  g_signal_connect_object (self->session, "notify::subject", G_CALLBACK (subject_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::ready", G_CALLBACK (ready_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::can-go-back", G_CALLBACK (trail_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::can-go-forward", G_CALLBACK (trail_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "prepare-progress", G_CALLBACK (prepare_progress_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
mg_retention_page_init (MgRetentionPage *self)
{
  self->max_paths = MG_RETENTION_PATHS;
  self->opened = g_array_new (FALSE, FALSE, sizeof (guint64));
  gtk_widget_init_template (GTK_WIDGET (self));
  mg_turning_paned_set_up (self->paned, NARROW, 0.5, 0.0);
  connect_graph (self);
}

/* Nothing can be chosen where there are no paths: the page says why instead. */
static void
show_why_never (MgRetentionPage *self)
{
  const char *reason = mg_snapshot_no_graph_reason (mg_session_snapshot (self->session));

  if (reason == NULL)
    return;
  adw_status_page_set_title (self->empty_page, _ ("No Paths"));
  mg_retention_page_describe (self->empty_page, reason);
  adw_status_page_set_child (self->empty_page, NULL);
}

GtkWidget *
mg_retention_page_new (MgSession *session)
{
  MgRetentionPage *self;

  g_return_val_if_fail (MG_IS_SESSION (session), NULL);

  self = g_object_new (MG_TYPE_RETENTION_PAGE, NULL);
  self->session = g_object_ref (session);
  mg_node_panel_set_session (self->panel, session);
  mg_retention_page_add_actions (self);
  mg_retention_page_add_menus (self);
  connect_session (self);
  show_why_never (self);
  subject_cb (self);
  return GTK_WIDGET (self);
}
