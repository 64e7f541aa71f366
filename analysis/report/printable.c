#include "analysis/report/printable.h"

#include <string.h>

static gboolean
is_plain_ascii (const char *text)
{
  for (const guchar *c = (const guchar *) text; *c; c++)
    if (*c < 0x20 || *c >= 0x7f)
      return FALSE;
  return TRUE;
}

static gboolean
is_harmful (gunichar c)
{
  return g_unichar_iscntrl (c) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028
         || c == 0x2029;
}

void
mg_printable_append (GString *out, const char *text)
{
  g_autofree char *valid = NULL;

  if (is_plain_ascii (text))
    {
      g_string_append (out, text);
      return;
    }
  valid = g_utf8_make_valid (text, -1);
  for (const char *p = valid; *p; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (is_harmful (c))
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_unichar (out, c);
    }
}

char *
mg_printable (const char *text)
{
  GString *out = g_string_sized_new (strlen (text) + 1);

  mg_printable_append (out, text);
  return g_string_free (out, FALSE);
}

gsize
mg_printable_width (const char *text)
{
  gsize width = 0;

  for (const char *p = text; *p; p = g_utf8_next_char (p))
    {
      gunichar c;

      if ((guchar) *p < 0x80)
        {
          width++;
          continue;
        }
      c = g_utf8_get_char (p);
      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}
