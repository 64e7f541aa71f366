/* The colours of the picture, looked up by name in the style sheet (ui/style.css and its dark and high-contrast
 * sisters define mg_…); when a name is missing, colours of the theme stand in. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

/* Families of roots that share a colour; shape, icon and word tell them apart as well. */
typedef enum
{
  MG_TINT_STATIC,
  MG_TINT_HANDLE,
  MG_TINT_STACK,
  MG_TINT_FINALIZER,
  MG_TINT_COM,
  MG_TINT_OTHER,
  MG_N_TINTS
} MgGraphTint;

typedef struct
{
  GdkRGBA canvas, text, dim, accent;
  GdkRGBA node, node_border, framework, stub; /* backgrounds: own code, framework, stubs */
  GdkRGBA subject;                            /* border of the subject, in the mock-up red */
  GdkRGBA edge, edge_strong, edge_cut;
  GdkRGBA tint_fill[MG_N_TINTS], tint_line[MG_N_TINTS];
  gboolean high_contrast;
} MgGraphStyle;

/* Fills STYLE for WIDGET as it is styled now. Cheap: hash look-ups. */
void mg_graph_style_get (GtkWidget *widget, MgGraphStyle *style);

MgGraphTint mg_graph_tint_for_root (MgRootKind kind);

/* COLOR with its opacity times ALPHA. */
GdkRGBA mg_graph_style_fade (const GdkRGBA *color, double alpha);

G_END_DECLS
