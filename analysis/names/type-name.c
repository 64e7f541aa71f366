#include "analysis/names/type-name.h"

#include <string.h>

#define ELLIPSIS "\342\200\246"

static gboolean
is_identifier_start (char c)
{
  return g_ascii_isalpha (c) || c == '_' || (guchar) c >= 0x80;
}

/* --- size classes --- */

/* "10K", "85000": digits and perhaps a unit. */
static gboolean
is_amount (const char *text, gsize length)
{
  gsize digits = 0;

  while (digits < length && g_ascii_isdigit (text[digits]))
    digits++;
  return digits > 0 && (digits == length || (digits + 1 == length && strchr ("KMG", text[digits]) != NULL));
}

static gboolean
is_description_part (const char *part, gsize length)
{
  static const char bytes[] = "Bytes > ", element[] = "ElemSize=";

  if ((length == 4 && strncmp (part, "Ptrs", 4) == 0) || (length == 6 && strncmp (part, "NoPtrs", 6) == 0))
    return TRUE;
  if (length > strlen (bytes) && strncmp (part, bytes, strlen (bytes)) == 0)
    return is_amount (part + strlen (bytes), length - strlen (bytes));
  if (length > strlen (element) && strncmp (part, element, strlen (element)) == 0)
    return is_amount (part + strlen (element), length - strlen (element));
  return FALSE;
}

gsize
mg_type_name_base_length (const char *name)
{
  gsize length = strlen (name);
  const char *open, *part, *end;

  if (length < 4 || name[length - 1] != ')' || (open = g_strrstr (name, " (")) == NULL || open == name)
    return length;
  end = name + length - 1;
  for (part = open + 2; part <= end;)
    {
      const char *comma = memchr (part, ',', (gsize) (end - part));
      const char *stop = comma ? comma : end;

      if (!is_description_part (part, (gsize) (stop - part)))
        return length;
      part = stop + 1;
    }
  return (gsize) (open - name);
}

/* --- brackets --- */

/* Whether "[]" at AT begins a compiler-made name: an array's brackets follow a name, these stand before one. */
static gboolean
is_closure_start (const char *name, const char *at)
{
  return is_identifier_start (at[2]) && (at == name || strchr ("+<,. ", at[-1]) != NULL);
}

/* Length of "<,,>" at AT, or 0. */
static gsize
rank_length (const char *at)
{
  gsize n = 1;

  while (at[n] == ',')
    n++;
  return n > 1 && at[n] == '>' ? n + 1 : 0;
}

char *
mg_type_name_clean (const char *recorded)
{
  gsize length = mg_type_name_base_length (recorded);
  char *name = g_strndup (recorded, length);

  for (char *at = name; *at; at++)
    {
      gsize rank;

      if (at[0] == '[' && at[1] == ']' && is_closure_start (name, at))
        {
          at[0] = '<';
          at[1] = '>';
        }
      else if (at[0] == '<' && (rank = rank_length (at)) > 0)
        {
          at[0] = '[';
          at[rank - 1] = ']';
        }
    }
  return name;
}

/* --- parts of a name --- */

/* The first character after the namespace: the last dot before generic arguments, nesting or array brackets. A
 * compiler-made name ("<>c") keeps the name before it, which says whose it is. */
static const char *
skip_namespace (const char *name)
{
  const char *simple = name, *before = name;

  for (const char *at = name; *at && !strchr ("<[+, (", *at); at++)
    if (*at == '.' && at[1])
      {
        before = simple;
        simple = at + 1;
      }
  return *simple == '<' ? before : simple;
}

static gboolean
is_dotnet_name (const char *name)
{
  return is_identifier_start (name[0]) || (name[0] == '<' && name[1]);
}

/* The bracket that closes the one at OPEN, or NULL. */
static const char *
closing_bracket (const char *open)
{
  int depth = 0;

  for (const char *at = open; *at; at++)
    {
      if (*at == '<')
        depth++;
      else if (*at == '>' && --depth == 0)
        return at;
    }
  return NULL;
}

char *
mg_type_name_short (const char *name)
{
  GString *text;
  const char *at;

  if (!is_dotnet_name (name))
    return g_strdup (name);
  text = g_string_new (NULL);
  for (at = skip_namespace (name); *at; at++)
    {
      const char *close = *at == '<' ? closing_bracket (at) : NULL;
      gboolean is_generic = close && text->len > 0 && strchr (".+", text->str[text->len - 1]) == NULL;

      if (is_generic)
        {
          g_string_append (text, "<" ELLIPSIS ">");
          at = close;
        }
      else
        g_string_append_c (text, *at);
    }
  return g_string_free (text, FALSE);
}

char *
mg_type_name_namespace (const char *name)
{
  const char *simple = skip_namespace (name);

  if (!is_dotnet_name (name) || simple == name)
    return g_strdup ("");
  return g_strndup (name, (gsize) (simple - name - 1));
}

char *
mg_type_name_elide (const char *name, gsize max_chars)
{
  gsize n = (gsize) g_utf8_strlen (name, -1);
  gsize head;
  const char *tail;

  max_chars = MAX (max_chars, 3);
  if (n <= max_chars)
    return g_strdup (name);
  head = (max_chars - 1) / 2;
  tail = g_utf8_offset_to_pointer (name, (glong) (n - (max_chars - 1 - head)));
  return g_strdup_printf ("%.*s" ELLIPSIS "%s", (int) (g_utf8_offset_to_pointer (name, (glong) head) - name), name,
                          tail);
}

gsize
mg_type_name_member_split (const char *text)
{
  gsize split = 0;
  int depth = 0;

  for (const char *at = text; *at; at++)
    {
      if (*at == '<' || *at == '[')
        depth++;
      else if (*at == '>' || *at == ']')
        depth--;
      else if (*at == '.' && depth == 0 && at > text && at[1])
        split = (gsize) (at - text);
    }
  return split;
}

char *
mg_field_name_clean (const char *field)
{
  static const char suffix[] = ">k__BackingField";

  if (field[0] == '<' && g_str_has_suffix (field, suffix))
    return g_strndup (field + 1, strlen (field) - strlen (suffix) - 1);
  return g_strdup (field);
}

gboolean
mg_type_name_is_runtime_table (const char *name)
{
  static const char *const names[] = { "System.Reflection.LoaderAllocator", "System.Reflection.LoaderAllocatorScout",
                                       "System.RuntimeType" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      return TRUE;
  return g_str_has_prefix (name, "System.RuntimeType+") || g_str_has_prefix (name, "RuntimeTypeCache");
}

gboolean
mg_type_name_is_list_element (const char *name)
{
  static const char *const names[]
      = { "System.Threading.TimerQueueTimer", "System.Threading.CancellationTokenSource+CallbackNode", "CallbackNode" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      return TRUE;
  return FALSE;
}
