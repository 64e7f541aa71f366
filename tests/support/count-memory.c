#include "tests/support/count-memory.h"

#include <malloc.h>

static gssize in_use, start, peak; /* one thread only: tests that count do not start more */

void
mg_count_memory_reset (void)
{
  start = peak = in_use;
}

gsize
mg_count_memory_peak (void)
{
  return (gsize) (peak - start);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__GLIBC__)

/* The C library's own functions under their second names; defining the first ones puts these in their place. */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *block, size_t size);
extern void __libc_free (void *block);

static void *
count (void *block)
{
  if (block)
    in_use += (gssize) malloc_usable_size (block);
  peak = MAX (peak, in_use);
  return block;
}

void *
malloc (size_t size)
{
  return count (__libc_malloc (size));
}

void *
calloc (size_t n, size_t size)
{
  return count (__libc_calloc (n, size));
}

void *
realloc (void *block, size_t size)
{
  if (block)
    in_use -= (gssize) malloc_usable_size (block);
  return count (__libc_realloc (block, size));
}

void
free (void *block)
{
  if (block)
    in_use -= (gssize) malloc_usable_size (block);
  __libc_free (block);
}

#endif
