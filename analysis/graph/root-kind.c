#include "analysis/graph/root-kind.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  const char *id, *word, *words, *icon;
  guint cost;
} Kind;

static const Kind kinds[MG_N_ROOT_KINDS] = {
  [MG_ROOT_STATIC] = { "static", N_ ("static field"), N_ ("static fields"), "mangrove-root-static-symbolic", 1 },
  [MG_ROOT_THREAD_STATIC]
  = { "thread_static", N_ ("thread-static field"), N_ ("thread-static fields"), "mangrove-root-static-symbolic", 1 },
  [MG_ROOT_STRONG_HANDLE]
  = { "strong_handle", N_ ("strong handle"), N_ ("strong handles"), "mangrove-root-handle-symbolic", 1 },
  [MG_ROOT_PINNED_HANDLE]
  = { "pinned_handle", N_ ("pinned handle"), N_ ("pinned handles"), "mangrove-root-pin-symbolic", 1 },
  [MG_ROOT_ASYNC_PINNED_HANDLE]
  = { "async_pinned_handle", N_ ("async pinned handle"), N_ ("async pinned handles"), "mangrove-root-pin-symbolic", 1 },
  [MG_ROOT_REF_COUNTED_HANDLE]
  = { "ref_counted_handle", N_ ("ref-counted handle"), N_ ("ref-counted handles"), "mangrove-root-handle-symbolic", 1 },
  [MG_ROOT_SIZED_REF_HANDLE]
  = { "sized_ref_handle", N_ ("sized-ref handle"), N_ ("sized-ref handles"), "mangrove-root-handle-symbolic", 1 },
  [MG_ROOT_DEPENDENT_HANDLE]
  = { "dependent_handle", N_ ("dependent handle"), N_ ("dependent handles"), "mangrove-root-dependent-symbolic", 1 },
  [MG_ROOT_COM] = { "com", N_ ("COM reference"), N_ ("COM references"), "mangrove-root-com-symbolic", 1 },
  [MG_ROOT_FINALIZER_READY]
  = { "finalizer", N_ ("finalizer queue"), N_ ("finalizer queue"), "mangrove-root-finalizer-symbolic", 1 },
  [MG_ROOT_STACK] = { "stack", N_ ("local variable"), N_ ("local variables"), "mangrove-root-stack-symbolic", 2 },
  [MG_ROOT_STACK_CONSERVATIVE] = { "stack_conservative", N_ ("possible local variable"),
                                   N_ ("possible local variables"), "mangrove-root-stack-symbolic", 9 },
  [MG_ROOT_OTHER] = { "other", N_ ("other root"), N_ ("other roots"), "mangrove-root-other-symbolic", 2 },
};

const char *
mg_root_kind_id (MgRootKind kind)
{
  return kinds[kind].id;
}

const char *
mg_root_kind_word (MgRootKind kind)
{
  return _ (kinds[kind].word);
}

const char *
mg_root_kind_words (MgRootKind kind)
{
  return _ (kinds[kind].words);
}

const char *
mg_root_kind_icon (MgRootKind kind)
{
  return kinds[kind].icon;
}

guint
mg_root_kind_cost (MgRootKind kind)
{
  return kinds[kind].cost;
}

guint32
mg_root_kind_mask_from_id (const char *id)
{
  guint32 mask = 0;

  for (guint k = 0; k < MG_N_ROOT_KINDS; k++)
    {
      const char *name = kinds[k].id;

      if (strcmp (name, id) == 0 || (g_str_has_prefix (id, "handle") && strstr (name, "handle") != NULL)
          || (strcmp (id, "stack") == 0 && g_str_has_prefix (name, "stack")))
        mask |= 1u << k;
    }
  return mask;
}

char *
mg_root_stack_label (guint32 thread, const char *method)
{
  if (method == NULL)
    /* Translators: number of a managed thread. */
    return g_strdup_printf (_ ("thread %u"), thread);
  /* Translators: number of a managed thread, full name of a method. */
  return g_strdup_printf (_ ("thread %u in %s"), thread, method);
}
