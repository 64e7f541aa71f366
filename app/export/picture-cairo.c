#include "app/export/picture-cairo.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <pango/pangocairo.h>

#include "analysis/base/error.h"

#define FONTS "Cantarell, DejaVu Sans, Noto Sans CJK SC, sans-serif"
/* cairo's images end at 32,767 pixels a side; and this many pixels are 160 MB while they are painted. */
#define MAX_SIDE 32000.0
#define MAX_PIXELS 40e6
/* Pages larger than this are cut off by common readers of PDF: 200 inches. */
#define MAX_PAGE 14400.0

static void
set_ink (cairo_t *cr, MgInk ink, gboolean dark)
{
  guint32 rgb = mg_ink_rgb (ink, dark);

  cairo_set_source_rgb (cr, (rgb >> 16) / 255.0, (rgb >> 8 & 0xff) / 255.0, (rgb & 0xff) / 255.0);
}

static void
add_step (cairo_t *cr, const MgStep *step)
{
  switch (step->kind)
    {
    case MG_STEP_MOVE:
      cairo_move_to (cr, step->p[0].x, step->p[0].y);
      break;
    case MG_STEP_LINE:
      cairo_line_to (cr, step->p[0].x, step->p[0].y);
      break;
    case MG_STEP_CURVE:
      cairo_curve_to (cr, step->p[0].x, step->p[0].y, step->p[1].x, step->p[1].y, step->p[2].x, step->p[2].y);
      break;
    case MG_STEP_CLOSE:
    default:
      cairo_close_path (cr);
      break;
    }
}

static void
paint_path (const MgFigure *figure, const MgFigureItem *item, cairo_t *cr)
{
  const double dashes[] = { item->dash, item->dash * 0.75 };

  cairo_new_path (cr);
  for (guint i = item->first; i < item->first + item->n; i++)
    add_step (cr, &g_array_index (figure->steps, MgStep, i));
  if (item->fill != MG_INK_NONE)
    {
      set_ink (cr, item->fill, figure->dark);
      cairo_fill_preserve (cr);
    }
  if (item->stroke == MG_INK_NONE)
    return;
  set_ink (cr, item->stroke, figure->dark);
  cairo_set_line_width (cr, item->width);
  cairo_set_dash (cr, dashes, item->dash > 0.0 ? 2 : 0, 0.0);
  cairo_stroke (cr);
}

static void
paint_text (const MgFigure *figure, const MgFigureItem *item, PangoLayout *layout, cairo_t *cr)
{
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string (FONTS);
  int pango_width;
  double width, squeeze;

  pango_font_description_set_absolute_size (font, item->size * PANGO_SCALE);
  pango_font_description_set_weight (font, item->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, item->text, -1);
  pango_layout_get_size (layout, &pango_width, NULL);
  width = (double) pango_width / PANGO_SCALE;
  squeeze = item->room > 0.0 && width > item->room ? item->room / width : 1.0;
  cairo_save (cr);
  cairo_translate (cr, item->anchor == MG_ANCHOR_MIDDLE ? item->x - width * squeeze / 2 : item->x, item->y);
  cairo_scale (cr, squeeze, 1.0);
  cairo_move_to (cr, 0.0, -(double) pango_layout_get_baseline (layout) / PANGO_SCALE);
  set_ink (cr, item->fill, figure->dark);
  pango_cairo_show_layout (cr, layout);
  cairo_restore (cr);
}

/* A layout whose text is the same on every screen and at every size: no hints, grey smoothing. */
static PangoLayout *
layout_new (cairo_t *cr)
{
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoLayout *layout = pango_cairo_create_layout (cr);

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (pango_layout_get_context (layout), options);
  pango_context_set_round_glyph_positions (pango_layout_get_context (layout), FALSE);
  pango_layout_context_changed (layout);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  cairo_font_options_destroy (options);
  return layout;
}

void
mg_picture_cairo_paint (const MgFigure *figure, cairo_t *cr)
{
  g_autoptr (PangoLayout) layout = layout_new (cr);

  cairo_save (cr);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  if (!figure->transparent)
    {
      set_ink (cr, MG_INK_PAPER, figure->dark);
      cairo_rectangle (cr, 0.0, 0.0, figure->width, figure->height);
      cairo_fill (cr);
    }
  for (guint i = 0; i < figure->items->len; i++)
    {
      const MgFigureItem *item = &g_array_index (figure->items, MgFigureItem, i);

      if (item->kind == MG_FIGURE_PATH)
        paint_path (figure, item, cr);
      else if (item->kind == MG_FIGURE_TEXT)
        paint_text (figure, item, layout, cr);
    }
  cairo_restore (cr);
}

static cairo_status_t
take_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Takes BYTES; returns them, or sets the error when cairo could not do all. */
static GBytes *
finish (GByteArray *bytes, cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  /* Translators: %s is the reason */
  g_set_error (error, MG_ERROR, MG_ERROR_MEMORY, _ ("The picture could not be painted: %s"),
               cairo_status_to_string (status));
  return NULL;
}

GBytes *
mg_picture_cairo_png (const MgFigure *figure, double scale, GError **error)
{
  double largest
      = MIN (MAX_SIDE / MAX (figure->width, figure->height), sqrt (MAX_PIXELS / (figure->width * figure->height)));
  double s = MIN (scale, largest);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, MAX (1, (int) ceil (figure->width * s)),
                                                         MAX (1, (int) ceil (figure->height * s)));
  cairo_t *cr = cairo_create (surface);
  GByteArray *bytes = g_byte_array_new ();
  cairo_status_t status;

  cairo_scale (cr, s, s);
  mg_picture_cairo_paint (figure, cr);
  status = cairo_status (cr);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, take_bytes, bytes);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return finish (bytes, status, error);
}

GBytes *
mg_picture_cairo_pdf (const MgFigure *figure, GError **error)
{
  double s = MIN (1.0, MAX_PAGE / MAX (figure->width, figure->height));
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (take_bytes, bytes, figure->width * s, figure->height * s);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, figure->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, figure->description);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Mangrove");
  /* Otherwise cairo puts in the time of day, and two exports of one picture differ. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  cairo_scale (cr, s, s);
  mg_picture_cairo_paint (figure, cr);
  cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return finish (bytes, status, error);
}
