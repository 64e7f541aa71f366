/* Painting a figure with cairo: one function for every surface, and the two files made with it. */
#pragma once

#include <cairo.h>

#include "analysis/report/figure.h"

G_BEGIN_DECLS

/* Paints FIGURE with its top left corner at 0, 0, one unit to the point. Text is set with Pango; where its face is
 * wider than the figure allows for, it is squeezed. */
void mg_picture_cairo_paint (const MgFigure *figure, cairo_t *cr);

/* FIGURE as a PNG file with SCALE pixels to the point, fewer where the image would be too large for its readers.
 * Returns a new reference; NULL with MG_ERROR_MEMORY. */
GBytes *mg_picture_cairo_png (const MgFigure *figure, double scale, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* FIGURE as a PDF file of one page with real text. */
GBytes *mg_picture_cairo_pdf (const MgFigure *figure, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
