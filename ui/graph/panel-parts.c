#include "ui/graph/panel-parts.h"

#include <string.h>

static GtkWidget *
wrapped (const char *text, const char *style_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (style_class)
    gtk_widget_add_css_class (label, style_class);
  return label;
}

GtkWidget *
mg_panel_paragraph (const char *text, const char *style_class)
{
  GtkWidget *label = wrapped (text, style_class);

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  /* Tab goes from link to link; selecting is for the pointer. */
  gtk_widget_set_focusable (label, FALSE);
  return label;
}

/* Names that are longer than a line break after their parts, by spaces without width. */
#define NAME_FITS 16

static char *
breakable (const char *name)
{
  GString *text = g_string_new (NULL);

  if (g_utf8_strlen (name, -1) <= NAME_FITS)
    return g_string_free (g_string_append (text, name), FALSE);
  for (const char *p = name; *p; p++)
    {
      g_string_append_c (text, *p);
      if (strchr (".,<+", *p))
        g_string_append_unichar (text, 0x200b);
    }
  return g_string_free (text, FALSE);
}

GtkWidget *
mg_panel_title (const char *text, const char *subtitle)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *name = breakable (text);
  GtkWidget *label = wrapped (name, "title-4");
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  pango_attr_list_unref (attributes);
  gtk_box_append (GTK_BOX (box), label);
  if (subtitle && *subtitle)
    gtk_box_append (GTK_BOX (box), wrapped (subtitle, "mg-panel-subtitle"));
  return box;
}

GtkWidget *
mg_panel_heading (const char *text)
{
  GtkWidget *label = wrapped (text, "heading");

  gtk_widget_set_margin_top (label, 10);
  return label;
}

GtkWidget *
mg_panel_advice (const char *title, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  gtk_widget_add_css_class (box, "mg-advice");
  gtk_box_append (GTK_BOX (box), wrapped (title, "mg-advice-title"));
  gtk_box_append (GTK_BOX (box), mg_panel_paragraph (text, NULL));
  return box;
}

/* So many letters of a value stay together. */
#define VALUE_CHARS 12

GtkWidget *
mg_panel_fact (const char *name, const char *value)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *left = gtk_label_new (name), *right = mg_panel_paragraph (value, "numeric");

  gtk_widget_add_css_class (box, "mg-fact");
  gtk_widget_add_css_class (left, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (left), 0);
  gtk_label_set_wrap (GTK_LABEL (left), TRUE);
  gtk_widget_set_valign (left, GTK_ALIGN_START);
  /* Of the two the name breaks first: a number in pieces is none. */
  gtk_label_set_width_chars (GTK_LABEL (right), (int) MIN (g_utf8_strlen (value, -1), VALUE_CHARS));
  gtk_label_set_xalign (GTK_LABEL (right), 1);
  gtk_label_set_justify (GTK_LABEL (right), GTK_JUSTIFY_RIGHT);
  gtk_widget_set_hexpand (right, TRUE);
  gtk_box_append (GTK_BOX (box), left);
  gtk_box_append (GTK_BOX (box), right);
  return box;
}

static GtkWidget *
elided (const char *text, const char *style_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  if (style_class)
    {
      gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (label, style_class);
    }
  return label;
}

GtkWidget *
mg_panel_link (const char *text, const char *detail, const char *figure, const char *action, GVariant *target)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (texts), elided (text, NULL));
  if (detail && *detail)
    gtk_box_append (GTK_BOX (texts), elided (detail, "dim-label"));
  gtk_box_append (GTK_BOX (box), texts);
  if (figure && *figure)
    {
      GtkWidget *label = gtk_label_new (figure);

      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "numeric");
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "mg-panel-link");
  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  if (detail && *detail)
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, detail, -1);
  if (target)
    gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

GtkWidget *
mg_panel_sentence_link (const char *text, const char *action, GVariant *target)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = wrapped (text, NULL);

  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "mg-panel-link");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

GtkWidget *
mg_panel_button (const char *label, const char *action, GVariant *target)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, "mg-panel-button");
  gtk_widget_set_hexpand (button, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_END);
  if (target)
    gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}
