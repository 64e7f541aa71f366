/* What was opened, and what it could tell: facts, notes, what is there and what is missing and why, and the checks that
 * the reader made of its own reading. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_OVERVIEW_PAGE (mg_overview_page_get_type ())
G_DECLARE_FINAL_TYPE (MgOverviewPage, mg_overview_page, MG, OVERVIEW_PAGE, GtkWidget)

GtkWidget *mg_overview_page_new (MgSession *session);

G_END_DECLS
