/* threads: managed threads with their frames by name. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/picture/picture.h"
#include "analysis/stats/stack-retained.h"
#include "app/cli/dump-rows.h"

enum
{
  COLUMN_MANAGED,
  COLUMN_OS,
  COLUMN_NAME,
  COLUMN_STATE,
  COLUMN_RETAINED,
  COLUMN_N_FRAMES,
  COLUMN_TOP,
  N_COLUMNS
};

typedef struct
{
  MgRun *run;
  GArray *rows;      /* MgThreadRow */
  guint64 *retained; /* by row; NULL: not asked for */
} Threads;

static const MgThreadRow *
row_at (const Threads *threads, guint32 index)
{
  return &g_array_index (threads->rows, MgThreadRow, index);
}

static json_t *
frames_json (const MgThreadRow *thread)
{
  json_t *frames = json_array ();

  for (guint f = 0; f < thread->n_frames; f++)
    {
      const MgFrameRow *frame = &thread->frames[f];
      json_t *json = json_object ();

      json_object_set_new (json, "sp", mg_json_address (frame->sp));
      json_object_set_new (json, "ip", mg_json_address (frame->ip));
      json_object_set_new (json, "method", mg_json_string (frame->method));
      json_object_set_new (json, "approximate", json_boolean (frame->approximate));
      json_array_append_new (frames, json);
    }
  return frames;
}

static json_t *
thread_json (const Threads *threads, guint32 index)
{
  const MgThreadRow *thread = row_at (threads, index);
  json_t *json = json_object ();

  json_object_set_new (json, "os_id", mg_json_number (thread->os_id));
  json_object_set_new (json, "managed_id", mg_json_number (thread->managed_id));
  json_object_set_new (json, "name", mg_json_string (thread->name));
  json_object_set_new (json, "state", mg_json_string (thread->state));
  json_object_set_new (json, "finalizer", json_boolean (thread->is_finalizer));
  json_object_set_new (json, "retained",
                       threads->retained ? mg_json_number (threads->retained[index]) : json_null ());
  json_object_set_new (json, "frames", frames_json (thread));
  return json;
}

static gboolean
write_json (const Threads *threads, const guint32 *order, guint n, GError **error)
{
  MgRun *run = threads->run;
  json_t *file = mg_run_file_json (run), *document = mg_json_envelope (run->command->name, file),
         *array = json_array ();
  json_t *totals = json_object ();

  json_decref (file);
  for (guint i = 0; i < n; i++)
    json_array_append_new (array, thread_json (threads, order[i]));
  json_object_set_new (document, "rows", array);
  json_object_set_new (totals, "rows", mg_json_number (threads->rows->len));
  json_object_set_new (totals, "left_out", mg_json_number (threads->rows->len - n));
  json_object_set_new (totals, "threads", mg_json_number (threads->rows->len));
  json_object_set_new (document, "totals", totals);
  return mg_run_write_json (run, document, error);
}

/* "Thread 5 “zoo-worker-0”, OS thread 5,093, background" */
static char *
thread_heading (const MgThreadRow *thread)
{
  GString *text = g_string_new (NULL);

  /* Translators: the runtime's own number of a thread */
  g_string_append_printf (text, _("Thread %u"), thread->managed_id);
  if (thread->name)
    g_string_append_printf (text, " “%s”", thread->name);
  if (thread->os_id != 0)
    /* Translators: the operating system's number of a thread, decimal and hexadecimal */
    g_string_append_printf (text, _(", OS thread %u (0x%x)"), thread->os_id, thread->os_id);
  if (thread->is_finalizer)
    g_string_append_printf (text, ", %s", _("runs finalizers"));
  if (*thread->state)
    g_string_append_printf (text, ", %s", thread->state);
  return g_string_free (text, FALSE);
}

static void
put_thread (const Threads *threads, guint32 index, MgSink *sink)
{
  const MgThreadRow *thread = row_at (threads, index);
  g_autofree char *heading = thread_heading (thread);

  mg_sink_printf (sink, "%s\n", heading);
  if (threads->retained)
    {
      g_autofree char *bytes = mg_format_bytes (threads->retained[index]);

      mg_sink_put (sink, "  ");
      /* Translators: an amount of memory: "1.2 MB" */
      mg_sink_printf (sink, _("only its stack keeps alive: %s"), bytes);
      mg_sink_put_char (sink, '\n');
    }
  if (thread->n_frames == 0)
    mg_sink_printf (sink, "  %s\n", _("no managed frame"));
  for (guint f = 0; f < thread->n_frames; f++)
    mg_sink_printf (sink, "  %016" G_GINT64_MODIFIER "x  %s%s\n", thread->frames[f].sp,
                    thread->frames[f].method ? thread->frames[f].method : "?",
                    thread->frames[f].approximate ? _("  (approximate)") : "");
}

static gboolean
write_text (const Threads *threads, const guint32 *order, guint n, GError **error)
{
  MgSink *sink = threads->run->sink;
  g_autofree char *left_out = mg_run_describe_left_out (threads->rows->len - n);
  guint all = threads->rows->len;

  for (guint i = 0; i < n; i++)
    {
      put_thread (threads, order[i], sink);
      mg_sink_put_char (sink, '\n');
    }
  if (left_out)
    mg_sink_printf (sink, "… %s\n", left_out);
  mg_sink_printf (sink, g_dngettext (GETTEXT_PACKAGE, "%u thread", "%u threads", all), all);
  mg_sink_put_char (sink, '\n');
  return TRUE;
}

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const Threads *threads = user_data;
  const MgThreadRow *thread = row_at (threads, (guint32) index);

  cells[COLUMN_MANAGED] = mg_cell_number (thread->managed_id);
  cells[COLUMN_OS] = mg_cell_number (thread->os_id);
  cells[COLUMN_NAME] = mg_cell_text (thread->name);
  cells[COLUMN_STATE] = mg_cell_text (thread->state);
  if (threads->retained)
    cells[COLUMN_RETAINED] = mg_cell_number (threads->retained[index]);
  cells[COLUMN_N_FRAMES] = mg_cell_number (thread->n_frames);
  cells[COLUMN_TOP] = mg_cell_text (thread->n_frames > 0 ? thread->frames[0].method : NULL);
}

static gboolean
write_answer (Threads *threads, GError **error)
{
  MgRun *run = threads->run;
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_MANAGED] = { "managed_id", _("Thread"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_OS] = { "os_id", _("OS thread"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_NAME] = { "name", _("Name"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_STATE] = { "state", _("State"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_RETAINED] = { "retained", _("Keeps alive"), MG_COLUMN_BYTES,
                          threads->retained ? MG_COLUMN_EVERYWHERE : MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_N_FRAMES] = { "frames", _("Frames"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_TOP] = { "newest_frame", _("Newest frame"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
  };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = threads };
  guint n = threads->rows->len, shown = (guint) MIN (n, run->options->top);
  g_autofree guint32 *order = NULL;

  if (run->options->format != MG_FORMAT_JSON && run->options->format != MG_FORMAT_TEXT)
    return mg_run_write_sorted_table (run, &table, n, error);
  order = mg_run_order_by_cells (run, &table, n);
  return run->options->format == MG_FORMAT_JSON ? write_json (threads, order, shown, error)
                                                : write_text (threads, order, shown, error);
}

static gboolean
run_threads (MgRun *run, GError **error)
{
  gboolean with_retained = run->options->retained || strcmp (run->options->sort, "retained") == 0;
  g_autoptr (GArray) rows
      = mg_dump_rows (run, with_retained ? MG_NEED_GRAPH : 0, mg_details_threads, MG_CAPABILITY_STACKS, error);
  g_autoptr (GArray) holds = NULL;
  Threads threads = { run, rows, NULL };
  gboolean done;

  if (rows == NULL)
    return FALSE;
  if (with_retained)
    {
      holds = mg_stack_holds_new (run->snapshot, rows);
      threads.retained
          = mg_stack_retained_new (mg_snapshot_graph (run->snapshot), holds, rows->len, run->progress, error);
      if (threads.retained == NULL)
        return FALSE;
    }
  done = write_answer (&threads, error);
  g_free (threads.retained);
  return done;
}

static const char *const sort_keys[] = { "runtime", "managed_id", "retained", "frames", "name", "state", NULL };

const MgCommand mg_command_threads = {
  .name = "threads",
  .arguments = N_ ("FILE"),
  .summary = N_ ("managed threads, and the methods they are in"),
  .description
  = N_ ("Lists the threads that the runtime knows, in its order, with their names and managed frames, newest first. "
        "The number before a method is its frame's stack pointer. --retained adds what would be freed if a thread's "
        "stack let go of all that it refers to; what two stacks hold together counts for neither. Needs a core dump; "
        "frames are read on x64 and arm64."),
  .examples = "  mangrove-cli threads app.core\n"
              "  mangrove-cli threads app.core --retained --sort retained --top 5\n"
              "  mangrove-cli threads app.core --format json\n",
  .sort_keys = sort_keys,
  .options = MG_DUMP_OPTIONS | MG_OPTION_BIT (MG_OPTION_RETAINED_STACKS),
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run_threads,
};
