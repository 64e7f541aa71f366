/* A picture as SVG: one self-contained file with text that can be searched and copied, names for screen readers and
 * tooltips, no style sheet, no script, no font inside. */
#pragma once

#include "analysis/report/figure.h"

G_BEGIN_DECLS

/* Returns a new string. The same input gives the same bytes, in every locale. */
char *mg_report_svg (const MgPicture *picture,
                     const MgPlacement *placement,
                     const MgFigureOptions *options) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
