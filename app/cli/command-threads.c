/* threads: managed threads with their frames by name. */
#include <glib/gi18n-lib.h>

#include "app/cli/dump-rows.h"

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
thread_json (const MgThreadRow *thread)
{
  json_t *json = json_object ();

  json_object_set_new (json, "os_id", mg_json_number (thread->os_id));
  json_object_set_new (json, "managed_id", mg_json_number (thread->managed_id));
  json_object_set_new (json, "name", mg_json_string (thread->name));
  json_object_set_new (json, "state", mg_json_string (thread->state));
  json_object_set_new (json, "finalizer", json_boolean (thread->is_finalizer));
  json_object_set_new (json, "frames", frames_json (thread));
  return json;
}

static gboolean
write_json (MgRun *run, const GArray *rows, guint n, GError **error)
{
  json_t *file = mg_run_file_json (run), *document = mg_json_envelope (run->command->name, file),
         *array = json_array ();
  json_t *totals = json_object ();

  json_decref (file);
  for (guint i = 0; i < n; i++)
    json_array_append_new (array, thread_json (&g_array_index (rows, MgThreadRow, i)));
  json_object_set_new (document, "rows", array);
  json_object_set_new (totals, "threads", mg_json_number (rows->len));
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

static gboolean
write_text (MgRun *run, const GArray *rows, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      const MgThreadRow *thread = &g_array_index (rows, MgThreadRow, i);
      g_autofree char *heading = thread_heading (thread);

      mg_sink_printf (run->sink, "%s%s\n", i > 0 ? "\n" : "", heading);
      if (thread->n_frames == 0)
        mg_sink_printf (run->sink, "  %s\n", _("no managed frame"));
      for (guint f = 0; f < thread->n_frames; f++)
        mg_sink_printf (run->sink, "  %016" G_GINT64_MODIFIER "x  %s%s\n", thread->frames[f].sp,
                        thread->frames[f].method ? thread->frames[f].method : "?",
                        thread->frames[f].approximate ? _("  (approximate)") : "");
    }
  return TRUE;
}

enum
{
  COLUMN_MANAGED,
  COLUMN_OS,
  COLUMN_NAME,
  COLUMN_STATE,
  COLUMN_N_FRAMES,
  COLUMN_TOP,
  N_COLUMNS
};

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const MgThreadRow *thread = &g_array_index ((GArray *) user_data, MgThreadRow, index);

  cells[COLUMN_MANAGED] = mg_cell_number (thread->managed_id);
  cells[COLUMN_OS] = mg_cell_number (thread->os_id);
  cells[COLUMN_NAME] = mg_cell_text (thread->name);
  cells[COLUMN_STATE] = mg_cell_text (thread->state);
  cells[COLUMN_N_FRAMES] = mg_cell_number (thread->n_frames);
  cells[COLUMN_TOP] = mg_cell_text (thread->n_frames > 0 ? thread->frames[0].method : NULL);
}

static gboolean
write_table (MgRun *run, GArray *rows, GError **error)
{
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_MANAGED] = { "managed_id", _("Thread"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_OS] = { "os_id", _("OS thread"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_NAME] = { "name", _("Name"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_STATE] = { "state", _("State"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_N_FRAMES] = { "frames", _("Frames"), MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [COLUMN_TOP] = { "newest_frame", _("Newest frame"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
  };
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = rows };

  return mg_run_write_table (run, &table, rows->len, error);
}

static gboolean
run_threads (MgRun *run, GError **error)
{
  g_autoptr (GArray) rows = mg_dump_rows (run, 0, mg_details_threads, MG_CAPABILITY_STACKS, error);
  guint n;

  if (rows == NULL)
    return FALSE;
  n = (guint) MIN (rows->len, run->options->top);
  if (run->options->format == MG_FORMAT_JSON)
    return write_json (run, rows, n, error);
  if (run->options->format == MG_FORMAT_TEXT)
    return write_text (run, rows, n, error);
  return write_table (run, rows, error);
}

const MgCommand mg_command_threads = {
  .name = "threads",
  .arguments = N_ ("FILE"),
  .summary = N_ ("managed threads, and the methods they are in"),
  .description
  = N_ ("Lists the threads that the runtime knows, with their names and managed frames, newest first. The number "
        "before a method is its frame's stack pointer. Needs a core dump; frames are read on x64."),
  .examples = "  mangrove-cli threads app.core\n"
              "  mangrove-cli threads app.core --format json\n",
  .options = MG_DUMP_OPTIONS,
  .formats = MG_TABLE_FORMATS,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run_threads,
};
