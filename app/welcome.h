/* The page of a window without a file: open, drop, recent files, the practice leak. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define MG_TYPE_WELCOME (mg_welcome_get_type ())
G_DECLARE_FINAL_TYPE (MgWelcome, mg_welcome, MG, WELCOME, GtkWidget)

/* Gives the focus to what one most likely came for: opening a file. */
void mg_welcome_focus (MgWelcome *self);

G_END_DECLS
