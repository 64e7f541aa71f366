#include "ui/compat/compat.h"

static GtkWidget *
find_descendant (GtkWidget *widget, GType type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (child), type) ? child : find_descendant (child, type);

      if (found)
        return found;
    }
  return NULL;
}

void
mg_compat_column_view_scroll_to (GtkColumnView *view, guint position)
{
  GtkWidget *list = find_descendant (GTK_WIDGET (view), GTK_TYPE_LIST_VIEW);

  if (list)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}

void
mg_compat_column_view_set_titles (GtkColumnView *view,
                                  const gboolean *at_end,
                                  const char *const *tooltips,
                                  guint n)
{
  /* The header is the view's first child; its children are the titles, each a box of label and arrow. */
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header ? gtk_widget_get_first_child (header) : NULL;

  for (guint i = 0; i < n && title; i++, title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *content = gtk_widget_get_first_child (title);

      gtk_widget_set_tooltip_text (title, tooltips[i]);
      if (content)
        gtk_widget_set_halign (content, at_end[i] ? GTK_ALIGN_END : GTK_ALIGN_FILL);
    }
}
