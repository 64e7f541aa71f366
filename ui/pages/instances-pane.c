#include "ui/pages/instances-pane.h"

#include <glib/gi18n-lib.h>

#include "ui/models/instance-list.h"
#include "ui/table/table-memory.h"
#include "ui/text.h"
#include "ui/ui.h"

struct _MgInstancesPane
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkLabel *title, *hint, *empty;
  GtkMenuButton *columns_button;
  GtkStack *stack;
  GMenuModel *row_menu;

  MgTableView *table; /* in STACK */

  /* Owned */
  MgSession *session;
  MgRowList *rows;

  MgTypeId type; /* MG_TYPE_NONE: none is chosen */
  MgObjects objects;
};

G_DEFINE_FINAL_TYPE (MgInstancesPane, mg_instances_pane, GTK_TYPE_WIDGET)

static const MgTableColumn columns[MG_INSTANCE_LIST_N_COLUMNS] = {
  [MG_INSTANCE_LIST_ADDRESS]
  = { "address", N_ ("Address"), N_ ("Where the object lies in memory"), MG_CELL_CODE, 170, FALSE },
  [MG_INSTANCE_LIST_SIZE] = { "size", N_ ("Bytes"), N_ ("The object’s own size"), MG_CELL_NUMBER, 110, FALSE },
  [MG_INSTANCE_LIST_RETAINED]
  = { "retained", N_ ("Retained"), N_ ("What would be freed with the object"), MG_CELL_NUMBER, 110, FALSE },
  [MG_INSTANCE_LIST_GENERATION]
  = { "generation", N_ ("Generation"), N_ ("Which part of the heap the object lies in"), MG_CELL_NUMBER, 120, FALSE },
  [MG_INSTANCE_LIST_DISTANCE]
  = { "distance", N_ ("From root"), N_ ("References between the object and its root"), MG_CELL_NUMBER, 110, FALSE },
  [MG_INSTANCE_LIST_HOLDER]
  = { "holder", N_ ("Held by"), N_ ("The object or root one reference nearer to the root"), MG_CELL_TEXT, -1, FALSE },
};

static MgNode
chosen_node (MgInstancesPane *self)
{
  const MgInstanceRows *rows = mg_row_list_data (self->rows);
  guint32 row = mg_table_view_chosen (self->table);

  return rows && row < rows->n ? rows->nodes[row] : MG_NODE_NONE;
}

static void
update_texts (MgInstancesPane *self)
{
  const MgInstanceRows *rows = mg_row_list_data (self->rows);
  guint n = mg_row_list_n_shown (self->rows);
  g_autofree char *title = NULL, *hint = NULL, *count = NULL;

  if (rows)
    {
      const char *name = mg_type_table_get (mg_snapshot_types (rows->snapshot), rows->type)->name;

      /* Translators: heading above the objects of a type: full type name */
      title = g_strdup_printf (_("Instances of %s"), name);
      count = mg_format_count (n);
      if (rows->n < rows->n_all)
        {
          g_autofree char *all = mg_format_count (rows->n_all);

          hint = g_strdup_printf (_("the first %s of %s; a table cannot be longer"), count, all);
        }
      else if (n > 0 || !mg_row_list_busy (self->rows))
        hint = g_strdup_printf (ngettext ("%s object", "%s objects", n), count);
    }
  gtk_label_set_label (self->title, title ? title : _("Instances"));
  gtk_label_set_label (self->hint, hint ? hint : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), title);
}

/* Fills the table, or says why it cannot be filled yet. */
static void
update (MgInstancesPane *self)
{
  gboolean ready = (mg_session_ready (self->session) & MG_NEED_INSTANCES) == MG_NEED_INSTANCES;
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  g_autoptr (MgInstanceRows) rows = NULL;

  if (self->type == MG_TYPE_NONE)
    gtk_label_set_label (self->empty, _("Choose a type above to see its objects."));
  else if (!ready)
    gtk_label_set_label (self->empty, _("The objects are still being read."));
  else
    rows = mg_instance_rows_new (snapshot, self->type, self->objects);
  mg_row_list_set_data (self->rows, rows, rows ? rows->n : 0);
  gtk_stack_set_visible_child_name (self->stack, rows ? "table" : "hint");
  update_texts (self);
}

void
mg_instances_pane_show (MgInstancesPane *self, MgTypeId type, MgObjects objects)
{
  g_return_if_fail (MG_IS_INSTANCES_PANE (self));
  if (self->type == type && self->objects == objects)
    return;
  self->type = type;
  self->objects = objects;
  mg_table_view_choose (self->table, MG_ROW_NONE);
  update (self);
}

static void
visit (MgInstancesPane *self, const char *page)
{
  MgNode node = chosen_node (self);

  if (node != MG_NODE_NONE)
    mg_session_visit (self->session, mg_subject_object (node), page);
}

static void
row_activated_cb (MgInstancesPane *self, guint row)
{
  mg_table_view_choose (self->table, row);
  visit (self, "retention");
}

static void
retention_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  visit (MG_INSTANCES_PANE (widget), "retention");
}

static void
dominators_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  visit (MG_INSTANCES_PANE (widget), "dominators");
}

static void
copy_address_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgInstancesPane *self = MG_INSTANCES_PANE (widget);
  MgNode node = chosen_node (self);
  g_autofree char *text = NULL;

  if (node == MG_NODE_NONE)
    return;
  text = mg_text_address (mg_graph_address (mg_snapshot_graph (mg_session_snapshot (self->session)), node));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* What is shown of each object grows as the parts of the snapshot become ready. */
static void
ready_cb (MgInstancesPane *self)
{
  update (self);
}

MgTableView *
mg_instances_pane_table (MgInstancesPane *self)
{
  g_return_val_if_fail (MG_IS_INSTANCES_PANE (self), NULL);
  return self->table;
}

MgRowList *
mg_instances_pane_rows (MgInstancesPane *self)
{
  g_return_val_if_fail (MG_IS_INSTANCES_PANE (self), NULL);
  return self->rows;
}

GtkWidget *
mg_instances_pane_new (MgSession *session)
{
  MgInstancesPane *self = g_object_new (MG_TYPE_INSTANCES_PANE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::ready", G_CALLBACK (ready_cb), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

static void
mg_instances_pane_dispose (GObject *object)
{
  MgInstancesPane *self = MG_INSTANCES_PANE (object);

  mg_ui_dispose_template (GTK_WIDGET (self), MG_TYPE_INSTANCES_PANE);
  g_clear_object (&self->rows);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mg_instances_pane_parent_class)->dispose (object);
}

static void
mg_instances_pane_class_init (MgInstancesPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_instances_pane_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/ui/pages/instances-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, MgInstancesPane, title);
  gtk_widget_class_bind_template_child (widget_class, MgInstancesPane, hint);
  gtk_widget_class_bind_template_child (widget_class, MgInstancesPane, empty);
  gtk_widget_class_bind_template_child (widget_class, MgInstancesPane, columns_button);
  gtk_widget_class_bind_template_child (widget_class, MgInstancesPane, stack);
  gtk_widget_class_bind_template_child (widget_class, MgInstancesPane, row_menu);
  gtk_widget_class_install_action (widget_class, "instances.retention", NULL, retention_action);
  gtk_widget_class_install_action (widget_class, "instances.dominators", NULL, dominators_action);
  gtk_widget_class_install_action (widget_class, "instances.copy-address", NULL, copy_address_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK, "instances.dominators", NULL);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mg_instances_pane_init (MgInstancesPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->type = MG_TYPE_NONE;
  self->rows = mg_instance_list_new ();
  self->table = MG_TABLE_VIEW (mg_table_view_new (self->rows, columns, MG_INSTANCE_LIST_N_COLUMNS, _("Instances")));
  mg_table_view_set_row_menu (self->table, self->row_menu);
  mg_table_view_sort_by (self->table, MG_INSTANCE_LIST_RETAINED, TRUE);
  mg_table_memory_follow (self->table, "instances");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->table), "table");
  gtk_menu_button_set_menu_model (self->columns_button, mg_table_view_columns_menu (self->table));
  gtk_widget_insert_action_group (GTK_WIDGET (self->columns_button), "columns",
                                  mg_table_view_columns_actions (self->table));
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (row_activated_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "changed", G_CALLBACK (update_texts), self, G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Instances"), -1);
}
