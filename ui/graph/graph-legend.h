/* What shapes and lines mean, for the kinds that the picture shows and no others. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

#define MG_TYPE_GRAPH_LEGEND (mg_graph_legend_get_type ())
G_DECLARE_FINAL_TYPE (MgGraphLegend, mg_graph_legend, MG, GRAPH_LEGEND, GtkWidget)

GtkWidget *mg_graph_legend_new (void);

/* PICTURE may be NULL: empty. Several objects as subject: widths are shares; one object: shares of paths. CUT: some
 * edges are marked as those that must let go. */
void mg_graph_legend_set_picture (MgGraphLegend *self, MgPicture *picture, gboolean cut);

G_END_DECLS
