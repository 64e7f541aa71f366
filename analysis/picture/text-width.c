#include "analysis/picture/text-width.h"

#include <string.h>

/* Advance widths of U+0020 … U+007E in thousandths of the size. The figures are those of DejaVu Sans, the widest of the
 * faces that desktops fall back to. */
static const guint16 regular[95] = {
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
  636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 709, 686, 698, 770, 632,
  575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  595, 732, 684, 989, 685,
  611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 344,  635, 634, 278, 278, 579,
  278, 974, 634, 612, 635, 635, 396, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838,
};
static const guint16 bold_face[95] = {
  348, 456,  521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415,  380, 365, 696, 696,  696,
  696, 696,  696, 696, 696, 696,  696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830,  683,
  683, 821,  837, 372, 372, 775,  637, 995, 837, 850, 733, 850, 770, 680,  703, 812, 774, 1103, 771,
  724, 725,  457, 365, 457, 838,  500, 500, 675, 716, 593, 716, 678, 405,  716, 712, 343, 343,  665,
  343, 1042, 712, 687, 716, 716,  493, 595, 478, 712, 652, 924, 645, 652,  582, 712, 365, 712,  838,
};

static const MgTextMetrics metrics[MG_N_TEXT_STYLES] = {
  [MG_TEXT_OVER] = { 11.5, 16, 12, 250, FALSE },  [MG_TEXT_TITLE] = { 14.5, 21, 16, 270, TRUE },
  [MG_TEXT_UNDER] = { 12, 18, 13.5, 330, FALSE }, [MG_TEXT_STUB] = { 12, 18, 13.5, 250, FALSE },
  [MG_TEXT_LABEL] = { 12, 16, 12, 240, TRUE },    [MG_TEXT_NOTE] = { 11, 14, 10.5, 240, FALSE },
};

const MgTextMetrics *
mg_text_metrics (MgTextStyle style)
{
  return &metrics[style];
}

static double
character_width (gunichar c, gboolean bold)
{
  if (c >= 0x20 && c <= 0x7e)
    return (bold ? bold_face : regular)[c - 0x20] / 1000.0;
  if (g_unichar_iszerowidth (c))
    return 0.0;
  if (c == 0xb7 || c == 0xa0 || c == 0x202f)
    return bold ? 0.38 : 0.32;
  if (g_unichar_iswide (c) || c == 0x2026)
    return 1.0;
  return bold ? 0.84 : 0.76;
}

double
mg_placement_text_width (const char *text, double size, gboolean bold)
{
  double width = 0.0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    width += character_width (g_utf8_get_char (p), bold);
  return width * size;
}

char *
mg_placement_elide (const char *text, double size, gboolean bold, double limit)
{
  const char *head = text, *tail = text + strlen (text);
  double room = limit / size - character_width (0x2026, bold);

  if (mg_placement_text_width (text, size, bold) <= limit)
    return g_strdup (text);
  /* Take from both ends in turn; the end says more than the beginning (a nested type, the last generic argument). */
  for (gboolean front = FALSE; head < tail; front = !front)
    {
      const char *at = front ? head : g_utf8_prev_char (tail);
      double width = character_width (g_utf8_get_char (at), bold);

      if (width > room)
        break;
      room -= width;
      if (front)
        head = g_utf8_next_char (head);
      else
        tail = at;
    }
  /* A mark that belongs to a character left out would land on the ellipsis. */
  while (*tail != '\0' && g_unichar_ismark (g_utf8_get_char (tail)))
    tail = g_utf8_next_char (tail);
  return g_strdup_printf ("%.*s…%s", (int) (head - text), text, tail);
}
