/* A picture and its placement as a list of things to draw: outlines and lines of text, in painting order.
 *
 * The SVG writer and the cairo painter only spell this list out, so that every export looks the same. Colours are named
 * by what they are for; a theme gives them values. Coordinates are points, y downwards. */
#pragma once

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

typedef enum
{
  MG_INK_NONE,
  MG_INK_PAPER,
  MG_INK_TEXT,
  MG_INK_SOFT, /* secondary text */
  MG_INK_DIM,  /* small text */
  MG_INK_CARD, /* objects of the user's own types */
  MG_INK_CARD_LINE,
  MG_INK_FRAMEWORK, /* objects of the framework's types */
  MG_INK_STUB,
  MG_INK_STUB_LINE,
  MG_INK_SUBJECT,
  MG_INK_SUBJECT_LINE,
  MG_INK_EDGE,
  MG_INK_EDGE_STRONG, /* all paths pass here */
  MG_INK_STATIC,
  MG_INK_STATIC_LINE,
  MG_INK_HANDLE,
  MG_INK_HANDLE_LINE,
  MG_INK_STACK,
  MG_INK_STACK_LINE,
  MG_INK_FINALIZER,
  MG_INK_FINALIZER_LINE,
  MG_INK_COM,
  MG_INK_COM_LINE,
  MG_INK_OTHER,
  MG_INK_OTHER_LINE,
  MG_N_INKS
} MgInk;

/* The colour of INK as 0xrrggbb. */
guint32 mg_ink_rgb (MgInk ink, gboolean dark);

typedef enum
{
  MG_ANCHOR_START,
  MG_ANCHOR_MIDDLE,
} MgAnchor;

typedef enum
{
  MG_STEP_MOVE,  /* to p[0] */
  MG_STEP_LINE,  /* to p[0] */
  MG_STEP_CURVE, /* by p[0], p[1] to p[2] */
  MG_STEP_CLOSE,
} MgStepKind;

typedef struct
{
  MgStepKind kind;
  MgPoint p[3];
} MgStep;

typedef enum
{
  MG_FIGURE_PATH,
  MG_FIGURE_TEXT,
  MG_FIGURE_BEGIN, /* what follows, up to its END, is one thing: a node or an edge */
  MG_FIGURE_END,
} MgFigureKind;

typedef struct
{
  MgFigureKind kind;
  /* PATH: steps[first] … steps[first + n - 1]; filled by the even-odd rule. TEXT: fill is its colour. */
  MgInk fill, stroke;
  guint first, n;
  double width, dash; /* of the stroke; dash 0 = solid */
  /* TEXT: the line of text begins, or has its middle, at X; Y is the baseline. */
  double x, y, size;
  double room; /* the width it was given: a wider face must be squeezed */
  gboolean bold;
  MgAnchor anchor;
  char *text; /* also the name of what BEGINs, for tooltips and screen readers; "" = none. Printable UTF-8 */
} MgFigureItem;

typedef struct
{
  double width, height;
  gboolean dark, transparent;
  GArray *items; /* of MgFigureItem */
  GArray *steps; /* of MgStep */
  char *title, *description;
  guint64 fingerprint;
} MgFigure;

typedef struct
{
  gboolean dark;
  gboolean caption;            /* question, sentence, figures, file name, and a key to the lines */
  gboolean transparent;        /* no paper */
  const char *source;          /* name of the file, for the caption; NULL = not said */
  const gboolean *must_let_go; /* picture->n_edges places: edges to mark in red; NULL = none */
} MgFigureOptions;

/* PLACEMENT must be of PICTURE. OPTIONS may be NULL: light, without caption. O(size of the picture). */
MgFigure *mg_figure_new (const MgPicture *picture,
                         const MgPlacement *placement,
                         const MgFigureOptions *options) G_GNUC_WARN_UNUSED_RESULT;
void mg_figure_free (MgFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgFigure, mg_figure_free)

G_END_DECLS
