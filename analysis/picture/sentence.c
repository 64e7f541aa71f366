#include "analysis/picture/sentence.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/picture/label.h"
#include "analysis/picture/sentence-owner.h"
#include "analysis/picture/sentence-words.h"
#include "analysis/stats/finalizer-thread.h"

/* A way that covers so much of the subjects is "the" way. */
#define MOST_PERCENT 90
#define PERCENT 100

void
mg_sentence_explain (MgPicture *picture, char *sentence)
{
  char *old = picture->explanation;

  if (sentence == NULL)
    return;
  picture->explanation = old == NULL || *old == '\0' ? g_strdup (sentence) : g_strconcat (old, " ", sentence, NULL);
  g_free (old);
  g_free (sentence);
}

static guint
subject_index (const MgPicture *picture)
{
  return picture->n_nodes - 1;
}

/* The heaviest edge into node INDEX; edges of equal weight in the picture's order. NULL when there is none. */
static const MgSketchEdge *
heaviest_in (const MgSketch *sketch, guint index)
{
  const MgSketchEdge *heaviest = NULL;

  for (guint i = 0; i < sketch->edges->len; i++)
    {
      const MgSketchEdge *edge = mg_sketch_edge (sketch, i);

      if (edge->to == index && (heaviest == NULL || edge->weight > heaviest->weight))
        heaviest = edge;
    }
  return heaviest;
}

/* ---- Roots above a node ---- */

typedef struct
{
  guint index;   /* of the root node, or of the heaviest */
  guint64 count; /* root cells, of all root nodes above */
  guint64 weight, most; /* subjects of all of them, and of the heaviest, which INDEX is */
  gboolean several, same_kind;
  gboolean partly; /* not all of these cells need lead here: their number is not known */
} Roots;

static Roots
roots_above (const MgSketch *sketch, const MgPicture *picture, guint index)
{
  g_autofree gboolean *above = g_new0 (gboolean, picture->n_nodes);
  Roots roots = { .index = G_MAXUINT, .same_kind = TRUE };

  above[index] = TRUE;
  /* Nodes are in the order of ranks: what leads to a node stands before it. */
  for (guint i = index + 1; i-- > 0;)
    for (guint e = 0; e < picture->n_edges; e++)
      if (above[picture->edges[e].to] && picture->edges[e].from == i)
        above[i] = TRUE;
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      if (!above[i] || picture->nodes[i].kind != MG_PICTURE_ROOT)
        continue;
      if (roots.index != G_MAXUINT)
        {
          roots.several = TRUE;
          roots.same_kind = roots.same_kind && picture->nodes[i].root_kind == picture->nodes[roots.index].root_kind;
        }
      if (roots.index == G_MAXUINT || picture->nodes[i].weight > roots.most)
        {
          roots.index = i;
          roots.most = picture->nodes[i].weight;
        }
      roots.weight += picture->nodes[i].weight;
      roots.count += picture->nodes[i].count;
      roots.partly = roots.partly || (picture->nodes[i].count > 1 && mg_sketch_only_out (sketch, i) == NULL);
    }
  return roots;
}

/* Whether one of several roots carries nearly everything; then the others are only counted. */
static gboolean
stands_out (const Roots *roots)
{
  return roots->several && !roots->partly && roots->most * PERCENT >= roots->weight * MOST_PERCENT;
}

/* "the static field Monitor", "a local variable", "200 local variables", "5 roots". */
static char *
root_words (const MgFinish *finish, const MgPicture *picture, const Roots *roots)
{
  const MgPictureNode *node = &picture->nodes[roots->index];
  g_autofree char *count = mg_format_count (roots->count);
  MgRoot record;

  if (stands_out (roots))
    {
      guint64 n_others = roots->count - node->count;
      g_autofree char *others = mg_format_count (n_others), *words = NULL;

      record = mg_label_root_of (mg_snapshot_graph (finish->snapshot), node);
      words = mg_label_root_words (&record, node->count);
      /* Translators: %1$s "the static field Monitor", which carries nearly everything. */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%1$s and %2$s other root", "%1$s and %2$s other roots",
                                           (gulong) n_others),
                              words, others);
    }
  if (roots->several && roots->partly)
    return g_strdup (roots->same_kind ? mg_root_kind_words (node->root_kind) : _ ("several roots"));
  if (roots->several && !roots->same_kind)
    return g_strdup_printf (ngettext ("%s root", "%s roots", (gulong) roots->count), count);
  if (roots->several)
    /* Translators: several roots of a kind: "200 local variables". */
    return g_strdup_printf (_ ("%s %s"), count, mg_root_kind_words (node->root_kind));
  record = mg_label_root_of (mg_snapshot_graph (finish->snapshot), node);
  return mg_label_root_words (&record, roots->partly ? 0 : node->count);
}

/* Of how many the verb is: a named field is one, however many cells there are of it. */
static guint64
verb_count (const MgFinish *finish, const MgPicture *picture, const Roots *roots)
{
  MgRoot record = mg_label_root_of (mg_snapshot_graph (finish->snapshot), &picture->nodes[roots->index]);
  gboolean is_field = record.kind == MG_ROOT_STATIC || record.kind == MG_ROOT_THREAD_STATIC;

  return !roots->several && is_field && record.label ? 1 : roots->count;
}

/* ---- The sentence of a set ---- */

/* "All 10,000 NotificationContext", "The 9,900 live NotificationContext", "98 of 100 TimerPayload". */
static char *
subject_words (const MgFinish *finish, const MgPicture *picture, guint64 weight)
{
  const char *title = picture->nodes[subject_index (picture)].title;
  g_autofree char *n = mg_format_count (weight), *held = mg_format_count (finish->n_held);

  if (weight < finish->n_held)
    /* Translators: "98 of 100 TimerPayload" */
    return g_strdup_printf (_ ("%1$s of %2$s %3$s"), n, held, title);
  if (finish->n_held < picture->n_subjects)
    /* Translators: "The 9,900 live NotificationContext", when nothing holds the others. */
    return g_strdup_printf (_ ("The %1$s live %2$s"), n, title);
  if (weight == 2)
    /* Translators: "Both TimerQueue" */
    return g_strdup_printf (_ ("Both %s"), title);
  /* Translators: "All 10,000 NotificationContext" */
  return g_strdup_printf (_ ("All %1$s %2$s"), n, title);
}

/* What holds OWNER, in words: the service provider where it does, whatever leads to that; else the roots above. NULL:
 * not shown. *N_VERB is the number that the verb goes with. */
static char *
holder_words (const MgFinish *finish,
              const MgSketch *sketch,
              const MgPicture *picture,
              const MgOwner *owner,
              guint64 *n_verb)
{
  Roots roots = roots_above (sketch, picture, owner->index);

  if (roots.index == G_MAXUINT)
    return NULL;
  *n_verb = 1;
  if (owner->is_service)
    return g_strdup (_ ("the service provider"));
  *n_verb = verb_count (finish, picture, &roots);
  return root_words (finish, picture, &roots);
}

/* Why SUBJECTS, which hang on one node by EDGE, are alive; NULL: not shown. */
static char *
held_by (const MgFinish *finish,
         const MgSketch *sketch,
         const MgPicture *picture,
         const MgSketchEdge *edge,
         const MgOwner *found,
         const char *subjects)
{
  const MgPictureNode *holder = &picture->nodes[edge->from];
  const MgOwner owner = *found;
  g_autofree char *words = NULL, *roots = NULL;
  guint64 n_verb = 0;

  roots = holder_words (finish, sketch, picture, &owner, &n_verb);
  if (roots == NULL)
    return NULL;
  if (owner.is_root_scope)
    return mg_sentence_held_by_root_scope (subjects);
  if (holder->kind == MG_PICTURE_ROOT)
    return mg_sentence_held_by_root (owner.fold, subjects, roots);
  words = mg_owner_words (picture, &owner);
  if (owner.through != G_MAXUINT)
    return mg_sentence_held_through (subjects, words, picture->nodes[owner.through].title, roots, n_verb);
  if (owner.fold == MG_FOLD_EVENT && edge->field)
    return mg_sentence_held_by_event (subjects, edge->field, words, roots, n_verb);
  return mg_sentence_held_by_owner (owner.fold, subjects, words, roots, n_verb);
}

/* The subjects hang on one node, by EDGE. *NAMES_PROVIDER: the sentence ends there. */
static char *
one_way (const MgFinish *finish,
         const MgSketch *sketch,
         MgFolds *folds,
         const MgPicture *picture,
         const MgSketchEdge *edge,
         gboolean *names_provider)
{
  MgOwner owner = mg_owner_find (mg_snapshot_graph (finish->snapshot), sketch, folds, edge);
  g_autofree char *subjects = subject_words (finish, picture, edge->weight);
  char *sentence = held_by (finish, sketch, picture, edge, &owner, subjects);

  *names_provider = owner.is_service || owner.is_root_scope;
  if (sentence == NULL)
    return g_strdup_printf (_ ("%s are kept alive in ways that are not shown."), subjects);
  return sentence;
}

/* Of a way that passes an event, timers or cancellation callbacks farther up: what hangs there, and on what. The
 * holders of the subjects are kept alive by it, and the sentence names only its two ends. */
static void
explain_way (
    const MgFinish *finish, const MgSketch *sketch, MgFolds *folds, MgPicture *picture, const MgSketchEdge *edge)
{
  const MgSketchEdge *in;

  for (guint index = edge->from; (in = mg_sketch_only_in (sketch, index)) != NULL; index = in->from)
    {
      const MgPictureNode *held = &picture->nodes[index];
      g_autofree char *subjects = NULL;
      MgOwner owner;

      if ((in->fold != MG_FOLD_EVENT && in->fold != MG_FOLD_TIMER && in->fold != MG_FOLD_CANCELLATION)
          || held->kind != MG_PICTURE_GROUP || held->count < 2)
        continue;
      owner = mg_owner_find (mg_snapshot_graph (finish->snapshot), sketch, folds, in);
      subjects = mg_owner_node_words (held);
      mg_sentence_explain (picture, held_by (finish, sketch, picture, in, &owner, subjects));
      return;
    }
}

/* What a way is called beside others: "the static field Timers", "one List<Timer>". */
static char *
way_words (const MgFinish *finish, const MgSketch *sketch, const MgPicture *picture, guint index)
{
  Roots roots = roots_above (sketch, picture, index);
  g_autofree char *owner = NULL, *root = NULL;

  if (roots.index == G_MAXUINT)
    return mg_owner_node_words (&picture->nodes[index]);
  root = root_words (finish, picture, &roots);
  if (picture->nodes[index].kind != MG_PICTURE_GROUP)
    return g_steal_pointer (&root);
  owner = mg_owner_node_words (&picture->nodes[index]);
  /* Translators: "one List<Timer> (the static field Timers)" */
  return g_strdup_printf (_ ("%s (%s)"), owner, root);
}

typedef struct
{
  const MgSketchEdge *edge[2];
  guint64 n_others; /* further ways */
} Ways;

/* The two heaviest ways into the subject; ways through a stub are always among the others. */
static Ways
find_ways (const MgSketch *sketch, const MgPicture *picture)
{
  Ways ways = { 0 };

  for (guint i = 0; i < sketch->edges->len; i++)
    {
      const MgSketchEdge *edge = mg_sketch_edge (sketch, i);
      const MgSketchNode *from = mg_sketch_node (sketch, edge->from);

      if (edge->to != subject_index (picture))
        continue;
      if (from->kind == MG_PICTURE_STUB)
        {
          ways.n_others += from->n_left_out;
          continue;
        }
      ways.n_others++;
      if (ways.edge[0] == NULL || edge->weight > ways.edge[0]->weight)
        {
          ways.edge[1] = ways.edge[0];
          ways.edge[0] = edge;
        }
      else if (ways.edge[1] == NULL || edge->weight > ways.edge[1]->weight)
        ways.edge[1] = edge;
    }
  ways.n_others -= (ways.edge[0] != NULL) + (ways.edge[1] != NULL);
  return ways;
}

static char *
several_ways (const MgFinish *finish, const MgSketch *sketch, const MgPicture *picture, const Ways *ways)
{
  g_autofree char *subjects = subject_words (finish, picture, picture->n_live);
  g_autofree char *others = mg_format_count (ways->n_others), *first = NULL, *second = NULL, *a = NULL, *b = NULL;

  a = mg_format_count (ways->edge[0]->weight);
  first = way_words (finish, sketch, picture, ways->edge[0]->from);
  if (ways->edge[1] == NULL)
    return g_strdup_printf (ngettext ("%1$s are kept alive in several ways: %2$s by %3$s, the rest in %4$s other way.",
                                      "%1$s are kept alive in several ways: %2$s by %3$s, the rest in %4$s other ways.",
                                      (gulong) ways->n_others),
                            subjects, a, first, others);
  b = mg_format_count (ways->edge[1]->weight);
  second = way_words (finish, sketch, picture, ways->edge[1]->from);
  if (ways->n_others == 0)
    return g_strdup_printf (_ ("%1$s are kept alive in two ways: %2$s by %3$s and %4$s by %5$s."), subjects, a, first,
                            b, second);
  return g_strdup_printf (
      ngettext ("%1$s are kept alive in several ways: %2$s by %3$s, %4$s by %5$s, the rest in %6$s other way.",
                "%1$s are kept alive in several ways: %2$s by %3$s, %4$s by %5$s, the rest in %6$s other ways.",
                (gulong) ways->n_others),
      subjects, a, first, b, second, others);
}

/* The next edge of the way from node INDEX: the leading one, else the heaviest. */
static guint
next_edge (const MgSketch *sketch, guint index)
{
  guint next = G_MAXUINT;

  for (guint i = 0; i < sketch->edges->len; i++)
    {
      const MgSketchEdge *edge = mg_sketch_edge (sketch, i),
                         *best = next == G_MAXUINT ? NULL : mg_sketch_edge (sketch, next);

      if (edge->from == index
          && (best == NULL || edge->leading > best->leading
              || (edge->leading == best->leading && edge->weight > best->weight)))
        next = i;
    }
  return next;
}

static guint
first_of_chain (const MgSketch *sketch, const MgPicture *picture)
{
  guint index = 0;

  for (guint i = 0; i < sketch->edges->len; i++)
    if (mg_sketch_edge (sketch, i)->leading && mg_sketch_node (sketch, mg_sketch_edge (sketch, i)->from)->rank == 0)
      return mg_sketch_edge (sketch, i)->from;
  for (guint i = 1; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_ROOT && picture->nodes[i].weight > picture->nodes[index].weight)
      index = i;
  return index;
}

char *
mg_sentence_chain (const MgSketch *sketch, const MgPicture *picture)
{
  GString *text = g_string_new (NULL);
  guint index = first_of_chain (sketch, picture);

  while (index != subject_index (picture))
    {
      const MgPictureNode *node = &picture->nodes[index];
      const MgPictureEdge *next;
      guint edge;

      /* What leads to the service provider is of no interest. */
      if (mg_sketch_node (sketch, index)->is_service)
        g_string_assign (text, _ ("service provider"));
      if (text->len > 0)
        g_string_append (text, " → ");
      if (node->kind == MG_PICTURE_ROOT && *node->over != '\0')
        g_string_append_printf (text, "%s ", node->over);
      g_string_append (text, node->title);
      if (node->run_longest > 0)
        g_string_append_printf (text, " × %" G_GUINT64_FORMAT, node->count);
      edge = next_edge (sketch, index);
      next = &picture->edges[edge];
      if (next->folded && mg_label_belongs_in_chain (mg_sketch_edge (sketch, edge)->fold))
        g_string_append_printf (text, " → %s", next->label);
      index = next->to;
    }
  return g_string_free (text, FALSE);
}

/* A type with one instance. */
static char *
only_one (const MgFinish *finish, const MgSketch *sketch, const MgPicture *picture)
{
  const MgSketchEdge *edge = heaviest_in (sketch, subject_index (picture));
  const char *title = picture->nodes[subject_index (picture)].title;
  g_autofree char *text = NULL;
  Roots roots;

  if (edge && picture->nodes[edge->from].kind == MG_PICTURE_ROOT && edge->chain->len <= 2)
    {
      roots = roots_above (sketch, picture, edge->from);
      text = root_words (finish, picture, &roots);
    }
  else
    text = mg_sentence_chain (sketch, picture);
  if (picture->n_subjects > 1)
    return g_strdup_printf (_ ("The only live %1$s is kept alive by %2$s."), title, text);
  /* Translators: %2$s is a root ("the static field Monitor") or a path ("static field Monitor → ConnectionMonitor"). */
  return g_strdup_printf (_ ("The only %1$s is kept alive by %2$s."), title, text);
}

/* What the snapshot may not have recorded, when nothing is found to hold the subject. */
static char *
dead_sentence (const MgFinish *finish, const MgPicture *picture)
{
  const MgPictureNode *node = &picture->nodes[subject_index (picture)];
  g_autofree char *n = mg_format_count (picture->n_subjects);

  if (mg_snapshot_graph (finish->snapshot)->n_roots == 0)
    return g_strdup_printf (_ ("What holds %s cannot be told from this file."), node->title);
  if (picture->subject.kind == MG_SUBJECT_OBJECT)
    return g_strdup_printf (_ ("Nothing holds this %s; the next collection frees it."), node->title);
  return g_strdup_printf (ngettext ("Nothing holds the %1$s %2$s; the next collection frees it.",
                                    "Nothing holds the %1$s %2$s; the next collection frees them.",
                                    (gulong) picture->n_subjects),
                          n, node->title);
}

/* Roots are sorted by kind, but few enough to look at all. */
static gboolean
has_roots_of_stacks (const MgGraph *graph)
{
  for (guint32 i = 0; i < graph->n_roots; i++)
    if (graph->roots[i].kind == MG_ROOT_STACK || graph->roots[i].kind == MG_ROOT_STACK_CONSERVATIVE)
      return TRUE;
  return FALSE;
}

/* A file without field names or threads may record local variables all the same (a .gcdump does). */
static void
explain_dead (const MgFinish *finish, MgPicture *picture)
{
  const MgGraph *graph = mg_snapshot_graph (finish->snapshot);
  MgCapabilityState stacks = mg_snapshot_capability (finish->snapshot, MG_CAPABILITY_STACKS);

  if (graph->n_roots == 0)
    mg_sentence_explain (picture, g_strdup (_ ("This file has no roots, or they are lost.")));
  else if (!stacks.have && !has_roots_of_stacks (graph))
    mg_sentence_explain (
        picture, g_strdup (_ ("This file does not record local variables, so a running method may still use it.")));
}

static void
ask (MgPicture *picture)
{
  const MgPictureNode *node = &picture->nodes[subject_index (picture)];

  /* Translators: the question that a picture answers; %s is a type or an object. */
  picture->question = g_strdup_printf (_ ("Why is %s alive?"), node->full);
  picture->explanation = g_strdup ("");
}

/* What the sentence leaves out: the second way, and that there are more. */
static void
explain_others (const MgFinish *finish, const MgSketch *sketch, MgPicture *picture, const Ways *ways)
{
  guint64 rest = picture->n_live - ways->edge[0]->weight;
  g_autofree char *count = mg_format_count (rest), *way = NULL;

  if (rest == 0)
    return;
  if (ways->edge[1] == NULL || ways->n_others > 0)
    {
      mg_sentence_explain (picture, g_strdup_printf (ngettext ("%s more is held in another way.",
                                                               "%s more are held in other ways.", (gulong) rest),
                                                     count));
      return;
    }
  way = way_words (finish, sketch, picture, ways->edge[1]->from);
  /* Translators: "2 more are held by one TimerQueue (the static field Instances)." */
  mg_sentence_explain (
      picture, g_strdup_printf (ngettext ("%1$s more is held by %2$s.", "%1$s more are held by %2$s.", (gulong) rest),
                                count, way));
}

/* Without names of static fields: what an array of objects directly under a handle usually is. */
static void
explain_arrays_of_handles (const MgFinish *finish, const MgSketch *sketch, MgPicture *picture)
{
  const MgGraph *graph = mg_snapshot_graph (finish->snapshot);

  for (guint i = 0; i < sketch->edges->len; i++)
    {
      const MgSketchEdge *edge = mg_sketch_edge (sketch, i);
      const MgPictureNode *root = &picture->nodes[edge->from];
      const MgType *type
          = edge->chain->len == 2 ? mg_graph_type_of (graph, g_array_index (edge->chain, MgNode, 1)) : NULL;

      if (root->kind == MG_PICTURE_ROOT && edge->weight * 10 >= finish->total
          && (root->root_kind == MG_ROOT_STRONG_HANDLE || root->root_kind == MG_ROOT_PINNED_HANDLE) && type != NULL
          && strcmp (type->name, "System.Object[]") == 0)
        {
          mg_sentence_explain (
              picture,
              g_strdup (_ ("An Object[] that a handle holds usually stores static fields or literal strings.")));
          return;
        }
    }
}

/* Lists and trees of subjects: most of them hang on others of them. */
static void
explain_runs (MgPicture *picture)
{
  const MgPictureNode *node = &picture->nodes[subject_index (picture)];
  g_autofree char *longest = mg_format_count (node->run_longest);

  if (node->run_longest > 0)
    mg_sentence_explain (
        picture, g_strdup_printf (ngettext ("They hold each other in chains of up to %s.",
                                            "They hold each other in chains of up to %s.", (gulong) node->run_longest),
                                  longest));
}

/* What waits for the finalizer thread: why it is still there. */
static void
explain_finalizers (const MgFinish *finish, MgPicture *picture)
{
  guint64 waiting = 0;

  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_ROOT && picture->nodes[i].root_kind == MG_ROOT_FINALIZER_READY)
      waiting += picture->nodes[i].weight;
  if (waiting * 2 >= picture->n_live)
    mg_sentence_explain (picture, mg_finalizer_thread_note (finish->snapshot));
}

/* A variable that its method may need no longer. Only what is held by this alone is told. */
static void
explain_old_variable (const MgFinish *finish, const MgSketch *sketch, MgPicture *picture)
{
  Roots roots = roots_above (sketch, picture, subject_index (picture));
  MgRoot record;

  if (roots.count != 1)
    return;
  record = mg_label_root_of (mg_snapshot_graph (finish->snapshot), &picture->nodes[roots.index]);
  if (record.kind == MG_ROOT_STACK && record.note != NULL)
    mg_sentence_explain (
        picture, g_strdup (_ ("The method counts this variable until it returns, even when it needs it no longer.")));
}

gboolean
mg_sentence_of_set (const MgFinish *finish, const MgSketch *sketch, MgFolds *folds, MgPicture *picture)
{
  gboolean names_provider = FALSE;
  Ways ways;

  ask (picture);
  if (picture->n_live == 0)
    {
      picture->sentence = dead_sentence (finish, picture);
      explain_dead (finish, picture);
      return FALSE;
    }
  ways = find_ways (sketch, picture);
  if (ways.edge[0] == NULL)
    picture->sentence = g_strdup_printf (_ ("%s is kept alive in ways that are not shown."),
                                         picture->nodes[subject_index (picture)].title);
  else if (finish->n_held == 1)
    {
      picture->sentence = only_one (finish, sketch, picture);
      names_provider = mg_owner_is_service (sketch, ways.edge[0]->from);
    }
  else if (ways.edge[0]->weight * PERCENT >= picture->n_live * MOST_PERCENT)
    {
      picture->sentence = one_way (finish, sketch, folds, picture, ways.edge[0], &names_provider);
      explain_way (finish, sketch, folds, picture, ways.edge[0]);
      explain_others (finish, sketch, picture, &ways);
    }
  else
    picture->sentence = several_ways (finish, sketch, picture, &ways);
  explain_runs (picture);
  explain_finalizers (finish, picture);
  explain_arrays_of_handles (finish, sketch, picture);
  explain_old_variable (finish, sketch, picture);
  return names_provider;
}

void
mg_sentence_of_object (const MgFinish *finish, const MgSketch *sketch, MgPicture *picture)
{
  const MgPictureNode *node = &picture->nodes[subject_index (picture)];
  g_autofree char *chain = NULL, *n = mg_format_count (finish->total);
  g_autofree char *name = NULL;

  ask (picture);
  if (picture->n_live == 0)
    {
      picture->sentence = dead_sentence (finish, picture);
      explain_dead (finish, picture);
      return;
    }
  chain = mg_sentence_chain (sketch, picture);
  name = g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x", node->title,
                          mg_graph_address (mg_snapshot_graph (finish->snapshot), node->example));
  if (mg_snapshot_is_part (finish->snapshot))
    {
      /* Translators: an object, then a path: "static field Monitor → ConnectionMonitor". */
      picture->sentence = g_strdup_printf (_ ("%1$s is kept alive; the shortest path: %2$s."), name, chain);
      return;
    }
  /* Translators: %1$s an object, %2$s how many paths, %3$s the first path: "static field Monitor → ConnectionMonitor".
   */
  picture->sentence
      = g_strdup_printf (ngettext ("%1$s is kept alive by %2$s path: %3$s.",
                                   "%1$s is kept alive by %2$s paths; the shortest: %3$s.", (gulong) finish->total),
                         name, n, chain);
  explain_arrays_of_handles (finish, sketch, picture);
  explain_old_variable (finish, sketch, picture);
}
