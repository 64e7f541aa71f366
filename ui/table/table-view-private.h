/* Shared by the files of the table view: table-view.c (life, selection, sorting), table-cells.c, table-columns.c (hide,
 * order, remember), table-focus.c (keyboard's focus), table-menu.c (menu of a row, copying). */
#pragma once

#include "ui/table/lazy-cells.h"
#include "ui/table/places.h"
#include "ui/table/table-view.h"

G_BEGIN_DECLS

struct _MgTableView
{
  GtkWidget parent_instance;

  GtkWidget *scroller;      /* child */
  GtkColumnView *view;      /* in SCROLLER */
  GtkWidget *row_popover;   /* child; menu of a row; NULL until wanted */
  GtkWidget *columns_popover; /* child; NULL until wanted */

  /* Owned */
  MgRowList *rows;
  MgPlaces *places; /* what the view sees of ROWS */
  GtkMultiSelection *selection;
  MgLazyCells *cells;
  GPtrArray *columns; /* GtkColumnViewColumn by model column, whatever their order on screen */
  GSimpleActionGroup *column_actions;
  GMenu *columns_menu;
  GMenuModel *row_menu;

  const MgTableColumn *specs; /* static; N_COLUMNS of them */
  guint n_columns;
  int *widths; /* owned; of each column when it is shown; -1: takes what is left */
  double text_scale; /* widths at first are so many times what SPECS say */
  MgTableStyleFunc style;

  guint32 chosen;      /* row number; MG_ROW_NONE */
  guint sort_column;   /* as the list is sorted now */
  gboolean descending;
  gboolean resorting;  /* the program takes the sorting away to set it anew */
  gboolean changing;   /* columns are being set by the program */
  gboolean refocus;    /* the focus was on a row that is being replaced */
  gboolean awaits_focus;   /* it was to come here before there were rows */
  gpointer focus_before;   /* what had it then: compared, never looked into */
  gboolean enters;         /* the first row is to be chosen when the rows have come */
  guint enter_frames;      /* left to wait for the widget of the row that is to get the focus; 0: none is */
};

/* table-cells.c */
MgLazyCells *mg_table_cells_new (MgTableView *self);

/* table-columns.c */
void mg_table_columns_make (MgTableView *self);
GVariant *mg_table_columns_state (MgTableView *self);
void mg_table_columns_restore (MgTableView *self, GVariant *state);
void mg_table_columns_update_titles (MgTableView *self);
void mg_table_columns_changed (MgTableView *self); /* notifies "columns" */

/* table-focus.c */
void mg_table_focus_init (MgTableView *self);
gboolean mg_table_focus_inside (MgTableView *self);
/* A list item of the row that has the focus; NULL: none has. Borrowed. */
GtkListItem *mg_table_focus_item (MgTableView *self);
/* The rows have come: one of them gets the focus where it was wanted. */
void mg_table_focus_settle (MgTableView *self);

/* table-menu.c */
void mg_table_menu_class_install (GtkWidgetClass *widget_class);
void mg_table_menu_init (MgTableView *self);

G_END_DECLS
