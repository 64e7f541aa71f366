#include "analysis/picture/finish.h"

#include <glib/gi18n-lib.h>

#include "analysis/details.h"
#include "analysis/names/type-name.h"
#include "analysis/picture/edge-field.h"
#include "analysis/picture/edge-method.h"
#include "analysis/picture/identity.h"
#include "analysis/picture/label.h"

/* Shorter runs are not worth a word. */
#define WORTHY_RUN 3
#define PERCENT 100

static const MgGraph *
graph_of (const MgFinish *finish)
{
  return mg_snapshot_graph (finish->snapshot);
}

static const MgType *
type_of (const MgFinish *finish, const MgSketchNode *node)
{
  return node->type == MG_TYPE_NONE ? NULL : mg_type_table_get (graph_of (finish)->types, node->type);
}

/* ---- Texts of nodes ---- */

/* "1 object", "× 10,000", "× 4,211 in a row". */
static char *
describe_count (const MgPictureNode *node)
{
  g_autofree char *count = mg_format_count (node->count), *run = mg_format_count (node->run_longest);

  if (node->count == 1)
    return g_strdup (_ ("1 object"));
  if (node->run_longest == node->count)
    /* Translators: so many objects, each of which holds the next one. */
    return g_strdup_printf (_ ("× %s in a row"), count);
  if (node->run_longest > 0)
    /* Translators: so many objects; in the longest chain of them, so many hold each other. */
    return g_strdup_printf (_ ("× %s, up to %s in a row"), count, run);
  return g_strdup_printf ("× %s", count);
}

static char *
describe_objects (const MgFinish *finish, const MgPictureNode *node)
{
  const MgDominators *dominators = mg_snapshot_dominators (finish->snapshot);
  g_autofree char *count = describe_count (node), *size = NULL;
  guint64 all;

  if (!node->retained_known)
    return g_steal_pointer (&count);
  size = mg_format_bytes (node->retained);
  all = dominators->retained[MG_NODE_SUPER_ROOT];
  if (node->count > 1)
    /* Translators: "× 10,000 · retain 11.4 MB" */
    return g_strdup_printf (_ ("%s · retain %s"), count, size);
  if (all == 0 || node->retained * PERCENT < all)
    /* Translators: "1 object · retains 12.1 MB" */
    return g_strdup_printf (_ ("%s · retains %s"), count, size);
  /* Translators: "1 object · retains 12.1 MB (88 %)": the share of all live bytes. */
  return g_strdup_printf (_ ("%s · retains %s (%u %%)"), count, size,
                          (guint) ((node->retained * PERCENT + all / 2) / all));
}

/* What the compiler made of a method that stops and goes on, "<Rows>d__0": only its fields tell an iterator from an
 * async one. NULL: TYPE is none, or the file does not tell. */
static char *
state_machine_title (const MgFinish *finish, const MgType *type, MgNode example)
{
  g_autofree char *method = mg_label_state_machine (type->name);
  g_autoptr (GArray) fields = method ? mg_details_fields (finish->snapshot, example, 0) : NULL;
  gboolean is_async = FALSE, is_iterator = FALSE;

  for (guint i = 0; fields && i < fields->len; i++)
    {
      const char *name = g_array_index (fields, MgFieldRow, i).name;

      /* A struct's fields have its name before theirs. */
      is_async = is_async || g_str_has_prefix (name, "<>t__builder");
      is_iterator = is_iterator || g_str_has_prefix (name, "<>2__current");
    }
  if (is_async)
    /* Translators: an async method that has not finished; %s is its name. */
    return g_strdup_printf (_ ("async %s"), method);
  if (is_iterator)
    /* Translators: a method with "yield return" that has not finished; %s is its name. */
    return g_strdup_printf (_ ("iterator %s"), method);
  return NULL;
}

static void
describe_object (const MgFinish *finish, const MgSketchNode *from, MgPictureNode *node)
{
  const MgType *type = type_of (finish, from);
  g_autofree char *full = NULL;

  node->under = describe_objects (finish, node);
  if (type == NULL)
    {
      node->over = g_strdup ("");
      node->title = g_strdup (finish->name ? finish->name : "?");
      node->full = g_strdup (node->title);
      return;
    }
  node->own = (type->flags & MG_TYPE_OWN) != 0;
  node->over = mg_type_name_namespace (type->name);
  node->title = state_machine_title (finish, type, node->example);
  if (node->title == NULL)
    node->title = mg_label_type_title (type->name);
  full = mg_label_type_full (type->name);
  if (node->count == 1 && !(from->kind == MG_PICTURE_SUBJECT && finish->subject.kind == MG_SUBJECT_TYPE))
    node->full
        = g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x", full, mg_graph_address (graph_of (finish), node->example));
  else
    node->full = g_steal_pointer (&full);
}

static void
describe_root (const MgFinish *finish, const MgSketchNode *from, MgPictureNode *node)
{
  MgRoot root = *mg_graph_root (graph_of (finish), from->first);
  g_autofree char *count = mg_format_count (node->count), *threads = NULL;

  if (from->mixed)
    root.label = root.note = NULL;
  node->root_kind = root.kind;
  if (root.kind == MG_ROOT_THREAD_STATIC && root.label && node->count > 1)
    root.note = threads = g_strdup_printf (ngettext ("%s thread", "%s threads", (gulong) node->count), count);
  node->title = mg_label_root_title (&root, node->count, &node->under);
  node->over = g_strdup (root.label ? mg_root_kind_word (root.kind) : "");
  node->full = mg_label_root_full (&root, node->count);
  if (node->count > 1)
    {
      g_free (node->under);
      node->under = g_strdup_printf ("× %s", count);
    }
  else if (root.kind == MG_ROOT_THREAD_STATIC && root.note)
    {
      g_free (node->under);
      node->under = g_strdup (root.note);
    }
}

static void
describe_stub (const MgSketchNode *from, MgPictureNode *node)
{
  g_autofree char *n = mg_format_count (from->n_left_out), *weight = mg_format_count (from->weight);

  node->over = g_strdup ("");
  /* Translators: a node that stands for so many others; it opens on click. */
  node->title = g_strdup_printf (ngettext ("+ %s more", "+ %s more", (gulong) from->n_left_out), n);
  if (from->is_gap)
    {
      node->under = g_strdup (g_dngettext (GETTEXT_PACKAGE, "object", "objects", (gulong) from->n_left_out));
      node->full = g_strdup_printf (
          ngettext ("%s more object on this path", "%s more objects on this path", (gulong) from->n_left_out), n);
      return;
    }
  /* Translators: how many of the objects asked about are held through what is not shown. */
  node->under = g_strdup_printf (ngettext ("%s object", "%s objects", (gulong) from->weight), weight);
  /* Translators: %1$s branches of the picture that are not shown; %2$s objects asked about are held through them. */
  node->full
      = g_strdup_printf (ngettext ("%1$s more branch, which holds %2$s of the objects",
                                   "%1$s more branches, which hold %2$s of the objects", (gulong) from->n_left_out),
                         n, weight);
}

static void
describe_trunk (const MgFinish *finish, const MgSketchNode *from, MgPictureNode *node)
{
  const MgType *type = type_of (finish, from);
  g_autofree char *space = type ? mg_type_name_namespace (type->name) : g_strdup ("");
  g_autofree char *n = mg_format_count (from->n_left_out);

  node->over = g_strdup ("");
  node->title = g_strdup_printf (ngettext ("%s link", "%s links", (gulong) from->n_left_out), n);
  if (*space == '\0')
    {
      node->under = g_strdup ("");
      node->full = g_strdup (node->title);
      return;
    }
  /* Translators: "through Microsoft.Extensions.Hosting", below "6 links". */
  node->under = g_strdup_printf (_ ("through %s"), space);
  node->full
      = g_strdup_printf (ngettext ("%s link through %s", "%s links through %s", (gulong) from->n_left_out), n, space);
}

static void
fill_node (const MgFinish *finish, const MgSketchNode *from, MgPictureNode *node)
{
  gboolean is_object = from->kind == MG_PICTURE_GROUP || from->kind == MG_PICTURE_SUBJECT;

  node->id = from->id;
  node->kind = from->kind;
  node->type = is_object ? from->type : MG_TYPE_NONE;
  node->example = from->kind == MG_PICTURE_STUB || from->kind == MG_PICTURE_TRUNK ? MG_NODE_NONE : from->first;
  node->count = from->count;
  node->weight = from->weight;
  node->rank = from->rank;
  node->dominator = from->dominator;
  if (is_object)
    {
      node->retained_known = finish->retained_known;
      node->retained = from->retained;
      if (from->run_longest >= WORTHY_RUN)
        {
          node->run_longest = from->run_longest;
          node->run_median = from->run_median;
        }
    }
  switch (from->kind)
    {
    case MG_PICTURE_ROOT:
      describe_root (finish, from, node);
      break;
    case MG_PICTURE_STUB:
      describe_stub (from, node);
      break;
    case MG_PICTURE_TRUNK:
      describe_trunk (finish, from, node);
      break;
    default:
      describe_object (finish, from, node);
      break;
    }
}

/* ---- Texts of edges ---- */

static MgNode
chain_at (const MgSketchEdge *edge, guint i)
{
  return g_array_index (edge->chain, MgNode, i);
}

/* "EventHandler<Boolean> → Object[] → EventHandler<Boolean>". */
static char *
raw_chain (const MgFinish *finish, const MgSketchEdge *edge)
{
  g_autoptr (GString) text = g_string_new (NULL);
  MgTypeId last = MG_TYPE_NONE;

  for (guint i = 1; i + 1 < edge->chain->len; i++)
    {
      MgTypeId type = graph_of (finish)->type[chain_at (edge, i)];
      g_autofree char *title = NULL;
      guint n = 1;

      if (type == last)
        continue;
      last = type;
      while (i + n + 1 < edge->chain->len && graph_of (finish)->type[chain_at (edge, i + n)] == type)
        n++;
      title = mg_label_type_title (mg_type_table_get (graph_of (finish)->types, type)->name);
      g_string_append_printf (text, "%s%s", text->len > 0 ? " → " : "", title);
      if (n > 1)
        g_string_append_printf (text, " × %u", n);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "10,000 of them"; with an event's own name above, "10,000 handlers"; of one object's path, "handler 4,711 of 10,000".
 */
static char *
edge_note (const MgSketchEdge *edge, gboolean named)
{
  g_autofree char *links = mg_format_count (edge->links), *all = mg_format_count (edge->all_links),
                  *place = mg_format_count (edge->place);

  if (!mg_label_counts (edge->fold))
    return g_strdup ("");
  if (edge->place > 0 && edge->all_links > 1)
    /* Translators: which of the handlers of an event it is: "handler 4,711 of 10,000". */
    return g_strdup_printf (_ ("handler %s of %s"), place, all);
  if (edge->fold == MG_FOLD_EVENT && edge->all_links > edge->links)
    /* Translators: so many of all the handlers of an event lead to the objects asked about. */
    return g_strdup_printf (ngettext ("%s of %s handlers", "%s of %s handlers", (gulong) edge->all_links), links, all);
  if (edge->fold == MG_FOLD_EVENT && named)
    return g_strdup_printf (ngettext ("%s handler", "%s handlers", (gulong) edge->links), links);
  if (edge->links < 2)
    return g_strdup ("");
  /* Translators: below "event handlers", "items", "timers". */
  return g_strdup_printf (_ ("%s of them"), links);
}

/* NOTE with the method that is called behind it; frees NOTE. */
static char *
with_method (char *note, const char *method)
{
  g_autofree char *plain = note;

  if (method == NULL)
    return g_steal_pointer (&plain);
  return g_strdup_printf ("%s%s→ %s", plain, *plain ? " " : "", method);
}

static void
fill_edge (const MgFinish *finish, MgSketchEdge *from, MgPictureEdge *edge)
{
  g_autofree char *method = mg_edge_method (finish->snapshot, from), *timer = NULL;

  from->field = mg_edge_field (finish->snapshot, from);
  if (from->fold == MG_FOLD_DELEGATE && from->field
      && mg_details_is_event (finish->snapshot, chain_at (from, 0), from->field))
    from->fold = MG_FOLD_EVENT; /* of one handler, or several with one each */
  edge->from = from->from;
  edge->to = from->to;
  edge->weight = from->weight;
  edge->share = finish->total == 0 ? 0.0 : (double) from->weight / (double) finish->total;
  edge->conditional = from->conditional || from->fold == MG_FOLD_WEAK_TABLE;
  edge->dominator = from->dominator;
  edge->folded = from->chain->len > 2;
  edge->folded_count = !mg_label_counts (from->fold) ? 0 : MAX (from->all_links, from->links);
  edge->label = mg_label_edge (from->fold, MAX (from->all_links, from->links), from->field);
  edge->attached = from->fold == MG_FOLD_WEAK_TABLE;
  if (edge->conditional && *edge->label == '\0' && from->chain->len == 2
      && mg_graph_is_object (graph_of (finish), chain_at (from, 0)))
    {
      edge->attached = TRUE;
      g_free (edge->label);
      /* Translators: on the line between two objects: the one holds the other like a field added from outside. */
      edge->label = g_strdup (_ ("attached (dependent handle)"));
    }
  timer = mg_edge_timer (finish->snapshot, from);
  if (timer)
    {
      g_free (edge->label);
      edge->label = g_steal_pointer (&timer);
    }
  edge->note = with_method (edge_note (from, from->field != NULL), method);
  edge->raw = raw_chain (finish, from);
}

/* ---- The whole ---- */

/* Two types of one name and module would share an id: the second one's is changed, always in the same way. */
static void
separate_ids (MgSketch *sketch)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < sketch->nodes->len; i++)
    {
      MgSketchNode *node = mg_sketch_node (sketch, i);

      while (node->id == 0 || g_hash_table_contains (seen, &node->id))
        node->id++;
      g_hash_table_add (seen, &node->id);
    }
}

static void
mark_dominated_edges (MgSketch *sketch, guint64 total)
{
  for (guint i = 0; i < sketch->edges->len; i++)
    {
      MgSketchEdge *edge = mg_sketch_edge (sketch, i);

      edge->dominator = edge->weight == total && mg_sketch_node (sketch, edge->from)->dominator
                        && mg_sketch_node (sketch, edge->to)->dominator;
    }
}

/* Of names along the picture, so that the same leak in another snapshot has the same number; counts do not matter. */
static guint64
fingerprint_of (const MgFinish *finish, const MgSketch *sketch)
{
  guint64 print = MG_IDENTITY_START;

  for (guint i = 0; i < sketch->nodes->len; i++)
    {
      const MgSketchNode *node = mg_sketch_node (sketch, i);
      const MgType *type = type_of (finish, node);

      if (node->kind == MG_PICTURE_STUB)
        continue;
      print = mg_identity_number (print, node->kind);
      if (node->kind == MG_PICTURE_ROOT)
        {
          const MgRoot *root = mg_graph_root (graph_of (finish), node->first);

          print = mg_identity_text (mg_identity_number (print, root->kind), node->mixed ? NULL : root->label);
        }
      else if (type)
        print = mg_identity_text (print, type->name);
    }
  return print;
}

/* What was left out, in words; one entry for each stub. */
static void
fill_cut (const MgSketchNode *stub, MgPictureCut *cut)
{
  g_autofree char *n = mg_format_count (stub->n_left_out), *weight = mg_format_count (stub->weight);
  gulong number = (gulong) stub->n_left_out;

  cut->reason = stub->reason;
  cut->stub = stub->id;
  cut->groups = stub->n_left_out;
  cut->subjects = stub->weight;
  if (stub->is_gap)
    cut->text = g_strdup_printf (ngettext ("%s object in the middle of a path is not shown.",
                                           "%s objects in the middle of a path are not shown.", number),
                                 n);
  else if (stub->reason == MG_CUT_SMALL)
    /* Translators: %1$s branches; %2$s objects asked about hang on them. */
    cut->text
        = g_strdup_printf (ngettext ("%1$s branch that holds under 1 %% is not shown (objects: %2$s).",
                                     "%1$s branches that hold under 1 %% each are not shown (objects: %2$s).", number),
                           n, weight);
  else if (stub->reason == MG_CUT_WIDE)
    cut->text
        = g_strdup_printf (ngettext ("%1$s branch beyond the heaviest eight is not shown (objects: %2$s).",
                                     "%1$s branches beyond the heaviest eight are not shown (objects: %2$s).", number),
                           n, weight);
  else
    cut->text = g_strdup_printf (ngettext ("%1$s branch is not shown: the picture is full (objects: %2$s).",
                                           "%1$s branches are not shown: the picture is full (objects: %2$s).", number),
                                 n, weight);
}

static void
fill_cuts (const MgSketch *sketch, MgPicture *picture)
{
  g_autoptr (GArray) cuts = g_array_new (FALSE, TRUE, sizeof (MgPictureCut));

  for (guint i = 0; i < sketch->nodes->len; i++)
    if (mg_sketch_node (sketch, i)->kind == MG_PICTURE_STUB)
      {
        MgPictureCut cut = { 0 };

        fill_cut (mg_sketch_node (sketch, i), &cut);
        g_array_append_val (cuts, cut);
      }
  if (sketch->cuts->len > 0)
    g_array_append_vals (cuts, sketch->cuts->data, sketch->cuts->len);
  picture->n_cuts = cuts->len;
  picture->cuts = (MgPictureCut *) (gpointer) g_array_free (g_steal_pointer (&cuts), FALSE);
}

MgPicture *
mg_finish (const MgFinish *finish, MgSketch *sketch)
{
  MgPicture *picture = g_atomic_rc_box_new0 (MgPicture);
  const MgSketchNode *subject;

  separate_ids (sketch);
  mg_sketch_arrange (sketch, graph_of (finish));
  mark_dominated_edges (sketch, finish->total);
  picture->subject = finish->subject;
  picture->n_subjects = finish->n_subjects;
  picture->n_live = finish->n_live;
  picture->n_nodes = sketch->nodes->len;
  picture->nodes = g_new0 (MgPictureNode, picture->n_nodes);
  for (guint i = 0; i < picture->n_nodes; i++)
    fill_node (finish, mg_sketch_node (sketch, i), &picture->nodes[i]);
  picture->n_edges = sketch->edges->len;
  picture->edges = g_new0 (MgPictureEdge, picture->n_edges + 1);
  for (guint i = 0; i < picture->n_edges; i++)
    fill_edge (finish, mg_sketch_edge (sketch, i), &picture->edges[i]);
  fill_cuts (sketch, picture);
  subject = mg_sketch_node (sketch, picture->n_nodes - 1);
  picture->subject_retained = subject->retained;
  picture->retained_known = finish->retained_known;
  picture->fingerprint = fingerprint_of (finish, sketch);
  return picture;
}
