/* Shared by the files of the types page: types-page.c (life, commands), types-page-data.c (figures, filter, foot). */
#pragma once

#include "ui/pages/instances-pane.h"
#include "ui/pages/types-page.h"
#include "ui/relay.h"

G_BEGIN_DECLS

struct _MgTypesPage
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkEditable *search;
  GtkToggleButton *regex;
  GtkDropDown *grouping, *objects;
  GtkWidget *scope_button;
  GtkLabel *scope_label, *message, *empty, *foot;
  GtkMenuButton *columns_button;
  GtkPaned *paned;
  GtkStack *stack;
  GMenuModel *row_menu;

  MgTableView *table;     /* in STACK */
  MgInstancesPane *below; /* in PANED */

  /* Owned */
  MgSession *session;
  MgRowList *rows;
  MgProgress *work; /* while figures are worked out */
  char *scope_name; /* NULL: all types */

  MgGrouping scope_grouping;
  guint divide_idle; /* source id; 0: none */
  guint used; /* MgNeed bits that the figures on screen have made use of */
};

/* types-page-data.c */
/* The figures on screen; NULL before the first come. Borrowed. */
const MgTypeColumns *mg_types_page_columns (MgTypesPage *self);
/* Works the figures out anew in a thread and shows them; the newest wish wins. */
void mg_types_page_update (MgTypesPage *self);
void mg_types_page_update_filter (MgTypesPage *self);
void mg_types_page_update_foot (MgTypesPage *self);
void mg_types_page_stop (MgTypesPage *self);

G_END_DECLS
