/* Start of the ui layer: resources, style sheet, icons. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Registers the layer's resources and, on the default display, its style sheet and icons. After gtk_init(); once is
 * enough, more does no harm. */
void mg_ui_init (void);

/* For dispose of a widget made from a template: takes its children away, then forgets the template's fields. (GTK
 * leaves children that no field names.) */
void mg_ui_dispose_template (GtkWidget *widget, GType type);

G_END_DECLS
