#include "app/cli/object-fields.h"

#include <glib/gi18n-lib.h>

/* Elements of an array, and characters of a string, that are shown when nobody says how many. */
#define DEFAULT_ELEMENTS 100
#define DEFAULT_CHARACTERS 1000

enum
{
  COLUMN_NAME,
  COLUMN_TYPE,
  COLUMN_OFFSET,
  COLUMN_VALUE,
  COLUMN_REFERENCE,
  COLUMN_OBJECT_TYPE,
  N_COLUMNS
};

typedef struct
{
  const MgGraph *graph;
  GArray *rows; /* MgFieldRow */
  gboolean for_people;
} Fields;

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const Fields *fields = user_data;
  const MgFieldRow *row = &g_array_index (fields->rows, MgFieldRow, index);

  cells[COLUMN_NAME] = mg_cell_text (row->name);
  cells[COLUMN_TYPE] = mg_cell_text (row->type);
  cells[COLUMN_OFFSET] = mg_cell_number (row->offset);
  cells[COLUMN_VALUE] = row->value || !fields->for_people ? mg_cell_text (row->value) : mg_cell_blank ();
  cells[COLUMN_REFERENCE] = row->reference ? mg_cell_number (row->reference) : mg_cell_blank ();
  cells[COLUMN_OBJECT_TYPE] = row->object != MG_NODE_NONE
                                  ? mg_cell_text (mg_graph_type_of (fields->graph, row->object)->name)
                                  : mg_cell_blank ();
}

gboolean
mg_object_section_write (MgRun *run, const MgTable *shape, const char *title, GError **error)
{
  MgTable table = *shape;

  table.command = run->command->name;
  table.progress = run->progress;
  if (run->options->format == MG_FORMAT_JSON)
    return mg_table_write_json_rows (&table, 1, run->sink, error);
  mg_sink_printf (run->sink, "\n%s\n\n", title);
  return mg_table_write (&table, run->options->format == MG_FORMAT_MARKDOWN ? MG_TABLE_MARKDOWN : MG_TABLE_TEXT,
                         run->sink, error);
}

gsize
mg_object_section_max (const MgRun *run)
{
  return mg_options_given (run->options, MG_OPTION_TOP) ? (gsize) MIN (run->options->top, G_MAXUINT32)
                                                        : DEFAULT_ELEMENTS;
}

static gboolean
write_rows (MgRun *run, Fields *fields, GError **error)
{
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_NAME] = { "name", _("Field"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [COLUMN_TYPE] = { "type", _("Type"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [COLUMN_OFFSET] = { "offset", _("Offset"), MG_COLUMN_COUNT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_VALUE] = { "value", _("Value"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [COLUMN_REFERENCE] = { "reference", _("Refers to"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_OBJECT_TYPE] = { "object_type", _("Type there"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
  };
  const MgTable table = {
    .columns = columns, .n_columns = N_COLUMNS, .n_rows = fields->rows->len, .row = fill_row, .user_data = fields
  };

  return mg_object_section_write (run, &table, _("Its fields:"), error);
}

gboolean
mg_object_fields_write (MgRun *run, MgNode object, GError **error)
{
  g_autoptr (GArray) rows = mg_details_fields (run->snapshot, object, mg_object_section_max (run));
  Fields fields = { mg_snapshot_graph (run->snapshot), rows, run->options->format != MG_FORMAT_JSON };

  if (rows != NULL && (rows->len > 0 || !fields.for_people))
    return write_rows (run, &fields, error);
  if (!fields.for_people)
    mg_sink_put (run->sink, "null");
  return TRUE;
}

char *
mg_object_fields_text (MgRun *run, MgNode object)
{
  return mg_details_string (run->snapshot, object, DEFAULT_CHARACTERS, NULL);
}
