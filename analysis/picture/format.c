#include <glib/gi18n-lib.h>

#include "analysis/picture/picture.h"

#define GROUP_DIGITS 3
/* Up to here the exact number of bytes is still easy to read. */
#define EXACT_BYTES 10000

char *
mg_format_count (guint64 count)
{
  char digits[32];
  int n = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, count);
  GString *text = g_string_sized_new (40);

  for (int i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % GROUP_DIGITS == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

/* AMOUNT units, given in tenths: one decimal below 100, none above. */
static char *
format_tenths (guint64 tenths, const char *unit)
{
  g_autofree char *whole = NULL;

  if (tenths < 1000)
    return g_strdup_printf ("%" G_GUINT64_FORMAT ".%u %s", tenths / 10, (guint) (tenths % 10), unit);
  whole = mg_format_count (tenths / 10);
  return g_strdup_printf ("%s %s", whole, unit);
}

/* BYTES in tenths of a unit of SCALE bytes, rounded half up as it will be shown (to whole units from 100 on). */
static guint64
to_tenths (guint64 bytes, guint64 scale)
{
  guint64 whole = bytes / scale, rest = bytes % scale;
  guint64 tenths = whole * 10 + (rest + scale / 20) / (scale / 10);

  return tenths < 1000 ? tenths : (whole + (rest >= scale / 2)) * 10;
}

char *
mg_format_bytes (guint64 bytes)
{
  static const char *const units[] = { "kB", "MB", "GB", "TB", "PB", "EB" };
  guint64 scale = 1000;

  if (bytes < EXACT_BYTES)
    {
      g_autofree char *count = mg_format_count (bytes);

      /* Translators: a size; %s is a number such as 1,144. */
      return g_strdup_printf (ngettext ("%s byte", "%s bytes", (gulong) bytes), count);
    }
  for (guint i = 0; i < G_N_ELEMENTS (units); i++, scale *= 1000)
    {
      guint64 tenths = to_tenths (bytes, scale);

      if (tenths < 10000 || i + 1 == G_N_ELEMENTS (units))
        return format_tenths (tenths, units[i]);
    }
  g_assert_not_reached ();
}
