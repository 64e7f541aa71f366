/* A share as a bar and in words. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define MG_TYPE_SHARE_CELL (mg_share_cell_get_type ())
G_DECLARE_FINAL_TYPE (MgShareCell, mg_share_cell, MG, SHARE_CELL, GtkWidget)

GtkWidget *mg_share_cell_new (void);
/* FRACTION: 0 … 1; below: there is nothing to show a share of. FAINT: of less interest. */
void mg_share_cell_set (MgShareCell *self, double fraction, const char *text, gboolean faint);

G_END_DECLS
