/* Whether there is an object at an address, before and after the heap has been walked.
 *
 * After the walk the index of objects tells. Before it, what a reference leads to is taken for an object when it looks
 * like one (a MethodTable that passes its test, and room for its size); what may lie inside an object is looked up by
 * walking its segment alone. */
#pragma once

#include "analysis/clr/clr.h"

G_BEGIN_DECLS

/* Whether an object starts at ADDRESS; before the walk, whether it looks like one. O(1). */
gboolean mg_clr_is_object (MgClr *clr, guint64 address);

/* The last object that starts at or before ADDRESS in the same segment. FALSE: there is none. Before the walk O(bytes
 * of the segment) once for each segment: not in several threads then. */
gboolean mg_clr_object_before (MgClr *clr, guint64 address, guint64 *start);

/* Marks all objects of SEGMENT (its number) in the index, unless they are. Not in several threads. */
void mg_clr_mark_segment (MgClr *clr, guint32 segment);

G_END_DECLS
