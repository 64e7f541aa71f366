/* roots: why it is alive. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/picture/picture.h"
#include "analysis/report/picture-text.h"
#include "app/cli/output.h"
#include "app/cli/picture-json.h"
#include "app/cli/run.h"
#include "app/cli/weak-references.h"
#include "app/export/export.h"

/* From so many objects on, all that holds one object takes seconds to find; the shortest path does not. */
#define MANY_OBJECTS 2000000

typedef struct
{
  MgRun *run;
  MgSubject subject;   /* NONE when the subjects are a set */
  GArray *nodes;       /* MgNode: the set; NULL else */
  char *name;          /* of the set */
  GPtrArray *pictures; /* MgPicture *: the answer, then "also held by" */
  char *cut_text;      /* --cut; NULL = not asked for */
  MgCut cut;
  GArray *weak;        /* MgHandleRow, --weak; NULL = not asked for, or not recorded */
} Roots;

/* --- the subject --- */

static void
collect_set (Roots *roots, const GArray *types)
{
  roots->nodes = g_array_new (FALSE, FALSE, sizeof (MgNode));
  for (guint t = 0; t < types->len; t++)
    {
      guint32 n;
      const MgNode *nodes
          = mg_instances_of (mg_snapshot_instances (roots->run->snapshot), g_array_index (types, MgTypeId, t), &n);

      g_array_append_vals (roots->nodes, nodes, n);
    }
}

/* One type is a subject; several (a pattern, or one name in several modules) are a set. */
static gboolean
choose_types (Roots *roots, GError **error)
{
  g_autoptr (GArray) types = mg_run_choose_types (roots->run, error);

  if (types == NULL)
    return FALSE;
  if (types->len == 1)
    {
      roots->subject = mg_subject_type (g_array_index (types, MgTypeId, 0));
      return TRUE;
    }
  collect_set (roots, types);
  if (roots->run->options->type)
    roots->name = g_strdup (mg_type_table_get (mg_snapshot_types (roots->run->snapshot),
                                               g_array_index (types, MgTypeId, 0))->name);
  else
    /* Translators: "All 2,503 objects of 25 types are kept alive by …" */
    roots->name = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "objects of %u type", "objects of %u types", types->len), types->len);
  return TRUE;
}

/* Whether the shortest path alone will do when there are *MIN_OBJECTS or more: it was asked for, or nothing else was
 * and the rest would take long. */
static gboolean
one_path_will_do (const MgOptions *options, guint64 *min_objects)
{
  *min_objects = options->paths == 1 ? 0 : MANY_OBJECTS;
  return !options->cut && (options->kinds & MG_ROOT_ALL_KINDS) == MG_ROOT_ALL_KINDS && options->paths <= 1;
}

static gboolean
wants_one_path (const MgRun *run)
{
  guint64 min_objects;

  return one_path_will_do (run->options, &min_objects)
         && mg_snapshot_type_stats (run->snapshot)->total.count >= min_objects;
}

static gboolean
seeks_object (const MgOptions *options, guint64 *address, guint64 *min_objects)
{
  return options->n_arguments > 1 && one_path_will_do (options, min_objects)
         && mg_run_read_address (options->arguments[1], address, NULL);
}

static gboolean
choose_object (Roots *roots, const char *text, GError **error)
{
  MgRun *run = roots->run;
  guint needs = MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES;
  MgNode node = wants_one_path (run) ? mg_run_find_object_by_path (run, text, error)
                                     : mg_run_find_object (run, text, error);

  roots->subject = mg_subject_object (node);
  if (node == MG_NODE_NONE)
    return FALSE;
  if (!mg_snapshot_is_part (run->snapshot))
    needs |= MG_NEED_DOMINATORS;
  else
    mg_run_take_note (run, g_strdup (_ ("Only the shortest path was looked for, and no retained sizes. “--paths 5” "
                                        "takes longer, and shows what else holds the object.")));
  return mg_snapshot_ensure (run->snapshot, needs, run->progress, error);
}

static gboolean
choose_subject (Roots *roots, GError **error)
{
  MgRun *run = roots->run;
  guint needs = MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_DOMINATORS | MG_NEED_INSTANCES;

  if (run->options->n_arguments > 1)
    return choose_object (roots, run->options->arguments[1], error);
  /* A name that does not exist is told before the long work. */
  if (run->options->type || run->options->filter)
    {
      g_autoptr (GArray) types = mg_run_choose_types (run, error);

      if (types == NULL)
        return FALSE;
    }
  return mg_snapshot_ensure (run->snapshot, needs, run->progress, error) && choose_types (roots, error);
}

/* --- pictures --- */

static MgPicture *
make_picture (Roots *roots, guint alternative, GError **error)
{
  const MgOptions *options = roots->run->options;
  MgPictureOptions how = { .max_nodes = options->max_nodes,
                           .max_paths = options->paths,
                           .raw = options->raw,
                           .kinds = options->kinds,
                           .alternative = alternative };

  if (roots->nodes)
    return mg_picture_new_for_nodes (roots->run->snapshot, (const MgNode *) (gpointer) roots->nodes->data,
                                     roots->nodes->len, roots->name, &how, roots->run->progress, error);
  return mg_picture_new (roots->run->snapshot, roots->subject, &how, roots->run->progress, error);
}

static const MgPicture *
picture_at (const Roots *roots, guint i)
{
  return g_ptr_array_index (roots->pictures, i);
}

/* The picture, and where other holders would take over, theirs. For people only when it tells more than the words. */
static gboolean
make_pictures (Roots *roots, GError **error)
{
  guint n = 1;

  for (guint i = 0; i < n; i++)
    {
      MgPicture *picture = make_picture (roots, i, error);

      if (picture == NULL)
        return FALSE;
      g_ptr_array_add (roots->pictures, picture);
      if (i == 0 && (roots->run->options->format == MG_FORMAT_JSON || !picture->alike_below))
        n += picture->n_alternatives;
    }
  return TRUE;
}

static gboolean
find_cut (Roots *roots, GError **error)
{
  MgRun *run = roots->run;

  if (!run->options->cut)
    return TRUE;
  if (roots->nodes)
    {
      g_set_error_literal (error, MG_ERROR, MG_ERROR_USAGE,
                           _("--cut is for one object or one type; here are several types"));
      return FALSE;
    }
  roots->cut_text = mg_picture_describe_cut (run->snapshot, roots->subject, &roots->cut, run->progress, error);
  return roots->cut_text != NULL;
}

/* --- output --- */

/* The sentence as a paragraph, which a page may break; the tree as a block, which it must not. */
static void
append_markdown (const char *text, GString *out)
{
  const char *tree = strchr (text, '\n');

  g_string_append_len (out, text, tree - text);
  g_string_append_c (out, '\n');
  while (*tree == '\n')
    tree++;
  if (*tree)
    g_string_append_printf (out, "\n```text\n%s```\n", tree);
}

static void
append_weak (const Roots *roots, GString *out)
{
  g_autofree char *text = mg_weak_references_text (roots->run, roots->weak);

  g_string_append_c (out, '\n');
  if (roots->run->options->format == MG_FORMAT_MARKDOWN)
    append_markdown (text, out);
  else
    g_string_append (out, text);
}

static void
write_text (Roots *roots)
{
  MgPictureTextOptions how = { .graph = mg_snapshot_graph (roots->run->snapshot) };
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < roots->pictures->len; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      mg_report_picture_text (picture_at (roots, i), &how, text);
      if (i > 0)
        g_string_append_printf (out, "\n%s\n\n", _("Were that let go, another way would remain:"));
      if (roots->run->options->format == MG_FORMAT_MARKDOWN)
        append_markdown (text->str, out);
      else
        g_string_append (out, text->str);
    }
  if (roots->cut_text)
    g_string_append_printf (out, "\n%s\n", roots->cut_text);
  if (roots->weak)
    append_weak (roots, out);
  mg_sink_put (roots->run->sink, out->str);
}

static json_t *
subject_json (const Roots *roots)
{
  const MgPicture *picture = picture_at (roots, 0);
  MgSnapshot *snapshot = roots->run->snapshot;
  json_t *json = json_object ();
  const char *type = roots->run->options->type;
  guint64 address = 0;

  if (roots->subject.kind == MG_SUBJECT_TYPE)
    type = mg_type_table_get (mg_snapshot_types (snapshot), roots->subject.id)->name;
  if (roots->subject.kind == MG_SUBJECT_OBJECT)
    {
      type = mg_graph_type_of (mg_snapshot_graph (snapshot), roots->subject.id)->name;
      address = mg_graph_address (mg_snapshot_graph (snapshot), roots->subject.id);
    }
  json_object_set_new (json, "address", mg_json_address (address));
  json_object_set_new (json, "type", mg_json_string (type));
  json_object_set_new (json, "filter", mg_json_string (roots->run->options->filter));
  json_object_set_new (json, "count", mg_json_number (picture->n_subjects));
  json_object_set_new (json, "live", mg_json_number (picture->n_live));
  json_object_set_new (json, "retained",
                       picture->retained_known ? mg_json_number (picture->subject_retained) : json_null ());
  return json;
}

static gboolean
write_json (Roots *roots, GError **error)
{
  MgRun *run = roots->run;
  json_t *file = mg_run_file_json (run), *document = mg_json_envelope (run->command->name, file);
  json_t *alternatives = json_array ();

  json_decref (file);
  json_object_set_new (document, "subject", subject_json (roots));
  mg_picture_add_json (run, picture_at (roots, 0), document);
  for (guint i = 1; i < roots->pictures->len; i++)
    {
      json_t *one = json_object ();

      mg_picture_add_json (run, picture_at (roots, i), one);
      json_array_append_new (alternatives, one);
    }
  json_object_set_new (document, "alternatives", alternatives);
  json_object_set_new (document, "cut",
                       roots->cut_text ? mg_cut_json (run, roots->cut_text, &roots->cut) : json_null ());
  json_object_set_new (document, "weak", mg_weak_references_json (run, roots->weak));
  return mg_run_write_json (run, document, error);
}

static MgExportFormat
export_format (MgFormat format)
{
  return format == MG_FORMAT_DOT       ? MG_EXPORT_DOT
         : format == MG_FORMAT_MERMAID ? MG_EXPORT_MERMAID
         : format == MG_FORMAT_PNG     ? MG_EXPORT_PNG
                                       : MG_EXPORT_SVG;
}

static gboolean
write_picture (Roots *roots, GError **error)
{
  MgRun *run = roots->run;
  MgExportOptions how = { .caption = TRUE, .cut = run->options->cut };
  g_autoptr (GBytes) bytes = mg_export_picture_to_bytes (run->snapshot, picture_at (roots, 0),
                                                         export_format (run->options->format), &how, error);
  gsize n;
  const char *data;

  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &n);
  mg_sink_put_bytes (run->sink, data, n);
  if (roots->cut_text)
    mg_run_take_note (run, g_strdup (roots->cut_text));
  return TRUE;
}

static gboolean
write_answer (Roots *roots, GError **error)
{
  switch (roots->run->options->format)
    {
    case MG_FORMAT_TEXT:
    case MG_FORMAT_MARKDOWN:
      write_text (roots);
      return TRUE;
    case MG_FORMAT_JSON:
      return write_json (roots, error);
    case MG_FORMAT_CSV:
      return mg_picture_write_csv (roots->run, picture_at (roots, 0), error);
    case MG_FORMAT_DOT:
    case MG_FORMAT_MERMAID:
    case MG_FORMAT_SVG:
    case MG_FORMAT_PNG:
    case MG_N_FORMATS:
    default:
      return write_picture (roots, error);
    }
}

static void
find_weak (Roots *roots)
{
  MgRun *run = roots->run;

  if (!run->options->weak)
    return;
  roots->weak = roots->nodes ? mg_weak_references_new (run, NULL, (const MgNode *) (gpointer) roots->nodes->data,
                                                       roots->nodes->len)
                             : mg_weak_references_new (run, &roots->subject, NULL, 0);
  if (roots->weak == NULL)
    mg_run_take_note (run,
                      g_strdup (_("This file does not record weak references, which could be named here; they keep "
                                   "nothing alive.")));
}

static gboolean
answer (Roots *roots, GError **error)
{
  MgRun *run = roots->run;

  if (!choose_subject (roots, error) || !make_pictures (roots, error) || !find_cut (roots, error))
    return FALSE;
  find_weak (roots);
  /* What looks like garbage may be held by something that the file leaves out. */
  run->tell_all = picture_at (roots, 0)->n_live < picture_at (roots, 0)->n_subjects;
  if (picture_at (roots, 0)->n_live == 0)
    run->status = MG_STATUS_NOTHING;
  return write_answer (roots, error);
}

static gboolean
run_roots (MgRun *run, GError **error)
{
  Roots roots = { .run = run, .pictures = g_ptr_array_new_with_free_func ((GDestroyNotify) mg_picture_unref) };
  gboolean done = answer (&roots, error);

  g_ptr_array_free (roots.pictures, TRUE);
  g_clear_pointer (&roots.nodes, g_array_unref);
  g_clear_pointer (&roots.weak, g_array_unref);
  g_free (roots.cut_text);
  g_free (roots.name);
  return done;
}

/* --- the command --- */

static const char *
what_is_wrong (const MgOptions *options)
{
  guint n = (options->n_arguments > 1) + (options->type != NULL) + (options->filter != NULL);

  if (n == 0)
    return _("say what is asked about: an ADDRESS, or --type NAME");
  if (n > 1)
    return _("an ADDRESS, --type and --filter exclude each other");
  if (options->merge && options->n_arguments > 1)
    return _("--merge is about all objects of a type: use it with --type");
  if (options->kinds == 0)
    return _("--kinds and --no-stacks together leave no kind of root");
  if (options->format == MG_FORMAT_PNG && mg_output_is_terminal (options->output))
    return _("a PNG picture is not for a terminal: add -o FILE.png");
  return NULL;
}

const MgCommand mg_command_roots = {
  .name = "roots",
  .arguments = N_ ("FILE (ADDRESS | --type NAME)"),
  .summary = N_ ("why it is alive: the paths from the roots to an object, or to all objects of a type"),
  .description
  = N_ ("The first line is the answer in one sentence, then comes the picture: roots at the top, what they hold below "
        "them, the subject at the end. For a type, all its objects are one picture with counts and shares; "
        "for one object, its most different paths. Helper objects (delegates, lists, arrays) are folded into "
        "one line; --raw shows each of them.\n\n"
        "For one object of a core with two million objects or more, only the shortest path is looked for, which takes "
        "a fraction of the time; a number of --paths asks for the others, and for retained sizes. --paths 1 is always "
        "quick.\n\n"
        "The same picture goes out as DOT, Mermaid, SVG and PNG; -o why.svg is enough to say so."),
  .examples = "  mangrove-cli roots app.gcdump --type MyApp.Session\n"
              "  mangrove-cli roots app.gcdump 0x7ef7c90022e8 --paths 3 --raw\n"
              "  mangrove-cli roots app.gcdump --type MyApp.Session --no-stacks --cut\n"
              "  mangrove-cli roots app.gcdump --type MyApp.Session -o why.svg\n",
  .options = MG_COMMON_OPTIONS | MG_OPTION_BIT (MG_OPTION_TYPE) | MG_OPTION_BIT (MG_OPTION_MODULE)
             | MG_OPTION_BIT (MG_OPTION_FILTER) | MG_OPTION_BIT (MG_OPTION_EXACT) | MG_OPTION_BIT (MG_OPTION_PATHS)
             | MG_OPTION_BIT (MG_OPTION_MERGE) | MG_OPTION_BIT (MG_OPTION_CUT) | MG_OPTION_BIT (MG_OPTION_RAW)
             | MG_OPTION_BIT (MG_OPTION_KINDS) | MG_OPTION_BIT (MG_OPTION_NO_STACKS) | MG_OPTION_BIT (MG_OPTION_WEAK)
             | MG_OPTION_BIT (MG_OPTION_MAX_NODES),
  .formats = MG_TABLE_FORMATS | MG_PICTURE_FORMATS,
  .wants_graph = TRUE,
  .min_arguments = 1,
  .max_arguments = 2,
  .seeks = seeks_object,
  .what_is_wrong = what_is_wrong,
  .run = run_roots,
};
