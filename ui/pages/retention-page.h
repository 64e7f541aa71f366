/* "Why is it alive?": the retention picture of the session's subject, as a graph or an outline, with a side panel.
 *
 * Every command is an action of the group "retention", which the page puts on itself:
 *
 *   scope (s: "all", "one")     all objects of the type, or one of them
 *   paths (i)                   of one object: how many different paths
 *   kind-… (boolean)            whether roots of that kind count (machine names of root kinds); all-kinds: all of them
 *   raw, outline, panel, legend (boolean)
 *   alternative (i)             0: the picture; 1, 2: what would still hold the subject without the heaviest holders
 *   make-subject                ask about the selected node; of a stub or trunk: open it
 *   open-stub (t)               open the stub or trunk with that id
 *   visit-object (u), visit-type (u), show-object (u), select-node (u), select-edge (u)
 *   copy (s), copy-name, copy-address, copy-text, copy-image
 *   fit, zoom-in, zoom-out, zoom-100
 *   back, choose (go to the types), stop, retry, menu
 *
 * Saving and copying of the picture itself are the window's (win.export, win.copy-picture), through MgPage. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/placement.h"
#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_RETENTION_PAGE (mg_retention_page_get_type ())
G_DECLARE_FINAL_TYPE (MgRetentionPage, mg_retention_page, MG, RETENTION_PAGE, GtkWidget)

/* Takes a reference on SESSION. Pictures are computed only while the page is mapped. */
GtkWidget *mg_retention_page_new (MgSession *session);

/* The picture on screen; borrowed, NULL while there is none. */
MgPicture *mg_retention_page_picture (MgRetentionPage *self);

/* Name of what is shown: "empty", "busy", "stopped", "unheld", "graph", "outline". */
const char *mg_retention_page_state (MgRetentionPage *self);

G_END_DECLS
