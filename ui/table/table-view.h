/* A table over an MgRowList: sort by header or key, hide and resize columns, menu of a row, copy.
 *
 * Properties
 *   columns   GVariant "a(sbi)": the columns in order: id, visible, width (-1: as at first). Notifies when the user
 *             changes them.
 *   sorting   boolean: meaningless but for its notification: the rows are sorted by something else
 * Signals
 *   row-activated (guint row)   Enter or double click
 *   chosen                      the selected row is another
 * Copying many rows is left to an action "win.copy-rows" ("csv" or "text") where there is one.
 * Actions, all with keys: table.copy, table.copy-csv, table.menu, table.columns, table.sort (column number). */
#pragma once

#include <gtk/gtk.h>

#include "ui/models/row-list.h"
#include "ui/table/table-text.h"

G_BEGIN_DECLS

typedef enum
{
  MG_CELL_TEXT,
  MG_CELL_NUMBER, /* aligned at the end; the first click sorts the biggest to the top */
  MG_CELL_CODE,   /* addresses */
  MG_CELL_SHARE   /* a bar and a number */
} MgCellKind;

typedef struct
{
  const char *id;    /* "count": for settings and actions */
  const char *title; /* marked with N_ */
  const char *hint;  /* marked with N_: what exactly it is */
  MgCellKind kind;
  int width;       /* pixels; -1: takes what is left */
  gboolean hidden; /* at first */
} MgTableColumn;

typedef enum
{
  MG_ROW_PLAIN,
  MG_ROW_STRONG, /* the user's own code */
  MG_ROW_FAINT   /* the framework's */
} MgRowEmphasis;

/* How a row looks, and its share (0 … 1) for the bar. */
typedef MgRowEmphasis (*MgTableStyleFunc) (gconstpointer data, guint32 row, double *share);

#define MG_TYPE_TABLE_VIEW (mg_table_view_get_type ())
G_DECLARE_FINAL_TYPE (MgTableView, mg_table_view, MG, TABLE_VIEW, GtkWidget)

/* COLUMNS: N of them, static, in the order of the model's column numbers. LABEL: what the table lists, for people who
 * do not see it. */
GtkWidget *mg_table_view_new (MgRowList *rows, const MgTableColumn *columns, guint n, const char *label);
void mg_table_view_set_style (MgTableView *self, MgTableStyleFunc style);
/* Shown at a row; its actions are found from the table upwards. */
void mg_table_view_set_row_menu (MgTableView *self, GMenuModel *menu);
void mg_table_view_sort_by (MgTableView *self, guint column, gboolean descending);
void mg_table_view_get_sort (MgTableView *self, guint *column, gboolean *descending);

/* The row chosen last, also while a filter hides it; MG_ROW_NONE: none. */
guint32 mg_table_view_chosen (MgTableView *self);
void mg_table_view_choose (MgTableView *self, guint32 row);
/* Gives the focus to the chosen row, else to the one that had it last or the first. Rows that are still to come get it
 * when they are there, unless it went elsewhere meanwhile: then FALSE. */
gboolean mg_table_view_focus (MgTableView *self);
/* Chooses the first row shown and gives it the focus, when filtering and sorting have ended. */
void mg_table_view_enter_first (MgTableView *self);
guint mg_table_view_n_selected (MgTableView *self);

/* Rows as text or CSV, with a header: the selected ones, or all that are shown; NULL: there are
 * none. */
MgTableText *mg_table_view_take_text (MgTableView *self, gboolean csv, gboolean all) G_GNUC_WARN_UNUSED_RESULT;
/* The same, written at once. */
char *mg_table_view_copy_text (MgTableView *self, gboolean csv, gboolean all) G_GNUC_WARN_UNUSED_RESULT;

/* Whether all rows have their places, and the chosen one is selected: for tests. */
gboolean mg_table_view_is_settled (MgTableView *self);
/* Columns and sorting together, "(a(sbi)sb)": see table-memory.h. */
GVariant *mg_table_view_layout (MgTableView *self) G_GNUC_WARN_UNUSED_RESULT;
void mg_table_view_set_layout (MgTableView *self, GVariant *layout);
GtkColumnView *mg_table_view_column_view (MgTableView *self); /* for tests */
GMenuModel *mg_table_view_columns_menu (MgTableView *self);   /* borrowed; actions "columns.…" */
GActionGroup *mg_table_view_columns_actions (MgTableView *self); /* borrowed */
/* Columns as at first. */
void mg_table_view_reset_columns (MgTableView *self);

G_END_DECLS
