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

/* The group NAME directly below PARENT; made when it is not there. Groups are few. */
static guint32
find_group (GPtrArray *list, guint32 parent, const char *name)
{
  const GArray *below = get (list, parent)->groups;

  for (guint i = 0; i < below->len; i++)
    if (strcmp (get (list, g_array_index (below, guint32, i))->name, name) == 0)
      return g_array_index (below, guint32, i);
  return add_pseudo (list, parent, name);
}

/* "[static var TYPE.FIELD]": the type is that of the value, as in the files of the usual tools. */
static guint32
add_static (GPtrArray *list, guint32 group, const MgGraph *graph, const MgRoot *root, const MgNode *targets, guint32 n)
{
  const MgType *type = n > 0 ? mg_graph_type_of (graph, targets[0]) : NULL;
  g_autofree char *name = g_strdup_printf ("[static var %s.%s]", type ? type->name : "UNKNOWN", root->label);

  return add_pseudo (list, group, name);
}

static guint32
place_of_root (GPtrArray *list, const MgGraph *graph, const MgRoot *root, const MgNode *targets, guint32 n)
{
  guint32 group = 0;

  if (root->kind == MG_ROOT_OTHER)
    {
      g_autofree char *name = root->label ? g_strdup_printf ("[%s]", root->label) : NULL;

      return name == NULL || strcmp (name, ROOT_NAME) == 0 ? 0 : find_group (list, 0, name);
    }
  if (groups[root->kind].below_others)
    group = find_group (list, 0, OTHERS_NAME);
  group = find_group (list, group, groups[root->kind].name);
  if (root->label && (root->kind == MG_ROOT_STATIC || root->kind == MG_ROOT_THREAD_STATIC))
    return add_static (list, group, graph, root, targets, n);
  if (root->label && root->kind == MG_ROOT_COM)
    {
      g_autofree char *name = g_strdup_printf ("[%s]", root->label);

      group = add_pseudo (list, group, name);
      get (list, group)->address = root->address;
    }
  return group;
}

GPtrArray *
mg_gcdump_pseudo_nodes (const MgGraph *graph)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (free_pseudo);

  add_pseudo (list, 0, ROOT_NAME);
  for (guint32 k = 0; k < graph->n_roots; k++)
    {
      guint32 n, place;
      const MgNode *targets = mg_graph_edges (graph, 1 + k, &n);

      place = place_of_root (list, graph, &graph->roots[k], targets, n);
      g_array_append_vals (get (list, place)->objects, targets, n);
    }
  return list;
}
