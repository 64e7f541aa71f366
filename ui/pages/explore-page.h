/* Everything that is not one of the three answers: a side bar of pages, the overview first, then the tables of details
 * (ui/details). The session's page names the one that is shown. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_EXPLORE_PAGE (mg_explore_page_get_type ())
G_DECLARE_FINAL_TYPE (MgExplorePage, mg_explore_page, MG, EXPLORE_PAGE, GtkWidget)

GtkWidget *mg_explore_page_new (MgSession *session);

/* Whether there is a page NAME ("threads") behind the side bar. */
gboolean mg_explore_page_has (const char *name);
/* The page shown, or shown last. */
const char *mg_explore_page_current (MgExplorePage *self);
/* That page itself; borrowed. */
GtkWidget *mg_explore_page_child (MgExplorePage *self);

G_END_DECLS
