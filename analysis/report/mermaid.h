/* A picture as a Mermaid flowchart, for the pages that draw it themselves: issue trackers, wikis, Markdown. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

/* Returns a new string: the chart alone, without the fence of Markdown. SOURCE is named in a comment (NULL = not).
 * MUST_LET_GO: picture->n_edges places, edges to draw in red; NULL = none.
 * The chart's own theme decides light or dark paper; the colours of roots and subject read on both. The same input
 * gives the same bytes. */
char *
mg_report_mermaid (const MgPicture *picture, const char *source, const gboolean *must_let_go) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
