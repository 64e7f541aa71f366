/* The about window. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* PARENT may be NULL. */
void mg_about_show (GtkWindow *parent);

G_END_DECLS
