/* The values of one object for the side panel: its first fields or elements, of a string the text. Read in a worker, so
 * the box is empty at first; it stays empty for files without values. Its links activate "retention.visit-object" (u)
 * and "retention.show-object" (u). */
#pragma once

#include <gtk/gtk.h>

#include "analysis/snapshot.h"

G_BEGIN_DECLS

#define MG_TYPE_PANEL_FIELDS (mg_panel_fields_get_type ())
G_DECLARE_FINAL_TYPE (MgPanelFields, mg_panel_fields, MG, PANEL_FIELDS, GtkWidget)

GtkWidget *mg_panel_fields_new (MgSnapshot *snapshot, MgNode object);

G_END_DECLS
