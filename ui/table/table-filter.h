/* The search above a table: what is typed becomes the filter of its rows. */
#pragma once

#include <gtk/gtk.h>

#include "ui/models/row-list.h"

G_BEGIN_DECLS

/* Filters ROWS by the text of SEARCH, taken as a regular expression when REGEX is pressed. What is wrong with an
 * expression is said in MESSAGE; meanwhile the rows found last stay on screen. */
void mg_table_filter_update (GtkEditable *search, GtkToggleButton *regex, GtkLabel *message, MgRowList *rows);

G_END_DECLS
