#include "analysis/base/big-array.h"

#include <stdlib.h>
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
  guint8 *memory = g_malloc0_n (n, size), *start;
  gsize bytes = n * size;

  if (bytes < BIG)
    return memory;
  /* Fresh pages are zero already, and most of them may never be touched: no alignment, which calloc does not know. */
  start = (guint8 *) (((guintptr) memory + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
  (void) madvise (start, (bytes - (gsize) (start - memory)) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
  return memory;
}
