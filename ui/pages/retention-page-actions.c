/* The actions of the group "retention"; retention-page.h lists them. */

#include "ui/pages/retention-page-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ui/text.h"

#define KIND_PREFIX "kind-"

static GSimpleAction *
find_action (MgRetentionPage *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name));
}

static void
set_enabled (MgRetentionPage *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (find_action (self, name), enabled);
}

static void
set_state (MgRetentionPage *self, const char *name, GVariant *state)
{
  g_simple_action_set_state (find_action (self, name), state);
}

static const MgPictureNode *
current_node (MgRetentionPage *self)
{
  guint node = mg_retention_page_current_node (self);

  return self->picture && node < self->picture->n_nodes ? &self->picture->nodes[node] : NULL;
}

static MgNode
object_of (const MgPictureNode *node)
{
  gboolean one = node && node->count == 1 && (node->kind == MG_PICTURE_GROUP || node->kind == MG_PICTURE_SUBJECT);

  return one ? node->example : MG_NODE_NONE;
}

/* ---- asking ---- */

static void
visit (MgRetentionPage *self, MgSubject subject)
{
  if (!mg_subject_equal (subject, mg_session_subject (self->session)))
    mg_session_visit (self->session, subject, "retention");
}

static void
open_stub (MgRetentionPage *self, guint64 id)
{
  for (guint i = 0; i < self->opened->len; i++)
    if (g_array_index (self->opened, guint64, i) == id)
      return;
  g_array_append_val (self->opened, id);
  mg_retention_page_compute (self);
}

void
mg_retention_page_activate (MgRetentionPage *self, guint node)
{
  const MgPictureNode *chosen = &self->picture->nodes[node];

  switch (chosen->kind)
    {
    case MG_PICTURE_STUB:
    case MG_PICTURE_TRUNK:
      open_stub (self, chosen->id);
      break;
    case MG_PICTURE_GROUP:
      if (object_of (chosen) != MG_NODE_NONE)
        visit (self, mg_subject_object (chosen->example));
      else if (chosen->type != MG_TYPE_NONE)
        visit (self, mg_subject_type (chosen->type));
      break;
    case MG_PICTURE_ROOT:
    case MG_PICTURE_SUBJECT:
    default:
      /* Nothing holds a root, and the subject is asked about already: Enter shows what is known about them. */
      mg_graph_view_select_node (self->graph, node);
      break;
    }
}

static void
make_subject_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgRetentionPage *self = user_data;

  if (current_node (self))
    mg_retention_page_activate (self, mg_retention_page_current_node (self));
}

static void
open_stub_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  open_stub (user_data, g_variant_get_uint64 (parameter));
}

/* All its fields, on a page of their own. */
static void
show_object_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgRetentionPage *self = user_data;

  mg_session_visit (self->session, mg_subject_object (g_variant_get_uint32 (parameter)), "object");
}

static void
visit_object_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  visit (user_data, mg_subject_object (g_variant_get_uint32 (parameter)));
}

static void
visit_type_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  visit (user_data, mg_subject_type (g_variant_get_uint32 (parameter)));
}

static void
back_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mg_session_back (MG_RETENTION_PAGE (user_data)->session);
}

static void
choose_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mg_session_set_page (MG_RETENTION_PAGE (user_data)->session, "types");
}

static MgTypeId
type_of_object (MgRetentionPage *self, MgNode object)
{
  const MgGraph *graph = mg_snapshot_graph (mg_session_snapshot (self->session));

  return graph && mg_graph_is_object (graph, object) ? graph->type[object] : MG_TYPE_NONE;
}

/* "One" of a type is the selected node when it is of that type, else the picture's own example. */
static MgNode
one_of_subject (MgRetentionPage *self)
{
  const MgPictureNode *subject;

  if (self->picture == NULL || self->picture->n_nodes == 0)
    return MG_NODE_NONE;
  subject = &self->picture->nodes[self->picture->n_nodes - 1];
  return subject->example;
}

static void
scope_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgRetentionPage *self = user_data;
  gboolean all = g_str_equal (g_variant_get_string (parameter, NULL), "all");
  MgSubject subject = mg_session_subject (self->session);

  if (all && subject.kind == MG_SUBJECT_OBJECT && type_of_object (self, subject.id) != MG_TYPE_NONE)
    visit (self, mg_subject_type (type_of_object (self, subject.id)));
  else if (!all && subject.kind == MG_SUBJECT_TYPE && one_of_subject (self) != MG_NODE_NONE)
    visit (self, mg_subject_object (one_of_subject (self)));
}

/* ---- how the picture is made ---- */

static void
paths_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  MgRetentionPage *self = user_data;

  g_simple_action_set_state (action, value);
  self->max_paths = (guint) CLAMP (g_variant_get_int32 (value), 1, 100);
  mg_retention_page_compute (self);
}

static void
alternative_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  MgRetentionPage *self = user_data;

  g_simple_action_set_state (action, value);
  self->alternative = (guint) CLAMP (g_variant_get_int32 (value), 0, 2);
  g_array_set_size (self->opened, 0);
  mg_retention_page_compute (self);
}

static void
raw_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  MgRetentionPage *self = user_data;

  g_simple_action_set_state (action, value);
  self->raw = g_variant_get_boolean (value);
  mg_retention_page_compute (self);
}

static void
show_kinds (MgRetentionPage *self)
{
  guint32 mask = self->kinds ? self->kinds : MG_ROOT_ALL_KINDS;

  for (guint k = 0; k < MG_N_ROOT_KINDS; k++)
    {
      g_autofree char *name = g_strconcat (KIND_PREFIX, mg_root_kind_id (k), NULL);

      set_state (self, name, g_variant_new_boolean ((mask >> k) & 1));
    }
  set_enabled (self, "all-kinds", mask != MG_ROOT_ALL_KINDS);
  if (mask == MG_ROOT_ALL_KINDS)
    gtk_widget_remove_css_class (GTK_WIDGET (self->roots_button), "mg-filtered");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->roots_button), "mg-filtered");
}

static void
set_kinds (MgRetentionPage *self, guint32 mask)
{
  self->kinds = mask == MG_ROOT_ALL_KINDS ? 0 : mask;
  show_kinds (self);
  mg_retention_page_compute (self);
}

static void
kind_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  MgRetentionPage *self = user_data;
  guint32 mask = self->kinds ? self->kinds : MG_ROOT_ALL_KINDS;
  const char *id = g_action_get_name (G_ACTION (action)) + strlen (KIND_PREFIX);

  for (guint k = 0; k < MG_N_ROOT_KINDS; k++)
    if (g_str_equal (id, mg_root_kind_id (k)))
      mask ^= 1u << k;
  /* Without any kind there would be no roots at all: the last one stays. */
  if (mask != 0)
    set_kinds (self, mask);
}

static void
all_kinds_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  set_kinds (user_data, MG_ROOT_ALL_KINDS);
}

static void
stop_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mg_retention_page_stop (user_data);
}

static void
retry_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mg_retention_page_compute (user_data);
}

/* ---- how it is looked at ---- */

static void
outline_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  MgRetentionPage *self = user_data;
  guint node = mg_retention_page_current_node (self);
  gboolean shown = self->picture && self->picture->n_live > 0;

  g_simple_action_set_state (action, value);
  self->outlined = g_variant_get_boolean (value);
  if (!shown)
    return;
  mg_retention_page_show_state (self, self->outlined ? "outline" : "graph");
  if (self->outlined)
    {
      mg_graph_outline_select_node (self->outline, node);
      mg_graph_outline_focus (self->outline);
      mg_retention_page_show_panel (self);
    }
  else if (node != MG_GRAPH_NONE)
    mg_graph_view_focus_node (self->graph, node);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->graph));
}

static void
panel_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  g_simple_action_set_state (action, value);
  mg_retention_page_show_panel (user_data);
}

static void
legend_action (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  g_simple_action_set_state (action, value);
  mg_retention_page_update_legend (user_data);
}

static void
fit_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  mg_graph_view_fit (MG_RETENTION_PAGE (user_data)->graph);
}

static void
zoom_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgRetentionPage *self = user_data;
  const char *name = g_action_get_name (G_ACTION (action));

  if (g_str_equal (name, "zoom-in"))
    mg_graph_view_zoom_in (self->graph);
  else if (g_str_equal (name, "zoom-out"))
    mg_graph_view_zoom_out (self->graph);
  else
    mg_graph_view_zoom_to (self->graph, 1.0);
}

static void
select_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgRetentionPage *self = user_data;
  guint index = g_variant_get_uint32 (parameter);

  if (g_str_equal (g_action_get_name (G_ACTION (action)), "select-edge"))
    mg_graph_view_select_edge (self->graph, index);
  else
    {
      mg_graph_view_select_node (self->graph, index);
      if (self->outlined)
        mg_graph_outline_select_node (self->outline, index);
      mg_retention_page_show_panel (self);
    }
}

/* ---- copying ---- */

static void
copy (MgRetentionPage *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  copy (user_data, g_variant_get_string (parameter, NULL));
}

static void
copy_name_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgRetentionPage *self = user_data;
  const MgPictureNode *node = current_node (self);

  if (node)
    copy (self, *node->full ? node->full : node->title);
}

static void
copy_address_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  MgRetentionPage *self = user_data;
  MgNode object = object_of (current_node (self));
  g_autofree char *address = NULL;

  if (object == MG_NODE_NONE)
    return;
  address = mg_text_address (mg_graph_address (mg_snapshot_graph (mg_session_snapshot (self->session)), object));
  copy (self, address);
}

/* The picture as text or image is the window's to make: it owns the exports. */
static void
copy_picture_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gboolean image = g_str_equal (g_action_get_name (G_ACTION (action)), "copy-image");

  gtk_widget_activate_action (GTK_WIDGET (user_data), "win.copy-picture", "s", image ? "png" : "text");
}

/* ---- set-up ---- */

void
mg_retention_page_update_actions (MgRetentionPage *self)
{
  MgSubject subject = mg_session_subject (self->session);
  const MgPictureNode *node = current_node (self);
  gboolean shown = self->picture && self->picture->n_live > 0, back = FALSE;
  static const char *const of_picture[] = { "fit", "zoom-in", "zoom-out", "zoom-100", "copy-text", "copy-image" };

  /* Translators: %u is the number of different paths that are shown */
  g_autofree char *paths = g_strdup_printf (_ ("Paths %u"), self->max_paths);

  g_object_get (self->session, "can-go-back", &back, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (of_picture); i++)
    set_enabled (self, of_picture[i], shown);
  set_enabled (self, "back", back);
  set_enabled (self, "scope", self->picture != NULL);
  set_enabled (self, "paths", subject.kind == MG_SUBJECT_OBJECT);
  set_enabled (self, "make-subject", node && node->kind != MG_PICTURE_ROOT && node->kind != MG_PICTURE_SUBJECT);
  set_enabled (self, "copy-name", node != NULL);
  set_enabled (self, "copy-address", object_of (node) != MG_NODE_NONE);
  gtk_menu_button_set_label (self->paths_button, paths);
  gtk_widget_set_visible (GTK_WIDGET (self->paths_button), subject.kind == MG_SUBJECT_OBJECT);
  set_state (self, "scope", g_variant_new_string (subject.kind == MG_SUBJECT_OBJECT ? "one" : "all"));
  set_state (self, "alternative", g_variant_new_int32 ((int) self->alternative));
}

static void
add_kind_actions (MgRetentionPage *self)
{
  for (guint k = 0; k < MG_N_ROOT_KINDS; k++)
    {
      g_autofree char *name = g_strconcat (KIND_PREFIX, mg_root_kind_id (k), NULL);
      g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (TRUE));

      g_signal_connect (action, "change-state", G_CALLBACK (kind_action), self);
      g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
    }
}

void
mg_retention_page_add_actions (MgRetentionPage *self)
{
  static const GActionEntry entries[] = {
    { .name = "scope", .activate = scope_action, .parameter_type = "s", .state = "'all'" },
    { .name = "paths", .parameter_type = "i", .state = "5", .change_state = paths_action },
    { .name = "alternative", .parameter_type = "i", .state = "0", .change_state = alternative_action },
    { .name = "raw", .state = "false", .change_state = raw_action },
    { .name = "outline", .state = "false", .change_state = outline_action },
    { .name = "panel", .state = "true", .change_state = panel_action },
    { .name = "legend", .state = "true", .change_state = legend_action },
    { .name = "all-kinds", .activate = all_kinds_action },
    { .name = "make-subject", .activate = make_subject_action },
    { .name = "open-stub", .activate = open_stub_action, .parameter_type = "t" },
    { .name = "visit-object", .activate = visit_object_action, .parameter_type = "u" },
    { .name = "show-object", .activate = show_object_action, .parameter_type = "u" },
    { .name = "visit-type", .activate = visit_type_action, .parameter_type = "u" },
    { .name = "select-node", .activate = select_action, .parameter_type = "u" },
    { .name = "select-edge", .activate = select_action, .parameter_type = "u" },
    { .name = "copy", .activate = copy_action, .parameter_type = "s" },
    { .name = "copy-name", .activate = copy_name_action },
    { .name = "copy-address", .activate = copy_address_action },
    { .name = "copy-text", .activate = copy_picture_action },
    { .name = "copy-image", .activate = copy_picture_action },
    { .name = "fit", .activate = fit_action },
    { .name = "zoom-in", .activate = zoom_action },
    { .name = "zoom-out", .activate = zoom_action },
    { .name = "zoom-100", .activate = zoom_action },
    { .name = "back", .activate = back_action },
    { .name = "choose", .activate = choose_action },
    { .name = "stop", .activate = stop_action },
    { .name = "retry", .activate = retry_action },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  add_kind_actions (self);
  show_kinds (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "retention", G_ACTION_GROUP (self->actions));
}
