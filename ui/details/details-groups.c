#include "ui/details/details-groups.h"

static const MgKindGroup *
group_at (const MgDetailsRows *rows, guint32 row)
{
  return &g_array_index (rows->items, MgKindGroup, row);
}

void
mg_details_groups_finish (MgDetailsRows *rows)
{
  mg_kind_groups_sort (rows->items);
  rows->n = rows->items->len;
}

void
mg_details_groups_cell (const MgDetailsRows *rows,
                        guint32 row,
                        guint column,
                        const char *(*kind_name) (guint kind),
                        MgDetailsCell *cell)
{
  const MgKindGroup *group = group_at (rows, row);

  switch (column)
    {
    case MG_DETAILS_GROUPS_KIND:
      *cell = mg_details_text (kind_name (group->kind));
      break;
    case MG_DETAILS_GROUPS_COUNT:
      *cell = mg_details_count (group->count);
      break;
    case MG_DETAILS_GROUPS_SIZE:
      *cell = mg_details_bytes (group->size);
      break;
    case MG_DETAILS_GROUPS_TYPE:
    default:
      *cell = mg_details_text (group->type == MG_TYPE_NONE
                                   ? "null"
                                   : mg_type_table_get (mg_snapshot_types (rows->snapshot), group->type)->name);
      break;
    }
}

MgSubject
mg_details_groups_subject (const MgDetailsRows *rows, guint32 row)
{
  MgTypeId type = group_at (rows, row)->type;

  return type == MG_TYPE_NONE ? (MgSubject){ MG_SUBJECT_NONE, 0 } : mg_subject_type (type);
}

gboolean
mg_details_groups_has (const MgDetailsRows *rows, guint32 row, guint kind, MgNode object)
{
  const MgKindGroup *group = group_at (rows, row);
  MgTypeId type = object == MG_NODE_NONE ? MG_TYPE_NONE : mg_snapshot_graph (rows->snapshot)->type[object];

  return group->kind == kind && group->type == type;
}
