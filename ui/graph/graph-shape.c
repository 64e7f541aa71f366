#include "ui/graph/graph-shape.h"

#include <math.h>

#define RADIUS 9.0
/* Depth of the slanted sides of hexagons, tags and octagons. */
#define SLANT 16.0
/* Offset of the boxes behind a stack. */
#define STACK 4.0
/* Between the two borders of the subject. */
#define DOUBLE 4.0
#define BAR 6.0

static MgGraphShape
shape_for_root (MgRootKind kind)
{
  switch (kind)
    {
    case MG_ROOT_STATIC:
      return MG_SHAPE_HEXAGON;
    case MG_ROOT_THREAD_STATIC:
      return MG_SHAPE_HEXAGON_DOUBLE;
    case MG_ROOT_STRONG_HANDLE:
    case MG_ROOT_REF_COUNTED_HANDLE:
    case MG_ROOT_SIZED_REF_HANDLE:
    case MG_ROOT_DEPENDENT_HANDLE:
      return MG_SHAPE_TAG;
    case MG_ROOT_PINNED_HANDLE:
    case MG_ROOT_ASYNC_PINNED_HANDLE:
      return MG_SHAPE_TAG_NOTCHED;
    case MG_ROOT_STACK:
    case MG_ROOT_STACK_CONSERVATIVE:
      return MG_SHAPE_FRAME;
    case MG_ROOT_FINALIZER_READY:
      return MG_SHAPE_SLANT;
    case MG_ROOT_COM:
      return MG_SHAPE_OCTAGON;
    case MG_ROOT_OTHER:
    case MG_N_ROOT_KINDS:
    default:
      return MG_SHAPE_PILL;
    }
}

MgGraphShape
mg_graph_shape_for (const MgPictureNode *node)
{
  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      return shape_for_root (node->root_kind);
    case MG_PICTURE_SUBJECT:
      return MG_SHAPE_SUBJECT;
    case MG_PICTURE_STUB:
      return MG_SHAPE_STUB;
    case MG_PICTURE_TRUNK:
      return MG_SHAPE_TRUNK;
    case MG_PICTURE_GROUP:
    default:
      return MG_SHAPE_BOX;
    }
}

gboolean
mg_graph_shape_is_dashed (const MgPictureNode *node)
{
  return node->kind == MG_PICTURE_STUB
         || (node->kind == MG_PICTURE_ROOT
             && (node->root_kind == MG_ROOT_DEPENDENT_HANDLE || node->root_kind == MG_ROOT_STACK_CONSERVATIVE));
}

void
mg_graph_shape_insets (MgGraphShape shape, double *start, double *end, double *vertical)
{
  static const struct
  {
    double start, end, vertical;
  } insets[] = {
    [MG_SHAPE_BOX] = { 14, 14, 10 },
    [MG_SHAPE_SUBJECT] = { 14 + DOUBLE, 14 + DOUBLE, 10 + DOUBLE },
    [MG_SHAPE_STUB] = { 18, 18, 7 },
    [MG_SHAPE_TRUNK] = { 14, 14 + 2 * STACK, 10 + STACK },
    [MG_SHAPE_HEXAGON] = { SLANT + 8, SLANT + 8, 11 },
    [MG_SHAPE_HEXAGON_DOUBLE] = { SLANT + 8 + BAR, SLANT + 8 + BAR, 11 },
    [MG_SHAPE_TAG] = { 14, SLANT + 8, 11 },
    [MG_SHAPE_TAG_NOTCHED] = { SLANT + 6, SLANT + 8, 11 },
    [MG_SHAPE_FRAME] = { 12 + BAR, 12 + BAR, 10 },
    [MG_SHAPE_SLANT] = { SLANT + 8, 14, 10 },
    [MG_SHAPE_OCTAGON] = { 16, 16, 11 },
    [MG_SHAPE_PILL] = { 22, 22, 10 },
  };

  *start = insets[shape].start;
  *end = insets[shape].end;
  *vertical = insets[shape].vertical;
}

static void
rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  double r = MIN (radius, MIN (width, height) / 2);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI_2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
polygon (cairo_t *cr, const MgPoint *points, guint n)
{
  for (guint i = 0; i < n; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
  cairo_close_path (cr);
}

/* A polygon whose left and right sides may bend in or out at half height, by START and END pixels. */
static void
bent_box (cairo_t *cr, double x, double width, double height, double start, double end)
{
  const MgPoint points[] = {
    { x + MAX (start, 0), 0 },
    { x + width - MAX (end, 0), 0 },
    { x + width + MIN (end, 0), height / 2 },
    { x + width - MAX (end, 0), height },
    { x + MAX (start, 0), height },
    { x + (start < 0 ? -start : 0), height / 2 },
  };

  polygon (cr, points, G_N_ELEMENTS (points));
}

static void
octagon (cairo_t *cr, double width, double height)
{
  double c = MIN (SLANT, height / 3);
  const MgPoint points[]
      = { { c, 0 },      { width - c, 0 },  { width, c }, { width, height - c }, { width - c, height },
          { c, height }, { 0, height - c }, { 0, c } };

  polygon (cr, points, G_N_ELEMENTS (points));
}

static void
slant (cairo_t *cr, double width, double height)
{
  const MgPoint points[] = { { 0, 0 }, { width, 0 }, { width, height }, { SLANT, height } };

  polygon (cr, points, G_N_ELEMENTS (points));
}

/* Turns the drawing around its middle for right-to-left interfaces: shapes point towards the subject. */
static void
mirror (cairo_t *cr, double width, gboolean mirrored)
{
  if (!mirrored)
    return;
  cairo_translate (cr, width, 0);
  cairo_scale (cr, -1, 1);
}

void
mg_graph_shape_outline (cairo_t *cr, MgGraphShape shape, double width, double height, gboolean mirrored)
{
  cairo_save (cr);
  mirror (cr, width, mirrored);
  cairo_new_path (cr);
  switch (shape)
    {
    case MG_SHAPE_HEXAGON:
    case MG_SHAPE_HEXAGON_DOUBLE:
      bent_box (cr, 0, width, height, SLANT, SLANT);
      break;
    case MG_SHAPE_TAG:
      bent_box (cr, 0, width, height, 0, SLANT);
      break;
    case MG_SHAPE_TAG_NOTCHED:
      bent_box (cr, 0, width, height, -SLANT / 2, SLANT);
      break;
    case MG_SHAPE_FRAME:
      cairo_rectangle (cr, 0, 0, width, height);
      break;
    case MG_SHAPE_SLANT:
      slant (cr, width, height);
      break;
    case MG_SHAPE_OCTAGON:
      octagon (cr, width, height);
      break;
    case MG_SHAPE_PILL:
    case MG_SHAPE_STUB:
      rounded (cr, 0, 0, width, height, height / 2);
      break;
    case MG_SHAPE_TRUNK:
      rounded (cr, 0, STACK, width - 2 * STACK, height - STACK, RADIUS);
      break;
    case MG_SHAPE_SUBJECT:
      rounded (cr, 0, 0, width, height, RADIUS + DOUBLE);
      break;
    case MG_SHAPE_BOX:
    default:
      rounded (cr, 0, 0, width, height, RADIUS);
      break;
    }
  cairo_restore (cr);
}

/* The visible edges of the two boxes behind a stack. */
static void
stack_behind (cairo_t *cr, double width, double height)
{
  for (guint i = 1; i <= 2; i++)
    {
      double shift = STACK * i, top = STACK - shift / 2, right = width - 2 * STACK + shift;
      double bottom = height - shift / 2;

      cairo_move_to (cr, shift, top);
      cairo_line_to (cr, right - RADIUS, top);
      cairo_arc (cr, right - RADIUS, top + RADIUS, RADIUS, -G_PI_2, 0);
      cairo_line_to (cr, right, bottom - RADIUS);
    }
  cairo_stroke (cr);
}

static void
bar (cairo_t *cr, double x, double y0, double y1)
{
  cairo_move_to (cr, x, y0);
  cairo_line_to (cr, x, y1);
}

void
mg_graph_shape_details (cairo_t *cr, MgGraphShape shape, double width, double height, gboolean mirrored)
{
  cairo_save (cr);
  mirror (cr, width, mirrored);
  cairo_new_path (cr);
  switch (shape)
    {
    case MG_SHAPE_SUBJECT:
      rounded (cr, DOUBLE, DOUBLE, width - 2 * DOUBLE, height - 2 * DOUBLE, RADIUS);
      break;
    case MG_SHAPE_FRAME:
      bar (cr, BAR, 0, height);
      bar (cr, width - BAR, 0, height);
      break;
    case MG_SHAPE_HEXAGON_DOUBLE:
      bent_box (cr, BAR, width - 2 * BAR, height, SLANT, SLANT);
      break;
    case MG_SHAPE_TRUNK:
      stack_behind (cr, width, height);
      break;
    case MG_SHAPE_BOX:
    case MG_SHAPE_STUB:
    case MG_SHAPE_HEXAGON:
    case MG_SHAPE_TAG:
    case MG_SHAPE_TAG_NOTCHED:
    case MG_SHAPE_SLANT:
    case MG_SHAPE_OCTAGON:
    case MG_SHAPE_PILL:
    default:
      break;
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}
