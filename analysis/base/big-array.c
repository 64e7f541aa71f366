#include "analysis/base/big-array.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((gsize) 2 * 1024 * 1024)

/* Below this the rounding up to whole huge pages would cost more than it brings. */
#define BIG (8 * HUGE_PAGE)

gpointer
mg_big_array_alloc (gsize n, gsize size)
{
  gsize bytes;
  gpointer memory;

  if (n > G_MAXSIZE / 2 / size)
    g_error ("an array of %" G_GSIZE_FORMAT " × %" G_GSIZE_FORMAT " bytes is too big", n, size);
  bytes = n * size;
  if (bytes < BIG)
    return g_malloc (bytes);
  bytes = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  memory = aligned_alloc (HUGE_PAGE, bytes);
  if (memory == NULL)
    g_error ("no memory for %" G_GSIZE_FORMAT " bytes", bytes);
  (void) madvise (memory, bytes, MADV_HUGEPAGE); /* merely a wish */
  return memory;
}

gpointer
mg_big_array_alloc0 (gsize n, gsize size)
{
  gpointer memory;

  if (n <= BIG / size)
    return g_malloc0_n (n, size);
  memory = mg_big_array_alloc (n, size);
  memset (memory, 0, n * size);
  return memory;
}
