#include "app/cli/wrap.h"

#include "analysis/report/printable.h"

void
mg_wrap_append (GString *out, const char *text, gsize column, gsize indent)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (char **word = words; *word; word++)
    {
      gsize width = mg_printable_width (*word);

      if (word != words && column + 1 + width > MG_WRAP_WIDTH)
        {
          g_string_append_printf (out, "\n%*s", (int) indent, "");
          column = indent;
        }
      else if (word != words)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      g_string_append (out, *word);
      column += width;
    }
  g_string_append_c (out, '\n');
}
