#include "app/cli/object-handlers.h"

#include <glib/gi18n-lib.h>

#include "app/cli/object-fields.h"

enum
{
  COLUMN_METHOD,
  COLUMN_TARGET,
  COLUMN_TARGET_TYPE,
  COLUMN_DELEGATE,
  N_COLUMNS
};

typedef struct
{
  const MgGraph *graph;
  GArray *rows; /* MgHandlerRow */
} Handlers;

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  const Handlers *handlers = user_data;
  const MgHandlerRow *row = &g_array_index (handlers->rows, MgHandlerRow, index);

  cells[COLUMN_METHOD] = mg_cell_text (row->method);
  cells[COLUMN_TARGET] = mg_cell_blank ();
  cells[COLUMN_TARGET_TYPE] = mg_cell_blank ();
  if (row->target != MG_NODE_NONE)
    {
      cells[COLUMN_TARGET] = mg_cell_number (mg_graph_address (handlers->graph, row->target));
      cells[COLUMN_TARGET_TYPE] = mg_cell_text (mg_graph_type_of (handlers->graph, row->target)->name);
    }
  if (row->delegate != MG_NODE_NONE)
    cells[COLUMN_DELEGATE] = mg_cell_number (mg_graph_address (handlers->graph, row->delegate));
}

gboolean
mg_object_handlers_write (MgRun *run, MgNode object, GError **error)
{
  g_autoptr (GArray) rows = mg_details_delegate (run->snapshot, object, mg_object_section_max (run), NULL);
  const MgColumn columns[N_COLUMNS] = {
    [COLUMN_METHOD] = { "method", _("Calls"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [COLUMN_TARGET] = { "target", _("On"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [COLUMN_TARGET_TYPE] = { "target_type", _("Type there"), MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [COLUMN_DELEGATE] = { "delegate", _("Delegate"), MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
  };
  Handlers handlers = { mg_snapshot_graph (run->snapshot), rows };
  const MgTable table = { .columns = columns,
                          .n_columns = N_COLUMNS,
                          .n_rows = rows ? rows->len : 0,
                          .row = fill_row,
                          .user_data = &handlers };

  if (rows != NULL)
    return mg_object_section_write (run, &table, _("It calls:"), error);
  if (run->options->format == MG_FORMAT_JSON)
    mg_sink_put (run->sink, "null");
  return TRUE;
}
