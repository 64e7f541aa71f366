#include "app/cli/options.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "app/cli/command.h"
#include "app/cli/option-table.h"
#include "app/cli/suggest.h"

void
mg_options_free (MgOptions *options)
{
  if (options == NULL)
    return;
  g_clear_pointer (&options->regex, g_regex_unref);
  g_free (options->filter);
  g_free (options->output);
  g_clear_pointer (&options->folders, g_ptr_array_unref);
  g_free (options->type);
  g_free (options->module);
  g_strfreev (options->arguments);
  g_free (options);
}

static gboolean
takes (const MgCommand *command, MgOptionId id)
{
  return (command->options & MG_OPTION_BIT (id)) != 0;
}

static MgOptionId
find_option (const MgCommand *command, const char *name, gsize length)
{
  for (MgOptionId id = 0; id < MG_N_OPTIONS; id++)
    {
      const char *known = mg_option_spec (id)->name;

      if (takes (command, id) && strlen (known) == length && strncmp (known, name, length) == 0)
        return id;
    }
  return MG_N_OPTIONS;
}

static MgOptionId
find_letter (const MgCommand *command, char letter)
{
  for (MgOptionId id = 0; id < MG_N_OPTIONS; id++)
    if (takes (command, id) && mg_option_spec (id)->letter == letter)
      return id;
  return MG_N_OPTIONS;
}

static gboolean
unknown_option (const MgCommand *command, const char *name, gsize length, GError **error)
{
  g_autofree char *given = g_strndup (name, length);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *near;

  for (MgOptionId id = 0; id < MG_N_OPTIONS; id++)
    if (takes (command, id))
      g_ptr_array_add (names, (gpointer) mg_option_spec (id)->name);
  near = mg_suggest_word (given, (const char *const *) names->pdata, names->len);
  if (near)
    /* Translators: the first %s is what was typed, the last one an option that exists */
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("unknown option --%s; did you mean --%s?"), given, near);
  else
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("unknown option --%s"), given);
  return FALSE;
}

static gboolean
read_option (
    MgOptions *options, const MgCommand *command, MgOptionId id, const char *attached, char ***next, GError **error)
{
  const MgOptionSpec *spec = mg_option_spec (id);
  const char *value = attached;

  if (spec->placeholder == NULL && attached)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--%s takes no value, but got “%s”"), spec->name, attached);
      return FALSE;
    }
  if (spec->placeholder && value == NULL)
    {
      value = **next;
      if (value == NULL)
        {
          /* Translators: the second %s is what kind of value is missing, as in --help: "N", "FILE" */
          g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--%s needs a value: --%s %s"), spec->name, spec->name,
                       spec->placeholder);
          return FALSE;
        }
      (*next)++;
    }
  options->given |= MG_OPTION_BIT (id);
  return spec->read (options, command, value, error);
}

static gboolean
read_long (MgOptions *options, const MgCommand *command, const char *word, char ***next, GError **error)
{
  const char *equals = strchr (word, '=');
  gsize length = equals ? (gsize) (equals - word) : strlen (word);
  MgOptionId id = find_option (command, word, length);

  if (id == MG_N_OPTIONS)
    return unknown_option (command, word, length, error);
  return read_option (options, command, id, equals ? equals + 1 : NULL, next, error);
}

static gboolean
read_short (MgOptions *options, const MgCommand *command, const char *word, char ***next, GError **error)
{
  MgOptionId id = find_letter (command, word[0]);

  if (id == MG_N_OPTIONS)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("unknown option -%s"), word);
      return FALSE;
    }
  return read_option (options, command, id, word[1] ? word + 1 : NULL, next, error);
}

/* A single dash is a file (standard input); after two dashes everything is an argument. */
static gboolean
read_words (MgOptions *options, const MgCommand *command, char **argv, GPtrArray *arguments, GError **error)
{
  gboolean only_arguments = FALSE;

  for (char **next = argv; *next;)
    {
      const char *word = *next++;
      gboolean fine = TRUE;

      if (only_arguments || word[0] != '-' || word[1] == '\0')
        g_ptr_array_add (arguments, g_strdup (word));
      else if (strcmp (word, "--") == 0)
        only_arguments = TRUE;
      else if (word[1] == '-')
        fine = read_long (options, command, word + 2, &next, error);
      else
        fine = read_short (options, command, word + 1, &next, error);
      if (!fine)
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_arguments (const MgOptions *options, const MgCommand *command, GError **error)
{
  if (options->n_arguments == 0 && command->min_arguments > 0)
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("no FILE given"));
  else if (options->n_arguments < command->min_arguments)
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("too few arguments: it takes %s"), command->arguments);
  else if (options->n_arguments > command->max_arguments)
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("too many arguments, beginning with “%s”: it takes %s"),
                 options->arguments[command->max_arguments], command->arguments);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_format (MgOptions *options, const MgCommand *command, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  gboolean by_name = takes (command, MG_OPTION_FORMAT) && !mg_options_given (options, MG_OPTION_FORMAT)
                     && options->output && mg_format_from_file_name (options->output) != MG_N_FORMATS;

  if (by_name)
    options->format = mg_format_from_file_name (options->output);
  if (command->formats & MG_FORMAT_BIT (options->format))
    return TRUE;
  for (MgFormat format = 0; format < MG_N_FORMATS; format++)
    if (command->formats & MG_FORMAT_BIT (format))
      g_string_append_printf (known, "%s%s", known->len ? ", " : "", mg_format_id (format));
  if (by_name)
    /* Translators: the first %s is the name of a file, the second a command, the third a list of formats */
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("-o %s: “%s” can write %s; --format says which"), options->output,
                 command->name, known->str);
  else
    /* Translators: the second %s is a command, the third a list of formats */
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--format %s: “%s” can write %s"), mg_format_id (options->format),
                 command->name, known->str);
  return FALSE;
}

static gboolean
compile_filter (MgOptions *options, GError **error)
{
  g_autoptr (GError) bad = NULL;

  if (options->exact && options->filter == NULL && options->type == NULL)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--exact needs --filter: it compares the whole name with it"));
      return FALSE;
    }
  if (options->filter == NULL || options->exact)
    return TRUE;
  options->regex = g_regex_new (options->filter, G_REGEX_OPTIMIZE, 0, &bad);
  if (options->regex == NULL)
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--filter: %s"), bad->message);
  return options->regex != NULL;
}

static void
fill_defaults (MgOptions *options, const MgCommand *command)
{
  gboolean for_programs = options->format == MG_FORMAT_JSON || options->format == MG_FORMAT_CSV;

  if (!mg_options_given (options, MG_OPTION_TOP))
    options->top = for_programs ? MG_TOP_ALL : MG_TOP_DEFAULT_TEXT;
  if (options->sort == NULL && command->sort_keys)
    options->sort = command->sort_keys[0];
  if (options->no_stacks)
    options->kinds &= ~mg_root_kind_mask_from_id ("stack");
}

MgOptions *
mg_options_parse (const MgCommand *command, char **argv, GError **error)
{
  g_autoptr (MgOptions) options = g_new0 (MgOptions, 1);
  GPtrArray *arguments = g_ptr_array_new ();
  const char *wrong;
  gboolean read;

  options->generation = MG_GENERATION_UNKNOWN;
  options->kinds = MG_ROOT_ALL_KINDS;
  options->to = MG_N_HEAP_FORMATS;
  read = read_words (options, command, argv, arguments, error);
  options->n_arguments = arguments->len;
  g_ptr_array_add (arguments, NULL);
  options->arguments = (char **) g_ptr_array_free (arguments, FALSE);
  if (!read)
    return NULL;
  if (options->help)
    return g_steal_pointer (&options);
  if (!check_arguments (options, command, error) || !check_format (options, command, error)
      || !compile_filter (options, error))
    return NULL;
  fill_defaults (options, command);
  wrong = command->what_is_wrong ? command->what_is_wrong (options) : NULL;
  if (wrong)
    {
      g_set_error_literal (error, MG_ERROR, MG_ERROR_USAGE, wrong);
      return NULL;
    }
  return g_steal_pointer (&options);
}

gboolean
mg_options_match_name (const MgOptions *options, const char *name)
{
  if (options->filter == NULL)
    return TRUE;
  if (options->exact)
    return strcmp (options->filter, name) == 0;
  return g_regex_match (options->regex, name, 0, NULL);
}

static const char *const format_ids[MG_N_FORMATS]
    = { "text", "json", "csv", "markdown", "dot", "mermaid", "svg", "png" };

const char *
mg_format_id (MgFormat format)
{
  return format_ids[format];
}

MgFormat
mg_format_from_file_name (const char *file_name)
{
  static const struct
  {
    const char *ending;
    MgFormat format;
  } endings[] = {
    { ".txt", MG_FORMAT_TEXT },    { ".json", MG_FORMAT_JSON }, { ".csv", MG_FORMAT_CSV },
    { ".md", MG_FORMAT_MARKDOWN }, { ".dot", MG_FORMAT_DOT },   { ".gv", MG_FORMAT_DOT },
    { ".mmd", MG_FORMAT_MERMAID }, { ".svg", MG_FORMAT_SVG },   { ".png", MG_FORMAT_PNG },
  };
  g_autofree char *lower = g_ascii_strdown (file_name, -1);

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i].ending))
      return endings[i].format;
  return MG_N_FORMATS;
}
