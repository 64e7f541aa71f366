/* Rows as GTK sees them: places that stay where they are while what is shown in them changes.
 *
 * GTK makes widgets for about 200 rows whatever fits on the screen, and replaces them all, in one turn of the main
 * loop, when a model says that its items are others. So nothing is ever said to be another: the list of places only
 * grows and shrinks at its end, by no more widgets at a time than fit into a frame, and is empty until the view is seen
 * first. Whoever shows the rows writes them anew (lazy-cells.h).
 *
 * GTK 4.8 remembers the row that had the focus last. When that goes, it remembers the last of those that stay, which
 * goes with the next step, and reads the widget of one that is gone. So another row, one that stays, is remembered
 * before.
 *
 * Signals
 *   settled   there are as many places as were asked for */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define MG_TYPE_PLACES (mg_places_get_type ())
G_DECLARE_FINAL_TYPE (MgPlaces, mg_places, MG, PLACES, GObject)

/* For VIEW (not owned), whose cells are lazy. */
MgPlaces *mg_places_new (GtkColumnView *view) G_GNUC_WARN_UNUSED_RESULT;
/* Asks for N of them: the first step is taken at once, so that no frame shows less than it can, the others between
 * frames. */
void mg_places_set_n (MgPlaces *self, guint n);
gboolean mg_places_is_settled (MgPlaces *self);

G_END_DECLS
