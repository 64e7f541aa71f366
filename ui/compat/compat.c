#include "ui/compat/compat.h"

#include <math.h>

/* Of the text that widths were chosen for: 10 points at 96 dots an inch. */
#define NOMINAL_PIXELS (10.0 * 96.0 / 72.0)

double
mg_compat_text_scale (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double pixels = (double) pango_font_description_get_size (font) / PANGO_SCALE;

  if (!pango_font_description_get_size_is_absolute (font))
    pixels *= pango_cairo_context_get_resolution (context) / 72.0;
  return isfinite (pixels) ? MAX (pixels / NOMINAL_PIXELS, 1.0) : 1.0;
}

GtkWidget *
mg_compat_find_descendant (GtkWidget *widget, GType type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (child), type) ? child : mg_compat_find_descendant (child, type);

      if (found)
        return found;
    }
  return NULL;
}

#define SCROLL_DATA "mangrove-scroll-to"

static void
scroll_cb (GtkWidget *view, GdkFrameClock *clock)
{
  GtkWidget *list = mg_compat_find_descendant (view, GTK_TYPE_LIST_VIEW);
  guint position = GPOINTER_TO_UINT (g_object_steal_data (G_OBJECT (view), SCROLL_DATA));

  g_signal_handlers_disconnect_by_func (clock, scroll_cb, view);
  if (list && position > 0 && gtk_widget_get_mapped (view))
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position - 1);
}

/* After the next frame: a list of GTK 4.8 that is told to scroll before its new rows have their places shows one
 * row and then nothing. SCROLL_DATA is the position + 1 that was asked for last. */
void
mg_compat_column_view_scroll_to (GtkColumnView *view, guint position)
{
  gboolean waiting = g_object_get_data (G_OBJECT (view), SCROLL_DATA) != NULL;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (view));

  if (clock == NULL)
    return;
  g_object_set_data (G_OBJECT (view), SCROLL_DATA, GUINT_TO_POINTER (position + 1));
  if (!waiting)
    g_signal_connect_object (clock, "after-paint", G_CALLBACK (scroll_cb), view, G_CONNECT_SWAPPED);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
}

void
mg_compat_drop_down_set_name (GtkDropDown *drop_down, const char *name)
{
  GtkWidget *button = mg_compat_find_descendant (GTK_WIDGET (drop_down), GTK_TYPE_TOGGLE_BUTTON);

  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (button)
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

#define FOCUS_DATA "mangrove-focus-before"

static void
popover_closed_cb (GtkPopover *popover)
{
  g_autoptr (GtkWidget) before = g_object_steal_data (G_OBJECT (popover), FOCUS_DATA);

  if (before && gtk_widget_get_mapped (before))
    gtk_widget_grab_focus (before);
}

void
mg_compat_popover_popup (GtkPopover *popover)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (popover));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  g_signal_handlers_disconnect_by_func (popover, popover_closed_cb, NULL);
  g_signal_connect (popover, "closed", G_CALLBACK (popover_closed_cb), NULL);
  if (focus && !gtk_widget_is_ancestor (focus, GTK_WIDGET (popover)))
    g_object_set_data_full (G_OBJECT (popover), FOCUS_DATA, g_object_ref (focus), g_object_unref);
  gtk_popover_popup (popover);
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
