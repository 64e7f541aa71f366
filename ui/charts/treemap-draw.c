#include "ui/charts/treemap-draw.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analysis/picture/picture.h"
#include "ui/models/dominator-row.h"
#include "ui/text.h"

/* Below that only an ellipsis would be read. */
#define MIN_NAME_WIDTH 52.0
#define GRID_TOP 38.0
#define GRID_MARGIN 6.0
#define GRID_STEP 20.0

typedef struct
{
  cairo_t *cr;
  MgSnapshot *heap;
  PangoLayout *text;
  GdkRGBA accent, foreground, background;
  double scale; /* how much larger text is than usual */
  gboolean dark;
} Pen;

char *
mg_treemap_cell_name (MgSnapshot *snapshot, const MgTreemapCell *cell)
{
  g_autofree char *count = NULL, *name = NULL;

  if (cell->kind == MG_TREEMAP_NODE)
    return mg_dominator_node_name (snapshot, cell->node, FALSE);
  count = mg_format_count (cell->count);
  if (cell->kind == MG_TREEMAP_REST)
    /* Translators: a number of objects too small to be drawn one by one. */
    return g_strdup_printf (_ ("%s more"), count);
  name = mg_dominator_node_kind_name (snapshot, cell->node);
  /* Translators: type name × number of objects. */
  return g_strdup_printf (_ ("%s × %s"), name, count);
}

static GdkRGBA
mix (GdkRGBA a, GdkRGBA b, float share_of_b)
{
  return (GdkRGBA){ a.red + (b.red - a.red) * share_of_b, a.green + (b.green - a.green) * share_of_b,
                    a.blue + (b.blue - a.blue) * share_of_b, 1.0f };
}

/* The user's own code in the accent colour, the framework in grey; deeper cells a little stronger. */
static GdkRGBA
fill_colour (const Pen *pen, const MgTreemapCell *cell)
{
  const MgGraph *graph = mg_snapshot_graph (pen->heap);
  float depth = (float) MIN (cell->depth, 6);
  GdkRGBA base = pen->foreground;
  float strength = 0.07f + 0.025f * depth;

  if (cell->node != MG_NODE_NONE && !mg_graph_is_root (graph, cell->node))
    {
      const MgType *type = mg_graph_type_of (graph, cell->node);

      if (type && (type->flags & MG_TYPE_OWN))
        {
          base = pen->accent;
          strength = 0.26f + 0.05f * depth;
        }
    }
  return mix (pen->background, base, strength);
}

static void
set_colour (cairo_t *cr, GdkRGBA colour)
{
  gdk_cairo_set_source_rgba (cr, &colour);
}

static void
rounded_box (cairo_t *cr, double x, double y, double width, double height)
{
  double r = MIN (4.0, MIN (width, height) / 4);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI_2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

static void
draw_line_of_text (const Pen *pen, const char *text, gboolean bold, double x, double y, double width)
{
  PangoAttrList *attributes = pango_attr_list_new ();
  const char *field = strrchr (text, '.');

  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_attr_list_insert (attributes, pango_attr_scale_new (0.9));
  pango_layout_set_attributes (pen->text, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_width (pen->text, (int) (width * PANGO_SCALE));
  pango_layout_set_text (pen->text, text, -1);
  /* Of fields that do not fit all begin alike, with their class: the field alone says more. */
  if (field && field[1] != '\0' && pango_layout_is_ellipsized (pen->text))
    pango_layout_set_text (pen->text, field + 1, -1);
  cairo_move_to (pen->cr, x, y);
  pango_cairo_show_layout (pen->cr, pen->text);
}

/* The name without namespace, and of a root without the word for its kind: cells are small, the tooltip has it all. */
static char *
short_name (MgSnapshot *heap, const MgTreemapCell *cell)
{
  const MgGraph *graph = mg_snapshot_graph (heap);
  const MgType *type;
  g_autofree char *name = NULL, *count = NULL;

  if (cell->node == MG_NODE_NONE)
    return mg_treemap_cell_name (heap, cell);
  type = mg_graph_type_of (graph, cell->node);
  if (type == NULL)
    {
      const char *label = mg_graph_root (graph, cell->node)->label;

      if (label && cell->kind == MG_TREEMAP_NODE)
        return g_strdup (mg_text_field_with_class (label));
      return mg_treemap_cell_name (heap, cell);
    }
  name = mg_text_short_type_name (type->name);
  if (cell->kind == MG_TREEMAP_NODE)
    return g_steal_pointer (&name);
  count = mg_format_count (cell->count);
  /* Translators: type name × number of objects. */
  return g_strdup_printf (_ ("%s × %s"), name, count);
}

/* Cells with children have a header of one or two lines; cells without use all of their height. */
static void
draw_names (const Pen *pen, const MgTreemapCell *cell)
{
  g_autofree char *name = NULL, *bytes = NULL;
  double room = cell->n_children > 0 ? cell->header : cell->height;

  if (cell->width < MIN_NAME_WIDTH * pen->scale || room < 16 * pen->scale)
    return;
  name = short_name (pen->heap, cell);
  set_colour (pen->cr, pen->foreground);
  draw_line_of_text (pen, name, cell->n_children > 0, cell->x + 6, cell->y + 2, cell->width - 10);
  if (room < 34 * pen->scale)
    return;
  bytes = mg_format_bytes (cell->retained);
  set_colour (pen->cr, mix (pen->background, pen->foreground, 0.72f));
  draw_line_of_text (pen, bytes, FALSE, cell->x + 6, cell->y + 2 + 15 * pen->scale, cell->width - 10);
}

static void
draw_cell (const Pen *pen, const MgTreemapCell *cell, gboolean hovered)
{
  GdkRGBA fill = fill_colour (pen, cell);

  if (hovered)
    fill = mix (fill, pen->accent, 0.25f);
  rounded_box (pen->cr, cell->x, cell->y, cell->width, cell->height);
  set_colour (pen->cr, fill);
  cairo_fill_preserve (pen->cr);
  set_colour (pen->cr, mix (pen->background, pen->foreground, 0.18f));
  cairo_set_line_width (pen->cr, 1.0);
  cairo_stroke (pen->cr);
}

/* Many siblings in one cell: a grid tells at a glance that they are many, without drawing each. */
static void
draw_grid (const Pen *pen, const MgTreemapCell *cell)
{
  double top = cell->y + MIN (GRID_TOP * pen->scale, cell->height / 4), step;
  double width = cell->width - 2 * GRID_MARGIN, height = cell->y + cell->height - GRID_MARGIN - top;
  guint columns, rows;

  if (cell->kind == MG_TREEMAP_NODE || width < 3 * GRID_STEP || height < 2 * GRID_STEP)
    return;
  step = MAX (GRID_STEP, sqrt (width * height / MAX (cell->count, 1)));
  columns = (guint) MAX (1, round (width / step));
  rows = (guint) MAX (1, round (height / step));
  set_colour (pen->cr, mix (pen->background, pen->foreground, 0.2f));
  cairo_set_line_width (pen->cr, 0.6);
  for (guint c = 0; c < columns; c++)
    for (guint r = 0; r < rows; r++)
      rounded_box (pen->cr, cell->x + GRID_MARGIN + c * width / columns + 1, top + r * height / rows + 1,
                   width / columns - 2, height / rows - 2);
  cairo_stroke (pen->cr);
}

static void
draw_selection (const Pen *pen, const MgTreemapCell *cell, gboolean focused)
{
  rounded_box (pen->cr, cell->x + 1, cell->y + 1, cell->width - 2, cell->height - 2);
  set_colour (pen->cr, pen->accent);
  cairo_set_line_width (pen->cr, focused ? 3.5 : 2.5);
  cairo_stroke (pen->cr);
}

static GdkRGBA
theme_colour (GtkWidget *widget, const char *name, GdkRGBA otherwise)
{
  GdkRGBA colour;

  return gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &colour) ? colour : otherwise;
}

void
mg_treemap_draw (GtkWidget *widget,
                 GtkSnapshot *snapshot,
                 MgSnapshot *heap,
                 const MgTreemapLayout *layout,
                 guint selected,
                 guint hovered)
{
  graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget));
  Pen pen = { .heap = heap, .scale = layout->text_scale };

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &pen.foreground);
  pen.accent = theme_colour (widget, "accent_color", (GdkRGBA){ 0.11f, 0.44f, 0.85f, 1.0f });
  pen.background = theme_colour (widget, "view_bg_color", (GdkRGBA){ 1, 1, 1, 1 });
  pen.cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  pen.text = gtk_widget_create_pango_layout (widget, NULL);
  pango_layout_set_single_paragraph_mode (pen.text, TRUE);
  pango_layout_set_ellipsize (pen.text, PANGO_ELLIPSIZE_END);
  for (guint i = 0; i < layout->n; i++)
    {
      draw_cell (&pen, &layout->cells[i], i == hovered);
      draw_grid (&pen, &layout->cells[i]);
      draw_names (&pen, &layout->cells[i]);
    }
  if (selected < layout->n)
    draw_selection (&pen, &layout->cells[selected], gtk_widget_has_focus (widget));
  g_object_unref (pen.text);
  cairo_destroy (pen.cr);
}
