/* What stands on the line between two objects. */
#include <glib/gi18n-lib.h>

#include "analysis/picture/label.h"

typedef struct
{
  const char *one, *many;
  gboolean counts;
} EdgeWords;

/* Translators: words on the line between two objects; %s is a field's name. */
static const EdgeWords edge_words[MG_N_FOLD_KINDS] = {
  [MG_FOLD_PLAIN] = { "", "", FALSE },
  [MG_FOLD_INTERNAL] = { "", "", FALSE },
  [MG_FOLD_EVENT] = { N_ ("event handler"), N_ ("event handlers"), TRUE },
  [MG_FOLD_DELEGATE] = { N_ ("delegate"), N_ ("delegates"), FALSE },
  [MG_FOLD_CAPTURED] = { N_ ("captured variable"), N_ ("captured variables"), FALSE },
  [MG_FOLD_ITEMS] = { N_ ("item"), N_ ("items"), TRUE },
  [MG_FOLD_ENTRIES] = { N_ ("entry"), N_ ("entries"), TRUE },
  [MG_FOLD_TIMER] = { N_ ("timer"), N_ ("timers"), TRUE },
  [MG_FOLD_CANCELLATION] = { N_ ("cancellation callback"), N_ ("cancellation callbacks"), TRUE },
  [MG_FOLD_ASYNC_LOCAL] = { N_ ("flows with AsyncLocal"), N_ ("flow with AsyncLocal"), FALSE },
  [MG_FOLD_THREAD_LOCAL] = { N_ ("thread-local value"), N_ ("thread-local values"), TRUE },
  [MG_FOLD_WEAK_TABLE] = { N_ ("attached (weak table)"), N_ ("attached (weak table)"), TRUE },
  [MG_FOLD_TASK] = { N_ ("task"), N_ ("tasks"), FALSE },
  [MG_FOLD_VALUE] = { N_ ("value"), N_ ("values"), FALSE },
  [MG_FOLD_AWAITED] = { N_ ("awaited by"), N_ ("awaited by"), FALSE },
  [MG_FOLD_SINGLETON] = { N_ ("singleton"), N_ ("singletons"), TRUE },
  [MG_FOLD_SCOPED] = { N_ ("service kept by the scope"), N_ ("services kept by the scope"), TRUE },
  [MG_FOLD_DISPOSABLE] = { N_ ("disposable kept by the scope"), N_ ("disposables kept by the scope"), TRUE },
  [MG_FOLD_PROPERTY] = { N_ ("property value"), N_ ("property values"), FALSE },
};

char *
mg_label_edge (MgFoldKind fold, guint64 links, const char *field)
{
  const EdgeWords *words = &edge_words[fold];
  const char *plain = links == 1 ? words->one : words->many;

  if (field && fold == MG_FOLD_EVENT)
    return g_strdup_printf (_ ("event %s"), field);
  if (field && fold == MG_FOLD_DELEGATE)
    return g_strdup_printf (_ ("delegate %s"), field);
  if (field && fold == MG_FOLD_CAPTURED)
    return g_strdup_printf (_ ("captured variable %s"), field);
  if (field && (fold == MG_FOLD_PLAIN || links == 1))
    return g_strdup (field);
  return g_strdup (*plain ? _ (plain) : "");
}

gboolean
mg_label_counts (MgFoldKind fold)
{
  return edge_words[fold].counts;
}

gboolean
mg_label_belongs_in_chain (MgFoldKind fold)
{
  switch (fold)
    {
    case MG_FOLD_EVENT:
    case MG_FOLD_DELEGATE:
    case MG_FOLD_CAPTURED:
    case MG_FOLD_TIMER:
    case MG_FOLD_CANCELLATION:
    case MG_FOLD_ASYNC_LOCAL:
    case MG_FOLD_THREAD_LOCAL:
    case MG_FOLD_WEAK_TABLE:
      return TRUE;
    default:
      return FALSE;
    }
}
