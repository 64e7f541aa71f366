/* From a picture to a job for a layout, and from the answer back to a placement of the picture. */
#pragma once

#include "ui/layout/layout-protocol.h"
#include "ui/layout/layout.h"

G_BEGIN_DECLS

/* Heaviest first from top to bottom, stubs last; with an old placement, what was on screen keeps its vertical order.
 * O(n log n). */
MgLayoutJob *mg_layout_job_new (const MgPicture *picture, const MgLayoutRequest *request) G_GNUC_WARN_UNUSED_RESULT;

/* Takes RESULT, which is in JOB's order; aligns and smooths it, and returns it in the picture's order, moved so that it
 * begins at 0, 0, with its width and height set to what is drawn. */
MgPlacement *mg_layout_job_finish (const MgLayoutJob *job, MgPlacement *result) G_GNUC_WARN_UNUSED_RESULT;

/* Takes small steps out of lines of RESULT, in JOB's order. O(edges · (nodes + edges)). */
void mg_layout_align (const MgLayoutJob *job, MgPlacement *result);
/* Replaces curves of RESULT, in JOB's order, by plainer ones where nothing is in the way. O(edges · (nodes + edges)).
 */
void mg_layout_smooth (const MgLayoutJob *job, MgPlacement *result);

/* Our own layered placement of JOB, in JOB's order. */
MgPlacement *mg_layout_own (const MgLayoutJob *job) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
