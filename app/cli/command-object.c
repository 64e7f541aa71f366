/* object: everything that is known of one object. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/graph/reach.h"
#include "app/cli/facts.h"
#include "app/cli/object-fields.h"
#include "app/cli/object-handlers.h"
#include "app/cli/object-links.h"
#include "app/cli/run.h"

/* Roots of one object that are named; a heap in which every root refers to one object exists in tests only. */
#define MAX_ROOTS 20

typedef struct
{
  MgRun *run;
  MgNode node;
  MgReach reach;
  MgObjectLinks references, referrers;
} Object;

/* --- roots that hold it directly --- */

static guint32
direct_roots (const Object *object, MgNode roots[MAX_ROOTS])
{
  const MgGraph *graph = mg_snapshot_graph (object->run->snapshot);
  guint32 n, found = 0;
  const MgNode *sources = mg_reverse_sources (mg_snapshot_reverse (object->run->snapshot), object->node, &n);

  for (guint32 i = 0; i < n && mg_graph_is_root (graph, sources[i]); i++)
    if (i == 0 || sources[i] != sources[i - 1])
      {
        if (found < MAX_ROOTS)
          roots[found] = sources[i];
        found++;
      }
  return found;
}

static json_t *
roots_json (const Object *object)
{
  json_t *array = json_array ();
  MgNode roots[MAX_ROOTS];
  guint32 n = MIN (direct_roots (object, roots), MAX_ROOTS);

  for (guint32 i = 0; i < n; i++)
    json_array_append_new (array,
                           mg_run_root_json (mg_graph_root (mg_snapshot_graph (object->run->snapshot), roots[i])));
  return array;
}

static char *
roots_text (const Object *object)
{
  GString *text = g_string_new (NULL);
  MgNode roots[MAX_ROOTS];
  guint32 n = direct_roots (object, roots);

  for (guint32 i = 0; i < MIN (n, MAX_ROOTS); i++)
    {
      g_autofree char *one = mg_run_root_text (mg_graph_root (mg_snapshot_graph (object->run->snapshot), roots[i]));

      g_string_append_printf (text, "%s%s", i ? "\n" : "", one);
    }
  if (n > MAX_ROOTS)
    g_string_append_printf (text, "\n… + %u", n - MAX_ROOTS);
  return g_string_free (text, n == 0);
}

/* --- the dominator --- */

static json_t *
dominator_json (const Object *object)
{
  const MgGraph *graph = mg_snapshot_graph (object->run->snapshot);
  MgNode dominator = mg_snapshot_dominators (object->run->snapshot)->idom[object->node];
  json_t *json;

  if (dominator == MG_NODE_NONE || dominator == MG_NODE_SUPER_ROOT)
    return json_null ();
  if (mg_graph_is_root (graph, dominator))
    return mg_run_root_json (mg_graph_root (graph, dominator));
  json = json_object ();
  json_object_set_new (json, "address", mg_json_address (mg_graph_address (graph, dominator)));
  json_object_set_new (json, "type", mg_json_string (mg_graph_type_of (graph, dominator)->name));
  json_object_set_new (json, "retained",
                       mg_json_number (mg_snapshot_dominators (object->run->snapshot)->retained[dominator]));
  return json;
}

static char *
dominator_text (const Object *object)
{
  const MgGraph *graph = mg_snapshot_graph (object->run->snapshot);
  MgNode dominator = mg_snapshot_dominators (object->run->snapshot)->idom[object->node];

  if (dominator == MG_NODE_NONE)
    return NULL;
  if (dominator == MG_NODE_SUPER_ROOT)
    return g_strdup (_("none: several roots lead to it"));
  if (mg_graph_is_root (graph, dominator))
    return mg_run_root_text (mg_graph_root (graph, dominator));
  return g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x", mg_graph_type_of (graph, dominator)->name,
                          mg_graph_address (graph, dominator));
}

/* --- facts --- */

static void
add_reasons (const Object *object, MgFacts *facts)
{
  const MgTree *tree = mg_snapshot_tree (object->run->snapshot);
  gboolean live = mg_tree_reached (tree, object->node);
  g_autofree char *roots = roots_text (object), *dominator = dominator_text (object);

  mg_facts_flag (facts, "live", NULL, live);
  mg_facts_text (facts, "alive", _("Kept alive"), live ? NULL : _("by nothing: the next collection frees it"));
  mg_facts_text (facts, "held_by", _("Root"), roots);
  if (live)
    mg_facts_number (facts, "distance", _("Links from a root"), mg_tree_links (tree, object->node));
  mg_facts_text (facts, "dominator", _("Dominator"), dominator);
}

static MgFacts *
collect_facts (const Object *object)
{
  MgSnapshot *snapshot = object->run->snapshot;
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgType *type = mg_graph_type_of (graph, object->node);
  MgGeneration generation = mg_snapshot_generation (snapshot, object->node);
  MgFacts *facts = mg_facts_new ();
  g_autofree char *about = mg_details_describe (snapshot, object->node);

  mg_facts_section (facts, "object", _("Object"));
  mg_facts_address (facts, "address", _("Address"), mg_graph_address (graph, object->node));
  mg_facts_text (facts, "type", _("Type"), type->name);
  mg_facts_text (facts, "module", _("Module"), type->module);
  if (about)
    mg_facts_text (facts, "about", _("In words"), about);
  mg_facts_text (facts, "generation", _("Generation"), mg_generation_id (generation));
  mg_facts_bytes (facts, "size", _("Size"), mg_graph_size (graph, object->node));
  if (mg_tree_reached (mg_snapshot_tree (snapshot), object->node))
    mg_facts_bytes (facts, "retained", _("Retained size"), mg_snapshot_dominators (snapshot)->retained[object->node]);
  else
    mg_facts_absent (facts, "retained", _("Retained size"));
  mg_facts_amount (facts, "reachable_objects", "reachable_size", _("Leads to, itself included"),
                   object->reach.n_objects, object->reach.bytes);
  add_reasons (object, facts);
  return facts;
}

/* --- output --- */

static json_t *
object_json (const Object *object)
{
  g_autoptr (MgFacts) facts = collect_facts (object);
  json_t *document = json_object (), *json;

  mg_facts_to_json (facts, document);
  json = json_incref (json_object_get (document, "object"));
  json_decref (document);
  json_object_del (json, "alive");
  json_object_del (json, "held_by");
  if (json_object_get (json, "about") == NULL)
    json_object_set_new (json, "about", json_null ());
  if (json_object_get (json, "distance") == NULL)
    json_object_set_new (json, "distance", json_null ());
  json_object_set_new (json, "roots", roots_json (object));
  json_object_set_new (json, "dominator", dominator_json (object));
  return json;
}

static void
put_totals (const Object *object, MgSink *sink)
{
  MgNode roots[MAX_ROOTS];
  json_t *totals = json_object ();

  json_object_set_new (totals, "references", mg_json_number (object->references.links->len));
  json_object_set_new (totals, "referrers", mg_json_number (object->referrers.links->len));
  json_object_set_new (totals, "roots", mg_json_number (direct_roots (object, roots)));
  mg_json_put (sink, totals, 1);
  json_decref (totals);
}

/* Arrays may have millions of elements: the lists are written as they come. */
static gboolean
write_json (Object *object, GError **error)
{
  MgRun *run = object->run;
  json_t *file = mg_run_file_json (run), *notes = mg_run_notes_json (run), *json = object_json (object);
  gboolean done;

  mg_json_open (run->sink, run->command->name, file);
  mg_json_key (run->sink, "object");
  mg_json_put (run->sink, json, 1);
  mg_json_key (run->sink, "fields");
  done = mg_object_fields_write (run, object->node, error);
  mg_json_key (run->sink, "handlers");
  done = done && mg_object_handlers_write (run, object->node, error);
  mg_json_key (run->sink, "references");
  done = done && mg_object_links_write (&object->references, error);
  mg_json_key (run->sink, "referrers");
  done = done && mg_object_links_write (&object->referrers, error);
  mg_json_key (run->sink, "totals");
  put_totals (object, run->sink);
  mg_json_close (run->sink, notes);
  json_decref (json);
  json_decref (notes);
  json_decref (file);
  return done;
}

static gboolean
write_answer (Object *object, GError **error)
{
  MgRun *run = object->run;
  g_autoptr (MgFacts) facts = NULL;

  if (run->options->format == MG_FORMAT_JSON)
    return write_json (object, error);
  if (run->options->format == MG_FORMAT_CSV)
    return mg_object_links_write_csv (&object->references, &object->referrers, error);
  facts = collect_facts (object);
  mg_facts_write (facts, run->options->format == MG_FORMAT_MARKDOWN ? MG_TABLE_MARKDOWN : MG_TABLE_TEXT, run->sink);
  return mg_object_handlers_write (run, object->node, error) && mg_object_fields_write (run, object->node, error)
         && mg_object_links_write (&object->references, error) && mg_object_links_write (&object->referrers, error);
}

static gboolean
run_object (MgRun *run, GError **error)
{
  Object object = { .run = run };
  guint needs = MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_DOMINATORS;
  gboolean done;

  object.node = mg_run_find_object (run, run->options->arguments[1], error);
  if (object.node == MG_NODE_NONE || !mg_snapshot_ensure (run->snapshot, needs, run->progress, error)
      || !mg_reach (mg_snapshot_graph (run->snapshot), &object.node, 1, &object.reach, run->progress, error))
    return FALSE;
  mg_object_links_init (&object.references, run, object.node, FALSE);
  mg_object_links_init (&object.referrers, run, object.node, TRUE);
  done = write_answer (&object, error);
  mg_object_links_clear (&object.references);
  mg_object_links_clear (&object.referrers);
  return done;
}

static const char *const sort_keys[] = { "retained", "size", "name", "address", NULL };

const MgCommand mg_command_object = {
  .name = "object",
  .arguments = N_ ("FILE ADDRESS"),
  .summary = N_ ("one object: sizes, what it refers to, what refers to it"),
  .description
  = N_ ("Prints what is known of the object at ADDRESS (hexadecimal, the 0x may be missing): type, sizes, "
        "roots that hold it, dominator, references and referrers. Retained is what would be freed with the "
        "object, the third figure everything that it leads to, shared or not. The dominator is the nearest "
        "object through which every path from the roots to it passes. Times says how often the same "
        "reference stands in the object."),
  .examples = "  mangrove-cli object app.gcdump 0x7ef7c9808ef8\n"
              "  mangrove-cli object app.gcdump 7ef7c9808ef8 --top 10 --sort size\n",
  .sort_keys = sort_keys,
  .options = MG_COMMON_OPTIONS | MG_ROW_OPTIONS,
  .formats = MG_TABLE_FORMATS,
  .wants_graph = TRUE,
  .min_arguments = 2,
  .max_arguments = 2,
  .run = run_object,
};
