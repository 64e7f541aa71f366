#include "ui/graph/graph-style.h"

#include <adwaita.h>

static const char *const tint_names[MG_N_TINTS] = {
  [MG_TINT_STATIC] = "static",       [MG_TINT_HANDLE] = "handle", [MG_TINT_STACK] = "stack",
  [MG_TINT_FINALIZER] = "finalizer", [MG_TINT_COM] = "com",       [MG_TINT_OTHER] = "other",
};

/* Colours when the style sheet is not loaded: readable on light and on dark. */
static GdkRGBA
lookup (GtkStyleContext *context, const char *name, const char *theme_name, const char *otherwise)
{
  GdkRGBA color;

  if (!gtk_style_context_lookup_color (context, name, &color)
      && !(theme_name && gtk_style_context_lookup_color (context, theme_name, &color)))
    gdk_rgba_parse (&color, otherwise);
  return color;
}

static void
lookup_tints (GtkStyleContext *context, MgGraphStyle *style)
{
  for (guint t = 0; t < MG_N_TINTS; t++)
    {
      g_autofree char *fill = g_strdup_printf ("mg_%s_fill", tint_names[t]);
      g_autofree char *line = g_strdup_printf ("mg_%s_line", tint_names[t]);

      style->tint_fill[t] = lookup (context, fill, "card_bg_color", "#deddda");
      style->tint_line[t] = lookup (context, line, "accent_color", "#3d3846");
    }
}

void
mg_graph_style_get (GtkWidget *widget, MgGraphStyle *style)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);

  gtk_style_context_get_color (context, &style->text);
  style->dim = lookup (context, "mg_dim", NULL, "#77767b");
  style->accent = lookup (context, "accent_color", NULL, "#1c71d8");
  style->canvas = lookup (context, "mg_canvas", "window_bg_color", "#f6f5f4");
  style->node = lookup (context, "mg_node", "view_bg_color", "#ffffff");
  style->node_border = lookup (context, "mg_node_line", NULL, "#9a9996");
  style->framework = lookup (context, "mg_framework", "window_bg_color", "#f6f5f4");
  style->stub = lookup (context, "mg_stub", "window_bg_color", "#eeeeec");
  style->subject = lookup (context, "mg_subject_line", "destructive_color", "#c01c28");
  style->edge = lookup (context, "mg_edge", NULL, "#77767b");
  style->edge_strong = lookup (context, "mg_edge_strong", NULL, "#5e5c64");
  style->edge_cut = lookup (context, "mg_edge_cut", "destructive_color", "#c01c28");
  style->high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  lookup_tints (context, style);
}

MgGraphTint
mg_graph_tint_for_root (MgRootKind kind)
{
  switch (kind)
    {
    case MG_ROOT_STATIC:
    case MG_ROOT_THREAD_STATIC:
      return MG_TINT_STATIC;
    case MG_ROOT_STRONG_HANDLE:
    case MG_ROOT_PINNED_HANDLE:
    case MG_ROOT_ASYNC_PINNED_HANDLE:
    case MG_ROOT_REF_COUNTED_HANDLE:
    case MG_ROOT_SIZED_REF_HANDLE:
    case MG_ROOT_DEPENDENT_HANDLE:
      return MG_TINT_HANDLE;
    case MG_ROOT_COM:
      return MG_TINT_COM;
    case MG_ROOT_FINALIZER_READY:
      return MG_TINT_FINALIZER;
    case MG_ROOT_STACK:
    case MG_ROOT_STACK_CONSERVATIVE:
      return MG_TINT_STACK;
    case MG_ROOT_OTHER:
    case MG_N_ROOT_KINDS:
    default:
      return MG_TINT_OTHER;
    }
}

GdkRGBA
mg_graph_style_fade (const GdkRGBA *color, double alpha)
{
  GdkRGBA faded = *color;

  faded.alpha *= (float) alpha;
  return faded;
}
