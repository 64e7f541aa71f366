/* One table as CSV, for spreadsheets and databases: a row per object, per reference, or per root. */
#include <glib/gi18n-lib.h>

#include "analysis/base/progress.h"
#include "analysis/export/heap-writer.h"
#include "analysis/report/table.h"

/* The row being written, and what it borrows. */
typedef struct
{
  MgHeapWriter *writer;
  MgNode node;    /* references: whose */
  guint32 n_edge; /* which of its references comes next */
  guint32 n;      /* how many it has */
  const MgNode *targets;
  const MgEdgeName *names;
  char *text;
  guint64 n_rows;
} Row;

/* Moves the progress along; cancelling is the table's business. */
static inline void
show_progress (const Row *row, guint64 index)
{
  if (G_UNLIKELY (index % MG_PROGRESS_INTERVAL == 0))
    mg_progress_step (row->writer->progress, index, row->n_rows, NULL);
}

enum
{
  OBJECT_ADDRESS,
  OBJECT_TYPE,
  OBJECT_MODULE,
  OBJECT_SIZE,
  OBJECT_GENERATION,
  OBJECT_REFERENCES,
  OBJECT_RETAINED,
  OBJECT_DOMINATOR,
  OBJECT_TEXT,
  N_OBJECT_COLUMNS
};

static MgCell
address_cell (const MgGraph *graph, MgNode node)
{
  guint64 address = node == MG_NODE_NONE ? 0 : mg_graph_address (graph, node);

  return address ? mg_cell_number (address) : (MgCell){ 0 };
}

static void
fill_object (guint64 index, MgCell *cells, gpointer user_data)
{
  Row *row = user_data;
  const MgHeapWriter *writer = row->writer;
  const MgGraph *graph = writer->graph;
  MgNode node = mg_graph_first_object (graph) + (MgNode) index;
  const MgType *type = mg_graph_type_of (graph, node);
  guint32 n;

  show_progress (row, index);
  g_free (row->text);
  row->text = mg_heap_writer_text (writer, node);
  mg_graph_edges (graph, node, &n);
  cells[OBJECT_ADDRESS] = address_cell (graph, node);
  cells[OBJECT_TYPE] = mg_cell_text (type->name);
  cells[OBJECT_MODULE] = mg_cell_text (type->module);
  cells[OBJECT_SIZE] = mg_cell_number (mg_graph_size (graph, node));
  cells[OBJECT_GENERATION] = mg_cell_text (mg_generation_id (mg_snapshot_generation (writer->snapshot, node)));
  cells[OBJECT_REFERENCES] = mg_cell_number (n);
  if (writer->dominators)
    cells[OBJECT_RETAINED] = mg_cell_number (writer->dominators->retained[node]);
  cells[OBJECT_DOMINATOR] = address_cell (graph, mg_heap_writer_dominator (writer, node));
  cells[OBJECT_TEXT] = mg_cell_text (row->text);
}

enum
{
  REFERENCE_FROM,
  REFERENCE_TO,
  REFERENCE_FIELD,
  REFERENCE_INDEX,
  REFERENCE_CONDITIONAL,
  N_REFERENCE_COLUMNS
};

/* Rows are asked for in their order: the place in the graph moves along. */
static void
fill_reference (guint64 index, MgCell *cells, gpointer user_data)
{
  Row *row = user_data;
  const MgGraph *graph = row->writer->graph;
  MgNode target;

  show_progress (row, index);
  while (row->n_edge == row->n)
    {
      row->node = index == 0 && row->targets == NULL ? mg_graph_first_object (graph) : row->node + 1;
      row->targets = mg_graph_edges (graph, row->node, &row->n);
      row->names = mg_heap_writer_names (row->writer, row->node);
      row->n_edge = 0;
    }
  target = row->targets[row->n_edge];
  cells[REFERENCE_FROM] = address_cell (graph, row->node);
  cells[REFERENCE_TO] = address_cell (graph, target);
  if (row->names)
    {
      const MgEdgeName *name = &row->names[row->n_edge];

      cells[REFERENCE_FIELD] = mg_cell_text (name->name);
      if (name->index != MG_EDGE_NO_INDEX)
        cells[REFERENCE_INDEX] = mg_cell_number (name->index);
    }
  cells[REFERENCE_CONDITIONAL]
    = mg_cell_text (mg_graph_edge_is_conditional (graph, row->node, target) ? "true" : "false");
  row->n_edge++;
}

enum
{
  ROOT_KIND,
  ROOT_LABEL,
  ROOT_NOTE,
  ROOT_ADDRESS,
  ROOT_OBJECT,
  ROOT_TYPE,
  N_ROOT_COLUMNS
};

/* A row for each object that a root holds. */
static void
fill_root (guint64 index, MgCell *cells, gpointer user_data)
{
  Row *row = user_data;
  const MgGraph *graph = row->writer->graph;
  const MgRoot *root;
  MgNode target;

  while (row->n_edge == row->n)
    {
      row->targets = mg_graph_edges (graph, ++row->node, &row->n);
      row->n_edge = 0;
    }
  target = row->targets[row->n_edge++];
  root = mg_graph_root (graph, row->node);
  cells[ROOT_KIND] = mg_cell_text (mg_root_kind_id (root->kind));
  cells[ROOT_LABEL] = mg_cell_text (root->label);
  cells[ROOT_NOTE] = mg_cell_text (root->note);
  cells[ROOT_ADDRESS] = address_cell (graph, row->node);
  cells[ROOT_OBJECT] = address_cell (graph, target);
  cells[ROOT_TYPE] = mg_cell_text (mg_graph_type_of (graph, target)->name);
}

/* References from nodes FIRST up to END. */
static guint64
count_edges (const MgGraph *graph, MgNode first, MgNode end)
{
  return mg_monotone_get (&graph->first, end) - mg_monotone_get (&graph->first, first);
}

static gboolean
write_table (MgHeapWriter *writer, const MgColumn *columns, guint n_columns, guint64 n_rows, MgTableRowFunc func,
             GError **error)
{
  Row row = { .writer = writer, .n_rows = n_rows };
  MgTable table = { .columns = columns,
                    .n_columns = n_columns,
                    .n_rows = n_rows,
                    .row = func,
                    .user_data = &row,
                    .progress = writer->progress };
  gboolean done = mg_table_write (&table, MG_TABLE_CSV, writer->sink, error);

  g_free (row.text);
  return done;
}

static gboolean
write_objects (MgHeapWriter *writer, GError **error)
{
  MgColumnAudience if_retained = writer->dominators ? MG_COLUMN_EVERYWHERE : MG_COLUMN_HIDDEN;
  const MgColumn columns[N_OBJECT_COLUMNS] = {
    [OBJECT_ADDRESS] = { "address", NULL, MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [OBJECT_TYPE] = { "type", NULL, MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [OBJECT_MODULE] = { "module", NULL, MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [OBJECT_SIZE] = { "size", NULL, MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [OBJECT_GENERATION] = { "generation", NULL, MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [OBJECT_REFERENCES] = { "references", NULL, MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [OBJECT_RETAINED] = { "retained", NULL, MG_COLUMN_BYTES, if_retained },
    [OBJECT_DOMINATOR] = { "dominator", NULL, MG_COLUMN_ADDRESS, if_retained },
    [OBJECT_TEXT] = { "text", NULL, MG_COLUMN_TEXT, writer->text_types ? MG_COLUMN_EVERYWHERE : MG_COLUMN_HIDDEN },
  };

  return write_table (writer, columns, N_OBJECT_COLUMNS, mg_graph_n_objects (writer->graph), fill_object, error);
}

static gboolean
write_references (MgHeapWriter *writer, GError **error)
{
  const MgGraph *graph = writer->graph;
  static const MgColumn columns[N_REFERENCE_COLUMNS] = {
    [REFERENCE_FROM] = { "from", NULL, MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [REFERENCE_TO] = { "to", NULL, MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [REFERENCE_FIELD] = { "field", NULL, MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [REFERENCE_INDEX] = { "index", NULL, MG_COLUMN_COUNT, MG_COLUMN_EVERYWHERE },
    [REFERENCE_CONDITIONAL] = { "conditional", NULL, MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
  };

  return write_table (writer, columns, N_REFERENCE_COLUMNS,
                      count_edges (graph, mg_graph_first_object (graph), graph->n_nodes), fill_reference, error);
}

static gboolean
write_roots (MgHeapWriter *writer, GError **error)
{
  const MgGraph *graph = writer->graph;
  static const MgColumn columns[N_ROOT_COLUMNS] = {
    [ROOT_KIND] = { "kind", NULL, MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [ROOT_LABEL] = { "label", NULL, MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
    [ROOT_NOTE] = { "note", NULL, MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    [ROOT_ADDRESS] = { "address", NULL, MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [ROOT_OBJECT] = { "object", NULL, MG_COLUMN_ADDRESS, MG_COLUMN_EVERYWHERE },
    [ROOT_TYPE] = { "type", NULL, MG_COLUMN_NAME, MG_COLUMN_EVERYWHERE },
  };

  return write_table (writer, columns, N_ROOT_COLUMNS, count_edges (graph, 1, mg_graph_first_object (graph)), fill_root,
                      error);
}

gboolean
mg_heap_write_csv (MgHeapWriter *writer, GError **error)
{
  switch (writer->options.rows)
    {
    case MG_HEAP_REFERENCES:
      return write_references (writer, error);
    case MG_HEAP_ROOTS:
      return write_roots (writer, error);
    case MG_HEAP_OBJECTS:
    case MG_N_HEAP_ROWS:
    default:
      return write_objects (writer, error);
    }
}
