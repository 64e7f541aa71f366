#include <glib/gi18n-lib.h>

#include "ui/pages/types-page-private.h"
#include "ui/table/table-filter.h"
#include "ui/text.h"

/* What a worker needs to make columns. */
typedef struct
{
  MgSnapshot *snapshot; /* owned */
  MgProgress *progress; /* owned */
  MgGrouping grouping;
  MgObjects objects;
  MgTypeScope scope; /* owns its name */
  guint ready;       /* MgNeed bits at the time of asking */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  mg_snapshot_unref (work->snapshot);
  mg_progress_unref (work->progress);
  g_free ((char *) work->scope.name);
  g_free (work);
}

const MgTypeColumns *
mg_types_page_columns (MgTypesPage *self)
{
  return mg_row_list_data (self->rows);
}

void
mg_types_page_update_foot (MgTypesPage *self)
{
  const MgTypeColumns *columns = mg_types_page_columns (self);
  guint n = mg_row_list_n_shown (self->rows);
  g_autofree char *shown = mg_format_count (n), *all = NULL, *objects = NULL, *bytes = NULL, *rows = NULL;
  g_autofree char *text = NULL;
  guint64 count;

  if (columns == NULL)
    return;
  all = mg_format_count (columns->n);
  count = mg_row_list_sum (self->rows, MG_TYPE_LIST_SUM_COUNT);
  objects = mg_format_count (count);
  bytes = mg_format_bytes (mg_row_list_sum (self->rows, MG_TYPE_LIST_SUM_SIZE));
  if (n < columns->n)
    /* Translators: rows that a filter lets through, of all rows: "12 of 1,234" */
    rows = g_strdup_printf (_("%s of %s"), shown, all);
  else
    rows = g_steal_pointer (&shown);
  if (columns->grouping == MG_GROUP_NAMESPACE)
    /* Translators: foot of a table: number of namespaces ("12" or "12 of 345"), of objects, their bytes */
    text = g_strdup_printf (_("Namespaces: %s · objects: %s · %s"), rows, objects, bytes);
  else if (columns->grouping == MG_GROUP_MODULE)
    /* Translators: foot of a table: number of modules ("12" or "12 of 345"), of objects, their bytes */
    text = g_strdup_printf (_("Modules: %s · objects: %s · %s"), rows, objects, bytes);
  else
    /* Translators: foot of a table: number of types ("12" or "12 of 345"), of objects, their bytes */
    text = g_strdup_printf (_("Types: %s · objects: %s · %s"), rows, objects, bytes);
  gtk_label_set_label (self->foot, text);
  gtk_label_set_label (self->empty,
                       columns->n == 0 ? _("There are no such objects in this snapshot.") : _("Nothing matches."));
  gtk_stack_set_visible_child_name (self->stack, n > 0 || mg_row_list_busy (self->rows) ? "table" : "empty");
}

void
mg_types_page_update_filter (MgTypesPage *self)
{
  mg_table_filter_update (self->search, self->regex, self->message, self->rows);
}

static void
work_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  MgTypeColumns *columns = mg_type_columns_new (work->snapshot, work->grouping, work->objects,
                                                work->scope.name ? &work->scope : NULL, work->progress);

  g_task_return_pointer (task, columns, columns ? (GDestroyNotify) mg_type_columns_unref : NULL);
}

/* Rows of another kind: the number of the chosen row means something else now. The type itself stays chosen. */
static void
show_columns (MgTypesPage *self, MgTypeColumns *columns)
{
  const MgTypeColumns *old = mg_types_page_columns (self);
  guint32 chosen = mg_table_view_chosen (self->table);
  MgTypeId type = MG_TYPE_NONE;

  if (old && chosen < old->n && old->grouping == MG_GROUP_TYPE)
    type = old->type[chosen];
  /* Before the new rows come, so that no wrong row is found under the old number. */
  if (old && (old->n != columns->n || old->grouping != columns->grouping))
    mg_table_view_choose (self->table, MG_ROW_NONE);
  mg_row_list_set_data (self->rows, columns, columns->n);
  if (type != MG_TYPE_NONE && mg_type_columns_find (columns, type) != MG_ROW_NONE)
    mg_table_view_choose (self->table, mg_type_columns_find (columns, type));
  mg_types_page_update_foot (self);
}

static void
work_done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgTypesPage *self = MG_TYPES_PAGE (source);
  Work *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (MgTypeColumns) columns = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->work != work->progress || columns == NULL)
    return;
  g_clear_pointer (&self->work, mg_progress_unref);
  self->used = work->ready;
  show_columns (self, columns);
}

void
mg_types_page_stop (MgTypesPage *self)
{
  mg_progress_cancel (self->work);
  g_clear_pointer (&self->work, mg_progress_unref);
}

void
mg_types_page_update (MgTypesPage *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, work_done_cb, NULL);
  Work *work = g_new0 (Work, 1);

  mg_types_page_stop (self);
  self->work = mg_progress_new (NULL, NULL, NULL);
  work->snapshot = mg_snapshot_ref (mg_session_snapshot (self->session));
  work->progress = mg_progress_ref (self->work);
  work->grouping = (MgGrouping) gtk_drop_down_get_selected (self->grouping);
  work->objects = (MgObjects) gtk_drop_down_get_selected (self->objects);
  work->scope = (MgTypeScope){ self->scope_grouping, g_strdup (self->scope_name) };
  work->ready = mg_session_ready (self->session);
  g_task_set_name (task, "figures of types");
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, work_thread);
}
