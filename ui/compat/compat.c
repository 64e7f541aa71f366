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

#define SCROLL_DATA "mangrove-scroll-to"

/* Position + 1 that was asked for last; the idle that carries it out owns a reference on the view. */
static gboolean
scroll_cb (gpointer user_data)
{
  GtkWidget *view = user_data, *list = find_descendant (view, GTK_TYPE_LIST_VIEW);
  guint position = GPOINTER_TO_UINT (g_object_steal_data (G_OBJECT (view), SCROLL_DATA));

  if (list && position > 0 && gtk_widget_get_mapped (view))
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position - 1);
  return G_SOURCE_REMOVE;
}

/* After the next frame: a list of GTK 4.8 that is told to scroll before its new rows have their places shows one
 * row and then nothing. */
void
mg_compat_column_view_scroll_to (GtkColumnView *view, guint position)
{
  gboolean waiting = g_object_get_data (G_OBJECT (view), SCROLL_DATA) != NULL;

  g_object_set_data (G_OBJECT (view), SCROLL_DATA, GUINT_TO_POINTER (position + 1));
  if (!waiting)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, scroll_cb, g_object_ref (view), g_object_unref);
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
