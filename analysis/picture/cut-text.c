/* What must let go, in words (retention picture, section 3). */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/picture/fold.h"
#include "analysis/picture/label.h"
#include "analysis/picture/picture.h"

static char *
node_words (const MgGraph *graph, MgNode node)
{
  g_autofree char *title = NULL;

  if (mg_graph_is_root (graph, node))
    return mg_label_root_phrase (mg_graph_root (graph, node), 1);
  title = mg_label_type_title (mg_graph_type_of (graph, node)->name);
  if (mg_graph_address (graph, node) == 0)
    return g_steal_pointer (&title);
  return g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x", title, mg_graph_address (graph, node));
}

/* Plumbing that a reference of a cut lies in: the drawn object or root before it, what that holds of it, and what hangs
 * there. */
typedef struct
{
  MgNode holder, first; /* MG_NODE_NONE: the reference's own holder is drawn */
  MgFoldKind kind;
} Plumbing;

/* Where in the fold table EDGE leads. Walks the tree's path to its holder. */
static Plumbing
find_plumbing (MgSnapshot *snapshot, MgFolds *folds, const MgCutEdge *edge)
{
  const MgTree *tree = mg_snapshot_tree (snapshot);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (MgNode)); /* from FROM to the root */
  MgNode grand = MG_NODE_SUPER_ROOT, parent = MG_NODE_SUPER_ROOT;
  Plumbing plumbing = { MG_NODE_NONE, MG_NODE_NONE, MG_FOLD_PLAIN };
  MgFoldState state = 0, last;

  for (MgNode node = edge->from; node != MG_NODE_SUPER_ROOT && node != MG_NODE_NONE; node = tree->parent[node])
    g_array_append_val (path, node);
  for (guint i = path->len; i-- > 0;)
    {
      MgNode node = g_array_index (path, MgNode, i);
      gboolean drawn = state == 0;

      state = mg_graph_is_object (mg_snapshot_graph (snapshot), node)
                  ? mg_folds_enter (folds, state, grand, parent, node)
                  : 0;
      if (state == 0)
        plumbing.holder = node;
      else if (drawn)
        plumbing.first = node;
      grand = parent;
      parent = node;
    }
  if (state == 0)
    return plumbing;
  last = mg_folds_enter (folds, state, grand, edge->from, edge->to);
  plumbing.kind = last != 0 && mg_folds_is_list (folds, last)
                      ? MG_FOLD_EVENT
                      : mg_folds_kind (folds, last ? last : state, edge->from, edge->to);
  return plumbing;
}

/* "A 0x1.Field", or "A 0x1 → B 0x2" where the file does not name what leads to TO. */
static char *
holder_words (MgSnapshot *snapshot, MgNode from, MgNode to)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autofree char *holder = node_words (graph, from);
  g_autofree char *field = mg_graph_is_object (graph, from) ? mg_snapshot_edge_label (snapshot, from, to) : NULL;

  return field ? g_strdup_printf ("%s.%s", holder, field) : g_steal_pointer (&holder);
}

/* "A 0x1 → B 0x2". Of plumbing first what people know and would clear: "A 0x1.Changed (event handlers: D 0x2 → …)". */
static char *
reference_words (MgSnapshot *snapshot, MgFolds *folds, const MgCutEdge *edge)
{
  g_autofree char *from = holder_words (snapshot, edge->from, edge->to);
  g_autofree char *to = node_words (mg_snapshot_graph (snapshot), edge->to);
  g_autofree char *reference = g_strdup_printf ("%s → %s", from, to);
  Plumbing plumbing = find_plumbing (snapshot, folds, edge);
  g_autofree char *what = mg_label_edge (plumbing.kind, 0, NULL), *owner = NULL;

  if (*what == '\0' || plumbing.holder == MG_NODE_NONE)
    return g_steal_pointer (&reference);
  owner = holder_words (snapshot, plumbing.holder, plumbing.first == MG_NODE_NONE ? edge->from : plumbing.first);
  /* Translators: %1$s what holds, "ConnectionMonitor 0x7f01.StatusChanged"; %2$s in what way, "event handlers"; %3$s
   * the reference itself among helper objects, "EventHandler 0x7f02._invocationList → Object[] 0x7f03". */
  return g_strdup_printf (_ ("%1$s (%2$s: %3$s)"), owner, what, reference);
}

/* The same, with the references that go with it. */
static char *
cut_words (MgSnapshot *snapshot, MgFolds *folds, const MgCutEdge *edge)
{
  g_autofree char *reference = reference_words (snapshot, folds, edge), *n = mg_format_count (edge->n_parallel);

  if (edge->n_parallel == 0)
    return g_steal_pointer (&reference);
  /* Translators: %1$s is a reference "A → B"; B has %2$s further holders, which must let go too. */
  return g_strdup_printf (
      ngettext ("%1$s and %2$s more reference to it", "%1$s and %2$s more references to it", edge->n_parallel),
      reference, n);
}

static char *
describe (MgSnapshot *snapshot, const MgCut *cut)
{
  g_autoptr (MgFolds) folds = mg_folds_new (snapshot);
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *n = mg_format_count (cut->n), *most = mg_format_count (MG_CUT_MAX);

  if (cut->bounded)
    return g_strdup (_ ("The search for the smallest set of references reached its limit."));
  if (cut->more)
    return g_strdup_printf (ngettext ("More than %s independent holder keeps this alive.",
                                      "More than %s independent holders keep this alive.", MG_CUT_MAX),
                            most);
  if (cut->n == 0)
    return g_strdup (_ ("Nothing has to let go: nothing holds this."));
  for (guint i = 0; i < cut->n; i++)
    {
      g_autofree char *reference = cut_words (snapshot, folds, &cut->edges[i]);

      g_string_append_printf (list, "%s%s", i > 0 ? "; " : "", reference);
    }
  /* Translators: %2$s is a list of references "A → B; C → D". */
  return g_strdup_printf (ngettext ("Remove %1$s reference: %2$s.", "Remove %1$s references: %2$s.", cut->n), n,
                          list->str);
}

char *
mg_picture_describe_cut (MgSnapshot *snapshot, MgSubject subject, MgCut *cut, MgProgress *progress, GError **error)
{
  MgCut own;
  const MgNode *subjects = &subject.id;
  guint32 n = 1;

  if (!mg_snapshot_ensure (snapshot, MG_NEED_REVERSE | MG_NEED_TREE | MG_NEED_INSTANCES, progress, error))
    return NULL;
  if (subject.kind == MG_SUBJECT_NONE
      || (subject.kind == MG_SUBJECT_TYPE && subject.id >= mg_snapshot_types (snapshot)->n_types)
      || (subject.kind == MG_SUBJECT_OBJECT && !mg_graph_is_object (mg_snapshot_graph (snapshot), subject.id)))
    {
      g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _ ("This snapshot has no such type or object."));
      return NULL;
    }
  if (subject.kind == MG_SUBJECT_TYPE)
    subjects = mg_instances_of (mg_snapshot_instances (snapshot), subject.id, &n);
  cut = cut ? cut : &own;
  if (!mg_cut_find (mg_snapshot_graph (snapshot), mg_snapshot_reverse (snapshot), mg_snapshot_tree (snapshot), subjects,
                    n, cut, progress, error))
    return NULL;
  return describe (snapshot, cut);
}
