/* What types are called, among them those that the compiler made. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/names/type-name.h"
#include "analysis/picture/label.h"
#include "analysis/picture/type-pattern.h"

/* Longer titles give up their generic arguments. */
#define TITLE_CHARS 32
/* Longer methods give up their class. */
#define METHOD_CHARS 44

/* All namespaces left out, inside generic arguments too. */
static char *
without_namespaces (const char *name)
{
  GString *text = g_string_new (NULL);
  gsize start = 0; /* where the present part of the name begins in TEXT */

  for (const char *p = name; *p; p++)
    {
      if (*p == '.' && p > name && strchr ("<,+.[", p[-1]) == NULL)
        {
          g_string_truncate (text, start);
          continue;
        }
      g_string_append_c (text, *p);
      if (strchr ("<,+[", *p) != NULL)
        start = text->len;
      if (*p == ',' && p[1] != ' ' && p[1] != ',' && p[1] != ']')
        g_string_append_c (text, ' ');
      if (*p == ',' || *p == ' ')
        start = text->len;
    }
  return g_string_free (text, FALSE);
}

/* The bracket that closes the one TEXT begins with, or NULL. */
static const char *
closing_bracket (const char *text)
{
  guint depth = 0;

  for (const char *p = text; *p; p++)
    {
      depth += *p == '<';
      depth -= *p == '>';
      if (depth == 0)
        return p;
    }
  return NULL;
}

/* The method that people wrote of which the compiler made INNER, with CLASS ("Program.", "") before its name: "Load" is
 * itself; "<Main>$" of a program without Main; "<Run>b__4_0", a lambda in Run; "<Run>g__Retry|4_0", its local function.
 */
static char *
method_words (const char *inner, const char *class)
{
  const char *end = *inner == '<' ? closing_bracket (inner) : NULL, *bar, *start;
  g_autofree char *outer = NULL;

  if (end == NULL)
    return g_strconcat (class, inner, NULL);
  /* "<Main>$" stands inside once more. */
  start = inner + 1 + (inner[1] == '<');
  outer = g_strdup_printf ("%s%.*s", class, (int) strcspn (start, ">"), start);
  bar = g_str_has_prefix (end, ">g__") ? strchr (end, '|') : NULL;
  if (bar)
    {
      g_autofree char *local = g_strndup (end + 4, (gsize) (bar - end - 4));

      /* Translators: a local function, and the method that it is written in. */
      return g_strdup_printf (_ ("%s in %s"), local, outer);
    }
  if (g_str_has_prefix (end, ">b__"))
    /* Translators: an unnamed function; %s is the method it was written in. */
    return g_strdup_printf (_ ("lambda in %s"), outer);
  return g_steal_pointer (&outer);
}

/* "<Load>d__12" → "Load", "<<Main>b__0_0>d" → "lambda in Main"; NULL when PART is no such name. */
static char *
state_machine_method (const char *part, const char *class)
{
  const char *end = *part == '<' ? closing_bracket (part) : NULL;
  g_autofree char *inner = NULL;

  if (end == NULL || end == part + 1 || end[1] != 'd' || (end[2] != '\0' && strchr ("_>,`", end[2]) == NULL))
    return NULL;
  inner = g_strndup (part + 1, (gsize) (end - part - 1));
  return method_words (inner, class);
}

/* The class around a nested type, without namespace: "Zoo.Program+<>c" → "Program"; NULL when not recorded. */
static char *
outer_class (const char *base, const char *part)
{
  g_autofree char *outer = part > base ? g_strndup (base, (gsize) (part - base - 1)) : NULL;

  return outer ? g_strdup (mg_type_last_part (outer)) : NULL;
}

/* The state machine in "AsyncStateMachineBox<Result, Outer+<Load>d__12>": its name from the last part on, and the class
 * around it as *OUTER. NULL: there is none. */
static char *
boxed_machine (const char *name, char **outer)
{
  const char *open = g_strrstr (name, "StateMachineBox<"), *start, *plus = NULL;
  guint depth = 0;
  g_autofree char *argument = NULL;

  *outer = NULL;
  if (open == NULL)
    return NULL;
  start = strchr (open, '<') + 1;
  for (const char *p = start; *p && !(*p == '>' && depth == 0); p++)
    {
      depth += *p == '<';
      depth -= *p == '>';
      if (*p == ',' && depth == 0)
        start = p[1] == ' ' ? p + 2 : p + 1;
      if (*p == '+' && depth == 0)
        plus = p;
    }
  if (plus == NULL || plus < start)
    return g_str_has_prefix (start, "<") ? g_strndup (start, strlen (start) - 1) : NULL;
  *outer = g_strndup (start, (gsize) (plus - start));
  argument = g_strdup (plus + 1);
  if (g_str_has_suffix (argument, ">"))
    argument[strlen (argument) - 1] = '\0';
  return g_steal_pointer (&argument);
}

/* The method of the box NAME; QUALIFIED: with its class, "MyApp.Program.Load". NULL: not recorded. */
static char *
boxed_method (const char *name, gboolean qualified)
{
  g_autofree char *outer = NULL, *machine = boxed_machine (name, &outer), *class = NULL;
  char *closure = outer ? strstr (outer, "+<>c") : NULL;

  if (machine == NULL)
    return NULL;
  /* Lambdas are written in the class around the one that the compiler made for them. */
  if (closure)
    *closure = '\0';
  class = qualified && outer ? g_strconcat (outer, ".", NULL) : g_strdup ("");
  return state_machine_method (machine, class);
}

/* Names that the compiler made, in words. NULL for names that people gave. */
static char *
compiler_title (const char *name, const char *base, const char *part)
{
  g_autofree char *outer = outer_class (base, part);
  g_autofree char *boxed = g_str_has_suffix (part, "StateMachineBox") ? boxed_method (name, FALSE) : NULL;
  g_autofree char *method = state_machine_method (part, "");

  if (boxed)
    /* Translators: an async method that has not finished; %s is its name. */
    return g_strdup_printf (_ ("async %s"), boxed);
  if (method)
    /* Translators: an async method or one with "yield return" that has not finished; %s is its name. */
    return g_strdup_printf (_ ("suspended %s"), method);
  if (mg_type_is_closure (base))
    /* Translators: a closure keeps the variables that lambdas captured; %s is the class it was written in. */
    return outer ? g_strdup_printf (_ ("closure in %s"), outer) : g_strdup (_ ("closure"));
  if (strcmp (part, "<>c") == 0)
    /* Translators: the object on which lambdas that capture nothing are called; %s is their class. */
    return outer ? g_strdup_printf (_ ("lambdas of %s"), outer) : g_strdup (_ ("lambdas"));
  if (g_str_has_prefix (part, "Continuation_") && g_ascii_isdigit (part[strlen ("Continuation_")]))
    /* .NET 11 makes one class for each layout of local variables. */
    return g_strdup (_ ("suspended async method"));
  if (g_str_has_prefix (part, "<>f__AnonymousType"))
    return g_strdup (_ ("anonymous type"));
  return NULL;
}

/* Generic arguments of arguments folded: "List<Task<Row>>" → "List<Task<…>>". */
static char *
without_inner_arguments (const char *title)
{
  GString *text = g_string_new (NULL);
  guint depth = 0;

  for (const char *p = title; *p; p++)
    {
      if (*p == '<' && ++depth == 2)
        g_string_append (text, "<…>");
      if (depth < 2)
        g_string_append_c (text, *p);
      if (*p == '>' && depth > 0)
        depth--;
    }
  return g_string_free (text, FALSE);
}

char *
mg_label_type_title (const char *type_name)
{
  g_autofree char *base = mg_type_base_name (type_name);
  char *title = compiler_title (type_name, base, mg_type_last_part (base));

  if (title)
    return title;
  title = without_namespaces (type_name);
  if (g_utf8_strlen (title, -1) > TITLE_CHARS)
    {
      g_autofree char *whole = title;

      title = without_inner_arguments (whole);
    }
  if (g_utf8_strlen (title, -1) <= TITLE_CHARS)
    return title;
  g_free (title);
  return mg_type_name_short (type_name);
}

char *
mg_label_type_full (const char *type_name)
{
  g_autofree char *base = mg_type_base_name (type_name);
  g_autofree char *method = g_str_has_suffix (base, "StateMachineBox") ? boxed_method (type_name, TRUE) : NULL;

  if (method == NULL)
    return g_strdup (type_name);
  /* Translators: an async method that has not finished; %s is its name. */
  return g_strdup_printf (_ ("async %s"), method);
}

char *
mg_label_state_machine (const char *type_name)
{
  g_autofree char *base = mg_type_base_name (type_name);

  return state_machine_method (mg_type_last_part (base), "");
}

gboolean
mg_label_is_async (const char *type_name)
{
  g_autofree char *base = mg_type_base_name (type_name);

  return g_str_has_suffix (base, "StateMachineBox");
}

char *
mg_label_counted (const char *type_name, guint64 count)
{
  g_autofree char *title = mg_label_type_title (type_name);

  return mg_label_counted_title (title, count);
}

char *
mg_label_counted_title (const char *title, guint64 count)
{
  g_autofree char *number = mg_format_count (count);

  /* Translators: "one ConnectionMonitor" */
  return count == 1 ? g_strdup_printf (_ ("one %s"), title)
                    /* Translators: "12 ConnectionMonitor" */
                    : g_strdup_printf (_ ("%1$s %2$s"), number, title);
}

/* ---- Methods ---- */

/* The class that people wrote around what the compiler made of it: "Zoo.Program" of "Zoo.Program+<>c". */
static char *
written_class (const char *type)
{
  const char *made = strstr (type, "+<");

  return made ? g_strndup (type, (gsize) (made - type)) : g_strdup (type);
}

/* The last dot outside of brackets: compilers write whole names into theirs, "Cache.<.ctor>b__0_0". */
static const char *
last_dot (const char *name)
{
  const char *dot = NULL;
  guint depth = 0;

  for (const char *p = name; *p; p++)
    {
      depth += *p == '<';
      depth -= *p == '>' && depth > 0;
      if (*p == '.' && depth == 0)
        dot = p;
    }
  return dot;
}

char *
mg_label_method (const char *method_name)
{
  const char *dot = last_dot (method_name);
  g_autofree char *type = NULL, *class = NULL, *title = NULL, *prefix = NULL, *whole = NULL;

  if (dot && dot > method_name && dot[-1] == '.')
    dot--; /* constructors are called ".ctor" */
  if (dot == NULL)
    return g_strdup (method_name);
  type = g_strndup (method_name, (gsize) (dot - method_name));
  class = dot[1] == '<' ? written_class (type) : g_strdup (type);
  title = mg_label_type_title (class);
  if (strcmp (dot + 1, "MoveNext") == 0 && strstr (type, ">d__") != NULL)
    return g_steal_pointer (&title);
  prefix = g_strconcat (title, ".", NULL);
  whole = method_words (dot + 1, prefix);
  if (g_utf8_strlen (whole, -1) <= METHOD_CHARS)
    return g_steal_pointer (&whole);
  return method_words (dot + 1, "");
}
