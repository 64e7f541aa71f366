#include "analysis/report/svg.h"

#include <math.h>
#include <string.h>

/* Faces of about the width that sizes were estimated with, or narrower. */
#define FONTS "Cantarell, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', 'Noto Sans CJK SC', sans-serif"

/* Appends a number with at most two decimals: 12, 12.5, 12.25. */
static void
put_number (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (text, sizeof text, "%.2f", round (value * 100.0) / 100.0 + 0.0);
  end = text + strlen (text);
  while (end[-1] == '0')
    *--end = '\0';
  if (end[-1] == '.')
    end[-1] = '\0';
  g_string_append (out, text);
}

static void
put_attribute (GString *out, const char *name, double value)
{
  g_string_append_printf (out, " %s=\"", name);
  put_number (out, value);
  g_string_append_c (out, '"');
}

static void
put_ink (GString *out, const char *name, MgInk ink, gboolean dark)
{
  if (ink == MG_INK_NONE)
    g_string_append_printf (out, " %s=\"none\"", name);
  else
    g_string_append_printf (out, " %s=\"#%06x\"", name, mg_ink_rgb (ink, dark));
}

/* TEXT is printable UTF-8; the two non-characters that it may still hold are not allowed in XML. */
static void
put_escaped (GString *out, const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '&')
        g_string_append (out, "&amp;");
      else if (c == '<')
        g_string_append (out, "&lt;");
      else if (c == '>')
        g_string_append (out, "&gt;");
      else if (c == '"')
        g_string_append (out, "&quot;");
      else
        g_string_append_unichar (out, (c & 0xfffe) == 0xfffe ? 0xfffd : c);
    }
}

static void
put_points (GString *out, const MgPoint *points, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      put_number (out, points[i].x);
      g_string_append_c (out, ',');
      put_number (out, points[i].y);
    }
}

static void
put_path (GString *out, const MgFigure *figure, const MgFigureItem *item)
{
  static const char letters[]
      = { [MG_STEP_MOVE] = 'M', [MG_STEP_LINE] = 'L', [MG_STEP_CURVE] = 'C', [MG_STEP_CLOSE] = 'Z' };
  static const guint n_points[] = { [MG_STEP_MOVE] = 1, [MG_STEP_LINE] = 1, [MG_STEP_CURVE] = 3, [MG_STEP_CLOSE] = 0 };

  g_string_append (out, "<path d=\"");
  for (guint i = item->first; i < item->first + item->n; i++)
    {
      const MgStep *step = &g_array_index (figure->steps, MgStep, i);

      g_string_append_c (out, letters[step->kind]);
      put_points (out, step->p, n_points[step->kind]);
    }
  g_string_append_c (out, '"');
  put_ink (out, "fill", item->fill, figure->dark);
  if (item->fill != MG_INK_NONE && item->stroke == MG_INK_NONE)
    g_string_append (out, " fill-rule=\"evenodd\"");
  if (item->stroke != MG_INK_NONE)
    {
      put_ink (out, "stroke", item->stroke, figure->dark);
      put_attribute (out, "stroke-width", item->width);
    }
  if (item->dash > 0.0)
    {
      put_attribute (out, "stroke-dasharray", item->dash);
      g_string_truncate (out, out->len - 1);
      g_string_append_c (out, ' ');
      put_number (out, item->dash * 0.75);
      g_string_append_c (out, '"');
    }
  g_string_append (out, "/>\n");
}

static void
put_text (GString *out, const MgFigure *figure, const MgFigureItem *item)
{
  g_string_append (out, "<text");
  put_attribute (out, "x", item->x);
  put_attribute (out, "y", item->y);
  put_attribute (out, "font-size", item->size);
  if (item->bold)
    g_string_append (out, " font-weight=\"700\"");
  if (item->anchor == MG_ANCHOR_MIDDLE)
    g_string_append (out, " text-anchor=\"middle\"");
  put_ink (out, "fill", item->fill, figure->dark);
  g_string_append_c (out, '>');
  put_escaped (out, item->text);
  g_string_append (out, "</text>\n");
}

static void
put_item (GString *out, const MgFigure *figure, const MgFigureItem *item)
{
  switch (item->kind)
    {
    case MG_FIGURE_PATH:
      put_path (out, figure, item);
      break;
    case MG_FIGURE_TEXT:
      put_text (out, figure, item);
      break;
    case MG_FIGURE_BEGIN:
      g_string_append (out, "<g>\n");
      if (*item->text != '\0')
        {
          g_string_append (out, "<title>");
          put_escaped (out, item->text);
          g_string_append (out, "</title>\n");
        }
      break;
    case MG_FIGURE_END:
    default:
      g_string_append (out, "</g>\n");
      break;
    }
}

/* Ids carry the picture's fingerprint: several pictures can stand in one page. */
static void
put_head (GString *out, const MgFigure *figure)
{
  g_string_append (out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  put_attribute (out, "width", figure->width);
  put_attribute (out, "height", figure->height);
  g_string_append (out, " viewBox=\"0 0 ");
  put_number (out, figure->width);
  g_string_append_c (out, ' ');
  put_number (out, figure->height);
  g_string_append_printf (out,
                          "\" role=\"img\" aria-labelledby=\"mg-%" G_GINT64_MODIFIER "x-title mg-%" G_GINT64_MODIFIER
                          "x-desc\" font-family=\"" FONTS "\">\n<title id=\"mg-%" G_GINT64_MODIFIER "x-title\">",
                          figure->fingerprint, figure->fingerprint, figure->fingerprint);
  put_escaped (out, figure->title);
  g_string_append_printf (out, "</title>\n<desc id=\"mg-%" G_GINT64_MODIFIER "x-desc\">", figure->fingerprint);
  put_escaped (out, figure->description);
  g_string_append (out, "</desc>\n");
  if (!figure->transparent)
    {
      g_string_append (out, "<rect width=\"100%\" height=\"100%\"");
      put_ink (out, "fill", MG_INK_PAPER, figure->dark);
      g_string_append (out, "/>\n");
    }
}

char *
mg_report_svg (const MgPicture *picture, const MgPlacement *placement, const MgFigureOptions *options)
{
  g_autoptr (MgFigure) figure = mg_figure_new (picture, placement, options);
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

  put_head (out, figure);
  for (guint i = 0; i < figure->items->len; i++)
    put_item (out, figure, &g_array_index (figure->items, MgFigureItem, i));
  g_string_append (out, "</svg>\n");
  return g_string_free (out, FALSE);
}
