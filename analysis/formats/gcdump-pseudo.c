#include "analysis/formats/gcdump-pseudo.h"

#include <string.h>

/* The group in which each kind of root is written; those of handles stand below [other roots]. */
static const struct
{
  const char *name;
  gboolean below_others;
} groups[MG_N_ROOT_KINDS] = {
  [MG_ROOT_STATIC] = { "[static vars]", FALSE },
  [MG_ROOT_THREAD_STATIC] = { "[thread static vars]", FALSE },
  [MG_ROOT_STRONG_HANDLE] = { "[strong Handles]", TRUE },
  [MG_ROOT_PINNED_HANDLE] = { "[pinning Handles]", TRUE },
  [MG_ROOT_ASYNC_PINNED_HANDLE] = { "[AsyncPinnedHandle]", TRUE },
  [MG_ROOT_REF_COUNTED_HANDLE] = { "[RefCountedHandle]", TRUE },
  [MG_ROOT_SIZED_REF_HANDLE] = { "[SizedRefHandle]", TRUE },
  [MG_ROOT_DEPENDENT_HANDLE] = { "[Dependent Handles]", TRUE },
  [MG_ROOT_COM] = { "[COM/WinRT Objects]", FALSE },
  [MG_ROOT_FINALIZER_READY] = { "[finalizer Handles]", TRUE },
  [MG_ROOT_STACK] = { "[local vars]", FALSE },
  [MG_ROOT_STACK_CONSERVATIVE] = { "[local vars]", FALSE },
};

#define ROOT_NAME "[.NET Roots]"
#define OTHERS_NAME "[other roots]"

typedef struct
{
  const MgGraph *graph;
  GPtrArray *list;
  GHashTable *places; /* "PARENT NAME" → place in the list, of groups that several roots share */
  gboolean declared;
} Pseudo;

static void
free_pseudo (gpointer data)
{
  MgGcdumpPseudo *pseudo = data;

  g_free (pseudo->name);
  g_array_unref (pseudo->groups);
  g_array_unref (pseudo->objects);
  g_free (pseudo);
}

static MgGcdumpPseudo *
get (const GPtrArray *list, guint32 i)
{
  return list->pdata[i];
}

static guint32
add_pseudo (GPtrArray *list, guint32 parent, const char *name)
{
  MgGcdumpPseudo *pseudo = g_new0 (MgGcdumpPseudo, 1);
  guint32 place = list->len;

  pseudo->name = g_strdup (name);
  pseudo->groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  pseudo->objects = g_array_new (FALSE, FALSE, sizeof (MgNode));
  g_ptr_array_add (list, pseudo);
  if (place != parent)
    g_array_append_val (get (list, parent)->groups, place);
  return place;
}

/* The group NAME directly below PARENT; made when it is not there. */
static guint32
find_group (Pseudo *pseudo, guint32 parent, const char *name)
{
  g_autofree char *key = g_strdup_printf ("%u %s", parent, name);
  gpointer place = g_hash_table_lookup (pseudo->places, key);

  if (place == NULL)
    {
      place = GUINT_TO_POINTER (add_pseudo (pseudo->list, parent, name));
      g_hash_table_insert (pseudo->places, g_steal_pointer (&key), place);
    }
  return GPOINTER_TO_UINT (place);
}

/* "[static var TYPE.FIELD]": the type is the one that declares the field, and of a thread static the thread follows:
 * "[static var TYPE.FIELD, thread 5]". Where the declaring type is not known it is the type of the value, as in the
 * files of the usual tools. */
static guint32
add_static (Pseudo *pseudo, guint32 group, const MgRoot *root, const MgNode *targets, guint32 n)
{
  const MgType *type = n > 0 ? mg_graph_type_of (pseudo->graph, targets[0]) : NULL;
  g_autofree char *name = NULL;

  if (pseudo->declared && root->note)
    name = g_strdup_printf ("[static var %s, %s]", root->label, root->note);
  else if (pseudo->declared)
    name = g_strdup_printf ("[static var %s]", root->label);
  else
    name = g_strdup_printf ("[static var %s.%s]", type ? type->name : "UNKNOWN", root->label);
  return add_pseudo (pseudo->list, group, name);
}

/* "[thread 7 in My.Program.Main local vars]" below "[local vars]": the ending is what readers know the kind by. */
static guint32
find_local (Pseudo *pseudo, guint32 group, const MgRoot *root)
{
  const char *ending = root->kind == MG_ROOT_STACK ? "local vars" : MG_GCDUMP_CONSERVATIVE_LOCALS;
  g_autofree char *name = NULL;

  if (root->kind == MG_ROOT_STACK && root->label == NULL)
    return group;
  name = root->label ? g_strdup_printf ("[%s %s]", root->label, ending) : g_strdup_printf ("[%s]", ending);
  return find_group (pseudo, group, name);
}

/* "[LABEL]" directly below the root. */
static guint32
place_of_other (Pseudo *pseudo, const MgRoot *root)
{
  g_autofree char *name = root->label ? g_strdup_printf ("[%s]", root->label) : NULL;

  return name == NULL || strcmp (name, ROOT_NAME) == 0 ? 0 : find_group (pseudo, 0, name);
}

static guint32
place_of_root (Pseudo *pseudo, const MgRoot *root, const MgNode *targets, guint32 n)
{
  guint32 group = 0;

  if (root->kind == MG_ROOT_OTHER)
    return place_of_other (pseudo, root);
  if (groups[root->kind].below_others)
    group = find_group (pseudo, 0, OTHERS_NAME);
  group = find_group (pseudo, group, groups[root->kind].name);
  if (root->kind == MG_ROOT_STACK || root->kind == MG_ROOT_STACK_CONSERVATIVE)
    return find_local (pseudo, group, root);
  if (root->label && (root->kind == MG_ROOT_STATIC || root->kind == MG_ROOT_THREAD_STATIC))
    return add_static (pseudo, group, root, targets, n);
  if (root->label && root->kind == MG_ROOT_COM)
    {
      g_autofree char *name = g_strdup_printf ("[%s]", root->label);

      group = add_pseudo (pseudo->list, group, name);
      get (pseudo->list, group)->address = root->address;
    }
  return group;
}

gboolean
mg_gcdump_declares_statics (const MgGraph *graph)
{
  for (guint32 k = 0; k < graph->n_roots; k++)
    if (graph->roots[k].kind == MG_ROOT_STATIC && graph->roots[k].note != NULL)
      return FALSE;
  return TRUE;
}

GPtrArray *
mg_gcdump_pseudo_nodes (const MgGraph *graph)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Pseudo pseudo = { graph, g_ptr_array_new_with_free_func (free_pseudo), places, mg_gcdump_declares_statics (graph) };

  add_pseudo (pseudo.list, 0, ROOT_NAME);
  for (guint32 k = 0; k < graph->n_roots; k++)
    {
      guint32 n, place;
      const MgNode *targets = mg_graph_edges (graph, 1 + k, &n);

      place = place_of_root (&pseudo, &graph->roots[k], targets, n);
      g_array_append_vals (get (pseudo.list, place)->objects, targets, n);
    }
  return pseudo.list;
}
