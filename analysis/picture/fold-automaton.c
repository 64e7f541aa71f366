#include "analysis/picture/fold-automaton.h"

#include <string.h>

static guint
pattern_index (MgFoldAutomaton *a, const char *text)
{
  for (guint i = 0; i < a->n_patterns; i++)
    if (strcmp (a->patterns[i], text) == 0)
      return i;
  g_assert (a->n_patterns < G_N_ELEMENTS (a->patterns));
  a->patterns[a->n_patterns] = g_strdup (text);
  return a->n_patterns++;
}

static MgFoldAccept
parse_accept (MgFoldAutomaton *a, const char *text)
{
  static const char *const specials[] = { "", "$delegate", "$list", "$same", "$any" };
  const char *at = strchr (text, '@');
  g_auto (GStrv) alternatives = g_strsplit (at ? at + 1 : text, "|", -1);
  MgFoldAccept accept = { 0 };

  if (at)
    {
      g_autofree char *field = g_strndup (text, (gsize) (at - text));

      accept.field = g_intern_string (field);
    }

  for (char **p = alternatives; *p; p++)
    {
      const char *pattern = g_strstrip (*p);
      guint i;

      for (guint s = MG_FOLD_SPECIAL_DELEGATE; s < G_N_ELEMENTS (specials); s++)
        if (strcmp (pattern, specials[s]) == 0)
          accept.special = s;
      if (accept.special != MG_FOLD_SPECIAL_NONE)
        continue;
      i = pattern_index (a, pattern);
      accept.mask.word[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
    }
  return accept;
}

/* The state for STEP among the alternatives that start at *LINK; made when there is none. */
static MgFoldState
find_state (MgFoldAutomaton *a, MgFoldState *link, const char *step)
{
  g_autofree char *text = g_strdup (step);
  MgFoldPlace *state;

  for (; *link != 0; link = &a->states[*link].next)
    if (strcmp (a->states[*link].text, step) == 0)
      return *link;
  g_assert (a->n_states < MG_FOLD_STATES);
  *link = (MgFoldState) a->n_states++;
  state = &a->states[*link];
  state->text = g_strdup (step);
  state->kind = MG_FOLD_INTERNAL;
  state->repeat = g_str_has_suffix (text, "+");
  if (state->repeat)
    text[strlen (text) - 1] = '\0';
  state->accept = parse_accept (a, text);
  return *link;
}

static MgFoldHolder *
find_holder (MgFoldAutomaton *a, const char *text)
{
  MgFoldHolder *holder;

  for (guint i = 0; i < a->n_holders; i++)
    if (g_strcmp0 (a->holders[i].text, text) == 0)
      return &a->holders[i];
  g_assert (a->n_holders < MG_FOLD_HOLDERS);
  holder = &a->holders[a->n_holders++];
  holder->text = text;
  holder->accept = text ? parse_accept (a, text) : (MgFoldAccept){ .special = MG_FOLD_SPECIAL_ANY };
  return holder;
}

static void
add_row (MgFoldAutomaton *a, const MgFoldRow *row)
{
  g_auto (GStrv) steps = g_strsplit (row->chain, ">", -1);
  MgFoldState *link = &find_holder (a, row->holder)->child;
  MgFoldState state = 0;

  for (char **p = steps; *p; p++)
    {
      state = find_state (a, link, g_strstrip (*p));
      link = &a->states[state].child;
    }
  a->states[state].kind = row->kind;
}

/* mg_folds_is_plain() relies on it. */
static void
check_first_steps (const MgFoldAutomaton *a)
{
  for (guint h = 0; h < a->n_holders; h++)
    for (MgFoldState state = a->holders[h].child; state != 0; state = a->states[state].next)
      g_assert (a->states[state].accept.special != MG_FOLD_SPECIAL_ANY
                && a->states[state].accept.special != MG_FOLD_SPECIAL_SAME);
}

static guint
parse_links (MgFoldAutomaton *a, MgFoldLink *links, const MgFoldRow *rows, guint n)
{
  g_assert (n <= MG_FOLD_LINKS);
  for (guint i = 0; i < n; i++)
    {
      links[i] = (MgFoldLink){ parse_accept (a, rows[i].holder), parse_accept (a, rows[i].chain), rows[i].kind };
      /* By types alone: answers are kept. */
      g_assert (links[i].holder.special == MG_FOLD_SPECIAL_NONE && links[i].holder.field == NULL);
      g_assert (links[i].target.special == MG_FOLD_SPECIAL_NONE || links[i].target.special == MG_FOLD_SPECIAL_ANY);
      g_assert (links[i].target.field == NULL);
    }
  return n;
}

const MgFoldAutomaton *
mg_fold_automaton_get (void)
{
  static MgFoldAutomaton *automaton;

  if (g_once_init_enter (&automaton))
    {
      MgFoldAutomaton *a = g_new0 (MgFoldAutomaton, 1);
      const MgFoldRow *rows;
      guint n;

      a->n_states = 1;
      a->list = parse_accept (a, "Object[]|Delegate[]|Wrapper[]");
      rows = mg_fold_table (&n);
      for (guint i = 0; i < n; i++)
        add_row (a, &rows[i]);
      check_first_steps (a);
      rows = mg_link_table (&n);
      a->n_links = parse_links (a, a->links, rows, n);
      rows = mg_owner_table (&n);
      a->n_owners = parse_links (a, a->owners, rows, n);
      g_once_init_leave (&automaton, a);
    }
  return automaton;
}
