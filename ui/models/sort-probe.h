/* Which column of a column view is to be sorted by, and which way. GTK 4.8 has no call for that; comparing two dummies
 * through the view's sorter calls the column sorters in order of priority, and the first one called tells its number.
 * */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A sorter for a column that sorts nothing but answers to mg_sort_probe(). */
GtkSorter *mg_sort_probe_sorter_new (guint column) G_GNUC_WARN_UNUSED_RESULT;

/* FALSE: the view is unsorted. */
gboolean mg_sort_probe (GtkColumnView *view, guint *column, gboolean *descending);

G_END_DECLS
