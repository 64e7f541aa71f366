/* Start of the ui layer: resources, style sheet, icons. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Registers the layer's resources and, on the default display, its style sheet and icons. Call once, after gtk_init(). */
void mg_ui_init (void);

G_END_DECLS
