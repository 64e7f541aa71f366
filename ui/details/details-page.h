/* A page of details: a table, and below it the tables about the row that is chosen there. What it shows is an
 * MgDetailsKind. Nothing is read before the page is seen for the first time. */
#pragma once

#include "ui/details/details-table.h"

G_BEGIN_DECLS

#define MG_TYPE_DETAILS_PAGE (mg_details_page_get_type ())
G_DECLARE_FINAL_TYPE (MgDetailsPage, mg_details_page, MG, DETAILS_PAGE, GtkWidget)

GtkWidget *mg_details_page_new (MgSession *session, const MgDetailsKind *kind);

MgDetailsTable *mg_details_page_table (MgDetailsPage *self); /* the upper one; borrowed */
/* The I-th below it; NULL: there is none. Borrowed. */
MgDetailsTable *mg_details_page_below (MgDetailsPage *self, guint i);
const MgDetailsKind *mg_details_page_kind (MgDetailsPage *self);
/* Puts the focus on the rows, or, while there are none, on what else the page has. */
void mg_details_page_focus (MgDetailsPage *self);

G_END_DECLS
