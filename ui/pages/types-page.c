#include "ui/pages/types-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/compat.h"
#include "ui/pages/page.h"
#include "ui/table/table-memory.h"
#include "ui/ui.h"

static void page_iface_init (MgPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MgTypesPage, mg_types_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (MG_TYPE_PAGE, page_iface_init))

enum
{
  PROP_0,
  PROP_TYPES_GROUP,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const char *const group_ids[] = { "type", "namespace", "module" };

static const MgTableColumn columns[MG_TYPE_LIST_N_COLUMNS] = {
  [MG_TYPE_LIST_NAME]
  = { "type", N_ ("Type"), N_ ("Your own types are bold, the framework’s are faint"), MG_CELL_TEXT, -1, FALSE },
  [MG_TYPE_LIST_COUNT] = { "count", N_ ("Count"), N_ ("Number of objects"), MG_CELL_NUMBER, 110, FALSE },
  [MG_TYPE_LIST_SIZE] = { "size", N_ ("Bytes"), N_ ("The objects’ own sizes"), MG_CELL_NUMBER, 110, FALSE },
  [MG_TYPE_LIST_RETAINED]
  = { "retained", N_ ("Retained"), N_ ("What would be freed with all of them"), MG_CELL_NUMBER, 110, FALSE },
  [MG_TYPE_LIST_SHARE]
  = { "share", N_ ("Share of heap"), N_ ("What is retained, as a part of the heap"), MG_CELL_SHARE, 220, FALSE },
  [MG_TYPE_LIST_AVERAGE] = { "average", N_ ("Average"), N_ ("Bytes of one object"), MG_CELL_NUMBER, 110, FALSE },
  [MG_TYPE_LIST_MODULE]
  = { "module", N_ ("Module"), N_ ("The assembly that defines the type"), MG_CELL_TEXT, 220, TRUE },
};

static MgRowEmphasis
row_style (gconstpointer data, guint32 row, double *share)
{
  const MgTypeColumns *figures = data;

  *share = mg_type_columns_share (figures, row);
  return figures->own[row] ? MG_ROW_STRONG : MG_ROW_FAINT;
}

/* The type that is chosen; NONE when it is a group or nothing. */
static MgTypeId
chosen_type (MgTypesPage *self)
{
  const MgTypeColumns *figures = mg_types_page_columns (self);
  guint32 row = mg_table_view_chosen (self->table);

  return figures && figures->grouping == MG_GROUP_TYPE && row < figures->n ? figures->type[row] : MG_TYPE_NONE;
}

/* A namespace or module opens: its types alone are shown. */
static void
enter_scope (MgTypesPage *self)
{
  const MgTypeColumns *figures = mg_types_page_columns (self);
  guint32 row = mg_table_view_chosen (self->table);

  if (figures == NULL || figures->grouping == MG_GROUP_TYPE || row >= figures->n)
    return;
  g_free (self->scope_name);
  self->scope_name = g_strdup (figures->name[row]);
  self->scope_grouping = figures->grouping;
  gtk_label_set_label (self->scope_label, self->scope_name);
  gtk_widget_set_visible (self->scope_button, TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "types.leave-scope", TRUE);
  /* What was looked for among groups does not fit types. */
  gtk_editable_set_text (self->search, "");
  gtk_drop_down_set_selected (self->grouping, MG_GROUP_TYPE);
}

static void
leave_scope_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTypesPage *self = MG_TYPES_PAGE (widget);
  guint back = (guint) self->scope_grouping;

  if (self->scope_name == NULL)
    return;
  g_clear_pointer (&self->scope_name, g_free);
  gtk_widget_set_visible (self->scope_button, FALSE);
  gtk_widget_action_set_enabled (widget, "types.leave-scope", FALSE);
  if (gtk_drop_down_get_selected (self->grouping) != back)
    gtk_drop_down_set_selected (self->grouping, back);
  else
    mg_types_page_update (self);
}

static void
visit (MgTypesPage *self, const char *page)
{
  MgTypeId type = chosen_type (self);

  if (type != MG_TYPE_NONE)
    mg_session_visit (self->session, mg_subject_type (type), page);
  else
    enter_scope (self);
}

static void
retention_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  visit (MG_TYPES_PAGE (widget), "retention");
}

static void
dominators_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  visit (MG_TYPES_PAGE (widget), "dominators");
}

static void
instances_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTypesPage *self = MG_TYPES_PAGE (widget);

  if (chosen_type (self) == MG_TYPE_NONE)
    enter_scope (self);
  else
    gtk_widget_child_focus (GTK_WIDGET (mg_instances_pane_table (self->below)), GTK_DIR_TAB_FORWARD);
}

static void
copy_name_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTypesPage *self = MG_TYPES_PAGE (widget);
  const MgTypeColumns *figures = mg_types_page_columns (self);
  guint32 row = mg_table_view_chosen (self->table);

  if (figures && row < figures->n)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), figures->name[row]);
}

static void
regex_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgTypesPage *self = MG_TYPES_PAGE (widget);

  gtk_toggle_button_set_active (self->regex, !gtk_toggle_button_get_active (self->regex));
}

static void
row_activated_cb (MgTypesPage *self, guint row)
{
  mg_table_view_choose (self->table, row);
  visit (self, "retention");
}

static void
chosen_cb (MgTypesPage *self)
{
  mg_instances_pane_show (self->below, chosen_type (self), (MgObjects) gtk_drop_down_get_selected (self->objects));
}

static void
objects_changed_cb (MgTypesPage *self)
{
  chosen_cb (self);
  mg_types_page_update (self);
}

static void
grouping_changed_cb (MgTypesPage *self)
{
  /* Grouping anew by hand leaves the group that was opened. */
  if (self->scope_name && gtk_drop_down_get_selected (self->grouping) != MG_GROUP_TYPE)
    {
      g_clear_pointer (&self->scope_name, g_free);
      gtk_widget_set_visible (self->scope_button, FALSE);
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "types.leave-scope", FALSE);
    }
  mg_types_page_update (self);
  /* Inside a group "by type" is not what one wants next time. */
  if (self->scope_name == NULL)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TYPES_GROUP]);
}

/* Only what the figures depend on makes them anew. */
static void
ready_cb (MgTypesPage *self)
{
  guint ready = mg_session_ready (self->session);
  const guint retained = MG_NEED_TYPE_RETAINED;
  gboolean had = (self->used & retained) == retained;

  gtk_widget_set_sensitive (GTK_WIDGET (self->objects), (ready & MG_NEED_TREE) == MG_NEED_TREE);
  if (!had && (ready & retained) == retained)
    mg_types_page_update (self);
}

/* Coming from elsewhere, the type in question is the one that is chosen here. */
static void
subject_cb (MgTypesPage *self)
{
  MgSubject subject = mg_session_subject (self->session);
  const MgTypeColumns *figures = mg_types_page_columns (self);
  guint32 row;

  if (subject.kind != MG_SUBJECT_TYPE || figures == NULL || subject.id == chosen_type (self))
    return;
  row = mg_type_columns_find (figures, subject.id);
  if (row != MG_ROW_NONE)
    mg_table_view_choose (self->table, row);
}

static void
stop_search_cb (MgTypesPage *self)
{
  gtk_editable_set_text (self->search, "");
  mg_table_view_focus (self->table);
}

/* Enter in the search goes to the first row found; what was typed last may be waiting still. */
static void
search_activate_cb (MgTypesPage *self)
{
  mg_types_page_update_filter (self);
  mg_table_view_enter_first (self->table);
}

static gboolean
page_focus (MgPage *page)
{
  return mg_table_view_focus (MG_TYPES_PAGE (page)->table);
}

static gboolean
page_search (MgPage *page)
{
  MgTypesPage *self = MG_TYPES_PAGE (page);

  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  gtk_editable_select_region (self->search, 0, -1);
  return TRUE;
}

static MgTableText *
page_table (MgPage *page, MgPageTable format)
{
  return mg_table_view_take_text (MG_TYPES_PAGE (page)->table, format == MG_PAGE_CSV, TRUE);
}

static void
page_iface_init (MgPageInterface *iface)
{
  iface->focus = page_focus;
  iface->search = page_search;
  iface->table = page_table;
}

MgTableView *
mg_types_page_table (MgTypesPage *self)
{
  g_return_val_if_fail (MG_IS_TYPES_PAGE (self), NULL);
  return self->table;
}

MgTableView *
mg_types_page_instances (MgTypesPage *self)
{
  g_return_val_if_fail (MG_IS_TYPES_PAGE (self), NULL);
  return mg_instances_pane_table (self->below);
}

MgRowList *
mg_types_page_rows (MgTypesPage *self)
{
  g_return_val_if_fail (MG_IS_TYPES_PAGE (self), NULL);
  return self->rows;
}

gboolean
mg_types_page_is_settled (MgTypesPage *self)
{
  g_return_val_if_fail (MG_IS_TYPES_PAGE (self), FALSE);
  return mg_types_page_columns (self) && self->work == NULL && !mg_row_list_busy (self->rows);
}

static void
fill (MgTypesPage *self, MgSession *session)
{
  self->session = g_object_ref (session);
  self->rows = mg_type_list_new ();
  self->table = MG_TABLE_VIEW (mg_table_view_new (self->rows, columns, MG_TYPE_LIST_N_COLUMNS, _("Types")));
  self->below = MG_INSTANCES_PANE (mg_instances_pane_new (session));
  mg_table_view_set_style (self->table, row_style);
  mg_table_view_set_row_menu (self->table, self->row_menu);
  mg_table_view_sort_by (self->table, MG_TYPE_LIST_RETAINED, TRUE);
  mg_table_memory_follow (self->table, "types");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->table), "table");
  gtk_stack_set_visible_child_name (self->stack, "table");
  gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->below));
  gtk_widget_set_size_request (GTK_WIDGET (self->below), -1, 120);
  gtk_menu_button_set_menu_model (self->columns_button, mg_table_view_columns_menu (self->table));
  gtk_widget_insert_action_group (GTK_WIDGET (self->columns_button), "columns",
                                  mg_table_view_columns_actions (self->table));
}

static gboolean
divide_idle_cb (gpointer user_data)
{
  MgTypesPage *self = user_data;

  self->divide_idle = 0;
  gtk_paned_set_position (self->paned, gtk_widget_get_height (GTK_WIDGET (self->paned)) * 3 / 5);
  return G_SOURCE_REMOVE;
}

/* The types get the larger part, once it is known how much there is to divide. Not at once: this is told in the
 * middle of the allocation, and whoever asks for another then leaves the layout waiting for it. */
static void
divide_cb (MgTypesPage *self)
{
  if (gtk_widget_get_height (GTK_WIDGET (self->paned)) <= 0)
    return;
  self->divide_idle = g_idle_add (divide_idle_cb, self);
  g_signal_handlers_disconnect_by_func (self->paned, divide_cb, self);
}

static void
connect_signals (MgTypesPage *self)
{
  const GConnectFlags swapped = G_CONNECT_SWAPPED;

  g_signal_connect_object (self->session, "notify::ready", G_CALLBACK (ready_cb), self, swapped);
  g_signal_connect_object (self->session, "notify::subject", G_CALLBACK (subject_cb), self, swapped);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (mg_types_page_update_filter), self, swapped);
  g_signal_connect_object (self->search, "stop-search", G_CALLBACK (stop_search_cb), self, swapped);
  g_signal_connect_object (self->search, "activate", G_CALLBACK (search_activate_cb), self, swapped);
  g_signal_connect_object (self->regex, "toggled", G_CALLBACK (mg_types_page_update_filter), self, swapped);
  g_signal_connect_object (self->grouping, "notify::selected", G_CALLBACK (grouping_changed_cb), self, swapped);
  g_signal_connect_object (self->objects, "notify::selected", G_CALLBACK (objects_changed_cb), self, swapped);
  g_signal_connect_object (self->rows, "changed", G_CALLBACK (mg_types_page_update_foot), self, swapped);
  g_signal_connect_object (self->rows, "notify::busy", G_CALLBACK (mg_types_page_update_foot), self, swapped);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (divide_cb), self, swapped);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (row_activated_cb), self, swapped);
  g_signal_connect_object (self->table, "chosen", G_CALLBACK (chosen_cb), self, swapped);
}

GtkWidget *
mg_types_page_new (MgSession *session)
{
  MgTypesPage *self = g_object_new (MG_TYPE_TYPES_PAGE, NULL);

  fill (self, session);
  connect_signals (self);
  ready_cb (self);
  if (self->work == NULL)
    mg_types_page_update (self);
  return GTK_WIDGET (self);
}

static void
mg_types_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  MgTypesPage *self = MG_TYPES_PAGE (object);

  switch (id)
    {
    case PROP_TYPES_GROUP:
      g_value_set_string (value, group_ids[MIN (gtk_drop_down_get_selected (self->grouping), 2)]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mg_types_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  MgTypesPage *self = MG_TYPES_PAGE (object);

  switch (id)
    {
    case PROP_TYPES_GROUP:
      for (guint i = 0; i < G_N_ELEMENTS (group_ids); i++)
        if (g_strcmp0 (g_value_get_string (value), group_ids[i]) == 0)
          gtk_drop_down_set_selected (self->grouping, i);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mg_types_page_dispose (GObject *object)
{
  MgTypesPage *self = MG_TYPES_PAGE (object);

  mg_types_page_stop (self);
  g_clear_handle_id (&self->divide_idle, g_source_remove);
  mg_ui_dispose_template (GTK_WIDGET (self), MG_TYPE_TYPES_PAGE);
  g_clear_object (&self->rows);
  g_clear_object (&self->session);
  g_clear_pointer (&self->scope_name, g_free);
  G_OBJECT_CLASS (mg_types_page_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_child (class, MgTypesPage, search);
  gtk_widget_class_bind_template_child (class, MgTypesPage, regex);
  gtk_widget_class_bind_template_child (class, MgTypesPage, grouping);
  gtk_widget_class_bind_template_child (class, MgTypesPage, objects);
  gtk_widget_class_bind_template_child (class, MgTypesPage, scope_button);
  gtk_widget_class_bind_template_child (class, MgTypesPage, scope_label);
  gtk_widget_class_bind_template_child (class, MgTypesPage, message);
  gtk_widget_class_bind_template_child (class, MgTypesPage, empty);
  gtk_widget_class_bind_template_child (class, MgTypesPage, foot);
  gtk_widget_class_bind_template_child (class, MgTypesPage, columns_button);
  gtk_widget_class_bind_template_child (class, MgTypesPage, paned);
  gtk_widget_class_bind_template_child (class, MgTypesPage, stack);
  gtk_widget_class_bind_template_child (class, MgTypesPage, row_menu);
}

static void
install_actions (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "types.retention", NULL, retention_action);
  gtk_widget_class_install_action (class, "types.dominators", NULL, dominators_action);
  gtk_widget_class_install_action (class, "types.instances", NULL, instances_action);
  gtk_widget_class_install_action (class, "types.copy-name", NULL, copy_name_action);
  gtk_widget_class_install_action (class, "types.regex", NULL, regex_action);
  gtk_widget_class_install_action (class, "types.leave-scope", NULL, leave_scope_action);
  gtk_widget_class_add_binding_action (class, GDK_KEY_d, GDK_CONTROL_MASK, "types.dominators", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_j, GDK_CONTROL_MASK, "types.instances", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_r, GDK_ALT_MASK, "types.regex", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Escape, 0, "types.leave-scope", NULL);
}

static void
mg_types_page_class_init (MgTypesPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mg_types_page_get_property;
  object_class->set_property = mg_types_page_set_property;
  object_class->dispose = mg_types_page_dispose;
  properties[PROP_TYPES_GROUP] = g_param_spec_string ("types-group", NULL, NULL, "type", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/ui/pages/types-page.ui");
  bind_children (widget_class);
  install_actions (widget_class);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mg_types_page_init (MgTypesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "types.leave-scope", FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Types"), -1);
  mg_compat_drop_down_set_name (self->grouping, _("Grouping"));
  mg_compat_drop_down_set_name (self->objects, _("Objects counted"));
}
