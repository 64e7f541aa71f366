/* Functions that count bits in their innermost loop are compiled twice: with the processor's own instruction for it and
 * without. Which one runs is decided when the program starts: before a sanitizer is ready for it. */
#pragma once

#if defined __x86_64__ && defined __linux__ && defined __GNUC__ && !defined __clang__
#include <stdlib.h> /* __GLIBC__ */
#endif

#if defined __x86_64__ && defined __GLIBC__ && defined __GNUC__ && !defined __clang__ \
  && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define MG_COUNTS_BITS __attribute__ ((target_clones ("popcnt", "default")))
#else
#define MG_COUNTS_BITS
#endif
