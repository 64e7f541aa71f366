/* Building a figure; internal to analysis/report. */
#pragma once

#include "analysis/picture/text-width.h"
#include "analysis/report/figure.h"

G_BEGIN_DECLS

/* The next path starts here; its steps follow, then mg_figure_paint() ends it. */
void mg_figure_move (MgFigure *figure, double x, double y);
void mg_figure_line (MgFigure *figure, double x, double y);
void mg_figure_curve (MgFigure *figure, MgPoint a, MgPoint b, MgPoint end);
void mg_figure_close (MgFigure *figure);
void mg_figure_rounded (MgFigure *figure, MgBox box, double radius);
/* The steps of an SVG path (M L H V C Z, and A with circles), scaled by SCALE and moved to X, Y. DATA is ours: no
 * checks. */
void mg_figure_data (MgFigure *figure, const char *data, double x, double y, double scale);
void mg_figure_paint (MgFigure *figure, MgInk fill, MgInk stroke, double width, double dash);

/* A line of text of STYLE, shortened to ROOM (0: to the style's own limit). */
void mg_figure_text (MgFigure *figure,
                     const char *text,
                     MgTextStyle style,
                     double x,
                     double baseline,
                     MgAnchor anchor,
                     MgInk ink,
                     double room);
/* A line of any size, taken as it is. */
void mg_figure_plain_text (
    MgFigure *figure, const char *text, double size, gboolean bold, double x, double baseline, MgInk ink);

/* NAME and, on a second line unless it is empty, MORE. */
void mg_figure_begin (MgFigure *figure, const char *name, const char *more);
void mg_figure_end (MgFigure *figure);

/* Draws node I within BOX, and edge I along its route moved by DX, DY. */
void mg_figure_node (MgFigure *figure, const MgPictureNode *node, MgBox box);
void mg_figure_edge (MgFigure *figure,
                     const MgPicture *picture,
                     const MgPlacement *placement,
                     guint i,
                     double dx,
                     double dy,
                     gboolean cut);
void mg_figure_edge_label (MgFigure *figure, const MgPictureEdge *edge, MgBox box, gboolean cut);

/* What the caption needs. It is measured first: the figure's size depends on it. */
typedef struct
{
  GPtrArray *lines; /* of char * */
  GArray *styles;   /* of MgCaptionStyle, one for each line */
  double width, height;
} MgCaption;

MgCaption *mg_caption_new (const MgPicture *picture, const char *source, double width) G_GNUC_WARN_UNUSED_RESULT;
void mg_caption_free (MgCaption *caption);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgCaption, mg_caption_free)
void mg_caption_draw (const MgCaption *caption, MgFigure *figure, double x, double y);

/* Height and, in *WIDTH, width of the key to the lines of PICTURE; 0 when there is nothing to explain. With FIGURE not
 * NULL draws it at X, Y. ROOM: where it wraps. */
double mg_figure_key (MgFigure *figure,
                      const MgPicture *picture,
                      const gboolean *must_let_go,
                      double x,
                      double y,
                      double room,
                      double *width);

G_END_DECLS
