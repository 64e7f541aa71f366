/* What the file calls a reference of a picture: field, element, key, local variable. */
#pragma once

#include "analysis/picture/sketch.h"

G_BEGIN_DECLS

/* Name of what says how EDGE holds, for mg_label_edge(): of events, delegates and plain references the holder's field;
 * of captured variables, items and entries what names the last step. NULL: its words say enough, or the file has no
 * names. Free with g_free. */
char *mg_edge_field (MgSnapshot *snapshot, const MgSketchEdge *edge) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
