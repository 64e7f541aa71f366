/* How wide text is, without a font: the advance widths of a wide sans-serif face are built in. Estimates are the same
 * on every machine, and an upper bound for the faces an export is usually shown in, so text stays inside its box. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The kinds of text in a picture. */
typedef enum
{
  MG_TEXT_OVER,  /* of a node: namespace or the root kind's word */
  MG_TEXT_TITLE, /* of a node: bold */
  MG_TEXT_UNDER, /* of a node: count and size */
  MG_TEXT_STUB,  /* the only line of a stub */
  MG_TEXT_LABEL, /* of an edge: bold */
  MG_TEXT_NOTE,  /* of an edge: second line */
  MG_N_TEXT_STYLES
} MgTextStyle;

typedef struct
{
  double size;   /* of the face, points */
  double height; /* of a line */
  double ascent; /* from the top of the line to the baseline */
  double limit;  /* longer text is shortened in the middle */
  gboolean bold;
} MgTextMetrics;

const MgTextMetrics *mg_text_metrics (MgTextStyle style);

/* Width of UTF-8 TEXT in points. O(length). */
double mg_placement_text_width (const char *text, double size, gboolean bold);
/* TEXT, or, when it is wider than LIMIT, its beginning and end with "…" between. Free with g_free. O(length). */
char *mg_placement_elide (const char *text, double size, gboolean bold, double limit) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
