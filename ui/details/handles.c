/* GC handles: by kind and type of their object, below each one of the chosen. */
#include <glib/gi18n-lib.h>

#include "analysis/stats/kind-groups.h"
#include "ui/details/details-groups.h"
#include "ui/details/details-kinds.h"

static const char *
kind_name (guint kind)
{
  return mg_details_handle_kind_name (kind);
}

static gboolean
collect_groups (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree char *count = NULL;

  rows->more = mg_details_handles (rows->snapshot);
  if (rows->more == NULL)
    return FALSE;
  rows->items = g_array_new (FALSE, TRUE, sizeof (MgKindGroup));
  for (guint i = 0; i < rows->more->len; i++)
    {
      const MgHandleRow *handle = &g_array_index (rows->more, MgHandleRow, i);

      mg_kind_groups_add (places, rows->items, handle->kind, mg_snapshot_graph (rows->snapshot), handle->object);
    }
  mg_details_groups_finish (rows);
  count = mg_format_count (rows->more->len);
  rows->foot = g_strdup_printf (ngettext ("%s handle", "%s handles", rows->more->len), count);
  return TRUE;
}

static void
group_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  mg_details_groups_cell (rows, row, column, kind_name, cell);
}

static const MgTableColumn group_columns[MG_DETAILS_GROUPS_N_COLUMNS]
    = MG_DETAILS_GROUPS_COLUMNS (N_("Kind"), N_("What the handle does for its object"), N_("Handles of this kind to "
                                                                                           "objects of this type"));

static const MgDetailsView groups_view = {
  .title = N_("Handles"),
  .search = N_("Find kinds and types"),
  .empty = N_("There are no handles."),
  .columns = group_columns,
  .n_columns = MG_DETAILS_GROUPS_N_COLUMNS,
  .sort = MG_DETAILS_GROUPS_COUNT,
  .descending = TRUE,
  .needs = MG_NEED_GRAPH,
  .collect = collect_groups,
  .cell = group_cell,
  .subject = mg_details_groups_subject,
};

/* Each handle */

enum
{
  HANDLE_ADDRESS,
  HANDLE_OBJECT,
  HANDLE_SIZE,
  HANDLE_RETAINED,
  HANDLE_TYPE,
  HANDLE_TARGET,
  N_HANDLE_COLUMNS
};

static const MgTableColumn handle_columns[N_HANDLE_COLUMNS] = {
  [HANDLE_ADDRESS] = { "handle", N_("Handle"), N_("Address of the handle"), MG_CELL_CODE, 160, FALSE },
  [HANDLE_OBJECT] = { "object", N_("Object"), N_("Where the object lies in memory"), MG_CELL_CODE, 160, FALSE },
  [HANDLE_SIZE] = { "size", N_("Bytes"), N_("The object’s own size"), MG_CELL_NUMBER, 110, FALSE },
  [HANDLE_RETAINED]
  = { "retained", N_("Retained"), N_("What would be freed with the object"), MG_CELL_NUMBER, 110, FALSE },
  [HANDLE_TYPE] = { "type", N_("Type"), N_("Of the object"), MG_CELL_TEXT, -1, FALSE },
  [HANDLE_TARGET] = { "secondary", N_("Keeps alive"),
                      N_("What a dependent handle keeps alive as long as its object lives"), MG_CELL_TEXT, 260, FALSE },
};

static gboolean
collect_handles (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  const GArray *all = rows->above->more;

  rows->items = g_array_new (FALSE, FALSE, sizeof (MgHandleRow));
  for (guint i = 0; i < all->len; i++)
    {
      MgHandleRow handle = g_array_index (all, MgHandleRow, i);

      if (mg_details_groups_has (rows->above, rows->chosen, handle.kind, handle.object))
        g_array_append_val (rows->items, handle);
    }
  rows->n = rows->items->len;
  return TRUE;
}

static void
handle_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgHandleRow *handle = &g_array_index (rows->items, MgHandleRow, row);

  switch (column)
    {
    case HANDLE_ADDRESS:
      *cell = mg_details_address (handle->address);
      break;
    case HANDLE_OBJECT:
      *cell = mg_details_place_cell (rows, handle->object);
      break;
    case HANDLE_SIZE:
      *cell = mg_details_size_cell (rows, handle->object);
      break;
    case HANDLE_RETAINED:
      *cell = mg_details_retained_cell (rows, handle->object);
      break;
    case HANDLE_TYPE:
      *cell = mg_details_type_cell (rows, handle->object);
      break;
    case HANDLE_TARGET:
    default:
      *cell = handle->secondary == MG_NODE_NONE ? mg_details_text ("") : mg_details_type_cell (rows, handle->secondary);
      break;
    }
}

static MgSubject
handle_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (g_array_index (rows->items, MgHandleRow, row).object);
}

static const MgDetailsView handles_view = {
  .title = N_("The Handles of the Row Above"),
  .search = N_("Find handles"),
  .empty = N_("There are no such handles."),
  .columns = handle_columns,
  .n_columns = N_HANDLE_COLUMNS,
  .sort = HANDLE_RETAINED,
  .descending = TRUE,
  .needs = MG_NEED_GRAPH,
  .collect = collect_handles,
  .cell = handle_cell,
  .subject = handle_subject,
};

const MgDetailsKind mg_details_handles_kind = {
  .name = "handles",
  .title = N_("Handles"),
  .icon = "mangrove-root-handle-symbolic",
  .absent = N_("No Handles in This File"),
  .capability = MG_CAPABILITY_HANDLE_KINDS,
  .view = &groups_view,
  .below = { &handles_view },
};
