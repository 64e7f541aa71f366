#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analysis/report/figure-private.h"
#include "analysis/report/printable.h"

#define KEY_SAMPLE 30.0
#define KEY_GAP 22.0
#define KEY_LINE 20.0
#define KEY_SIZE 11.0
#define MAX_KEY 4
#define STRETCH 1.1
#define LONG_WORD 60.0

typedef struct
{
  double size, height;
  gboolean bold;
  MgInk ink;
} Style;

static const Style question_style = { 19, 28, TRUE, MG_INK_TEXT };
static const Style sentence_style = { 13.5, 20, FALSE, MG_INK_SOFT };
static const Style facts_style = { 12, 20, FALSE, MG_INK_DIM };

static void
add_line (MgCaption *caption, const char *start, gsize length, const Style *style)
{
  char *line = g_strstrip (g_strndup (start, length));

  g_ptr_array_add (caption->lines, line);
  g_array_append_val (caption->styles, style);
  caption->width = MAX (caption->width, ceil (mg_placement_text_width (line, style->size, style->bold)));
  caption->height += style->height;
}

/* Whether a line may end before P: after a blank, and on either side of a wide character. */
static gboolean
may_break (const char *text, const char *p)
{
  const char *before = p > text ? g_utf8_prev_char (p) : NULL;

  return before != NULL
         && (*before == ' ' || g_unichar_iswide (g_utf8_get_char (before)) || g_unichar_iswide (g_utf8_get_char (p)))
         && !g_unichar_ispunct (g_utf8_get_char (p));
}

/* How wide lines are to be so that TEXT fills them evenly, with no word alone on the last; a little more than WIDTH
 * rather than one line more. */
static double
even_width (const char *text, double width, const Style *style)
{
  double total = mg_placement_text_width (text, style->size, style->bold), limit = width * STRETCH;

  return total <= limit ? limit : MIN (limit, total / ceil (total / limit) + LONG_WORD);
}

/* Where the line that begins at START ends: after a word, else after a part of a type's name, else where it is full. */
static const char *
end_of_line (const char *text, const char *start, double width, const Style *style)
{
  const char *good = NULL, *fair = NULL;
  double used = 0.0;

  for (const char *p = start; *p != '\0'; p = g_utf8_next_char (p))
    {
      char one[8] = { 0 };

      memcpy (one, p, (gsize) (g_utf8_next_char (p) - p));
      used += mg_placement_text_width (one, style->size, style->bold);
      if (p > start && may_break (text, p))
        good = p;
      if (p > start && strchr (".<,+[", p[-1]) != NULL)
        fair = p;
      if (used > width && p > start && *p != ' ')
        return good != NULL ? good : fair != NULL ? fair : p;
    }
  return start + strlen (start);
}

/* Breaks RAW into lines of about ROOM. */
static void
add_wrapped (MgCaption *caption, const char *raw, double room, const Style *style)
{
  g_autofree char *flat = g_strdelimit (g_strdup (raw), "\n\t\r", ' ');
  g_autofree char *text = mg_printable (flat);
  double width = even_width (text, room, style);

  for (const char *start = text; *start != '\0';)
    {
      const char *end = end_of_line (text, start, width, style);

      add_line (caption, start, (gsize) (end - start), style);
      start = end;
    }
}

/* "10,000 objects · retain 11.4 MB · app.gcdump" */
static char *
facts_of (const MgPicture *picture, const char *source)
{
  g_autofree char *count = mg_format_count (picture->n_subjects);
  GString *facts = g_string_new (NULL);

  /* Translators: how many objects the picture is about; %s is a number such as 10,000 */
  g_string_append_printf (facts, g_dngettext (GETTEXT_PACKAGE, "%s object", "%s objects", picture->n_subjects), count);
  if (picture->retained_known)
    {
      g_autofree char *size = mg_format_bytes (picture->subject_retained);
      /* Translators: %s is a size such as 11.4 MB: what would be freed with the objects */
      g_autofree char *retained = g_strdup_printf (_ ("%s retained"), size);

      g_string_append_printf (facts, " · %s", retained);
    }
  if (source != NULL && *source != '\0')
    g_string_append_printf (facts, " · %s", source);
  return g_string_free (facts, FALSE);
}

MgCaption *
mg_caption_new (const MgPicture *picture, const char *source, double width)
{
  MgCaption *caption = g_new0 (MgCaption, 1);
  g_autofree char *facts = facts_of (picture, source);

  caption->lines = g_ptr_array_new_with_free_func (g_free);
  caption->styles = g_array_new (FALSE, FALSE, sizeof (Style *));
  add_wrapped (caption, picture->question, width, &question_style);
  add_wrapped (caption, picture->sentence, width, &sentence_style);
  add_wrapped (caption, facts, width, &facts_style);
  return caption;
}

void
mg_caption_free (MgCaption *caption)
{
  if (caption == NULL)
    return;
  g_ptr_array_unref (caption->lines);
  g_array_unref (caption->styles);
  g_free (caption);
}

void
mg_caption_draw (const MgCaption *caption, MgFigure *figure, double x, double y)
{
  for (guint i = 0; i < caption->lines->len; i++)
    {
      const Style *style = g_array_index (caption->styles, const Style *, i);

      mg_figure_plain_text (figure, g_ptr_array_index (caption->lines, i), style->size, style->bold, x,
                            y + style->height * 0.72, style->ink);
      y += style->height;
    }
}

/* One line of the key: a sample and what it means. */
typedef struct
{
  const char *text;
  MgInk ink;
  double width, dash;
} KeyEntry;

static guint
collect_key (const MgPicture *picture, const gboolean *must_let_go, KeyEntry entries[MAX_KEY])
{
  gboolean widths = FALSE, conditional = FALSE, strong = FALSE, cut = FALSE;
  guint n = 0;

  for (guint i = 0; i < picture->n_edges; i++)
    {
      widths |= picture->n_subjects > 1 && picture->edges[i].share < 0.995;
      conditional |= picture->edges[i].conditional;
      strong |= picture->edges[i].dominator && (must_let_go == NULL || !must_let_go[i]);
      cut |= must_let_go != NULL && must_let_go[i];
    }
  if (cut)
    entries[n++] = (KeyEntry){ _ ("red, with bars: must let go"), MG_INK_SUBJECT_LINE, 2.5, 0.0 };
  if (widths)
    entries[n++] = (KeyEntry){ _ ("width: share of the objects"), MG_INK_EDGE, 5.0, 0.0 };
  if (strong)
    entries[n++] = (KeyEntry){ _ ("strong: every path passes here"), MG_INK_EDGE_STRONG, 2.5, 0.0 };
  if (conditional)
    entries[n++] = (KeyEntry){ _ ("dashed: holds only while something else lives"), MG_INK_EDGE, 2.0, 5.0 };
  return n;
}

double
mg_figure_key (MgFigure *figure,
               const MgPicture *picture,
               const gboolean *must_let_go,
               double x,
               double y,
               double room,
               double *width)
{
  KeyEntry entries[MAX_KEY];
  guint n = collect_key (picture, must_let_go, entries);
  double at = 0.0, line = 0.0;

  *width = 0.0;
  for (guint i = 0; i < n; i++)
    {
      double entry_width = KEY_SAMPLE + 8.0 + mg_placement_text_width (entries[i].text, KEY_SIZE, FALSE);

      if (at > 0.0 && at + entry_width > room)
        {
          at = 0.0;
          line += KEY_LINE;
        }
      if (figure != NULL)
        {
          mg_figure_move (figure, x + at, y + line + KEY_LINE / 2);
          mg_figure_line (figure, x + at + KEY_SAMPLE, y + line + KEY_LINE / 2);
          mg_figure_paint (figure, MG_INK_NONE, entries[i].ink, entries[i].width, entries[i].dash);
          mg_figure_plain_text (figure, entries[i].text, KEY_SIZE, FALSE, x + at + KEY_SAMPLE + 8.0,
                                y + line + KEY_LINE / 2 + 4.0, MG_INK_DIM);
        }
      at += entry_width + KEY_GAP;
      *width = MAX (*width, ceil (at - KEY_GAP));
    }
  return n > 0 ? line + KEY_LINE : 0.0;
}
