/* The panel of a reference. */

#include "ui/graph/node-panel-private.h"

#include <glib/gi18n-lib.h>

#include "ui/graph/explain.h"
#include "ui/graph/panel-parts.h"
#include "ui/text.h"

static const char *
subtitle_of (const MgPictureEdge *edge)
{
  if (edge->conditional)
    return _ ("conditional reference");
  if (edge->folded && edge->dominator)
    return _ ("reference through helper objects, on every path");
  if (edge->folded)
    return _ ("reference through helper objects");
  if (edge->dominator)
    return _ ("reference on every path");
  return _ ("reference");
}

static void
add_end (MgNodePanel *self, const char *heading, guint node)
{
  const MgPictureNode *end = &self->picture->nodes[node];

  mg_node_panel_add (self, mg_panel_heading (heading));
  mg_node_panel_add (self, mg_panel_link (end->title, *end->over ? end->over : end->under, NULL,
                                          "retention.select-node", g_variant_new_uint32 (node)));
}

static void
add_facts (MgNodePanel *self, const MgPictureEdge *edge)
{
  gboolean one = self->picture->subject.kind == MG_SUBJECT_OBJECT;
  g_autofree char *weight = mg_format_count (edge->weight);
  g_autofree char *share = mg_text_share ((guint64) (CLAMP (edge->share, 0, 1) * 1000000 + 0.5), 1000000);
  g_autofree char *count = mg_format_count (edge->folded_count);

  mg_node_panel_add (self, mg_panel_heading (_ ("Evidence")));
  mg_node_panel_add (self, mg_panel_fact (one ? _ ("Paths through it") : _ ("Objects behind it"), weight));
  mg_node_panel_add (self, mg_panel_fact (_ ("Share"), share));
  if (edge->folded_count > 0)
    mg_node_panel_add (self, mg_panel_fact (_ ("Folded references"), count));
}

/* The chain, one object a line: readable in a narrow panel. */
static void
add_chain (MgNodePanel *self, const char *raw)
{
  g_auto (GStrv) links = g_strsplit (raw, " → ", -1);
  g_autofree char *lines = g_strjoinv ("\n→ ", links);

  mg_node_panel_add (self, mg_panel_heading (_ ("Folded chain")));
  mg_node_panel_add (self, mg_panel_paragraph (lines, "mg-chain"));
}

void
mg_node_panel_fill_edge (MgNodePanel *self)
{
  const MgPictureEdge *edge = &self->picture->edges[self->edge];
  const char *title = *edge->label ? edge->label : *edge->note ? edge->note : _ ("Reference");

  mg_node_panel_add (self, mg_panel_title (title, subtitle_of (edge)));
  if (*edge->label && *edge->note)
    mg_node_panel_add (self, mg_panel_paragraph (edge->note, NULL));
  mg_node_panel_add (self, mg_panel_paragraph (mg_explain_edge (edge), NULL));
  add_facts (self, edge);
  if (*edge->raw)
    add_chain (self, edge->raw);
  add_end (self, _ ("From"), edge->from);
  add_end (self, _ ("To"), edge->to);
}
