/* The panel when nothing is selected: the answer as a whole. */

#include "ui/graph/node-panel-private.h"

#include <glib/gi18n-lib.h>

#include "ui/graph/panel-fields.h"
#include "ui/graph/panel-parts.h"
#include "ui/text.h"

static void
add_count (MgNodePanel *self, const char *name, guint64 count)
{
  g_autofree char *text = mg_format_count (count);

  mg_node_panel_add (self, mg_panel_fact (name, text));
}

static void
add_retained (MgNodePanel *self)
{
  const MgDominators *dominators = mg_snapshot_dominators (mg_session_snapshot (self->session));
  g_autofree char *bytes = mg_format_bytes (self->picture->subject_retained);
  g_autofree char *share = NULL;

  if (!self->picture->retained_known)
    {
      mg_node_panel_add (self, mg_panel_fact (_ ("Retained"), _ ("being computed…")));
      return;
    }
  mg_node_panel_add (self, mg_panel_fact (_ ("Retained"), bytes));
  if (dominators == NULL)
    return;
  share = mg_text_share (self->picture->subject_retained, dominators->retained[MG_NODE_SUPER_ROOT]);
  mg_node_panel_add (self, mg_panel_fact (_ ("Share of the live heap"), share));
}

static void
add_facts (MgNodePanel *self)
{
  const MgPicture *picture = self->picture;
  g_autofree char *fingerprint = g_strdup_printf ("%08x-%08x", (guint) (picture->fingerprint >> 32),
                                                  (guint) (picture->fingerprint & G_MAXUINT32));

  if (picture->n_subjects != 1)
    {
      add_count (self, _ ("Objects"), picture->n_subjects);
      if (picture->n_live != picture->n_subjects)
        add_count (self, _ ("of them held by roots"), picture->n_live);
    }
  add_retained (self);
  mg_node_panel_add (self, mg_panel_fact (_ ("Fingerprint"), fingerprint));
}

static void
add_cut (MgNodePanel *self)
{
  GtkWidget *box, *spinner;

  if (self->picture->n_live == 0)
    return;
  if (self->cut_text)
    {
      mg_node_panel_add (self, mg_panel_advice (_ ("What must let go"), self->cut_text));
      return;
    }
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  spinner = gtk_spinner_new ();
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_box_append (GTK_BOX (box), spinner);
  gtk_box_append (GTK_BOX (box), mg_panel_paragraph (_ ("Looking for what must let go…"), "dim-label"));
  mg_node_panel_add (self, box);
}

static void
add_left_out (MgNodePanel *self)
{
  if (self->picture->n_cuts == 0)
    return;
  mg_node_panel_add (self, mg_panel_heading (_ ("Left out")));
  for (guint i = 0; i < self->picture->n_cuts; i++)
    {
      const MgPictureCut *cut = &self->picture->cuts[i];

      if (cut->stub)
        mg_node_panel_add (self,
                           mg_panel_sentence_link (cut->text, "retention.open-stub", g_variant_new_uint64 (cut->stub)));
      else
        mg_node_panel_add (self, mg_panel_paragraph (cut->text, NULL));
    }
}

void
mg_node_panel_fill_whole (MgNodePanel *self)
{
  const MgPicture *picture = self->picture;
  const MgPictureNode *subject = &picture->nodes[picture->n_nodes - 1];

  mg_node_panel_add (self,
                     mg_panel_title (*subject->title ? subject->title : subject->full, _ ("the answer as a whole")));
  /* The sentence itself stands above the picture. */
  if (*picture->explanation)
    mg_node_panel_add (self, mg_panel_paragraph (picture->explanation, NULL));
  add_cut (self);
  mg_node_panel_add (self, mg_panel_heading (_ ("Evidence")));
  add_facts (self);
  add_left_out (self);
  if (picture->subject.kind == MG_SUBJECT_OBJECT && self->session)
    mg_node_panel_add (self, mg_panel_fields_new (mg_session_snapshot (self->session), picture->subject.id));
  if (picture->n_edges > 0)
    mg_node_panel_add (self,
                       mg_panel_paragraph (_ ("Select a node or a line of the graph to read about it."), "dim-label"));
}
