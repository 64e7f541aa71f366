/* The objects of one type: address, size, retained size, generation, distance from the root, what holds each. */
#pragma once

#include "ui/models/type-list.h"
#include "ui/session.h"
#include "ui/table/table-view.h"

G_BEGIN_DECLS

#define MG_TYPE_INSTANCES_PANE (mg_instances_pane_get_type ())
G_DECLARE_FINAL_TYPE (MgInstancesPane, mg_instances_pane, MG, INSTANCES_PANE, GtkWidget)

/* Actions on the chosen object: instances.retention, instances.dominators, instances.copy-address. */
GtkWidget *mg_instances_pane_new (MgSession *session);
/* Shows the objects of TYPE; MG_TYPE_NONE: asks to choose one. */
void mg_instances_pane_show (MgInstancesPane *self, MgTypeId type, MgObjects objects);
MgTableView *mg_instances_pane_table (MgInstancesPane *self); /* borrowed */
MgRowList *mg_instances_pane_rows (MgInstancesPane *self);    /* borrowed */

G_END_DECLS
