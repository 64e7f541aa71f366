/* mangrove-cli: the answers of Mangrove without a display. Finds the command, has its words read, opens the file, lets
 * the command write, and turns what happened into an exit status. */
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/base/error.h"
#include "analysis/base/parallel.h"
#include "analysis/report/printable.h"
#include "app/cli/command.h"
#include "app/cli/help.h"
#include "app/cli/output.h"
#include "app/cli/progress-line.h"
#include "app/cli/suggest.h"
#include "app/index-folder.h"
#include "app/language.h"
#include "app/unpack/unpack.h"

#define EXIT_USAGE 2
#define EXIT_DAMAGED 4

/* Messages go to standard error as they are (UTF-8); g_printerr() would turn letters into question marks in the C
 * locale. Names from a file inside a message must not steer the terminal. */
static void
complain (const char *command, const char *message)
{
  g_auto (GStrv) lines = g_strsplit (message, "\n", -1);

  fprintf (stderr, command ? "mangrove-cli %s: " : "mangrove-cli%s: ", command ? command : "");
  for (char **line = lines; *line; line++)
    {
      g_autofree char *safe = mg_printable (*line);

      fprintf (stderr, "%s\n", safe);
    }
}

static int
fail (const MgCommand *command, const GError *error)
{
  int status = mg_error_exit_status (error);

  mg_progress_line_end ();
  complain (command->name, error->message);
  if (status == EXIT_USAGE)
    fprintf (stderr, _("Try “mangrove-cli %s --help”.\n"), command->name);
  if (g_error_matches (error, MG_ERROR, MG_ERROR_MEMORY))
    fputs (_("With “--memory-limit none” it goes on all the same.\n"), stderr);
  return status;
}

static int
print (const char *text)
{
  return fputs (text, stdout) == EOF || fflush (stdout) == EOF ? 1 : 0;
}

/* The file's notes about damage, or all of them where the answer would mislead without, and the command's own remarks.
 * JSON carries them in the document, where programs look; people get them beside the results. */
static void
print_notes (const MgRun *run)
{
  guint n;
  const MgNote *notes = mg_snapshot_notes (run->snapshot, &n);

  for (guint i = 0; i < n; i++)
    if (notes[i].damage || (run->tell_all && run->options->format != MG_FORMAT_JSON))
      complain (run->command->name, notes[i].text);
  for (guint i = 0; i < run->notes->len; i++)
    complain (run->command->name, g_ptr_array_index (run->notes, i));
}

static int
finish (MgRun *run, MgOutput *output, gboolean written, GError *error)
{
  if (written && mg_sink_finish (run->sink, &error) && mg_output_commit (output, &error))
    {
      print_notes (run);
      return mg_snapshot_damaged (run->snapshot) ? EXIT_DAMAGED : run->status;
    }
  /* A reader that has seen enough, like head(1), is no failure. */
  if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_PIPE))
    return mg_snapshot_damaged (run->snapshot) ? EXIT_DAMAGED : run->status;
  return fail (run->command, error);
}

static MgSnapshot *
open_snapshot (const MgCommand *command, const MgOptions *options, MgProgress *progress, GError **error)
{
  MgSnapshotOptions how = { .raw_names = options->raw_names,
                            .n_threads = options->threads,
                            .graph_soon = command->wants_graph,
                            .memory_limit = options->memory_limit,
                            .index_folder = options->no_index ? NULL : mg_index_folder () };
  g_autoptr (MgSource) source = NULL;
  g_autoptr (MgSnapshot) real = NULL;
  guint64 address;

  /* Numbers that stand for names are given to all types together. */
  if (options->redact != MG_REDACT_NAMES && command->seeks
      && command->seeks (options, &address, &how.sought_min_objects))
    how.sought = &address;
  if (options->folders)
    how.file_folders = (const char *const *) options->folders->pdata;
  mg_parallel_set_threads (options->threads);
  source = mg_unpack_open (options->arguments[0], mg_index_folder (), progress, error);
  real = source ? mg_snapshot_open_source (source, &how, progress, error) : NULL;
  return real ? mg_snapshot_redacted (real, options->redact) : NULL;
}

/* What took long is kept for the next time, once the answer is out and nobody waits for it any more. */
static void
save_index (const MgRun *run)
{
  g_autoptr (GError) error = NULL;
  /* Standard output is closed: its number must not go to the index, where a stray line would end up. */
  int place = open ("/dev/null", O_WRONLY | O_CLOEXEC);

  if (!mg_snapshot_save_index (run->snapshot, run->progress, &error) && error)
    g_debug ("no index was saved: %s", error->message);
  if (place >= 0)
    close (place);
}

static int
run_command (const MgCommand *command, const MgOptions *options)
{
  g_autoptr (MgProgress) progress = mg_progress_line_new (options->progress);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgOutput) output = mg_output_open (options->output, options->arguments[0], &error);
  g_autoptr (MgSnapshot) snapshot = output ? open_snapshot (command, options, progress, &error) : NULL;
  g_auto (MgSink) sink;
  MgRun run = { .command = command, .options = options, .progress = progress, .snapshot = snapshot, .notes = notes };
  gboolean written;
  int status;

  mg_sink_init (&sink, mg_output_write, output);
  run.sink = &sink;
  if (snapshot == NULL)
    return fail (command, error);
  written = command->run (&run, &error);
  mg_progress_line_end ();
  status = finish (&run, output, written, g_steal_pointer (&error));
  if (written)
    save_index (&run);
  return status;
}

static int
parse_and_run (const MgCommand *command, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MgOptions) options = mg_options_parse (command, argv, &error);

  if (options == NULL)
    return fail (command, error);
  if (options->help)
    {
      g_autofree char *help = mg_help_command (command);

      return print (help);
    }
  return run_command (command, options);
}

static int
unknown_command (const char *name)
{
  guint n;
  const MgCommand *const *commands = mg_commands (&n);
  g_autofree const char **names = g_new (const char *, n);
  g_autofree char *message = NULL;
  const char *near;

  for (guint i = 0; i < n; i++)
    names[i] = commands[i]->name;
  near = mg_suggest_word (name, names, n);
  if (near)
    message = g_strdup_printf (_("there is no command “%s”; did you mean “%s”?"), name, near);
  else
    message = g_strdup_printf (
        name[0] == '-' ? _("there is no option “%s” before the command") : _("there is no command “%s”"), name);
  complain (NULL, message);
  fputs (_("Try “mangrove-cli --help”.\n"), stderr);
  return EXIT_USAGE;
}

static int
dispatch (char **argv)
{
  const char *word = argv[1];
  const MgCommand *command;
  g_autofree char *text = NULL;

  if (word == NULL)
    {
      text = mg_help_program ();
      fputs (text, stderr);
      return EXIT_USAGE;
    }
  if (strcmp (word, "--version") == 0)
    {
      text = mg_help_version ();
      return print (text);
    }
  if (strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0 || (strcmp (word, "help") == 0 && argv[2] == NULL))
    {
      text = mg_help_program ();
      return print (text);
    }
  if (strcmp (word, "help") == 0)
    {
      command = mg_command_find (argv[2]);
      text = command ? mg_help_command (command) : NULL;
      return text ? print (text) : unknown_command (argv[2]);
    }
  command = mg_command_find (word);
  return command ? parse_and_run (command, argv + 2) : unknown_command (word);
}

int
main (int argc, char **argv)
{
  mg_language_init ();
  /* A reader that goes away ends a write with EPIPE, which is answered quietly; a layout helper that dies must not
   * take this program with it. */
  signal (SIGPIPE, SIG_IGN);
  return dispatch (argv);
}
