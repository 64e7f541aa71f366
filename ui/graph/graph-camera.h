/* Where the picture lies under the window: plain numbers, no widgets.
 *
 *   screen = world · zoom + (x, y)      world: the placement's points; screen: the view's pixels, origin top left */
#pragma once

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

#define MG_CAMERA_MIN_ZOOM 0.05
#define MG_CAMERA_MAX_ZOOM 4.0
/* A picture is never blown up beyond this when it is fitted. */
#define MG_CAMERA_FIT_ZOOM 1.0
/* Free space around the picture when it is fitted, in pixels. */
#define MG_CAMERA_MARGIN 28.0
/* A low picture in a low view moves up, so that as much is free below it for the controls; the least that stays
 * above. */
#define MG_CAMERA_FOOT 60.0
#define MG_CAMERA_HEAD 8.0

typedef struct
{
  double x, y, zoom;
} MgCamera;

MgPoint mg_camera_to_screen (const MgCamera *camera, MgPoint world);
MgPoint mg_camera_to_world (const MgCamera *camera, MgPoint screen);

/* Changes the zoom so that what lies under SCREEN stays under it. ZOOM is clamped to the limits. */
void mg_camera_zoom_at (MgCamera *camera, MgPoint screen, double zoom);

/* The camera that shows all of WORLD in the middle of VIEW (a low one: above it), at most at MAX_ZOOM. */
MgCamera mg_camera_fit (MgBox world, MgExtent view, double max_zoom);

/* Moves as little as possible so that BOX is in VIEW with a margin (its top left corner when it is larger). */
void mg_camera_reveal (MgCamera *camera, MgBox box, MgExtent view);

/* Keeps at least a part of WORLD in sight: nobody gets lost by scrolling too far. */
void mg_camera_clamp (MgCamera *camera, MgBox world, MgExtent view);

/* FROM + (TO - FROM) · T: positions linearly, the zoom geometrically (equal steps look equal). */
MgCamera mg_camera_mix (const MgCamera *from, const MgCamera *to, double t);

G_END_DECLS
