/* "What is there?": the types (or namespaces, or modules) with their figures; below, the objects of the chosen one. */
#pragma once

#include "ui/models/type-list.h"
#include "ui/session.h"
#include "ui/table/table-view.h"

G_BEGIN_DECLS

#define MG_TYPE_TYPES_PAGE (mg_types_page_get_type ())
G_DECLARE_FINAL_TYPE (MgTypesPage, mg_types_page, MG, TYPES_PAGE, GtkWidget)

/* Property, for whoever remembers it: "types-group" ("type", "namespace", "module").
 * Actions on the chosen row, all with keys: types.retention, types.instances, types.dominators, types.copy-name,
 * types.leave-scope. */
GtkWidget *mg_types_page_new (MgSession *session);

MgTableView *mg_types_page_table (MgTypesPage *self);     /* for tests; borrowed */
MgTableView *mg_types_page_instances (MgTypesPage *self); /* for tests; borrowed */
MgRowList *mg_types_page_rows (MgTypesPage *self);        /* for tests; borrowed */
/* Whether the figures wished for are on screen. */
gboolean mg_types_page_is_settled (MgTypesPage *self);

G_END_DECLS
