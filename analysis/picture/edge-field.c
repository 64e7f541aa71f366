#include "analysis/picture/edge-field.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/details.h"
#include "analysis/picture/label.h"

/* The compiler's field for what an async method awaits at the moment. */
#define AWAITER "<>u__"
#define MACHINE "StateMachine."

static char *
link_name (MgSnapshot *snapshot, const MgSketchEdge *edge, guint from)
{
  MgNode holder = g_array_index (edge->chain, MgNode, from), held = g_array_index (edge->chain, MgNode, from + 1);

  return mg_graph_is_root (mg_snapshot_graph (snapshot), holder) ? NULL
                                                                 : mg_snapshot_edge_label (snapshot, holder, held);
}

/* A box of an async method holds the method's local variables in one struct, and what it awaits. */
static char *
local_variable (char *field)
{
  g_autofree char *whole = field;
  const char *local;

  if (field == NULL || !g_str_has_prefix (field, MACHINE) || strchr (field, ' ') != NULL)
    return g_steal_pointer (&whole);
  local = field + strlen (MACHINE);
  if (g_str_has_prefix (local, AWAITER))
    return g_strdup (_ ("awaits"));
  /* Translators: a local variable of an async method that has not finished; %s is its name. */
  return g_strdup_printf (_ ("local variable %s"), local);
}

/* The method of the suspended one of .NET 11 at place I of EDGE's chain; NULL: it is none. */
static char *
suspended_title (MgSnapshot *snapshot, const MgSketchEdge *edge, guint i)
{
  g_autofree char *method = mg_details_suspended_method (snapshot, g_array_index (edge->chain, MgNode, i));

  return method ? mg_label_method (method) : NULL;
}

/* "Next" leads from a method to the one that awaits it. */
static char *
awaited_by (MgSnapshot *snapshot, const MgSketchEdge *edge, char *field)
{
  g_autofree char *whole = field, *title = NULL;

  if (g_strcmp0 (field, "Next") != 0 || edge->links > 1
      || (title = suspended_title (snapshot, edge, edge->chain->len - 1)) == NULL)
    return g_steal_pointer (&whole);
  /* Translators: the async method that goes on when this one has ended. */
  return g_strdup_printf (_ ("awaited by %s"), title);
}

/* What a suspended method of .NET 11 keeps has no name of its own; the method has. */
static char *
suspended_local (MgSnapshot *snapshot, const MgSketchEdge *edge)
{
  g_autofree char *title = suspended_title (snapshot, edge, 0);

  if (title == NULL)
    return NULL;
  if (edge->links > 1) /* perhaps of different methods */
    return g_strdup (_ ("local variables"));
  /* Translators: a variable without a name; %s is the async method that it belongs to. */
  return g_strdup_printf (_ ("local variable of %s"), title);
}

/* "[12]" of "[12].Item"; NULL for anything else: nodes of lists have no number. */
static char *
element_only (char *name)
{
  g_autofree char *whole = name;
  const char *end = name && *name == '[' ? strchr (name, ']') : NULL;

  return end ? g_strndup (name, (gsize) (end + 1 - name)) : NULL;
}

char *
mg_edge_field (MgSnapshot *snapshot, const MgSketchEdge *edge)
{
  guint n = edge->chain->len;
  char *name;

  if (n < 2)
    return NULL;
  switch (edge->fold)
    {
    case MG_FOLD_PLAIN:
      name = local_variable (link_name (snapshot, edge, 0));
      return name ? awaited_by (snapshot, edge, name) : suspended_local (snapshot, edge);
    case MG_FOLD_EVENT:
    case MG_FOLD_DELEGATE:
      return link_name (snapshot, edge, 0);
    case MG_FOLD_CAPTURED:
      return link_name (snapshot, edge, n - 2);
    case MG_FOLD_ITEMS:
      /* Of an array itself the name may go on into a struct: "[0].Inside". */
      return n == 2 ? link_name (snapshot, edge, 0) : element_only (link_name (snapshot, edge, n - 2));
    case MG_FOLD_ENTRIES:
      return mg_snapshot_edge_key (snapshot, g_array_index (edge->chain, MgNode, n - 2),
                                   g_array_index (edge->chain, MgNode, n - 1));
    default:
      return NULL;
    }
}
