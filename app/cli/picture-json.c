#include "app/cli/picture-json.h"

#include <glib/gi18n-lib.h>

#include "app/cli/picture-paths.h"

static const char *
node_kind_id (MgPictureNodeKind kind)
{
  static const char *const ids[] = { "root", "group", "subject", "stub", "trunk" };

  return ids[kind];
}

static const char *
cut_reason_id (MgPictureCutReason reason)
{
  static const char *const ids[] = { "small", "wide", "full", "search", "similar", "dead" };

  return ids[reason];
}

static json_t *
text_or_null (const char *text)
{
  return mg_json_string (text && text[0] ? text : NULL);
}

/* The full name of a type; NULL for roots, stubs and trunks. */
static const char *
type_of (const MgRun *run, const MgPictureNode *node)
{
  return node->type == MG_TYPE_NONE ? NULL : mg_type_table_get (mg_snapshot_types (run->snapshot), node->type)->name;
}

/* An address only where the node is one thing. */
static guint64
address_of (const MgRun *run, const MgPictureNode *node)
{
  const MgGraph *graph = mg_snapshot_graph (run->snapshot);

  return node->count == 1 && node->example < graph->n_nodes ? mg_graph_address (graph, node->example) : 0;
}

static const MgRoot *
root_of (const MgRun *run, const MgPictureNode *node)
{
  const MgGraph *graph = mg_snapshot_graph (run->snapshot);

  return node->kind == MG_PICTURE_ROOT && mg_graph_is_root (graph, node->example) ? mg_graph_root (graph, node->example)
                                                                                  : NULL;
}

/* --- paths --- */

static json_t *
root_json (const MgRun *run, const MgPictureNode *node)
{
  const MgRoot *root = root_of (run, node);
  json_t *json = json_object ();

  json_object_set_new (json, "kind",
                       node->kind == MG_PICTURE_ROOT ? json_string (mg_root_kind_id (node->root_kind)) : json_null ());
  /* Several roots under one name have no label of their own: then the node's words say what they are. */
  json_object_set_new (json, "label",
                       root && node->count == 1 ? mg_json_string (root->label) : text_or_null (node->title));
  json_object_set_new (json, "note", root ? mg_json_string (root->note) : json_null ());
  json_object_set_new (json, "address", mg_json_address (address_of (run, node)));
  json_object_set_new (json, "count", mg_json_number (node->count));
  return json;
}

static json_t *
link_json (const MgRun *run, const MgPicture *picture, const MgPictureEdge *edge)
{
  const MgPictureNode *node = &picture->nodes[edge->to];
  const char *type = type_of (run, node);
  json_t *json = json_object ();

  json_object_set_new (json, "address", mg_json_address (address_of (run, node)));
  json_object_set_new (json, "type", mg_json_string (type ? type : node->full));
  json_object_set_new (json, "via", text_or_null (edge->label));
  json_object_set_new (json, "count", mg_json_number (node->count));
  json_object_set_new (json, "kind", json_string (node_kind_id (node->kind)));
  json_object_set_new (json, "via_count", edge->folded_count ? mg_json_number (edge->folded_count) : json_null ());
  json_object_set_new (json, "folded", text_or_null (edge->raw));
  json_object_set_new (json, "conditional", json_boolean (edge->conditional));
  return json;
}

static double
share_of (const MgPicture *picture, guint64 weight, const GArray *paths)
{
  guint64 all = 0;

  for (guint i = 0; i < paths->len; i++)
    all += g_array_index (paths, MgPicturePath, i).weight;
  return all ? (double) weight / (double) all : 0.0;
}

static json_t *
path_json (const MgRun *run, const MgPicture *picture, const GArray *paths, guint index)
{
  const MgPicturePath *path = &g_array_index (paths, MgPicturePath, index);
  json_t *json = json_object (), *links = json_array ();

  for (guint i = 0; i < path->n; i++)
    json_array_append_new (links, link_json (run, picture, &picture->edges[path->edges[i]]));
  json_object_set_new (json, "root", root_json (run, &picture->nodes[picture->edges[path->edges[0]].from]));
  json_object_set_new (json, "links", links);
  json_object_set_new (json, "weight", mg_json_number (path->weight));
  json_object_set_new (json, "share", json_real (share_of (picture, path->weight, paths)));
  return json;
}

static json_t *
paths_json (const MgRun *run, const MgPicture *picture)
{
  g_autoptr (GArray) paths = mg_picture_paths (picture);
  json_t *json = json_array ();

  for (guint i = 0; i < paths->len; i++)
    json_array_append_new (json, path_json (run, picture, paths, i));
  return json;
}

/* --- the graph itself --- */

static json_t *
node_json (const MgRun *run, const MgPictureNode *node)
{
  json_t *json = json_object ();

  json_object_set_new (json, "kind", json_string (node_kind_id (node->kind)));
  json_object_set_new (json, "root_kind",
                       node->kind == MG_PICTURE_ROOT ? json_string (mg_root_kind_id (node->root_kind)) : json_null ());
  json_object_set_new (json, "type", mg_json_string (type_of (run, node)));
  json_object_set_new (json, "title", mg_json_string (node->full));
  json_object_set_new (json, "address", mg_json_address (address_of (run, node)));
  json_object_set_new (json, "count", mg_json_number (node->count));
  json_object_set_new (json, "weight", mg_json_number (node->weight));
  json_object_set_new (json, "run_longest", node->run_longest ? mg_json_number (node->run_longest) : json_null ());
  json_object_set_new (json, "run_median", node->run_longest ? mg_json_number (node->run_median) : json_null ());
  json_object_set_new (json, "retained", node->retained_known ? mg_json_number (node->retained) : json_null ());
  json_object_set_new (json, "dominator", json_boolean (node->dominator));
  json_object_set_new (json, "own", json_boolean (node->own));
  return json;
}

static json_t *
edge_json (const MgPictureEdge *edge)
{
  json_t *json = json_object ();

  json_object_set_new (json, "from", json_integer (edge->from));
  json_object_set_new (json, "to", json_integer (edge->to));
  json_object_set_new (json, "weight", mg_json_number (edge->weight));
  json_object_set_new (json, "share", json_real (edge->share));
  json_object_set_new (json, "label", text_or_null (edge->label));
  json_object_set_new (json, "folded", text_or_null (edge->raw));
  json_object_set_new (json, "conditional", json_boolean (edge->conditional));
  return json;
}

static json_t *
graph_json (const MgRun *run, const MgPicture *picture)
{
  json_t *json = json_object (), *nodes = json_array (), *edges = json_array ();

  for (guint i = 0; i < picture->n_nodes; i++)
    json_array_append_new (nodes, node_json (run, &picture->nodes[i]));
  for (guint i = 0; i < picture->n_edges; i++)
    json_array_append_new (edges, edge_json (&picture->edges[i]));
  json_object_set_new (json, "nodes", nodes);
  json_object_set_new (json, "edges", edges);
  return json;
}

static json_t *
cuts_json (const MgPicture *picture)
{
  json_t *json = json_array ();

  for (guint i = 0; i < picture->n_cuts; i++)
    {
      const MgPictureCut *cut = &picture->cuts[i];
      json_t *one = json_object ();

      json_object_set_new (one, "reason", json_string (cut_reason_id (cut->reason)));
      json_object_set_new (one, "groups", cut->groups ? mg_json_number (cut->groups) : json_null ());
      json_object_set_new (one, "subjects", mg_json_number (cut->subjects));
      json_object_set_new (one, "text", mg_json_string (cut->text));
      json_array_append_new (json, one);
    }
  return json;
}

void
mg_picture_add_json (const MgRun *run, const MgPicture *picture, json_t *object)
{
  json_object_set_new (object, "question", mg_json_string (picture->question));
  json_object_set_new (object, "sentence", mg_json_string (picture->sentence));
  json_object_set_new (object, "explanation", text_or_null (picture->explanation));
  json_object_set_new (object, "paths", paths_json (run, picture));
  json_object_set_new (object, "left_out", cuts_json (picture));
  json_object_set_new (object, "graph", graph_json (run, picture));
}

/* --- what must let go --- */

static json_t *
end_json (const MgGraph *graph, MgNode node)
{
  json_t *json;

  if (mg_graph_is_root (graph, node))
    {
      json = json_object ();
      json_object_set_new (json, "root", mg_run_root_json (mg_graph_root (graph, node)));
      return json;
    }
  json = json_object ();
  json_object_set_new (json, "address", mg_json_address (mg_graph_address (graph, node)));
  json_object_set_new (json, "type", mg_json_string (mg_graph_type_of (graph, node)->name));
  return json;
}

json_t *
mg_cut_json (const MgRun *run, const char *text, const MgCut *cut)
{
  const MgGraph *graph = mg_snapshot_graph (run->snapshot);
  json_t *json = json_object (), *edges = json_array ();

  for (guint i = 0; i < cut->n; i++)
    {
      json_t *edge = json_object ();

      json_object_set_new (edge, "from", end_json (graph, cut->edges[i].from));
      json_object_set_new (edge, "to", end_json (graph, cut->edges[i].to));
      json_object_set_new (edge, "parallel", mg_json_number (cut->edges[i].n_parallel));
      json_array_append_new (edges, edge);
    }
  json_object_set_new (json, "text", mg_json_string (text));
  json_object_set_new (json, "edges", edges);
  json_object_set_new (json, "more_than_limit", json_boolean (cut->more));
  json_object_set_new (json, "search_gave_up", json_boolean (cut->bounded));
  return json;
}

/* --- CSV --- */

enum
{
  COLUMN_PATH,
  COLUMN_STEP,
  COLUMN_KIND,
  COLUMN_ADDRESS,
  COLUMN_NAME,
  COLUMN_VIA,
  COLUMN_COUNT,
  COLUMN_WEIGHT,
  N_COLUMNS
};

typedef struct
{
  const MgRun *run;
  const MgPicture *picture;
  GArray *paths;
  GArray *steps; /* guint pairs: path, step; step 0 is the root */
} Rows;

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const Rows *rows = user_data;
  guint p = g_array_index (rows->steps, guint, 2 * index), step = g_array_index (rows->steps, guint, 2 * index + 1);
  const MgPicturePath *path = &g_array_index (rows->paths, MgPicturePath, p);
  const MgPictureEdge *edge = &rows->picture->edges[path->edges[step ? step - 1 : 0]];
  const MgPictureNode *node = &rows->picture->nodes[step ? edge->to : edge->from];
  const MgRoot *root = root_of (rows->run, node);
  guint64 address = address_of (rows->run, node);
  const char *type = type_of (rows->run, node);

  cells[COLUMN_PATH] = mg_cell_number (p + 1);
  cells[COLUMN_STEP] = mg_cell_number (step);
  cells[COLUMN_KIND]
      = mg_cell_text (node->kind == MG_PICTURE_ROOT ? mg_root_kind_id (node->root_kind) : node_kind_id (node->kind));
  if (address)
    cells[COLUMN_ADDRESS] = mg_cell_number (address);
  cells[COLUMN_NAME] = mg_cell_text (type ? type : root && node->count == 1 ? root->label : node->full);
  cells[COLUMN_VIA] = mg_cell_text (step && edge->label[0] ? edge->label : NULL);
  cells[COLUMN_COUNT] = mg_cell_number (node->count);
  cells[COLUMN_WEIGHT] = mg_cell_number (path->weight);
}

gboolean
mg_picture_write_csv (MgRun *run, const MgPicture *picture, GError **error)
{
  static const MgColumn columns[N_COLUMNS] = {
    [COLUMN_PATH] = { "path", "", MG_COLUMN_COUNT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_STEP] = { "step", "", MG_COLUMN_COUNT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_KIND] = { "kind", "", MG_COLUMN_TEXT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_ADDRESS] = { "address", "", MG_COLUMN_ADDRESS, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_NAME] = { "type", "", MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_VIA] = { "via", "", MG_COLUMN_TEXT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_COUNT] = { "count", "", MG_COLUMN_COUNT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_WEIGHT] = { "weight", "", MG_COLUMN_COUNT, MG_COLUMN_FOR_PROGRAMS },
  };
  g_autoptr (GArray) paths = mg_picture_paths (picture);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint));
  Rows rows = { run, picture, paths, steps };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = &rows };

  for (guint p = 0; p < paths->len; p++)
    for (guint step = 0; step <= g_array_index (paths, MgPicturePath, p).n; step++)
      {
        g_array_append_val (steps, p);
        g_array_append_val (steps, step);
      }
  return mg_run_write_table_part (run, &table, steps->len / 2, 0, error);
}
