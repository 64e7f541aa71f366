/* The line at the bottom of the window: what was opened, what is still being worked out, what the file cannot tell. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_STATUS_LINE (mg_status_line_get_type ())
G_DECLARE_FINAL_TYPE (MgStatusLine, mg_status_line, MG, STATUS_LINE, GtkWidget)

/* SESSION may be NULL: the line is empty then. */
void mg_status_line_set_session (MgStatusLine *self, MgSession *session);
/* Opens the list of notes. */
void mg_status_line_show_notes (MgStatusLine *self);

G_END_DECLS
