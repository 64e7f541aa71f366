/* A paned whose children lie side by side where there is room for both, else one above the other. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Turns PANED upright as long as it is narrower than NARROW pixels (more, where text is larger than usual). ABOVE is
 * the part of the height that the first child then has, BESIDE its part of the width otherwise; 0: as much as the
 * second child leaves it. Once for each paned. */
void mg_turning_paned_set_up (GtkPaned *paned, int narrow, double above, double beside);

G_END_DECLS
