/* One table of details: a head (title, search, columns), the rows, a foot. Rows are made in a worker, again when more
 * of the snapshot becomes ready. A row that is activated becomes the session's subject.
 *
 * Signals
 *   chosen   the row chosen, or the rows altogether, are others
 * Actions on the chosen row: details.retention, details.object, details.dominators, details.copy-address; and
 * details.regex. */
#pragma once

#include "ui/details/details.h"
#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_DETAILS_TABLE (mg_details_table_get_type ())
G_DECLARE_FINAL_TYPE (MgDetailsTable, mg_details_table, MG, DETAILS_TABLE, GtkWidget)

/* VIEW: one of KIND's. Nothing is read before mg_details_table_load(). */
GtkWidget *mg_details_table_new (MgSession *session, const MgDetailsKind *kind, const MgDetailsView *view);

/* Makes the rows anew in a worker; the newest wish wins. ABOVE (may be NULL) and CHOSEN: of the table above. */
void mg_details_table_load (MgDetailsTable *self, MgDetailsRows *above, guint32 chosen);
/* Shows no rows but TEXT. */
void mg_details_table_clear (MgDetailsTable *self, const char *text);
/* Puts WIDGET in the head, in place of the title. */
void mg_details_table_set_prefix (MgDetailsTable *self, GtkWidget *widget);

MgDetailsRows *mg_details_table_rows (MgDetailsTable *self); /* borrowed; NULL while there are none */
guint32 mg_details_table_chosen (MgDetailsTable *self);      /* MG_ROW_NONE: none */
MgTableView *mg_details_table_view (MgDetailsTable *self);   /* borrowed */
MgRowList *mg_details_table_list (MgDetailsTable *self);     /* borrowed */
/* "table", "empty", "waiting", "absent": what is seen in place of the rows. */
const char *mg_details_table_state (MgDetailsTable *self);
/* Whether rows are being made or sorted. */
gboolean mg_details_table_is_busy (MgDetailsTable *self);
void mg_details_table_search (MgDetailsTable *self);

G_END_DECLS
