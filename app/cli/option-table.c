#include "app/cli/option-table.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/limits.h"
#include "analysis/base/memory.h"
#include "app/cli/command.h"
#include "app/cli/suggest.h"

static gboolean
read_number (const char *option, const char *value, guint64 min, guint64 max, guint64 *number, GError **error)
{
  if (g_ascii_string_to_unsigned (value, 10, min, max, number, NULL))
    return TRUE;
  g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--%s %s: a number from %" PRIu64 " to %" PRIu64 " is needed"),
               option, value, min, max);
  return FALSE;
}

/* Index of VALUE in the N WORDS; N with ERROR set when it is none of them. */
static guint
read_word (const char *option, const char *value, const char *const *words, guint n, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);
  const char *near;

  for (guint i = 0; i < n; i++)
    if (strcmp (value, words[i]) == 0)
      return i;
  near = mg_suggest_word (value, words, n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (known, "%s%s", i ? ", " : "", words[i]);
  if (near)
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--%s %s: did you mean %s? There are: %s"), option, value, near,
                 known->str);
  else
    g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--%s %s: not known. There are: %s"), option, value, known->str);
  return n;
}

static gboolean
take_text (char **place, const char *option, const char *value, GError **error)
{
  if (value[0] == '\0')
    {
      g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--%s: the value is empty"), option);
      return FALSE;
    }
  g_free (*place);
  *place = g_strdup (value);
  return TRUE;
}

#define TEXT_OPTION(name, field)                                                                                       \
  static gboolean read_##field (MgOptions *options, const MgCommand *command, const char *value, GError **error)       \
  {                                                                                                                    \
    return take_text (&options->field, name, value, error);                                                            \
  }
#define FLAG_OPTION(field)                                                                                             \
  static gboolean read_##field (MgOptions *options, const MgCommand *command, const char *value, GError **error)       \
  {                                                                                                                    \
    options->field = TRUE;                                                                                             \
    return TRUE;                                                                                                       \
  }
#define NUMBER_OPTION(name, field, min, max)                                                                           \
  static gboolean read_##field (MgOptions *options, const MgCommand *command, const char *value, GError **error)       \
  {                                                                                                                    \
    guint64 number;                                                                                                    \
    if (!read_number (name, value, min, max, &number, error))                                                          \
      return FALSE;                                                                                                    \
    options->field = (guint) number;                                                                                   \
    return TRUE;                                                                                                       \
  }

TEXT_OPTION ("type", type)
TEXT_OPTION ("module", module)
TEXT_OPTION ("filter", filter)
TEXT_OPTION ("output", output)
FLAG_OPTION (retained)
FLAG_OPTION (live)
FLAG_OPTION (dead)
FLAG_OPTION (merge)
FLAG_OPTION (cut)
FLAG_OPTION (raw)
FLAG_OPTION (no_stacks)
FLAG_OPTION (weak)
FLAG_OPTION (list)
FLAG_OPTION (tasks)
FLAG_OPTION (reverse)
FLAG_OPTION (exact)
FLAG_OPTION (raw_names)
FLAG_OPTION (progress)
FLAG_OPTION (no_index)
FLAG_OPTION (help)
NUMBER_OPTION ("threads", threads, 1, 1024)
NUMBER_OPTION ("depth", depth, 1, 1000)
NUMBER_OPTION ("paths", paths, 1, 50)
NUMBER_OPTION ("max-nodes", max_nodes, 3, MG_LIMIT_PICTURE_NODES)

static gboolean
read_memory_limit (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  if (mg_memory_parse (value, &options->memory_limit))
    return TRUE;
  g_set_error (error, MG_ERROR, MG_ERROR_USAGE,
               _ ("--memory-limit %s: an amount of memory such as 1500M or 4G is needed, or “none”"), value);
  return FALSE;
}

static gboolean
read_top (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  if (strcmp (value, "all") == 0)
    options->top = MG_TOP_ALL;
  else if (!g_ascii_string_to_unsigned (value, 10, 0, MG_TOP_ALL - 1, &options->top, NULL))
    {
      g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--top %s: a whole number is needed, or “all”"), value);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_sort (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  guint n = g_strv_length ((char **) command->sort_keys);
  guint i = read_word ("sort", value, command->sort_keys, n, error);

  if (i == n)
    return FALSE;
  options->sort = command->sort_keys[i];
  return TRUE;
}

static gboolean
read_format (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  const char *ids[MG_N_FORMATS];
  guint n = 0, i;

  for (MgFormat format = 0; format < MG_N_FORMATS; format++)
    if ((command->formats & MG_FORMAT_BIT (format)) || strcmp (mg_format_id (format), value) == 0)
      ids[n++] = mg_format_id (format);
  i = read_word ("format", value, ids, n, error);
  if (i == n)
    return FALSE;
  for (MgFormat format = 0; format < MG_N_FORMATS; format++)
    if (ids[i] == mg_format_id (format))
      options->format = format;
  return TRUE;
}

static gboolean
read_generation (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  const char *ids[MG_N_GENERATIONS];
  guint i;

  for (i = 0; i < MG_N_GENERATIONS; i++)
    ids[i] = mg_generation_id ((MgGeneration) i);
  i = read_word ("generation", value, ids, MG_N_GENERATIONS, error);
  options->generation = (MgGeneration) i;
  return i < MG_N_GENERATIONS;
}

static gboolean
read_by_types (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  static const char *const words[] = { "type", "namespace", "module" };
  guint i = read_word ("by", value, words, G_N_ELEMENTS (words), error);

  options->by = i == 1 ? MG_BY_NAMESPACE : i == 2 ? MG_BY_MODULE : MG_BY_TYPE;
  return i < G_N_ELEMENTS (words);
}

static gboolean
read_by_dominators (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  static const char *const words[] = { "object", "type" };
  guint i = read_word ("by", value, words, G_N_ELEMENTS (words), error);

  options->by = i == 1 ? MG_BY_TYPE : MG_BY_OBJECT;
  return i < G_N_ELEMENTS (words);
}

static gboolean
read_by_async (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  static const char *const words[] = { "chain", "type" };
  guint i = read_word ("by", value, words, G_N_ELEMENTS (words), error);

  options->by = i == 1 ? MG_BY_TYPE : MG_BY_CHAIN;
  return i < G_N_ELEMENTS (words);
}

static gboolean
read_to (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  const char *ids[MG_N_HEAP_FORMATS];
  guint i;

  for (i = 0; i < MG_N_HEAP_FORMATS; i++)
    ids[i] = mg_heap_format_id ((MgHeapFormat) i);
  i = read_word ("to", value, ids, MG_N_HEAP_FORMATS, error);
  options->to = (MgHeapFormat) i;
  return i < MG_N_HEAP_FORMATS;
}

static gboolean
read_rows (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  const char *ids[MG_N_HEAP_ROWS];
  guint i;

  for (i = 0; i < MG_N_HEAP_ROWS; i++)
    ids[i] = mg_heap_rows_id ((MgHeapRows) i);
  i = read_word ("rows", value, ids, MG_N_HEAP_ROWS, error);
  options->rows = (MgHeapRows) i;
  return i < MG_N_HEAP_ROWS;
}

static gboolean
unknown_kind (const char *kind, GError **error)
{
  g_autoptr (GString) known = g_string_new ("stack, handle");

  for (MgRootKind k = 0; k < MG_N_ROOT_KINDS; k++)
    if (strcmp (mg_root_kind_id (k), "stack") != 0)
      g_string_append_printf (known, ", %s", mg_root_kind_id (k));
  g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--kinds: there is no kind of root “%s”. There are: %s"), kind,
               known->str);
  return FALSE;
}

static gboolean
read_kinds (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  g_auto (GStrv) kinds = g_strsplit (value, ",", -1);

  options->kinds = 0;
  for (char **kind = kinds; *kind; kind++)
    {
      guint32 mask = mg_root_kind_mask_from_id (g_strstrip (*kind));

      if (mask == 0)
        return unknown_kind (*kind, error);
      options->kinds |= mask;
    }
  return options->kinds != 0 || unknown_kind (value, error);
}

static gboolean
read_files (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  if (!g_file_test (value, G_FILE_TEST_IS_DIR))
    {
      g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("--files %s: there is no such folder"), value);
      return FALSE;
    }
  if (options->folders == NULL)
    options->folders = g_ptr_array_new_with_free_func (g_free);
  else
    g_ptr_array_set_size (options->folders, (int) options->folders->len - 1);
  g_ptr_array_add (options->folders, g_strdup (value));
  g_ptr_array_add (options->folders, NULL);
  return TRUE;
}

static gboolean
read_redact (MgOptions *options, const MgCommand *command, const char *value, GError **error)
{
  const char *ids[MG_N_REDACTIONS];
  guint n = 0, i;

  for (MgRedaction how = MG_REDACT_VALUES; how < MG_N_REDACTIONS; how++)
    ids[n++] = mg_redaction_id (how);
  i = read_word ("redact", value, ids, n, error);
  options->redact = (MgRedaction) (MG_REDACT_VALUES + i);
  return i < n;
}

static const MgOptionSpec specs[MG_N_OPTIONS] = {
  [MG_OPTION_TYPE]
  = { "type", 't', "NAME", N_ ("the objects of this type; the full name, as “types” prints it"), read_type },
  [MG_OPTION_MODULE]
  = { "module", 0, "NAME", N_ ("of several types with one name, the one from this module (file name or path)"),
      read_module },
  [MG_OPTION_RETAINED]
  = { "retained", 0, NULL, N_ ("also what would be freed with all objects of each type; takes longer"), read_retained },
  [MG_OPTION_RETAINED_OBJECTS]
  = { "retained", 0, NULL, N_ ("also what each object retains, and what dominates it; takes longer"), read_retained },
  [MG_OPTION_RETAINED_STACKS]
  = { "retained", 0, NULL, N_ ("also what only the stack of each thread keeps alive; takes longer"), read_retained },
  [MG_OPTION_LIVE] = { "live", 0, NULL, N_ ("only objects that a root keeps alive"), read_live },
  [MG_OPTION_DEAD] = { "dead", 0, NULL, N_ ("only objects that nothing keeps alive"), read_dead },
  [MG_OPTION_GENERATION]
  = { "generation", 0, "GEN", N_ ("only objects of this generation: 0, 1, 2, loh, poh, frozen"), read_generation },
  [MG_OPTION_BY_TYPES] = { "by", 0, "WHAT", N_ ("one row per type (default), namespace or module"), read_by_types },
  [MG_OPTION_BY_DOMINATORS]
  = { "by", 0, "WHAT", N_ ("one row per object (default), or per type of what hangs together"), read_by_dominators },
  [MG_OPTION_BY_ASYNC]
  = { "by", 0, "WHAT", N_ ("one row per link of each chain (default), or per type of method"), read_by_async },
  [MG_OPTION_DEPTH] = { "depth", 0, "N", N_ ("levels of the tree to print"), read_depth },
  [MG_OPTION_PATHS] = { "paths", 0, "K", N_ ("at most K most different paths (default 5)"), read_paths },
  [MG_OPTION_MERGE]
  = { "merge", 0, NULL, N_ ("all objects of the type as one picture, with counts and shares (default for --type)"),
      read_merge },
  [MG_OPTION_CUT]
  = { "cut", 0, NULL, N_ ("also say what must let go: the smallest set of references to remove"), read_cut },
  [MG_OPTION_RAW] = { "raw", 0, NULL, N_ ("every helper object: nothing folded, no runs collapsed"), read_raw },
  [MG_OPTION_KINDS]
  = { "kinds", 0, "LIST", N_ ("only roots of these kinds: static,stack,handle,finalizer,…"), read_kinds },
  [MG_OPTION_NO_STACKS] = { "no-stacks", 0, NULL, N_ ("no local variables"), read_no_stacks },
  [MG_OPTION_WEAK] = { "weak", 0, NULL, N_ ("also name weak references, which keep nothing alive"), read_weak },
  [MG_OPTION_LIST] = { "list", 0, NULL, N_ ("each one, not only how many"), read_list },
  [MG_OPTION_TASKS] = { "tasks", 0, NULL, N_ ("also tasks that no async method waits for"), read_tasks },
  [MG_OPTION_TO]
  = { "to", 0, "WHAT", N_ ("gcdump, csv, ndjson or graphml; default: what the name after -o ends in"), read_to },
  [MG_OPTION_ROWS] = { "rows", 0, "WHAT", N_ ("csv: a row for each of the objects (default), references or roots"),
                       read_rows },
  [MG_OPTION_MAX_NODES]
  = { "max-nodes", 0, "N", N_ ("at most N nodes in the picture (default 25, at most 300)"), read_max_nodes },
  [MG_OPTION_SORT] = { "sort", 0, "KEY", N_ ("order of the rows; ties go by name, then address"), read_sort },
  [MG_OPTION_REVERSE] = { "reverse", 0, NULL, N_ ("the other way round"), read_reverse },
  [MG_OPTION_FILTER]
  = { "filter", 0, "REGEX",
      N_ ("only types whose full name matches this Perl-style regular expression; (?i) ignores case"), read_filter },
  [MG_OPTION_EXACT] = { "exact", 0, NULL, N_ ("--filter is the whole name, not a regular expression"), read_exact },
  [MG_OPTION_TOP] = { "top", 0, "N", N_ ("at most N rows, or “all”; default 50, in JSON and CSV all"), read_top },
  [MG_OPTION_RAW_NAMES]
  = { "raw-names", 0, NULL, N_ ("type names exactly as the file has them, size classes such as (Bytes > 10K) apart"),
      read_raw_names },
  [MG_OPTION_FILES]
  = { "files", 0, "FOLDER",
      N_ ("look here for the program’s files and the runtime’s, for cores that leave them out; may be repeated"),
      read_files },
  [MG_OPTION_FORMAT] = { "format", 0, "FORMAT",
                         N_ ("format of the output; default text, or what the name after -o ends in"), read_format },
  [MG_OPTION_OUTPUT]
  = { "output", 'o', "FILE", N_ ("write to FILE, which appears complete or not at all"), read_output },
  [MG_OPTION_THREADS] = { "threads", 0, "N", N_ ("worker threads; default: one per processor"), read_threads },
  [MG_OPTION_PROGRESS] = { "progress", 0, NULL, N_ ("progress on standard error, as on a terminal"), read_progress },
  [MG_OPTION_MEMORY_LIMIT]
  = { "memory-limit", 0, "SIZE", N_ ("compute nothing that takes more memory, such as 4G; default: what is free"),
      read_memory_limit },
  [MG_OPTION_NO_INDEX] = { "no-index", 0, NULL, N_ ("neither read nor write a saved index"), read_no_index },
  [MG_OPTION_REDACT] = { "redact", 0, "WHAT",
                          N_ ("values: no texts or numbers of the process; names: besides, other names for types, "
                              "fields, methods, modules, process and file, the same one throughout"),
                          read_redact },
  [MG_OPTION_HELP] = { "help", 'h', NULL, N_ ("this text"), read_help },
};

const MgOptionSpec *
mg_option_spec (MgOptionId id)
{
  return &specs[id];
}
