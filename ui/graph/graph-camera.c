#include "ui/graph/graph-camera.h"

#include <math.h>

/* Pixels of the picture that stay in sight at least. */
#define IN_SIGHT 48.0
/* Free space around a node that was scrolled into view. */
#define REVEAL_MARGIN 20.0

MgPoint
mg_camera_to_screen (const MgCamera *camera, MgPoint world)
{
  return (MgPoint){ world.x * camera->zoom + camera->x, world.y * camera->zoom + camera->y };
}

MgPoint
mg_camera_to_world (const MgCamera *camera, MgPoint screen)
{
  return (MgPoint){ (screen.x - camera->x) / camera->zoom, (screen.y - camera->y) / camera->zoom };
}

void
mg_camera_zoom_at (MgCamera *camera, MgPoint screen, double zoom)
{
  MgPoint world = mg_camera_to_world (camera, screen);

  camera->zoom = CLAMP (zoom, MG_CAMERA_MIN_ZOOM, MG_CAMERA_MAX_ZOOM);
  camera->x = screen.x - world.x * camera->zoom;
  camera->y = screen.y - world.y * camera->zoom;
}

MgCamera
mg_camera_fit (MgBox world, MgExtent view, double max_zoom)
{
  MgCamera camera = { 0, 0, 1 };
  double width = MAX (view.width - 2 * MG_CAMERA_MARGIN, 1), height = MAX (view.height - 2 * MG_CAMERA_MARGIN, 1);
  double above, up;

  if (world.width > 0 && world.height > 0)
    camera.zoom = MIN (width / world.width, height / world.height);
  camera.zoom = CLAMP (camera.zoom, MG_CAMERA_MIN_ZOOM, max_zoom);
  above = (view.height - world.height * camera.zoom) / 2;
  up = 2 * above >= MG_CAMERA_HEAD + MG_CAMERA_FOOT ? MAX (MG_CAMERA_FOOT - above, 0) : 0;
  /* Whole pixels: text at 100 % stays sharp. */
  camera.x = round (view.width / 2 - (world.x + world.width / 2) * camera.zoom);
  camera.y = round (view.height / 2 - (world.y + world.height / 2) * camera.zoom - up);
  return camera;
}

/* How far to move along one axis so that LOW … HIGH lies within MARGIN … SIZE - MARGIN. */
static double
reveal_axis (double low, double high, double size, double margin)
{
  if (high - low > size - 2 * margin)
    return margin - low;
  if (low < margin)
    return margin - low;
  if (high > size - margin)
    return size - margin - high;
  return 0;
}

void
mg_camera_reveal (MgCamera *camera, MgBox box, MgExtent view)
{
  MgPoint low = mg_camera_to_screen (camera, (MgPoint){ box.x, box.y });
  MgPoint high = mg_camera_to_screen (camera, (MgPoint){ box.x + box.width, box.y + box.height });

  camera->x += reveal_axis (low.x, high.x, view.width, REVEAL_MARGIN);
  camera->y += reveal_axis (low.y, high.y, view.height, REVEAL_MARGIN);
}

static double
clamp_axis (double low, double high, double size)
{
  double keep = MIN (IN_SIGHT, size / 2);

  if (high < keep)
    return keep - high;
  if (low > size - keep)
    return size - keep - low;
  return 0;
}

void
mg_camera_clamp (MgCamera *camera, MgBox world, MgExtent view)
{
  MgPoint low = mg_camera_to_screen (camera, (MgPoint){ world.x, world.y });
  MgPoint high = mg_camera_to_screen (camera, (MgPoint){ world.x + world.width, world.y + world.height });

  camera->x += clamp_axis (low.x, high.x, view.width);
  camera->y += clamp_axis (low.y, high.y, view.height);
}

MgCamera
mg_camera_mix (const MgCamera *from, const MgCamera *to, double t)
{
  return (MgCamera){ from->x + (to->x - from->x) * t, from->y + (to->y - from->y) * t,
                     from->zoom * pow (to->zoom / from->zoom, t) };
}
