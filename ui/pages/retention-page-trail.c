/* The line below the picture: where one has been, what is shown, what was left out. */

#include "ui/pages/retention-page-private.h"

#include <glib/gi18n-lib.h>

/* Places of the trail before the current one that are shown: the newest. */
#define MAX_PLACES 6

static void
jump_cb (GtkButton *button, gpointer user_data)
{
  MgRetentionPage *self = user_data;

  mg_session_trail_jump (self->session, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "place")));
}

static void
add_place (MgRetentionPage *self, guint place, gboolean first)
{
  g_autofree char *name = mg_session_trail_name (self->session, place);
  gboolean current = place == mg_session_trail_position (self->session);
  GtkWidget *widget;

  if (!first)
    {
      GtkWidget *arrow = gtk_label_new (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? "‹" : "›");

      gtk_widget_add_css_class (arrow, "dim-label");
      gtk_box_append (self->trail, arrow);
    }
  widget = current ? gtk_label_new (name) : gtk_button_new_with_label (name);
  gtk_widget_add_css_class (widget, "mg-trail");
  if (!current)
    {
      gtk_widget_add_css_class (widget, "flat");
      g_object_set_data (G_OBJECT (widget), "place", GUINT_TO_POINTER (place));
      g_signal_connect (widget, "clicked", G_CALLBACK (jump_cb), self);
    }
  gtk_box_append (self->trail, widget);
}

void
mg_retention_page_update_trail (MgRetentionPage *self)
{
  guint position = mg_session_trail_position (self->session), length = mg_session_trail_length (self->session);
  guint first = position > MAX_PLACES ? position - MAX_PLACES : 0;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->trail))) != NULL)
    gtk_box_remove (self->trail, child);
  for (guint i = first; i < length && i <= position + MAX_PLACES; i++)
    add_place (self, i, i == first);
}

static char *
left_out (const MgPicture *picture)
{
  if (picture->n_cuts == 0)
    return g_strdup (_ ("nothing left out"));
  if (picture->n_cuts == 1)
    return g_strdup (picture->cuts[0].text);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u note on what was left out", "%u notes on what was left out", picture->n_cuts),
      picture->n_cuts);
}

void
mg_retention_page_update_status (MgRetentionPage *self)
{
  g_autofree char *cuts = NULL, *nodes = NULL, *text = NULL;

  if (self->picture == NULL || self->picture->n_live == 0)
    {
      gtk_label_set_label (self->status, "");
      return;
    }
  cuts = left_out (self->picture);
  nodes = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u node shown", "%u nodes shown", self->picture->n_nodes),
                           self->picture->n_nodes);
  /* Translators: "4 nodes shown", "nothing left out" */
  text = g_strdup_printf (_ ("%s · %s"), nodes, cuts);
  gtk_label_set_label (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
}
