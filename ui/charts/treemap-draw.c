#include "ui/charts/treemap-draw.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analysis/picture/picture.h"
#include "ui/models/dominator-row.h"
#include "ui/text.h"

/* Below that only an ellipsis would be read. */
#define MIN_NAME_WIDTH 52.0
#define GRID_TOP 38.0
#define GRID_MARGIN 6.0
#define GRID_STEP 20.0

struct _MgTreemapLook
{
  GdkRGBA accent, foreground, background;
  PangoFontDescription *font;    /* owned */
  cairo_font_options_t *options; /* owned; NULL: as the screen has them */
  PangoLanguage *language;
  PangoDirection direction;
  double resolution;
  gboolean round_positions;
  int scale;
};

typedef struct
{
  cairo_t *cr;
  MgSnapshot *heap;
  PangoLayout *text;
  GdkRGBA accent, foreground, background;
  double scale; /* how much larger text is than usual */
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

  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_attr_list_insert (attributes, pango_attr_scale_new (0.9));
  pango_layout_set_attributes (pen->text, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_width (pen->text, (int) (width * PANGO_SCALE));
  pango_layout_set_text (pen->text, text, -1);
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
draw_box (const Pen *pen, const MgTreemapCell *cell, GdkRGBA fill)
{
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
  /* One by one: a path of hundreds of boxes takes cairo several times as long. */
  for (guint c = 0; c < columns; c++)
    for (guint r = 0; r < rows; r++)
      {
        rounded_box (pen->cr, cell->x + GRID_MARGIN + c * width / columns + 1, top + r * height / rows + 1,
                     width / columns - 2, height / rows - 2);
        cairo_stroke (pen->cr);
      }
}

static void
draw_selection (cairo_t *cr, const MgTreemapCell *cell, const GdkRGBA *colour, gboolean focused)
{
  rounded_box (cr, cell->x + 1, cell->y + 1, cell->width - 2, cell->height - 2);
  set_colour (cr, *colour);
  cairo_set_line_width (cr, focused ? 3.5 : 2.5);
  cairo_stroke (cr);
}

static GdkRGBA
theme_colour (GtkWidget *widget, const char *name, GdkRGBA otherwise)
{
  GdkRGBA colour;

  return gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &colour) ? colour : otherwise;
}

MgTreemapLook *
mg_treemap_look_new (GtkWidget *widget)
{
  MgTreemapLook *look = g_new0 (MgTreemapLook, 1);
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const cairo_font_options_t *options = pango_cairo_context_get_font_options (context);

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &look->foreground);
  look->accent = theme_colour (widget, "accent_color", (GdkRGBA){ 0.11f, 0.44f, 0.85f, 1.0f });
  look->background = theme_colour (widget, "view_bg_color", (GdkRGBA){ 1, 1, 1, 1 });
  look->font = pango_font_description_copy (pango_context_get_font_description (context));
  look->options = options ? cairo_font_options_copy (options) : NULL;
  look->language = pango_context_get_language (context);
  look->direction = pango_context_get_base_dir (context);
  look->resolution = pango_cairo_context_get_resolution (context);
  look->round_positions = pango_context_get_round_glyph_positions (context);
  look->scale = gtk_widget_get_scale_factor (widget);
  return look;
}

gboolean
mg_treemap_look_equal (const MgTreemapLook *a, const MgTreemapLook *b)
{
  return gdk_rgba_equal (&a->accent, &b->accent) && gdk_rgba_equal (&a->foreground, &b->foreground)
         && gdk_rgba_equal (&a->background, &b->background) && pango_font_description_equal (a->font, b->font)
         && a->resolution == b->resolution && a->scale == b->scale && a->direction == b->direction;
}

void
mg_treemap_look_free (MgTreemapLook *look)
{
  if (look == NULL)
    return;
  pango_font_description_free (look->font);
  g_clear_pointer (&look->options, cairo_font_options_destroy);
  g_free (look);
}

/* A font map of the thread's own: that of the widgets belongs to the main thread. */
static PangoLayout *
text_layout_new (const MgTreemapLook *look)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  PangoLayout *text = pango_layout_new (context);

  pango_context_set_font_description (context, look->font);
  pango_context_set_language (context, look->language);
  pango_context_set_base_dir (context, look->direction);
  pango_context_set_round_glyph_positions (context, look->round_positions);
  pango_cairo_context_set_resolution (context, look->resolution);
  pango_cairo_context_set_font_options (context, look->options);
  pango_layout_context_changed (text);
  g_object_unref (context);
  pango_layout_set_single_paragraph_mode (text, TRUE);
  pango_layout_set_ellipsize (text, PANGO_ELLIPSIZE_END);
  return text;
}

static void
pen_init (Pen *pen, const MgTreemapLook *look, MgSnapshot *heap, const MgTreemapLayout *layout, cairo_t *cr)
{
  *pen = (Pen){ cr,           heap, text_layout_new (look), look->accent, look->foreground, look->background,
                layout->text_scale };
}

static void
pen_clear (Pen *pen)
{
  g_object_unref (pen->text);
  cairo_destroy (pen->cr);
}

static GdkTexture *
texture_new (cairo_surface_t *surface)
{
  int height = cairo_image_surface_get_height (surface), stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), (gsize) height * (gsize) stride,
                                      (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (surface));
  return gdk_memory_texture_new (cairo_image_surface_get_width (surface), height, GDK_MEMORY_DEFAULT, bytes,
                                 (gsize) stride);
}

GdkTexture *
mg_treemap_draw (const MgTreemapLook *look, MgSnapshot *heap, const MgTreemapLayout *layout)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) layout->width * look->scale,
                                                         (int) layout->height * look->scale);
  GdkTexture *texture;
  Pen pen;

  cairo_surface_set_device_scale (surface, look->scale, look->scale);
  pen_init (&pen, look, heap, layout, cairo_create (surface));
  for (guint i = 0; i < layout->n; i++)
    {
      draw_box (&pen, &layout->cells[i], fill_colour (&pen, &layout->cells[i]));
      draw_grid (&pen, &layout->cells[i]);
      draw_names (&pen, &layout->cells[i]);
    }
  pen_clear (&pen);
  texture = texture_new (surface);
  cairo_surface_destroy (surface);
  return texture;
}

/* What a cell and its frame cover. */
static graphene_rect_t
bounds_of (const MgTreemapCell *cell)
{
  graphene_rect_t bounds
      = GRAPHENE_RECT_INIT ((float) cell->x, (float) cell->y, (float) cell->width, (float) cell->height);

  return *graphene_rect_inset (&bounds, -2, -2);
}

/* The cells inside stay as they are in the picture, with the lines around them. */
static void
clip_children (cairo_t *cr, const MgTreemapLayout *layout, guint parent)
{
  const MgTreemapCell *around = &layout->cells[parent];
  guint left = around->n_children;

  cairo_rectangle (cr, around->x - 1, around->y - 1, around->width + 2, around->height + 2);
  for (guint i = parent + 1; i < layout->n && left > 0; i++)
    if (layout->cells[i].parent == parent)
      {
        const MgTreemapCell *cell = &layout->cells[i];

        cairo_rectangle (cr, cell->x - 0.5, cell->y - 0.5, cell->width + 1, cell->height + 1);
        left--;
      }
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_clip (cr);
}

void
mg_treemap_draw_hovered (GtkSnapshot *snapshot,
                         const MgTreemapLook *look,
                         MgSnapshot *heap,
                         const MgTreemapLayout *layout,
                         guint cell)
{
  graphene_rect_t bounds = bounds_of (&layout->cells[cell]);
  GdkRGBA tint = look->accent;
  Pen pen;

  tint.alpha = 0.25f;
  pen_init (&pen, look, heap, layout, gtk_snapshot_append_cairo (snapshot, &bounds));
  clip_children (pen.cr, layout, cell);
  draw_box (&pen, &layout->cells[cell], tint);
  draw_names (&pen, &layout->cells[cell]);
  pen_clear (&pen);
}

void
mg_treemap_draw_selected (GtkSnapshot *snapshot,
                          const MgTreemapLook *look,
                          const MgTreemapLayout *layout,
                          guint cell,
                          gboolean focused)
{
  graphene_rect_t bounds = bounds_of (&layout->cells[cell]);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);

  draw_selection (cr, &layout->cells[cell], &look->accent, focused);
  cairo_destroy (cr);
}
