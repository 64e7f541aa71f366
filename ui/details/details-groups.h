/* Tables of objects counted by a kind and a type (MgKindGroup), for handles and finalizers. */
#pragma once

#include "analysis/stats/kind-groups.h"
#include "ui/details/details.h"

G_BEGIN_DECLS

enum
{
  MG_DETAILS_GROUPS_KIND,
  MG_DETAILS_GROUPS_COUNT,
  MG_DETAILS_GROUPS_SIZE,
  MG_DETAILS_GROUPS_TYPE,
  MG_DETAILS_GROUPS_N_COLUMNS
};

/* The columns; KIND, KIND_HINT, COUNT_HINT marked with N_. */
#define MG_DETAILS_GROUPS_COLUMNS(kind, kind_hint, count_hint)                                                         \
  {                                                                                                                    \
    [MG_DETAILS_GROUPS_KIND] = { "kind", kind, kind_hint, MG_CELL_TEXT, 170, FALSE },                                  \
    [MG_DETAILS_GROUPS_COUNT] = { "count", N_("Count"), count_hint, MG_CELL_NUMBER, 110, FALSE },                      \
    [MG_DETAILS_GROUPS_SIZE] = { "size", N_("Bytes"), N_("The objects’ own sizes"), MG_CELL_NUMBER, 110, FALSE },      \
    [MG_DETAILS_GROUPS_TYPE] = { "type", N_("Type"), N_("Of the objects"), MG_CELL_TEXT, -1, FALSE },                  \
  }

/* After ITEMS were filled by mg_kind_groups_add(): their order, and N. */
void mg_details_groups_finish (MgDetailsRows *rows);
void mg_details_groups_cell (const MgDetailsRows *rows,
                             guint32 row,
                             guint column,
                             const char *(*kind_name) (guint kind),
                             MgDetailsCell *cell);
/* The type of the row. */
MgSubject mg_details_groups_subject (const MgDetailsRows *rows, guint32 row);
/* Whether OBJECT (may be MG_NODE_NONE) under KIND was counted in row ROW. */
gboolean mg_details_groups_has (const MgDetailsRows *rows, guint32 row, guint kind, MgNode object);

G_END_DECLS
