/* The outlines of nodes, one for each kind, so that no meaning rests on colour alone:
 *
 *   static field      hexagon                     objects     rounded box
 *   thread static     hexagon, double sides       subject     double border
 *   handle            tag pointing onwards        stub        dashed pill
 *   pinned handle     tag with a notch            trunk       stack of boxes
 *   local variable    box with side bars          finalizer   box slanting in
 *   COM               octagon                     other root  pill
 *
 * Dependent handles and possible locals have a dashed outline. The window draws the same shapes (ui/graph). */
#include <string.h>

#include "analysis/report/figure-private.h"

#define RADIUS 10.0
#define SLANT 16.0
#define BAR 6.0
#define RING 4.0
#define STACK 4.0
#define PAD 15.0
#define ROOT_PAD 27.0
#define ICON 13.0
#define ICON_GAP 5.0
/* How much narrower common faces are than the one that sizes were estimated with. */
#define COMMON_FACE 0.92
#define COMMON_BOLD_FACE 0.84
#define DASH 4.0
#define LINE 1.4
#define STRONG_LINE 2.4

typedef enum
{
  SHAPE_HEXAGON,
  SHAPE_HEXAGON_DOUBLE,
  SHAPE_TAG,
  SHAPE_TAG_NOTCHED,
  SHAPE_FRAME,
  SHAPE_SLANT,
  SHAPE_OCTAGON,
  SHAPE_PILL,
} RootShape;

/* On a grid of 16, as in data/icons. */
#define ICON_STATIC                                                                                                    \
  "M8 1 L15 5 V6 H1 V5 Z M8 3 A1 1 0 1 0 8 5 A1 1 0 1 0 8 3 Z M2.5 7 H4.5 V12 H2.5 Z M7 7 H9 V12 H7 Z M11.5 7 H13.5 "  \
  "V12 "                                                                                                               \
  "H11.5 Z M1 13 H15 V15 H1 Z"
#define ICON_HANDLE                                                                                                    \
  "M6 2 H10 A2 2 0 0 1 12 4 V5 H14 A1 1 0 0 1 15 6 V9 H1 V6 A1 1 0 0 1 2 5 H4 V4 A2 2 0 0 1 6 2 Z M6 4 V5 H10 V4 Z "   \
  "M1 10 "                                                                                                             \
  "H6.5 V11.5 H9.5 V10 H15 V13 A1 1 0 0 1 14 14 H2 A1 1 0 0 1 1 13 Z"
#define ICON_PIN "M5 1 H11 V3 H10 V6.5 L12.5 9 V10 H9 V14 L8 16 L7 14 V10 H3.5 V9 L6 6.5 V3 H5 Z"
#define ICON_DEPENDENT                                                                                                 \
  "M5 3 A4 4 0 1 0 8.6 9 L6.9 7.9 A2 2 0 1 1 6.9 6 L8.6 5 A4 4 0 0 0 5 3 Z M7 6 H9 V8 H7 Z M11 3 A4 4 0 0 1 12.5 3.3 " \
  "L11.8 "                                                                                                             \
  "5.2 A2 2 0 0 0 11 5 A2 2 0 0 0 9.4 5.8 L7.8 4.6 A4 4 0 0 1 11 3 Z M14.2 4.6 A4 4 0 0 1 14.6 8.7 L12.8 7.9 A2 2 0 "  \
  "0 0 "                                                                                                               \
  "12.6 5.9 Z M13.7 9.9 A4 4 0 0 1 7.8 9.4 L9.4 8.2 A2 2 0 0 0 12.4 8.4 Z"
#define ICON_COM "M5 1 H7 V4 H9 V1 H11 V4 H13 V7 A5 5 0 0 1 9 11.9 V15 H7 V11.9 A5 5 0 0 1 3 7 V4 H5 Z"
#define ICON_FINALIZER                                                                                                 \
  "M3 1 H13 V3 H12 V4 C12 6 10.5 7 9.5 8 C10.5 9 12 10 12 12 V13 H13 V15 H3 V13 H4 V12 C4 10 5.5 9 6.5 8 C5.5 7 4 6 "  \
  "4 4 V3 "                                                                                                            \
  "H3 Z M6 3 V4 C6 4.4 6.1 4.7 6.3 5 H9.7 C9.9 4.7 10 4.4 10 4 V3 Z"
#define ICON_STACK "M2 2 H14 V5 H2 Z M2 6.5 H14 V9.5 H2 Z M4 7.5 V8.5 H12 V7.5 Z M2 11 H14 V14 H2 Z M4 12 V13 H12 V12 Z"
#define ICON_OTHER                                                                                                     \
  "M8 1 A7 7 0 1 0 8 15 A7 7 0 1 0 8 1 Z M8 3 A5 5 0 1 1 8 13 A5 5 0 1 1 8 3 Z M8 6 A2 2 0 1 0 8 10 A2 2 0 1 0 8 6 Z"

/* How each kind of root looks. Fill and line are INK and INK + 1. */
static const struct
{
  RootShape shape;
  MgInk ink;
  gboolean dashed;
  const char *icon;
} looks[MG_N_ROOT_KINDS] = {
  [MG_ROOT_STATIC] = { SHAPE_HEXAGON, MG_INK_STATIC, FALSE, ICON_STATIC },
  [MG_ROOT_THREAD_STATIC] = { SHAPE_HEXAGON_DOUBLE, MG_INK_STATIC, FALSE, ICON_STATIC },
  [MG_ROOT_STRONG_HANDLE] = { SHAPE_TAG, MG_INK_HANDLE, FALSE, ICON_HANDLE },
  [MG_ROOT_PINNED_HANDLE] = { SHAPE_TAG_NOTCHED, MG_INK_HANDLE, FALSE, ICON_PIN },
  [MG_ROOT_ASYNC_PINNED_HANDLE] = { SHAPE_TAG_NOTCHED, MG_INK_HANDLE, FALSE, ICON_PIN },
  [MG_ROOT_REF_COUNTED_HANDLE] = { SHAPE_TAG, MG_INK_HANDLE, FALSE, ICON_HANDLE },
  [MG_ROOT_SIZED_REF_HANDLE] = { SHAPE_TAG, MG_INK_HANDLE, FALSE, ICON_HANDLE },
  [MG_ROOT_DEPENDENT_HANDLE] = { SHAPE_TAG, MG_INK_HANDLE, TRUE, ICON_DEPENDENT },
  [MG_ROOT_COM] = { SHAPE_OCTAGON, MG_INK_COM, FALSE, ICON_COM },
  [MG_ROOT_FINALIZER_READY] = { SHAPE_SLANT, MG_INK_FINALIZER, FALSE, ICON_FINALIZER },
  [MG_ROOT_STACK] = { SHAPE_FRAME, MG_INK_STACK, FALSE, ICON_STACK },
  [MG_ROOT_STACK_CONSERVATIVE] = { SHAPE_FRAME, MG_INK_STACK, TRUE, ICON_STACK },
  [MG_ROOT_OTHER] = { SHAPE_PILL, MG_INK_OTHER, FALSE, ICON_OTHER },
};

static void
polygon (MgFigure *figure, const MgPoint *points, guint n)
{
  mg_figure_move (figure, points[0].x, points[0].y);
  for (guint i = 1; i < n; i++)
    mg_figure_line (figure, points[i].x, points[i].y);
  mg_figure_close (figure);
}

/* A box whose sides bend at half height: START and END points outwards, or inwards when negative. */
static void
bent_box (MgFigure *figure, MgBox box, double start, double end)
{
  double left = box.x, right = box.x + box.width, middle = box.y + box.height / 2, bottom = box.y + box.height;
  const MgPoint points[] = {
    { left + MAX (start, 0), box.y }, { right - MAX (end, 0), box.y },   { right + MIN (end, 0), middle },
    { right - MAX (end, 0), bottom }, { left + MAX (start, 0), bottom }, { left - MIN (start, 0), middle },
  };

  polygon (figure, points, G_N_ELEMENTS (points));
}

static void
octagon (MgFigure *figure, MgBox box)
{
  double c = MIN (SLANT, box.height / 3), right = box.x + box.width, bottom = box.y + box.height;
  const MgPoint points[]
      = { { box.x + c, box.y },  { right - c, box.y },  { right, box.y + c },  { right, bottom - c },
          { right - c, bottom }, { box.x + c, bottom }, { box.x, bottom - c }, { box.x, box.y + c } };

  polygon (figure, points, G_N_ELEMENTS (points));
}

static void
slanted (MgFigure *figure, MgBox box)
{
  double right = box.x + box.width, bottom = box.y + box.height;
  const MgPoint points[] = { { box.x, box.y }, { right, box.y }, { right, bottom }, { box.x + SLANT, bottom } };

  polygon (figure, points, G_N_ELEMENTS (points));
}

static void
outline_root (MgFigure *figure, RootShape shape, MgBox box)
{
  switch (shape)
    {
    case SHAPE_HEXAGON:
    case SHAPE_HEXAGON_DOUBLE:
      bent_box (figure, box, SLANT, SLANT);
      break;
    case SHAPE_TAG:
      bent_box (figure, box, 0, SLANT);
      break;
    case SHAPE_TAG_NOTCHED:
      bent_box (figure, box, -SLANT / 2, SLANT);
      break;
    case SHAPE_FRAME:
      mg_figure_rounded (figure, box, 0.0);
      break;
    case SHAPE_SLANT:
      slanted (figure, box);
      break;
    case SHAPE_OCTAGON:
      octagon (figure, box);
      break;
    case SHAPE_PILL:
    default:
      mg_figure_rounded (figure, box, box.height / 2);
      break;
    }
}

static void
draw_root_outline (MgFigure *figure, MgRootKind kind, MgBox box)
{
  MgInk fill = looks[kind].ink, line = fill + 1;

  outline_root (figure, looks[kind].shape, box);
  mg_figure_paint (figure, fill, line, LINE + 0.2, looks[kind].dashed ? DASH : 0.0);
  if (looks[kind].shape == SHAPE_FRAME)
    for (guint side = 0; side < 2; side++)
      {
        double x = side == 0 ? box.x + BAR : box.x + box.width - BAR;

        mg_figure_move (figure, x, box.y);
        mg_figure_line (figure, x, box.y + box.height);
        mg_figure_paint (figure, MG_INK_NONE, line, LINE, 0.0);
      }
  if (looks[kind].shape == SHAPE_HEXAGON_DOUBLE)
    {
      bent_box (figure, (MgBox){ box.x + BAR, box.y, box.width - 2 * BAR, box.height }, SLANT, SLANT);
      mg_figure_paint (figure, MG_INK_NONE, line, LINE * 0.8, 0.0);
    }
}

/* A root's icon and its first line, together in the middle: the kind's word, or the title when that says it all. The
 * face shown is mostly narrower than the estimate: the icon stands where it is right for a common one. */
static void
draw_with_icon (MgFigure *figure,
                const MgPictureNode *node,
                const char *text,
                MgTextStyle style,
                double middle,
                double baseline,
                double room)
{
  const MgTextMetrics *m = mg_text_metrics (style);
  double limit = room - ICON - ICON_GAP;
  double width
      = MIN (mg_placement_text_width (text, m->size, m->bold), limit) * (m->bold ? COMMON_BOLD_FACE : COMMON_FACE);
  double left = middle - (width + ICON + ICON_GAP) / 2;
  MgInk ink = looks[node->root_kind].ink + 1;

  mg_figure_data (figure, looks[node->root_kind].icon, left, baseline - m->size / 3 - ICON / 2, ICON / 16);
  mg_figure_paint (figure, ink, MG_INK_NONE, 0.0, 0.0);
  mg_figure_text (figure, text, style, middle + (ICON + ICON_GAP) / 2, baseline, MG_ANCHOR_MIDDLE,
                  style == MG_TEXT_OVER ? ink : MG_INK_TEXT, limit);
}

static double
height_of_lines (const MgPictureNode *node)
{
  return (*node->over != '\0' ? mg_text_metrics (MG_TEXT_OVER)->height : 0.0)
         + (*node->title != '\0' ? mg_text_metrics (MG_TEXT_TITLE)->height : 0.0)
         + (*node->under != '\0' ? mg_text_metrics (MG_TEXT_UNDER)->height : 0.0);
}

/* The lines of a node from top to bottom, as a block in the middle of BOX; those of roots are centred. */
static void
draw_lines (MgFigure *figure, const MgPictureNode *node, MgBox box)
{
  gboolean root = node->kind == MG_PICTURE_ROOT;
  double pad = root ? ROOT_PAD : PAD, room = box.width - 2 * pad + 1.0,
         y = box.y + (box.height - height_of_lines (node)) / 2;
  double x = root ? box.x + box.width / 2 : box.x + pad;
  MgAnchor anchor = root ? MG_ANCHOR_MIDDLE : MG_ANCHOR_START;
  const MgTextMetrics *over = mg_text_metrics (MG_TEXT_OVER), *title = mg_text_metrics (MG_TEXT_TITLE);

  if (*node->over != '\0')
    {
      if (root)
        draw_with_icon (figure, node, node->over, MG_TEXT_OVER, x, y + over->ascent, room);
      else
        mg_figure_text (figure, node->over, MG_TEXT_OVER, x, y + over->ascent, anchor, MG_INK_DIM, room);
      y += over->height;
    }
  if (*node->title != '\0')
    {
      if (root && *node->over == '\0')
        draw_with_icon (figure, node, node->title, MG_TEXT_TITLE, x, y + title->ascent, room);
      else
        mg_figure_text (figure, node->title, MG_TEXT_TITLE, x, y + title->ascent, anchor,
                        node->kind == MG_PICTURE_GROUP && !node->own ? MG_INK_SOFT : MG_INK_TEXT, room);
      y += title->height;
    }
  mg_figure_text (figure, node->under, MG_TEXT_UNDER, x, y + mg_text_metrics (MG_TEXT_UNDER)->ascent, anchor,
                  MG_INK_SOFT, room);
}

static MgBox
shrink (MgBox box, double by)
{
  return (MgBox){ box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by };
}

static void
draw_subject (MgFigure *figure, const MgPictureNode *node, MgBox box)
{
  MgBox inner = shrink (box, RING);

  mg_figure_rounded (figure, box, RADIUS + RING / 2);
  mg_figure_paint (figure, MG_INK_PAPER, MG_INK_SUBJECT_LINE, LINE + 0.2, 0.0);
  mg_figure_rounded (figure, inner, RADIUS - RING / 2);
  mg_figure_paint (figure, MG_INK_SUBJECT, MG_INK_SUBJECT_LINE, LINE + 0.2, 0.0);
  draw_lines (figure, node, inner);
}

static void
draw_trunk (MgFigure *figure, const MgPictureNode *node, MgBox box)
{
  MgBox front = { box.x, box.y + 2 * STACK, box.width - 2 * STACK, box.height - 2 * STACK };

  for (int i = 2; i >= 0; i--)
    {
      mg_figure_rounded (figure, (MgBox){ front.x + i * STACK, front.y - i * STACK, front.width, front.height },
                         RADIUS);
      mg_figure_paint (figure, MG_INK_FRAMEWORK, MG_INK_CARD_LINE, LINE - 0.2, 0.0);
    }
  draw_lines (figure, node, front);
}

static void
draw_stub (MgFigure *figure, const MgPictureNode *node, MgBox box)
{
  const MgTextMetrics *m = mg_text_metrics (MG_TEXT_STUB), *n = mg_text_metrics (MG_TEXT_NOTE);
  double height = m->height + (*node->under != '\0' ? n->height : 0.0), y = box.y + (box.height - height) / 2;
  double middle = box.x + box.width / 2, room = box.width - 2 * PAD + 1.0;

  mg_figure_rounded (figure, box, box.height / 2);
  mg_figure_paint (figure, MG_INK_STUB, MG_INK_STUB_LINE, 1.2, DASH);
  mg_figure_text (figure, node->title, MG_TEXT_STUB, middle, y + m->ascent, MG_ANCHOR_MIDDLE, MG_INK_SOFT, room);
  mg_figure_text (figure, node->under, MG_TEXT_NOTE, middle, y + m->height + n->ascent, MG_ANCHOR_MIDDLE, MG_INK_DIM,
                  room);
}

static void
draw_group (MgFigure *figure, const MgPictureNode *node, MgBox box)
{
  mg_figure_rounded (figure, box, RADIUS);
  mg_figure_paint (figure, node->own ? MG_INK_CARD : MG_INK_FRAMEWORK,
                   node->dominator ? MG_INK_EDGE_STRONG : MG_INK_CARD_LINE, node->dominator ? STRONG_LINE : LINE, 0.0);
  draw_lines (figure, node, box);
}

void
mg_figure_node (MgFigure *figure, const MgPictureNode *node, MgBox box)
{
  mg_figure_begin (figure, node->full, node->under);
  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      draw_root_outline (figure, node->root_kind, box);
      draw_lines (figure, node, box);
      break;
    case MG_PICTURE_SUBJECT:
      draw_subject (figure, node, box);
      break;
    case MG_PICTURE_STUB:
      draw_stub (figure, node, box);
      break;
    case MG_PICTURE_TRUNK:
      draw_trunk (figure, node, box);
      break;
    case MG_PICTURE_GROUP:
    default:
      draw_group (figure, node, box);
      break;
    }
  mg_figure_end (figure);
}
