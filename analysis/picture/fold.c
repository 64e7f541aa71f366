#include "analysis/picture/fold.h"

#include <string.h>

#include "analysis/picture/type-pattern.h"

#define MAX_STATES 250
#define MAX_HOLDERS 64
#define MAX_LINKS 8
/* References of an element of a list that are looked at for the list. */
#define MAX_ELEMENT_EDGES 32
#define MASK_WORDS 2
/* Elements of an invocation list that are looked at: all are delegates of one type. */
#define LOOK_AT 8
/* A delegate refers to its target, its list, and at times to what describes its method. */
#define MAX_DELEGATE_EDGES 3
#define MAX_DELEGATE_SIZES 4
#define LEARN_FROM 32

typedef struct
{
  guint64 word[MASK_WORDS];
} Mask;

/* Patterns that need more than a name. */
enum
{
  SPECIAL_NONE,
  SPECIAL_DELEGATE,
  SPECIAL_LIST,
  SPECIAL_SAME,
  SPECIAL_ANY,
};

/* What a step or a holder of the table accepts. */
typedef struct
{
  Mask mask; /* of names */
  guint special;
  const char *field; /* name of the reference; NULL: any, and files without names */
} Accept;

typedef struct
{
  Accept accept;
  const char *text; /* the step in the table, to recognise equal ones */
  gsize length;
  gboolean repeat;
  MgFoldKind kind;
  MgFoldState child, next; /* first state after this one; next alternative to it; 0 = none */
} State;

typedef struct
{
  const char *text;
  Accept accept;
  MgFoldState child;
} Holder;

typedef struct
{
  Accept holder, target;
  MgFoldKind kind;
} Link;

typedef struct
{
  char *patterns[MASK_WORDS * 64];
  guint n_patterns;
  State states[MAX_STATES];
  guint n_states; /* [0] is not used */
  Holder holders[MAX_HOLDERS];
  guint n_holders;
  Accept list; /* names of arrays that invocation lists are kept in */
  Link links[MAX_LINKS], owners[MAX_LINKS];
  guint n_links, n_owners;
} Automaton;

typedef struct
{
  Mask mask;
  guint64 holders; /* bit h: static part of holder h accepts */
  MgDelegateGuess delegate;
} TypeClass;

struct _MgFolds
{
  MgSnapshot *snapshot;
  const MgGraph *graph;
  const Automaton *automaton;
  guint16 *class_of;           /* of types: index into classes; 0 = not looked at */
  guint8 *plain;               /* of types: what mg_folds_is_plain() found */
  GArray *classes;             /* of TypeClass; [0] is not used */
  GHashTable *known_delegates; /* types that look like it, though their name does not say */
  guint64 sizes[MAX_DELEGATE_SIZES];
  guint n_sizes;
};

/* ---- The table, compiled once ---- */

static gboolean
mask_meets (const Mask *a, const Mask *b)
{
  return ((a->word[0] & b->word[0]) | (a->word[1] & b->word[1])) != 0;
}

static guint
pattern_index (Automaton *a, const char *text)
{
  for (guint i = 0; i < a->n_patterns; i++)
    if (strcmp (a->patterns[i], text) == 0)
      return i;
  g_assert (a->n_patterns < G_N_ELEMENTS (a->patterns));
  a->patterns[a->n_patterns] = g_strdup (text);
  return a->n_patterns++;
}

static Accept
parse_accept (Automaton *a, const char *text)
{
  static const char *const specials[] = { "", "$delegate", "$list", "$same", "$any" };
  const char *at = strchr (text, '@');
  g_auto (GStrv) alternatives = g_strsplit (at ? at + 1 : text, "|", -1);
  Accept accept = { 0 };

  if (at)
    {
      g_autofree char *field = g_strndup (text, (gsize) (at - text));

      accept.field = g_intern_string (field);
    }

  for (char **p = alternatives; *p; p++)
    {
      const char *pattern = g_strstrip (*p);
      guint i;

      for (guint s = SPECIAL_DELEGATE; s < G_N_ELEMENTS (specials); s++)
        if (strcmp (pattern, specials[s]) == 0)
          accept.special = s;
      if (accept.special != SPECIAL_NONE)
        continue;
      i = pattern_index (a, pattern);
      accept.mask.word[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
    }
  return accept;
}

/* The state for STEP among the alternatives that start at *LINK; made when there is none. */
static MgFoldState
find_state (Automaton *a, MgFoldState *link, const char *step)
{
  g_autofree char *text = g_strdup (step);
  State *state;

  for (; *link != 0; link = &a->states[*link].next)
    if (strcmp (a->states[*link].text, step) == 0)
      return *link;
  g_assert (a->n_states < MAX_STATES);
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

static Holder *
find_holder (Automaton *a, const char *text)
{
  Holder *holder;

  for (guint i = 0; i < a->n_holders; i++)
    if (g_strcmp0 (a->holders[i].text, text) == 0)
      return &a->holders[i];
  g_assert (a->n_holders < MAX_HOLDERS);
  holder = &a->holders[a->n_holders++];
  holder->text = text;
  holder->accept = text ? parse_accept (a, text) : (Accept){ .special = SPECIAL_ANY };
  return holder;
}

static void
add_row (Automaton *a, const MgFoldRow *row)
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
check_first_steps (const Automaton *a)
{
  for (guint h = 0; h < a->n_holders; h++)
    for (MgFoldState state = a->holders[h].child; state != 0; state = a->states[state].next)
      g_assert (a->states[state].accept.special != SPECIAL_ANY && a->states[state].accept.special != SPECIAL_SAME);
}

static guint
parse_links (Automaton *a, Link *links, const MgFoldRow *rows, guint n)
{
  g_assert (n <= MAX_LINKS);
  for (guint i = 0; i < n; i++)
    links[i] = (Link){ parse_accept (a, rows[i].holder), parse_accept (a, rows[i].chain), rows[i].kind };
  return n;
}

static const Automaton *
automaton_get (void)
{
  static Automaton *automaton;

  if (g_once_init_enter (&automaton))
    {
      Automaton *a = g_new0 (Automaton, 1);
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

/* ---- Types ---- */

static gboolean
name_matches (const char *base, const char *pattern)
{
  if (strcmp (pattern, "$closure") == 0)
    return mg_type_is_closure (base);
  if (strcmp (pattern, "$array") == 0)
    return g_str_has_suffix (base, "]");
  return mg_type_matches (base, pattern);
}

static TypeClass
classify (const Automaton *a, const char *name)
{
  g_autofree char *base = mg_type_base_name (name);
  TypeClass class = { .delegate = mg_type_guess_delegate (base) };

  for (guint i = 0; i < a->n_patterns; i++)
    if (name_matches (base, a->patterns[i]))
      class.mask.word[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  for (guint h = 0; h < a->n_holders; h++)
    if (mask_meets (&a->holders[h].accept.mask, &class.mask))
      class.holders |= G_GUINT64_CONSTANT (1) << h;
  return class;
}

/* Most types have nothing to do with the table: equal classes are kept once. */
static const TypeClass *
class_of (MgFolds *folds, MgNode node)
{
  MgTypeId type = folds->graph->type[node];
  guint16 *index = &folds->class_of[type];

  if (*index == 0)
    {
      TypeClass class = classify (folds->automaton, mg_type_table_get (folds->graph->types, type)->name);
      guint i;

      for (i = 1; i < folds->classes->len; i++)
        {
          const TypeClass *other = &g_array_index (folds->classes, TypeClass, i);

          if (memcmp (&other->mask, &class.mask, sizeof class.mask) == 0 && other->delegate == class.delegate)
            break;
        }
      if (i == folds->classes->len)
        g_array_append_val (folds->classes, class);
      g_assert (i <= G_MAXUINT16);
      *index = (guint16) i;
    }
  return &g_array_index (folds->classes, TypeClass, *index);
}

static void
learn_delegate_size (MgFolds *folds, guint64 size)
{
  for (guint i = 0; i < folds->n_sizes; i++)
    if (folds->sizes[i] == size)
      return;
  if (folds->n_sizes < MAX_DELEGATE_SIZES)
    folds->sizes[folds->n_sizes++] = size;
}

/* All delegates of a runtime have one size: learn it from some whose names leave no doubt. */
static void
learn_delegate_sizes (MgFolds *folds, const MgInstances *instances)
{
  const MgTypeTable *types = folds->graph->types;

  for (MgTypeId t = 0, n_seen = 0; t < types->n_types && n_seen < LEARN_FROM; t++)
    {
      guint32 n;
      const MgNode *nodes = mg_instances_of (instances, t, &n);

      if (n == 0 || !mg_type_is_certain_delegate (types->types[t].name))
        continue;
      learn_delegate_size (folds, mg_graph_size (folds->graph, nodes[0]));
      n_seen++;
    }
}

MgFolds *
mg_folds_new (MgSnapshot *snapshot)
{
  MgFolds *folds = g_new0 (MgFolds, 1);
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgInstances *instances = mg_snapshot_instances (snapshot);

  folds->snapshot = snapshot;
  folds->graph = graph;
  folds->automaton = automaton_get ();
  folds->class_of = g_new0 (guint16, (gsize) graph->types->n_types + 1);
  folds->plain = g_new0 (guint8, (gsize) graph->types->n_types + 1);
  folds->classes = g_array_new (FALSE, TRUE, sizeof (TypeClass));
  g_array_set_size (folds->classes, 1);
  folds->known_delegates = g_hash_table_new (NULL, NULL);
  if (instances)
    learn_delegate_sizes (folds, instances);
  return folds;
}

void
mg_folds_free (MgFolds *folds)
{
  if (folds == NULL)
    return;
  g_free (folds->class_of);
  g_free (folds->plain);
  g_array_unref (folds->classes);
  g_hash_table_unref (folds->known_delegates);
  g_free (folds);
}

/* ---- Delegates ---- */

/* Whether the array LIST is the invocation list of a delegate of TYPE. */
static gboolean
lists_delegates (MgFolds *folds, MgNode list, MgTypeId type)
{
  guint32 n;
  const MgNode *items = mg_graph_edges (folds->graph, list, &n);

  if (n == 0 || !mask_meets (&folds->automaton->list.mask, &class_of (folds, list)->mask))
    return FALSE;
  for (guint32 i = 0; i < MIN (n, LOOK_AT); i++)
    if (folds->graph->type[items[i]] != type)
      return FALSE;
  return TRUE;
}

/* A delegate of any name gives itself away by its list. */
static gboolean
has_invocation_list (MgFolds *folds, MgNode node)
{
  guint32 n;
  const MgNode *edges = mg_graph_edges (folds->graph, node, &n);

  for (guint32 i = 0; i < n; i++)
    if (lists_delegates (folds, edges[i], folds->graph->type[node]))
      return TRUE;
  return FALSE;
}

static gboolean
has_delegate_size (MgFolds *folds, MgNode node)
{
  guint64 size = mg_graph_size (folds->graph, node);

  for (guint i = 0; i < folds->n_sizes; i++)
    if (folds->sizes[i] == size)
      return TRUE;
  return FALSE;
}

/* Known by its list before, or now. */
static gboolean
looks_like_delegate (MgFolds *folds, MgNode node)
{
  MgTypeId type = folds->graph->type[node];

  if (folds->n_sizes > 0 && !has_delegate_size (folds, node))
    return FALSE;
  if (g_hash_table_contains (folds->known_delegates, GUINT_TO_POINTER (type)))
    return TRUE;
  if (!has_invocation_list (folds, node))
    return FALSE;
  g_hash_table_add (folds->known_delegates, GUINT_TO_POINTER (type));
  return TRUE;
}

gboolean
mg_folds_is_delegate (MgFolds *folds, MgNode node)
{
  MgDelegateGuess guess;
  guint32 n;

  if (!mg_graph_is_object (folds->graph, node))
    return FALSE;
  guess = class_of (folds, node)->delegate;
  if (guess == MG_DELEGATE_YES)
    return TRUE;
  mg_graph_edges (folds->graph, node, &n);
  if (n == 0 || n > MAX_DELEGATE_EDGES)
    return FALSE;
  return (guess == MG_DELEGATE_MAYBE && has_delegate_size (folds, node)) || looks_like_delegate (folds, node);
}

enum
{
  PLAIN_UNKNOWN,
  PLAIN_YES,
  PLAIN_NO,
};

/* No row begins with $any or $same. Its size tells for all objects of the type whether they are delegates, since
 * arrays, whose sizes differ, are named. */
gboolean
mg_folds_is_plain (MgFolds *folds, MgTypeId type, MgNode node)
{
  guint8 *plain = &folds->plain[type];

  if (*plain == PLAIN_UNKNOWN)
    {
      const TypeClass *class = class_of (folds, node);

      *plain = class->mask.word[0] == 0 && class->mask.word[1] == 0 && class->delegate == MG_DELEGATE_NO
                       && folds->n_sizes > 0 && !has_delegate_size (folds, node)
                   ? PLAIN_YES
                   : PLAIN_NO;
    }
  return *plain == PLAIN_YES;
}

/* ---- Walking ---- */

/* Whether PARENT has NODE in its FIELD, perhaps in others too ("first, last"). */
static gboolean
is_called (const MgFolds *folds, MgNode parent, MgNode node, const char *field)
{
  g_autofree char *label = mg_snapshot_edge_label (folds->snapshot, parent, node);
  g_auto (GStrv) names = label ? g_strsplit (label, ", ", -1) : NULL;

  return names && g_strv_contains ((const char *const *) names, field);
}

/* Whether ACCEPT takes NODE, held by PARENT, held by GRAND. */
static gboolean
accepts (MgFolds *folds, const Accept *accept, MgNode grand, MgNode parent, MgNode node)
{
  switch (accept->special)
    {
    case SPECIAL_ANY:
      return TRUE;
    case SPECIAL_DELEGATE:
      return mg_folds_is_delegate (folds, node);
    case SPECIAL_LIST:
      return lists_delegates (folds, node, folds->graph->type[parent]);
    case SPECIAL_SAME:
      return folds->graph->type[node] == folds->graph->type[grand];
    default:
      return mask_meets (&accept->mask, &class_of (folds, node)->mask)
             && (accept->field == NULL || is_called (folds, parent, node, accept->field));
    }
}

static MgFoldState
first_accepting (MgFolds *folds, MgFoldState state, MgNode grand, MgNode parent, MgNode node)
{
  for (; state != 0; state = folds->automaton->states[state].next)
    if (accepts (folds, &folds->automaton->states[state].accept, grand, parent, node))
      return state;
  return 0;
}

static gboolean
holder_accepts (MgFolds *folds, guint h, MgNode parent)
{
  const Holder *holder = &folds->automaton->holders[h];

  if (holder->accept.special == SPECIAL_ANY)
    return TRUE;
  if (!mg_graph_is_object (folds->graph, parent))
    return FALSE;
  if (holder->accept.special == SPECIAL_DELEGATE)
    return mg_folds_is_delegate (folds, parent);
  return (class_of (folds, parent)->holders >> h & 1) != 0;
}

MgFoldState
mg_folds_enter (MgFolds *folds, MgFoldState state, MgNode grand, MgNode parent, MgNode node)
{
  const Automaton *a = folds->automaton;

  if (state != 0)
    {
      const State *here = &a->states[state];

      if (here->repeat && accepts (folds, &here->accept, grand, parent, node))
        return state;
      return first_accepting (folds, here->child, grand, parent, node);
    }
  if (mg_folds_is_plain (folds, folds->graph->type[node], node))
    return 0;
  for (guint h = 0; h < a->n_holders; h++)
    if (holder_accepts (folds, h, parent))
      {
        MgFoldState found = first_accepting (folds, a->holders[h].child, grand, parent, node);

        if (found != 0)
          return found;
      }
  return 0;
}

MgFoldKind
mg_folds_kind (MgFolds *folds, MgFoldState state, MgNode parent, MgNode node)
{
  const Automaton *a = folds->automaton;
  MgFoldKind kind = state != 0 ? a->states[state].kind : MG_FOLD_PLAIN;

  /* A promise leads to its task and says no more: what follows is held as by the task itself. */
  if ((state != 0 && kind != MG_FOLD_TASK) || !mg_graph_is_object (folds->graph, parent))
    return kind;
  for (guint i = 0; i < a->n_links; i++)
    if (accepts (folds, &a->links[i].holder, MG_NODE_SUPER_ROOT, MG_NODE_SUPER_ROOT, parent)
        && accepts (folds, &a->links[i].target, MG_NODE_SUPER_ROOT, parent, node))
      return a->links[i].kind;
  return kind;
}

MgNode
mg_folds_owner (MgFolds *folds, MgNode node)
{
  const Automaton *a = folds->automaton;

  for (guint i = 0; i < a->n_owners; i++)
    {
      guint32 n;
      const MgNode *edges;

      if (!mask_meets (&a->owners[i].target.mask, &class_of (folds, node)->mask))
        continue;
      edges = mg_graph_edges (folds->graph, node, &n);
      for (guint32 k = 0; k < MIN (n, MAX_ELEMENT_EDGES); k++)
        if (mask_meets (&a->owners[i].holder.mask, &class_of (folds, edges[k])->mask))
          return edges[k];
    }
  return MG_NODE_NONE;
}

gboolean
mg_folds_is_list (MgFolds *folds, MgFoldState state)
{
  return folds->automaton->states[state].accept.special == SPECIAL_LIST;
}

gboolean
mg_folds_is_carrier (MgFolds *folds, MgNode node)
{
  const TypeClass *class = class_of (folds, node);

  return class->mask.word[0] != 0 || class->mask.word[1] != 0 || mg_folds_is_delegate (folds, node);
}
