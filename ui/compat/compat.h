/* What GTK 4.8 has no call for. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How much larger WIDGET's text is than the size for which widths in pixels were chosen, at least 1: whoever scales
 * text on the desktop wants to read numbers to their end. */
double mg_compat_text_scale (GtkWidget *widget);

/* The first widget of TYPE inside of WIDGET, in depth; NULL: there is none. Borrowed. */
GtkWidget *mg_compat_find_descendant (GtkWidget *widget, GType type);

/* Scrolls VIEW so that the row at POSITION is seen. (gtk_column_view_scroll_to() came with 4.12.) */
void mg_compat_column_view_scroll_to (GtkColumnView *view, guint position);

/* Calls the button inside of DROP_DOWN by NAME too: it has the focus, and no name of its own. */
void mg_compat_drop_down_set_name (GtkDropDown *drop_down, const char *name);

/* Shows POPOVER, and when it closes gives the focus back to what has it now. (GTK 4.8 gives it to whatever comes next
 * by Tab.) */
void mg_compat_popover_popup (GtkPopover *popover);

/* Puts the titles of the first N columns at the end of their headers where AT_END says so, and explains them. */
void mg_compat_column_view_set_titles (GtkColumnView *view,
                                       const gboolean *at_end,
                                       const char *const *tooltips,
                                       guint n);

G_END_DECLS
