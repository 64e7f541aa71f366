#include "ui/text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A character that belongs to a dotted name; everything else (angle brackets, commas, blanks) separates names. */
static gboolean
in_name (char c)
{
  return c != '<' && c != '>' && c != ',' && c != ' ' && c != '[' && c != ']' && c != '(' && c != ')' && c != '*'
         && c != '&';
}

char *
mg_text_short_type_name (const char *name)
{
  GString *text = g_string_new (NULL);
  const char *word = name; /* start of the dotted name at hand, after its last dot */

  for (const char *p = name;; p++)
    {
      /* A dot that ends a word ("<>c.<Main>b__0") or a leading one is part of the name, not a separator. */
      if (*p == '.' && p > word && in_name (p[1]) && p[1] != '\0')
        word = p + 1;
      else if (*p == '\0' || !in_name (*p))
        {
          g_string_append_len (text, word, p - word);
          if (*p == '\0')
            break;
          g_string_append_c (text, *p);
          word = p + 1;
        }
    }
  return g_string_free (text, FALSE);
}

const char *
mg_text_field_with_class (const char *label)
{
  const char *start = label, *next = label;

  for (const char *p = label; *p && in_name (*p); p++)
    if (*p == '.' && p > next)
      {
        start = next;
        next = p + 1;
      }
  return start;
}

char *
mg_text_namespace (const char *name)
{
  gsize head = strcspn (name, "<[( ,");
  const char *dot = g_strrstr_len (name, (gssize) head, ".");

  return dot ? g_strndup (name, (gsize) (dot - name)) : g_strdup ("");
}

char *
mg_text_share (guint64 part, guint64 whole)
{
  double percent = whole > 0 ? 100.0 * (double) part / (double) whole : 0.0;

  if (whole == 0)
    return g_strdup ("–");
  if (part > 0 && percent < 0.1)
    /* Translators: a share that is too small to be told: "< 0.1 %" */
    return g_strdup (_("< 0.1 %"));
  /* Translators: a share in percent: "83.0 %" */
  return g_strdup_printf (_("%.1f %%"), percent);
}

char *
mg_text_address (guint64 address)
{
  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);
}

char *
mg_text_for_direction (const char *text, gboolean rtl)
{
  /* LEFT-TO-RIGHT MARK: the paragraph takes its direction from it. */
  return rtl ? g_strconcat ("\xe2\x80\x8e", text, NULL) : g_strdup (text);
}
