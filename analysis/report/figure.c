#include "analysis/report/figure-private.h"

#include <math.h>

#include "analysis/report/printable.h"

#define MARGIN 24.0
#define GAP 26.0
/* A caption is not squeezed into the width of a small picture. */
#define CAPTION_WIDTH 620.0

static void
clear_item (gpointer data)
{
  g_free (((MgFigureItem *) data)->text);
}

static void
add_text (MgFigure *figure, MgFigureItem item, char *text)
{
  item.kind = MG_FIGURE_TEXT;
  item.text = text;
  if (*text == '\0')
    g_free (text);
  else
    g_array_append_val (figure->items, item);
}

void
mg_figure_text (MgFigure *figure,
                const char *text,
                MgTextStyle style,
                double x,
                double baseline,
                MgAnchor anchor,
                MgInk ink,
                double room)
{
  const MgTextMetrics *m = mg_text_metrics (style);
  g_autofree char *clean = mg_printable (text);
  double limit = room > 0.0 ? MIN (room, m->limit) : m->limit;
  MgFigureItem item = { .fill = ink, .x = x, .y = baseline, .size = m->size, .bold = m->bold, .anchor = anchor };

  item.room = limit;
  add_text (figure, item, mg_placement_elide (clean, m->size, m->bold, limit));
}

void
mg_figure_plain_text (
    MgFigure *figure, const char *text, double size, gboolean bold, double x, double baseline, MgInk ink)
{
  MgFigureItem item = { .fill = ink, .x = x, .y = baseline, .size = size, .bold = bold, .anchor = MG_ANCHOR_START };

  item.room = mg_placement_text_width (text, size, bold);
  add_text (figure, item, g_strdup (text));
}

void
mg_figure_begin (MgFigure *figure, const char *name, const char *more)
{
  g_autofree char *first = mg_printable (name);
  g_autofree char *second = mg_printable (more);
  MgFigureItem item = { .kind = MG_FIGURE_BEGIN };

  item.text = *second != '\0' ? g_strdup_printf ("%s\n%s", first, second) : g_strdup (first);
  g_array_append_val (figure->items, item);
}

void
mg_figure_end (MgFigure *figure)
{
  MgFigureItem item = { .kind = MG_FIGURE_END };

  g_array_append_val (figure->items, item);
}

static MgFigure *
figure_alloc (const MgPicture *picture, const MgFigureOptions *options)
{
  MgFigure *figure = g_new0 (MgFigure, 1);

  figure->items = g_array_new (FALSE, FALSE, sizeof (MgFigureItem));
  g_array_set_clear_func (figure->items, clear_item);
  figure->steps = g_array_new (FALSE, FALSE, sizeof (MgStep));
  figure->dark = options->dark;
  figure->transparent = options->transparent;
  figure->fingerprint = picture->fingerprint;
  figure->title = mg_printable (picture->question);
  figure->description = mg_printable (picture->sentence);
  return figure;
}

/* Lines first, then their labels, then the nodes: a line never runs over a word. */
static void
draw_picture (MgFigure *figure,
              const MgPicture *picture,
              const MgPlacement *placement,
              const gboolean *must_let_go,
              double x,
              double y)
{
  for (guint i = 0; i < picture->n_edges; i++)
    mg_figure_edge (figure, picture, placement, i, x, y, must_let_go != NULL && must_let_go[i]);
  for (guint i = 0; i < picture->n_edges; i++)
    {
      MgBox box = placement->edges[i].label;

      box.x += x;
      box.y += y;
      if (box.width > 0.0)
        mg_figure_edge_label (figure, &picture->edges[i], box, must_let_go != NULL && must_let_go[i]);
    }
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      MgBox box = placement->nodes[i];

      box.x += x;
      box.y += y;
      mg_figure_node (figure, &picture->nodes[i], box);
    }
}

MgFigure *
mg_figure_new (const MgPicture *picture, const MgPlacement *placement, const MgFigureOptions *options)
{
  static const MgFigureOptions plain = { 0 };
  const MgFigureOptions *o = options != NULL ? options : &plain;
  MgFigure *figure = figure_alloc (picture, o);
  double inner = placement->width, key_width = 0.0, y = MARGIN;

  if (o->caption)
    {
      double room = MAX (CAPTION_WIDTH, placement->width);
      g_autoptr (MgCaption) caption = mg_caption_new (picture, o->source, room);
      double key = mg_figure_key (NULL, picture, o->must_let_go, 0.0, 0.0, room, &key_width);

      inner = MAX (inner, MAX (caption->width, key_width));
      mg_caption_draw (caption, figure, MARGIN, y);
      y += caption->height + GAP;
      draw_picture (figure, picture, placement, o->must_let_go, floor (MARGIN + (inner - placement->width) / 2), y);
      y += placement->height;
      if (key > 0.0)
        y += GAP + mg_figure_key (figure, picture, o->must_let_go, MARGIN, y + GAP, room, &key_width);
    }
  else
    {
      draw_picture (figure, picture, placement, o->must_let_go, MARGIN, y);
      y += placement->height;
    }
  figure->width = ceil (inner + 2 * MARGIN);
  figure->height = ceil (y + MARGIN);
  return figure;
}

void
mg_figure_free (MgFigure *figure)
{
  if (figure == NULL)
    return;
  g_array_unref (figure->items);
  g_array_unref (figure->steps);
  g_free (figure->title);
  g_free (figure->description);
  g_free (figure);
}
