#include "analysis/picture/picture.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/picture/alternatives.h"
#include "analysis/picture/merged.h"
#include "analysis/picture/single.h"

/* ---- Life ---- */

MgPicture *
mg_picture_ref (MgPicture *picture)
{
  return g_atomic_rc_box_acquire (picture);
}

static void
picture_clear (gpointer data)
{
  MgPicture *picture = data;

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      g_free (picture->nodes[i].over);
      g_free (picture->nodes[i].title);
      g_free (picture->nodes[i].under);
      g_free (picture->nodes[i].full);
    }
  for (guint i = 0; i < picture->n_edges; i++)
    {
      g_free (picture->edges[i].label);
      g_free (picture->edges[i].note);
      g_free (picture->edges[i].raw);
    }
  for (guint i = 0; i < picture->n_cuts; i++)
    g_free (picture->cuts[i].text);
  g_free (picture->nodes);
  g_free (picture->edges);
  g_free (picture->cuts);
  g_free (picture->question);
  g_free (picture->sentence);
  g_free (picture->explanation);
}

void
mg_picture_unref (MgPicture *picture)
{
  if (picture)
    g_atomic_rc_box_release_full (picture, picture_clear);
}

/* ---- Making ---- */

static const MgPictureOptions default_options = { 0 };

/* The tree of the roots that count: the snapshot's own, or one made for it (then *OWNED). */
static const MgTree *
tree_for (MgSnapshot *snapshot, const MgPictureOptions *options, MgTree **owned, MgProgress *progress, GError **error)
{
  guint32 kinds = options->kinds & MG_ROOT_ALL_KINDS;

  *owned = NULL;
  if (kinds == 0 || kinds == MG_ROOT_ALL_KINDS)
    return mg_snapshot_ensure (snapshot, MG_NEED_TREE, progress, error) ? mg_snapshot_tree (snapshot) : NULL;
  if (!mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, progress, error))
    return NULL;
  return *owned = mg_tree_new (mg_snapshot_graph (snapshot), kinds, progress, error);
}

static MgPicture *
picture_of_set (const MgMergedRequest *set, MgProgress *progress, GError **error)
{
  g_autoptr (MgTree) owned = NULL;
  g_autoptr (MgSubjectFacts) facts = NULL;
  MgMergedRequest request = *set;
  MgTreeView tree;

  request.base = tree_for (request.snapshot, request.options, &owned, progress, error);
  if (request.base == NULL || !mg_snapshot_ensure (request.snapshot, MG_NEED_INSTANCES, progress, error))
    return NULL;
  tree = mg_tree_view_of (request.base);
  request.tree = &tree;
  request.facts = facts = mg_subject_facts_new (request.snapshot, request.subjects, request.n_subjects);
  return mg_alternatives_picture (&request, progress, error);
}

static MgPicture *
picture_of_type (
    MgSnapshot *snapshot, MgSubject subject, const MgPictureOptions *options, MgProgress *progress, GError **error)
{
  MgMergedRequest request = { .snapshot = snapshot, .subject = subject, .options = options };
  guint32 n;

  if (!mg_snapshot_ensure (snapshot, MG_NEED_INSTANCES, progress, error))
    return NULL;
  if (subject.id >= mg_snapshot_types (snapshot)->n_types)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _ ("This snapshot has no such type."));
      return NULL;
    }
  request.subjects = mg_instances_of (mg_snapshot_instances (snapshot), subject.id, &n);
  request.n_subjects = n;
  if (n == 0)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _ ("There is no object of type %s."),
                   mg_type_table_get (mg_snapshot_types (snapshot), subject.id)->name);
      return NULL;
    }
  return picture_of_set (&request, progress, error);
}

static MgPicture *
picture_of_object (
    MgSnapshot *snapshot, MgSubject subject, const MgPictureOptions *options, MgProgress *progress, GError **error)
{
  g_autoptr (MgTree) owned = NULL;
  const MgTree *tree;

  if (!mg_snapshot_ensure (snapshot, MG_NEED_REVERSE | MG_NEED_INSTANCES, progress, error))
    return NULL;
  if (!mg_graph_is_object (mg_snapshot_graph (snapshot), subject.id))
    {
      g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _ ("This snapshot has no such object."));
      return NULL;
    }
  tree = tree_for (snapshot, options, &owned, progress, error);
  return tree ? mg_single_picture (snapshot, subject.id, options, tree, progress, error) : NULL;
}

MgPicture *
mg_picture_new (
    MgSnapshot *snapshot, MgSubject subject, const MgPictureOptions *options, MgProgress *progress, GError **error)
{
  options = options ? options : &default_options;
  switch (subject.kind)
    {
    case MG_SUBJECT_TYPE:
      return picture_of_type (snapshot, subject, options, progress, error);
    case MG_SUBJECT_OBJECT:
      return picture_of_object (snapshot, subject, options, progress, error);
    default:
      g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _ ("Nothing was asked about."));
      return NULL;
    }
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  MgNode x = *(const MgNode *) a, y = *(const MgNode *) b;

  return x < y ? -1 : x > y;
}

/* The objects among the N nodes, ascending, each once. */
static GArray *
sort_objects (const MgGraph *graph, const MgNode *nodes, gsize n)
{
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (MgNode), (guint) n);
  guint kept = 0;

  for (gsize i = 0; i < n; i++)
    if (mg_graph_is_object (graph, nodes[i]))
      g_array_append_val (sorted, nodes[i]);
  g_array_sort (sorted, compare_nodes);
  for (guint i = 0; i < sorted->len; i++)
    if (kept == 0 || g_array_index (sorted, MgNode, i) != g_array_index (sorted, MgNode, kept - 1))
      g_array_index (sorted, MgNode, kept++) = g_array_index (sorted, MgNode, i);
  g_array_set_size (sorted, kept);
  return sorted;
}

MgPicture *
mg_picture_new_for_nodes (MgSnapshot *snapshot,
                          const MgNode *nodes,
                          gsize n,
                          const char *name,
                          const MgPictureOptions *options,
                          MgProgress *progress,
                          GError **error)
{
  MgMergedRequest request = { .snapshot = snapshot, .options = options ? options : &default_options, .name = name };
  g_autoptr (GArray) sorted = NULL;

  if (!mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, progress, error))
    return NULL;
  sorted = sort_objects (mg_snapshot_graph (snapshot), nodes, n);
  if (sorted->len == 0)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _ ("There is no object to ask about."));
      return NULL;
    }
  request.subjects = (const MgNode *) (gpointer) sorted->data;
  request.n_subjects = sorted->len;
  return picture_of_set (&request, progress, error);
}
