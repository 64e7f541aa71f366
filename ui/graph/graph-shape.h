/* The outlines of nodes: one shape for each kind, so that no meaning rests on colour alone.
 *
 *   static field          hexagon                 object group   rounded box
 *   thread static         hexagon, double sides   subject        double border
 *   handle                tag pointing onwards    stub           dashed pill
 *   pinned handle         tag with a notch        trunk          stack of boxes
 *   local variable        box with side bars      finalizer      box slanting in
 *   COM                   octagon                 other root     pill
 *
 * Dependent handles and possible (conservative) locals have a dashed outline. */
#pragma once

#include <cairo.h>

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

typedef enum
{
  MG_SHAPE_BOX,
  MG_SHAPE_SUBJECT,
  MG_SHAPE_STUB,
  MG_SHAPE_TRUNK,
  MG_SHAPE_HEXAGON,
  MG_SHAPE_HEXAGON_DOUBLE,
  MG_SHAPE_TAG,
  MG_SHAPE_TAG_NOTCHED,
  MG_SHAPE_FRAME,
  MG_SHAPE_SLANT,
  MG_SHAPE_OCTAGON,
  MG_SHAPE_PILL,
} MgGraphShape;

MgGraphShape mg_graph_shape_for (const MgPictureNode *node);
gboolean mg_graph_shape_is_dashed (const MgPictureNode *node);

/* Room that SHAPE needs beside its text: at the start, at the end, above and below. */
void mg_graph_shape_insets (MgGraphShape shape, double *start, double *end, double *vertical);

/* Makes the outline of SHAPE the path of CR, within 0, 0 … WIDTH, HEIGHT. MIRRORED: start is at the right. */
void mg_graph_shape_outline (cairo_t *cr, MgGraphShape shape, double width, double height, gboolean mirrored);
/* Strokes the further lines of SHAPE (side bars, the inner border, …) in the current colour. */
void mg_graph_shape_details (cairo_t *cr, MgGraphShape shape, double width, double height, gboolean mirrored);

G_END_DECLS
