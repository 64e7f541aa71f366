/* A segment of the heap as a .gcdump records it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Addresses; ends are exclusive. 0: the segment has no such part. The first end above an address tells its generation,
 * asked from the last to the first. */
typedef struct
{
  guint64 start, end;
  guint64 generation_end[5]; /* 0, 1, 2, large objects, pinned objects */
} MgGcdumpSegment;

G_END_DECLS
