/* The side panel of the retention page: everything about the selected node or edge, or, when nothing is selected, about
 * the answer as a whole. Its links and buttons activate actions of the group "retention" (see
 * ui/pages/retention-page.h):
 *
 *   retention.visit-object (u)   ask about an object          retention.select-node (u)   select in the picture
 *   retention.visit-type (u)     ask about a type             retention.select-edge (u)
 *   retention.open-stub (t)      open what was left out       retention.copy (s)          copy a text
 *   retention.show-object (u)    its page among the details */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/picture.h"
#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_NODE_PANEL (mg_node_panel_get_type ())
G_DECLARE_FINAL_TYPE (MgNodePanel, mg_node_panel, MG, NODE_PANEL, GtkWidget)

GtkWidget *mg_node_panel_new (void);

/* Borrows SESSION, which must outlive the panel or be taken back with NULL. */
void mg_node_panel_set_session (MgNodePanel *self, MgSession *session);

/* Shows node NODE or edge EDGE of PICTURE (G_MAXUINT: not that); neither: the picture as a whole. PICTURE may be NULL.
 */
void mg_node_panel_show (MgNodePanel *self, MgPicture *picture, guint node, guint edge);

/* What must let go, for the picture as a whole: TEXT, or NULL while it is computed. */
void mg_node_panel_set_cut_text (MgNodePanel *self, const char *text);

G_END_DECLS
