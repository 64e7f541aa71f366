#include "analysis/picture/fold-class.h"

#include <string.h>

static gboolean
name_matches (const char *base, const char *pattern)
{
  if (strcmp (pattern, "$closure") == 0)
    return mg_type_is_closure (base);
  if (strcmp (pattern, "$array") == 0)
    return g_str_has_suffix (base, "]");
  return mg_type_matches (base, pattern);
}

MgFoldClass
mg_fold_classify (const MgFoldAutomaton *a, const char *name)
{
  g_autofree char *base = mg_type_base_name (name);
  MgFoldClass class = { .delegate = mg_type_guess_delegate (base) };

  for (guint i = 0; i < a->n_patterns; i++)
    if (name_matches (base, a->patterns[i]))
      class.mask.word[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  for (guint h = 0; h < a->n_holders; h++)
    if (mg_fold_mask_meets (&a->holders[h].accept.mask, &class.mask))
      class.holders |= G_GUINT64_CONSTANT (1) << h;
  return class;
}

typedef enum
{
  NO,
  YES,
  DEPENDS,
} Answer;

/* Whether ACCEPT takes an object of CLASS, which is no delegate. */
static Answer
accepts_class (const MgFoldAccept *accept, const MgFoldClass *class)
{
  switch (accept->special)
    {
    case MG_FOLD_SPECIAL_ANY:
      return YES;
    case MG_FOLD_SPECIAL_DELEGATE:
      return NO;
    case MG_FOLD_SPECIAL_LIST:
    case MG_FOLD_SPECIAL_SAME:
      return DEPENDS;
    default:
      if (!mg_fold_mask_meets (&accept->mask, &class->mask))
        return NO;
      return accept->field ? DEPENDS : YES;
    }
}

static guint8
first_for_class (const MgFoldAutomaton *a, MgFoldState state, const MgFoldClass *class)
{
  for (; state != 0; state = a->states[state].next)
    {
      Answer answer = accepts_class (&a->states[state].accept, class);

      if (answer != NO)
        return answer == YES ? MG_FOLD_KEPT + state : MG_FOLD_LOOK;
    }
  return MG_FOLD_KEPT;
}

guint8
mg_fold_enter_class (const MgFoldAutomaton *a, MgFoldState state, const MgFoldClass *holder, const MgFoldClass *class)
{
  guint8 found = MG_FOLD_KEPT;

  if (state != 0)
    {
      Answer repeats = a->states[state].repeat ? accepts_class (&a->states[state].accept, class) : NO;

      if (repeats != NO)
        return repeats == YES ? MG_FOLD_KEPT + state : MG_FOLD_LOOK;
      return first_for_class (a, a->states[state].child, class);
    }
  for (guint h = 0; h < a->n_holders && found == MG_FOLD_KEPT; h++)
    if (a->holders[h].accept.special == MG_FOLD_SPECIAL_ANY || (holder && (holder->holders >> h & 1) != 0))
      found = first_for_class (a, a->holders[h].child, class);
  return found;
}
