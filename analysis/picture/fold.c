#include "analysis/picture/fold.h"

#include <string.h>

#include "analysis/picture/fold-class.h"

/* References of an element of a list that are looked at for the list. */
#define MAX_ELEMENT_EDGES 32
/* Elements of an invocation list that are looked at: all are delegates of one type. */
#define LOOK_AT 8
/* A delegate refers to its target, its list, and at times to what describes its method. */
#define MAX_DELEGATE_EDGES 3
#define MAX_DELEGATE_SIZES 4
#define LEARN_FROM 32
/* Classes of types whose answers are kept; there are some dozens. */
#define KEPT_CLASSES 256

typedef struct
{
  guint64 size[MAX_DELEGATE_SIZES];
  guint n;
} Sizes;

struct _MgFolds
{
  MgSnapshot *snapshot;
  const MgGraph *graph;
  const MgFoldAutomaton *automaton;
  guint16 *class_of; /* of types: index into classes; 0 = not looked at */
  guint8 *plain;     /* of types: what mg_folds_is_plain() found */
  GArray *classes;   /* of MgFoldClass; [0] is not used */
  /* Answers by classes alone + MG_FOLD_KEPT, 0 = not asked for yet; the second index is the node's class. State that
   * it gets, by the parent's state or else MG_FOLD_STATES + its class; the kind of the link, by its class: */
  guint8 (*entered)[KEPT_CLASSES], (*linked)[KEPT_CLASSES];
  GHashTable *known_delegates; /* types that look like it, though their name does not say */
  MgNode last_asked;           /* whether it is a delegate */
  gboolean last_is_delegate;
  const Sizes *delegate_sizes; /* none when there are no instances */
};

/* ---- Types ---- */

/* Most types have nothing to do with the table: equal classes are kept once. */
static guint
add_class (MgFolds *folds, MgTypeId type)
{
  MgFoldClass class = mg_fold_classify (folds->automaton, mg_type_table_get (folds->graph->types, type)->name);
  guint i;

  for (i = 1; i < folds->classes->len; i++)
    {
      const MgFoldClass *other = &g_array_index (folds->classes, MgFoldClass, i);

      if (memcmp (&other->mask, &class.mask, sizeof class.mask) == 0 && other->delegate == class.delegate)
        break;
    }
  if (i == folds->classes->len)
    g_array_append_val (folds->classes, class);
  g_assert (i <= G_MAXUINT16);
  folds->class_of[type] = (guint16) i;
  return i;
}

static inline guint
class_index (MgFolds *folds, MgNode node)
{
  MgTypeId type = folds->graph->type[node];

  return G_LIKELY (folds->class_of[type] != 0) ? folds->class_of[type] : add_class (folds, type);
}

static inline const MgFoldClass *
class_of (MgFolds *folds, MgNode node)
{
  guint index = class_index (folds, node);

  return &g_array_index (folds->classes, MgFoldClass, index);
}

static gboolean
sizes_have (const Sizes *sizes, guint64 size)
{
  for (guint i = 0; i < sizes->n; i++)
    if (sizes->size[i] == size)
      return TRUE;
  return FALSE;
}

/* All delegates of a runtime have one size: learn it from some whose names leave no doubt. There may be a million
 * types, so that this is kept. */
static gpointer
learn_delegate_sizes (MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgInstances *instances = mg_snapshot_instances (snapshot);
  const MgTypeTable *types = graph->types;
  Sizes *sizes = g_new0 (Sizes, 1);

  for (MgTypeId t = 0, n_seen = 0; t < types->n_types && n_seen < LEARN_FROM; t++)
    {
      guint32 n;
      const MgNode *nodes = mg_instances_of (instances, t, &n);

      if (n == 0 || !mg_type_is_certain_delegate (types->types[t].name))
        continue;
      if (sizes->n < MAX_DELEGATE_SIZES && !sizes_have (sizes, mg_graph_size (graph, nodes[0])))
        sizes->size[sizes->n++] = mg_graph_size (graph, nodes[0]);
      n_seen++;
    }
  return sizes;
}

MgFolds *
mg_folds_new (MgSnapshot *snapshot)
{
  MgFolds *folds = g_new0 (MgFolds, 1);
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  static const Sizes none;

  folds->snapshot = snapshot;
  folds->graph = graph;
  folds->automaton = mg_fold_automaton_get ();
  folds->class_of = g_new0 (guint16, (gsize) graph->types->n_types + 1);
  folds->plain = g_new0 (guint8, (gsize) graph->types->n_types + 1);
  folds->classes = g_array_new (FALSE, TRUE, sizeof (MgFoldClass));
  g_array_set_size (folds->classes, 1);
  folds->entered = g_malloc0_n (MG_FOLD_STATES + KEPT_CLASSES, sizeof *folds->entered);
  folds->linked = g_malloc0_n (KEPT_CLASSES, sizeof *folds->linked);
  folds->known_delegates = g_hash_table_new (NULL, NULL);
  folds->last_asked = MG_NODE_NONE;
  folds->delegate_sizes = mg_snapshot_instances (snapshot)
                              ? mg_snapshot_keep (snapshot, "delegate sizes", learn_delegate_sizes, g_free)
                              : &none;
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
  g_free (folds->entered);
  g_free (folds->linked);
  g_hash_table_unref (folds->known_delegates);
  g_free (folds);
}

/* ---- Delegates ---- */

/* Whether the array LIST is the invocation list of a delegate of TYPE. */
static gboolean
lists_delegates (MgFolds *folds, MgNode list, MgTypeId type)
{
  guint32 n;
  const MgNode *items;

  if (!mg_fold_mask_meets (&folds->automaton->list.mask, &class_of (folds, list)->mask))
    return FALSE;
  items = mg_graph_edges (folds->graph, list, &n);
  if (n == 0)
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
  return sizes_have (folds->delegate_sizes, mg_graph_size (folds->graph, node));
}

/* Known by its list before, or now. */
static gboolean
looks_like_delegate (MgFolds *folds, MgNode node)
{
  MgTypeId type = folds->graph->type[node];

  if (folds->delegate_sizes->n > 0 && !has_delegate_size (folds, node))
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
      const MgFoldClass *class = class_of (folds, node);

      *plain = class->mask.word[0] == 0 && class->mask.word[1] == 0 && class->delegate == MG_DELEGATE_NO
                       && folds->delegate_sizes->n > 0 && !has_delegate_size (folds, node)
                   ? PLAIN_YES
                   : PLAIN_NO;
    }
  return *plain == PLAIN_YES;
}

/* mg_folds_is_delegate(), which is asked for both ends of each link of a path in turn. */
static inline gboolean
is_delegate_in_turn (MgFolds *folds, MgNode node)
{
  if (folds->delegate_sizes->n > 0 && class_of (folds, node)->delegate == MG_DELEGATE_NO
      && !has_delegate_size (folds, node))
    return FALSE;
  if (folds->last_asked != node)
    {
      folds->last_is_delegate = mg_folds_is_delegate (folds, node);
      folds->last_asked = node;
    }
  return folds->last_is_delegate;
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
accepts (MgFolds *folds, const MgFoldAccept *accept, MgNode grand, MgNode parent, MgNode node)
{
  switch (accept->special)
    {
    case MG_FOLD_SPECIAL_ANY:
      return TRUE;
    case MG_FOLD_SPECIAL_DELEGATE:
      return mg_folds_is_delegate (folds, node);
    case MG_FOLD_SPECIAL_LIST:
      return lists_delegates (folds, node, folds->graph->type[parent]);
    case MG_FOLD_SPECIAL_SAME:
      return folds->graph->type[node] == folds->graph->type[grand];
    default:
      return mg_fold_mask_meets (&accept->mask, &class_of (folds, node)->mask)
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
  const MgFoldHolder *holder = &folds->automaton->holders[h];

  if (holder->accept.special == MG_FOLD_SPECIAL_ANY)
    return TRUE;
  if (!mg_graph_is_object (folds->graph, parent))
    return FALSE;
  if (holder->accept.special == MG_FOLD_SPECIAL_DELEGATE)
    return mg_folds_is_delegate (folds, parent);
  return (class_of (folds, parent)->holders >> h & 1) != 0;
}

static MgFoldState
enter (MgFolds *folds, MgFoldState state, MgNode grand, MgNode parent, MgNode node)
{
  const MgFoldAutomaton *a = folds->automaton;

  if (state != 0)
    {
      const MgFoldPlace *here = &a->states[state];

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

/* The kind that the table of links gives to a reference from PARENT to NODE; MG_N_FOLD_KINDS: it says nothing. */
static MgFoldKind
link_kind (MgFolds *folds, MgNode parent, MgNode node)
{
  const MgFoldAutomaton *a = folds->automaton;

  for (guint i = 0; i < a->n_links; i++)
    if (accepts (folds, &a->links[i].holder, MG_NODE_SUPER_ROOT, MG_NODE_SUPER_ROOT, parent)
        && accepts (folds, &a->links[i].target, MG_NODE_SUPER_ROOT, parent, node))
      return a->links[i].kind;
  return MG_N_FOLD_KINDS;
}

/* ---- Answers that are kept ----
 *
 * What is asked of millions of objects depends on their types alone, except where a delegate may be involved, or the
 * name of a reference. */

MgFoldState
mg_folds_enter (MgFolds *folds, MgFoldState state, MgNode grand, MgNode parent, MgNode node)
{
  gboolean has_holder = state == 0 && mg_graph_is_object (folds->graph, parent);
  guint class, holder;
  guint8 *kept;

  if (state == 0 && mg_folds_is_plain (folds, folds->graph->type[node], node))
    return 0;
  class = class_index (folds, node);
  holder = has_holder ? class_index (folds, parent) : 0;
  if (class >= KEPT_CLASSES || holder >= KEPT_CLASSES || (has_holder && is_delegate_in_turn (folds, parent))
      || is_delegate_in_turn (folds, node))
    return enter (folds, state, grand, parent, node);
  kept = &folds->entered[state != 0 ? state : MG_FOLD_STATES + holder][class];
  if (*kept == 0)
    *kept = mg_fold_enter_class (folds->automaton, state, has_holder ? class_of (folds, parent) : NULL,
                                 class_of (folds, node));
  return *kept == MG_FOLD_LOOK ? enter (folds, state, grand, parent, node) : (MgFoldState) (*kept - MG_FOLD_KEPT);
}

MgFoldKind
mg_folds_kind (MgFolds *folds, MgFoldState state, MgNode parent, MgNode node)
{
  const MgFoldAutomaton *a = folds->automaton;
  MgFoldKind kind = state != 0 ? a->states[state].kind : MG_FOLD_PLAIN, link;
  guint class, holder;

  /* A promise leads to its task and says no more: what follows is held as by the task itself. */
  if ((state != 0 && kind != MG_FOLD_TASK) || !mg_graph_is_object (folds->graph, parent))
    return kind;
  class = class_index (folds, node);
  holder = class_index (folds, parent);
  if (class < KEPT_CLASSES && holder < KEPT_CLASSES)
    {
      guint8 *kept = &folds->linked[holder][class];

      if (*kept == 0)
        *kept = (guint8) (MG_FOLD_KEPT + link_kind (folds, parent, node));
      link = (MgFoldKind) (*kept - MG_FOLD_KEPT);
    }
  else
    link = link_kind (folds, parent, node);
  return link == MG_N_FOLD_KINDS ? kind : link;
}

gboolean
mg_folds_may_have_owner (MgFolds *folds, MgNode node)
{
  const MgFoldAutomaton *a = folds->automaton;

  for (guint i = 0; i < a->n_owners; i++)
    if (mg_fold_mask_meets (&a->owners[i].target.mask, &class_of (folds, node)->mask))
      return TRUE;
  return FALSE;
}

MgNode
mg_folds_owner (MgFolds *folds, MgNode node)
{
  const MgFoldAutomaton *a = folds->automaton;

  for (guint i = 0; i < a->n_owners; i++)
    {
      guint32 n;
      const MgNode *edges;

      if (!mg_fold_mask_meets (&a->owners[i].target.mask, &class_of (folds, node)->mask))
        continue;
      edges = mg_graph_edges (folds->graph, node, &n);
      for (guint32 k = 0; k < MIN (n, MAX_ELEMENT_EDGES); k++)
        if (mg_fold_mask_meets (&a->owners[i].holder.mask, &class_of (folds, edges[k])->mask))
          return edges[k];
    }
  return MG_NODE_NONE;
}

gboolean
mg_folds_is_list (MgFolds *folds, MgFoldState state)
{
  return folds->automaton->states[state].accept.special == MG_FOLD_SPECIAL_LIST;
}

gboolean
mg_folds_is_carrier (MgFolds *folds, MgNode node)
{
  const MgFoldClass *class = class_of (folds, node);

  return class->mask.word[0] != 0 || class->mask.word[1] != 0 || mg_folds_is_delegate (folds, node);
}
