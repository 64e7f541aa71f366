/* How a treemap looks: colours from the theme, names where there is room. */
#pragma once

#include <gtk/gtk.h>

#include "ui/charts/treemap-layout.h"

G_BEGIN_DECLS

/* Name of what a cell shows: "MyApp.ConnectionMonitor", "static field Monitor", "EventHandler × 10,000",
 * "412 more". Translated; free with g_free. */
char *mg_treemap_cell_name (MgSnapshot *snapshot, const MgTreemapCell *cell) G_GNUC_WARN_UNUSED_RESULT;

/* Draws LAYOUT over WIDGET. SELECTED, HOVERED: cell indexes or G_MAXUINT. */
void mg_treemap_draw (GtkWidget *widget,
                      GtkSnapshot *snapshot,
                      MgSnapshot *heap,
                      const MgTreemapLayout *layout,
                      guint selected,
                      guint hovered);

G_END_DECLS
