#include "analysis/picture/edge-method.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/details.h"
#include "analysis/picture/label.h"

/* Objects of a chain that are looked at, from its end: a run of millions of list nodes may be part of it. */
#define MAX_LOOKED_AT 64

static MgNode
chain_at (const MgSketchEdge *edge, guint i)
{
  return g_array_index (edge->chain, MgNode, i);
}

/* The first place of EDGE's chain that is looked at. */
static guint
first_looked_at (const MgSketchEdge *edge)
{
  return edge->chain->len > MAX_LOOKED_AT ? edge->chain->len - MAX_LOOKED_AT : 0;
}

/* Whether EDGE stands for one way only. */
static gboolean
is_single (const MgSketchEdge *edge)
{
  return edge->place > 0 || edge->links == 1;
}

static MgTypeId
type_at_end (MgSnapshot *snapshot, const MgSketchEdge *edge)
{
  return mg_snapshot_graph (snapshot)->type[chain_at (edge, edge->chain->len - 1)];
}

/* The method of the delegates on the way. A delegate of several counts only when EDGE stands for the handlers of that
 * one, and those called on what EDGE leads to share a method. */
static char *
delegate_method (MgSnapshot *snapshot, const MgSketchEdge *edge)
{
  for (guint i = edge->chain->len - 1; i-- > first_looked_at (edge);)
    {
      MgTypeId type = edge->fold == MG_FOLD_EVENT && !is_single (edge) ? type_at_end (snapshot, edge) : MG_TYPE_NONE;
      guint32 n = 0;
      g_autofree char *method = mg_details_delegate_method (snapshot, chain_at (edge, i), type, &n);

      if (n == 1 && is_single (edge))
        return g_steal_pointer (&method);
      if (n > 1)
        return n == MAX (edge->all_links, edge->links) ? g_steal_pointer (&method) : NULL;
    }
  return NULL;
}

static gboolean
find_timer (MgSnapshot *snapshot, const MgSketchEdge *edge, MgTimerRow *row)
{
  for (guint i = edge->chain->len - 1; i-- > first_looked_at (edge);)
    if (mg_details_timer (snapshot, chain_at (edge, i), row))
      return TRUE;
  return FALSE;
}

static gboolean
is_of_type (MgSnapshot *snapshot, MgNode node, MgTypeId type)
{
  return node != MG_NODE_NONE && mg_snapshot_graph (snapshot)->type[node] == type;
}

/* The callback of all armed timers that hold objects like the one EDGE leads to: those of EDGE are among them. */
static char *
common_callback (MgSnapshot *snapshot, const MgSketchEdge *edge)
{
  g_autoptr (GArray) rows = mg_details_timers (snapshot);
  MgTypeId type = type_at_end (snapshot, edge);
  const char *callback = NULL;

  for (guint i = 0; rows && i < rows->len; i++)
    {
      const MgTimerRow *row = &g_array_index (rows, MgTimerRow, i);

      if (!is_of_type (snapshot, row->state, type) && !is_of_type (snapshot, row->target, type))
        continue;
      if (row->callback == NULL || (callback && strcmp (callback, row->callback) != 0))
        return NULL;
      callback = row->callback;
    }
  return g_strdup (callback);
}

/* The line leads to the object that the method is called on: its type need not be said once more, and would push the
 * method's name out of the picture. Takes LABEL. */
static char *
without_target (char *label, MgSnapshot *snapshot, const MgSketchEdge *edge)
{
  g_autofree char *whole = label;
  const char *type = mg_type_table_get (mg_snapshot_types (snapshot), type_at_end (snapshot, edge))->name;
  g_autofree char *title = mg_label_type_title (type), *prefix = g_strconcat (title, ".", NULL);

  return g_str_has_prefix (whole, prefix) ? g_strdup (whole + strlen (prefix)) : g_steal_pointer (&whole);
}

char *
mg_edge_method (MgSnapshot *snapshot, const MgSketchEdge *edge)
{
  g_autofree char *method = NULL;
  MgTimerRow timer = { 0 };

  if (edge->chain->len < 2 || !mg_graph_is_object (mg_snapshot_graph (snapshot), chain_at (edge, edge->chain->len - 1)))
    return NULL;
  if (find_timer (snapshot, edge, &timer))
    {
      if (is_single (edge))
        method = g_steal_pointer (&timer.callback);
      else if (edge->fold == MG_FOLD_TIMER)
        method = common_callback (snapshot, edge);
    }
  else
    method = delegate_method (snapshot, edge);
  mg_timer_row_clear (&timer);
  return method ? without_target (mg_label_method (method), snapshot, edge) : NULL;
}

char *
mg_edge_timer (MgSnapshot *snapshot, const MgSketchEdge *edge)
{
  MgTimerRow timer = { 0 };
  char *text = NULL;

  /* The name of a captured variable says more. */
  if (edge->fold == MG_FOLD_CAPTURED || edge->chain->len < 2 || !find_timer (snapshot, edge, &timer))
    return NULL;
  if (is_single (edge))
    text = mg_details_timer_text (timer.due_ms, timer.period_ms);
  else if (edge->fold != MG_FOLD_TIMER)
    text = g_strdup (_ ("timers"));
  mg_timer_row_clear (&timer);
  return text;
}
