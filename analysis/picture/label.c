#include "analysis/picture/label.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/names/type-name.h"
#include "analysis/picture/type-pattern.h"

/* Longer titles give up their generic arguments. */
#define TITLE_CHARS 32

/* ---- Types ---- */

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

/* "<Load>d__12" → "Load"; "<<Main>$>d__0" → "Main"; NULL when PART is no such name. */
static char *
state_machine_method (const char *part)
{
  const char *end = strstr (part, ">d__"), *start = part;

  if (*part != '<' || end == NULL)
    return NULL;
  while (*start == '<')
    start++;
  while (end > start && strchr (">$", end[-1]) != NULL)
    end--;
  return end > start ? g_strndup (start, (gsize) (end - start)) : NULL;
}

/* The class around a nested type, without namespace: "Zoo.Program+<>c" → "Program"; NULL when not recorded. */
static char *
outer_class (const char *base, const char *part)
{
  g_autofree char *outer = part > base ? g_strndup (base, (gsize) (part - base - 1)) : NULL;

  return outer ? g_strdup (mg_type_last_part (outer)) : NULL;
}

/* The state machine inside "AsyncStateMachineBox<Result, Outer+<Load>d__12>". */
static char *
boxed_method (const char *name)
{
  const char *machine = strstr (name, ">d__");

  if (machine == NULL)
    return NULL;
  while (machine > name && machine[-1] != '+' && machine[-1] != '.' && machine[-1] != ',' && machine[-1] != ' ')
    machine--;
  return state_machine_method (machine);
}

/* Names that the compiler made, in words. NULL for names that people gave. */
static char *
compiler_title (const char *name, const char *base, const char *part)
{
  g_autofree char *outer = outer_class (base, part);
  g_autofree char *method
      = g_str_has_suffix (part, "StateMachineBox") ? boxed_method (name) : state_machine_method (part);

  if (method)
    /* Translators: an async method that has not finished; %s is its name. */
    return g_strdup_printf (_ ("async %s"), method);
  if (mg_type_is_closure (base))
    /* Translators: a closure keeps the variables that lambdas captured; %s is the class it was written in. */
    return outer ? g_strdup_printf (_ ("closure in %s"), outer) : g_strdup (_ ("closure"));
  if (strcmp (part, "<>c") == 0)
    /* Translators: the object on which lambdas that capture nothing are called; %s is their class. */
    return outer ? g_strdup_printf (_ ("lambdas of %s"), outer) : g_strdup (_ ("lambdas"));
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

/* ---- Roots ---- */

char *
mg_label_root_title (const MgRoot *root, guint64 count, char **space)
{
  const char *label = root->label, *dot, *before;

  *space = NULL;
  if (label == NULL)
    {
      *space = g_strdup ("");
      return g_strdup (count == 1 ? mg_root_kind_word (root->kind) : mg_root_kind_words (root->kind));
    }
  dot = strpbrk (label, " <(") == NULL ? strrchr (label, '.') : NULL;
  before = dot ? g_strrstr_len (label, dot - label, ".") : NULL;
  if (before && before > label)
    {
      *space = g_strndup (label, (gsize) (before - label));
      return g_strdup (before + 1);
    }
  *space = g_strdup ("");
  return g_strdup (label);
}

gboolean
mg_label_same_root (const MgRoot *a, const MgRoot *b)
{
  return a->kind == b->kind && g_strcmp0 (a->label, b->label) == 0;
}

MgRoot
mg_label_root_of (const MgGraph *graph, const MgPictureNode *node)
{
  MgRoot root = *mg_graph_root (graph, node->example);

  /* The kind stands above the label, or in its place. */
  if (*node->over == '\0')
    root.label = root.note = NULL;
  return root;
}

/* Whether the label says where the root is rather than what it is called: "thread 7 in Main". */
static gboolean
label_is_a_place (const MgRoot *root)
{
  return root->label
         && (root->kind == MG_ROOT_STACK || root->kind == MG_ROOT_STACK_CONSERVATIVE
             || (root->kind == MG_ROOT_THREAD_STATIC && strpbrk (root->label, " ") != NULL));
}

/* "local variable", "200 local variables". One finalizer queue, however many objects wait in it. */
static char *
counted_kind (const MgRoot *root, guint64 count)
{
  g_autofree char *number = mg_format_count (count);

  if (count == 1 || root->kind == MG_ROOT_FINALIZER_READY)
    return g_strdup (mg_root_kind_word (root->kind));
  /* Translators: several roots of a kind: "200 local variables". */
  return g_strdup_printf (_ ("%s %s"), number, mg_root_kind_words (root->kind));
}

/* The same as the middle of a sentence: "a local variable", "local variables" where their number is not known (0). */
static char *
counted_kind_words (const MgRoot *root, guint64 count)
{
  g_autofree char *phrase = counted_kind (root, MAX (count, 1));

  if (root->kind == MG_ROOT_FINALIZER_READY)
    /* Translators: a certain root: "the static field Monitor", "the finalizer queue". */
    return g_strdup_printf (_ ("the %s"), phrase);
  if (count == 0)
    return g_strdup (mg_root_kind_words (root->kind));
  if (count == 1)
    /* Translators: some root: "a local variable". */
    return g_strdup_printf (_ ("a %s"), phrase);
  return g_steal_pointer (&phrase);
}

char *
mg_label_root_words (const MgRoot *root, guint64 count)
{
  g_autofree char *words = NULL;

  if (root->label == NULL)
    return counted_kind_words (root, count);
  if (root->kind == MG_ROOT_OTHER)
    /* Translators: roots of a kind that we do not know, with the name that the file has for them. */
    return g_strdup_printf (_ ("the roots called “%s”"), root->label);
  if (label_is_a_place (root))
    {
      words = counted_kind_words (root, count);
      /* Translators: "a local variable (thread 7 in Main)" */
      return g_strdup_printf (_ ("%s (%s)"), words, root->label);
    }
  words = mg_label_root_phrase (root, 1);
  /* Translators: a certain root: "the static field Monitor", "the finalizer queue". */
  return g_strdup_printf (_ ("the %s"), words);
}

char *
mg_label_root_phrase (const MgRoot *root, guint64 count)
{
  g_autofree char *title = NULL, *space = NULL, *kind = counted_kind (root, root->label ? 1 : count);

  if (root->label == NULL)
    return g_steal_pointer (&kind);
  if (label_is_a_place (root))
    return g_strdup_printf (_ ("%s (%s)"), kind, root->label);
  title = mg_label_root_title (root, count, &space);
  if (root->kind == MG_ROOT_OTHER)
    return g_steal_pointer (&title);
  /* Translators: a root, by kind and name: "static field Monitor". */
  return g_strdup_printf (_ ("%s %s"), kind, title);
}

char *
mg_label_root_full (const MgRoot *root, guint64 count)
{
  g_autofree char *phrase = root->label && !label_is_a_place (root)
                                ? g_strdup_printf (_ ("%s %s"), mg_root_kind_word (root->kind), root->label)
                                : mg_label_root_phrase (root, count);

  if (root->note == NULL)
    return g_steal_pointer (&phrase);
  /* Translators: a root, and a remark about it: "static field Monitor (declaring class not recorded)". */
  return g_strdup_printf (_ ("%s (%s)"), phrase, root->note);
}

/* ---- Edges ---- */

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
