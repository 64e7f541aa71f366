/* Static fields: what each holds and what that retains. */
#include <glib/gi18n-lib.h>

#include "ui/details/details-kinds.h"

enum
{
  STATIC_FIELD,
  STATIC_RETAINED,
  STATIC_SHARE,
  STATIC_TYPE,
  STATIC_OBJECT,
  STATIC_THREAD,
  STATIC_CELL,
  N_STATIC_COLUMNS
};

static const MgTableColumn columns[N_STATIC_COLUMNS] = {
  [STATIC_FIELD] = { "field", N_("Static field"), N_("With the class that declares it"), MG_CELL_TEXT, -1, FALSE },
  [STATIC_RETAINED]
  = { "retained", N_("Retained"), N_("What would be freed with the object it holds"), MG_CELL_NUMBER, 110, FALSE },
  [STATIC_SHARE]
  = { "share", N_("Share of heap"), N_("What is retained, as a part of the live heap"), MG_CELL_SHARE, 180, FALSE },
  [STATIC_TYPE] = { "type", N_("Holds"), N_("Type of the object it holds"), MG_CELL_TEXT, 330, FALSE },
  [STATIC_OBJECT] = { "object", N_("Object"), N_("Where the object lies in memory"), MG_CELL_CODE, 150, FALSE },
  [STATIC_THREAD]
  = { "thread", N_("Of thread"), N_("A thread static has a value for each thread"), MG_CELL_NUMBER, 90, FALSE },
  [STATIC_CELL] = { "cell", N_("Cell"), N_("Address of the field"), MG_CELL_CODE, 150, TRUE },
};

static const MgStaticRow *
static_at (const MgDetailsRows *rows, guint32 row)
{
  return &g_array_index (rows->items, MgStaticRow, row);
}

static gboolean
collect (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  rows->items = mg_details_statics (rows->snapshot);
  rows->n = rows->items ? rows->items->len : 0;
  return rows->items != NULL;
}

static void
static_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgStaticRow *entry = static_at (rows, row);

  switch (column)
    {
    case STATIC_FIELD:
      *cell = mg_details_take (g_strconcat (entry->class_name, ".", entry->field, NULL));
      break;
    case STATIC_RETAINED:
      *cell = mg_details_retained_cell (rows, entry->object);
      break;
    case STATIC_SHARE:
      *cell = mg_details_retained_share_cell (rows, entry->object);
      break;
    case STATIC_TYPE:
      *cell = entry->object == MG_NODE_NONE ? mg_details_text ("null") : mg_details_type_cell (rows, entry->object);
      break;
    case STATIC_OBJECT:
      *cell = mg_details_place_cell (rows, entry->object);
      break;
    case STATIC_THREAD:
      if (entry->thread_static)
        *cell = mg_details_count (entry->managed_thread);
      break;
    case STATIC_CELL:
    default:
      *cell = mg_details_address (entry->address);
      break;
    }
}

static MgSubject
static_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (static_at (rows, row)->object);
}

static MgRowEmphasis
static_looks (const MgDetailsRows *rows, guint32 row)
{
  return mg_type_is_own (static_at (rows, row)->class_name, NULL) ? MG_ROW_STRONG : MG_ROW_FAINT;
}

static const MgDetailsView view = {
  .title = N_("Static Fields"),
  .search = N_("Find static fields"),
  .empty = N_("No static field can hold an object."),
  .columns = columns,
  .n_columns = N_STATIC_COLUMNS,
  .sort = STATIC_RETAINED,
  .descending = TRUE,
  .needs = MG_NEED_GRAPH,
  .collect = collect,
  .cell = static_cell,
  .subject = static_subject,
  .looks = static_looks,
};

const MgDetailsKind mg_details_statics_kind = {
  .name = "statics",
  .title = N_("Statics"),
  .icon = "mangrove-root-static-symbolic",
  .absent = N_("No Static Fields in This File"),
  .capability = MG_CAPABILITY_FIELD_NAMES,
  .view = &view,
};
