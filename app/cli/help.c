#include "app/cli/help.h"

#include <glib/gi18n-lib.h>
#include <jansson.h>
#include <string.h>

#include "analysis/report/printable.h"
#include "app/cli/option-table.h"
#include "app/cli/wrap.h"

#define OPTION_COLUMN 22

/* Paragraphs are separated by an empty line; a line that begins with two blanks is kept as it is. */
static void
append_paragraphs (GString *out, const char *text)
{
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n", -1);

  for (char **paragraph = paragraphs; *paragraph; paragraph++)
    if (g_str_has_prefix (*paragraph, "  "))
      g_string_append_printf (out, "%s\n", *paragraph);
    else
      mg_wrap_append (out, *paragraph, 0, 0);
}

static void
append_labelled (GString *out, const char *label, const char *text)
{
  gsize width = 2 + mg_printable_width (label);

  g_string_append_printf (out, "  %s", label);
  if (width + 2 > OPTION_COLUMN)
    g_string_append_printf (out, "\n%*s", OPTION_COLUMN, "");
  else
    g_string_append_printf (out, "%*s", (int) (OPTION_COLUMN - width), "");
  mg_wrap_append (out, text, OPTION_COLUMN, OPTION_COLUMN);
}

static void
append_option (GString *out, const MgOptionSpec *spec)
{
  g_autoptr (GString) label = g_string_new (NULL);

  if (spec->letter)
    g_string_append_printf (label, "-%c, ", spec->letter);
  g_string_append_printf (label, "--%s", spec->name);
  if (spec->placeholder)
    g_string_append_printf (label, " %s", spec->placeholder);
  append_labelled (out, label->str, _ (spec->help));
}

static void
append_options (GString *out, guint64 mask)
{
  for (MgOptionId id = 0; id < MG_N_OPTIONS; id++)
    if ((mask & MG_OPTION_BIT (id)) && mg_option_spec (id)->help)
      append_option (out, mg_option_spec (id));
}

static void
append_list (GString *out, const char *label, const char *const *words)
{
  g_autofree char *joined = g_strjoinv (", ", (char **) words);

  append_labelled (out, label, joined);
}

static void
append_formats (GString *out, guint mask)
{
  const char *ids[MG_N_FORMATS + 1];
  guint n = 0;

  for (MgFormat format = 0; format < MG_N_FORMATS; format++)
    if (mask & MG_FORMAT_BIT (format))
      ids[n++] = mg_format_id (format);
  ids[n] = NULL;
  append_list (out, "FORMAT", ids);
}

static const struct
{
  const char *status, *meaning;
} statuses[] = {
  { "0", N_ ("done") },
  { "1", N_ ("failed: reading, writing or memory") },
  { "2", N_ ("wrong use of the command line") },
  { "3", N_ ("not a file that can be read; the message says what it looks like and what would work") },
  { "4", N_ ("the file is damaged or partial: results were printed, with notes") },
  { "5", N_ ("cancelled") },
  { "6", N_ ("nothing found: no such type, object or path") },
};

static void
append_statuses (GString *out)
{
  g_string_append_printf (out, "\n%s\n", _("Exit status:"));
  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    g_string_append_printf (out, "  %s  %s\n", statuses[i].status, _ (statuses[i].meaning));
}

char *
mg_help_program (void)
{
  GString *out = g_string_new (NULL);
  guint n;
  const MgCommand *const *commands = mg_commands (&n);

  append_paragraphs (out, _("mangrove-cli says why an object in a .NET process is still alive."));
  g_string_append_printf (out,
                          "\n%s\n  mangrove-cli COMMAND [OPTIONS] FILE\n  mangrove-cli COMMAND --help\n"
                          "  mangrove-cli --version\n\n",
                          _("Usage:"));
  append_paragraphs (out, _("FILE is a heap snapshot: a .gcdump of dotnet-gcdump, dotnet-monitor, PerfView or Visual "
                             "Studio, or a Linux core dump of createdump; compressed with zstd or gzip, too. A single "
                             "dash reads it from standard input. "
                             "Nothing is downloaded, nothing leaves this machine."));
  g_string_append_printf (out, "\n%s\n", _("Commands:"));
  for (guint i = 0; i < n; i++)
    append_labelled (out, commands[i]->name, _ (commands[i]->summary));
  g_string_append_printf (out, "\n%s\n", _("A first look at a leak:"));
  g_string_append (out, "  mangrove-cli types app.gcdump                          # what there is, biggest first\n"
                        "  mangrove-cli roots app.gcdump --type MyApp.Session     # why all of them are alive\n"
                        "  mangrove-cli roots app.gcdump --type MyApp.Session -o why.svg\n");
  append_statuses (out);
  return g_string_free (out, FALSE);
}

char *
mg_help_command (const MgCommand *command)
{
  GString *out = g_string_new (NULL);
  guint64 everywhere = MG_COMMON_OPTIONS | MG_ROW_OPTIONS;

  g_string_append_printf (out, "mangrove-cli %s: ", command->name);
  mg_wrap_append (out, _ (command->summary), strlen ("mangrove-cli : ") + strlen (command->name), 0);
  g_string_append_printf (out, "\n%s\n  mangrove-cli %s [OPTIONS] %s\n\n", _("Usage:"), command->name,
                          _ (command->arguments));
  append_paragraphs (out, _ (command->description));
  if (command->options & ~everywhere)
    {
      g_string_append_printf (out, "\n%s\n", _("Options of this command:"));
      append_options (out, command->options & ~everywhere);
    }
  g_string_append_printf (out, "\n%s\n", _("Common options:"));
  append_options (out, command->options & everywhere);
  if (command->options & MG_OPTION_BIT (MG_OPTION_FORMAT) || command->sort_keys)
    g_string_append_printf (out, "\n%s\n", _("Values:"));
  if (command->options & MG_OPTION_BIT (MG_OPTION_FORMAT))
    append_formats (out, command->formats);
  if (command->sort_keys)
    append_list (out, "KEY", command->sort_keys);
  g_string_append_printf (out, "\n%s\n%s", _("Examples:"), command->examples);
  return g_string_free (out, FALSE);
}

char *
mg_help_version (void)
{
  return g_strdup_printf ("mangrove-cli %s\nGLib %u.%u.%u, jansson %s\n", MG_VERSION, glib_major_version,
                          glib_minor_version, glib_micro_version, JANSSON_VERSION);
}
