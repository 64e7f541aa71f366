/* The panel of a node: what it is, its figures, who refers to it and what it refers to. */

#include "ui/graph/node-panel-private.h"

#include <glib/gi18n-lib.h>

#include "ui/graph/explain.h"
#include "ui/graph/graph-describe.h"
#include "ui/graph/neighbours.h"
#include "ui/graph/panel-fields.h"
#include "ui/graph/panel-parts.h"
#include "ui/text.h"

static MgSnapshot *
snapshot_of (MgNodePanel *self)
{
  return mg_session_snapshot (self->session);
}

/* The object behind NODE, when it stands for one that the graph still knows; MG_NODE_NONE else. */
static MgNode
example_of (MgNodePanel *self, const MgPictureNode *node)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot_of (self));

  if (graph == NULL || node->example == MG_NODE_NONE || node->example >= graph->n_nodes)
    return MG_NODE_NONE;
  return node->example;
}

static const MgType *
type_of (MgNodePanel *self, const MgPictureNode *node)
{
  MgTypeTable *types = mg_snapshot_types (snapshot_of (self));

  return node->type < types->n_types ? mg_type_table_get (types, node->type) : NULL;
}

/* ---- what it is ---- */

static const char *
subtitle_of (const MgPictureNode *node)
{
  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      return mg_root_kind_word (node->root_kind);
    case MG_PICTURE_SUBJECT:
      return _ ("what is asked about");
    case MG_PICTURE_STUB:
      return _ ("left out of the picture");
    case MG_PICTURE_TRUNK:
      return _ ("collapsed");
    case MG_PICTURE_GROUP:
    default:
      return node->own ? _ ("the program's own type") : _ ("type of the runtime or a framework");
    }
}

/* The type's name; the address of a single object stands among the figures. */
static const char *
title_of (MgNodePanel *self, const MgPictureNode *node)
{
  const MgType *type = type_of (self, node);

  if (type && (node->kind == MG_PICTURE_GROUP || node->kind == MG_PICTURE_SUBJECT))
    return type->name;
  return node->kind == MG_PICTURE_ROOT || *node->full == '\0' ? node->title : node->full;
}

static void
add_words (MgNodePanel *self, const MgPictureNode *node)
{
  const char *explanation = mg_explain_node (node);
  const char *release = node->kind == MG_PICTURE_ROOT ? mg_explain_root_release (node->root_kind) : NULL;

  mg_node_panel_add (self, mg_panel_title (title_of (self, node), subtitle_of (node)));
  if (node->kind != MG_PICTURE_GROUP && node->kind != MG_PICTURE_SUBJECT && *node->under)
    mg_node_panel_add (self, mg_panel_paragraph (node->under, "dim-label"));
  if (explanation)
    mg_node_panel_add (self, mg_panel_paragraph (explanation, NULL));
  if (release)
    mg_node_panel_add (self, mg_panel_advice (_ ("How to let go"), release));
}

/* ---- figures ---- */

static void
add_bytes (MgNodePanel *self, const char *name, guint64 bytes)
{
  g_autofree char *text = mg_format_bytes (bytes);

  mg_node_panel_add (self, mg_panel_fact (name, text));
}

static void
add_count (MgNodePanel *self, const char *name, guint64 count)
{
  g_autofree char *text = mg_format_count (count);

  mg_node_panel_add (self, mg_panel_fact (name, text));
}

static void
add_retained (MgNodePanel *self, const MgPictureNode *node)
{
  const MgDominators *dominators = mg_snapshot_dominators (snapshot_of (self));
  g_autofree char *share = NULL;

  if (!node->retained_known)
    return;
  add_bytes (self, _ ("Retained"), node->retained);
  if (dominators == NULL)
    return;
  share = mg_text_share (node->retained, dominators->retained[MG_NODE_SUPER_ROOT]);
  mg_node_panel_add (self, mg_panel_fact (_ ("Share of the live heap"), share));
}

static const char *
generation_name (MgGeneration generation)
{
  switch (generation)
    {
    case MG_GENERATION_0:
      return "0";
    case MG_GENERATION_1:
      return "1";
    case MG_GENERATION_2:
      return "2";
    case MG_GENERATION_LOH:
      return _ ("large objects");
    case MG_GENERATION_POH:
      return _ ("pinned objects");
    case MG_GENERATION_FROZEN:
      return _ ("frozen");
    case MG_GENERATION_UNKNOWN:
    default:
      return NULL;
    }
}

/* Of one object: where it is and how far from a root. */
static void
add_place (MgNodePanel *self, MgNode object, gboolean is_object)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot_of (self));
  const MgTree *tree = mg_snapshot_tree (snapshot_of (self));
  g_autofree char *address = mg_text_address (mg_graph_address (graph, object));
  const char *generation = is_object ? generation_name (mg_snapshot_generation (snapshot_of (self), object)) : NULL;

  if (is_object)
    add_bytes (self, _ ("Size"), mg_graph_size (graph, object));
  if (mg_graph_address (graph, object) != 0)
    mg_node_panel_add (self, mg_panel_fact (is_object ? _ ("Address") : _ ("Address of the cell"), address));
  if (generation)
    mg_node_panel_add (self, mg_panel_fact (_ ("Generation"), generation));
  if (is_object && tree && mg_tree_reached (tree, object))
    add_count (self, _ ("Links from a root"), mg_tree_links (tree, object));
}

static void
add_facts (MgNodePanel *self, const MgPictureNode *node, MgNode example)
{
  const MgType *type = type_of (self, node);

  const MgGraph *graph = mg_snapshot_graph (snapshot_of (self));
  gboolean cell = example != MG_NODE_NONE && mg_graph_address (graph, example) != 0;

  if (node->kind == MG_PICTURE_STUB || (node->kind == MG_PICTURE_ROOT && node->count == 1 && !cell))
    return;
  mg_node_panel_add (self, mg_panel_heading (_ ("Evidence")));
  if (node->kind == MG_PICTURE_ROOT && node->count > 1)
    add_count (self, _ ("Roots"), node->count);
  else if (node->kind != MG_PICTURE_ROOT)
    add_count (self, _ ("Objects"), node->count);
  add_retained (self, node);
  if (node->run_longest > 0)
    {
      add_count (self, _ ("Longest chain"), node->run_longest);
      add_count (self, _ ("Median chain"), node->run_median);
    }
  if (example != MG_NODE_NONE && node->count == 1)
    add_place (self, example, node->kind != MG_PICTURE_ROOT);
  if (type && type->module && *type->module)
    {
      g_autofree char *module = g_path_get_basename (type->module);
      GtkWidget *fact = mg_panel_fact (_ ("Module"), module);

      gtk_widget_set_tooltip_text (fact, type->module);
      mg_node_panel_add (self, fact);
    }
}

/* Two to a line. */
static void
add_button (GtkGrid *grid, const char *label, const char *action, GVariant *target)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (grid)); child;
       child = gtk_widget_get_next_sibling (child))
    n++;
  gtk_grid_attach (grid, mg_panel_button (label, action, target), (int) (n % 2), (int) (n / 2), 1, 1);
}

static void
add_buttons (MgNodePanel *self, const MgPictureNode *node, MgNode example)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  const MgType *type = type_of (self, node);
  const MgGraph *graph = mg_snapshot_graph (snapshot_of (self));

  gtk_grid_set_row_spacing (grid, 6);
  gtk_grid_set_column_spacing (grid, 6);
  gtk_grid_set_column_homogeneous (grid, TRUE);
  if (node->kind == MG_PICTURE_STUB || node->kind == MG_PICTURE_TRUNK)
    add_button (grid, _ ("Open"), "retention.open-stub", g_variant_new_uint64 (node->id));
  if (type && example != MG_NODE_NONE && !mg_subject_equal (self->picture->subject, mg_subject_object (example)))
    add_button (grid, node->count == 1 ? _ ("Ask About It") : _ ("Ask About One"), "retention.visit-object",
                g_variant_new_uint32 (example));
  if (type && node->kind == MG_PICTURE_GROUP)
    add_button (grid, _ ("Ask About Type"), "retention.visit-type", g_variant_new_uint32 (node->type));
  add_button (grid, _ ("Copy Name"), "retention.copy", g_variant_new_string (type ? type->name : node->full));
  if (example != MG_NODE_NONE && node->count == 1 && mg_graph_address (graph, example) != 0)
    {
      g_autofree char *address = mg_text_address (mg_graph_address (graph, example));

      add_button (grid, _ ("Copy Address"), "retention.copy", g_variant_new_string (address));
    }
  mg_node_panel_add (self, GTK_WIDGET (grid));
}

/* ---- links ---- */

/* Edges of the picture that lead to (INCOMING) or from the node. */
static void
add_edges (MgNodePanel *self, const char *heading, gboolean incoming)
{
  gboolean first = TRUE;

  for (guint e = 0; e < self->picture->n_edges; e++)
    {
      const MgPictureEdge *edge = &self->picture->edges[e];
      guint other = incoming ? edge->from : edge->to;
      const MgPictureNode *end = &self->picture->nodes[other];
      g_autofree char *words = NULL;
      g_autofree char *share = NULL;

      if ((incoming ? edge->to : edge->from) != self->node)
        continue;
      if (first)
        mg_node_panel_add (self, mg_panel_heading (heading));
      first = FALSE;
      words = mg_graph_describe_edge (edge);
      share = mg_text_share ((guint64) (CLAMP (edge->share, 0, 1) * 1000000 + 0.5), 1000000);
      mg_node_panel_add (self,
                         mg_panel_link (end->title, words, share, "retention.select-edge", g_variant_new_uint32 (e)));
    }
}

static char *
name_of (const MgGraph *graph, MgNode node)
{
  const MgType *type = mg_graph_type_of (graph, node);
  const MgRoot *root;

  if (type)
    return mg_text_short_type_name (type->name);
  root = mg_graph_root (graph, node);
  if (root->label)
    /* Translators: kind and name of a root: "static field Monitor" */
    return g_strdup_printf (_ ("%s %s"), mg_root_kind_word (root->kind), root->label);
  return g_strdup (mg_root_kind_word (root->kind));
}

static GtkWidget *
neighbour_link (MgNodePanel *self, const MgNeighbour *neighbour)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot_of (self));
  const MgDominators *dominators = mg_snapshot_dominators (snapshot_of (self));
  g_autofree char *name = name_of (graph, neighbour->node);
  g_autofree char *address = NULL, *bytes = NULL, *detail = NULL;
  gboolean is_object = mg_graph_is_object (graph, neighbour->node);

  if (is_object)
    address = mg_text_address (mg_graph_address (graph, neighbour->node));
  if (is_object && neighbour->n_references > 1)
    /* Translators: the address of an object that refers several times: "0x7f00 · 3 references" */
    detail = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s · %u reference", "%s · %u references", neighbour->n_references), address,
        neighbour->n_references);
  if (is_object && dominators)
    bytes = mg_format_bytes (dominators->retained[neighbour->node]);
  if (!is_object)
    return mg_panel_paragraph (name, NULL);
  return mg_panel_link (name, detail ? detail : address, bytes, "retention.visit-object",
                        g_variant_new_uint32 (neighbour->node));
}

static void
add_neighbours (MgNodePanel *self, const char *heading, const char *which, MgNeighbours *neighbours, guint max)
{
  if (neighbours == NULL || neighbours->n == 0)
    return;
  mg_node_panel_add (self, mg_panel_heading (heading));
  for (guint i = 0; i < neighbours->n; i++)
    mg_node_panel_add (self, neighbour_link (self, &neighbours->items[i]));
  if (neighbours->more > 0)
    {
      g_autofree char *count = mg_format_count (neighbours->more);
      g_autofree char *text = NULL;

      /* Translators: %s is a number of objects that are not listed */
      text = g_strdup_printf (neighbours->bounded ? _ ("+ at least %s more") : _ ("+ %s more"), count);
      if (max < MG_PANEL_MAX_LINKS)
        mg_node_panel_add (self, mg_panel_link (text, NULL, NULL, "panel.more", g_variant_new_string (which)));
      else
        mg_node_panel_add (self, mg_panel_paragraph (text, "dim-label"));
    }
}

static void
add_references (MgNodePanel *self, const MgPictureNode *node, MgNode example)
{
  MgSnapshot *snapshot = snapshot_of (self);
  g_autoptr (MgNeighbours) referrers = NULL;
  g_autoptr (MgNeighbours) references = mg_neighbours_references (snapshot, example, self->max_references);
  gboolean one = node->count == 1;

  if (node->kind != MG_PICTURE_ROOT)
    referrers = mg_neighbours_referrers (snapshot, example, self->max_referrers);
  add_neighbours (self, one ? _ ("Referrers") : _ ("Referrers of the first object"), "referrers", referrers,
                  self->max_referrers);
  add_neighbours (self, one ? _ ("References") : _ ("References of the first object"), "references", references,
                  self->max_references);
}

void
mg_node_panel_fill_node (MgNodePanel *self)
{
  const MgPictureNode *node = &self->picture->nodes[self->node];
  MgNode example = example_of (self, node);

  add_words (self, node);
  add_buttons (self, node, example);
  add_facts (self, node, example);
  if (example != MG_NODE_NONE && node->count == 1 && type_of (self, node))
    mg_node_panel_add (self, mg_panel_fields_new (snapshot_of (self), example));
  add_edges (self, _ ("Held by, in the picture"), TRUE);
  add_edges (self, _ ("Holds, in the picture"), FALSE);
  if (example != MG_NODE_NONE && node->kind != MG_PICTURE_STUB && node->kind != MG_PICTURE_TRUNK)
    add_references (self, node, example);
}
