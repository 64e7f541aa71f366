#include "ui/details/details-table.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "ui/table/table-filter.h"
#include "ui/table/table-memory.h"
#include "ui/text.h"
#include "ui/ui.h"

/* Work that is done sooner shows no sign of it. */
#define PATIENCE_MSEC 250

struct _MgDetailsTable
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkBox *bar;
  GtkLabel *title, *message, *note, *waiting, *empty, *foot;
  GtkEditable *search;
  GtkToggleButton *regex;
  GtkMenuButton *columns_button;
  GtkStack *stack;
  GtkSpinner *spinner;
  AdwStatusPage *absent;
  GMenuModel *row_menu;

  MgTableView *table; /* in STACK */
  const MgDetailsKind *kind;
  const MgDetailsView *view;

  /* Owned */
  MgSession *session;
  MgRowList *list;
  MgDetailsRows *above; /* of the newest wish; may be NULL */
  MgProgress *work;     /* while rows are made */

  guint32 chosen_above;
  gboolean wanted;  /* rows were asked for */
  gboolean answered; /* a worker has told what there is, be it nothing */
  gboolean fresh;   /* the rows on screen are the first, or about another row above */
  guint used;       /* MgNeed bits that the rows on screen have made use of */
  gboolean choose_first; /* the rows on their way are new: one of them is to be chosen */
  guint patience;   /* source id; 0: none */
  guint empty_idle; /* source id; 0: none */
};

G_DEFINE_FINAL_TYPE (MgDetailsTable, mg_details_table, GTK_TYPE_WIDGET)

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* What a worker needs to make rows. */
typedef struct
{
  MgSnapshot *snapshot; /* owned */
  MgProgress *progress; /* owned */
  MgDetailsRows *above; /* owned; may be NULL */
  const MgDetailsView *view;
  MgSubject subject;
  guint32 chosen;
  guint ready;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  mg_snapshot_unref (work->snapshot);
  mg_progress_unref (work->progress);
  mg_details_rows_unref (work->above);
  g_free (work);
}

MgDetailsRows *
mg_details_table_rows (MgDetailsTable *self)
{
  g_return_val_if_fail (MG_IS_DETAILS_TABLE (self), NULL);
  return mg_row_list_data (self->list);
}

guint32
mg_details_table_chosen (MgDetailsTable *self)
{
  const MgDetailsRows *rows;
  guint32 row;

  g_return_val_if_fail (MG_IS_DETAILS_TABLE (self), MG_ROW_NONE);
  rows = mg_details_table_rows (self);
  row = mg_table_view_chosen (self->table);
  return rows && row < rows->n ? row : MG_ROW_NONE;
}

MgTableView *
mg_details_table_view (MgDetailsTable *self)
{
  g_return_val_if_fail (MG_IS_DETAILS_TABLE (self), NULL);
  return self->table;
}

MgRowList *
mg_details_table_list (MgDetailsTable *self)
{
  g_return_val_if_fail (MG_IS_DETAILS_TABLE (self), NULL);
  return self->list;
}

const char *
mg_details_table_state (MgDetailsTable *self)
{
  g_return_val_if_fail (MG_IS_DETAILS_TABLE (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}

gboolean
mg_details_table_is_busy (MgDetailsTable *self)
{
  g_return_val_if_fail (MG_IS_DETAILS_TABLE (self), FALSE);
  return self->work != NULL || mg_row_list_busy (self->list);
}

static MgSubject
chosen_subject (MgDetailsTable *self)
{
  guint32 row = mg_details_table_chosen (self);

  if (row == MG_ROW_NONE || self->view->subject == NULL)
    return (MgSubject){ MG_SUBJECT_NONE, 0 };
  return self->view->subject (mg_details_table_rows (self), row);
}

/* What is seen */

static void
show_state (MgDetailsTable *self, const char *state)
{
  gboolean rows = g_str_equal (state, "table");

  g_clear_handle_id (&self->patience, g_source_remove);
  gtk_stack_set_visible_child_name (self->stack, state);
  gtk_spinner_set_spinning (self->spinner, g_str_equal (state, "waiting"));
  gtk_widget_set_visible (GTK_WIDGET (self->bar), !g_str_equal (state, "absent"));
  gtk_widget_set_visible (GTK_WIDGET (self->foot), rows);
  if (!rows && !g_str_equal (state, "empty"))
    gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
}

static gboolean
patience_cb (gpointer user_data)
{
  MgDetailsTable *self = user_data;

  self->patience = 0;
  gtk_label_set_label (self->waiting, _("Looking through the dump…"));
  show_state (self, "waiting");
  return G_SOURCE_REMOVE;
}

static void
show_absent (MgDetailsTable *self, const char *title, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text ? text : "", -1);

  mg_row_list_set_data (self->list, NULL, 0);
  adw_status_page_set_icon_name (self->absent, self->kind->icon);
  adw_status_page_set_title (self->absent, title);
  adw_status_page_set_description (self->absent, markup);
  show_state (self, "absent");
}

/* Rows that are replaced are gone for a moment: the table stays, and with it the focus. */
static gboolean
empty_idle_cb (gpointer user_data)
{
  MgDetailsTable *self = user_data;

  self->empty_idle = 0;
  if (mg_details_table_rows (self) && mg_row_list_n_shown (self->list) == 0
      && !mg_row_list_busy (self->list))
    show_state (self, "empty");
  return G_SOURCE_REMOVE;
}

static void
update_foot (MgDetailsTable *self)
{
  const MgDetailsRows *rows = mg_details_table_rows (self);
  guint n = mg_row_list_n_shown (self->list);
  g_autofree char *shown = mg_format_count (n), *all = NULL, *count = NULL, *text = NULL;

  if (rows == NULL)
    return;
  if (n < rows->n)
    {
      all = mg_format_count (rows->n);
      /* Translators: rows that a filter lets through, of all rows: "12 of 1,234 rows" */
      count = g_strdup_printf (ngettext ("%s of %s row", "%s of %s rows", rows->n), shown, all);
    }
  else
    count = g_strdup_printf (ngettext ("%s row", "%s rows", n), shown);
  text = rows->foot ? g_strconcat (count, " · ", rows->foot, NULL) : g_strdup (count);
  gtk_label_set_label (self->foot, text);
  gtk_label_set_label (self->empty, rows->n > 0   ? _("Nothing matches.")
                                    : rows->empty ? rows->empty
                                                  : _(self->view->empty));
  gtk_label_set_label (self->note, rows->note ? rows->note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), rows->note != NULL);
  if (n > 0)
    show_state (self, "table");
  else if (self->empty_idle == 0)
    self->empty_idle = g_idle_add (empty_idle_cb, self);
}

/* The first row is chosen by itself, so that what lies below says something at once. */
static void
items_changed_cb (MgDetailsTable *self)
{
  guint32 first = mg_row_list_row_at (self->list, 0);

  update_foot (self);
  if (!self->choose_first || first == MG_ROW_NONE)
    return;
  self->choose_first = FALSE;
  mg_table_view_choose (self->table, first);
}

/* Loading */

static void
work_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  GError *error = NULL;
  MgDetailsRows *rows = mg_details_rows_new (work->view, work->snapshot, work->subject, work->above, work->chosen,
                                             work->progress, &error);

  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, rows, (GDestroyNotify) mg_details_rows_unref);
}

static void
show_rows (MgDetailsTable *self, MgDetailsRows *rows)
{
  const MgDetailsRows *old = mg_details_table_rows (self);

  if (old == NULL || old->n != rows->n || self->fresh)
    {
      mg_table_view_choose (self->table, MG_ROW_NONE);
      self->choose_first = TRUE;
    }
  self->fresh = FALSE;
  mg_row_list_set_data (self->list, rows, rows->n);
  update_foot (self);
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
work_done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgDetailsTable *self = MG_DETAILS_TABLE (source);
  Work *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (MgDetailsRows) rows = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->work != work->progress || g_error_matches (error, MG_ERROR, MG_ERROR_CANCELLED))
    return;
  g_clear_pointer (&self->work, mg_progress_unref);
  self->used = work->ready;
  self->answered = TRUE;
  if (rows)
    show_rows (self, rows);
  else if (error)
    show_absent (self, _("This Could Not Be Read"), error->message);
  else
    show_absent (self, _(self->kind->absent), mg_details_absent_reason (work->snapshot, self->kind->capability));
}

static void
stop (MgDetailsTable *self)
{
  g_clear_handle_id (&self->patience, g_source_remove);
  g_clear_handle_id (&self->empty_idle, g_source_remove);
  mg_progress_cancel (self->work);
  g_clear_pointer (&self->work, mg_progress_unref);
}

/* Whether all is there that the rows are made of. */
static gboolean
can_start (MgDetailsTable *self)
{
  guint needs = mg_details_view_needs (self->view, mg_session_snapshot (self->session));

  return (mg_session_ready (self->session) & needs) == needs;
}

/* In place of rows: they are still to come, or never will. */
static void
show_waiting (MgDetailsTable *self)
{
  const char *failure = mg_session_failure (self->session);

  if (failure)
    {
      show_absent (self, _(self->kind->absent), failure);
      return;
    }
  gtk_label_set_label (self->waiting, _("The objects are still being read."));
  show_state (self, "waiting");
}

static void
start (MgDetailsTable *self)
{
  g_autoptr (GTask) task = NULL;
  Work *work;

  stop (self);
  if (!can_start (self))
    {
      show_waiting (self);
      return;
    }
  self->work = mg_progress_new (NULL, NULL, NULL);
  self->patience = g_timeout_add (PATIENCE_MSEC, patience_cb, self);
  work = g_new0 (Work, 1);
  work->snapshot = mg_snapshot_ref (mg_session_snapshot (self->session));
  work->progress = mg_progress_ref (self->work);
  work->above = self->above ? mg_details_rows_ref (self->above) : NULL;
  work->view = self->view;
  work->subject = mg_session_subject (self->session);
  work->chosen = self->chosen_above;
  work->ready = mg_session_ready (self->session);
  task = g_task_new (self, NULL, work_done_cb, NULL);
  g_task_set_name (task, "rows of details");
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, work_thread);
}

void
mg_details_table_load (MgDetailsTable *self, MgDetailsRows *above, guint32 chosen)
{
  MgDetailsRows *old;

  g_return_if_fail (MG_IS_DETAILS_TABLE (self));
  old = self->above;
  self->fresh |= chosen != self->chosen_above || (old == NULL) != (above == NULL) || self->kind->about_subject;
  self->above = above ? mg_details_rows_ref (above) : NULL;
  mg_details_rows_unref (old);
  self->chosen_above = chosen;
  self->wanted = TRUE;
  self->answered = FALSE;
  start (self);
}

void
mg_details_table_clear (MgDetailsTable *self, const char *text)
{
  g_return_if_fail (MG_IS_DETAILS_TABLE (self));
  stop (self);
  self->wanted = FALSE;
  g_clear_pointer (&self->above, mg_details_rows_unref);
  mg_row_list_set_data (self->list, NULL, 0);
  gtk_label_set_label (self->empty, text);
  show_state (self, "empty");
}

/* Rows that wait for a part of the snapshot are made when it is there; sizes that are known only now are shown. */
static void
ready_cb (MgDetailsTable *self)
{
  guint ready = mg_session_ready (self->session);
  const guint sizes = MG_NEED_DOMINATORS;
  MgDetailsRows *rows = mg_details_table_rows (self);

  if (!self->wanted)
    return;
  if (!self->answered && self->work == NULL && can_start (self))
    start (self);
  else if (rows && (self->used & sizes) != sizes && (ready & sizes) == sizes)
    start (self);
}

static void
failed_cb (MgDetailsTable *self)
{
  if (self->wanted && mg_details_table_rows (self) == NULL && self->work == NULL)
    show_waiting (self);
}

/* Commands */

static void
visit (MgDetailsTable *self, const char *page)
{
  MgSubject subject = chosen_subject (self);

  if (subject.kind != MG_SUBJECT_NONE)
    mg_session_visit (self->session, subject, page);
}

static void
row_activated_cb (MgDetailsTable *self, guint row)
{
  mg_table_view_choose (self->table, row);
  visit (self, self->kind->about_subject ? self->kind->name : "retention");
}

static void
visit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  visit (MG_DETAILS_TABLE (widget), strchr (name, '.') + 1);
}

static void
copy_address_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgDetailsTable *self = MG_DETAILS_TABLE (widget);
  MgSubject subject = chosen_subject (self);
  g_autofree char *text = NULL;

  if (subject.kind != MG_SUBJECT_OBJECT)
    return;
  text = mg_text_address (mg_graph_address (mg_snapshot_graph (mg_session_snapshot (self->session)), subject.id));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
regex_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MgDetailsTable *self = MG_DETAILS_TABLE (widget);

  gtk_toggle_button_set_active (self->regex, !gtk_toggle_button_get_active (self->regex));
}

static void
chosen_cb (MgDetailsTable *self)
{
  MgSubject subject = chosen_subject (self);
  gboolean object = subject.kind == MG_SUBJECT_OBJECT, any = subject.kind != MG_SUBJECT_NONE;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "details.retention", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "details.object", object);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "details.dominators", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "details.copy-address", object);
  g_signal_emit (self, signals[CHOSEN], 0);
}

/* Search */

static void
filter_cb (MgDetailsTable *self)
{
  mg_table_filter_update (self->search, self->regex, self->message, self->list);
}

static void
stop_search_cb (MgDetailsTable *self)
{
  gtk_editable_set_text (self->search, "");
  mg_table_view_focus (self->table);
}

/* Enter in the search goes to the first row found; what was typed last may be waiting still. */
static void
search_activate_cb (MgDetailsTable *self)
{
  filter_cb (self);
  mg_table_view_enter_first (self->table);
}

void
mg_details_table_search (MgDetailsTable *self)
{
  g_return_if_fail (MG_IS_DETAILS_TABLE (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  gtk_editable_select_region (self->search, 0, -1);
}

void
mg_details_table_set_prefix (MgDetailsTable *self, GtkWidget *widget)
{
  g_return_if_fail (MG_IS_DETAILS_TABLE (self));
  gtk_widget_set_visible (GTK_WIDGET (self->title), FALSE);
  gtk_box_prepend (self->bar, widget);
}

/* Life */

/* What its columns and sorting are remembered under: "threads", of tables below it "threads-1", … */
static char *
memory_name (MgDetailsTable *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->kind->below) && self->kind->below[i]; i++)
    if (self->kind->below[i] == self->view)
      return g_strdup_printf ("%s-%u", self->kind->name, i + 1);
  return g_strdup (self->kind->name);
}

static void
fill (MgDetailsTable *self)
{
  const MgDetailsView *view = self->view;
  g_autofree char *name = memory_name (self);

  self->table = MG_TABLE_VIEW (mg_table_view_new (self->list, view->columns, view->n_columns, _(view->title)));
  mg_table_view_set_style (self->table, mg_details_style);
  mg_table_view_set_row_menu (self->table, self->row_menu);
  mg_table_view_sort_by (self->table, self->view->sort, self->view->descending);
  mg_table_memory_follow (self->table, name);
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->table), "table");
  gtk_menu_button_set_menu_model (self->columns_button, mg_table_view_columns_menu (self->table));
  gtk_widget_insert_action_group (GTK_WIDGET (self->columns_button), "columns",
                                  mg_table_view_columns_actions (self->table));
  gtk_label_set_label (self->title, _(self->view->title));
  g_object_set (self->search, "placeholder-text", _(self->view->search), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _(self->view->search),
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _(self->view->title), -1);
}

GtkWidget *
mg_details_table_new (MgSession *session, const MgDetailsKind *kind, const MgDetailsView *view)
{
  MgDetailsTable *self = g_object_new (MG_TYPE_DETAILS_TABLE, NULL);
  const GConnectFlags swapped = G_CONNECT_SWAPPED;

  self->session = g_object_ref (session);
  self->kind = kind;
  self->view = view;
  fill (self);
  g_signal_connect_object (session, "notify::ready", G_CALLBACK (ready_cb), self, swapped);
  g_signal_connect_object (session, "prepare-failed", G_CALLBACK (failed_cb), self, swapped);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (filter_cb), self, swapped);
  g_signal_connect_object (self->search, "stop-search", G_CALLBACK (stop_search_cb), self, swapped);
  g_signal_connect_object (self->search, "activate", G_CALLBACK (search_activate_cb), self, swapped);
  g_signal_connect_object (self->regex, "toggled", G_CALLBACK (filter_cb), self, swapped);
  g_signal_connect_object (self->list, "changed", G_CALLBACK (items_changed_cb), self, swapped);
  g_signal_connect_object (self->list, "notify::busy", G_CALLBACK (update_foot), self, swapped);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (row_activated_cb), self, swapped);
  g_signal_connect_object (self->table, "chosen", G_CALLBACK (chosen_cb), self, swapped);
  chosen_cb (self);
  show_state (self, "empty");
  return GTK_WIDGET (self);
}

static void
mg_details_table_dispose (GObject *object)
{
  MgDetailsTable *self = MG_DETAILS_TABLE (object);

  stop (self);
  mg_ui_dispose_template (GTK_WIDGET (self), MG_TYPE_DETAILS_TABLE);
  g_clear_pointer (&self->above, mg_details_rows_unref);
  g_clear_object (&self->list);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mg_details_table_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_child (class, MgDetailsTable, bar);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, title);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, message);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, note);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, waiting);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, empty);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, foot);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, search);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, regex);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, columns_button);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, stack);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, spinner);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, absent);
  gtk_widget_class_bind_template_child (class, MgDetailsTable, row_menu);
}

static void
mg_details_table_class_init (MgDetailsTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_details_table_dispose;
  signals[CHOSEN]
      = g_signal_new ("chosen", MG_TYPE_DETAILS_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/ui/details/details-table.ui");
  bind_children (widget_class);
  gtk_widget_class_install_action (widget_class, "details.retention", NULL, visit_action);
  gtk_widget_class_install_action (widget_class, "details.object", NULL, visit_action);
  gtk_widget_class_install_action (widget_class, "details.dominators", NULL, visit_action);
  gtk_widget_class_install_action (widget_class, "details.copy-address", NULL, copy_address_action);
  gtk_widget_class_install_action (widget_class, "details.regex", NULL, regex_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK, "details.dominators", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_j, GDK_CONTROL_MASK, "details.object", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_ALT_MASK, "details.regex", NULL);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mg_details_table_init (MgDetailsTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->chosen_above = MG_ROW_NONE;
  self->list = mg_details_list_new ();
}
