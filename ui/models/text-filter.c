#include "ui/models/text-filter.h"

#include <string.h>

struct _MgTextFilter
{
  GRegex *regex; /* owned; NULL: plain text */
  char *needle;  /* owned; of plain ASCII text: in lower case; else: folded */
  gsize length;
  gboolean ascii;
};

MgTextFilter *
mg_text_filter_new (const char *pattern, gboolean regex, GError **error)
{
  g_autoptr (GRegex) compiled = NULL;
  MgTextFilter *filter;

  if (*pattern == '\0')
    return NULL;
  if (regex && (compiled = g_regex_new (pattern, G_REGEX_CASELESS, G_REGEX_MATCH_NOTEMPTY, error)) == NULL)
    return NULL;
  filter = g_atomic_rc_box_new0 (MgTextFilter);
  filter->regex = g_steal_pointer (&compiled);
  filter->ascii = g_str_is_ascii (pattern);
  filter->needle = filter->ascii ? g_ascii_strdown (pattern, -1) : g_utf8_casefold (pattern, -1);
  filter->length = strlen (filter->needle);
  return filter;
}

MgTextFilter *
mg_text_filter_ref (MgTextFilter *filter)
{
  return filter ? g_atomic_rc_box_acquire (filter) : NULL;
}

static void
filter_clear (gpointer data)
{
  MgTextFilter *filter = data;

  g_clear_pointer (&filter->regex, g_regex_unref);
  g_free (filter->needle);
}

void
mg_text_filter_unref (MgTextFilter *filter)
{
  if (filter)
    g_atomic_rc_box_release_full (filter, filter_clear);
}

/* Looks for the needle's first letter in both cases, then compares: most names end after one look at each byte. */
static gboolean
contains_ascii (const char *text, const char *needle, gsize length)
{
  char lower = needle[0], upper = g_ascii_toupper (lower);

  for (; *text; text++)
    if ((*text == lower || *text == upper) && g_ascii_strncasecmp (text, needle, length) == 0)
      return TRUE;
  return FALSE;
}

gboolean
mg_text_filter_match (const MgTextFilter *filter, const char *text)
{
  g_autofree char *folded = NULL;

  if (filter->regex)
    return g_regex_match (filter->regex, text, 0, NULL);
  if (filter->ascii)
    return contains_ascii (text, filter->needle, filter->length);
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, filter->needle) != NULL;
}
