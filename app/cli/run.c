#include "app/cli/run.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/radix-sort.h"
#include "analysis/report/digits.h"

gboolean
mg_run_match_name (const MgRun *run, const char *name)
{
  return run->options->filter == NULL
         || mg_options_match_name (run->options, mg_snapshot_real_name (run->snapshot, name));
}

json_t *
mg_run_file_json (const MgRun *run)
{
  const MgSnapshotInfo *info = mg_snapshot_info (run->snapshot);
  json_t *file = json_object ();

  json_object_set_new (file, "path", mg_json_string (info->path));
  json_object_set_new (file, "name", mg_json_string (info->base_name));
  json_object_set_new (file, "format", mg_json_string (info->format));
  json_object_set_new (file, "size", mg_json_number (info->file_size));
  json_object_set_new (file, "damaged", json_boolean (mg_snapshot_damaged (run->snapshot)));
  if (run->options->redact != MG_REDACT_NOTHING)
    json_object_set_new (file, "redacted", json_string (mg_redaction_id (run->options->redact)));
  return file;
}

json_t *
mg_run_notes_json (const MgRun *run)
{
  json_t *array = json_array ();
  guint n;
  const MgNote *notes = mg_snapshot_notes (run->snapshot, &n);

  for (guint i = 0; i < n; i++)
    json_array_append_new (array, mg_json_string (notes[i].text));
  for (guint i = 0; i < run->notes->len; i++)
    json_array_append_new (array, mg_json_string (g_ptr_array_index (run->notes, i)));
  return array;
}

void
mg_run_take_note (MgRun *run, char *text)
{
  g_ptr_array_add (run->notes, text);
}

static MgTableFormat
table_format (MgFormat format)
{
  switch (format)
    {
    case MG_FORMAT_JSON:
      return MG_TABLE_JSON;
    case MG_FORMAT_CSV:
      return MG_TABLE_CSV;
    case MG_FORMAT_MARKDOWN:
      return MG_TABLE_MARKDOWN;
    default:
      return MG_TABLE_TEXT;
    }
}

char *
mg_run_describe_left_out (guint64 n)
{
  char digits[MG_DIGITS_SIZE];

  if (n == 0)
    return NULL;
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more row left out; --top all shows it",
                                       "%s more rows left out; --top all shows them", (gulong) n),
                          mg_digits (digits, n));
}

gboolean
mg_run_write_table_part (MgRun *run, MgTable *table, guint64 n_rows, guint64 n_left_out, GError **error)
{
  g_autofree char *left_out = NULL;
  json_t *file = mg_run_file_json (run), *notes = mg_run_notes_json (run);
  gboolean done;

  table->command = run->command->name;
  table->n_rows = n_rows;
  table->n_left_out = n_left_out;
  table->left_out = left_out = mg_run_describe_left_out (table->n_left_out);
  table->file = file;
  table->notes = notes;
  table->progress = run->progress;
  done = mg_table_write (table, table_format (run->options->format), run->sink, error);
  if (run->options->format == MG_FORMAT_CSV && left_out)
    mg_run_take_note (run, g_steal_pointer (&left_out));
  json_decref (file);
  json_decref (notes);
  return done;
}

/* A table without rows is an answer, and the status tells that it is empty. */
static void
note_nothing (MgRun *run)
{
  mg_run_take_note (run, g_strdup (_("nothing passes what was asked for")));
  run->status = MG_STATUS_NOTHING;
}

gboolean
mg_run_write_table (MgRun *run, MgTable *table, guint64 n, GError **error)
{
  guint64 n_rows = MIN (n, run->options->top);

  if (n == 0 && run->options->filter && run->status == 0)
    note_nothing (run);

  return mg_run_write_table_part (run, table, n_rows, n - n_rows, error);
}

gboolean
mg_run_write_json (MgRun *run, json_t *document, GError **error)
{
  json_object_set_new (document, "notes", mg_run_notes_json (run));
  mg_json_put (run->sink, document, 0);
  mg_sink_put_char (run->sink, '\n');
  json_decref (document);
  return TRUE;
}

char *
mg_run_root_text (const MgRoot *root)
{
  const char *word = mg_root_kind_word (root->kind);

  if (root->label == NULL)
    return g_strdup (word);
  if (root->note == NULL)
    /* Translators: a root: its kind, and its name: "static field MyApp.Program.Monitor" */
    return g_strdup_printf (_("%s %s"), word, root->label);
  /* Translators: a root: its kind, its name, a remark: "static field Monitor (declaring class not recorded)" */
  return g_strdup_printf (_("%s %s (%s)"), word, root->label, root->note);
}

json_t *
mg_run_root_json (const MgRoot *root)
{
  json_t *json = json_object ();

  json_object_set_new (json, "kind", json_string (mg_root_kind_id (root->kind)));
  json_object_set_new (json, "label", mg_json_string (root->label));
  json_object_set_new (json, "note", mg_json_string (root->note));
  json_object_set_new (json, "address", mg_json_address (root->address));
  return json;
}

guint32 *
mg_run_order (const MgRun *run, guint32 n, gboolean ascending, MgRowKeyFunc key, gpointer user_data)
{
  g_autofree MgRadixItem *items = g_new (MgRadixItem, (gsize) n + 1);
  guint32 *order = g_new (guint32, (gsize) n + 1);
  gboolean upwards = ascending != run->options->reverse;

  for (guint32 i = 0; i < n; i++)
    {
      guint64 value = key ? key (i, user_data) : i;

      items[i] = (MgRadixItem){ upwards ? value : ~value, i };
    }
  mg_radix_sort (items, n);
  for (guint32 i = 0; i < n; i++)
    order[i] = items[i].value;
  return order;
}

MgObjectFilter
mg_run_object_filter (const MgOptions *options)
{
  return (MgObjectFilter){
    .liveness = options->live   ? MG_LIVENESS_LIVE
                : options->dead ? MG_LIVENESS_DEAD
                                : MG_LIVENESS_ANY,
    .generation = options->generation,
  };
}

const char *
mg_wrong_liveness (const MgOptions *options)
{
  return options->live && options->dead ? _("--live and --dead exclude each other; without both, all objects count")
                                        : NULL;
}
