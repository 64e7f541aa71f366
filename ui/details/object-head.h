/* Head of the page about one object: what it is, its figures; of a string the text. */
#pragma once

#include <gtk/gtk.h>

#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_OBJECT_HEAD (mg_object_head_get_type ())
G_DECLARE_FINAL_TYPE (MgObjectHead, mg_object_head, MG, OBJECT_HEAD, GtkWidget)

/* Follows SESSION's subject; not visible while that is no object. */
GtkWidget *mg_object_head_new (MgSession *session);

G_END_DECLS
