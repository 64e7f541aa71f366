/* Translators: in all sentences of this file %1$s is "All 10,000 NotificationContext" (or "98 of 100 Timer"), %2$s "one
 * ConnectionMonitor" (or "12 ConnectionMonitor"), %3$s the roots: "the static field Monitor", "200 local variables". */
#include "analysis/picture/sentence-words.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *one, *many; /* by an owner, with one root and with several */
  const char *root;       /* by a root: %2$s stands for it */
} Words;

static const Words plain = {
  N_ ("%1$s are kept alive by %2$s, which %3$s holds."),
  N_ ("%1$s are kept alive by %2$s, which %3$s hold."),
  N_ ("%1$s are kept alive by %2$s."),
};

static const Words words[MG_N_FOLD_KINDS] = {
  [MG_FOLD_EVENT] = { N_ ("%1$s are kept alive by the event handlers of %2$s, which %3$s holds."),
                      N_ ("%1$s are kept alive by the event handlers of %2$s, which %3$s hold."),
                      N_ ("%1$s are kept alive as event handlers by %2$s.") },
  [MG_FOLD_DELEGATE] = { N_ ("%1$s are kept alive as targets of delegates by %2$s, which %3$s holds."),
                         N_ ("%1$s are kept alive as targets of delegates by %2$s, which %3$s hold."),
                         N_ ("%1$s are kept alive as targets of delegates by %2$s.") },
  [MG_FOLD_CAPTURED] = { N_ ("%1$s are kept alive as captured variables by %2$s, which %3$s holds."),
                         N_ ("%1$s are kept alive as captured variables by %2$s, which %3$s hold."),
                         N_ ("%1$s are kept alive as captured variables by %2$s.") },
  [MG_FOLD_ITEMS]
  = { N_ ("%1$s are kept alive as items of %2$s, which %3$s holds."),
      N_ ("%1$s are kept alive as items of %2$s, which %3$s hold."), N_ ("%1$s are kept alive as items by %2$s.") },
  [MG_FOLD_ENTRIES]
  = { N_ ("%1$s are kept alive as entries of %2$s, which %3$s holds."),
      N_ ("%1$s are kept alive as entries of %2$s, which %3$s hold."), N_ ("%1$s are kept alive as entries by %2$s.") },
  [MG_FOLD_TIMER] = { N_ ("%1$s are kept alive by the timers of %2$s, which %3$s holds."),
                      N_ ("%1$s are kept alive by the timers of %2$s, which %3$s hold."),
                      N_ ("%1$s are kept alive by timers that %2$s holds.") },
  [MG_FOLD_CANCELLATION] = { N_ ("%1$s are kept alive by the cancellation callbacks of %2$s, which %3$s holds."),
                             N_ ("%1$s are kept alive by the cancellation callbacks of %2$s, which %3$s hold."),
                             N_ ("%1$s are kept alive as cancellation callbacks by %2$s.") },
  [MG_FOLD_AWAITED] = { N_ ("%1$s are kept alive by waiting for %2$s, which %3$s holds."),
                        N_ ("%1$s are kept alive by waiting for %2$s, which %3$s hold."),
                        N_ ("%1$s are kept alive by waiting for what %2$s holds.") },
  [MG_FOLD_ASYNC_LOCAL] = { N_ ("%1$s are kept alive by AsyncLocal values of %2$s, which %3$s holds."),
                            N_ ("%1$s are kept alive by AsyncLocal values of %2$s, which %3$s hold."),
                            N_ ("%1$s are kept alive by AsyncLocal values of %2$s.") },
  [MG_FOLD_WEAK_TABLE] = { N_ ("%1$s are attached to %2$s by dependent handles, and %3$s holds those."),
                           N_ ("%1$s are attached to %2$s by dependent handles, and %3$s hold those."),
                           N_ ("%1$s are kept alive by %2$s.") },
  [MG_FOLD_DISPOSABLE] = { N_ ("%1$s are kept alive as disposables of %2$s, which %3$s holds."),
                           N_ ("%1$s are kept alive as disposables of %2$s, which %3$s hold."),
                           N_ ("%1$s are kept alive by %2$s.") },
  [MG_FOLD_SCOPED] = { N_ ("%1$s are kept alive as services of %2$s, which %3$s holds."),
                       N_ ("%1$s are kept alive as services of %2$s, which %3$s hold."),
                       N_ ("%1$s are kept alive by %2$s.") },
};

static const Words *
words_for (MgFoldKind fold)
{
  return words[fold].one ? &words[fold] : &plain;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

char *
mg_sentence_held_by_owner (MgFoldKind fold, const char *subjects, const char *owner, const char *roots, guint64 n_roots)
{
  const Words *w = words_for (fold);

  return g_strdup_printf (n_roots == 1 ? _ (w->one) : _ (w->many), subjects, owner, roots);
}

char *
mg_sentence_held_by_root (MgFoldKind fold, const char *subjects, const char *roots)
{
  return g_strdup_printf (_ (words_for (fold)->root), subjects, roots);
}

#pragma GCC diagnostic pop

char *
mg_sentence_held_by_event (
    const char *subjects, const char *event, const char *owner, const char *roots, guint64 n_roots)
{
  /* Translators: "All 10,000 NotificationContext are kept alive by the event StatusChanged of one ConnectionMonitor,
   * which the static field Program.Monitor holds." */
  return g_strdup_printf (ngettext ("%1$s are kept alive by the event %4$s of %2$s, which %3$s holds.",
                                    "%1$s are kept alive by the event %4$s of %2$s, which %3$s hold.",
                                    (gulong) n_roots),
                          subjects, owner, roots, event);
}

char *
mg_sentence_held_through (
    const char *subjects, const char *owner, const char *collection, const char *roots, guint64 n_roots)
{
  /* Translators: "All 100 Row are kept alive by one RowCache (through its Dictionary<Int32, Row>), which the static
   * field Cache holds." */
  return g_strdup_printf (ngettext ("%1$s are kept alive by %2$s (through %4$s), which %3$s holds.",
                                    "%1$s are kept alive by %2$s (through %4$s), which %3$s hold.", (gulong) n_roots),
                          subjects, owner, roots, collection);
}

char *
mg_sentence_held_by_root_scope (const char *subjects)
{
  /* Translators: "All 200 ReportBuilder are kept …" The root scope is that of the dependency injection's service
   * provider itself. */
  return g_strdup_printf (_ ("%s are kept alive by the root scope of the service provider, which keeps the disposables "
                             "it made until it is disposed of itself."),
                          subjects);
}
