/* How a treemap looks: colours from the theme, names where there is room. */
#pragma once

#include <gtk/gtk.h>

#include "ui/charts/treemap-layout.h"

G_BEGIN_DECLS

/* Name of what a cell shows: "MyApp.ConnectionMonitor", "static field Monitor", "EventHandler × 10,000",
 * "412 more". Translated; free with g_free. */
char *mg_treemap_cell_name (MgSnapshot *snapshot, const MgTreemapCell *cell) G_GNUC_WARN_UNUSED_RESULT;

/* What theme, font and screen say, so that cells can be drawn without the widget. */
typedef struct _MgTreemapLook MgTreemapLook;

MgTreemapLook *mg_treemap_look_new (GtkWidget *widget) G_GNUC_WARN_UNUSED_RESULT;
gboolean mg_treemap_look_equal (const MgTreemapLook *a, const MgTreemapLook *b);
void mg_treemap_look_free (MgTreemapLook *look);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTreemapLook, mg_treemap_look_free)

/* All cells of LAYOUT as a picture: thousands of boxes and hundreds of names take longer than a frame, and so may be
 * drawn by any thread, once. */
GdkTexture *mg_treemap_draw (const MgTreemapLook *look, MgSnapshot *heap, const MgTreemapLayout *layout)
  G_GNUC_WARN_UNUSED_RESULT;

/* One cell of it, as it looks under the pointer, over the picture; and the frame of the one that is selected. */
void mg_treemap_draw_hovered (GtkSnapshot *snapshot,
                              const MgTreemapLook *look,
                              MgSnapshot *heap,
                              const MgTreemapLayout *layout,
                              guint cell);
void mg_treemap_draw_selected (GtkSnapshot *snapshot,
                               const MgTreemapLook *look,
                               const MgTreemapLayout *layout,
                               guint cell,
                               gboolean focused);

G_END_DECLS
