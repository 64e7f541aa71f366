/* One object: its fields or elements with values, below what refers to it and what it refers to. */
#include <glib/gi18n-lib.h>

#include "ui/details/details-kinds.h"
#include "ui/details/object-head.h"
#include "ui/graph/neighbours.h"

/* Elements of an array, and links, that are listed. */
#define MAX_ROWS 10000

/* The object asked about; MG_NODE_NONE: a type, or nothing. */
static MgNode
object_of (const MgDetailsRows *rows)
{
  return rows->subject.kind == MG_SUBJECT_OBJECT ? rows->subject.id : MG_NODE_NONE;
}

static char *
only_first (gsize n)
{
  g_autofree char *count = mg_format_count (n);

  /* Translators: a number */
  return g_strdup_printf (_("only the first %s are listed"), count);
}

/* Fields */

enum
{
  FIELD_NAME,
  FIELD_TYPE,
  FIELD_VALUE,
  FIELD_OBJECT,
  FIELD_REFERENCE,
  FIELD_RETAINED,
  FIELD_OFFSET,
  N_FIELD_COLUMNS
};

static const MgTableColumn field_columns[N_FIELD_COLUMNS] = {
  [FIELD_NAME] = { "field", N_("Field"), N_("Name, or number of the element"), MG_CELL_TEXT, 170, FALSE },
  [FIELD_TYPE] = { "type", N_("Type"), N_("As declared"), MG_CELL_TEXT, 180, FALSE },
  [FIELD_VALUE] = { "value", N_("Value"), NULL, MG_CELL_TEXT, -1, FALSE },
  [FIELD_OBJECT] = { "object", N_("Refers to"), N_("Type of the object it refers to"), MG_CELL_TEXT, 200, FALSE },
  [FIELD_REFERENCE]
  = { "address", N_("Address"), N_("Where that object lies in memory"), MG_CELL_CODE, 150, FALSE },
  [FIELD_RETAINED]
  = { "retained", N_("Retained"), N_("What would be freed with that object"), MG_CELL_NUMBER, 110, FALSE },
  [FIELD_OFFSET] = { "offset", N_("Offset"), N_("From the object’s address"), MG_CELL_NUMBER, 90, TRUE },
};

static gboolean
collect_fields (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  MgNode object = object_of (rows);

  if (object == MG_NODE_NONE)
    {
      rows->empty = _("No object is chosen. Choose one on any page: among the instances of a type, in a picture, in a "
                      "table.");
      return TRUE;
    }
  rows->items = mg_details_fields (rows->snapshot, object, MAX_ROWS);
  if (rows->items == NULL)
    {
      rows->empty = mg_snapshot_capability (rows->snapshot, MG_CAPABILITY_VALUES).reason;
      return TRUE;
    }
  rows->n = rows->items->len;
  rows->note = mg_details_describe (rows->snapshot, object);
  if (rows->n == MAX_ROWS)
    rows->foot = only_first (MAX_ROWS);
  return TRUE;
}

/* A reference to a string is told by the text. */
static MgDetailsCell
value_cell (const MgDetailsRows *rows, const MgFieldRow *field)
{
  const gsize max = 200;
  g_autofree char *text = NULL;
  gsize length;

  if (!field->is_reference)
    return mg_details_text (field->value);
  if (field->reference == 0)
    return mg_details_text ("null");
  text = field->object == MG_NODE_NONE ? NULL : mg_details_string (rows->snapshot, field->object, max, &length);
  if (text)
    return mg_details_quote (text, length > max);
  return mg_details_text (field->value ? field->value : "");
}

static void
field_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgFieldRow *field = &g_array_index (rows->items, MgFieldRow, row);

  switch (column)
    {
    case FIELD_NAME:
      *cell = mg_details_text (field->name);
      break;
    case FIELD_TYPE:
      *cell = mg_details_text (field->type);
      break;
    case FIELD_VALUE:
      *cell = value_cell (rows, field);
      break;
    case FIELD_OBJECT:
      *cell = field->object == MG_NODE_NONE ? mg_details_text ("") : mg_details_type_cell (rows, field->object);
      break;
    case FIELD_REFERENCE:
      *cell = field->reference ? mg_details_address (field->reference) : mg_details_text ("");
      break;
    case FIELD_RETAINED:
      *cell = field->object == MG_NODE_NONE ? mg_details_text ("") : mg_details_retained_cell (rows, field->object);
      break;
    case FIELD_OFFSET:
    default:
      *cell = mg_details_count (field->offset);
      break;
    }
}

static MgSubject
field_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (g_array_index (rows->items, MgFieldRow, row).object);
}

/* References into the program's own types stand out; values are all alike. */
static MgRowEmphasis
field_looks (const MgDetailsRows *rows, guint32 row)
{
  MgNode object = g_array_index (rows->items, MgFieldRow, row).object;
  MgTypeId type = object == MG_NODE_NONE ? MG_TYPE_NONE : mg_snapshot_graph (rows->snapshot)->type[object];

  return mg_details_type_looks (rows, type) == MG_ROW_STRONG ? MG_ROW_STRONG : MG_ROW_PLAIN;
}

static const MgDetailsView fields_view = {
  .title = N_("Fields"),
  .search = N_("Find fields"),
  .empty = N_("It has no fields."),
  .columns = field_columns,
  .n_columns = N_FIELD_COLUMNS,
  .sort = FIELD_OFFSET,
  .needs = MG_NEED_GRAPH,
  .collect = collect_fields,
  .cell = field_cell,
  .subject = field_subject,
  .looks = field_looks,
};

/* Links, in either direction */

enum
{
  LINK_FIELD,
  LINK_OTHER,
  LINK_ADDRESS,
  LINK_TIMES,
  LINK_SIZE,
  LINK_RETAINED,
  N_LINK_COLUMNS
};

static const MgTableColumn link_columns[N_LINK_COLUMNS] = {
  [LINK_FIELD] = { "field", N_("Field"), N_("That refers: name, number of the element"), MG_CELL_TEXT, 230, FALSE },
  [LINK_OTHER] = { "other", N_("Object"), N_("At the other end; roots by their kind"), MG_CELL_TEXT, -1, FALSE },
  [LINK_ADDRESS] = { "address", N_("Address"), N_("Where that object lies in memory"), MG_CELL_CODE, 150, FALSE },
  [LINK_TIMES]
  = { "times", N_("Times"), N_("How often the reference stands in the referring object"), MG_CELL_NUMBER, 80, FALSE },
  [LINK_SIZE] = { "size", N_("Bytes"), N_("The object’s own size"), MG_CELL_NUMBER, 110, FALSE },
  [LINK_RETAINED]
  = { "retained", N_("Retained"), N_("What would be freed with that object"), MG_CELL_NUMBER, 110, FALSE },
};

static const MgNeighbour *
link_at (const MgDetailsRows *rows, guint32 row)
{
  return &g_array_index (rows->items, MgNeighbour, row);
}

static gboolean
take_links (MgDetailsRows *rows, MgNeighbours *links)
{
  g_autoptr (MgNeighbours) owned = links;

  rows->items = g_array_new (FALSE, FALSE, sizeof (MgNeighbour));
  if (links)
    g_array_append_vals (rows->items, links->items, links->n);
  rows->n = rows->items->len;
  if (links && links->more > 0)
    rows->foot = only_first (links->n);
  return TRUE;
}

static gboolean
collect_referrers (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  MgNode object = object_of (rows);

  return take_links (rows, object == MG_NODE_NONE ? NULL : mg_neighbours_referrers (rows->snapshot, object, MAX_ROWS));
}

static gboolean
collect_references (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  MgNode object = object_of (rows);

  return take_links (rows, object == MG_NODE_NONE ? NULL : mg_neighbours_references (rows->snapshot, object, MAX_ROWS));
}

static MgDetailsCell
other_cell (const MgDetailsRows *rows, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (rows->snapshot);
  const MgRoot *root;

  if (!mg_graph_is_root (graph, node))
    return mg_details_type_cell (rows, node);
  root = mg_graph_root (graph, node);
  if (root->label == NULL)
    return mg_details_text (mg_root_kind_word (root->kind));
  /* Translators: a root: its kind, its name: "static field Monitor" */
  return mg_details_take (g_strdup_printf (C_("root", "%s %s"), mg_root_kind_word (root->kind), root->label));
}

static void
link_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgNeighbour *link = link_at (rows, row);
  gboolean object = mg_graph_is_object (mg_snapshot_graph (rows->snapshot), link->node);

  switch (column)
    {
    case LINK_OTHER:
      *cell = other_cell (rows, link->node);
      break;
    case LINK_ADDRESS:
      *cell = mg_details_place_cell (rows, link->node);
      break;
    case LINK_TIMES:
      *cell = mg_details_count (link->n_references);
      break;
    case LINK_SIZE:
      *cell = mg_details_size_cell (rows, object ? link->node : MG_NODE_NONE);
      break;
    case LINK_RETAINED:
    default:
      *cell = mg_details_retained_cell (rows, link->node);
      break;
    }
}

static void
referrer_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  if (column == LINK_FIELD)
    *cell = mg_details_take (mg_snapshot_edge_label (rows->snapshot, link_at (rows, row)->node, object_of (rows)));
  else
    link_cell (rows, row, column, cell);
}

static void
reference_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  if (column == LINK_FIELD)
    *cell = mg_details_take (mg_snapshot_edge_label (rows->snapshot, object_of (rows), link_at (rows, row)->node));
  else
    link_cell (rows, row, column, cell);
}

static MgSubject
link_subject (const MgDetailsRows *rows, guint32 row)
{
  MgNode node = link_at (rows, row)->node;

  return mg_details_object_subject (mg_graph_is_object (mg_snapshot_graph (rows->snapshot), node) ? node
                                                                                                  : MG_NODE_NONE);
}

static const MgDetailsView referrers_view = {
  .title = N_("Referrers"),
  .search = N_("Find referrers"),
  .empty = N_("Nothing refers to it."),
  .columns = link_columns,
  .n_columns = N_LINK_COLUMNS,
  .sort = LINK_RETAINED,
  .descending = TRUE,
  .needs = MG_NEED_REVERSE,
  .collect = collect_referrers,
  .cell = referrer_cell,
  .subject = link_subject,
};

static const MgDetailsView references_view = {
  .title = N_("References"),
  .search = N_("Find references"),
  .empty = N_("It refers to no object."),
  .columns = link_columns,
  .n_columns = N_LINK_COLUMNS,
  .sort = LINK_RETAINED,
  .descending = TRUE,
  .needs = MG_NEED_GRAPH,
  .collect = collect_references,
  .cell = reference_cell,
  .subject = link_subject,
};

const MgDetailsKind mg_details_object_kind = {
  .name = "object",
  .title = N_("Object"),
  .icon = "mangrove-object-symbolic",
  .absent = N_("No Objects in This File"),
  .capability = MG_CAPABILITY_VALUES,
  .view = &fields_view,
  .below = { &referrers_view, &references_view },
  .about_subject = TRUE,
  .head = mg_object_head_new,
};
