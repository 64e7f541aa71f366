/* What roots are called: as a node of a picture, and in the middle of a sentence. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/names/type-name.h"
#include "analysis/picture/label.h"

/* The last '.' outside of generic arguments, which parts a field from its class. Compilers write "<" at the start of
 * names, so that brackets always come in pairs. */
static const char *
field_dot (const char *label)
{
  const char *dot = NULL;
  guint depth = 0;

  for (const char *p = label; *p; p++)
    if (*p == '<')
      depth++;
    else if (*p == '>' && depth > 0)
      depth--;
    else if (*p == '.' && depth == 0)
      dot = p;
  return dot && dot > label && dot[1] != '\0' ? dot : NULL;
}

char *
mg_label_root_title (const MgRoot *root, guint64 count, char **space)
{
  gboolean is_static = root->kind == MG_ROOT_STATIC || root->kind == MG_ROOT_THREAD_STATIC;
  const char *dot = root->label && is_static ? field_dot (root->label) : NULL;
  g_autofree char *class = NULL, *title = NULL;

  if (root->label == NULL)
    {
      *space = g_strdup ("");
      return g_strdup (count == 1 ? mg_root_kind_word (root->kind) : mg_root_kind_words (root->kind));
    }
  if (dot == NULL)
    {
      *space = g_strdup ("");
      return g_strdup (root->label);
    }
  class = g_strndup (root->label, (gsize) (dot - root->label));
  *space = mg_type_name_namespace (class);
  title = mg_label_type_title (class);
  return g_strdup_printf ("%s%s", title, dot);
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
  /* Each of several threads has its own. */
  if (root.kind == MG_ROOT_THREAD_STATIC && node->count > 1)
    root.note = NULL;
  return root;
}

/* Whether the label says where the root is rather than what it is called: "thread 7 in Main". */
static gboolean
label_is_a_place (const MgRoot *root)
{
  return root->label && (root->kind == MG_ROOT_STACK || root->kind == MG_ROOT_STACK_CONSERVATIVE);
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

/* "the thread-static field Program.t_list of 200 threads": one field, as often as threads have it. */
static char *
thread_static_words (const MgRoot *root, guint64 count)
{
  g_autofree char *phrase = mg_label_root_phrase (root, 1), *number = mg_format_count (count);

  /* Translators: %1$s "thread-static field Program.t_list", %2$s a number of threads. */
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "the %1$s of %2$s thread", "the %1$s of %2$s threads", (gulong) count), phrase,
      number);
}

char *
mg_label_root_words (const MgRoot *root, guint64 count)
{
  g_autofree char *words = NULL;

  if (root->label == NULL)
    return counted_kind_words (root, count);
  if (root->kind == MG_ROOT_THREAD_STATIC && count > 1)
    return thread_static_words (root, count);
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
  if (root->kind == MG_ROOT_THREAD_STATIC && root->note && count == 1)
    /* Translators: "thread-static field Program.t_list (thread 5)". */
    return g_strdup_printf (_ ("%s %s (%s)"), kind, title, root->note);
  /* Translators: a root, by kind and name: "static field Monitor". */
  return g_strdup_printf (_ ("%s %s"), kind, title);
}

char *
mg_label_root_full (const MgRoot *root, guint64 count)
{
  g_autofree char *phrase = root->label && !label_is_a_place (root)
                                ? g_strdup_printf (_ ("%s %s"), mg_root_kind_word (root->kind), root->label)
                                : mg_label_root_phrase (root, count);

  /* That a variable counts until its method returns is said once, by the sentence. */
  if (root->note == NULL || label_is_a_place (root))
    return g_steal_pointer (&phrase);
  /* Translators: a root, and a remark about it: "static field Monitor (declaring class not recorded)". */
  return g_strdup_printf (_ ("%s (%s)"), phrase, root->note);
}
