#include "ui/pages/dominators-page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "analysis/picture/picture.h"
#include "analysis/stats/dominator-groups.h"
#include "ui/charts/treemap.h"
#include "ui/compat/list-keys.h"
#include "ui/models/dominator-list.h"
#include "ui/pages/dominators-menu.h"
#include "ui/pages/dominators-tree.h"
#include "ui/pages/page.h"
#include "ui/pages/turning-paned.h"
#include "ui/text.h"

/* Below so many pixels the tree beside the treemap would have no room for names. */
#define NARROW 900

struct _MgDominatorsPage
{
  GtkWidget parent_instance;

  /* Template */
  GtkStack *stack;
  AdwStatusPage *failed_page;
  GtkLabel *summary, *zoom_label, *drop_text;
  GtkToggleButton *by_object, *by_type;
  GtkWidget *zoom_bar, *drop_card;
  GtkPaned *paned;
  MgTreemap *treemap;
  GtkColumnView *view;

  GtkWidget *menu; /* child; of a row */

  /* Owned */
  MgSession *session;
  MgDominatorsTree *tree; /* NULL until there is something to show */
  GSimpleActionGroup *actions;
  MgProgress *pile_work; /* of the worker that looks for the pile; NULL */

  MgNode pile; /* where the memory piles up; MG_NODE_NONE */
};

static void page_iface_init (MgPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MgDominatorsPage,
                               mg_dominators_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (MG_TYPE_PAGE, page_iface_init))

/* The node the user means: the selected cell or row; NONE for "more" and without a selection. */
static MgNode
selected_node (MgDominatorsPage *self)
{
  g_autoptr (MgDominatorRow) row = self->tree ? mg_dominators_tree_selected (self->tree) : NULL;

  return row ? row->node : MG_NODE_NONE;
}

static void
open_in_retention (MgDominatorsPage *self, MgDominatorRow *row, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (mg_session_snapshot (self->session));

  if (row && row->kind == MG_DOMINATOR_ROW_MORE)
    mg_dominator_list_show_more (MG_DOMINATOR_LIST (row->list));
  else if (row && row->kind == MG_DOMINATOR_ROW_GROUP && mg_graph_is_object (graph, row->node))
    mg_session_visit (self->session, mg_subject_type (graph->type[row->node]), "retention");
  else if (node != MG_NODE_NONE && mg_graph_is_object (graph, node))
    mg_session_visit (self->session, mg_subject_object (node), "retention");
}

static void
activated_cb (MgDominatorsPage *self, MgDominatorRow *row)
{
  open_in_retention (self, row, row->node);
}

void
mg_dominators_page_reveal (MgDominatorsPage *self, MgNode node)
{
  g_return_if_fail (MG_IS_DOMINATORS_PAGE (self));

  if (self->tree == NULL)
    return;
  mg_dominators_tree_reveal (self->tree, node);
  mg_treemap_select (self->treemap, node);
}

static void
treemap_selected_cb (MgTreemap *treemap, guint node, MgDominatorsPage *self)
{
  mg_dominators_page_reveal (self, node);
}

static void
treemap_activated_cb (MgTreemap *treemap, guint node, MgDominatorsPage *self)
{
  open_in_retention (self, NULL, node);
}

static void
update_actions (MgDominatorsPage *self)
{
  MgNode node = selected_node (self);
  const MgGraph *graph = self->tree ? mg_snapshot_graph (mg_session_snapshot (self->session)) : NULL;
  gboolean object = graph && node != MG_NODE_NONE && mg_graph_is_object (graph, node);
  const struct
  {
    const char *name;
    gboolean enabled;
  } states[] = { { "retention", object },
                 { "copy-name", node != MG_NODE_NONE },
                 { "copy-address", object },
                 { "zoom-in", node != MG_NODE_NONE },
                 { "zoom-out", self->tree && mg_treemap_root (self->treemap) != MG_NODE_SUPER_ROOT },
                 { "to-pile", self->pile != MG_NODE_NONE } };

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    g_simple_action_set_enabled (
        G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), states[i].name)), states[i].enabled);
}

/* Where the program went, the treemap shows what was meant: it may lie deeper than the row. */
static void
chosen_cb (MgDominatorsPage *self, gboolean by_user)
{
  MgNode node = selected_node (self);

  update_actions (self);
  if (by_user && node != MG_NODE_NONE)
    mg_treemap_select (self->treemap, node);
}

static void
show_zoom (MgDominatorsPage *self, MgNode root)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  g_autofree char *name = mg_dominator_node_name (snapshot, root, TRUE);

  mg_treemap_show (self->treemap, snapshot, root);
  gtk_label_set_text (self->zoom_label, name);
  gtk_widget_set_visible (self->zoom_bar, root != MG_NODE_SUPER_ROOT);
  update_actions (self);
}

/* "13.7 MB live · 96 % under the 3 biggest · sizes are exact" */
static void
write_summary (MgDominatorsPage *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  guint64 all = dominators->retained[MG_NODE_SUPER_ROOT], top = 0;
  guint32 n;
  const MgNode *children = mg_dominators_children (dominators, MG_NODE_SUPER_ROOT, &n);
  guint shown = MIN (n, 3);
  g_autofree char *bytes = mg_format_bytes (all), *text = NULL;

  for (guint i = 0; i < shown; i++)
    top += dominators->retained[children[i]];
  if (all == 0)
    text = g_strdup (_ ("Nothing is alive in this snapshot."));
  else
    text = g_strdup_printf (
        /* Translators: live bytes, percentage, number of objects or roots. */
        g_dngettext (GETTEXT_PACKAGE,
                     "%s live · %.1f %% under the biggest · sizes say what would be freed with the object",
                     "%s live · %.1f %% under the %u biggest · sizes say what would be freed with the object", shown),
        bytes, 100.0 * (double) top / (double) all, shown);
  gtk_label_set_text (self->summary, text);
}

static void
write_pile (MgDominatorsPage *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  g_autofree char *name = NULL, *bytes = NULL, *biggest = NULL, *text = NULL;
  const MgNode *children;
  guint32 n = 0;

  gtk_widget_set_visible (self->drop_card, self->pile != MG_NODE_NONE && self->pile != MG_NODE_SUPER_ROOT);
  if (self->pile == MG_NODE_NONE || self->pile == MG_NODE_SUPER_ROOT)
    return;
  children = mg_dominators_children (dominators, self->pile, &n);
  name = mg_dominator_node_name (snapshot, self->pile, FALSE);
  bytes = mg_format_bytes (dominators->retained[self->pile]);
  biggest = mg_format_bytes (n > 0 ? dominators->retained[children[0]] : 0);
  if (n > 0)
    /* Translators: object, bytes it retains, bytes of its biggest child. */
    text = g_strdup_printf (_ ("%s retains %s, but none of its children more than %s."), name, bytes, biggest);
  else
    /* Translators: object, its bytes. */
    text = g_strdup_printf (_ ("%s itself has %s."), name, bytes);
  gtk_label_set_text (self->drop_text, text);
}

typedef struct
{
  MgSnapshot *snapshot; /* owned */
  MgProgress *progress; /* owned */
} PileWork;

static void
pile_work_free (gpointer data)
{
  PileWork *work = data;

  mg_snapshot_unref (work->snapshot);
  mg_progress_unref (work->progress);
  g_free (work);
}

static void
pile_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  PileWork *work = task_data;

  g_task_return_int (task, mg_dominators_accumulation_point (mg_snapshot_dominators (work->snapshot),
                                                             MG_NODE_SUPER_ROOT, work->progress, NULL));
}

static void
pile_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgDominatorsPage *self = MG_DOMINATORS_PAGE (source);
  PileWork *work = g_task_get_task_data (G_TASK (result));

  if (self->pile_work != work->progress)
    return;
  g_clear_pointer (&self->pile_work, mg_progress_unref);
  self->pile = (MgNode) g_task_propagate_int (G_TASK (result), NULL);
  write_pile (self);
  update_actions (self);
}

/* By a worker: a list of millions of objects may lie on the way. */
static void
look_for_pile (MgDominatorsPage *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, pile_cb, NULL);
  PileWork *work = g_new (PileWork, 1);

  self->pile_work = mg_progress_new (NULL, NULL, NULL);
  *work = (PileWork){ mg_snapshot_ref (mg_session_snapshot (self->session)), mg_progress_ref (self->pile_work) };
  g_task_set_name (task, "where memory piles up");
  g_task_set_task_data (task, work, pile_work_free);
  g_task_run_in_thread (task, pile_thread);
}

static void
fill (MgDominatorsPage *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);

  if (self->tree || !(mg_session_ready (self->session) & (MG_NEED_DOMINATORS & ~MG_NEED_GRAPH)))
    return;
  write_summary (self);
  look_for_pile (self);
  show_zoom (self, MG_NODE_SUPER_ROOT);
  self->tree = mg_dominators_tree_new (self->view, snapshot);
  g_signal_connect_object (self->tree, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tree, "activated", G_CALLBACK (activated_cb), self, G_CONNECT_SWAPPED);
  mg_dominators_tree_show (self->tree, gtk_toggle_button_get_active (self->by_type));
  gtk_stack_set_visible_child_name (self->stack, "ready");
  mg_page_changed (MG_PAGE (self));
}

/* Instead of waiting for what will not come. */
static void
show_failure (MgDominatorsPage *self)
{
  const char *reason = mg_session_failure (self->session);
  g_autofree char *escaped = reason ? g_markup_escape_text (reason, -1) : NULL;

  if (self->tree || reason == NULL)
    return;
  adw_status_page_set_description (self->failed_page, escaped);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

static void
subject_changed_cb (MgDominatorsPage *self)
{
  MgSubject subject = mg_session_subject (self->session);

  fill (self);
  if (self->tree && subject.kind == MG_SUBJECT_OBJECT
      && g_strcmp0 (mg_session_page (self->session), "dominators") == 0)
    mg_dominators_page_reveal (self, subject.id);
}

static void
retention_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgDominatorsPage *self = user_data;
  g_autoptr (MgDominatorRow) row = self->tree ? mg_dominators_tree_selected (self->tree) : NULL;

  if (row)
    open_in_retention (self, row, row->node);
}

static void
copy_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgDominatorsPage *self = user_data;
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  MgNode node = selected_node (self);
  g_autofree char *text = NULL;

  if (node == MG_NODE_NONE)
    return;
  if (g_str_equal (g_action_get_name (G_ACTION (action)), "copy-address"))
    text = mg_text_address (mg_graph_address (mg_snapshot_graph (snapshot), node));
  else
    text = mg_dominator_node_name (snapshot, node, FALSE);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
zoom_in_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgDominatorsPage *self = user_data;

  show_zoom (self, selected_node (self));
}

static void
zoom_out_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgDominatorsPage *self = user_data;
  const MgDominators *dominators = mg_snapshot_dominators (mg_session_snapshot (self->session));

  show_zoom (self, dominators->idom[mg_treemap_root (self->treemap)]);
}

static void
to_pile_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgDominatorsPage *self = user_data;

  mg_dominators_page_reveal (self, self->pile);
}

static void
grouping_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgDominatorsPage *self = user_data;

  GtkToggleButton *other = gtk_toggle_button_get_active (self->by_type) ? self->by_object : self->by_type;

  gtk_toggle_button_set_active (other, TRUE);
}

static void
grouping_changed_cb (MgDominatorsPage *self)
{
  if (self->tree)
    mg_dominators_tree_show (self->tree, gtk_toggle_button_get_active (self->by_type));
}

static void
add_shortcut (GtkWidget *widget, const char *trigger, const char *action)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger), gtk_named_action_new (action)));
  gtk_widget_add_controller (widget, controller);
}

/* Adds one line for each row on screen, opened branches included. */
static MgTableText *
page_table (MgPage *page, MgPageTable format)
{
  MgDominatorsPage *self = MG_DOMINATORS_PAGE (page);
  GString *text = g_string_new (NULL);
  guint n = self->tree ? mg_dominators_tree_n_rows (self->tree) : 0;

  if (format == MG_PAGE_CSV)
    g_string_append (text, "depth,object,count,size,retained\r\n");
  for (guint i = 0; i < n; i++)
    {
      guint depth = 0;
      g_autoptr (MgDominatorRow) row = mg_dominators_tree_row (self->tree, i, &depth);
      g_autofree char *title = mg_dominator_row_title (row, mg_session_snapshot (self->session));
      g_autofree char *retained = mg_format_bytes (row->retained);

      if (format == MG_PAGE_CSV)
        g_string_append_printf (text, "%u,\"%s\",%u,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT "\r\n", depth, title,
                                row->n, row->size, row->retained);
      else
        g_string_append_printf (text, "%12s  %*s%s\n", retained, (int) depth * 2, "", title);
    }
  if (text->len == 0)
    {
      g_string_free (text, TRUE);
      return NULL;
    }
  return mg_table_text_new_ready (g_string_free (text, FALSE));
}

static gboolean
page_focus (MgPage *page)
{
  MgDominatorsPage *self = MG_DOMINATORS_PAGE (page);

  return self->tree && mg_dominators_tree_focus (self->tree);
}

static void
page_iface_init (MgPageInterface *iface)
{
  iface->focus = page_focus;
  iface->table = page_table;
}

static void
mg_dominators_page_dispose (GObject *object)
{
  MgDominatorsPage *self = MG_DOMINATORS_PAGE (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  mg_progress_cancel (self->pile_work);
  g_clear_pointer (&self->pile_work, mg_progress_unref);
  if (self->tree)
    mg_dominators_tree_stop (self->tree);
  gtk_widget_dispose_template (GTK_WIDGET (self), MG_TYPE_DOMINATORS_PAGE);
  g_clear_object (&self->tree);
  g_clear_object (&self->actions);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mg_dominators_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/ui/dominators-page.ui");
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, failed_page);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, summary);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, zoom_bar);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, drop_text);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, drop_card);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, by_object);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, by_type);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, paned);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, treemap);
  gtk_widget_class_bind_template_child (widget_class, MgDominatorsPage, view);
  gtk_widget_class_bind_template_callback (widget_class, treemap_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, treemap_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, grouping_changed_cb);
}

static void
mg_dominators_page_class_init (MgDominatorsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_dominators_page_dispose;
  g_type_ensure (MG_TYPE_TREEMAP);
  bind_template (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
mg_dominators_page_init (MgDominatorsPage *self)
{
  static const GActionEntry entries[] = { { .name = "retention", .activate = retention_action },
                                          { .name = "copy-name", .activate = copy_action },
                                          { .name = "copy-address", .activate = copy_action },
                                          { .name = "zoom-in", .activate = zoom_in_action },
                                          { .name = "zoom-out", .activate = zoom_out_action },
                                          { .name = "to-pile", .activate = to_pile_action },
                                          { .name = "grouping", .activate = grouping_action } };

  self->pile = MG_NODE_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  mg_turning_paned_set_up (self->paned, NARROW, 0.4, 0.5);
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "dominators", G_ACTION_GROUP (self->actions));
  mg_list_keys_for_tree (GTK_WIDGET (self->view));
  self->menu = mg_dominators_menu_new (GTK_WIDGET (self), self->view);
  add_shortcut (GTK_WIDGET (self), "z", "dominators.zoom-in");
  add_shortcut (GTK_WIDGET (self), "u", "dominators.zoom-out");
  add_shortcut (GTK_WIDGET (self), "p", "dominators.to-pile");
  add_shortcut (GTK_WIDGET (self), "g", "dominators.grouping");
}

GtkWidget *
mg_dominators_page_new (MgSession *session)
{
  MgDominatorsPage *self = g_object_new (MG_TYPE_DOMINATORS_PAGE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::ready", G_CALLBACK (subject_changed_cb), self);
  g_signal_connect_swapped (session, "notify::subject", G_CALLBACK (subject_changed_cb), self);
  g_signal_connect_swapped (session, "notify::page", G_CALLBACK (subject_changed_cb), self);
  g_signal_connect_swapped (session, "prepare-failed", G_CALLBACK (show_failure), self);
  update_actions (self);
  subject_changed_cb (self);
  show_failure (self);
  return GTK_WIDGET (self);
}
