/* The preferences window. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* PARENT may be NULL. */
void mg_preferences_show (GtkWindow *parent);

G_END_DECLS
