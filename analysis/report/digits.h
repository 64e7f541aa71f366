/* Numbers with thousands separators, without allocating: tables print millions of them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 18,446,744,073,709,551,615 and the end of the string. */
#define MG_DIGITS_SIZE 27

/* Writes NUMBER into BUFFER: "10,000", the same in every locale. Returns where the text begins inside BUFFER. */
static inline const char *
mg_digits (char buffer[MG_DIGITS_SIZE], guint64 number)
{
  char *p = buffer + MG_DIGITS_SIZE - 1;
  guint n = 0;

  *p = '\0';
  do
    {
      if (n > 0 && n % 3 == 0)
        *--p = ',';
      *--p = (char) ('0' + number % 10);
      number /= 10;
      n++;
    }
  while (number > 0);
  return p;
}

G_END_DECLS
