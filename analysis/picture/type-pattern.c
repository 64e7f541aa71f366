#include "analysis/picture/type-pattern.h"

#include <string.h>

/* Where the bracket opened at P closes, or the end of the text. */
static const char *
skip_brackets (const char *p)
{
  guint depth = 0;

  for (; *p; p++)
    {
      if (*p == '<')
        depth++;
      else if (*p == '>' && --depth == 0)
        return p + 1;
    }
  return p;
}

static gboolean
begins_part (const char *name, const char *p)
{
  return p == name || p[-1] == '.' || p[-1] == '+';
}

char *
mg_type_base_name (const char *name)
{
  GString *base = g_string_sized_new (64);
  const char *p = name;

  while (*p)
    {
      const char *end;

      if (*p != '<')
        {
          g_string_append_c (base, *p++);
          continue;
        }
      end = skip_brackets (p);
      if (begins_part (name, p))
        g_string_append_len (base, p, end - p);
      p = end;
    }
  return g_string_free (base, FALSE);
}

const char *
mg_type_last_part (const char *base)
{
  const char *part = base;

  for (const char *p = base; *p;)
    {
      if (*p == '<')
        {
          p = skip_brackets (p);
          continue;
        }
      if ((*p == '.' || *p == '+') && p[1] != '\0')
        part = p + 1;
      p++;
    }
  return part;
}

gboolean
mg_type_matches (const char *base, const char *pattern)
{
  if (*pattern == '*')
    return g_str_has_suffix (base, pattern + 1);
  if (strchr (pattern, '.') != NULL)
    return strcmp (base, pattern) == 0;
  return strcmp (mg_type_last_part (base), pattern) == 0;
}

/* Delegates of the runtime itself. */
static const char *const certain_delegates[] = {
  "System.Action",
  "System.Func",
  "System.EventHandler",
  "System.Predicate",
  "System.Comparison",
  "System.Converter",
  "System.AsyncCallback",
  "System.UnhandledExceptionEventHandler",
  "System.ResolveEventHandler",
  "System.Threading.TimerCallback",
  "System.Threading.WaitCallback",
  "System.Threading.SendOrPostCallback",
  "System.Threading.ContextCallback",
  "System.Threading.ThreadStart",
  "System.Threading.ParameterizedThreadStart",
  "System.Threading.WaitOrTimerCallback",
  "System.ComponentModel.PropertyChangedEventHandler",
  "System.ComponentModel.PropertyChangingEventHandler",
  "System.Collections.Specialized.NotifyCollectionChangedEventHandler",
};

gboolean
mg_type_is_certain_delegate (const char *name)
{
  if (!g_str_has_prefix (name, "System."))
    return FALSE; /* most of a million */
  for (guint i = 0; i < G_N_ELEMENTS (certain_delegates); i++)
    {
      gsize length = strlen (certain_delegates[i]);

      if (strncmp (name, certain_delegates[i], length) == 0 && (name[length] == '\0' || name[length] == '<'))
        return !g_str_has_suffix (name, "]");
    }
  return FALSE;
}

MgDelegateGuess
mg_type_guess_delegate (const char *base)
{
  static const char *const suffixes[] = { "Handler", "Callback", "Delegate", "Action", "Func", "Predicate" };

  for (guint i = 0; i < G_N_ELEMENTS (certain_delegates); i++)
    if (strcmp (base, certain_delegates[i]) == 0)
      return MG_DELEGATE_YES;
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (base, suffixes[i]))
      return MG_DELEGATE_MAYBE;
  return MG_DELEGATE_NO;
}

gboolean
mg_type_is_closure (const char *base)
{
  return g_str_has_prefix (mg_type_last_part (base), "<>c__DisplayClass");
}

gboolean
mg_type_is_service_provider (const char *name)
{
  return strcmp (name, "Microsoft.Extensions.DependencyInjection.ServiceProvider") == 0;
}
