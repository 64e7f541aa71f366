/* "What keeps the memory?": the dominator tree by retained size, and a treemap beside it; the two follow each other. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_DOMINATORS_PAGE (mg_dominators_page_get_type ())
G_DECLARE_FINAL_TYPE (MgDominatorsPage, mg_dominators_page, MG, DOMINATORS_PAGE, GtkWidget)

/* Takes a reference on SESSION. Fills itself when the session's dominators are ready. */
GtkWidget *mg_dominators_page_new (MgSession *session);
/* Opens the tree down to NODE, selects it there and in the treemap. */
void mg_dominators_page_reveal (MgDominatorsPage *self, MgNode node);

G_END_DECLS
