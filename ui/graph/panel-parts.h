/* The pieces that side panels are built of: headings, paragraphs, facts, links. Each returns a new floating widget. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *mg_panel_title (const char *text, const char *subtitle);
GtkWidget *mg_panel_heading (const char *text);
/* Selectable, wrapped text. STYLE_CLASS may be NULL. */
GtkWidget *mg_panel_paragraph (const char *text, const char *style_class);
/* A box with a title and a text that stands out: "How to let go". */
GtkWidget *mg_panel_advice (const char *title, const char *text);
/* NAME at the start, VALUE at the end of one line; the value can be selected. */
GtkWidget *mg_panel_fact (const char *name, const char *value);
/* A flat button over the whole width: TEXT, below it DETAIL (may be NULL), at the end FIGURE (may be NULL). A click
 * activates ACTION with TARGET (consumed when floating; may be NULL). */
GtkWidget *
mg_panel_link (const char *text, const char *detail, const char *figure, const char *action, GVariant *target);
/* The same for a whole sentence, which is wrapped. */
GtkWidget *mg_panel_sentence_link (const char *text, const char *action, GVariant *target);
/* A button with a label that activates ACTION. */
GtkWidget *mg_panel_button (const char *label, const char *action, GVariant *target);

G_END_DECLS
