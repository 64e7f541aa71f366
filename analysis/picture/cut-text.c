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

/* Where in the fold table TO is, held by FROM: the drawn object or root before them, and what hangs there. Walks the
 * tree's path to FROM, which ends in *HOLDER when FROM itself is no plumbing. */
static MgFoldKind
find_plumbing (MgSnapshot *snapshot, MgFolds *folds, const MgCutEdge *edge, MgNode *holder)
{
  const MgTree *tree = mg_snapshot_tree (snapshot);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (MgNode)); /* from FROM to the root */
  MgNode grand = MG_NODE_SUPER_ROOT, parent = MG_NODE_SUPER_ROOT;
  MgFoldState state = 0, last;

  for (MgNode node = edge->from; node != MG_NODE_SUPER_ROOT && node != MG_NODE_NONE; node = tree->parent[node])
    g_array_append_val (path, node);
  for (guint i = path->len; i-- > 0;)
    {
      MgNode node = g_array_index (path, MgNode, i);

      state = mg_graph_is_object (mg_snapshot_graph (snapshot), node)
                  ? mg_folds_enter (folds, state, grand, parent, node)
                  : 0;
      if (state == 0)
        *holder = node;
      grand = parent;
      parent = node;
    }
  if (state == 0)
    return MG_FOLD_PLAIN;
  last = mg_folds_enter (folds, state, grand, edge->from, edge->to);
  if (last != 0 && mg_folds_is_list (folds, last))
    return MG_FOLD_EVENT;
  return mg_folds_kind (folds, last ? last : state, edge->from, edge->to);
}

/* "A 0x1 → B 0x2", and of plumbing what it is part of. */
static char *
reference_words (MgSnapshot *snapshot, MgFolds *folds, const MgCutEdge *edge)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autofree char *from = node_words (graph, edge->from), *to = node_words (graph, edge->to);
  g_autofree char *field
      = mg_graph_is_object (graph, edge->from) ? mg_snapshot_edge_label (snapshot, edge->from, edge->to) : NULL;
  g_autofree char *reference
      = field ? g_strdup_printf ("%s.%s → %s", from, field, to) : g_strdup_printf ("%s → %s", from, to);
  MgNode holder = MG_NODE_NONE;
  g_autofree char *what = mg_label_edge (find_plumbing (snapshot, folds, edge, &holder), 0, NULL), *owner = NULL;

  if (*what == '\0' || holder == MG_NODE_NONE)
    return g_steal_pointer (&reference);
  owner = node_words (graph, holder);
  /* Translators: %1$s a reference "A → B"; what it is part of: %2$s "event handlers", %3$s "ConnectionMonitor 0x7f01".
   */
  return g_strdup_printf (_ ("%1$s (%2$s of %3$s)"), reference, what, owner);
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
  g_autoptr (MgFolds) folds = mg_folds_new (mg_snapshot_graph (snapshot), mg_snapshot_instances (snapshot));
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
