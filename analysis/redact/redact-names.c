/* Names that are made of others: what a reference is called, static fields, methods, roots. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/names/type-name.h"
#include "analysis/redact/redactor.h"

/* Stands where a part of a label is cut out; no name has it. */
#define MARK "\001"

/* --- fields --- */

/* "[12]", "[1,2]" stay; a key is a value. Returns the length of what was read. */
static gsize
append_element (GString *out, const char *text)
{
  gsize n = 1 + strspn (text + 1, "0123456789,-");
  const char *end;

  if (text[n] == ']')
    {
      g_string_append_len (out, text, (gssize) n + 1);
      return n + 1;
    }
  g_string_append (out, "[…]");
  /* A key may hold any characters: it ends with the text. */
  end = strrchr (text, ']');
  return end ? (gsize) (end - text) + 1 : strlen (text);
}

static gsize
identifier_length (const char *text)
{
  gsize n = 0;

  if (text[0] == '<')
    n = strcspn (text, ">");
  return n + strcspn (text + n, ".,[ ");
}

/* One of several paths: "[3].value.Name". N_KEPT identifiers stay. */
static gsize
append_path (MgRedactor *redactor, GString *out, const char *text, guint n_kept)
{
  const char *at = text;

  while (*at && *at != ',')
    {
      gsize n = identifier_length (at);
      g_autofree char *name = NULL, *word = NULL;

      if (*at == '[')
        {
          at += append_element (out, at);
          continue;
        }
      if (n == 0) /* '.', or what is no name: blanks between words */
        {
          g_string_append_c (out, *at == '.' ? '.' : ' ');
          at++;
          continue;
        }
      name = g_strndup (at, n);
      if (n_kept > 0 || name[0] == '+')
        g_string_append (out, name);
      else
        g_string_append (out, word = mg_redactor_word (redactor, "field", name));
      n_kept -= n_kept > 0;
      at += n;
    }
  return (gsize) (at - text);
}

/* Of "My.Row<A, B>.First, My.Row<A, B>.Last" the length of the first. */
static gsize
static_length (const char *text)
{
  guint depth = 0;
  gsize n = 0;

  for (; text[n] && (depth > 0 || text[n] != ','); n++)
    {
      depth += text[n] == '<';
      depth -= text[n] == '>' && depth > 0;
    }
  return n;
}

/* An array has elements, no fields. Another name is that of a static field whose value lies in it: the classes of a
 * collectible load context keep theirs in arrays on the heap. */
static char *
redact_statics (MgRedactor *redactor, const char *label)
{
  GString *out = g_string_new (NULL);

  for (const char *at = label; *at;)
    {
      gsize n = static_length (at);
      g_autofree char *name = g_strndup (at, n), *shown = mg_redactor_static (redactor, name);

      g_string_append_printf (out, "%s%s", at > label ? ", " : "", shown);
      at += n;
      at += strspn (at, ", ");
    }
  return g_string_free (out, FALSE);
}

char *
mg_redactor_field (MgRedactor *redactor, const char *type, const char *label)
{
  MgKeep keep;
  g_autofree char *unused = mg_redactor_type (redactor, type, &keep);
  guint n_kept = keep == MG_KEEP_ALL ? G_MAXUINT : keep == MG_KEEP_DEFINITION ? 1 : 0;
  GString *out;

  if (strcmp (label, _ ("its load context")) == 0)
    return g_strdup (label);
  if (g_str_has_suffix (type, "]") && label[0] != '[')
    return redact_statics (redactor, label);
  out = g_string_new (NULL);
  for (const char *at = label; *at;)
    {
      at += append_path (redactor, out, at, n_kept);
      if (*at == ',')
        {
          g_string_append (out, ", ");
          at += 1 + strspn (at + 1, " ");
        }
    }
  return g_string_free (out, FALSE);
}

/* --- members of classes --- */

/* Where the member begins in "CLASS.MEMBER", behind the dot; NULL: there is no class. Constructors are ".ctor". */
static const char *
find_member (const char *text)
{
  gsize length = strlen (text), split;

  if (g_str_has_suffix (text, "..ctor") || g_str_has_suffix (text, "..cctor"))
    return strrchr (text, '.');
  split = mg_type_name_member_split (text);
  return split > 0 && split + 1 < length ? text + split + 1 : NULL;
}

/* Names that every program has. */
static gboolean
is_common_method (const char *name)
{
  static const char *const names[]
      = { ".ctor", ".cctor", "Main", "MoveNext", "Invoke", "Finalize", "Dispose", "ToString", "Equals", "GetHashCode" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

static char *
redact_member (MgRedactor *redactor, const char *text, const char *kind)
{
  const char *member = find_member (text);
  g_autofree char *class = NULL, *shown = NULL, *word = NULL;
  MgKeep keep;

  if (member == NULL)
    return mg_redactor_word (redactor, kind, text);
  class = g_strndup (text, (gsize) (member - text) - 1);
  shown = mg_redactor_type (redactor, class, &keep);
  if (keep == MG_KEEP_NOTHING && !(strcmp (kind, "Method") == 0 && is_common_method (member)))
    word = mg_redactor_word (redactor, kind, member);
  return g_strdup_printf ("%s.%s", shown, word ? word : member);
}

char *
mg_redactor_static (MgRedactor *redactor, const char *text)
{
  char *shown = redact_member (redactor, text, "field");

  mg_redactor_remember (redactor, shown, text);
  return shown;
}

char *
mg_redactor_method (MgRedactor *redactor, const char *text)
{
  gsize length = strlen (text);
  g_autofree char *class = NULL, *shown = NULL;

  /* A class stands for a callback: "<My.Row>". */
  if (length < 3 || text[0] != '<' || text[length - 1] != '>')
    {
      shown = redact_member (redactor, text, "Method");
      mg_redactor_remember (redactor, shown, text);
      return g_steal_pointer (&shown);
    }
  class = g_strndup (text + 1, length - 2);
  shown = mg_redactor_type (redactor, class, NULL);
  return g_strdup_printf ("<%s>", shown);
}

/* --- roots --- */

/* The number of the thread in "thread 7 in My.Program.Main", in the words of any language. */
static guint32
thread_number (const char *label)
{
  const char *digit = strpbrk (label, "0123456789");

  return digit ? (guint32) g_ascii_strtoull (digit, NULL, 10) : 0;
}

/* "thread 7 in My.Program.Main": the label is made again with a mark for the method, to find where that stands. */
static char *
stack_label (MgRedactor *redactor, const char *label)
{
  guint32 thread = thread_number (label);
  g_autofree char *bare = mg_root_stack_label (thread, NULL), *marked = mg_root_stack_label (thread, MARK);
  g_autofree char *method = NULL, *shown = NULL;
  const char *mark = strstr (marked, MARK);
  gsize before = (gsize) (mark - marked), after = strlen (mark + 1), length = strlen (label);

  if (length <= before + after || strncmp (label, marked, before) != 0
      || strcmp (label + length - after, mark + 1) != 0)
    return g_steal_pointer (&bare);
  method = g_strndup (label + before, length - before - after);
  shown = mg_redactor_method (redactor, method);
  return mg_root_stack_label (thread, shown);
}

/* Groups of roots that files name themselves; all else may be anything. */
static gboolean
is_known_group (const char *label)
{
  static const char *const groups[] = { ".NET Roots", "JS Roots", "GC Heaps", "other roots", "other Handles",
                                        "Gen1 Roots", "Gen2 Roots", ".NET Generation Aware Roots" };

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_ascii_strcasecmp (label, groups[i]) == 0)
      return TRUE;
  return strcmp (label, _ ("frozen objects")) == 0 || strcmp (label, "frozen objects") == 0;
}

char *
mg_redactor_root_label (MgRedactor *redactor, const MgRoot *root, const char *type)
{
  if (root->label == NULL)
    return NULL;
  switch (root->kind)
    {
    case MG_ROOT_STATIC:
    case MG_ROOT_THREAD_STATIC:
      return mg_redactor_static (redactor, root->label);
    case MG_ROOT_STACK:
    case MG_ROOT_STACK_CONSERVATIVE:
      return stack_label (redactor, root->label);
    default:
      return is_known_group (root->label) ? g_strdup (root->label)
                                          : mg_redactor_word (redactor, "Root", root->label);
    }
}

/* A note may name the type of what the root holds, or a thread; one that says something else is left out. */
char *
mg_redactor_root_note (MgRedactor *redactor, const MgRoot *root, const char *type)
{
  const char *named = type && root->note ? strstr (root->note, type) : NULL;
  g_autofree char *before = NULL, *shown = NULL;

  if (root->note == NULL)
    return NULL;
  if (root->kind == MG_ROOT_THREAD_STATIC && strpbrk (root->note, "0123456789"))
    return mg_root_stack_label (thread_number (root->note), NULL);
  if (strcmp (root->note, _ ("pinned")) == 0 || strcmp (root->note, _ ("counts until the method returns")) == 0)
    return g_strdup (root->note);
  if (named == NULL)
    return NULL;
  before = g_strndup (root->note, (gsize) (named - root->note));
  shown = mg_redactor_type (redactor, type, NULL);
  return g_strconcat (before, shown, named + strlen (type), NULL);
}
