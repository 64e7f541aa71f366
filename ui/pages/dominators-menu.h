/* The menu of a row of the dominator tree. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Offers it on PAGE for the row of VIEW that is selected, or under the pointer: by the secondary button, Menu and
 * Shift+F10. Its commands are the actions "dominators.…" of PAGE. The result is a child of PAGE, to be unparented with
 * it. */
GtkWidget *mg_dominators_menu_new (GtkWidget *page, GtkColumnView *view);

G_END_DECLS
